"""Files of puzzles: JSON lines, a head and then a puzzle a line. The same deals give the same file, bit for bit."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from tarot_teach.errors import LoadError, Place
from tarot_teach.messages import _
from tarot_teach.topics.tactics.finder import Tactics
from tarot_teach.topics.tactics.puzzles import Puzzle

FOLDER = Path(__file__).parent / "data"
"""The folder of the files that come with the package, by name of the ruleset."""
VERSION = 1
"""The version of the format."""
EXCUSE_RIGHT = 4
"""One puzzle of so many, at most, has the Excuse as its answer."""


class Head(BaseModel):
    """The first line of a file: the ruleset, and the number of ``deals`` that were looked at, from seed 0 on; of each theme at most ``each``
    were kept."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = VERSION
    ruleset: str
    deals: int
    each: int


def make(tactics: Tactics, deals: int, each: int, on_deal: Callable[[int, int], None]) -> str:
    """The text of a file of puzzles: of each deal the one whose theme is the rarest so far. ``on_deal`` is told how many deals have been looked at, and how many puzzles were found."""
    found: dict[str, list[Puzzle]] = defaultdict(list)
    for seed in range(deals):
        puzzle = min(tactics.in_deal(seed), key=lambda puzzle: len(found[puzzle.theme]), default=None)
        if puzzle is not None and len(found[puzzle.theme]) < each:
            found[puzzle.theme].append(puzzle)
        on_deal(seed + 1, sum(map(len, found.values())))
    head = Head(ruleset=tactics.engine.ruleset.name, deals=deals, each=each)
    puzzles = sorted((puzzle for kept in found.values() for puzzle in kept), key=lambda puzzle: puzzle.seed)
    return "".join(f"{line.model_dump_json()}\n" for line in (head, *puzzles))


@cache
def puzzles_of(ruleset: str) -> tuple[Puzzle, ...]:
    """The puzzles about a ruleset that come with the package; none where it has no file."""
    path = FOLDER / f"{ruleset}.jsonl"
    return read(path) if "/" not in ruleset and path.is_file() else ()


def themes_of(ruleset: str) -> list[str]:
    """The ids of the themes of the puzzles about a ruleset that come with the package."""
    return sorted({puzzle.theme for puzzle in puzzles_of(ruleset)})


def with_puzzles(theme: str, ruleset: str) -> str:
    """The id of a theme of which the package has puzzles about a ruleset; empty for any other."""
    return theme if theme in themes_of(ruleset) else ""


def rulesets_with_puzzles() -> list[str]:
    """The names of the rulesets about which the package has puzzles."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def read(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file. Raises LoadError with the line that is wrong."""
    lines = path.read_text(encoding="utf-8").splitlines()
    number, found = 1, list[Puzzle]()
    try:
        head = Head.model_validate_json(lines[0] if lines else "")
        if head.version != VERSION:
            raise ValueError
        for line in lines[1:]:
            number += 1
            found.append(Puzzle.model_validate_json(line))
    except (ValidationError, ValueError):
        source = lines[number - 1] if lines else ""
        message, hint = _("this is no file of puzzles"), _("write it anew: tarot-teach tactics NAME --out FILE")
        raise LoadError.of("tactics.file", message, Place(str(path), number, 1, source), hint) from None
    return tuple(found)


def stream(puzzles: Iterable[Puzzle], source: random.Random) -> Iterator[Puzzle]:
    """The puzzles in an order by chance in which the themes take turns, at most a quarter has the Excuse as its answer, and as many
    puzzles in which it may be played and is wrong."""
    of_theme: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        of_theme[puzzle.theme].append(puzzle)
    for kept in of_theme.values():
        source.shuffle(kept)
    given, spent, wrong = 0, 0, 0
    while of_theme:
        turn = [*of_theme]
        source.shuffle(turn)
        before = given
        for theme in turn:
            puzzle = of_theme[theme][-1]
            right = puzzle.excuse == "right"
            if right and ((spent + 1) * EXCUSE_RIGHT > given + 1 or spent > wrong):
                continue
            of_theme[theme].pop()
            if not of_theme[theme]:
                del of_theme[theme]
            given, spent, wrong = given + 1, spent + right, wrong + (puzzle.excuse == "wrong")
            yield puzzle
        if given == before:
            return
