"""Players, who decide in simulated deals and against whom people play."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, suggest
from tarot_teach.language import _
from tarot_teach.topics.simulate.players.player import Decision, Player, RandomPlayer
from tarot_teach.topics.simulate.players.simple import SimplePlayer

__all__ = ["Decision", "Player", "RandomPlayer", "SimplePlayer", "find_player", "player_names", "seat_players"]


@cache
def players() -> dict[str, type[Player]]:
    """All players by name: the two of this package, and those of entry points."""
    others = {entry.name: entry.load() for entry in entry_points(group="tarot_teach.players")}
    return {**others, RandomPlayer.name: RandomPlayer, SimplePlayer.name: SimplePlayer}


def player_names() -> list[str]:
    """The names of all players."""
    return sorted(players())


def find_player(name: str) -> type[Player]:
    """The class of a player by its name. Raises LoadError with a suggestion."""
    if name not in players():
        raise LoadError.of(
            "players.unknown",
            _("there is no player {name!r}").format(name=name),
            hint=suggest(name, players(), _("players")),
        )
    return players()[name]


def seat_players(names: tuple[str, ...], engine: Engine, advice: AdviceFile | None, seats: int) -> list[Player]:
    """A player for each seat, from the seat after the dealer: one name for all, or a name for each.

    Raises LoadError for unknown names, or a wrong number of names.
    """
    if len(names) not in (1, seats):
        raise LoadError.of(
            "players.number",
            _("there are {number} players named for {seats} seats").format(number=len(names), seats=seats),
            hint=_("name one for all seats, or one for each, beginning with the player after the dealer"),
        )
    made = {name: find_player(name)(engine, advice) for name in names}
    return [made[names[seat % len(names)]] for seat in range(seats)]
