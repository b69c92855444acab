"""Places in the one array of whole numbers on which the search works: the rules, the hands, and a frame for each card that has been played.

A card is the number of its suit times ``RANKS``, plus its place in the suit from the lowest. The trumps are the last suit but one, the
Excuse is a suit of one card. A set of cards of a suit is a mask.
"""

from __future__ import annotations

from collections.abc import MutableSequence

Words = MutableSequence[int]
"""The array of a search, or its table: a list in Python, an array of 64-bit integers in compiled code."""

SEATS, SUITS, RANKS, HONOURS = 6, 8, 32, 8
"""Room for seats, suits with trumps and Excuse, cards of a suit, and honours."""
NONE = -1
"""No seat, no suit, no card."""
UNBOUNDED = 1 << 20
"""More half-points than any deal has."""

(
    PLAYERS, TAKERS, TRUMPS, EXCUSE, NARROWS, EXCUSE_HALVES, EXCUSE_HONOUR, PAYS, LAST_EXCUSE, LAST_PAYS, LEAST, NODES, LIMIT,
    STOPPED, SEAT_BITS, HEAD_MASK, POOL, POOL_SIZE, ENTRY, TRICK, PETIT, SLAM,
) = range(22)  # fmt: skip
"""Places of the rules: players, the taker's side as a mask of seats, the numbers of the suits of trumps and Excuse, the rules that narrow a
play (each in two bits, from the lowest), half-points of the Excuse, 1 if it is an honour, half-points given for it, who gets it in the last trick,
half-points given for it then, and the fewest half-points of another card; then of the search: nodes so far, their limit, 1 after it has been
reached, the bits of a seat in a row, and of the table: the number of its chains less one, the place of its first entry, the most entries, and
the size of an entry; at last what a trick is worth by itself, and the Petit as a set of trumps, where the last trick with it counts,
and how the Excuse can win the last trick for a side that has won all others."""

FOLLOW, TRUMP, OVERTRUMP = 1, 2, 3
"""Rules that narrow a play."""
LIKE_ANY_TRICK, TO_WINNER, TO_OTHER_SIDE = range(3)
"""The fate of an Excuse that is played to the last trick."""

NEVER, LED_ONLY, PLAYED_TO = range(3)
"""How the Excuse can win the last trick: never, if it is led, or whenever it is played."""
TARGETS = 24
"""Half-points that the taker's side needs, by its honours, in a row for each end of the deal; 0 where only points count."""
PETIT_GONE, WON_BY_TAKER, WON_BY_DEFENCE, WITH_PETIT = 0, 1, 2, 2
"""Ends of a deal: the Petit is not in the last trick, it is and a side wins the trick, and so much more if it wins with the Petit itself."""
ENDS, COUNTS = 5, HONOURS + 1
"""The number of ends, and of counts of honours."""
HARDEST = TARGETS + ENDS * COUNTS
"""By honours, the most half-points that are needed at any end."""
EASIEST = HARDEST + COUNTS
"""By honours, the fewest."""
ORDINARY = EASIEST + COUNTS
"""By suit, a row of neighbouring cards that count the same and are no honours."""
ROW_WORD = ORDINARY + SUITS
"""By suit, the word of an entry of the table in which its row of seats stands."""
ROW_SHIFT = ROW_WORD + SUITS
"""By suit, the place of its row in that word, in bits."""
HONOURS_IN = ROW_SHIFT + SUITS
"""By suit, its honours, where they count."""
HANDS = HONOURS_IN + SUITS
"""By seat and suit, the cards in hand."""
HALVES = HANDS + SEATS * SUITS
"""By card, its half-points."""
FRAMES = HALVES + SUITS * RANKS
"""The first frame."""

(
    SEAT, PLACE, LEFT, LED, BEST, WINNER, WORTH, TRICK_HONOURS, EXCUSE_BY, EXCUSE_HELD, REST, HONOURS_WON, HONOURS_LEFT,
    TRICKS_BY,
) = range(14)  # fmt: skip
"""Places in a frame: the seat to play, its place in the trick, tricks left with this one, the suit led, the best card so far and its seat,
half-points and honours in the trick without the Excuse, who has played the Excuse to it, who holds it; half-points that are still in play without
the Excuse, honours of the taker's side and in play, where they count; and the sides that have won a trick, 1 for the taker's and 2 for the other."""
LIVE = 16
"""By suit, the cards that were in play when the trick began."""
PLAYED = LIVE + SUITS
"""By suit, the cards of the trick."""
ROWS = PLAYED + SUITS
"""By suit, the row of the seats that hold its cards in play, from the lowest card up, each in ``SEAT_BITS`` bits."""
POSITION = ROWS + SUITS
"""The size of what the next frame begins with."""
MOVES = POSITION
"""The cards that are tried."""
RATINGS = MOVES + RANKS
"""By place among them, how promising each is."""
RELIED = RATINGS + RANKS
"""By suit, the lowest card whose rank the value found here relies on; ``RANKS`` for none. All cards below count by their number only."""
(HASH, HINT, BEATEN) = range(RELIED + SUITS, RELIED + SUITS + 3)
"""By which the table knows the position, the card that it recommends, and the card that has won the trick before by its rank, or none."""
FRAME = BEATEN + 1
"""The size of a frame."""


def size(cards: int) -> int:
    """The size of the array for a deal with so many cards."""
    return FRAMES + (cards + 2) * FRAME
