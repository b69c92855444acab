"""Exact values of positions, from searches with a window of one half-point each."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple
from weakref import finalize

from tarot_teach.cards import Card
from tarot_teach.solver import first_frame
from tarot_teach.solver import layout as at
from tarot_teach.solver.bounds import bounds
from tarot_teach.solver.position import Position, Rules
from tarot_teach.solver.scores import ScoreTable
from tarot_teach.solver.search import search
from tarot_teach.solver.start import Begin, Objective, Targets, same_as, start
from tarot_teach.solver.table import CHAINS
from tarot_teach.solver.table_memory import give_back, words_for_table

MANY, MOST = 2_000_000, 1 << 62
"""Nodes of one search, unless another limit is given, and the highest limit."""
ENTRIES = 1 << 21
"""The most entries of the table (with three or four players 130 MB, with five 200, as far as they are filled)."""
CHAINS_BY_TRICKS = ((5, 1 << 12), (6, 1 << 13), (7, 1 << 14), (8, 1 << 16), (10, 1 << 17))
MOST_CHAINS = 1 << 18
"""The chains of a table for positions of up to so many tricks, and for all others: a short ending takes less time than
the memory of a long one."""
TABLES = 8
"""The most tables that a score needs at a time, each of so much less."""


class Value(NamedTuple):
    """The result of best play by all sides with all cards open, by the objective: half-points of the taker's side at
    the end of the deal; 1 if it makes the contract, or 0; half game points of the taker; 1 if the Petit ends with the
    taker's side, or 0; 1 if that side wins all tricks that are left, -1 if the other does, or 0. ``exact`` is False
    where the limit of nodes cut the search short; the value then lies between ``low`` and ``high``."""

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
        self.rules, self.objective, self.nodes = rules, objective, min(nodes, MOST)
        self._compiled = find_spec("numba") is not None if compiled is None else compiled
        self._tables: dict[tuple[int, Targets], _Table] = {}
        finalize(self, _forget, self._tables).atexit = False
        self._step = rules.step if objective is Objective.POINTS else 1
        self._function: Any = search
        self._begin: Begin = first_frame.begin
        if self._compiled:
            from tarot_teach.solver.compiled import compiled_begin, compiled_search

            self._function, self._begin = compiled_search(), compiled_begin()

    def value(self, position: Position, near: int | None = None) -> Value:
        """The value of a position. A guess at it, ``near``, saves searches if it is good."""
        if self.objective is Objective.SCORE:
            return self._score(position)
        targets: Targets = (self.rules.targets,) * at.ENDS if self.objective is Objective.MADE else ()
        frame = self._frame(position, targets, self.nodes)
        if self.objective is Objective.MADE:
            low, high = self._at_least(frame, 0, 0, 1)
        elif self.objective is Objective.ALL_TRICKS:
            low, high = self._at_least(frame, position.tricks, 0, 1)
            if low == high == 0:
                low, high = self._at_least(frame, 1, -1, 0)
        else:
            low, high = (frame.before + bound for bound in self._zero_in(frame, near))
        return Value(low, high, low == high, int(frame.array[at.NODES]))

    def cards(self, position: Position) -> dict[Card, Value]:
        """The value of a position after each card that may be played, in the order of the pack."""
        return dict(self.each_card(position))

    def each_card(self, position: Position) -> Iterator[tuple[Card, Value]]:
        """Yield the values of :meth:`cards` one after the other. Of cards that come to the same, one is searched."""
        found: dict[int, Value] = {}
        near: int | None = None
        for card, number in sorted(self._same_as(position).items(), key=lambda item: item[0].index):
            if number not in found:
                found[number] = self.value(position._replace(played=(*position.played, number)), near)
            near = found[number].low
            yield card, found[number]

    def alike(self, position: Position) -> list[list[Card]]:
        """The cards that may be played, with those together that are neighbours and come to the same."""
        groups: dict[int, list[Card]] = {}
        for card, number in self._same_as(position).items():
            groups.setdefault(number, []).append(card)
        return [*groups.values()]

    def _same_as(self, position: Position) -> dict[Card, int]:
        """The cards that may be played, each with the number of the one that is searched for it."""
        honours_count = self.objective in (Objective.MADE, Objective.SCORE)
        targets = (self.rules.targets,) * at.ENDS if honours_count else ()
        words, frame, _before = start(position, self.objective, targets, self._begin)
        return {self.rules.card(card): number for card, number in same_as(words, frame).items()}

    def line(self, position: Position) -> list[tuple[int, Card]]:
        """Seats and cards of best play to the end, the first of the pack among those that are worth the same."""
        line = []
        for _card in range(self.rules.players * position.tricks - len(position.played)):
            words, frame, _before = start(position, self.objective, (), self._begin)
            mine = words[at.TAKERS] >> words[frame + at.SEAT] & 1
            values = self.cards(position)
            best = max(values, key=lambda card: (values[card].low if mine else -values[card].high, -card.index))
            line.append((words[frame + at.SEAT], best))
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
            nodes -= int(frame.array[at.NODES])
            if below != above:
                break
            low, high = (guess, high) if below else (low, guess - 1)
            guess = (low + high + 1) // 2
        return Value(scores[low], scores[high], low == high, self.nodes - nodes)

    def _at_least(self, frame: _Frame, number: int, no: int, yes: int) -> tuple[int, int]:
        """``yes`` twice if the taker's side comes to a number, ``no`` twice if not, and both if the limit is reached."""
        found = self._search(frame, number - frame.before)
        if frame.array[at.STOPPED]:
            return no, yes
        return (yes, yes) if found >= number - frame.before else (no, no)

    def _frame(self, position: Position, targets: Targets, nodes: int) -> _Frame:
        """The array of a position, with the table for its sides and targets: of targets only the differences matter to it."""
        least = targets[at.PETIT_GONE][0] if targets else 0
        targets = tuple(tuple(target - least for target in row) for row in targets)
        words, first, before = start(position, self.objective, targets, self._begin)
        key, chains = (position.takers, targets), chains_for(words[at.FRAMES + at.LEFT])
        table = self._tables.get(key)
        if table is None or table.chains < chains:
            _forget(self._tables, leave=TABLES - 1 if self.objective is Objective.SCORE else 0)
            table = self._tables[key] = self._new_table(chains, words[at.ENTRY])
        words[at.LIMIT], words[at.POOL_SIZE] = nodes, self._entries
        words[at.HEAD_MASK], words[at.POOL] = table.chains - 1, CHAINS + MOST_CHAINS
        if not self._compiled:
            array = words.tolist()
            return _Frame(array, array, table.words, first, before - least)
        return _Frame(words, words.buffer_info()[0], table.given, first, before - least)

    @property
    def _entries(self) -> int:
        return ENTRIES // TABLES if self.objective is Objective.SCORE else ENTRIES

    def _new_table(self, chains: int, entry: int) -> _Table:
        """An empty table."""
        if not self._compiled:
            words: defaultdict[int, int] = defaultdict(int)
            return _Table(chains, words, words)
        array = words_for_table(CHAINS + MOST_CHAINS + self._entries * entry)
        return _Table(chains, array, array.ctypes.data)

    def _zero_in(self, frame: _Frame, near: int | None) -> tuple[int, int]:
        """Bounds of what is still to come; the same number twice unless the limit is reached."""
        array, first = frame.array, frame.first
        excuse = array[at.EXCUSE_HALVES] if array[first + at.EXCUSE_HELD] >= 0 else 0
        low, high = 0, int(array[first + at.REST] + excuse)
        if array[first + at.LEFT] > 1 and not array[first + at.PLACE]:
            low, high = (int(bound) for bound in bounds(array, first, 0, 0, 0))
        step = grown = self._step
        low, high = -(-low // step) * step, high // step * step
        guess = (low + high if near is None else 2 * (near - frame.before)) // 2 // step * step
        while low < high:
            window = min(max(guess, low + step), high)
            found = self._search(frame, window)
            if array[at.STOPPED]:
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
        return int(self._function(frame.given, frame.table, frame.first, window))


class _Frame(NamedTuple):
    """The array of a search, how the search is given it and its table, the frame to search from, and what the taker's side has before it.

    Compiled code is given addresses."""

    array: Any
    given: Any
    table: Any
    first: int
    before: int


class _Table(NamedTuple):
    """A table: its chains, its words, and how the search is given them."""

    chains: int
    words: Any
    given: Any


def _forget(tables: dict[tuple[int, Targets], _Table], leave: int = 0) -> None:
    """Forget the oldest tables but so many; the memory of compiled ones is kept for the next."""
    while len(tables) > leave:
        table = tables.pop(next(iter(tables)))
        if not isinstance(table.words, defaultdict):
            give_back(table.words)


def chains_for(tricks: int) -> int:
    """The number of chains of a table for positions of so many tricks."""
    return next((chains for most, chains in CHAINS_BY_TRICKS if tricks <= most), MOST_CHAINS)


def targets_of(scores: ScoreTable, score: int) -> Targets:
    """The half-points that bring at least a score, by end of the deal and honours; more than there are where none do."""
    return tuple(tuple(bisect_left(row, score) for row in rows) for rows in scores)
