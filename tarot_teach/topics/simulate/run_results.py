"""What a run has found so far: kept in memory and in a file, added to batch by batch, and taken up again later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import tarot_teach
from tarot_teach.errors import Place, RunError
from tarot_teach.rules.model import Unit
from tarot_teach.topics.simulate.ruleset_stamp import Game
from tarot_teach.topics.simulate.tally import Tally
from tarot_teach.topics.simulate.task import Task

Ranges = tuple[tuple[int, int], ...]
"""Numbers of deals, from the first of each pair to below the second, in order and apart from each other."""


@dataclass(slots=True)
class Saved:
    """The deals of a task that have been played, counted. ``done`` are their numbers."""

    games: tuple[Game, ...]
    players: tuple[str, ...]
    seed: int
    contract: str | None
    tally: Tally
    done: Ranges = ()
    version: str = tarot_teach.__version__

    @classmethod
    def of(cls, task: Task) -> Saved:
        """A task of which nothing has been played yet."""
        games = tuple(Game.of(runner.dealing) for runner in task.runners())
        return cls(games, task.players, task.seed, task.contract, Tally.empty(len(games)))

    @property
    def deals(self) -> int:
        """How many deals have been played."""
        return self.tally.deals

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """The hashes of the rulesets."""
        return tuple(game.fingerprint for game in self.games)

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of game points, by ruleset."""
        return tuple(game.unit for game in self.games)

    def add(self, first: int, played: Tally) -> None:
        """Keep a batch of deals."""
        self.tally.add(played)
        self.done = with_range(self.done, first, first + played.deals)

    def missing(self, deals: int) -> Ranges:
        """The deals below a number that have not been played."""
        return tuple(_between(self.done, deals))

    def changed(self, other: Saved) -> list[str]:
        """The rulesets whose rules, or the advice for whose players, are not the same in the other run."""
        games = zip(self.games, other.games, strict=False)
        return [game.name for game, now in games if game.fingerprint != now.fingerprint]

    def check_same(self, other: Saved, path: Path) -> None:
        """Raises RunError when the other run is not of the same deals as this one in a file, and says what differs."""
        pairs = {
            "the rulesets": ([game.name for game in self.games], [game.name for game in other.games]),
            "the players": (self.players, other.players),
            "the seed": ([str(self.seed)], [str(other.seed)]),
            "the contract": ([self.contract or "none"], [other.contract or "none"]),
            "the version of tarot_teach": ([self.version], [other.version]),
        }
        told = [
            f"{what}: {_list(one)} there, {_list(two)} now" for what, (one, two) in pairs.items() if [*one] != [*two]
        ]
        changed = self.changed(other)
        if not told and changed:
            told = [f"the rules of {_list(changed)}, or the advice for its players, have been changed since"]
        if not told and self.units != other.units:
            told = ["the file counts game points in a different unit from the rulesets"]
        if told:
            raise RunError.of(
                "simulate.other",
                f"these are not the deals that are asked for ({'; '.join(told)})",
                Place(str(path)),
                "name another file with --out, or ask for the same as before",
            )


def with_range(ranges: Ranges, first: int, end: int) -> Ranges:
    """Ranges with one more, joined where they meet."""
    joined: list[tuple[int, int]] = []
    for one, two in sorted([*ranges, (first, end)]):
        if joined and one <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(two, joined[-1][1])
        else:
            joined.append((one, two))
    return tuple(joined)


def _between(ranges: Ranges, deals: int) -> Iterator[tuple[int, int]]:
    at = 0
    for first, end in ranges:
        if at < min(first, deals):
            yield at, min(first, deals)
        at = end
    if at < deals:
        yield at, deals


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)
