"""The search: is a position worth so much? Every card is tried that matters, until one decides.

On its way back it notes on which ranks its answer relies, so that the answer serves all positions that do not differ in these.
"""

from __future__ import annotations

from tarot_teach.masks import lowest
from tarot_teach.solver import layout as at
from tarot_teach.solver.bounds import bounds, cashed, rely_on_nothing, top_trumps
from tarot_teach.solver.layout import Words
from tarot_teach.solver.move_order import rate
from tarot_teach.solver.moves import alike, bound_to, list_moves, must_overtrump, play, slam_open, take_back, top_of_row
from tarot_teach.solver.table import find_entry, rely_on_entry, store, value_of


def search(a: Words, table: Words, frame: int, window: int) -> int:
    """Half-points that the taker's side makes from a frame on, as far as a window asks: a result of ``window`` or more is a lower bound,
    a smaller one an upper bound. After the last node of the limit the result means nothing.

    A node is a position at the beginning of a trick. Numba loses its cached code of this function if it calls itself with a literal.
    """
    if not a[frame + at.PLACE]:
        if a[frame + at.LEFT] <= 1:
            return last_trick(a, frame)
        a[at.NODES] += 1
        if a[at.NODES] > a[at.LIMIT]:
            a[at.STOPPED] = 1
            return 0
        decided, value = by_bounds(a, frame, window)
        if decided:
            return value
        entry = find_entry(a, table, frame, window)
        if entry >= 0:
            rely_on_entry(a, table, frame, entry)
            return value_of(table, entry)
    suit, cards = bound_to(a, frame)
    count = list_moves(a, frame, suit, cards)
    if count > 1:
        rate(a, frame, count, a[frame + at.HINT] if not a[frame + at.PLACE] else at.NONE)
    rely_on_nothing(a, frame)
    mine = a[at.TAKERS] >> a[frame + at.SEAT] & 1
    value, best, i = -at.UNBOUNDED if mine else at.UNBOUNDED, at.NONE, 0
    while i < count:
        card = next_move(a, frame, i, count)
        i += 1
        gain = play(a, frame, card)
        found = gain + search(a, table, frame + at.FRAME, window - gain)
        take_back(a, frame, card)
        if a[at.STOPPED]:
            return 0
        rely_on_winner(a, frame + at.FRAME)
        if found > value if mine else found < value:
            value, best = found, card
        if value >= window if mine else value < window:
            rely_on_this(a, frame, suit, card)
            break
        rely_on_row(a, frame, card)
        if i < count:
            count = skip(a, frame, card, i, count)
        rely_on_each(a, frame)
    if value < window if mine else value >= window:
        rely_on_obligation(a, frame, suit, cards)
    if not a[frame + at.PLACE]:
        store(a, table, frame, value, 1 if value >= window else 0, best)
    return value


def last_trick(a: Words, frame: int) -> int:
    """Half-points of the taker's side in the last trick, to which each seat plays its only card; 0 after it."""
    rely_on_nothing(a, frame)
    if not a[frame + at.LEFT]:
        return 0
    value, next_frame = 0, frame
    for _seat in range(a[at.PLAYERS]):
        value += play(a, next_frame, only_card(a, next_frame))
        next_frame += at.FRAME
    beaten, winners_suit = a[next_frame + at.BEATEN], a[next_frame + at.BEATEN] // at.RANKS
    if beaten >= 0:
        a[frame + at.RELIED + winners_suit] = beaten - winners_suit * at.RANKS
    for _seat in range(a[at.PLAYERS]):
        next_frame -= at.FRAME
        take_back(a, next_frame, a[next_frame + at.MOVES])
    return value


def only_card(a: Words, frame: int) -> int:
    """The card of a seat that has no other; it is written into the frame."""
    suit, hand = 0, at.HANDS + a[frame + at.SEAT] * at.SUITS
    while not a[hand + suit]:
        suit += 1
    a[frame + at.MOVES] = suit * at.RANKS + lowest(a[hand + suit])
    return a[frame + at.MOVES]


def by_bounds(a: Words, frame: int, window: int) -> tuple[bool, int]:
    """True if what the sides are sure of answers the window, and the bound that does. The frame is told on which ranks it relies."""
    rely_on_nothing(a, frame)
    if a[frame + at.EXCUSE_HELD] >= 0 and slam_open(a, frame, a[frame + at.EXCUSE_HELD]):
        return False, 0
    side, halves, honours = top_trumps(a, frame)
    low, high = bounds(a, frame, side, halves, honours)
    if low >= window or low == high:
        return True, low
    if high < window:
        return True, high
    rely_on_nothing(a, frame)
    halves, honours = cashed(a, frame)
    if halves:
        low, high = bounds(a, frame, a[at.TAKERS] >> a[frame + at.SEAT] & 1, halves, honours)
        if low >= window:
            return True, low
        if high < window:
            return True, high
    return False, 0


def rely_on_winner(a: Words, frame: int) -> None:
    """Rely on the rank of the card that has won the trick before, if it has beaten another of its suit."""
    if not a[frame + at.PLACE] and a[frame + at.BEATEN] >= 0:
        suit = a[frame + at.BEATEN] // at.RANKS
        a[frame + at.RELIED + suit] = min(a[frame + at.RELIED + suit], a[frame + at.BEATEN] - suit * at.RANKS)


def rely_on_this(a: Words, frame: int, suit: int, card: int) -> None:
    """Rely on what the frame of one card relies on, and on its rank or that of the card to beat where it may be played
    for its rank only."""
    for each in range(a[at.TRUMPS] + 1):
        a[frame + at.RELIED + each] = a[frame + at.FRAME + at.RELIED + each]
    if must_overtrump(a, frame, suit) and card // at.RANKS == suit:
        place = max(card, a[frame + at.BEST]) - suit * at.RANKS
        a[frame + at.RELIED + suit] = min(a[frame + at.RELIED + suit], place)


def rely_on_row(a: Words, frame: int, card: int) -> None:
    """Let the frame of a card rely on the whole row of cards that come to the same, if it relies on a part of it."""
    suit = card // at.RANKS
    if suit <= a[at.TRUMPS]:
        relied = a[frame + at.FRAME + at.RELIED + suit]
        if card - suit * at.RANKS < relied < at.RANKS and relied <= top_of_row(a, frame, suit, card - suit * at.RANKS):
            a[frame + at.FRAME + at.RELIED + suit] = card - suit * at.RANKS


def rely_on_each(a: Words, frame: int) -> None:
    """Rely on what the next frame relies on as well."""
    for suit in range(a[at.TRUMPS] + 1):
        a[frame + at.RELIED + suit] = min(a[frame + at.RELIED + suit], a[frame + at.FRAME + at.RELIED + suit])


def rely_on_obligation(a: Words, frame: int, suit: int, cards: int) -> None:
    """Rely on the rank of the trump to beat where it decides which trumps may be played."""
    if must_overtrump(a, frame, suit) and cards != a[at.HANDS + a[frame + at.SEAT] * at.SUITS + suit]:
        a[frame + at.RELIED + suit] = min(a[frame + at.RELIED + suit], a[frame + at.BEST] - suit * at.RANKS)


def skip(a: Words, frame: int, card: int, i: int, count: int) -> int:
    """Leave out cards that differ from one that has failed by ranks only on which its value does not rely; return the number of cards."""
    suit = card // at.RANKS
    relied = a[frame + at.FRAME + at.RELIED + suit]
    if suit > a[at.TRUMPS] or card - suit * at.RANKS >= relied:
        return count
    while i < count:
        other = a[frame + at.MOVES + i] - suit * at.RANKS
        same = 0 <= other < relied and alike(a, suit, other, card - suit * at.RANKS)
        if same and top_of_row(a, frame, suit, other) < relied:
            count -= 1
            a[frame + at.MOVES + i] = a[frame + at.MOVES + count]
            a[frame + at.RATINGS + i] = a[frame + at.RATINGS + count]
        else:
            i += 1
    return count


def next_move(a: Words, frame: int, i: int, count: int) -> int:
    """Bring the most promising of the cards from the ``i``-th on to its place, and return it."""
    best = i
    if count > 1:
        for j in range(i + 1, count):
            if a[frame + at.RATINGS + j] > a[frame + at.RATINGS + best]:
                best = j
        a[frame + at.RATINGS + best] = a[frame + at.RATINGS + i]
    card = a[frame + at.MOVES + best]
    a[frame + at.MOVES + best] = a[frame + at.MOVES + i]
    a[frame + at.MOVES + i] = card
    return card
