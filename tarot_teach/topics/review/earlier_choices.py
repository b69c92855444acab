"""The decisions of a seat before the play, against those of the strong player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tarot_teach.advice.evaluate import Evaluation, evaluate_dealt
from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.table import Bid, Phase, State
from tarot_teach.topics.review.card_costs import CardCost, Reviewer
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import Decision

NOT_REVIEWED = (Phase.CUT, Phase.DEAL, Phase.PLAY, Phase.PAY, Phase.BETWEEN)
"""Phases in which nothing is decided before the play."""


@dataclass(frozen=True)
class EarlierChoice:
    """A decision before the play: the number of its ``move`` in the deal from 0, what the strong player would have done, for the first bid the
    value of the hand by the table of features, and the ``cost`` against the strong player's choice where that is another."""

    number: int
    move: Move
    advised: Decision
    evaluation: Evaluation | None = None
    cost: CardCost | None = None

    @property
    def same(self) -> bool:
        """True where the strong player does the same."""
        return self.advised.action == self.move.action


def earlier_choices(deal: Deal, seat: int, reviewer: Reviewer) -> Iterator[EarlierChoice]:
    """Yield the decisions of a seat before the play. Raises SolveError where the hidden cards cannot be dealt at random."""
    for number in choices_before(deal, seat):
        yield earlier_choice(deal, number, reviewer)


def earlier_choice(deal: Deal, number: int, reviewer: Reviewer) -> EarlierChoice:
    """The decision before the play at a move. Raises SolveError as :func:`earlier_choices`."""
    move, strong = deal.moves[number], reviewer.strong
    advised = strong.choose(deal.engine.legal(move.before).seen(), Draws(reviewer.seed, number))
    bids = (other for other in choices_before(deal, move.action.seat) if isinstance(deal.moves[other].action, Bid))
    evaluation = hand_value(strong.advice, deal.engine, move.before) if next(bids, None) == number else None
    cost = None if advised.action == move.action else reviewer.choice_cost(number, move, advised.action)
    return EarlierChoice(number, move, advised, evaluation, cost)


def choices_before(deal: Deal, seat: int) -> list[int]:
    """The numbers of the moves in which a seat decided before the play, from 0. Moves that a rule refuses, and offers that are made in passing, are left
    out."""
    return [
        number
        for number, move in enumerate(deal.moves)
        if move.action.seat == seat
        and move.before.phase not in NOT_REVIEWED
        and move.verdict.allowed
        and (choices := deal.engine.legal(move.before)).ways() > 1
        and not choices.declarations
    ]


def hand_value(advice: AdviceFile | None, engine: Engine, state: State) -> Evaluation | None:
    """The value of the hand to act by the table of features; None where there is none for the game."""
    if advice is None or state.turn is None:
        return None
    return evaluate_dealt(advice, engine, list(state.hand(state.turn)))
