"""Shares of the worlds that fit what a seat has seen in which each card is best."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import _
from tarot_teach.solver.endings import EndingSolver
from tarot_teach.solver.open_play import is_solved_by_positions, objective_of
from tarot_teach.solver.position import position_of
from tarot_teach.solver.start import Objective
from tarot_teach.solver.values import MANY, Solver
from tarot_teach.solver.worlds import Fits, Worlds
from tarot_teach.table.state import State

WORLDS = 100
"""The worlds that are drawn, unless another number is given."""


class BestShares(NamedTuple):
    """In how many of ``worlds`` each allowed card is best, in the order of the pack; cards of the same value are best
    together. ``ways`` is the number of deals of the hidden cards that fit what single plays allow, ``skipped`` how many
    worlds more were drawn that the limit of nodes left open."""

    best: Mapping[Card, int]
    worlds: int
    skipped: int
    ways: int

    def share(self, card: Card) -> float:
        """The part of the worlds in which a card is best, from 0 to 1; 0 where no world was solved."""
        return self.best[card] / self.worlds if self.worlds else 0.0


def best_shares(
    engine: Engine,
    state: State,
    worlds: int = WORLDS,
    seed: int = 0,
    objective: Objective | None = None,
    nodes: int = MANY,
    fits: Fits | None = None,
) -> BestShares:
    """Shares of worlds, drawn by a seed, in which each allowed card of the seat to play is best with all cards open, by
    an objective, if not by what the game is about: of the state only what that seat has seen is looked at. ``nodes`` is the limit of each search.

    Raises SolveError where worlds cannot be drawn or solved.
    """
    if state.turn is None:
        raise SolveError.of("solve.worlds", _("no card is to be played"), hint=_("take an earlier moment"))
    if state.auction.taker is None and not state.parties:
        message = _("each plays alone, and which card is best depends on what the others play for")
        raise SolveError.of("solve.worlds", message, hint=_("ask what a card brings with all cards open"))
    aim = objective or objective_of(engine, state.auction.contract)
    by_positions = is_solved_by_positions(engine, state.auction.contract) and aim is not Objective.TRICKS
    source, seen = random.Random(seed), Worlds(engine, state, state.turn, fits)
    solvers: dict[int, Solver] = {}
    best = dict.fromkeys(state.deck.set(engine.legal(state).cards), 0)
    solved = 0
    for _world in range(worlds):
        world = seen.draw(source.randrange)
        if by_positions:
            position = position_of(engine, world, scores=aim is Objective.SCORE)
            solver = solvers.setdefault(position.takers, Solver(position.rules, aim, nodes))
            values, most = solver.cards(position), takers_side(world)
        else:
            ending = EndingSolver(engine, world, aim, nodes)
            values, most = ending.cards(), ending.most
        if not all(value.exact for value in values.values()):
            continue
        solved += 1
        worth = {card: value.low if state.turn in most else -value.low for card, value in values.items()}
        for card, value in worth.items():
            best[card] += value == max(worth.values())
    return BestShares(best, solved, worlds - solved, seen.ways)
