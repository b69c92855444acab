"""Positions played out by simple players: by the compiled kernel where it can, else by the engine, with the same endings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.table import Action, Phase, Play, State
from tarot_teach.table.events import Event
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.kernel import Misfit, play_on_with
from tarot_teach.topics.simulate.players import SimplePlayer
from tarot_teach.topics.simulate.tally import Ending

if TYPE_CHECKING:
    from tarot_teach.topics.simulate.kernel import PlayOn

CONTRACT_HALVES = 50
"""Half-points that a contract made counts besides the card points: the 25 points that every contract is worth (FFT rules, article on scoring)."""
AT_FIRST_LEAD = (Phase.PLAY, Phase.OVER)
"""The phase of the first lead, and that of a deal that is over without one."""
Start = tuple[State, Action | None]
"""A state with all cards known, and the action of the seat to act; None for one of its own choice."""


class PlayOuts:
    """Plays states of one ruleset out with simple players in all seats. The draws of its players, where they need any, are always the same."""

    def __init__(self, engine: Engine, advice: AdviceFile | None) -> None:
        self.engine = engine
        self.simple = SimplePlayer(engine, advice)
        self._simulators: dict[int, DealSimulator] = {}
        self._kernels: dict[int, PlayOn | Misfit] = {}

    def endings(self, starts: Sequence[Start]) -> list[Ending]:
        """The endings of states, in their order."""
        if not starts:
            return []
        simulator = self._simulator(starts[0][0])
        players = len(simulator.players)
        if players not in self._kernels:
            self._kernels[players] = play_on_with(simulator)
        kernel = self._kernels[players]
        if isinstance(kernel, Misfit) or not all(_is_play(*start) and kernel.fits(start[0]) for start in starts):
            return [self._by_engine(simulator, state, action) for state, action in starts]
        plays = [(state, action.card if isinstance(action, Play) else None) for state, action in starts]
        return kernel.endings(plays)

    def to_first_lead(self, state: State) -> State:
        """The state when the simple players have done everything before the first card."""
        if state.phase in AT_FIRST_LEAD:
            return state
        steps = self._simulator(state).steps(state, Draws(0, 0))
        return next((step.after for step in steps if step.after.phase in AT_FIRST_LEAD), state)

    def _simulator(self, state: State) -> DealSimulator:
        """The simulator with simple players for as many as there are in a state."""
        if state.players not in self._simulators:
            self._simulators[state.players] = DealSimulator(self.engine, [self.simple] * state.players)
        return self._simulators[state.players]

    def _by_engine(self, simulator: DealSimulator, state: State, action: Action | None) -> Ending:
        """The ending of one state."""
        events: Sequence[Event] = ()
        if action is not None:
            state, events = self.engine.apply(state, action)
        return simulator.ending_from(state, Draws(0, 0), events)


def _is_play(state: State, action: Action | None) -> bool:
    return state.phase is Phase.PLAY and (action is None or isinstance(action, Play))


def worth(ending: Ending, state: State, seat: int) -> float:
    """The worth of an ending for a seat: half-points of its side, and more where the contract is made or fails; without a taker its game points."""
    if state.auction.taker is None or ending.outcome is None:
        return float(ending.scores[seat]) if ending.scores else 0.0
    value = ending.row.halves + CONTRACT_HALVES * ending.row.made
    return float(value if seat in takers_side(state) else -value)
