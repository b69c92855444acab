"""What is kept of many deals: how often each row came up, and each change against the first ruleset. Tallies of any parts of a
run add up to the same whole, in whatever order they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tarot_teach.simulate.ending import Change, Ending, Row, change_of


@dataclass(slots=True)
class Tally:
    """Deals counted under each of some rulesets: ``rows`` by ruleset, and ``changes`` by ruleset from the second on, against the
    first. Its size depends on how many different rows there are, not on the number of deals."""

    rows: list[Counter[Row]]
    changes: list[Counter[Change]]
    deals: int = 0

    @classmethod
    def empty(cls, rulesets: int) -> Tally:
        """A tally of no deals."""
        return cls([Counter() for _ in range(rulesets)], [Counter() for _ in range(rulesets - 1)])

    def add(self, other: Tally) -> None:
        """Count the deals of another tally of the same rulesets too."""
        self.deals += other.deals
        for rows, more in zip(self.rows, other.rows, strict=True):
            rows.update(more)
        for changes, others in zip(self.changes, other.changes, strict=True):
            changes.update(others)


@dataclass(slots=True)
class Played:
    """A batch of deals under one ruleset: the different endings, and for each deal the number of its own among them."""

    of: Sequence[int]
    endings: Sequence[Ending]


def tally(batches: Sequence[Played]) -> Tally:
    """The same deals under each of some rulesets, counted."""
    counted = Tally.empty(len(batches))
    counted.deals = len(batches[0].of)
    for rows, batch in zip(counted.rows, batches, strict=True):
        for number, deals in Counter(batch.of).items():
            rows[batch.endings[number].row] += deals
    first, *others = batches
    for changes, batch in zip(counted.changes, others, strict=True):
        for (one, other), deals in Counter(zip(first.of, batch.of, strict=True)).items():
            changes[change_of(first.endings[one], batch.endings[other])] += deals
    return counted
