"""Finds puzzles in deals of simple players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from tarot_teach.advice.format import AdviceFile
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.solver import Objective, is_solved_by_positions, objective_of
from tarot_teach.table import Play, State
from tarot_teach.topics.simulate.simple_deals import SimpleDeals
from tarot_teach.topics.simulate.strong.cards import different_cards, read_by_the_score
from tarot_teach.topics.simulate.strong.play_outs import PlayOuts
from tarot_teach.topics.simulate.tally import Ending
from tarot_teach.topics.tactics.facts import Facts, line_after
from tarot_teach.topics.tactics.puzzles import Puzzle, Sums
from tarot_teach.topics.tactics.samples import CutShortError, Memory, Sample, worth_of
from tarot_teach.topics.tactics.themes import theme_of

STAGES = ((4, 3), (12, 11), (40, 37), (100, 95))
"""Numbers of worlds, each with the least in which a card must be best for more to be drawn."""
SECOND = 0.8
"""The largest part of the worlds in which the next card may be best."""
PLAYED_OUT = 40
"""The worlds in which simple players, who see no other hand, play the right and the tempting card out."""
LEAST_GAIN, MOST_WORSE = 0.5, 0.1
"""The least mean gain in these, in card points or tricks, and the largest part of them in which the right card does worse."""
BY_SCORE, BEST_BY_SCORE, SCORE_NODES = 20, 0.8, 100_000
"""The worlds that are searched for the score, while a card is out of which it asks who has won it; the part of them in which the right card must be
best by it as well; and the most positions of a search."""
IN_LINES = 6
"""The worlds in which best play after each card is looked at."""
FORGOTTEN, REMEMBERED = 30, 0.9
"""The worlds in which cards are forgotten, and the part of them in which the right card must still be best."""
LEFT = (6, 5, 4)
"""The numbers of tricks that may be left."""
LEAST_COST = {Objective.POINTS: 2.0, Objective.TRICKS: 0.8, Objective.MADE: 0.5}
"""The least mean cost of the tempting card by what a game is about, in half-points, tricks and contracts."""


class Outs(NamedTuple):
    """Results of the right card against the tempting one among simple players: the mean gain, the sum of the gains in game points, and the numbers of worlds in which it does better and worse."""

    gain: float
    score: float
    better: int
    worse: int


class Tactics:
    """Finds puzzles in the ``deals`` of simple players under one ruleset. A seed gives the same puzzle on any machine.

    ``compiled`` says if compiled code searches; None: if numba is installed.
    """

    def __init__(
        self, engine: Engine, advice: AdviceFile | None, deals: SimpleDeals, compiled: bool | None = None
    ) -> None:
        self.engine: Engine = engine
        self.deals: SimpleDeals = deals
        self._compiled = compiled
        self._play_outs = PlayOuts(engine, advice)

    def in_deal(self, seed: int) -> Iterator[Puzzle]:
        """Yield the puzzles of the last tricks of the deal of a seed, at most one of each trick."""
        most = self.engine.index.deals.tricks(len(self.engine.seats())) - 1
        for tricks in LEFT:
            trick = self.deals.trick(seed, tricks) if tricks <= most else None
            for laid, (state, simple) in enumerate(trick.plays if trick else ()):
                try:
                    found = self._of_turn(seed, tricks, laid, state, simple)
                except (SolveError, CutShortError):
                    continue
                if found is not None:
                    yield found
                    break

    def turn(self, puzzle: Puzzle) -> State | None:
        """The state of a puzzle; None where the deal of its seed has another turn there."""
        trick = self.deals.trick(puzzle.seed, puzzle.tricks)
        state = trick.plays[puzzle.laid][0] if trick and puzzle.laid < len(trick.plays) else None
        if state is None or state.turn is None:
            return None
        hand = tuple(card.code for card in state.hand(state.turn))
        laid = tuple(card.code for card in state.trick.cards)
        return state if (hand, laid) == (puzzle.hand, puzzle.trick) else None

    def _of_turn(self, seed: int, tricks: int, laid: int, state: State, simple: Card) -> Puzzle | None:
        """The puzzle of a turn; None where it is none."""
        groups = tuple(different_cards(self.engine, state).values())
        if len(groups) < 2:
            return None
        sample = Sample(self.engine, state, [group[0] for group in groups], seed, self._compiled)
        chosen = self._chosen(sample, next(group[0] for group in groups if simple in group))
        if chosen is None:
            return None
        right, tempting = chosen
        outs = self._played_out(sample, right, tempting)
        if outs.gain < LEAST_GAIN or outs.score < 0 or outs.worse > MOST_WORSE * PLAYED_OUT:
            return None
        if not self._is_best_by_score(sample, right):
            return None
        facts = facts_of(sample, right, tempting, self._compiled)
        theme, lines = theme_of(facts), facts.lines
        if theme is None:
            return None
        return Puzzle(
            seed=seed,
            tricks=tricks,
            laid=laid,
            seat=state.seats[_seat(state)],
            hand=tuple(card.code for card in state.hand(_seat(state))),
            trick=tuple(card.code for card in state.trick.cards),
            groups=tuple(tuple(card.code for card in group) for group in groups),
            best=tuple(sample.best(card) for card in sample.cards),
            costs=tuple(round(cost, 2) for cost in facts.costs.values()),
            right=right.code,
            tempting=tempting.code,
            simple=simple.code,
            worlds=len(sample.worlds),
            memory=self._memory(sample, state, right),
            gain=round(outs.gain, 2),
            better=outs.better,
            worse=outs.worse,
            after_right=Sums.of(lines[right]),
            after_tempting=Sums.of(lines[tempting]),
            theme=theme.id,
            excuse="right" if right.is_excuse else "wrong" if any(card.is_excuse for card in facts.wrong) else "",
        )

    def _chosen(self, sample: Sample, played: Card) -> tuple[Card, Card] | None:
        """The right and the tempting card, after as many worlds as it takes; None where too many cards are right, or too little is at stake."""
        least = LEAST_COST[objective_of(self.engine, sample.state.auction.contract)]
        first = STAGES[0][0]
        found: tuple[Card, Card] | None = None
        best: dict[Card, int] = {}
        for worlds, enough in STAGES:
            sample.extend(worlds)
            best = {card: sample.best(card) for card in sample.cards}
            right = max(sample.cards, key=lambda card: best[card])
            tempting = _tempting(sample, right, played, least / 2 if worlds == first else least)
            if best[right] < enough or tempting is None:
                return None
            found = right, tempting
        second = sorted(best.values())[-2]
        return found if second <= SECOND * len(sample.worlds) else None

    def _played_out(self, sample: Sample, right: Card, tempting: Card) -> Outs:
        """The results of two cards among simple players, in the same worlds."""
        worlds = sample.worlds[:PLAYED_OUT]
        starts = [(world, Play(_seat(world), card)) for world in worlds for card in (right, tempting)]
        endings = self._play_outs.endings(starts)
        gains, scores = list[float](), list[float]()
        for world, one, other in zip(worlds, endings[::2], endings[1::2], strict=True):
            gains.append(self._result(one, world) - self._result(other, world))
            scores.append(one.score_of(_seat(world)) - other.score_of(_seat(world)))
        worse = sum(gain < 0 for gain in gains)
        return Outs(sum(gains) / len(gains), sum(scores), sum(gain > 0 for gain in gains), worse)

    def _result(self, ending: Ending, world: State) -> float:
        """The result of an ending for the seat to act: card points, tricks or the contract of its side, or game points where each plays alone."""
        taker = world.auction.taker
        if taker is None or ending.outcome is None:
            return ending.score_of(_seat(world))
        sign = 1 if _seat(world) in world.side(taker) else -1
        match objective_of(self.engine, world.auction.contract):
            case Objective.POINTS:
                return sign * float(ending.row.halves) / 2
            case Objective.TRICKS:
                return float(sign * ending.row.tricks)
        return float(sign * ending.row.made)

    def _is_best_by_score(self, sample: Sample, right: Card) -> bool:
        """True if no card brings a higher score in most worlds with all cards open, as far as the score can be searched. Where no card is left of
        which the score asks who has won it, more card points are never a lower score."""
        state = sample.state
        read = read_by_the_score(self.engine.rules(state)) & ~state.gone
        if not read or not is_solved_by_positions(self.engine, state.auction.contract):
            return True
        best, search = 0, partial(worth_of, objective=Objective.SCORE, nodes=SCORE_NODES)
        for world in sample.worlds[:BY_SCORE]:
            try:
                worth = search(self.engine, world, sample.cards, self._compiled)
            except SolveError:
                return True
            except CutShortError:
                return False
            best += worth[right] == max(worth.values())
        return best >= BEST_BY_SCORE * BY_SCORE

    def _memory(self, sample: Sample, state: State, right: Card) -> int:
        """The level of memory that the right card takes: 0 nothing, 1 the cards that have gone, 2 the suits that others have shown to be gone."""
        memory, worlds = Memory(self.engine, state, self._compiled), sample.worlds[:FORGOTTEN]
        for level, gone in enumerate((False, True)):
            try:
                if memory.share(worlds, sample.cards, right, gone=gone) >= REMEMBERED:
                    return level
            except (SolveError, CutShortError):
                continue
        return 2


def facts_of(sample: Sample, right: Card, tempting: Card, compiled: bool | None = None) -> Facts:
    """The facts of a turn, with lines of best play in the first worlds of its sample. Raises SolveError where none can be found."""
    lines = {
        card: tuple(line_after(sample.engine, world, card, compiled) for world in sample.worlds[:IN_LINES])
        for card in sample.cards
    }
    costs = {card: sample.cost(card) for card in sample.cards}
    wrong = tuple(card for card in sample.cards if card != right)
    return Facts(sample.engine, sample.state, right, wrong, tempting, costs, lines)


def theme_at(engine: Engine, state: State, cards: Sequence[Card], right: Card, tempting: Card, seed: int) -> str:
    """The id of the theme of a turn, of whose different ``cards`` one is known to be right: in a few worlds, where best play with all cards open says the same. Empty
    where there is none, or where more tricks are left than themes are found in."""
    if state.left(_seat(state)) > max(LEFT) or not engine.index.play.in_tricks:
        return ""
    try:
        sample = Sample(engine, state, cards, seed)
        sample.extend(IN_LINES)
        if sample.cost(right) >= sample.cost(tempting):
            return ""
        theme = theme_of(facts_of(sample, right, tempting))
    except (SolveError, CutShortError):
        return ""
    return "" if theme is None else theme.id


def _tempting(sample: Sample, right: Card, played: Card, least: float) -> Card | None:
    """The tempting card: that of the simple player where it is wrong, or where the Excuse may be played, the Excuse or the cheapest
    other; None where it costs too little."""
    tempting: Card | None = played
    if played == right:
        excuse = next((card for card in sample.cards if card.is_excuse), None)
        others = [card for card in sample.cards if card != right]
        tempting = min(others, key=sample.cost) if right.is_excuse else excuse
    return tempting if tempting is not None and sample.cost(tempting) >= least else None


def _seat(state: State) -> int:
    assert state.turn is not None
    return state.turn
