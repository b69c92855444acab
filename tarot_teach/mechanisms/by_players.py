"""Numbers of cards that a rule of the deal has for all numbers of players, or for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Discriminator, Field, Tag

from tarot_teach.mechanisms.base import Count, Players
from tarot_teach.messages import N_, _
from tarot_teach.rules import ByPlayers, Ruleset

V = TypeVar("V")

KEY = N_("a number of players")
"""The title of a map by players in schemas."""
Cards = Annotated[Count, Field(gt=0)]
"""A number of cards, one or more."""


def _form(given: Any) -> str:
    """The form of a value: ``players`` for a map, ``packets`` for a list, else ``all``."""
    return "players" if isinstance(given, dict) else "packets" if isinstance(given, list) else "all"


CardsByPlayers = Annotated[
    Annotated[Cards, Tag("all")]
    | Annotated[dict[Players, Cards], AfterValidator(ByPlayers), Field(title=KEY), Tag("players")],
    Discriminator(_form, custom_error_type="cards_by_players", custom_error_message="by players"),
]
"""A number of cards, or one for each number of players."""

_Packets = Annotated[
    Annotated[Cards, Tag("all")] | Annotated[list[Cards], Field(min_length=1), Tag("packets")],
    Discriminator(_form, custom_error_type="packets", custom_error_message="packets"),
]
PacketsByPlayers = Annotated[
    Annotated[Cards, Tag("all")]
    | Annotated[list[Cards], Field(min_length=1), Tag("packets")]
    | Annotated[dict[Players, _Packets], AfterValidator(ByPlayers), Field(title=KEY), Tag("players")],
    Discriminator(_form),
]
"""The size of all packets of a hand, or those of its packets one by one, or such for each number of players."""


def value_for(given: V | Mapping[int, V], players: int) -> V | Literal[0]:
    """The value of a parameter for a number of players; 0 where a map has none."""
    return given.get(players, 0) if isinstance(given, Mapping) else given


def packets_for(given: Any, hand: int, players: int) -> list[int]:
    """The packets of a hand of so many cards; no list of them comes to another number of cards (see the rule's ``requires``)."""
    packets = value_for(given, players)
    return packets if isinstance(packets, list) else [packets] * (hand // packets)


def left_out(ruleset: Ruleset, given: Mapping[str, Any]) -> Iterable[str]:
    """Faults in words: parameters, by their names, that have no value for a number of players of the ruleset."""
    for name, value in given.items():
        for players in ruleset.players if isinstance(value, Mapping) else ():
            if players not in value:
                yield _("`{name}` says nothing of {players} players").format(name=name, players=players)
