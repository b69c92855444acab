"""Tactics of the deals of a data set: turns at which one card is best in nearly all deals that fit what its player has seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Deal, Engine
from tarot_teach.solver.position import unfit_play
from tarot_teach.topics.simulate.deal_simulator import Step
from tarot_teach.topics.simulate.simple_deals import SimpleDeals
from tarot_teach.topics.tactics.finder import Tactics


class OwnEyes:
    """Finds the tactics of deals that have been played under one ruleset. A deal and its number give the same tactics on any machine."""

    def __init__(self, engine: Engine, advice: AdviceFile | None) -> None:
        self._deal: Deal | None = None
        self._tactics = Tactics(engine, advice, SimpleDeals(engine, advice, steps=self._steps))

    def in_deal(self, deal: Deal, number: int) -> Iterator[dict[str, Any]]:
        """Yield the rows of a finished deal, at most one of each trick; none where not all play to each trick."""
        if unfit_play(deal.engine):
            return
        self._deal = deal
        for puzzle in self._tactics.in_deal(number):
            row = puzzle.model_dump()
            yield {
                "ruleset": deal.engine.ruleset.name,
                "number": row.pop("seed"),
                **{"played" if name == "simple" else name: value for name, value in row.items()},
            }

    def _steps(self, _number: int) -> Iterator[Step]:
        """The moves of the deal that is looked at."""
        assert self._deal is not None
        return (Step(move.before, move.action, move.after, move.events) for move in self._deal.moves)
