"""The table of positions that have been searched, found by what matters of them at the beginning of a trick.

The key of a position is how many cards of each suit each seat holds, who holds the cards that are not ordinary, who
leads, and who holds the Excuse. Under a key stand entries, each with a bound of the value and, by suit, the owners of
the highest cards as far down as that bound relies on ranks: it holds for all positions in which the same seats own
them. Keys are kept as 63 mixed bits, and taken for equal if these are.

The table is one array: the number of its entries, their generation, the first entry of each chain with its generation,
and the entries. A new generation empties the table: chains of an earlier one count for nothing.
"""

from __future__ import annotations

from tarot_teach.masks import highest, lowest, ones
from tarot_teach.solver import layout as at
from tarot_teach.solver.layout import Words
from tarot_teach.solver.moves import slam_open

USED, GENERATION, CHAINS = range(3)
"""Places in the table: the number of its entries, their generation, and the first chain."""
KEY, INFO, PATTERN = 0, 1, 2
"""Places in an entry: the key, what it says, and the words of its rows; as many masks of them follow."""
NEXT_BITS, VALUE_BITS, VALUE_ZERO = 32, 16, 1 << 15
"""The parts of ``INFO``: the next entry of its chain, the value from a number that stands for 0, a bit for a lower
bound, and one more than the best card."""
LONGEST = 64
"""The most entries of a chain that are looked at."""
FACTOR, WORD, FOLD = 0x5DEECE66D1CE4E5, (1 << 63) - 1, 29
"""A multiplier that spreads keys over the table, the bits that are kept of a product, and how far high bits are folded down."""


def mix(spread: int, word: int) -> int:
    """A key with one more word in it."""
    spread = (spread ^ word) * FACTOR & WORD
    return spread ^ spread >> FOLD


def key_of(a: Words, frame: int) -> int:
    """The key of a position."""
    excuse, bits = a[frame + at.EXCUSE_HELD], a[at.SEAT_BITS]
    key = 1 + a[frame + at.SEAT] | (1 + excuse) << 4 | a[frame + at.HONOURS_WON] << 8
    if excuse >= 0 and slam_open(a, frame, excuse):
        key |= 1 << 16
    for suit in range(a[at.TRUMPS] + 1):
        counts, live = 0, a[frame + at.LIVE + suit]
        for seat in range(a[at.PLAYERS]):
            counts = counts << 5 | ones(a[at.HANDS + seat * at.SUITS + suit])
        special = live & ~a[at.ORDINARY + suit]
        key = mix(key, counts << at.RANKS | special)
        if special:
            row, ordinary = a[frame + at.ROWS + suit], live & a[at.ORDINARY + suit]
            if ordinary:
                below = ones(live & (ordinary & -ordinary) - 1)
                above = row >> bits * (below + ones(ordinary))
                row = above << bits * below | row & (1 << bits * below) - 1
            key = mix(key, row)
    return key


def find_entry(a: Words, table: Words, frame: int, window: int) -> int:
    """The place of an entry that says if the position is worth so much, or NONE; write the key of the position and a
    card to begin with into the frame."""
    key = key_of(a, frame)
    a[frame + at.HASH], a[frame + at.HINT] = key, at.NONE
    words = (a[at.ENTRY] - PATTERN) // 2
    entry, left = first_entry(table, CHAINS + (key & a[at.HEAD_MASK])), LONGEST
    while entry and left:
        info = table[entry + INFO]
        if table[entry + KEY] == key:
            left -= 1
            fits = fits_entry(a, table, frame, entry + PATTERN, words)
            if fits:
                value = (info >> NEXT_BITS & (1 << VALUE_BITS) - 1) - VALUE_ZERO
                if value >= window if info >> NEXT_BITS + VALUE_BITS & 1 else value < window:
                    return entry
            if fits or a[frame + at.HINT] < 0:
                a[frame + at.HINT] = (info >> NEXT_BITS + VALUE_BITS + 1) - 1
        entry = info & (1 << NEXT_BITS) - 1
    if a[frame + at.HINT] >= 0:
        a[frame + at.HINT] = card_from_top(a, frame, a[frame + at.HINT])
    return at.NONE


def first_entry(table: Words, chain: int) -> int:
    """The first entry of a chain; 0 for an empty one."""
    first = table[chain]
    return first & (1 << NEXT_BITS) - 1 if first >> NEXT_BITS == table[GENERATION] else 0


def fits_entry(a: Words, table: Words, frame: int, pattern: int, words: int) -> bool:
    """True if the same seats own the cards on whose ranks an entry relies."""
    word, mine = 0, 0
    for suit in range(a[at.TRUMPS] + 1):
        if a[at.ROW_WORD + suit] != word:
            if (mine ^ table[pattern + word]) & table[pattern + words + word]:
                return False
            word, mine = a[at.ROW_WORD + suit], 0
        mine |= a[frame + at.ROWS + suit] << a[at.ROW_SHIFT + suit]
    return not (mine ^ table[pattern + word]) & table[pattern + words + word]


def value_of(table: Words, entry: int) -> int:
    """The bound that an entry gives."""
    return (table[entry + INFO] >> NEXT_BITS & (1 << VALUE_BITS) - 1) - VALUE_ZERO


def rely_on_entry(a: Words, table: Words, frame: int, entry: int) -> None:
    """Write into the frame on which ranks an entry relies here."""
    masks = entry + PATTERN + (a[at.ENTRY] - PATTERN) // 2
    for suit in range(a[at.TRUMPS] + 1):
        left, bits = a[frame + at.LIVE + suit], a[at.SEAT_BITS]
        mask = table[masks + a[at.ROW_WORD + suit]] >> a[at.ROW_SHIFT + suit] & (1 << bits * ones(left)) - 1
        a[frame + at.RELIED + suit] = at.RANKS
        if mask:
            for _lower in range(lowest(mask) // bits):
                left &= left - 1
            a[frame + at.RELIED + suit] = lowest(left)


def card_from_top(a: Words, frame: int, move: int) -> int:
    """The card at a place from the highest of a suit, or the lowest where there are fewer."""
    suit = move // at.RANKS
    if suit > a[at.TRUMPS]:
        return move
    left = a[frame + at.LIVE + suit]
    for _higher in range(move - suit * at.RANKS):
        if left & left - 1:
            left ^= 1 << highest(left)
    return suit * at.RANKS + highest(left) if left else at.NONE


def store(a: Words, table: Words, frame: int, value: int, at_least: int, card: int) -> None:
    """Add an entry: the position is worth at least, or at most, so many half-points, by the ranks on which the frame relies."""
    if table[USED] >= a[at.POOL_SIZE]:
        table[GENERATION] += 1
        table[USED] = 0
    entry, words = a[at.POOL] + table[USED] * a[at.ENTRY], (a[at.ENTRY] - PATTERN) // 2
    table[USED] += 1
    suit, bits = card // at.RANKS, a[at.SEAT_BITS]
    from_top = suit * at.RANKS + ones(a[frame + at.LIVE + suit] >> card - suit * at.RANKS) - 1
    move = card if suit > a[at.TRUMPS] else from_top
    chain = CHAINS + (a[frame + at.HASH] & a[at.HEAD_MASK])
    table[entry + KEY] = a[frame + at.HASH]
    table[entry + INFO] = (
        first_entry(table, chain) | (((move + 1) << 1 | at_least) << VALUE_BITS | value + VALUE_ZERO) << NEXT_BITS
    )
    table[chain] = table[GENERATION] << NEXT_BITS | entry
    for i in range(2 * words):
        table[entry + PATTERN + i] = 0
    for suit in range(a[at.TRUMPS] + 1):
        live, relied = a[frame + at.LIVE + suit], a[frame + at.RELIED + suit]
        above, shift = live >> relied if relied < at.RANKS else 0, a[at.ROW_SHIFT + suit]
        place = entry + PATTERN + a[at.ROW_WORD + suit]
        table[place] |= a[frame + at.ROWS + suit] << shift
        if above:
            mask = (1 << bits * ones(above)) - 1
            table[place + words] |= mask << bits * (ones(live) - ones(above)) << shift
