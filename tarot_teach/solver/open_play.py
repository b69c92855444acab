"""Values of cards with all cards open in any game: by the solver of positions where it knows the rules, else by the
search of endings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.solver.aims import plays_for
from tarot_teach.solver.endings import EndingSolver, unfit_ending
from tarot_teach.solver.position import Position, position_of, unfit_ruleset
from tarot_teach.solver.start import Objective
from tarot_teach.solver.values import MANY, Solver, Value
from tarot_teach.table import NOTHING, Phase, State


class OpenPlay:
    """The values of the cards of one state, and of others after it, for the seats of a ``side``, by the solver that
    fits its rules; the seats of ``most`` play for a high value.

    Without an ``objective`` it is what the game plays for. ``compiled`` says if compiled code searches; None: if numba
    is installed. Raises SolveError for a state that cannot be solved.
    """

    def __init__(
        self,
        engine: Engine,
        state: State,
        objective: Objective | None = None,
        nodes: int = MANY,
        compiled: bool | None = None,
    ) -> None:
        self.engine: Engine = engine
        self.state: State = state
        self.objective: Objective = objective or objective_of(engine, state.auction.contract)
        self.position: Position | None = None
        self.ending: EndingSolver | None = None
        by_positions = is_solved_by_positions(engine, state.auction.contract)
        if by_positions and self.objective is not Objective.TRICKS:
            self.position = position_of(engine, state, scores=self.objective is Objective.SCORE)
            self._solver = Solver(self.position.rules, self.objective, nodes, compiled)
            self.side: tuple[int, ...] = takers_side(state)
            self.most: tuple[int, ...] = self.side
        else:
            self.ending = EndingSolver(engine, state, self.objective, nodes, compiled)
            self.side, self.most = self.ending.side, self.ending.most

    @property
    def alone(self) -> bool:
        """True where each plays alone: the values are what the seat to act can be sure of if all others play
        against it."""
        return self.state.auction.taker is None and not self.state.parties

    @property
    def so_far(self) -> int:
        """The result of the side as far as the deal has been played: half-points or tricks."""
        if self.ending is not None:
            return self.ending.so_far
        assert self.position is not None
        return self.position.halves

    def value(self, played: Sequence[Card] = ()) -> Value:
        """The value after some cards more."""
        return self.ending.value(played) if self.ending is not None else self._solver.value(self._after(played))

    def each_card(self, played: Sequence[Card] = ()) -> Iterator[tuple[Card, Value]]:
        """Yield the value after each card that may be played after some more, in the order of the pack."""
        if self.ending is not None:
            yield from self.ending.each_card(played)
        else:
            yield from self._solver.each_card(self._after(played))

    def alike(self, played: Sequence[Card] = ()) -> list[list[Card]]:
        """The cards that may be played after some more, with those together that come to the same."""
        return self.ending.alike(played) if self.ending is not None else self._solver.alike(self._after(played))

    def bounds(self) -> Mapping[Card, Value]:
        """The bounds of the values that are known without a search."""
        return dict(OpenPlay(self.engine, self.state, self.objective, nodes=1).each_card())

    def line(self) -> list[tuple[int, Card]]:
        """Seats and cards of best play to the end."""
        return self.ending.line() if self.ending is not None else self._solver.line(self._after(()))

    def _after(self, played: Sequence[Card]) -> Position:
        """The position after some cards more."""
        position = self.position
        assert position is not None
        return position._replace(played=(*position.played, *map(position.rules.number, played)))


def play_on(engine: Engine, state: State) -> State:
    """The state after what is asked between two tricks, as the search of endings has it: a player who is asked whether to
    play on does, and one who owes a card gives the lowest."""
    while state.phase in (Phase.BETWEEN, Phase.PAY):
        assert state.turn is not None
        pick = next(pick for pick in engine.legal(state).picks if pick.option != NOTHING)
        given = pick.cards & -pick.cards if state.phase is Phase.PAY else 0
        state, _events = engine.apply(state, pick.action(state.turn, state.deck, given))
    return state


def is_solved_by_positions(engine: Engine, contract: str | None) -> bool:
    """True where the solver of positions knows the rules in force, or no search of endings does: its reasons are
    then the better ones."""
    fits = not unfit_ruleset(engine, engine.index.under(contract))
    return fits or bool(unfit_ending(engine, contract, objective_of(engine, contract)))


def objective_of(engine: Engine, contract: str | None) -> Objective:
    """The aims of a contract."""
    if not unfit_ruleset(engine, engine.index.under(contract)):
        return Objective.POINTS
    return plays_for(engine, contract)
