"""A catalogue that translates everything leaves no English word in what is printed, save names."""

from __future__ import annotations

import asyncio
import gettext
import html
import io
import re
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import click
import pytest

from tarot_teach.cli import main
from tarot_teach.cli.main import group
from tarot_teach.cli.replay import replayed
from tarot_teach.loading import Library
from tarot_teach.messages import printed_by
from tarot_teach.topics.play.game import Game
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.tui.app import PlayApp, StepApp
from tests.helpers import LIBRARY, NEVER

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


USAGE_ERRORS = [
    "review",
    "trick fft-4",
    "legal fft-4 --hnad SR",
    "legal fft-4 --hand",
    "list --json=3",
    "play --seed x",
    "play --seed -1",
    "list --order leng",
    "replay going-over fft-4 fft-5",
    "schema ruleset deck",
    "check fft-4 --keep README.md",
    "legla fft-4",
    "-- --legal",
    "rules fft-4 --out .md",
]
"""Command lines that make no sense."""
COMMANDS = [
    *USAGE_ERRORS,
    "legal fft-4 --hand SR,T18,T5,EX --trick H10,T7",
    "legal guide-4 --hand T4,D2,EX --trick H10,T7",
    "legal fft-5 --first-trick --called SR --hand S2,SR,D4,T3",
    "legal fft-9 --hand SR",
    "legal fft-4 --hand SRR",
    "legal fft-4 --hand SR --last-trick --first-trick",
    "replay going-over",
    "replay annotated-deal-6",
    "replay going-over --format html",
    "replay going-over --format latex",
    "replay annotated-deal-6 --format latex",
    "replay annotated-deal-6 --format markdown",
    "score fft-4 --contract garde --points 45 --honours 1 --last-trick-bonus taker",
    "score fft-5 --contract garde --points 41.5 --honours 2 --handful single",
    "score guide-4 --contract garde_contre --points 88 --honours 3 --slam announced-made",
    "score fft-4 --contract nothing --points 45",
    "rules fft-4",
    "rules early-17c",
    "rules early-17c --format latex",
    "rules fft-4 --format html",
    "quiz fft-4 --seed 3 --count 1",
    "compare fft-4 fft-5",
    "compare fft-4 guide-4 --hand going-over --format markdown",
    "compare fft-4 guide-4 --hand going-over --format latex",
    "compare fft-4 fft-4+misere --deals 20 --format latex",
    "compare --family --format latex",
    "evaluate fft-4 --hand SR",
    "odds fft-4",
    "odds fft-4 --holding trumps=7",
    "odds fft-4 --format latex",
    "session an-evening",
    "session an-evening --format latex",
    "find fft-4 --shows slam --tries 3",
    "--help",
    *(f"{name} --help" for name in group.list_commands(click.Context(group))),
]
"""Command lines whose words are all translated; cards in one word are separated by commas."""

TYPED = {
    "score": {"contract", "points", "honours", "prise"},
    "build": {"en", "fr", "none"},
    "list": {"level", "ruleset", "length", "id", "leng"},
    "legla": {"legla"},
}
"""Values of options that refusals and help name."""
NAMES = {
    *["Bertrand", "Claire", "Denis", "Alice", "Anne", "Ben"],  # players of a session and of an example
    *[*LIBRARY.ids(), *LIBRARY.ids("option"), "simple"],  # what is typed: rulesets, house rules, players of the machine
    *[
        "preneur",
        "chien",
        "oudler",
        "bout",
        *["petit", "Petit", "excuse", "Excuse", "monde", "Monde", "talon"],
        "chelem",
        "valet",
    ],  # French words of the glossary, beside the others
}
"""Words that are names, and stand in every language."""
LATEX = re.compile(
    r"\\documentclass.*?\\begin\{document\}|\\(?:begin|end)\{\w+\}|\\(?:setlength|rule|hspace\*?)\{[^}]*\}|\\[a-zA-Z]+\*?",
    re.DOTALL,
)
MARKUP = re.compile(r"<(script|style|code|title)\b.*?</\1>|<[^>]*>|&[a-z]+;", re.DOTALL)
SOURCE = re.compile(r"\[[^\]]*\]")
"""A source and the place in it, which have the words of the source."""


@pytest.mark.parametrize("words", COMMANDS)
def test_command_prints_no_english_word(
    words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n"))
    with printed_by(Pseudo()), pytest.raises(SystemExit):
        main([word.replace(",", " ") for word in words.split()])
    printed = capsys.readouterr()
    typed = TYPED.get(words.split()[0], set())
    assert not {*english(printed.out + printed.err)} - typed


def screens(app: StepApp, keys: list[str]) -> list[str]:
    """Return the text of the full screen after each key."""
    app.pace = NEVER
    shown: list[str] = []

    async def press() -> None:
        async with app.run_test(size=(120, 60)) as pilot:
            for key in keys:
                await pilot.press(*key.split("-"))
                await pilot.pause()
                lines = re.findall(r"<text[^>]*>(.*?)</text>", app.export_screenshot())
                shown.append(html.unescape("\n".join(lines)).replace("\xa0", " "))

    with ThreadPoolExecutor() as thread:  # a browser of other tests has a loop of its own in this one
        thread.submit(copy_context().run, asyncio.run, press()).result()
    return shown


@pytest.mark.turn(1, 2)
@pytest.mark.parametrize(
    "example",
    [
        "going-over",
        *(pytest.param(id, marks=pytest.mark.whole) for id in ("annotated-deal-6", "the-called-king", "excuse-debt")),
    ],
)
def test_the_full_screen_of_a_lesson_shows_no_english_word(example: str) -> None:
    """Forward to the end, with each seat's view, cards asked about, wrong numbers and questions on the way."""
    with printed_by(Pseudo()):
        keys = [
            "home",
            "space",
            "space",
            "w",
            "escape",
            "a-Z-enter",
            "t-9-9-enter",
            *["right"] * 6,
            "down",
            "w-T-1-enter",
        ]
        keys += ["w-Z-Z-enter", "a", "escape", "v", "down", *["right"] * 30, "v", "end", "down", "left", "left"]
        output = screens(StepApp(replayed(example)), keys)
    assert sorted({word for text in output for word in english(text)}) == []


def test_the_full_screen_of_a_game_shows_no_english_word() -> None:
    keys = ["e", "h", "u", "a", "escape", "v", "a-h-e-l-p-enter", "a-p-a-s-s-enter", "e", "h", "down", "w-T-1-enter"]
    keys += ["a-z-z-enter", "down", "enter", "e", "u", "w", "escape"]
    with printed_by(Pseudo()):
        simulator = DealSimulator.of(Library(), "fft-4", ("simple",))
        output = screens(PlayApp(Game(simulator.engine, simulator.players, 0, 3)), keys)
    typed = {"zz", "pass", "prise", "garde"}
    assert {word for text in output for word in english(text)} <= typed


def english(text: str) -> list[str]:
    """Words in English letters, without names of sources, files, commands and cards."""
    own = {*NAMES, *group.list_commands(click.Context(group))}
    words = re.findall(
        r"(?<![\w.\-/])[a-zA-Z][a-z]+(?![\w\-/]|\.\w)", SOURCE.sub("", MARKUP.sub("", LATEX.sub(" ", text)))
    )
    return [word for word in words if word not in own]
