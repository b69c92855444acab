"""The search: the value of a position against a window, by trying every card that matters."""

from __future__ import annotations

from tarot_teach.solver.bounds import bounds
from tarot_teach.solver.layout import (
    FRAME,
    LEFT,
    LIMIT,
    MOVES,
    NODES,
    NONE,
    PLACE,
    RATINGS,
    SEAT,
    STOPPED,
    TAKERS,
    UNBOUNDED,
    Words,
)
from tarot_teach.solver.move_order import rate
from tarot_teach.solver.moves import list_moves, play, take_back
from tarot_teach.solver.table import HIGH, LOW, card_of, find_entry, is_known, store


def search(a: Words, table: Words, at: int, alpha: int, beta: int) -> int:
    """Half-points that the taker's side makes from a frame on, as far as a window asks: a result of ``beta`` or more is a lower bound,
    one of ``alpha`` or less an upper one. After the last node of the limit the result means nothing.

    A node is a position at the beginning of a trick. Numba loses its cached code of this function if it calls itself with a literal.
    """
    if not a[at + LEFT]:
        return 0
    entry, known = NONE, NONE
    if not a[at + PLACE]:
        a[NODES] += 1
        if a[NODES] > a[LIMIT]:
            a[STOPPED] = 1
            return 0
        if a[at + LEFT] > 1:
            low, high = bounds(a, at)
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            entry = find_entry(a, at)
            if is_known(a, table, at, entry):
                if table[entry + LOW] >= beta:
                    return table[entry + LOW]
                if table[entry + HIGH] <= alpha:
                    return table[entry + HIGH]
                known = card_of(a, table, at, entry)
    count = list_moves(a, at)
    if count > 1:
        rate(a, at, count, known)
    mine = a[TAKERS] >> a[at + SEAT] & 1
    value, best = -UNBOUNDED if mine else UNBOUNDED, NONE
    for i in range(count):
        card = next_move(a, at, i, count)
        gain = play(a, at, card)
        found = gain + search(a, table, at + FRAME, alpha - gain, beta - gain)
        take_back(a, at, card)
        if a[STOPPED]:
            return 0
        if found > value if mine else found < value:
            value, best = found, card
        if value >= beta if mine else value <= alpha:
            break
    if entry >= 0:
        store(a, table, at, entry, value, value >= beta, best)
    return value


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
