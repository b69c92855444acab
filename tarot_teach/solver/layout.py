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
    PLAYERS,
    TAKERS,  # the taker's side, as a mask of seats
    TRUMPS,  # the number of that suit
    EXCUSE,  # the number of its suit
    NARROWS,  # the rules that narrow a play, each in two bits, from the lowest
    EXCUSE_HALVES,
    EXCUSE_HONOUR,  # 1 if the Excuse is an honour
    PAYS,  # half-points given for the Excuse
    LAST_EXCUSE,  # who gets an Excuse in the last trick
    LAST_PAYS,  # half-points given for it then
    LEAST,  # the fewest half-points of a card but the Excuse
    NODES,  # so far
    LIMIT,  # the most nodes
    STOPPED,  # 1 after the limit has been reached
    SEAT_BITS,  # the bits of a seat in a row
    HEAD_MASK,  # the number of chains of the table, less one
    POOL,  # the place of the first entry of the table
    POOL_SIZE,  # the most entries of the table
    ENTRY,  # the size of an entry
    TRICK,  # half-points of a trick by itself
    PETIT,  # as a set of trumps, where the last trick with it counts
    SLAM,  # the case in which the Excuse wins the last trick for a side that has won all others
) = range(22)
"""Places of the rules, of the search, and of its table."""

FOLLOW, TRUMP, OVERTRUMP = 1, 2, 3
"""Rules that narrow a play."""
LIKE_ANY_TRICK, TO_WINNER, TO_OTHER_SIDE = range(3)
"""The fate of an Excuse that is played to the last trick."""

NEVER, LED_ONLY, PLAYED_TO = range(3)
"""Cases in which the Excuse wins the last trick: never, if it is led, or whenever it is played."""
TARGETS = 24
"""Half-points that the taker's side needs, by its honours, in a row for each end of the deal; 0 where only points count."""
PETIT_GONE, WON_BY_TAKER, WON_BY_DEFENCE, WITH_PETIT = 0, 1, 2, 2
"""Ends of a deal: the Petit is not in the last trick, it is and a side wins the trick, and so much more if it wins with
the Petit itself."""
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
    SEAT,  # the seat to play
    PLACE,  # its place in the trick
    LEFT,  # tricks left, with this one
    LED,  # the suit led
    BEST,  # the best card so far
    WINNER,  # the seat of the best card
    WORTH,  # half-points in the trick without the Excuse
    TRICK_HONOURS,  # honours in the trick without the Excuse
    EXCUSE_BY,  # the seat that has played the Excuse to the trick
    EXCUSE_HELD,  # the seat that holds it
    REST,  # half-points in play, without the Excuse
    HONOURS_WON,  # by the taker's side, where they count
    HONOURS_LEFT,  # in play, where they count
    TRICKS_BY,  # the sides that have won a trick: 1 for the taker's, 2 for the other
) = range(14)
"""Places in a frame."""
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
