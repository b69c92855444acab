"""The first frame of a position, from the hands: what is in play, who holds it, and the trick as far as it has been played."""

from __future__ import annotations

from tarot_teach.masks import lowest, ones
from tarot_teach.solver import layout as at
from tarot_teach.solver.layout import Words
from tarot_teach.solver.moves import play


def begin(a: Words, cards: Words, frame: int, number: int) -> int:
    """Lay out a position, and play the first cards of its trick into the next frames; return the half-points that they
    bring as :func:`play` does."""
    fill_first_frame(a, frame)
    gain = 0
    for i in range(number):
        gain += play(a, frame + i * at.FRAME, cards[i])
    return gain


def fill_first_frame(a: Words, frame: int) -> None:
    """Fill the frame before a trick, in which all else is 0 but its seat, the tricks left, the sides that have won one,
    and the honours of the taker's side."""
    a[frame + at.LED] = a[frame + at.BEST] = a[frame + at.EXCUSE_BY] = a[frame + at.EXCUSE_HELD] = at.NONE
    for seat in range(a[at.PLAYERS]):
        for suit in range(a[at.EXCUSE] + 1):
            a[frame + at.LIVE + suit] |= a[at.HANDS + seat * at.SUITS + suit]
        if a[at.HANDS + seat * at.SUITS + a[at.EXCUSE]]:
            a[frame + at.EXCUSE_HELD] = a[frame + at.ROWS + a[at.EXCUSE]] = seat
            a[frame + at.HONOURS_LEFT] += a[at.EXCUSE_HONOUR]
    for suit in range(a[at.EXCUSE]):
        live = a[frame + at.LIVE + suit]
        a[frame + at.HONOURS_LEFT] += ones(live & a[at.HONOURS_IN + suit])
        for seat in range(a[at.PLAYERS]):
            held = a[at.HANDS + seat * at.SUITS + suit]
            while held:
                card = held & -held
                a[frame + at.ROWS + suit] |= seat << a[at.SEAT_BITS] * ones(live & card - 1)
                a[frame + at.REST] += a[at.HALVES + suit * at.RANKS + lowest(card)]
                held ^= card
    if not a[frame + at.HONOURS_LEFT]:
        a[frame + at.HONOURS_WON] = 0
