"""The catalogue that Babel extracts has every message that the program looks up."""

from __future__ import annotations

import ast
import gettext
import io
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tarot_teach.cli import main
from tarot_teach.cli.main import group
from tarot_teach.errors import printable
from tarot_teach.language import FORMS, language
from tarot_teach.mechanisms.score.bonus import EVENTS, Bonus
from tarot_teach.render.terminal import clean
from tests.helpers import HUNG

ROOT = Path(__file__).parent.parent
HOW_TO = ROOT / "docs/howto/translate.md"
COMMANDS = [
    "legal fft-4 --hand SR,T18,T5,EX --trick H10,T7",
    "legal guide-4 --hand T4,D2,EX --trick H10,T7",
    "legal fft-4 --hand SR --last-trick --first-trick",
    "replay going-over",
    "replay annotated-deal-6 --format html",
    "score fft-5 --contract garde --points 41.5 --honours 2 --handful single",
    "score guide-4 --contract garde_contre --points 88 --honours 3 --slam announced-made",
    *(
        f"rules {name}"
        for name in ("fft-4", "paskievics-2018", "cego-parlett", "ottocento", "slovenian-pagat", "troggu")
    ),
    "compare fft-4 guide-4 --hand going-over --format markdown",
    "compare --family --format latex",
    "odds fft-4",
    "session an-evening",
    "history",
    "history --rules",
    "mechanisms",
    "admits going-over",
    "deck tarot-66",
]
"""Command lines whose messages are looked up in the catalogue; cards in one word are separated by commas."""


def commands_of(page: Path, first: str) -> list[str]:
    """The command lines of a page that begin with a word."""
    return [line.strip() for line in page.read_text(encoding="utf-8").splitlines() if line.startswith(f"    {first} ")]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The template that the first command of the how-to makes of the whole tree."""
    command = next(each for each in commands_of(HOW_TO, "pybabel") if each.split()[1] == "extract")
    file = tmp_path_factory.mktemp("template") / "tarot_teach.pot"
    words = [str(file) if word == "tarot_teach.pot" else word for word in shlex.split(command)[1:]]
    made = subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HUNG,
    )
    assert made.returncode == 0, made.stderr
    with file.open("rb") as opened:
        return read_po(opened)


def messages_of(template: Catalog) -> set[tuple[str | None, str]]:
    """The messages of a catalogue, each with its context; one with a plural by both of its texts."""
    return {
        (message.context, text)
        for message in template
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    }


def test_every_text_in_a_call_is_extracted(template: Catalog) -> None:
    """Also those of calls inside formatted strings, by any version of Python."""
    known, calls = messages_of(template), 0
    for path in sorted((ROOT / "tarot_teach").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("pgettext"), [ast.Constant(str(context)), ast.Constant(str(text))]):
                    key: tuple[str | None, str] = context, text
                case ast.Call(ast.Name("_" | "N_" | "ngettext"), [ast.Constant(str(text)), *_others]):
                    key = None, text
                case _:
                    continue
            calls += 1
            assert key in known, f"{path}:{node.lineno}"
    assert calls > 3000


@pytest.mark.parametrize("space", [chr(c) for c in range(0x3001) if unicodedata.category(chr(c)) == "Zs"], ids=ascii)
def test_spaces_of_every_width_are_printed_as_they_are(space: str) -> None:
    words = f"jouer{space}?"
    assert clean(words) == printable(words) == words
    assert clean(f"a{space}\x1b\u202e\n\x9b") == f"a{space}��\n�"


def test_the_events_of_a_bonus_are_named_in_its_description() -> None:
    """The sentence is one for translators, so it is not put together of the events."""
    assert Bonus.Params.model_fields["event"].description == f"What a side does for it: one of {', '.join(EVENTS)}."


class Recorder(gettext.NullTranslations):
    """A catalogue that notes what is looked up, and answers in English."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str | None, str]] = set()

    def gettext(self, message: str) -> str:
        self.asked.add((None, message))
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked |= {(None, msgid1), (None, msgid2)}
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((context, message))
        return message


@pytest.mark.parametrize(
    "words", [*COMMANDS, *(f"{name} --help" for name in group.list_commands(click.Context(group)))]
)
def test_what_a_command_looks_up_is_extracted(template: Catalog, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder, known = Recorder(), messages_of(template)
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n"))
    with language(recorder), pytest.raises(SystemExit):
        main([word.replace(",", " ") for word in words.split()])
    texts = {text.casefold() for _context, text in known}  # titles and labels stand in names, translated as prose
    missing = {
        (context, text)
        for context, text in recorder.asked - known
        if not (context in FORMS or (context in ("name", "card") and text.casefold() in texts))
    }
    assert recorder.asked and not missing
