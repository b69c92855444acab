"""Functions on tricks and states that several kinds of rules ask for."""

from __future__ import annotations

from collections.abc import Collection

from tarot_teach.cards import Card
from tarot_teach.table import State, Trick


def excuse_of(state: State, trick: Trick) -> tuple[int, Card, int] | None:
    """Seat that played the Excuse to a trick, the card, and its position; None when it is not there."""
    for position, card in enumerate(trick.cards):
        if card.is_excuse:
            return trick.seat_of(position, state.players), card, position
    return None


def is_last(state: State) -> bool:
    """True when no hand holds a card any more."""
    return not any(state.hands) and not any(state.unseen)


def takers_side(state: State) -> tuple[int, ...]:
    """The seats of the taker's side; none where there is no taker."""
    return () if state.auction.taker is None else state.side(state.auction.taker)


def won_all_before(state: State, side: Collection[int], number: int) -> bool:
    """True if a side has won the first ``number`` recorded tricks and every trick that the record leaves out."""
    if state.unrecorded_tricks and (
        state.unrecorded_winners is None or any(seat not in side for seat in state.unrecorded_winners)
    ):
        return False
    return all(taken.winner in side for taken in state.tricks[:number])
