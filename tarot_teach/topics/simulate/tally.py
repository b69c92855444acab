"""What is kept of many deals: how often each row came up, and each change against the first ruleset. Tallies of any parts of a
run add up to the same whole, in whatever order they come.

Rows are kept as texts, each a line of JSON. They go between processes, are added up and take little room, and are read again only
when figures are asked for.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tarot_teach.topics.simulate.ending import Change, Ending, Row, as_text, change_of

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


@dataclass(slots=True)
class Played:
    """A batch of deals under one ruleset. ``endings`` are the different ones, as if the first seat had been the taker; ``of`` has
    for each deal the number of its own among them, and ``takers`` its taker's seat (0 where there is none)."""

    of: list[int]
    takers: list[int]
    endings: list[Ending]

    def ending(self, deal: int) -> Ending:
        """How a deal of the batch ended, by its place in it."""
        return self.endings[self.of[deal]].turned(self.takers[deal])


def tally(batches: Sequence[Played]) -> Tally:
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
    """Game points from text; ValueError where they are none, or more than anybody could have."""
    if not _POINTS.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)
