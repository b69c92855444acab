"""The search: is a position worth so much? Every card is tried that matters, until one decides.

On its way back it notes on which ranks its answer relies, so that the answer serves all positions that do not differ in these.
"""

from __future__ import annotations

from tarot_teach.solver.bits import lowest
from tarot_teach.solver.bounds import bounds, cashed, rely_on_nothing, top_trumps
from tarot_teach.solver.layout import (
    BEATEN,
    BEST,
    EXCUSE_HELD,
    FRAME,
    HANDS,
    HINT,
    LEFT,
    LIMIT,
    MOVES,
    NODES,
    NONE,
    PLACE,
    PLAYERS,
    RANKS,
    RATINGS,
    RELIED,
    SEAT,
    STOPPED,
    SUITS,
    TAKERS,
    TRUMPS,
    UNBOUNDED,
    Words,
)
from tarot_teach.solver.move_order import rate
from tarot_teach.solver.moves import alike, bound_to, list_moves, must_overtrump, play, slam_open, take_back, top_of_row
from tarot_teach.solver.table import find_entry, rely_on_entry, store, value_of


def search(a: Words, table: Words, at: int, window: int) -> int:
    """Half-points that the taker's side makes from a frame on, as far as a window asks: a result of ``window`` or more is a lower bound,
    a smaller one an upper bound. After the last node of the limit the result means nothing.

    A node is a position at the beginning of a trick. Numba loses its cached code of this function if it calls itself with a literal.
    """
    if not a[at + PLACE]:
        if a[at + LEFT] <= 1:
            return last_trick(a, at)
        a[NODES] += 1
        if a[NODES] > a[LIMIT]:
            a[STOPPED] = 1
            return 0
        decided, value = by_bounds(a, at, window)
        if decided:
            return value
        entry = find_entry(a, table, at, window)
        if entry >= 0:
            rely_on_entry(a, table, at, entry)
            return value_of(table, entry)
    suit, cards = bound_to(a, at)
    count = list_moves(a, at, suit, cards)
    if count > 1:
        rate(a, at, count, a[at + HINT] if not a[at + PLACE] else NONE)
    rely_on_nothing(a, at)
    mine = a[TAKERS] >> a[at + SEAT] & 1
    value, best, i = -UNBOUNDED if mine else UNBOUNDED, NONE, 0
    while i < count:
        card = next_move(a, at, i, count)
        i += 1
        gain = play(a, at, card)
        found = gain + search(a, table, at + FRAME, window - gain)
        take_back(a, at, card)
        if a[STOPPED]:
            return 0
        rely_on_winner(a, at + FRAME)
        if found > value if mine else found < value:
            value, best = found, card
        if value >= window if mine else value < window:
            rely_on_this(a, at, suit, card)
            break
        rely_on_row(a, at, card)
        if i < count:
            count = skip(a, at, card, i, count)
        rely_on_each(a, at)
    if value < window if mine else value >= window:
        rely_on_obligation(a, at, suit, cards)
    if not a[at + PLACE]:
        store(a, table, at, value, 1 if value >= window else 0, best)
    return value


def last_trick(a: Words, at: int) -> int:
    """Half-points of the taker's side in the last trick, to which each seat plays its only card; 0 after it."""
    rely_on_nothing(a, at)
    if not a[at + LEFT]:
        return 0
    value, frame = 0, at
    for _seat in range(a[PLAYERS]):
        value += play(a, frame, only_card(a, frame))
        frame += FRAME
    beaten, winners_suit = a[frame + BEATEN], a[frame + BEATEN] // RANKS
    if beaten >= 0:
        a[at + RELIED + winners_suit] = beaten - winners_suit * RANKS
    for _seat in range(a[PLAYERS]):
        frame -= FRAME
        take_back(a, frame, a[frame + MOVES])
    return value


def only_card(a: Words, at: int) -> int:
    """The card of a seat that has no other; it is written into the frame."""
    suit, hand = 0, HANDS + a[at + SEAT] * SUITS
    while not a[hand + suit]:
        suit += 1
    a[at + MOVES] = suit * RANKS + lowest(a[hand + suit])
    return a[at + MOVES]


def by_bounds(a: Words, at: int, window: int) -> tuple[bool, int]:
    """True if what the sides are sure of answers the window, and the bound that does. The frame is told on which ranks it relies."""
    rely_on_nothing(a, at)
    if a[at + EXCUSE_HELD] >= 0 and slam_open(a, at, a[at + EXCUSE_HELD]):
        return False, 0
    side, halves, honours = top_trumps(a, at)
    low, high = bounds(a, at, side, halves, honours)
    if low >= window or low == high:
        return True, low
    if high < window:
        return True, high
    rely_on_nothing(a, at)
    halves, honours = cashed(a, at)
    if halves:
        low, high = bounds(a, at, a[TAKERS] >> a[at + SEAT] & 1, halves, honours)
        if low >= window:
            return True, low
        if high < window:
            return True, high
    return False, 0


def rely_on_winner(a: Words, at: int) -> None:
    """Rely on the rank of the card that has won the trick before, if it has beaten another of its suit."""
    if not a[at + PLACE] and a[at + BEATEN] >= 0:
        suit = a[at + BEATEN] // RANKS
        a[at + RELIED + suit] = min(a[at + RELIED + suit], a[at + BEATEN] - suit * RANKS)


def rely_on_this(a: Words, at: int, suit: int, card: int) -> None:
    """Rely on what the frame of one card relies on, and on its rank or that of the card to beat where it may be played for its rank only."""
    for each in range(a[TRUMPS] + 1):
        a[at + RELIED + each] = a[at + FRAME + RELIED + each]
    if must_overtrump(a, at, suit) and card // RANKS == suit:
        place = max(card, a[at + BEST]) - suit * RANKS
        a[at + RELIED + suit] = min(a[at + RELIED + suit], place)


def rely_on_row(a: Words, at: int, card: int) -> None:
    """Let the frame of a card rely on the whole row of cards that come to the same, if it relies on a part of it."""
    suit = card // RANKS
    if suit <= a[TRUMPS]:
        relied = a[at + FRAME + RELIED + suit]
        if card - suit * RANKS < relied < RANKS and relied <= top_of_row(a, at, suit, card - suit * RANKS):
            a[at + FRAME + RELIED + suit] = card - suit * RANKS


def rely_on_each(a: Words, at: int) -> None:
    """Rely on what the next frame relies on as well."""
    for suit in range(a[TRUMPS] + 1):
        a[at + RELIED + suit] = min(a[at + RELIED + suit], a[at + FRAME + RELIED + suit])


def rely_on_obligation(a: Words, at: int, suit: int, cards: int) -> None:
    """Rely on the rank of the trump to beat where it decides which trumps may be played."""
    if must_overtrump(a, at, suit) and cards != a[HANDS + a[at + SEAT] * SUITS + suit]:
        a[at + RELIED + suit] = min(a[at + RELIED + suit], a[at + BEST] - suit * RANKS)


def skip(a: Words, at: int, card: int, i: int, count: int) -> int:
    """Leave out cards that differ from one that has failed by ranks only on which its value does not rely; return the number of cards."""
    suit = card // RANKS
    relied = a[at + FRAME + RELIED + suit]
    if suit > a[TRUMPS] or card - suit * RANKS >= relied:
        return count
    while i < count:
        other = a[at + MOVES + i] - suit * RANKS
        same = 0 <= other < relied and alike(a, suit, other, card - suit * RANKS)
        if same and top_of_row(a, at, suit, other) < relied:
            count -= 1
            a[at + MOVES + i] = a[at + MOVES + count]
            a[at + RATINGS + i] = a[at + RATINGS + count]
        else:
            i += 1
    return count


def next_move(a: Words, at: int, i: int, count: int) -> int:
    """Bring the most promising of the cards from the ``i``-th on to its place, and return it."""
    best = i
    if count > 1:
        for j in range(i + 1, count):
            if a[at + RATINGS + j] > a[at + RATINGS + best]:
                best = j
        a[at + RATINGS + best] = a[at + RATINGS + i]
    card = a[at + MOVES + best]
    a[at + MOVES + best] = a[at + MOVES + i]
    a[at + MOVES + i] = card
    return card
