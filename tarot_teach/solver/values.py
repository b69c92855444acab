"""Exact values of positions, from searches with a window of one half-point each."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from importlib.util import find_spec
from typing import Any, NamedTuple

from tarot_teach.cards import Card
from tarot_teach.solver.bounds import bounds
from tarot_teach.solver.layout import (
    BEST,
    ENTRY,
    EXCUSE,
    EXCUSE_BY,
    EXCUSE_HALVES,
    EXCUSE_HELD,
    EXCUSE_HONOUR,
    FRAME,
    FRAMES,
    HALVES,
    HANDS,
    HEAD_MASK,
    HONOURS_IN,
    HONOURS_LEFT,
    HONOURS_WON,
    LAST_EXCUSE,
    LAST_PAYS,
    LEAST,
    LED,
    LEFT,
    LIMIT,
    LIVE,
    NARROWS,
    NODES,
    NONE,
    ORDINARY,
    PAYS,
    PLACE,
    PLAYERS,
    POOL,
    POOL_SIZE,
    RANKS,
    REST,
    ROW_SHIFT,
    ROW_WORD,
    ROWS,
    SEAT,
    SEAT_BITS,
    STOPPED,
    SUITS,
    TAKERS,
    TARGETS,
    TRICK_HONOURS,
    TRUMPS,
    WORTH,
    size,
)
from tarot_teach.solver.moves import ANY_SUIT, bound_to, play, take_back
from tarot_teach.solver.position import Position, Rules
from tarot_teach.solver.search import search
from tarot_teach.solver.table import CHAINS, PATTERN

MANY = 2_000_000
"""Nodes of one search, unless another limit is given."""
ENTRIES, CHAINS_OF_TABLE = 1 << 21, 1 << 18
"""The most entries of the table (with three or four players 130 MB, with five 200, as far as they are filled), and its chains."""
BITS = 63
"""The bits of a word."""


class Objective(StrEnum):
    """What the sides play for: card points, or whether the contract is made."""

    POINTS = "points"
    MADE = "made"


class Value(NamedTuple):
    """What best play of all sides comes to, with all cards open: half-points of the taker's side at the end of the deal or, where it is
    asked whether the contract is made, 1 or 0. ``exact`` is False where the limit of nodes cut the search short; the value then lies
    between ``low`` and ``high``."""

    low: int
    high: int
    exact: bool
    nodes: int


class Solver:
    """Solves positions under the same rules, for one objective, and remembers what it has found.

    ``nodes`` is the limit of each search. ``compiled`` says if compiled code searches; None: if numba is installed.
    """

    def __init__(
        self, rules: Rules, objective: Objective = Objective.POINTS, nodes: int = MANY, compiled: bool | None = None
    ) -> None:
        self.rules, self.objective, self.nodes = rules, objective, nodes
        self._compiled = find_spec("numba") is not None if compiled is None else compiled
        self._table: Any = None
        self._takers = NONE

    def value(self, position: Position) -> Value:
        """The value of a position."""
        words, at, before = self._start(position)
        return self._value(words, at, before)

    def cards(self, position: Position) -> dict[Card, Value]:
        """The value of a position after each card that may be played, in the order of the pack."""
        words, at, before = self._start(position)
        values = {}
        for card in allowed(words, at):
            gain = play(words, at, card)
            values[self.rules.card(card)] = self._value(words, at + FRAME, before + gain)
            take_back(words, at, card)
        return {card: values[card] for card in sorted(values, key=lambda card: card.index)}

    def line(self, position: Position) -> list[tuple[int, Card]]:
        """Seats and cards of best play to the end, the first of the pack among those that are worth the same."""
        words, at, before = self._start(position)
        line = []
        while words[at + LEFT]:
            seat, found = words[at + SEAT], []
            mine = words[TAKERS] >> seat & 1
            for card in allowed(words, at):
                gain = play(words, at, card)
                value = self._value(words, at + FRAME, before + gain)
                take_back(words, at, card)
                found.append((value.low if mine else -value.high, -card, gain))
            _best, card, gain = max(found)
            before += play(words, at, -card)
            line.append((seat, self.rules.card(-card)))
            at += FRAME
        return line

    def _value(self, words: list[int], at: int, before: int) -> Value:
        """The value of a frame, with what the taker's side has had ``before`` it."""
        words[NODES] = words[STOPPED] = 0
        words[LIMIT] = self.nodes
        array = self._array(words, at)
        if self.objective is Objective.MADE:
            found = self._search(array, at, -before)
            low, high = (0, 1) if array[STOPPED] else (int(found >= -before),) * 2
        else:
            low, high = self._zero_in(array, at)
            low, high = before + low, before + high
        return Value(low, high, low == high, int(array[NODES]))

    def _zero_in(self, array: Any, at: int) -> tuple[int, int]:
        """Bounds of the half-points that are still to come; the same number twice unless the limit is reached."""
        low, high = 0, int(array[at + REST] + (array[EXCUSE_HALVES] if array[at + EXCUSE_HELD] >= 0 else 0))
        if array[at + LEFT] > 1 and not array[at + PLACE]:
            low, high = (int(bound) for bound in bounds(array, at, 0, 0, 0))
        step = grown = self.rules.step
        low, high = -(-low // step) * step, high // step * step
        guess = (low + high) // 2 // step * step
        while low < high:
            window = min(max(guess, low + step), high)
            found = self._search(array, at, window)
            if array[STOPPED]:
                break
            if found >= window:
                low = -(-found // step) * step
                guess = low + grown
            else:
                high = found // step * step
                guess = high - grown + step
            grown *= 2
            if not low < guess <= high:
                guess = low + (high - low + step) // (2 * step) * step
        return low, high

    def _search(self, array: Any, at: int, window: int) -> int:
        """Search for ``window`` half-points or more."""
        if self._compiled:
            return int(self._function(array.ctypes.data, self._table.ctypes.data, at, window))
        return int(self._function(array, self._table, at, window))

    def _array(self, words: list[int], at: int) -> Any:
        """The array on which the search works."""
        if not self._compiled:
            return words
        import numpy as np

        array = np.zeros(len(words), np.int64)
        array[: at + FRAME] = words[: at + FRAME]
        return array

    def _start(self, position: Position) -> tuple[list[int], int, int]:
        """The array of a position, its frame, and what the taker's side has before it."""
        words = words_of(position, self.objective)
        self._prepare(position, size_of_table(words))
        at, before = FRAMES, position.halves
        if self.objective is Objective.MADE and not words[at + HONOURS_LEFT]:
            before -= self.rules.targets[position.honours]
        for card in position.played:
            before += play(words, at, card)
            at += FRAME
        return words, at, before

    def _prepare(self, position: Position, size: int) -> None:
        """Make the table, or a new one for other sides."""
        if self._table is not None and self._takers == position.takers:
            return
        self._takers = position.takers
        if self._compiled:
            import numpy as np

            from tarot_teach.solver.compiled import compiled_search

            self._function: Any = compiled_search()
            self._table = np.zeros(size, np.int64)
        else:
            self._function = search
            self._table = defaultdict(int)


def allowed(words: list[int], at: int) -> list[int]:
    """The numbers of all cards that may be played from a frame."""
    hand, excuse = HANDS + words[at + SEAT] * SUITS, words[EXCUSE]
    bound, cards = bound_to(words, at)
    found = []
    for suit in range(excuse + 1):
        held = words[hand + suit] if bound == ANY_SUIT or suit == excuse else cards if suit == bound else 0
        found += [suit * RANKS + i for i in range(RANKS) if held >> i & 1]
    return found


def size_of_table(words: list[int]) -> int:
    """The size of the table for an array."""
    return words[POOL] + ENTRIES * words[ENTRY]


def _pack_rows(words: list[int], rules: Rules) -> None:
    """Give the row of each suit its place in an entry of the table, and lay the table out."""
    word = shift = 0
    for suit, cards in enumerate(rules.suits[:-1]):
        if shift + len(cards) * rules.seat_bits > BITS:
            word, shift = word + 1, 0
        words[ROW_WORD + suit], words[ROW_SHIFT + suit] = word, shift
        shift += len(cards) * rules.seat_bits
    words[ENTRY] = PATTERN + 2 * (word + 1)
    words[HEAD_MASK], words[POOL], words[POOL_SIZE] = CHAINS_OF_TABLE - 1, CHAINS + CHAINS_OF_TABLE, ENTRIES


def words_of(position: Position, objective: Objective) -> list[int]:
    """The array of a position, with the trick that is being played before its first card."""
    rules, hands = position.rules, position.hands
    words = [0] * size(rules.players * position.tricks)
    at, made = FRAMES, objective is Objective.MADE
    live = [sum(hand[suit] for hand in hands) for suit in range(len(rules.suits))]
    (excuse,) = rules.suits[-1] or (None,)
    holders = [seat for seat, hand in enumerate(hands) if hand[-1]]
    words[PLAYERS], words[TAKERS], words[TRUMPS], words[EXCUSE] = (
        rules.players, position.takers, rules.trumps, rules.trumps + 1,
    )  # fmt: skip
    words[SEAT_BITS] = rules.seat_bits
    _pack_rows(words, rules)
    words[NARROWS], words[PAYS] = rules.narrows, rules.pays
    words[LAST_EXCUSE], words[LAST_PAYS] = rules.last_excuse, rules.last_pays
    words[EXCUSE_HALVES] = excuse.halves if excuse else 0
    words[EXCUSE_HONOUR] = rules.honours[-1] if made else 0
    words[LEAST] = min(card.halves for cards in rules.suits[:-1] for card in cards)
    for suit, cards in enumerate(rules.suits[:-1]):
        words[ORDINARY + suit] = sum(1 << i for i in rules.ordinary[suit])
        words[HONOURS_IN + suit] = rules.honours[suit] if made else 0
        for i, card in enumerate(cards):
            words[HALVES + suit * RANKS + i] = card.halves
            words[at + REST] += card.halves * (live[suit] >> i & 1)
    for seat, hand in enumerate(hands):
        for suit, held in enumerate(hand):
            words[HANDS + seat * SUITS + suit] = held
            for i in range(RANKS):
                if held >> i & 1:
                    words[at + ROWS + suit] |= seat << words[SEAT_BITS] * (live[suit] & (1 << i) - 1).bit_count()
    for honours, target in enumerate(rules.targets if made else ()):
        words[TARGETS + honours] = target
    for suit, mask in enumerate(live):
        words[at + LIVE + suit] = mask
    words[at + SEAT], words[at + LEFT] = position.leader, position.tricks
    words[at + LED] = words[at + BEST] = words[at + EXCUSE_BY] = NONE
    words[at + EXCUSE_HELD] = holders[0] if holders else NONE
    words[at + WORTH] = words[at + TRICK_HONOURS] = 0
    if made:
        words[at + HONOURS_LEFT] = sum(
            (mask & held).bit_count() for mask, held in zip(live, rules.honours, strict=True)
        )
        words[at + HONOURS_WON] = position.honours if words[at + HONOURS_LEFT] else 0
    return words
