"""Deals that may show what is wanted, told apart from the rest by how they end; the compiled kernel plays them."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.topics.search.features import Query
from tarot_teach.topics.search.prefilters import Test, scored_apart
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.task import TaskRunner


class Prefilter:
    """Lets through the deals that pass all ``tests``, and whose scores are not those of the same number by any of ``others``."""

    def __init__(self, runner: TaskRunner, tests: Sequence[Test], others: Sequence[TaskRunner]) -> None:
        self._runner, self._tests, self._others = runner, tests, others

    @classmethod
    def of(cls, simulator: DealSimulator, queries: Sequence[Query]) -> Prefilter | None:
        """What can be told of a deal by its ending; None where nothing can be, or where no kernel plays these deals."""
        tests = [test for one in queries if (test := one.ended(simulator.engine)) is not None]
        apart = [one.other for one in queries if one.other is not None]
        if not tests and not apart:
            return None
        runner = TaskRunner(simulator)
        others = [other for other in map(TaskRunner, apart) if other.misfit is None]
        return cls(runner, tests, others) if runner.misfit is None and (tests or others) else None

    @property
    def guesses(self) -> bool:
        """Whether a deal may show what is wanted that it holds back: two rulesets may differ in a deal without scoring it differently."""
        return bool(self._others)

    def numbers(self, seed: int, first: int, count: int) -> list[int]:
        """The numbers of those deals, out of ``count`` in a row."""
        played = self._runner.play(seed, first, count)
        fits = {of for of, ending in enumerate(played.endings) if all(test(ending) for test in self._tests)}
        left = [i for i, of in enumerate(played.of) if of in fits]
        for other in self._others if left else ():
            there = other.play(seed, first, count)
            left = [i for i in left if scored_apart(played.ending(i), there.ending(i))]
        return [first + i for i in left]
