"""The cost of a card that was played, or of a choice before the play: what was allowed, played out by simple players in the same worlds, to the score of the seat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from statistics import fmean, stdev

from tarot_teach.advice.format import AdviceFile
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.errors import SolveError
from tarot_teach.solver import Objective, is_solved_by_positions
from tarot_teach.table import Action, Choose, Phase, Play, State
from tarot_teach.topics.open_cards.card_values import OpenCards, open_cards_at
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.strong.cards import different_cards
from tarot_teach.topics.simulate.strong.play_outs import Choice
from tarot_teach.topics.simulate.strong.player import StrongPlayer
from tarot_teach.topics.tactics.finder import theme_at

LEVEL = 40
"""The number of worlds in which the strong player judges bids and discards."""
WORLDS = 200
"""The number of worlds, unless another is asked for: twenty put the cards of a deal in another order than two hundred."""
FEW_CHOICES, SHOWN_CHOICES = 12, 4
"""The number of choices before the play up to which all are tried, and how many are where there are more."""
Group = tuple[Action, tuple[Card, ...]]
"""An action with the cards that are alike."""
LEAST_COST, SURE = 1, 2
"""The cost in game points, and in standard errors, from which on there was better."""
OPEN_FROM, OPEN_NODES = 6, 20_000
"""The number of cards in hand from which on a moment is solved with all cards open, and the limit of nodes of each search."""


class CostVerdict(StrEnum):
    """The verdict on a decision by its figures."""

    BETTER = "better"
    CLOSE = "close"
    LUCK = "luck"
    BEST = "best"
    NO_CHOICE = "no-choice"


@dataclass(frozen=True)
class Tried:
    """An action that was allowed, with the ``cards`` that are alike, and the game points of the seat after it: in each world, and ``here``, in
    the deal as it lay, when simple players play on."""

    action: Action
    cards: tuple[Card, ...]
    scores: tuple[float, ...]
    here: float

    @cached_property
    def mean(self) -> float:
        """The mean of its game points over all worlds."""
        return fmean(self.scores)

    def includes(self, action: Action) -> bool:
        """True for its action, and for one with a card that is alike."""
        return action == self.action or (isinstance(action, Play) and action.card in self.cards)


@dataclass(frozen=True)
class CardCost:
    """A decision: the number of its ``move`` in the deal from 0, and what was tried in its place, from the highest mean down; ``opened`` are the values
    with all cards open, where the search reaches. A choice before the play is held ``against`` another, a card against the best one. ``theme`` is the id of that of tactics which the decision missed, where one is
    recognised."""

    number: int
    move: Move
    tried: tuple[Tried, ...] = ()
    opened: OpenCards | None = None
    against: Action | None = None
    theme: str = ""

    @property
    def before(self) -> State:
        """The state in which the seat decided."""
        return self.move.before

    @cached_property
    def chosen(self) -> Tried:
        """The action that was done."""
        return next(each for each in self.tried if each.includes(self.move.action))

    @cached_property
    def best(self) -> Tried:
        """The action that it is held against; without one that with the highest mean, which is the one that was done where none is higher."""
        if self.against is not None:
            return next(each for each in self.tried if each.includes(self.against))
        best = self.tried[0]
        return self.chosen if self.chosen.mean == best.mean else best

    @property
    def worlds(self) -> int:
        """The number of worlds."""
        return len(self.tried[0].scores) if self.tried else 0

    @cached_property
    def _more(self) -> list[float]:
        """The game points that the best action brings more than the one that was done, by world."""
        return [one - other for one, other in zip(self.best.scores, self.chosen.scores, strict=True)]

    @property
    def cost(self) -> float:
        """The mean difference between the best action and the one that was done, in game points."""
        return fmean(self._more) if self.tried else 0.0

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return stdev(self._more) / math.sqrt(self.worlds) if self.worlds > 1 else 0.0

    @property
    def better(self) -> int:
        """The number of worlds in which the best action brings more than the one that was done."""
        return sum(more > 0 for more in self._more)

    @property
    def worse(self) -> int:
        """The number of worlds in which it brings less."""
        return sum(more < 0 for more in self._more)

    @property
    def gain(self) -> float:
        """The mean of what it brings more where it brings more, in game points."""
        return fmean([more for more in self._more if more > 0] or [0.0])

    @property
    def loss(self) -> float:
        """The mean of what it brings less where it brings less."""
        return fmean([-more for more in self._more if more < 0] or [0.0])

    def nothing_better(self, tried: Tried) -> int:
        """The number of worlds in which nothing else brings more than an action."""
        columns = zip(*(each.scores for each in self.tried), strict=True)
        return sum(score == max(column) for score, column in zip(tried.scores, columns, strict=True))

    @cached_property
    def lucky(self) -> Tried | None:
        """The action that wins this very deal, where the one that was done loses it; None where none does."""
        if not self.tried or self.chosen.here > 0:
            return None
        most = max(self.tried, key=lambda each: each.here)
        return most if most.here > 0 else None

    @cached_property
    def verdict(self) -> CostVerdict:
        """The verdict by the figures."""
        if not self.tried:
            return CostVerdict.NO_CHOICE
        if is_sure(self.cost, self.error):
            return CostVerdict.BETTER
        if self.lucky:
            return CostVerdict.LUCK
        return CostVerdict.CLOSE if 0 < self.error <= self.cost else CostVerdict.BEST

    @property
    def other(self) -> Tried | None:
        """The action to be laid beside the one that was done: the one that wins this deal where that was luck, else the best; None where the one that was done is best."""
        if self.verdict is CostVerdict.LUCK:
            return self.lucky
        return None if self.verdict in (CostVerdict.NO_CHOICE, CostVerdict.BEST) else self.best


def is_sure(cost: float, error: float) -> bool:
    """True for a cost in game points, with its standard error, from which on there was better."""
    return cost >= LEAST_COST and cost >= SURE * error


class Reviewer:
    """Reviews decisions of the play of one ruleset, with so many worlds for each. The same seed and decision give the same worlds."""

    def __init__(self, engine: Engine, advice: AdviceFile | None, worlds: int = WORLDS, seed: int = 0) -> None:
        self.engine: Engine = engine
        self.worlds: int = worlds
        self.seed: int = seed
        self.strong: StrongPlayer = StrongPlayer(engine, advice)
        self.strong.level = LEVEL

    def costs(self, deal: Deal, seat: int, last: int | None = None) -> Iterator[CardCost]:
        """Yield the cost of each decision of a seat in the order of the deal; with ``last``, of those with at most so many cards in hand. Raises
        SolveError where the hidden cards cannot be dealt at random."""
        for number in decisions(deal, seat, last):
            yield self.cost(deal, number)

    def cost(self, deal: Deal, number: int) -> CardCost:
        """The cost of the decision at a move. Raises SolveError as :meth:`costs`."""
        move = deal.moves[number]
        groups = self._groups(move.before)
        if len(groups) < 2:
            return CardCost(number, move)
        found = CardCost(number, move, self._tried(number, move, groups), self._opened(move))
        return replace(found, theme=self._theme(found)) if found.verdict is CostVerdict.BETTER else found

    def _theme(self, cost: CardCost) -> str:
        """The theme of tactics that a decision missed; empty where none is recognised, or where it is no play of a card."""
        right, played = cost.best.action, cost.chosen.action
        cards = [each.action.card for each in cost.tried if isinstance(each.action, Play)]
        if not isinstance(right, Play) or not isinstance(played, Play) or len(cards) < len(cost.tried):
            return ""
        return theme_at(self.engine, cost.before, cards, right.card, played.card, self.seed + cost.number)

    def choice_cost(self, number: int, move: Move, advised: Action) -> CardCost:
        """The cost of a choice before the play at a move against the one that is ``advised``. Raises SolveError as :meth:`costs`."""
        actions = self._other_choices(move, advised)
        return CardCost(number, move, self._tried(number, move, [(action, ()) for action in actions]), against=advised)

    def _other_choices(self, move: Move, advised: Action) -> list[Action]:
        """The choices before the play that are tried: all where they are few, else those that the strong player would look at first."""
        choices = self.engine.legal(move.before)
        if choices.ways() <= FEW_CHOICES:
            return [*choices]
        looked_at = self.strong.tried(choices, advised) if isinstance(advised, Choose) else []
        return [*dict.fromkeys((move.action, advised, *looked_at))][:SHOWN_CHOICES]

    def _tried(self, number: int, move: Move, groups: Sequence[Group]) -> tuple[Tried, ...]:
        """Actions that were allowed, each played out in the same worlds, from the highest mean down."""
        seat, before = move.action.seat, move.before
        source, draws = self.strong.source(before, seat), Draws(self.seed, number)
        worlds = [source.draw(draws.below) for _world in range(self.worlds)]
        play_outs = self.strong.play_outs
        pairs = [(state, action) for state in (*worlds, before) for action, _cards in groups]
        starts: list[Choice] = [*pairs]
        if before.phase is not Phase.PLAY:
            starts = [(play_outs.to_first_lead(self.engine.apply(state, action)[0]), None) for state, action in pairs]
        endings = play_outs.endings(starts)
        columns = [tuple(ending.score_of(seat) for ending in endings[i :: len(groups)]) for i in range(len(groups))]
        tried = [
            Tried(action, cards, scores[:-1], scores[-1])
            for (action, cards), scores in zip(groups, columns, strict=True)
        ]
        return tuple(sorted(tried, key=lambda each: -each.mean))

    def _groups(self, state: State) -> Sequence[Group]:
        """The actions that were allowed, of cards that are alike the lowest, with its like."""
        choices = self.engine.legal(state)
        if not choices.cards:
            return [(action, ()) for action in choices]
        return [
            (Play(choices.seat or 0, lowest), cards) for lowest, cards in different_cards(self.engine, state).items()
        ]

    def _opened(self, move: Move) -> OpenCards | None:
        """The values of the cards with all cards open; None where the search does not reach."""
        before, seat = move.before, move.action.seat
        if not isinstance(move.action, Play) or before.left(seat) > OPEN_FROM:
            return None
        try:
            objective = Objective.SCORE if is_solved_by_positions(self.engine, before.auction.contract) else None
            found = open_cards_at(self.engine, before, objective, OPEN_NODES)
        except SolveError:
            return None
        return found if all(value.exact for value in found.values.values()) else None


def decisions(deal: Deal, seat: int, last: int | None = None) -> list[int]:
    """The numbers of the moves in which a seat decided on the play, from 0; with ``last``, of those with at most so many cards in hand. Moves
    that a rule refuses are left out."""
    return [
        number
        for number, move in enumerate(deal.moves)
        if move.action.seat == seat
        and move.before.phase is Phase.PLAY
        and move.verdict.allowed
        and not deal.engine.legal(move.before).declarations
        and (last is None or move.before.left(seat) <= last)
    ]
