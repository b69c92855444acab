"""How simulated deals came out, and how often: exact counts of rows, which add up in any order.

Rows are kept as texts, each a line of JSON: texts go between processes, are added up and take little room. They are read again only when
figures are asked for."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from tarot_teach.table import Outcome, Result

EXCUSE = ("", "excuse_stays", "excuse_kept", "excuse_lost")
"""What became of the Excuse, by the events that tell of it; nothing where it was not played."""
DEBTS = ("", "debt_paid", "debt_unpaid", "excuse_surrendered")
"""What became of a card owed for the Excuse; nothing where none was owed, or it was paid at once."""

as_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode
"""A row, or its fields, as text."""


class DealRow(NamedTuple):
    """What is counted of a deal. Equal rows are kept once, with their number.

    ``contract`` is empty for void deals and where each plays for himself. ``halves`` are the taker's side's card points in
    half-points, ``margin`` their distance from the target in half-points. ``handfuls`` are levels with the side that showed
    each, and ``slam`` and ``small_slam`` what became of them, two words joined by ``+``. ``scores`` are game points: of taker, partner (None without one) and all defenders together; nothing where each plays
    for himself. ``spread`` is the distance between the best and the worst score of a seat.
    """

    void: str = ""
    contract: str = ""
    alone: bool = False
    made: bool = False
    halves: int = 0
    margin: int = 0
    honours: int = 0
    tricks: int = 0
    last_trick_bonus: str = ""
    slam: str = ""
    small_slam: str = ""
    handfuls: tuple[tuple[str, str], ...] = ()
    apart: int = 0
    excuse: str = ""
    debt: str = ""
    lone_kept: bool = False
    scores: tuple[Fraction | None, ...] = ()
    spread: Fraction = Fraction(0)


class RowChange(NamedTuple):
    """What is different in a deal under another ruleset. ``scores`` says that some seat's game points differ; ``points`` are
    the taker's side's card points under the second less those under the first, in half-points, and ``taker`` the taker's
    game points likewise (a void deal counts 0)."""

    scores: bool
    void: bool
    contract: bool
    made: bool
    points: int
    taker: Fraction


@dataclass(frozen=True)
class Ending:
    """A deal that is over. ``row`` is what is counted of it.

    ``outcome`` is the taker's side's where a taker plays against a defence, without the pile it was counted from. ``scores`` are
    game points by seat, all payments together; a void deal has none.
    """

    row: DealRow
    outcome: Outcome | None = None
    scores: tuple[Fraction, ...] = ()

    @classmethod
    def of(cls, result: Result) -> Ending:
        """The ending of a deal, as far as its score goes."""
        if result.void:
            return cls(DealRow(void=result.void))
        first = result.sheets[0].outcome
        outcome = None if first.taker is None else replace(first, pile=None, cards=0)
        return cls(_counted(outcome, result.scores), outcome, result.scores)

    def played(self, tricks: int, excuse: str, debt: str, lone_kept: bool) -> Ending:
        """The same with what is counted of the play."""
        row = self.row._replace(tricks=tricks, excuse=excuse, debt=debt, lone_kept=lone_kept)
        return Ending(row, self.outcome, self.scores)

    @property
    def void(self) -> str:
        """The rule that made the deal void, if it was."""
        return self.row.void

    @cached_property
    def text(self) -> str:
        """The row as text."""
        return as_text(self.row)

    @property
    def taker(self) -> int:
        """The taker's seat; 0 where there is none."""
        return 0 if self.outcome is None or self.outcome.taker is None else self.outcome.taker

    @property
    def taker_gets(self) -> Fraction:
        """Game points of the taker; 0 for a void deal."""
        return Fraction(0) if self.outcome is None else self.scores[self.taker]

    def turned(self, by: int) -> Ending:
        """The same with everybody of the taker's game sitting so many seats further on."""
        seats, outcome = len(self.scores), self.outcome
        if outcome is None or by % seats == 0:
            return self
        turned = replace(
            outcome,
            taker=(self.taker + by) % seats,
            partner=None if outcome.partner is None else (outcome.partner + by) % seats,
            apart=tuple(((seat + by) % seats, level) for seat, level in outcome.apart),
        )
        return replace(self, outcome=turned, scores=tuple(self.scores[(seat - by) % seats] for seat in range(seats)))


def change_of(first: Ending, second: Ending) -> RowChange:
    """What is different in a deal under a second ruleset."""
    one, other = first.outcome, second.outcome
    return RowChange(
        scores=first.scores != second.scores,
        void=bool(first.void) != bool(second.void),
        contract=(one and (one.taker, one.contract)) != (other and (other.taker, other.contract)),
        made=bool(one and one.made) != bool(other and other.made),
        points=(other.halves if other else 0) - (one.halves if one else 0),
        taker=second.taker_gets - first.taker_gets,
    )


def _counted(outcome: Outcome | None, scores: tuple[Fraction, ...]) -> DealRow:
    spread = max(scores) - min(scores)
    if outcome is None:
        return DealRow(spread=spread)
    assert outcome.taker is not None
    taker = scores[outcome.taker]
    partner = None if outcome.partner is None else scores[outcome.partner]
    return DealRow(
        contract=outcome.contract or "",
        alone=outcome.alone,
        made=bool(outcome.made),
        halves=outcome.halves,
        margin=outcome.halves - 2 * (outcome.target or 0),
        honours=outcome.honours,
        last_trick_bonus=outcome.last_trick_bonus or "",
        slam="+".join(outcome.slam),
        small_slam="+".join(outcome.small_slam),
        handfuls=tuple(sorted((handful.level, handful.side) for handful in outcome.handfuls)),
        apart=len(outcome.apart),
        scores=(taker, partner, sum(scores, Fraction(0)) - taker - (partner or 0)),
        spread=spread,
    )


_POINTS = re.compile(r"-?\d{1,12}(/[1-9]\d{0,5})?", re.ASCII)


@dataclass(slots=True)
class Tally:
    """Deals counted under each of some rulesets: ``rows`` by ruleset, and ``changes`` by ruleset from the second on, against the
    first. Both are JSON lists of their fields, in order; game points are texts such as ``"3"`` or ``"1/2"``.

    Where each plays for himself, what the seats score together hardly ever repeats. There, ``seats`` has how often each seat got
    how much, as ``[seat, game points]``; else it is empty. The size of a tally depends on how many different rows there are, not
    on the number of deals.
    """

    rows: list[Counter[str]]
    changes: list[Counter[str]]
    seats: list[Counter[str]]
    deals: int = 0

    @classmethod
    def empty(cls, rulesets: int) -> Tally:
        """A tally of no deals."""
        rows, changes, seats = ([Counter[str]() for _ in range(count)] for count in (rulesets, rulesets - 1, rulesets))
        return cls(rows, changes, seats)

    def _counters(self) -> list[Counter[str]]:
        return [*self.rows, *self.changes, *self.seats]

    def add(self, other: Tally) -> None:
        """Count the deals of another tally of the same rulesets too."""
        self.deals += other.deals
        for counted, more in zip(self._counters(), other._counters(), strict=True):
            counted.update(more)

    def rows_of(self, ruleset: int) -> Iterator[tuple[DealRow, int]]:
        """The rows of a ruleset, by its number, and how often each came up; one at a time, since there may be many."""
        return ((_row(text), deals) for text, deals in self.rows[ruleset].items())

    def changes_of(self, ruleset: int) -> Iterator[tuple[RowChange, int]]:
        """The changes of a ruleset against the first, by its number less one, and how often each came up."""
        return ((_change(text), deals) for text, deals in self.changes[ruleset].items())

    def scores_of(self, ruleset: int) -> Iterator[tuple[int, Fraction, int]]:
        """Where each plays for himself: seat, game points, and how often it got them."""
        for text, deals in self.seats[ruleset].items():
            seat, score = json.loads(text)
            yield int(seat), _fraction(score), deals


@dataclass(slots=True)
class PlayedBatch:
    """A batch of deals under one ruleset. ``endings`` are the different ones, as if the first seat had been the taker; ``of`` has
    for each deal the number of its own among them, and ``takers`` its taker's seat (0 where there is none)."""

    of: list[int]
    takers: list[int]
    endings: list[Ending]

    def ending(self, deal: int) -> Ending:
        """How a deal of the batch ended, by its place in it."""
        return self.endings[self.of[deal]].turned(self.takers[deal])


def tally(batches: Sequence[PlayedBatch]) -> Tally:
    """The same deals under each of some rulesets, counted."""
    counted = Tally.empty(len(batches))
    counted.deals = len(batches[0].of)
    for rows, seats, batch in zip(counted.rows, counted.seats, batches, strict=True):
        for number, deals in Counter(batch.of).items():
            ending = batch.endings[number]
            rows[ending.text] += deals
            for seat, score in enumerate(ending.scores if ending.outcome is None else ()):
                seats[as_text((seat, score))] += deals
    first, *others = batches
    for changes, batch in zip(counted.changes, others, strict=True):
        pairs = Counter(zip(first.of, first.takers, batch.of, batch.takers, strict=True))
        for (one, taker, other, another), deals in pairs.items():
            turned = batch.endings[other].turned(another - taker)
            changes[as_text(change_of(first.endings[one], turned))] += deals
    return counted


def _row(text: str) -> DealRow:
    fields = dict(zip(DealRow._fields, json.loads(text), strict=True))
    fields["handfuls"] = tuple((level, side) for level, side in fields["handfuls"])
    fields["scores"] = tuple(None if score is None else _fraction(score) for score in fields["scores"])
    fields["spread"] = _fraction(fields["spread"])
    return DealRow(**fields)


def _change(text: str) -> RowChange:
    fields = dict(zip(RowChange._fields, json.loads(text), strict=True))
    fields["taker"] = _fraction(fields["taker"])
    return RowChange(**fields)


@lru_cache(maxsize=10_000)
def _fraction(text: str) -> Fraction:
    """Game points from text; ValueError where they are none, or more than anybody could have."""
    if not _POINTS.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)
