"""Deals whose cards simple players play, to where so many tricks are left: by the engine, and with the same cards by the kernel where there are very many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tarot_teach.advice.format import AdviceFile
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.table import Phase, Play, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator, Step
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.kernel import FEW, Misfit, compile_kernel, kernel_for
from tarot_teach.topics.simulate.seating import seat_players

if TYPE_CHECKING:
    from tarot_teach.topics.simulate.kernel import Kernel


Steps = Callable[[int], Iterator[Step]]
"""The actions of a deal by its seed."""


class TrickPlayed(NamedTuple):
    """The plays of a trick, each with the state before it, and all cards from it to the end of the deal, where they were
    asked for."""

    plays: list[tuple[State, Card]]
    rest: list[Card]


class SimpleDeals:
    """Deals of one ruleset, by their seeds. The engine plays the first, since the kernel takes some seconds to be
    compiled; without ``compiled``, all, and those that are given as ``steps``."""

    def __init__(
        self, engine: Engine, advice: AdviceFile | None, *, compiled: bool = True, steps: Steps | None = None
    ) -> None:
        seats = len(engine.seats())
        self.simulator = DealSimulator(engine, seat_players(("simple",), engine, advice, seats))
        self._compiled, self._number = compiled and steps is None, 0
        self._steps: Steps = steps or self._of_simple

    def trick(self, seed: int, tricks: int, unplayed: int = 0, *, to_end: bool = False) -> TrickPlayed | None:
        """The trick of a deal before which so many are left, fewer than all; None for a deal without play, or if one of
        the cards ``unplayed``, a mask, has been played before. ``to_end`` asks for the cards to the end."""
        self._number += 1
        if self._compiled and self._number > FEW and self.kernel is not None:
            return self._by_kernel(self.kernel, seed, tricks, unplayed, to_end=to_end)
        return self._by_engine(seed, tricks, unplayed, to_end=to_end)

    @cached_property
    def kernel(self) -> Kernel | None:
        """The compiled kernel; None where the engine has to play all deals."""
        kernel = kernel_for(self.simulator)
        return None if isinstance(kernel, Misfit) or not kernel.sides or compile_kernel() else kernel

    def _of_simple(self, seed: int) -> Iterator[Step]:
        """The actions of a deal, by the engine."""
        return self.simulator.steps(self.simulator.start(seed, 0).state, Draws(seed, 0), 0)

    def _by_engine(self, seed: int, tricks: int, unplayed: int, *, to_end: bool) -> TrickPlayed | None:
        """The trick of a deal that the engine plays."""
        plays, rest = list[tuple[State, Card]](), list[Card]()
        for step in self._steps(seed):
            state = step.before
            if state.phase is Phase.PLAY and isinstance(step.action, Play):
                left, card = state.left(step.action.seat), step.action.card
                if left == tricks:
                    plays.append((state, card))
                elif left > tricks and card.bit & unplayed:
                    return None
                elif left < tricks and not to_end:
                    break
                if left <= tricks and to_end:
                    rest.append(card)
        return TrickPlayed(plays, rest) if plays else None

    def _by_kernel(self, kernel: Kernel, seed: int, tricks: int, unplayed: int, *, to_end: bool) -> TrickPlayed | None:
        """The trick of a deal whose cards the kernel plays; what is said before them is left to the players, up to the end of the first trick."""
        cards, _halves = kernel.cards(seed, 0)
        players, deck = kernel.seats, kernel.engine.ruleset.deck
        before = len(cards) - tricks * players
        if not cards or any(1 << card & unplayed for _seat, card in cards[:before]):
            return None
        state = next(step.after for step in self._steps(seed) if step.after.tricks)
        plays = []
        for number, (seat, index) in enumerate(cards[players : before + players], players):
            card = deck.cards[index]
            if number >= before:
                plays.append((state, card))
            state, _events = kernel.engine.apply(state, Play(seat, card))
        return TrickPlayed(plays, [deck.cards[index] for _seat, index in cards[before:]] if to_end else [])
