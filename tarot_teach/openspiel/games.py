"""The classes of a game written in Python for OpenSpiel: the game, its states, and what observes them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pyspiel

from tarot_teach.engine import Engine
from tarot_teach.errors import RunError
from tarot_teach.messages import _
from tarot_teach.openspiel.bounds import BOUND
from tarot_teach.openspiel.dealing import Dealing
from tarot_teach.openspiel.playable import sums_to_zero
from tarot_teach.openspiel.position import Position
from tarot_teach.openspiel.redeal import Below, dealt_anew
from tarot_teach.openspiel.tensor import RememberedCards, SeenCards
from tarot_teach.topics.simulate.deal_simulator import LONGEST

_DEALINGS: dict[tuple[str, int], Dealing] = {}
"""The dealings of registered games, by name and number of players: what is pickled names them."""


def register_engine(engine: Engine, name: str) -> str:
    """Register the game of an engine under a name, and give the name. An earlier game of that name is replaced."""
    players, utility = engine.ruleset.players, pyspiel.GameType.Utility
    dealings = {(name, number): Dealing(engine, number) for number in players}
    most = [BOUND if dealing.most is None else max(1.0, dealing.most) for dealing in dealings.values()]
    kind = pyspiel.GameType(
        short_name=name,
        long_name=engine.ruleset.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if sums_to_zero(engine) else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": len(engine.seats()), "bound": max(most), "keep": False},
    )
    _DEALINGS.update(dealings)
    pyspiel.register_game(kind, type("TarotGame", (TarotGame,), {"kind": kind}))
    return name


class TarotGame(pyspiel.Game):
    """A ruleset for a number of ``players``, of whom nobody wins or loses more than ``bound`` game points in a deal, or than the rules allow; ``keep``
    has every position made once only. There is a class for each ruleset, with its ``kind``: of an object made on the way, OpenSpiel would let go when Python has ended.

    Raises RunError for other numbers of players, and for a bound that is none.
    """

    kind: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any]) -> None:
        name, players, bound = self.kind.short_name, params["players"], params["bound"]
        if (name, players) not in _DEALINGS:
            known = [number for other, number in _DEALINGS if other == name]
            message, hint = _("{name} is not for {players} players"), _("it is for {known}")
            hint = hint.format(known=", ".join(map(str, known)))
            raise RunError.of("openspiel.players", message, hint=hint, name=name, players=players)
        if not 0 < bound < math.inf:
            message, hint = _("{bound} is no bound of game points"), _("give a number above 0, such as bound=1000.0")
            raise RunError.of("openspiel.bound", message, hint=hint, bound=bound)
        self.dealing: Dealing = _DEALINGS[name, players]
        if self.dealing.most is not None:
            bound = min(bound, max(1.0, self.dealing.most))
        self.first: Position = Position(self.dealing, keeps=params["keep"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.dealing.numbers.all,
            max_chance_outcomes=len(self.dealing.places),
            num_players=players,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0 if self.kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> TarotState:
        """The state before the first card is dealt."""
        return TarotState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most draws of a deal."""
        return self.dealing.numbers.end

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """An object that says what a player has seen. Raises RunError for parameters."""
        if params:
            message, hint = _("an observer takes no parameters here: {names}"), _("leave them out")
            raise RunError.of("openspiel.observer", message, hint=hint, names=", ".join(params))
        return Observer(self.dealing, recalls=kind is not None and kind.perfect_recall)


class Kept:
    """A position that is kept where OpenSpiel copies and pickles a state: as it is, and as the numbers that led to it."""

    def __init__(self, name: str, position: Position) -> None:
        self.name: str = name
        self.position: Position = position

    def __deepcopy__(self, memo: object) -> Kept:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.name, self.position.dealing.players, self.position.history)


def _restored(name: str, players: int, history: list[int]) -> Kept:
    position = Position(_DEALINGS[name, players])
    for number in history:
        position = position.after(number)
    return Kept(name, position)


class TarotState(pyspiel.State):
    """A position as a state of OpenSpiel."""

    def __init__(self, game: TarotGame) -> None:
        super().__init__(game)
        self.kept: Kept = Kept(game.kind.short_name, game.first)

    @property
    def position(self) -> Position:
        """The position."""
        return self.kept.position

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or for the end."""
        if self.position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.turn is None else self.position.turn

    def is_terminal(self) -> bool:
        """True at the end of the deal."""
        return self.position.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Where the next card of the deal may come to lie, each place with its chance."""
        return self.position.outcomes

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.position.options)

    def _apply_action(self, action: int) -> None:
        self.kept = Kept(self.kept.name, self.position.after(action))

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.position.words(action)

    def returns(self) -> list[float]:
        """The score of each player in game points. Raises RunError for one beyond the bound of the game."""
        bound, scores = self.get_game().max_utility(), list(self.position.scores())
        if max(map(abs, scores)) > bound:
            message = _("a player wins or loses {points} game points, and the game was loaded with bound={bound}")
            hint = _("load the game with a larger bound")
            raise RunError.of("openspiel.beyond", message, hint=hint, points=max(map(abs, scores)), bound=bound)
        return scores

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TarotState:
        """A state that a player cannot tell from this one, with the cards that are hidden from the player dealt anew; ``sampler`` draws numbers from 0
        up to 1, exclusive. Raises RunError for a player that there is not, and for other numbers."""
        if not 0 <= player < self.num_players():
            message, hint = _("there is no player {player}"), _("take a number from 0 to {last}")
            raise RunError.of("openspiel.player", message, hint=hint.format(last=self.num_players() - 1), player=player)
        made = TarotState(self.get_game())
        for number in dealt_anew(self.position, player, _below(sampler)).history:
            made.apply_action(number)
        return made

    def __str__(self) -> str:
        seen = [self.position.observation(seat) for seat in range(self.num_players())]
        return "\n".join([*map(str, self.position.history), *seen])


def _below(sampler: Callable[[], float]) -> Below:
    """A source of whole numbers from one of numbers from 0 up to 1, exclusive. Raises RunError when that gives another number."""

    def below(limit: int) -> int:
        drawn = sampler()
        if not 0 <= drawn < 1:
            message, hint = _("a sampler has drawn {drawn}"), _("give one that draws numbers from 0 up to 1, exclusive")
            raise RunError.of("openspiel.sampler", message, hint=hint, drawn=drawn)
        return int(drawn * limit)

    return below


class Observer:
    """The view of a player in a state, as words and as numbers; with ``recalls`` all that the player has seen and done so far."""

    def __init__(self, dealing: Dealing, *, recalls: bool) -> None:
        self._recalls, self._cards = recalls, RememberedCards(dealing) if recalls else SeenCards(dealing)
        self.tensor = self._cards.whole
        self.dict = self._cards.pieces

    def set_from(self, state: TarotState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self._cards.set_to(state.position, player)

    def string_from(self, state: TarotState, player: int) -> str:
        """The view of a player, or all that the player has seen and done, in words."""
        return state.position.information(player) if self._recalls else state.position.observation(player)
