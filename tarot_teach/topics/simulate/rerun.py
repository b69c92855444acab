"""Runs that were kept in files, played anew: whether the same comes of them still."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tarot_teach.errors import Place, RunError
from tarot_teach.topics.simulate.run_results import Saved
from tarot_teach.topics.simulate.tally import Tally
from tarot_teach.topics.simulate.task import Task


@dataclass(frozen=True, slots=True)
class Again:
    """A run as it was kept, ``before``, and the same deals as they are played ``now``: all of them, or only the first ones."""

    before: Saved
    now: Saved

    @property
    def whole(self) -> bool:
        """Whether all deals have been played anew."""
        return self.now.deals == self.before.deals

    @property
    def changed(self) -> list[str]:
        """The rulesets whose rules, or the advice for whose players, have been changed since."""
        return self.before.changed(self.now)

    @property
    def other_unit(self) -> bool:
        """Tell a file that counts game points in a different unit from its rulesets."""
        return self.before.units != self.now.units

    @property
    def same(self) -> bool:
        """True if rules, units and counts agree. After a partial rerun, no count may exceed the stored one."""
        one, two = self.now.tally, self.before.tally
        if self.changed or self.other_unit:
            return False
        return one == two if self.whole else _within(one, two)


def task_again(saved: Saved, own: Iterable[Path] = ()) -> Task:
    """What was played in a run, to be played anew; ``own`` are a user's files of rulesets."""
    return Task(tuple(game.name for game in saved.games), saved.players, saved.seed, saved.contract, tuple(own))


def check_unbroken(saved: Saved, path: Path) -> None:
    """Raises RunError for a run that is of no deals, or not of the first ones, all of them: it was stopped in between."""
    if len(saved.done) != 1 or saved.done[0][0]:
        raise RunError.of(
            "simulate.unfinished",
            "a run that was stopped before its deals were played one and all",
            Place(str(path)),
            f"go on with it first: --out {path}",
        )


def _within(part: Tally, whole: Tally) -> bool:
    pairs = ((part.rows, whole.rows), (part.changes, whole.changes), (part.seats, whole.seats))
    return all(one <= two for parts, wholes in pairs for one, two in zip(parts, wholes, strict=True))
