"""The hands round the table, in some state of a deal."""

from __future__ import annotations

from collections.abc import Callable

from tarot_teach.blocks import HandDiagram, HandRow
from tarot_teach.cards import Card
from tarot_teach.explain.places import DISCARD, TALON
from tarot_teach.language import _
from tarot_teach.mechanisms import Who
from tarot_teach.table import Phase, State
from tarot_teach.text import Text, say


def hands_of(state: State, who: Who, term: Callable[[str], Text], *, clockwise: bool = False) -> HandDiagram:
    """The hands, and what lies in the middle. ``term`` is what a game calls its taker, talon and discard."""
    middle: list[tuple[Text, str, tuple[Card, ...]]] = []
    taken = state.phase is Phase.DISCARD and any(hand & state.talon for hand in state.hands)
    for id, place, mask in (("talon", TALON, 0 if taken else state.talon), ("discard", DISCARD, state.discard)):
        if mask:
            middle.append((term(id), place, tuple(state.deck.set(mask))))
    rows = tuple(_row(state, seat, who, term) for seat in range(state.players))
    return HandDiagram(rows, tuple(middle), say(_("The hands")), clockwise)


def _row(state: State, seat: int, who: Who, term: Callable[[str], Text]) -> HandRow:
    roles = [str(term("taker"))] if seat == state.auction.taker else []
    roles += [_("dealer")] if seat == state.dealer else []
    unseen = state.unseen[seat] if state.unseen else 0
    return HandRow(state.seats[seat], who(seat), tuple(state.hand(seat)), unseen, ", ".join(roles))
