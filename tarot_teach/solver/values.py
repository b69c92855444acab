"""Exact values of positions, from searches with a window of one half-point each."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from enum import StrEnum
from importlib.util import find_spec
from typing import Any, NamedTuple

from tarot_teach.cards import Card
from tarot_teach.solver.bounds import bounds
from tarot_teach.solver.layout import (
    BEST,
    COUNTS,
    EASIEST,
    ENDS,
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
    HARDEST,
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
    PETIT,
    PETIT_GONE,
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
    SLAM,
    STOPPED,
    SUITS,
    TAKERS,
    TARGETS,
    TRICK,
    TRICK_HONOURS,
    TRICKS_BY,
    TRUMPS,
    WORTH,
    size,
)
from tarot_teach.solver.moves import ANY_SUIT, bound_to, play
from tarot_teach.solver.position import Position, Rules
from tarot_teach.solver.scores import ScoreTable
from tarot_teach.solver.search import search
from tarot_teach.solver.table import CHAINS, PATTERN

MANY = 2_000_000
"""Nodes of one search, unless another limit is given."""
ENTRIES, CHAINS_OF_TABLE = 1 << 21, 1 << 18
"""The most entries of the table (with three or four players 130 MB, with five 200, as far as they are filled), and its chains."""
TABLES = 8
"""The most tables that a score needs at a time, each of so much less."""
BITS = 63
"""The bits of a word."""
Targets = tuple[tuple[int, ...], ...]
"""Half-points that the taker's side needs, by end of the deal and honours."""


class Objective(StrEnum):
    """The aim of both sides: card points, to make the contract, game points of the taker, the Petit, or to win all tricks that are left."""

    POINTS = "points"
    MADE = "made"
    SCORE = "score"
    PETIT = "petit"
    ALL_TRICKS = "all-tricks"


class Value(NamedTuple):
    """The result of best play by all sides with all cards open, by the objective: half-points of the taker's side at the end of the deal; 1 if it
    makes the contract, or 0; half game points of the taker; 1 if the Petit ends with the taker's side, or 0; 1 if that side wins all tricks that are
    left, -1 if the other does, or 0. ``exact`` is False where the limit of nodes cut the search short; the value then lies between ``low``
    and ``high``."""

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
        self._tables: dict[tuple[int, Targets], Any] = {}
        self._function: Any = search
        if self._compiled:
            from tarot_teach.solver.compiled import compiled_search

            self._function = compiled_search()

    def value(self, position: Position) -> Value:
        """The value of a position."""
        if self.objective is Objective.SCORE:
            return self._score(position)
        targets: Targets = (self.rules.targets,) * ENDS if self.objective is Objective.MADE else ()
        frame = self._frame(position, targets, self.nodes)
        if self.objective is Objective.MADE:
            low, high = self._at_least(frame, 0, 0, 1)
        elif self.objective is Objective.ALL_TRICKS:
            low, high = self._at_least(frame, position.tricks, 0, 1)
            if low == high == 0:
                low, high = self._at_least(frame, 1, -1, 0)
        else:
            low, high = (frame.before + bound for bound in self._zero_in(frame))
        return Value(low, high, low == high, int(frame.array[NODES]))

    def cards(self, position: Position) -> dict[Card, Value]:
        """The value of a position after each card that may be played, in the order of the pack."""
        words, at, _before = start(position, self.objective, ())
        values = {
            self.rules.card(card): self.value(position._replace(played=(*position.played, card)))
            for card in allowed(words, at)
        }
        return {card: values[card] for card in sorted(values, key=lambda card: card.index)}

    def line(self, position: Position) -> list[tuple[int, Card]]:
        """Seats and cards of best play to the end, the first of the pack among those that are worth the same."""
        line = []
        for _card in range(self.rules.players * position.tricks - len(position.played)):
            words, at, _before = start(position, self.objective, ())
            mine = words[TAKERS] >> words[at + SEAT] & 1
            values = self.cards(position)
            best = max(values, key=lambda card: (values[card].low if mine else -values[card].high, -card.index))
            line.append((words[at + SEAT], best))
            position = position._replace(played=(*position.played, self.rules.number(best)))
        return line

    def _score(self, position: Position) -> Value:
        """Half game points of the taker: the highest score that the taker's side can be sure of."""
        assert position.scores is not None
        scores = sorted({score for end in position.scores for row in end for score in row})
        low, high, nodes = 0, len(scores) - 1, self.nodes
        guess = next((i for i, score in enumerate(scores) if score > 0), high)
        while low < high:
            guess = min(max(guess, low + 1), high)
            targets = targets_of(position.scores, scores[guess])
            frame = self._frame(position, targets, nodes)
            below, above = self._at_least(frame, 0, 0, 1)
            nodes -= int(frame.array[NODES])
            if below != above:
                break
            low, high = (guess, high) if below else (low, guess - 1)
            guess = (low + high + 1) // 2
        return Value(scores[low], scores[high], low == high, self.nodes - nodes)

    def _at_least(self, frame: _Frame, number: int, no: int, yes: int) -> tuple[int, int]:
        """``yes`` twice if the taker's side comes to a number, ``no`` twice if not, and both if the limit is reached."""
        found = self._search(frame, number - frame.before)
        if frame.array[STOPPED]:
            return no, yes
        return (yes, yes) if found >= number - frame.before else (no, no)

    def _frame(self, position: Position, targets: Targets, nodes: int) -> _Frame:
        """The array of a position, with the table for its sides and targets: of targets only the differences matter to it."""
        least = targets[PETIT_GONE][0] if targets else 0
        targets = tuple(tuple(target - least for target in row) for row in targets)
        words, at, before = start(position, self.objective, targets)
        words[LIMIT] = nodes
        key = position.takers, targets
        words[POOL_SIZE] = ENTRIES if self.objective is not Objective.SCORE else ENTRIES // TABLES
        if key not in self._tables:
            if len(self._tables) >= (TABLES if self.objective is Objective.SCORE else 1):
                del self._tables[next(iter(self._tables))]
            self._tables[key] = self._new_table(words[POOL] + words[POOL_SIZE] * words[ENTRY])
        array: Any = words
        if self._compiled:
            import numpy as np

            array = np.zeros(len(words), np.int64)
            array[: at + FRAME] = words[: at + FRAME]
        return _Frame(array, self._tables[key], at, before - least)

    def _new_table(self, size: int) -> Any:
        """An empty table."""
        if not self._compiled:
            return defaultdict(int)
        import numpy as np

        return np.zeros(size, np.int64)

    def _zero_in(self, frame: _Frame) -> tuple[int, int]:
        """Bounds of what is still to come; the same number twice unless the limit is reached."""
        array, at = frame.array, frame.at
        low, high = 0, int(array[at + REST] + (array[EXCUSE_HALVES] if array[at + EXCUSE_HELD] >= 0 else 0))
        if array[at + LEFT] > 1 and not array[at + PLACE]:
            low, high = (int(bound) for bound in bounds(array, at, 0, 0, 0))
        step = grown = self.rules.step if self.objective is Objective.POINTS else 1
        low, high = -(-low // step) * step, high // step * step
        guess = (low + high) // 2 // step * step
        while low < high:
            window = min(max(guess, low + step), high)
            found = self._search(frame, window)
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

    def _search(self, frame: _Frame, window: int) -> int:
        """Search for ``window`` or more."""
        array, table, at, _before = frame
        if self._compiled:
            return int(self._function(array.ctypes.data, table.ctypes.data, at, window))
        return int(self._function(array, table, at, window))


class _Frame(NamedTuple):
    """The array of a search, its table, the frame to search from, and what the taker's side has before it."""

    array: Any
    table: Any
    at: int
    before: int


def targets_of(scores: ScoreTable, score: int) -> Targets:
    """The half-points that bring at least a score, by end of the deal and honours; more than there are where none do."""
    return tuple(tuple(bisect_left(row, score) for row in rows) for rows in scores)


def allowed(words: list[int], at: int) -> list[int]:
    """The numbers of all cards that may be played from a frame."""
    hand, excuse = HANDS + words[at + SEAT] * SUITS, words[EXCUSE]
    bound, cards = bound_to(words, at)
    found = []
    for suit in range(excuse + 1):
        held = words[hand + suit] if bound == ANY_SUIT or suit == excuse else cards if suit == bound else 0
        found += [suit * RANKS + i for i in range(RANKS) if held >> i & 1]
    return found


def _pack_rows(words: list[int], rules: Rules) -> None:
    """Give the row of each suit its place in an entry of the table, and lay the table out."""
    word = shift = 0
    for suit, cards in enumerate(rules.suits[:-1]):
        if shift + len(cards) * rules.seat_bits > BITS:
            word, shift = word + 1, 0
        words[ROW_WORD + suit], words[ROW_SHIFT + suit] = word, shift
        shift += len(cards) * rules.seat_bits
    words[ENTRY] = PATTERN + 2 * (word + 1)
    words[HEAD_MASK], words[POOL] = CHAINS_OF_TABLE - 1, CHAINS + CHAINS_OF_TABLE


def start(position: Position, objective: Objective, targets: Targets) -> tuple[list[int], int, int]:
    """The array of a position, its frame, and what the taker's side has before it, less its target where that is settled."""
    words = words_of(position, objective, targets)
    at, before = FRAMES, 0
    if objective in (Objective.POINTS, Objective.MADE, Objective.SCORE):
        before = position.halves
    elif objective is Objective.PETIT:
        before = position.petit
    if targets and not words[at + HONOURS_LEFT]:
        before -= targets[PETIT_GONE][position.honours]
    for card in position.played:
        before += play(words, at, card)
        at += FRAME
    return words, at, before


def worth_by_suit(rules: Rules, objective: Objective) -> list[list[int]]:
    """By suit, what each card brings the side that gets it."""
    worth = [[card.halves for card in cards] for cards in rules.suits]
    if objective in (Objective.PETIT, Objective.ALL_TRICKS):
        worth = [[0] * len(cards) for cards in rules.suits]
    if objective is Objective.PETIT:
        worth[rules.trumps] = [rules.petit >> i & 1 for i in range(len(worth[rules.trumps]))]
    return worth


def ordinary(worth: list[int], honours: int) -> int:
    """The longest row of neighbours that count the same and are no honours, as a mask."""
    best, first = range(0), 0
    for i in range(len(worth)):
        if i and (worth[i] != worth[i - 1] or (honours >> i | honours >> i - 1) & 1):
            first = i
        if i + 1 - first > len(best):
            best = range(first, i + 1)
    return sum(1 << i for i in best)


def words_of(position: Position, objective: Objective, targets: Targets) -> list[int]:
    """The array of a position, with the trick that is being played before its first card."""
    rules, hands = position.rules, position.hands
    words = [0] * size(rules.players * position.tricks)
    at, worth = FRAMES, worth_by_suit(rules, objective)
    honours = rules.honours if targets else (0,) * len(rules.suits)
    live = [sum(hand[suit] for hand in hands) for suit in range(len(rules.suits))]
    holders = [seat for seat, hand in enumerate(hands) if hand[-1]]
    words[PLAYERS], words[TAKERS], words[TRUMPS], words[EXCUSE] = (
        rules.players, position.takers, rules.trumps, rules.trumps + 1,
    )  # fmt: skip
    words[SEAT_BITS] = rules.seat_bits
    _pack_rows(words, rules)
    paid = objective in (Objective.POINTS, Objective.MADE, Objective.SCORE)
    words[NARROWS], words[PAYS] = rules.narrows, rules.pays if paid else 0
    words[LAST_EXCUSE], words[LAST_PAYS] = rules.last_excuse, rules.last_pays if paid else 0
    words[EXCUSE_HALVES] = sum(worth[-1])
    words[EXCUSE_HONOUR] = honours[-1]
    words[LEAST] = min(min(row) for row in worth[:-1])
    words[TRICK] = int(objective is Objective.ALL_TRICKS)
    words[SLAM], words[at + TRICKS_BY] = rules.slam, position.tricks_by
    words[PETIT] = rules.petit if objective is Objective.SCORE else 0
    for suit, row in enumerate(worth[:-1]):
        words[ORDINARY + suit] = ordinary(row, honours[suit])
        words[HONOURS_IN + suit] = honours[suit]
        for i, halves in enumerate(row):
            words[HALVES + suit * RANKS + i] = halves
            words[at + REST] += halves * (live[suit] >> i & 1)
    for seat, hand in enumerate(hands):
        for suit, held in enumerate(hand):
            words[HANDS + seat * SUITS + suit] = held
            for i in range(RANKS):
                if held >> i & 1:
                    words[at + ROWS + suit] |= seat << words[SEAT_BITS] * (live[suit] & (1 << i) - 1).bit_count()
    for end, row_of_targets in enumerate(targets):
        for number, target in enumerate(row_of_targets):
            words[TARGETS + end * COUNTS + number] = target
            words[HARDEST + number] = max(row[number] for row in targets)
            words[EASIEST + number] = min(row[number] for row in targets)
    for suit, mask in enumerate(live):
        words[at + LIVE + suit] = mask
    words[at + SEAT], words[at + LEFT] = position.leader, position.tricks
    words[at + LED] = words[at + BEST] = words[at + EXCUSE_BY] = NONE
    words[at + EXCUSE_HELD] = holders[0] if holders else NONE
    words[at + WORTH] = words[at + TRICK_HONOURS] = 0
    words[at + HONOURS_LEFT] = sum((mask & held).bit_count() for mask, held in zip(live, honours, strict=True))
    words[at + HONOURS_WON] = position.honours if words[at + HONOURS_LEFT] else 0
    return words
