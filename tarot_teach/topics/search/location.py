"""The place of a feature in a deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tarot_teach.engine import Deal
from tarot_teach.table import Event, Finding, Outcome, Play, State
from tarot_teach.text import Text


class Location(NamedTuple):
    """The place where a feature shows: tricks ``first`` to ``last``, or (0) the deal as a whole.

    ``rules`` are the rules that the place teaches. ``scored`` is True if a reader needs the score, ``opening`` if a reader needs nothing
    from the first trick on. ``play`` is the index of the move. ``finding`` and ``said`` say what is to be seen, and ``compare``
    names a ruleset under which the same cards are worth a look.
    """

    rules: tuple[str, ...]
    first: int = 0
    last: int = 0
    scored: bool = False
    finding: Finding | None = None
    play: int | None = None
    said: Text = Text()
    compare: str = ""
    opening: bool = False


def outcome_of(deal: Deal) -> Outcome | None:
    """The outcome for the taker's side; None for a void deal, and where each plays alone."""
    result = deal.state.result
    if result is None or result.void or result.sheets[0].outcome.taker is None:
        return None
    return result.sheets[0].outcome


def tricks_played(deal: Deal) -> int:
    """Number of tricks played."""
    return len(deal.state.tricks)


def first_of(deal: Deal, *kinds: str) -> tuple[int, Event] | None:
    """The first event of some kinds, with the number of its trick."""
    return next((found for found in deal.by_trick() if found[1].kind in kinds), None)


def play_where(deal: Deal, worth: Callable[[State, Play], bool], fits: Callable[[Finding], bool]) -> Location | None:
    """The last play with a finding that fits, since late plays show with few cards in the hands. ``worth`` is a quick test before the
    findings are looked at."""
    for i in range(len(deal.moves) - 1, -1, -1):
        state, action = deal.moves[i].before, deal.moves[i].action
        if isinstance(action, Play) and state.hand_size(action.seat) > 1 and worth(state, action):
            found = next((finding for finding in deal.moves[i].verdict.findings if fits(finding)), None)
            if found is not None:
                return Location((found.rule,), state.number, state.number, finding=found, play=i)
    return None
