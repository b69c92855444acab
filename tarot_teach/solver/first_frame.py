"""The first frame of a position, from the hands: what is in play, who holds it, and the trick as far as it has been played."""

from __future__ import annotations

from tarot_teach.solver.bits import lowest, ones
from tarot_teach.solver.layout import (
    BEST,
    EXCUSE,
    EXCUSE_BY,
    EXCUSE_HELD,
    EXCUSE_HONOUR,
    FRAME,
    HALVES,
    HANDS,
    HONOURS_IN,
    HONOURS_LEFT,
    HONOURS_WON,
    LED,
    LIVE,
    NONE,
    PLAYERS,
    RANKS,
    REST,
    ROWS,
    SEAT_BITS,
    SUITS,
    Words,
)
from tarot_teach.solver.moves import play


def begin(a: Words, cards: Words, at: int, number: int) -> int:
    """Lay out a position, and play the first cards of its trick into the next frames; return the half-points that they bring as :func:`play` does."""
    fill_first_frame(a, at)
    gain = 0
    for i in range(number):
        gain += play(a, at + i * FRAME, cards[i])
    return gain


def fill_first_frame(a: Words, at: int) -> None:
    """Fill the frame before a trick, in which all else is 0 but its seat, the tricks left, the sides that have won one, and the honours of the taker's side."""
    a[at + LED] = a[at + BEST] = a[at + EXCUSE_BY] = a[at + EXCUSE_HELD] = NONE
    for seat in range(a[PLAYERS]):
        for suit in range(a[EXCUSE] + 1):
            a[at + LIVE + suit] |= a[HANDS + seat * SUITS + suit]
        if a[HANDS + seat * SUITS + a[EXCUSE]]:
            a[at + EXCUSE_HELD] = a[at + ROWS + a[EXCUSE]] = seat
            a[at + HONOURS_LEFT] += a[EXCUSE_HONOUR]
    for suit in range(a[EXCUSE]):
        live = a[at + LIVE + suit]
        a[at + HONOURS_LEFT] += ones(live & a[HONOURS_IN + suit])
        for seat in range(a[PLAYERS]):
            held = a[HANDS + seat * SUITS + suit]
            while held:
                card = held & -held
                a[at + ROWS + suit] |= seat << a[SEAT_BITS] * ones(live & card - 1)
                a[at + REST] += a[HALVES + suit * RANKS + lowest(card)]
                held ^= card
    if not a[at + HONOURS_LEFT]:
        a[at + HONOURS_WON] = 0
