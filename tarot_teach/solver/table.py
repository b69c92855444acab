"""The table of positions that have been searched, found by what matters of them at the beginning of a trick.

Of cards that have gone only their absence matters: the key of a suit is the row of seats that hold its cards in play, from the lowest up,
with those of its cards that are not ordinary. A position has one place in the table, and takes it from the one before.
"""

from __future__ import annotations

from tarot_teach.solver.bits import highest, lowest, ones
from tarot_teach.solver.layout import (
    ABOVE,
    EXCUSE_HELD,
    HONOURS_WON,
    KEY,
    LIVE,
    NONE,
    ORDINARY,
    OWNERS,
    PLAYERS,
    RANKS,
    SEAT,
    SUITS,
    TABLE_MASK,
    TRUMPS,
    UNBOUNDED,
    Words,
)

LOW, HIGH, MOVE = SUITS + 1, SUITS + 2, SUITS + 3
"""Places in an entry after its key: bounds of the value, and the best card, as suit and place among the cards in play."""
ENTRY = SUITS + 4
"""The size of an entry."""
FACTOR, WORD, FOLD = 0x5DEECE66D1CE4E5, (1 << 63) - 1, 29
"""A multiplier that spreads keys over the table, the bits that are kept of a product, and how far high bits are folded down."""


def find_entry(a: Words, at: int) -> int:
    """Write the key of the position into the frame, and return the place of its entry in the table."""
    last = a[TRUMPS] + 1
    for suit in range(last):
        a[at + KEY + suit] = key_of_suit(a, suit, a[at + LIVE + suit])
    a[at + KEY + last] = 1 + a[at + SEAT] | (1 + a[at + EXCUSE_HELD]) << 4 | a[at + HONOURS_WON] << 8
    spread = 0
    for i in range(last + 1):
        spread = (spread ^ a[at + KEY + i]) * FACTOR & WORD
        spread ^= spread >> FOLD
    return (spread & a[TABLE_MASK]) * ENTRY


def key_of_suit(a: Words, suit: int, live: int) -> int:
    """The row of seats that hold the cards of a suit, and the cards below and above its ordinary ones that are in play."""
    key, left, owners, ordinary = 1, live, OWNERS + suit * RANKS, a[ORDINARY + suit]
    while left:
        place = lowest(left)
        left &= left - 1
        key = key * a[PLAYERS] + a[owners + place]
    if not ordinary:
        return key
    below = lowest(ordinary)
    key = key << below | live & ((1 << below) - 1)
    return key << a[ABOVE + suit] | live >> (highest(ordinary) + 1)


def is_known(a: Words, table: Words, at: int, entry: int) -> bool:
    """True if the entry is that of the position."""
    i = 0
    while i < a[TRUMPS] + 2 and table[entry + i] == a[at + KEY + i]:
        i += 1
    return i == a[TRUMPS] + 2


def card_of(a: Words, table: Words, at: int, entry: int) -> int:
    """The best card of an entry, among the cards in play here."""
    move = table[entry + MOVE]
    suit = move // RANKS
    if move < 0 or suit > a[TRUMPS]:
        return move
    left = a[at + LIVE + suit]
    for _lower in range(move - suit * RANKS):
        left &= left - 1
    return suit * RANKS + lowest(left)


def store(a: Words, table: Words, at: int, entry: int, value: int, at_least: bool, card: int) -> None:
    """Write into the table that the position is worth at least, or at most, so many half-points."""
    if not is_known(a, table, at, entry):
        for i in range(a[TRUMPS] + 2):
            table[entry + i] = a[at + KEY + i]
        table[entry + LOW] = -UNBOUNDED
        table[entry + HIGH] = UNBOUNDED
        table[entry + MOVE] = NONE
    if at_least:
        table[entry + LOW] = max(table[entry + LOW], value)
    else:
        table[entry + HIGH] = min(table[entry + HIGH], value)
    suit = card // RANKS
    if 0 <= suit <= a[TRUMPS]:
        below = a[at + LIVE + suit] & ((1 << (card - suit * RANKS)) - 1)
        table[entry + MOVE] = suit * RANKS + ones(below)
    else:
        table[entry + MOVE] = card
