"""A catalogue that translates everything leaves no English word in what is printed, save names."""

from __future__ import annotations

import gettext
import re

import pytest

from tarot_teach.cli import main
from tarot_teach.language import language

LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "àƀćđēƒĝĥīĵķļɱńōƥɋŕśţūṽŵẋŷžÀƁĆĐĒƑĜĤĪĴĶĻⱮŃŌƤɊŔŚŢŪṼŴẊŶŽ"
)
KEPT = re.compile(r"(\{\{.*?\}\}|\{[^{}]*\}|\[/?[a-z ]*\])", re.DOTALL)


def pseudo(text: str) -> str:
    """Words in letters that English does not have; placeholders as they are."""
    return "".join(part if i % 2 else part.translate(LETTERS) for i, part in enumerate(KEPT.split(text)))


class Pseudo(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context == "vowels" else pseudo(message)


COMMANDS = [
    "legal fft-4 --hand SR,T18,T5,EX --trick H10,T7",
    "legal guide-4 --hand T4,D2,EX --trick H10,T7",
]
"""Command lines whose words are all translated; cards in one word are separated by commas."""

SOURCE = re.compile(r"\[[^\]]*\]")
"""A source and the place in it, which have the words of the source."""


@pytest.mark.parametrize("words", COMMANDS)
def test_command_prints_no_english_word(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with language(Pseudo()), pytest.raises(SystemExit):
        main([word.replace(",", " ") for word in words.split()])
    printed = capsys.readouterr()
    assert not english(printed.out + printed.err)


def english(text: str) -> list[str]:
    """Words in English letters, without names of sources, files and cards."""
    return re.findall(r"(?<![\w.-])[a-zA-Z][a-z]+(?![\w.-])", SOURCE.sub("", text))
