"""Seats are numbers in the order of play; for people they have letters or names."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.language import N_, _

SEAT_NAMES = {"S": N_("South"), "E": N_("East"), "N": N_("North"), "W": N_("West")}

_ROUND_THE_TABLE = {2: ("S", "N"), 3: ("S", "E", "W"), 4: ("S", "E", "N", "W")}
_CLOCKWISE = {2: ("S", "N"), 3: ("S", "W", "E"), 4: ("S", "W", "N", "E")}


def default_seats(players: int, clockwise: bool = False) -> tuple[str, ...]:
    """Seat letters in order of play: compass points up to four players, else ``A`` to ``F``."""
    named = (_CLOCKWISE if clockwise else _ROUND_THE_TABLE).get(players)
    return named or tuple("ABCDEFGH"[:players])


def seat_name(seat: str, seats: Sequence[str]) -> str:
    """A seat letter in words: ``N`` is ``North`` where all seats are compass points, and ``A`` is ``Player A``."""
    return _(SEAT_NAMES[seat]) if set(seats) <= set(SEAT_NAMES) else _("Player {letter}").format(letter=seat)
