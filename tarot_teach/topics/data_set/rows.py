"""Rows of a data set, one for each deal: the deal as a line, its scores, and its result as it is typed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tarot_teach.advice.format import advice_for
from tarot_teach.engine import Deal
from tarot_teach.errors import SolveError, TarotError
from tarot_teach.loading import Library
from tarot_teach.messages import ENGLISH, printed_by
from tarot_teach.plain_data import number
from tarot_teach.records.lines.deals import deal_line
from tarot_teach.records.typed_results import written_result
from tarot_teach.topics.data_set.endings import ending_of
from tarot_teach.topics.data_set.own_eyes import OwnEyes
from tarot_teach.topics.simulate.task import Task


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of deals, of their ``endings`` and of ``tactics`` as JSON lines, and how many deals are ``void``, are scored but have no result that can
    be typed (``untyped``), have no line (``unwritten``), or an ending that cannot be solved (``unsolved``), the last two by reason."""

    lines: bytes = b""
    endings: bytes = b""
    tactics: bytes = b""
    void: int = 0
    untyped: int = 0
    unwritten: Counter[str] = field(default_factory=Counter)
    unsolved: Counter[str] = field(default_factory=Counter)

    @property
    def rows(self) -> int:
        """The number of deals."""
        return self.lines.count(b"\n")

    def __add__(self, other: Batch) -> Batch:
        return Batch(
            self.lines + other.lines,
            self.endings + other.endings,
            self.tactics + other.tactics,
            self.void + other.void,
            self.untyped + other.untyped,
            self.unwritten + other.unwritten,
            self.unsolved + other.unsolved,
        )


def play_rows(task: Task, left: int, looked: int, first: int, count: int) -> Batch:
    """The rows of ``count`` deals from number ``first`` on, of a task with one ruleset; of their endings with ``left`` cards in hand, unless that is
    0; and of the tactics of those whose number is below ``looked``. Raises RunError for a deal that does not end."""
    with printed_by(ENGLISH):  # the reasons are part of the data set
        (runner,) = task.runners()
        library, engine = Library(task.own, task.mechanisms), runner.simulator.engine
        finder = OwnEyes(engine, advice_for(library, engine.ruleset)) if first < looked else None
        rows, endings, tactics = list[dict[str, Any]](), list[dict[str, Any]](), list[dict[str, Any]]()
        unwritten, unsolved = Counter[str](), Counter[str]()
        for order in range(first, first + count):
            deal = runner.simulator.play(task.seed, order)
            line = None
            try:
                line = deal_line(deal, library)
            except TarotError as error:
                unwritten[error.problems[0].message] += 1
            rows.append(row_of(deal, order, line))
            try:
                ending = ending_of(deal, left, order, library) if left else None
            except SolveError as error:
                unsolved[error.problems[0].message] += 1
            else:
                endings += [ending] if ending else []
            if finder is not None and order < looked:
                tactics += finder.in_deal(deal, order)
    void = sum(row["void"] is not None for row in rows)
    untyped = sum(row["void"] is None and row["result"] is None for row in rows)
    return Batch(as_lines(rows), as_lines(endings), as_lines(tactics), void, untyped, unwritten, unsolved)


def as_lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Rows as JSON lines."""
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    return "".join(lines).encode()


def row_of(deal: Deal, order: int, line: str | None) -> dict[str, Any]:
    """The row of a finished deal, with the number of the deal."""
    state, scorer = deal.state, deal.engine.scorer
    assert state.result is not None
    try:
        result = written_result(scorer, state)
    except TarotError:
        result = None
    return {
        "ruleset": deal.engine.ruleset.name,
        "number": order,
        "seats": [*state.seats],
        "dealer": state.seats[state.dealer],
        "line": line,
        "void": state.result.void or None,
        "scores": [*map(number, state.result.scores)] or None,
        "result": result,
    }
