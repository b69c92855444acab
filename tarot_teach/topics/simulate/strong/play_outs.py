"""Positions played out by simple players: by the compiled kernel where it can, else by words, else by the engine, with the same endings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.solver import unfit_ruleset
from tarot_teach.table import Action, Phase, Play, State
from tarot_teach.topics.simulate.by_words import PlayByWords, Start
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.kernel import Misfit, play_on_with
from tarot_teach.topics.simulate.players import SimplePlayer
from tarot_teach.topics.simulate.tally import Ending

if TYPE_CHECKING:
    from tarot_teach.topics.simulate.kernel import PlayOn

TIE = 1 / 1000
"""Game points that a trick or a half-point counts where endings bring the same score."""
AT_FIRST_LEAD = (Phase.PLAY, Phase.OVER)
"""The phase of the first lead, and that of a deal that is over without one."""
Choice = tuple[State, Action | None]
"""A state with all cards known, and the action of the seat to act; None for one of its own choice."""


class PlayOuts:
    """Plays states of one ruleset out with simple players in all seats. The draws of its players, where they need any, are always the same."""

    def __init__(self, engine: Engine, advice: AdviceFile | None) -> None:
        self.engine = engine
        self.simple = SimplePlayer(engine, advice)
        self.by_points = not unfit_ruleset(engine, engine.index)
        """True where the card points of a taker's side decide, which the solver can compute."""
        self._simulators: dict[int, DealSimulator] = {}
        self._kernels: dict[int, PlayOn | Misfit] = {}
        self._words: dict[int, PlayByWords | Misfit] = {}

    def endings(self, starts: Sequence[Choice]) -> list[Ending]:
        """The endings of states, in their order."""
        if not starts:
            return []
        simulator = self._simulator(starts[0][0])
        players = len(simulator.players)
        if players not in self._kernels:
            self._kernels[players] = play_on_with(simulator)
        kernel = self._kernels[players]
        if not isinstance(kernel, Misfit) and all(_is_play(*start) and kernel.fits(start[0]) for start in starts):
            return kernel.endings(
                [(state, action.card if isinstance(action, Play) else None) for state, action in starts]
            )
        if players not in self._words:
            self._words[players] = PlayByWords.of(simulator)
        words, begun = self._words[players], [Start(state, action=action) for state, action in starts]
        if isinstance(words, PlayByWords) and words.is_worth(len(starts)):
            return words.endings_from(begun)
        acted = [each.acted(self.engine) for each in begun]
        return [simulator.ending_from(each.state, each.draws, each.events) for each in acted]

    def to_first_lead(self, state: State) -> State:
        """The state when the simple players have done everything before the first card."""
        if state.phase in AT_FIRST_LEAD:
            return state
        steps = self._simulator(state).steps(state, Draws(0, 0))
        return next((step.after for step in steps if step.after.phase in AT_FIRST_LEAD), state)

    def worth(self, ending: Ending, state: State, seat: int) -> float:
        """The worth of an ending for a seat: its game points, and of equal ones those with more tricks and card points for its side."""
        score = ending.score_of(seat)
        if state.auction.taker is None or ending.outcome is None or self.engine.rules(state).avoids_tricks:
            return score
        sign = 1 if seat in takers_side(state) else -1
        return score + sign * TIE * (ending.row.halves + ending.row.tricks)

    def _simulator(self, state: State) -> DealSimulator:
        """The simulator with simple players for as many as there are in a state."""
        if state.players not in self._simulators:
            self._simulators[state.players] = DealSimulator(self.engine, [self.simple] * state.players)
        return self._simulators[state.players]


def _is_play(state: State, action: Action | None) -> bool:
    return state.phase is Phase.PLAY and (action is None or isinstance(action, Play))
