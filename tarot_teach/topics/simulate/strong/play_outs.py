"""Positions played out by simple players: by the compiled kernel where it can, else by the engine, with the same endings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.errors import RunError
from tarot_teach.language import _
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.table import Action, Phase, Play, State
from tarot_teach.table.events import Event
from tarot_teach.topics.simulate.deal_simulator import LONGEST, DealSimulator, ending_of
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.kernel import Misfit, play_on_with
from tarot_teach.topics.simulate.players import SimplePlayer
from tarot_teach.topics.simulate.tally import Ending

if TYPE_CHECKING:
    from tarot_teach.topics.simulate.kernel import PlayOn

CONTRACT_HALVES = 50
"""Half-points that a contract made counts besides the card points: the 25 points that every contract is worth (FFT rules, article on scoring)."""
Start = tuple[State, Action | None]
"""A state with all cards known, and the action of the seat to act; None for one of its own choice."""


class PlayOuts:
    """Plays states of one ruleset out with simple players in all seats. The draws of its players, where they need any, are always the same."""

    def __init__(self, engine: Engine, advice: AdviceFile | None) -> None:
        self.engine = engine
        self.simple = SimplePlayer(engine, advice)
        self._play_on: dict[int, PlayOn | Misfit] = {}

    def endings(self, starts: Sequence[Start]) -> list[Ending]:
        """The endings of states, in their order."""
        if not starts:
            return []
        players = starts[0][0].players
        if players not in self._play_on:
            self._play_on[players] = play_on_with(DealSimulator(self.engine, [self.simple] * players))
        kernel = self._play_on[players]
        if isinstance(kernel, Misfit) or not all(_is_play(*start) and kernel.fits(start[0]) for start in starts):
            return [self._by_engine(state, action) for state, action in starts]
        plays = [(state, action.card if isinstance(action, Play) else None) for state, action in starts]
        return kernel.endings(plays)

    def to_first_lead(self, state: State) -> State:
        """The state when the simple players have done everything before the first card."""
        return next(
            (later for later, _events in self._actions(state) if later.phase in (Phase.PLAY, Phase.OVER)), state
        )

    def _by_engine(self, state: State, action: Action | None) -> Ending:
        """The ending of one state."""
        events: list[Event] = []
        if action is not None:
            state, more = self.engine.apply(state, action)
            events += more
        last = state
        for later, more in self._actions(state):
            last = later
            events += more
        return ending_of(last, events, self.engine)

    def _actions(self, state: State) -> Iterator[tuple[State, tuple[Event, ...]]]:
        """The states after each action of simple players, with its events, to the end."""
        draws = Draws(0, 0)
        yield state, ()
        for _action in range(LONGEST):
            if state.turn is None:
                return
            choices = self.engine.legal(state)
            action = self.simple.choose(choices.seen(), draws).action
            state, events = self.engine.apply(state, action, among=choices)
            yield state, events
        message = _("a deal of {name} that simple players play out does not end")
        hint = _("check its rules: tarot-teach check FILE --play 100")
        raise RunError.of("simulate.endless", message, hint=hint, name=self.engine.ruleset.name)


def _is_play(state: State, action: Action | None) -> bool:
    return state.phase is Phase.PLAY and (action is None or isinstance(action, Play))


def worth(ending: Ending, state: State, seat: int) -> float:
    """The worth of an ending for a seat: half-points of its side, and more where the contract is made or fails; without a taker its game points."""
    if state.auction.taker is None or ending.outcome is None:
        return float(ending.scores[seat]) if ending.scores else 0.0
    value = ending.row.halves + CONTRACT_HALVES * ending.row.made
    return float(value if seat in takers_side(state) else -value)
