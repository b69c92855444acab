"""Answers of commands and pages, for ``tests/test_golden_commands.py``; ``python -m tests.golden_commands`` writes it anew.

``help.txt`` has the help of each command, ``refusals.txt`` what commands say that refuse their arguments, with the exit code,
``answers.txt`` exit code and digest of what commands print for each ruleset, as text and as JSON, and ``pages.txt`` a digest of each
page of a site of the whole library: of its words, links and pictures. A redesign leaves them as they are; what a change alters is to be understood before it is kept.

``python -m tests.golden_commands score fft-4 …`` prints one answer, to be compared with that of an earlier version, and
``python -m tests.golden_commands --site FOLDER`` writes the digests of the pages of a built site anew.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from itertools import islice
from pathlib import Path

import click

from tarot_teach.cli import main
from tarot_teach.cli.main import group
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.errors import LoadError
from tarot_teach.records.typed_results import written_result
from tarot_teach.table import Play
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY
from tests.test_typed_results import arguments, deals_of, engine_of

FOLDER = Path(__file__).parent / "fixtures" / "golden_commands"
HELP, REFUSALS, ANSWERS, PAGES = (FOLDER / f"{name}.txt" for name in ("help", "refusals", "answers", "pages"))
PLAYED = 7
"""The number of the random deal from which hands and tricks are taken."""
BROKEN = str(Path(__file__).parent / "invalid" / "unknown-parameter.yaml")
REFUSED = {
    "rules": ["fft-6"],
    "compare": ["fft-4", "fft-6"],
    "admits": ["nothing-here"],
    "check": [BROKEN],
    "legal": ["fft-4", "--hand", "HX"],
    "deck": ["tarot-87"],
    "trick": ["fft-4", "--cards", "HX"],
    "count": ["fft-4", "--cards", "HX"],
    "replay": ["nothing-here"],
    "step": ["nothing-here"],
    "import": ["nothing-here"],
    "score": ["fft-4", "--contract", "gard", "--points", "41", "--honours", "2"],
    "evaluate": ["fft-4", "--hand", "H2"],
    "odds": ["fft-4", "--holding", "H2"],
    "review": ["nothing-here"],
    "solve": ["nothing-here"],
    "quiz": ["fft-6"],
    "results": ["none.html", "codes.txt"],
    "simulate": ["fft-4", "--players", "nobody", "--deals", "1"],
    "session": ["nothing-here"],
    "list": ["--ruleset", "nothing-here"],
    "mechanisms": ["nothing_here"],
}
"""For each command that prints JSON, arguments that it refuses with exit code 1."""
WITHOUT_RULESET = (
    "list --json",
    "list --kind examples --order length",
    "list --kind options",
    "list --sources",
    "history",
    "history --json",
    "history --format csv",
    "mechanisms",
    "mechanisms --json",
    "compare --family",
    "compare --features",
    "compare --features --json",
    "deck tarot-78",
    "deck tarot-78 --json",
)
WRONG = {
    "rules": "--rule no.rule",
    "deck": "--trumps X",
    "legal": "--hand XX",
    "trick": "--cards XX",
    "count": "--cards XX",
    "score": "--fact score.nothing=1",
    "odds": "--holding XX",
    "evaluate": "--hand XX",
    "quiz": "--kind nothing",
    "simulate": "--contract nothing --deals 1",
    "find": "--shows nothing",
    "solve": "--hand S:XX --taker S",
}
"""Arguments that no ruleset takes."""


def said(command: str) -> tuple[int, str]:
    """The exit code of a command, and its output and errors as one text."""
    out = io.StringIO()
    before, os.environ["COLUMNS"] = os.environ.get("COLUMNS"), "100"
    try:
        with redirect_stdout(out), redirect_stderr(out):
            main(shlex.split(command))
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    finally:
        os.environ.pop("COLUMNS") if before is None else os.environ.update(COLUMNS=before)
    raise AssertionError(command)


# ---------------------------------------------------------------- help and refusals


def help_texts() -> Iterator[str]:
    """The help of the program and of each command, line by line."""
    for name in ("", *group.list_commands(click.Context(group))):
        yield f"$ tarot-teach {name}".rstrip()
        yield from said(f"{name} --help")[1].splitlines()
        yield ""


def refusals() -> Iterator[str]:
    """The messages of commands that refuse their arguments, line by line."""
    for command in refused():
        code, text = said(command)
        assert code, command
        yield f"$ tarot-teach {command} -> {code}"
        yield from (line for line in text.splitlines() if " is left out: " not in line)
        yield ""


def refused() -> Iterator[str]:
    """Commands that are refused: some of each kind, and some about each ruleset."""
    for name, options in REFUSED.items():
        command = shlex.join([name, *options]).replace(f"{Path.cwd()}{os.sep}", "")
        yield from (command, f"{command} --json")
    for name in LIBRARY.ids():
        yield from (f"{command} {name} {words}" for command, words in WRONG.items())
        yield f"score {name}"


# ---------------------------------------------------------------- answers


def commands(name: str) -> Iterator[str]:
    """Commands about a ruleset, with hands, tricks and results of deals played at random."""
    for command in (f"rules {name}", f"deck {name}", f"odds {name}"):
        yield from (command, f"{command} --json")
    yield f"quiz {name} --seed 3 --count 5 --json"
    yield f"quiz {name} --seed 3 --count 5 --format gift"
    yield f"rules {name} --format markdown"
    yield f"rules {name} --format html"
    yield f"rules {name} --format latex"
    yield f"find {name}"
    yield f"simulate {name} --deals 8 --players random --jobs 1 --json"
    yield f"simulate {name} --deals 8 --players random --jobs 1 --all"
    if (parent := LIBRARY.load(name).parent) is not None:
        yield from (f"compare {parent.name} {name}", f"compare {parent.name} {name} --json")
    deal = DealSimulator.of(LIBRARY, name, ("random",)).play(PLAYED, PLAYED)
    yield from _of_hands(name, deal)
    for played in islice(deals_of(name), 0, None, 2):
        try:
            result = written_result(engine_of(name).scorer, played.state)
        except LoadError:
            continue
        command = shlex.join(arguments(name, result))
        yield from (command, command.removesuffix(" --json"))


def _of_hands(name: str, deal: Deal) -> Iterator[str]:
    """Commands about hands and tricks of a deal."""
    deck, moves = deal.state.deck, [move for move in deal if isinstance(move.action, Play)]
    hand = deck.set(deal.start.hands[0])
    yield from (f"evaluate {name} --hand {_list(hand)}", f"odds {name} --holding {_list(hand)} --json")
    yield from (f"count {name} --cards {_list(hand)}", f"count {name} --cards {_list(hand)} --json")
    for move in moves[1 :: max(1, len(moves) // 4)]:
        yield from _of_move(name, move)


def _of_move(name: str, move: Move) -> Iterator[str]:
    """Commands about a card that is played."""
    state = move.before
    assert state.turn is not None
    deck, contract = state.deck, state.auction.contract
    given = f" --contract {contract}" if contract and engine_of(name).index.by_contract else ""
    given += f" --trumps {state.trumps}" if state.trumps else ""
    laid = state.trick.cards if state.trick else ()
    command = f"legal {name} --hand {_list(deck.set(state.hands[state.turn]))}{given}"
    command += f" --trick {_list(laid)}" if laid else ""
    yield from (command, f"{command} --json")
    if laid:
        command = f"trick {name} --cards {_list(laid)}{given}"
        yield from (command, f"{command} --json")


def _list(cards: Iterable[object]) -> str:
    return shlex.quote(" ".join(str(getattr(card, "code", card)) for card in cards))


def answers_about(name: str) -> list[str]:
    """Exit code, digest and command of each answer about a ruleset."""
    return [_line(command) for command in commands(name)]


def answers_of_library() -> list[str]:
    """Answers of commands without a ruleset, and for shipped examples and sessions."""
    lines = [*WITHOUT_RULESET]
    for name in LIBRARY.ids("example"):
        lines += (f"replay {name} --json", f"step {name} --json")
    for name in LIBRARY.ids("session"):
        lines += (f"session {name}", f"session {name} --json")
    return [_line(command) for command in lines]


def _line(command: str) -> str:
    code, text = said(command)
    return f"{code} {_digest(text)} {command}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


# ---------------------------------------------------------------- pages


def pages_of(site: Path) -> list[str]:
    """Digest and name of each page of a built site."""
    return [
        f"{_digest(_content(page.read_text(encoding='utf-8')))} {page.relative_to(site).as_posix()}"
        for page in sorted(site.rglob("*.html"))
    ]


def _content(html: str) -> str:
    """The words, links and pictures of a page's content, without the marks around them, which are the theme's and Sphinx's."""
    article = re.search(r"<article\b.*</article>", html, re.DOTALL)
    content = re.sub(r"<(script|style|template)\b.*?</\1>", "", article[0] if article else html, flags=re.DOTALL)
    targets = re.findall(r'\b(?:href|src|alt)="([^"?]*)', content)
    return " ".join([*re.sub(r"<[^>]*>", " ", content).split(), *targets])


def written(lines: Iterable[str]) -> str:
    """Lines as the text of a file."""
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    match sys.argv[1:]:
        case []:
            HELP.write_text(written(help_texts()), encoding="utf-8")
            REFUSALS.write_text(written(refusals()), encoding="utf-8")
            with ProcessPoolExecutor() as processes:
                about = [line for lines in processes.map(answers_about, LIBRARY.ids()) for line in lines]
            ANSWERS.write_text(written([*about, *answers_of_library()]), encoding="utf-8")
        case ["--site", folder]:
            PAGES.write_text(written(pages_of(Path(folder))), encoding="utf-8")
        case command:
            print(said(shlex.join(command))[1], end="")
