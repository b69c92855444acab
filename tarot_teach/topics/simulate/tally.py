"""Endings of simulated deals, and exact counts of them. Counts of the parts of a run add up to the counts of the whole, in any order.

Rows are kept as texts, each a line of JSON: texts are quick to send between processes and to add up. They are read again only for
figures.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from tarot_teach.mechanisms.observed import Observes, RowKey
from tarot_teach.mechanisms.score.keyed import COUNTED, IN_ROWS
from tarot_teach.table import Facts, NumberFact, Outcome, Result
from tarot_teach.table.events import CardKept, CardLost, CardStayed, CardSurrendered, DebtPaid, DebtUnpaid

EXCUSE = ("", *(kind.kind for kind in (CardStayed, CardKept, CardLost)))
"""Kinds of the last event about the Excuse; empty if it was not played."""
DEBTS = ("", *(kind.kind for kind in (DebtPaid, DebtUnpaid, CardSurrendered)))
"""Kinds of the last event about a card owed for the Excuse; empty if none was owed, or it was paid at once."""

as_text: Callable[[object], str] = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode
"""Encodes a row, or its fields, as text."""


Columns = tuple[tuple[type[Observes[Any]], RowKey], ...]
"""Kinds of rules whose facts have a column of their own, with the column."""

COUNT_COLUMNS: Columns = tuple((kind, kind.row) for kind in COUNTED if kind.row is not None)
"""The columns of numbers of cards that the count counts one by one."""
FACT_COLUMNS: Columns = tuple((kind, kind.row) for kind in IN_ROWS if kind.row is not None)
"""The columns of all other facts that have one."""
NO_CARDS, NO_CELLS = (tuple(column.empty for _kind, column in columns) for columns in (COUNT_COLUMNS, FACT_COLUMNS))
"""The cells of a deal without any of these facts."""


class DealRow(NamedTuple):
    """The counted facts of a deal.

    ``contract`` is empty for void deals and where there is none. ``halves`` are the card points of the taker's side in half-points,
    ``margin`` is their distance from the target in half-points. ``cards`` and ``cells`` are facts that have a column of their own, in the
    order of :data:`COUNT_COLUMNS` and :data:`FACT_COLUMNS`, ``facts`` all others: the rule and the spelling, or the number; one for each player where each plays alone.
    ``scores`` are game points of the taker, of the partner (or None) and of all defenders together; empty where each plays alone.
    ``spread`` is the distance between the best and the worst score.
    """

    void: str = ""
    contract: str = ""
    alone: bool = False
    made: bool = False
    halves: int = 0
    margin: int = 0
    cards: tuple[Any, ...] = NO_CARDS
    tricks: int = 0
    cells: tuple[Any, ...] = NO_CELLS
    excuse: str = ""
    debt: str = ""
    lone_kept: bool = False
    scores: tuple[Fraction | None, ...] = ()
    spread: Fraction = Fraction(0)
    facts: tuple[tuple[str, str | int], ...] = ()

    def flat(self) -> tuple[Any, ...]:
        """The row as it is written: each cell by itself, and without ``facts`` where there are none."""
        return (
            *(*self[:_CARDS], *self.cards, *self[_CARDS + 1 : _CELLS], *self.cells, *self[_CELLS + 1 : -1]),
            *([self.facts] if self.facts else []),
        )

    @classmethod
    def of_flat(cls, values: Sequence[Any]) -> DealRow:
        """The row that was written as these values. Raises ValueError for another number of them."""
        if not len(ROW_FIELDS) <= len(values) <= len(ROW_FIELDS) + 1:
            raise ValueError(len(values))
        tuples = [*map(_tuples, values), *[()] * (len(values) == len(ROW_FIELDS))]
        for at, columns in ((_CARDS, COUNT_COLUMNS), (_CELLS, FACT_COLUMNS)):
            tuples[at : at + len(columns)] = [tuple(tuples[at : at + len(columns)])]
        row = cls._make(tuples)
        scores = tuple(None if score is None else _fraction(score) for score in row.scores)
        return row._replace(scores=scores, spread=_fraction(row.spread))


_CARDS, _CELLS = map(DealRow._fields.index, ("cards", "cells"))
ROW_FIELDS = [
    *DealRow._fields[:_CARDS],
    *(column.name for _kind, column in COUNT_COLUMNS),
    *DealRow._fields[_CARDS + 1 : _CELLS],
    *(column.name for _kind, column in FACT_COLUMNS),
    *DealRow._fields[_CELLS + 1 : -1],
]
"""The names of the values of a row as it is written, without ``facts``."""


def _tuples(value: Any) -> Any:
    """A value of JSON with tuples in place of lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


class RowChange(NamedTuple):
    """The change of a deal from one ruleset to a second.

    ``scores`` is True if some seat's game points differ. ``points`` are the card points of the taker's side under the second ruleset
    less those under the first, in half-points; ``taker`` are the taker's game points likewise (a void deal counts 0).
    """

    scores: bool
    void: bool
    contract: bool
    made: bool
    points: int
    taker: Fraction


@dataclass(frozen=True)
class Ending:
    """The end of a deal: the ``row`` that is counted, the outcome and the scores.

    ``outcome`` is that of the taker's side, without its pile; None for a void deal and where each plays alone. ``scores`` are game points by
    seat, all payments together; empty for a void deal.
    """

    row: DealRow
    outcome: Outcome | None = None
    scores: tuple[Fraction, ...] = ()

    def score_of(self, seat: int) -> float:
        """The game points of a seat; none in a void deal."""
        return float(self.scores[seat]) if self.scores else 0.0

    @classmethod
    def of(cls, result: Result, rules: Mapping[str, Observes[Any]]) -> Ending:
        """The ending of a deal from its result, without facts of the play; ``rules`` are those that observe facts, by id."""
        if result.void:
            return cls(DealRow(void=result.void))
        first, scores = result.sheets[0].outcome, result.scores
        spread = max(scores) - min(scores)
        if first.taker is None:
            given_words = [each for sheet in result.sheets for each in _other_facts(sheet.outcome, rules)]
            facts = tuple(sorted(given_words, key=str))
            return cls(DealRow(contract=first.contract or "", spread=spread, facts=facts), None, scores)
        taker, partner = scores[first.taker], None if first.partner is None else scores[first.partner]
        row = DealRow(
            contract=first.contract or "",
            alone=first.alone,
            made=bool(first.made),
            halves=first.halves,
            margin=0 if first.target is None else first.halves - 2 * first.target,
            cards=_cells(first, rules, COUNT_COLUMNS),
            cells=_cells(first, rules, FACT_COLUMNS),
            facts=_other_facts(first, rules),
            scores=(taker, partner, sum(scores, Fraction(0)) - taker - (partner or 0)),
            spread=spread,
        )
        return cls(row, replace(first, pile=None, cards=0), scores)

    def played(self, tricks: int, excuse: str, debt: str, lone_kept: bool) -> Ending:
        """The ending with facts of the play in its row."""
        row = self.row._replace(tricks=tricks, excuse=excuse, debt=debt, lone_kept=lone_kept)
        return Ending(row, self.outcome, self.scores)

    @property
    def void(self) -> str:
        """Id of the rule that made the deal void, or empty."""
        return self.row.void

    @cached_property
    def text(self) -> str:
        """The row as text."""
        return as_text(self.row.flat())

    @property
    def taker(self) -> int:
        """The taker's seat; 0 without a taker."""
        return 0 if self.outcome is None or self.outcome.taker is None else self.outcome.taker

    def turned(self, by: int) -> Ending:
        """The ending with all seats moved on by ``by``."""
        seats, outcome = len(self.scores), self.outcome
        if outcome is None or by % seats == 0:
            return self
        turned = replace(
            outcome,
            taker=(self.taker + by) % seats,
            partner=None if outcome.partner is None else (outcome.partner + by) % seats,
            facts=Facts({rule: fact.turned(by, seats) for rule, fact in outcome.facts.items()}),
        )
        return replace(self, outcome=turned, scores=tuple(self.scores[(seat - by) % seats] for seat in range(seats)))


def _cells(outcome: Outcome, rules: Mapping[str, Observes[Any]], columns: Columns) -> tuple[Any, ...]:
    """The cells of some columns for the facts of an outcome."""
    facts = [(rules[id], fact) for id, fact in outcome.facts.items()]
    return tuple(kind.cell([fact for rule, fact in facts if isinstance(rule, kind)]) for kind, _column in columns)


def _other_facts(outcome: Outcome, rules: Mapping[str, Observes[Any]]) -> tuple[tuple[str, str | int], ...]:
    """The facts that have no column: the rule and the number or spelling."""
    return tuple(
        (id, fact.number if isinstance(fact, NumberFact) else str(fact))
        for id, fact in sorted(outcome.facts.items())
        if not any(isinstance(rules[id], kind) for kind, _column in (*COUNT_COLUMNS, *FACT_COLUMNS))
    )


def change_of(first: Ending, second: Ending) -> RowChange:
    """The change of a deal from a first ruleset to a second."""
    one, other = first.outcome, second.outcome
    before, after = (each.scores[each.taker] if each.outcome else Fraction(0) for each in (first, second))
    return RowChange(
        scores=first.scores != second.scores,
        void=bool(first.void) != bool(second.void),
        contract=(one and (one.taker, one.contract)) != (other and (other.taker, other.contract)),
        made=bool(one and one.made) != bool(other and other.made),
        points=(other.halves if other else 0) - (one.halves if one else 0),
        taker=after - before,
    )


_POINTS = re.compile(r"-?\d{1,12}(/[1-9]\d{0,5})?", re.ASCII)


@dataclass(slots=True)
class Tally:
    """Counts of deals under some rulesets: ``rows`` by ruleset, and ``changes`` against the first by ruleset from the second on.

    Keys are JSON lists of the fields in order; game points are texts such as ``"3"`` or ``"1/2"``. Where each plays alone, the scores of all
    seats together hardly ever repeat: there, ``seats`` counts ``[seat, game points]``, and elsewhere it is empty. The size of a tally
    depends on the number of different rows, not of deals.
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

    def counters(self) -> list[Counter[str]]:
        return [*self.rows, *self.changes, *self.seats]

    def add(self, other: Tally) -> None:
        """Add the deals of another tally of the same rulesets."""
        self.deals += other.deals
        for counted, more in zip(self.counters(), other.counters(), strict=True):
            counted.update(more)

    def rows_of(self, ruleset: int) -> Iterator[tuple[DealRow, int]]:
        """The rows of a ruleset, by its number, with the count of each; one at a time, since there may be many."""
        for text, deals in self.rows[ruleset].items():
            yield DealRow.of_flat(json.loads(text)), deals

    def changes_of(self, ruleset: int) -> Iterator[tuple[RowChange, int]]:
        """The changes of a ruleset against the first, by its number less one, with the count of each."""
        for text, deals in self.changes[ruleset].items():
            fields = dict(zip(RowChange._fields, json.loads(text), strict=True))
            yield RowChange(**{**fields, "taker": _fraction(fields["taker"])}), deals

    def scores_of(self, ruleset: int) -> Iterator[tuple[int, Fraction, int]]:
        """Seat, game points and count, where each plays alone."""
        for text, deals in self.seats[ruleset].items():
            seat, score = json.loads(text)
            yield int(seat), _fraction(score), deals


@dataclass(slots=True)
class PlayedBatch:
    """A batch of deals under one ruleset.

    ``endings`` are the different endings, turned as if the first seat were the taker. ``of`` has the index of its ending for each deal, and
    ``takers`` the taker's seat (0 without a taker).
    """

    of: list[int]
    takers: list[int]
    endings: list[Ending]

    def ending(self, deal: int) -> Ending:
        """The ending of a deal, by its index in the batch."""
        return self.endings[self.of[deal]].turned(self.takers[deal])


def tally(batches: Sequence[PlayedBatch]) -> Tally:
    """Count the same deals under some rulesets."""
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


@lru_cache(maxsize=10_000)
def _fraction(text: str) -> Fraction:
    """Game points from text. Raises ValueError for no number, or one out of range."""
    if not _POINTS.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)
