"""Endings of deals with all cards open, solved to the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tarot_teach.engine import Deal
from tarot_teach.errors import SolveError, TarotError
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.records.lines.written import position_line
from tarot_teach.solver import OpenPlay
from tarot_teach.table import Phase, Play
from tarot_teach.topics.open_cards.card_values import OpenCards

NODES = 200_000
"""The most positions that are searched for the value of a card."""


def ending_of(deal: Deal, left: int, order: int, library: Library) -> dict[str, Any] | None:
    """The row of the first turn of a deal at which no hand has more than ``left`` cards; None where nobody plays a card then.

    Raises SolveError for a position that the solver cannot take, or not within its limit.
    """
    for i, move in enumerate(deal.moves):
        state, action = move.before, move.action
        if isinstance(action, Play) and state.phase is Phase.PLAY and max(map(int.bit_count, state.hands)) <= left:
            play = OpenPlay(deal.engine, state, None, NODES, compiled=False)
            values = dict(play.each_card())
            if not all(value.exact for value in values.values()):
                hint = _("take fewer cards in hand: --endings {left}").format(left=left - 1)
                raise SolveError.of("dataset.unsolved", _("the search needs too many positions"), hint=hint)
            found = OpenCards(deal.engine, state, action.card, play.objective, values, play.side, play.most)
            return _row(found, order, _position(replace(deal, moves=deal.moves[:i]), library))
    return None


def _position(deal: Deal, library: Library) -> str | None:
    """The position as a line; None where no line can hold it."""
    try:
        return position_line(deal, library)
    except TarotError:
        return None


def _row(found: OpenCards, order: int, position: str | None) -> dict[str, Any]:
    cards, seats = found.rows(), found.state.seats
    return {
        "ruleset": found.engine.ruleset.name,
        "number": order,
        "trick": found.state.number,
        "seat": seats[found.seat],
        "position": position,
        "objective": str(found.objective),
        "side": [seats[seat] for seat in found.side],
        "high": found.mine,
        "cards": [card["card"] for card in cards],
        "values": [card["low"] for card in cards],
        "best": [card["card"] for card in cards if card["best"]],
        "played": found.played.code if found.played else None,
    }
