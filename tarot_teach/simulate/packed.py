"""Tallies as texts: each row is a line of JSON. They go between processes, are added up and kept in little room, and are read
again only when figures are asked for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tarot_teach.simulate.ending import Change, Row
from tarot_teach.simulate.tally import Tally

write_row = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode
"""A row, or its fields, as text."""


@dataclass(slots=True)
class Packed:
    """A tally whose rows and changes are JSON lists of their fields, in order; game points are texts such as ``"3"`` or ``"1/2"``.

    Where each plays for himself, what the seats score together hardly ever repeats. There, rows are without scores, and
    ``seats`` has how often each seat got how much, as ``[seat, game points]``; else it is empty.
    """

    rows: list[Counter[str]]
    changes: list[Counter[str]]
    seats: list[Counter[str]]
    deals: int = 0

    @classmethod
    def empty(cls, rulesets: int) -> Packed:
        """A tally of no deals."""
        rows, changes, seats = ([Counter[str]() for _ in range(count)] for count in (rulesets, rulesets - 1, rulesets))
        return cls(rows, changes, seats)

    @classmethod
    def of(cls, tally: Tally, sides: Sequence[bool]) -> Packed:
        """A tally, packed. ``sides`` says of each ruleset whether a taker plays against a defence."""
        packed = cls.empty(len(tally.rows))
        packed.deals = tally.deals
        packed.changes = [Counter({write_row(change): n for change, n in counted.items()}) for counted in tally.changes]
        for i, (counted, of_sides) in enumerate(zip(tally.rows, sides, strict=True)):
            for row, deals in counted.items():
                packed.rows[i][write_row(row if of_sides else row._replace(scores=()))] += deals
                for seat, score in enumerate(() if of_sides else row.scores):
                    packed.seats[i][write_row((seat, score))] += deals
        return packed

    def _counters(self) -> list[Counter[str]]:
        return [*self.rows, *self.changes, *self.seats]

    def add(self, other: Packed) -> None:
        """Count the deals of another tally of the same rulesets too."""
        self.deals += other.deals
        for counted, more in zip(self._counters(), other._counters(), strict=True):
            counted.update(more)

    def rows_of(self, ruleset: int) -> Iterator[tuple[Row, int]]:
        """The rows of a ruleset, by its number, and how often each came up; one at a time, since there may be many."""
        return ((_row(text), deals) for text, deals in self.rows[ruleset].items())

    def changes_of(self, ruleset: int) -> Iterator[tuple[Change, int]]:
        """The changes of a ruleset against the first, by its number less one, and how often each came up."""
        return ((_change(text), deals) for text, deals in self.changes[ruleset].items())

    def scores_of(self, ruleset: int) -> Iterator[tuple[int, Fraction, int]]:
        """Where each plays for himself: seat, game points, and how often it got them."""
        for text, deals in self.seats[ruleset].items():
            seat, score = json.loads(text)
            yield int(seat), _fraction(score), deals


def _row(text: str) -> Row:
    fields = dict(zip(Row._fields, json.loads(text), strict=True))
    fields["handfuls"] = tuple((level, side) for level, side in fields["handfuls"])
    fields["scores"] = tuple(None if score is None else _fraction(score) for score in fields["scores"])
    fields["spread"] = _fraction(fields["spread"])
    return Row(**fields)


def _change(text: str) -> Change:
    fields = dict(zip(Change._fields, json.loads(text), strict=True))
    fields["taker"] = _fraction(fields["taker"])
    return Change(**fields)


@lru_cache(maxsize=10_000)
def _fraction(text: str) -> Fraction:
    return Fraction(text)
