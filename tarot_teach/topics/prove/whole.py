"""One deal of a small pack searched whole: all bids, exchanges and announcements, and all positions of the play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.rules import Ruleset
from tarot_teach.table import State
from tarot_teach.topics.prove.invariants import PositionChecker
from tarot_teach.topics.prove.search import DEALS, VOID, Begun, Counts, DealSearch, SpentError
from tarot_teach.topics.prove.small_packs import SmallGame, least_games

POSITIONS = 40_000
"""The most positions of a deal that is searched whole."""
MOST_SAID = 9
"""So many bids and announcements at most are tried where all are too many."""
GROWTH = 3
"""One more has so many times the positions at least."""


@dataclass(frozen=True, slots=True)
class WholeDeal:
    """A deal of a small game: its number, whether all its positions were visited that the rules tell apart, and the counts of the search.

    ``most_said`` is the number of bids and announcements from which on every seat was silent that may be; None where there was no such limit.
    """

    game: SmallGame
    number: int
    whole: bool
    most_said: int | None
    counts: Counts

    @property
    def every_way(self) -> bool:
        """True if the play was gone through in every way from each of its beginnings."""
        return self.whole and self.counts.exhausted == self.counts.begun

    def as_data(self) -> dict[str, Any]:
        """The deal as JSON-able data."""
        counts = self.counts
        return {
            **self.game.as_data(),
            "deal": self.number,
            "whole": self.whole,
            "most_said": self.most_said,
            "positions": counts.positions,
            "beginnings": counts.begun,
            "beginnings_exhausted": counts.exhausted,
            "ends": sum(counts.ends.values()),
            "scores": len(counts.ends),
            "digest": counts.digest(),
        }


def whole_deal(library: Library, ruleset: Ruleset, positions: int = POSITIONS) -> WholeDeal | None:
    """The first played deal of the least small game of a ruleset that goes with its rules, searched whole, or with as many bids and announcements as
    a number of positions allows. None where no small game goes with them. Raises LoadError."""
    for game in least_games(library, ruleset):
        try:
            return _searched(game, positions)
        except Exception:  # of sizes in no proportion: a fault of the rules is told of the other small games
            continue
    return None


def _searched(game: SmallGame, positions: int) -> WholeDeal:
    """The first played deal of a small game, with fewer bids and announcements where all are too many. Raises UnsoundError."""
    engine = Engine(game.ruleset)
    for number in range(DEALS * VOID):
        found = _search(game, engine, number, positions)
        if found.counts.begun:
            break
    if found.whole:
        return found
    for most_said in range(MOST_SAID):
        more = _search(game, engine, number, positions, most_said)
        if not more.whole:
            break
        found = more if more.counts.begun else found  # one that is void is not played
        if GROWTH * more.counts.positions > positions:
            break
    return found


def _search(game: SmallGame, engine: Engine, number: int, positions: int, most_said: int | None = None) -> WholeDeal:
    """A deal of a small game searched up to a number of positions. Raises UnsoundError."""
    search = DealSearch(PositionChecker(engine), number, game.shape.players, positions)
    begun, whole = search.before_play(search.dealt(), positions // 2, most_said)
    search.counts.begun = len(begun)
    if whole:
        search.counts.covered = _as_far_as_possible(search, search.reach, begun)
        whole = search.counts.covered == len(begun)
    if whole:
        search.counts.exhausted = _as_far_as_possible(search, search.every_way, begun)
    return WholeDeal(game, number, whole, most_said if search.silenced else None, search.counts)


def _as_far_as_possible(search: DealSearch, way: Callable[[State, int], object], begun: Sequence[Begun]) -> int:
    """The number of beginnings from which the play was searched in a way."""
    for done, (state, path) in enumerate(begun):
        search.path[:] = path
        try:
            way(state, len(path))
        except SpentError:
            return done
    return len(begun)
