"""What each side can be sure of, seen from the trumps and the Excuse alone, with two tricks or more to be played.

The highest trumps in play, as far as one side holds them, win it as many tricks as one of its hands has of them, whatever is played.
The side that holds the Excuse can play it before the last trick, and keeps it.
"""

from __future__ import annotations

from tarot_teach.solver.bits import highest, ones
from tarot_teach.solver.layout import (
    EXCUSE_HALVES,
    EXCUSE_HELD,
    EXCUSE_HONOUR,
    HALVES,
    HANDS,
    HONOURS_IN,
    HONOURS_LEFT,
    HONOURS_WON,
    LEAST,
    LIVE,
    OWNERS,
    PAYS,
    PLAYERS,
    RANKS,
    REST,
    SUITS,
    TAKERS,
    TARGETS,
    TRUMPS,
    Words,
)


def bounds(a: Words, at: int) -> tuple[int, int]:
    """The least and the most that the tricks to come can bring the taker's side, when a trick is about to be led."""
    low, high = 0, a[at + REST]
    sure_won = sure_lost = 0
    holder = a[at + EXCUSE_HELD]
    if holder >= 0:
        high += a[EXCUSE_HALVES]
        if a[TAKERS] >> holder & 1:
            low += a[EXCUSE_HALVES] - a[PAYS]
            sure_won += a[EXCUSE_HONOUR]
        else:
            high -= a[EXCUSE_HALVES] - a[PAYS]
            sure_lost += a[EXCUSE_HONOUR]
    top = top_trumps(a, at)
    if top and a[LEAST] == a[PAYS]:
        halves, honours = worth_of(a, top), ones(top & a[HONOURS_IN + a[TRUMPS]])
        if a[TAKERS] >> a[OWNERS + a[TRUMPS] * RANKS + highest(top)] & 1:
            low += halves
            sure_won += honours
        else:
            high -= halves
            sure_lost += honours
    if a[at + HONOURS_LEFT]:
        first, last = a[at + HONOURS_WON] + sure_won, a[at + HONOURS_WON] + a[at + HONOURS_LEFT] - sure_lost
        hardest = easiest = a[TARGETS + first]
        for honours in range(first, last + 1):
            hardest = max(hardest, a[TARGETS + honours])
            easiest = min(easiest, a[TARGETS + honours])
        low -= hardest
        high -= easiest
    return low, high


def top_trumps(a: Words, at: int) -> int:
    """The highest trumps in play, down to the first of the other side."""
    left, top, base = a[at + LIVE + a[TRUMPS]], 0, OWNERS + a[TRUMPS] * RANKS
    if left:
        side = a[TAKERS] >> a[base + highest(left)] & 1
        while left and a[TAKERS] >> a[base + highest(left)] & 1 == side:
            top |= 1 << highest(left)
            left ^= 1 << highest(left)
    return top


def worth_of(a: Words, top: int) -> int:
    """The fewest half-points that the tricks bring which the highest trumps win."""
    tricks, halves, left = 0, 0, top
    for seat in range(a[PLAYERS]):
        tricks = max(tricks, ones(a[HANDS + seat * SUITS + a[TRUMPS]] & top))
    while left:
        halves += a[HALVES + a[TRUMPS] * RANKS + highest(left)] - a[LEAST]
        left ^= 1 << highest(left)
    return halves + tricks * a[PLAYERS] * a[LEAST]
