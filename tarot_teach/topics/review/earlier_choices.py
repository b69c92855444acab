"""The decisions of a seat before the play, against those of the strong player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tarot_teach.advice.evaluate import Evaluation, evaluate_dealt
from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.table import Bid, Phase
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import Decision
from tarot_teach.topics.simulate.strong.player import StrongPlayer

NOT_REVIEWED = (Phase.CUT, Phase.DEAL, Phase.PLAY, Phase.PAY, Phase.BETWEEN)
"""Phases in which nothing is decided before the play."""


@dataclass(frozen=True)
class EarlierChoice:
    """A decision before the play: the number of its ``move`` in the deal from 0, what the strong player would have done, and for the first bid the
    value of the hand by the table of features."""

    number: int
    move: Move
    advised: Decision
    evaluation: Evaluation | None = None

    @property
    def same(self) -> bool:
        """True where the strong player does the same."""
        return self.advised.action == self.move.action


def earlier_choices(deal: Deal, seat: int, strong: StrongPlayer, seed: int) -> Iterator[EarlierChoice]:
    """Yield the decisions of a seat before the play; announcements are left out. Raises SolveError where the hidden cards cannot be dealt at
    random."""
    valued = False
    for number, move in enumerate(deal.moves):
        if move.action.seat != seat or move.before.phase in NOT_REVIEWED or not move.verdict.allowed:
            continue
        choices = deal.engine.legal(move.before)
        if choices.ways() < 2 or choices.declarations:
            continue
        advised = strong.choose(choices.seen(), Draws(seed, number))
        evaluation = _evaluation(strong.advice, deal, move) if isinstance(move.action, Bid) and not valued else None
        valued = valued or evaluation is not None
        yield EarlierChoice(number, move, advised, evaluation)


def _evaluation(advice: AdviceFile | None, deal: Deal, move: Move) -> Evaluation | None:
    """The value of the hand by the table of features; None where there is none for the game."""
    if advice is None:
        return None
    return evaluate_dealt(advice, deal.engine, list(move.before.hand(move.action.seat)))
