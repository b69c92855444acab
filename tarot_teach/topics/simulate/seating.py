"""Players by name, at the seats of a table: those of this package, and those of others by entry point.

A package offers a player with an entry point in the group ``tarot_teach.players``, named as the player, that gives the class.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import entry_points
from pkgutil import resolve_name

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, suggest
from tarot_teach.messages import _
from tarot_teach.topics.simulate.players import Player

_OFFERED: dict[str, str] = {}
"""Players by name: where the class is (``module:class``), which is loaded when it is named."""
MOST_WORLDS = 10_000
"""The highest level of a player."""


def offer(**places: str) -> None:
    """Offer players by name: ``module:class``, as in an entry point."""
    _OFFERED.update(places)
    players.cache_clear()


@cache
def players() -> dict[str, Callable[[], type[Player]]]:
    """By the name of a player, a function that loads its class: the players of this package, and of entry points."""
    others = {entry.name: entry.load for entry in entry_points(group="tarot_teach.players")}
    return {**others, **{name: partial(resolve_name, place) for name, place in _OFFERED.items()}}


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
    return players()[name]()


def made_player(name: str, engine: Engine, advice: AdviceFile | None) -> Player:
    """A player by its name, perhaps with a level: ``strong:20``. Raises LoadError for an unknown name or a wrong level."""
    plain, colon, level = name.partition(":")
    player = find_player(plain)(engine, advice)
    if not colon:
        return player
    if not player.levels:
        message, hint = _("the player {name!r} has no levels"), _("leave out the colon and what follows it")
        raise LoadError.of("players.level", message, hint=hint, name=plain)
    if not level.isascii() or not level.isdecimal() or not 0 < int(level) <= MOST_WORLDS:
        message = _("{level!r} is no level of the player {name!r}")
        hint = _("take a whole number from 1 to {most}, such as {name}:20").format(most=MOST_WORLDS, name=plain)
        raise LoadError.of("players.level", message, hint=hint, name=plain, level=level)
    player.level = int(level)
    return player


def seat_players(names: tuple[str, ...], engine: Engine, advice: AdviceFile | None, seats: int) -> list[Player]:
    """A player for each seat, from the seat after the dealer: one name for all, or a name for each.

    Raises LoadError for unknown names, wrong levels, or a wrong number of names.
    """
    if len(names) not in (1, seats):
        raise LoadError.of(
            "players.number",
            _("there are {number} players named for {seats} seats").format(number=len(names), seats=seats),
            hint=_("name one for all seats, or one for each, beginning with the player after the dealer"),
        )
    made = {name: made_player(name, engine, advice) for name in names}
    seated = [made[names[seat % len(names)]] for seat in range(seats)]
    signalling = frozenset(seat for seat, player in enumerate(seated) if player.signals)
    for player in made.values():
        player.signalling = signalling
    return seated
