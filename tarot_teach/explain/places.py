"""Where each card lies, and which cards an action moves: what a picture of a deal has to follow."""

from __future__ import annotations

from collections.abc import Mapping

from tarot_teach.cards import Card, CardSet
from tarot_teach.table import State

TABLE, TALON, DISCARD = "table", "talon", "discard"
Moves = tuple[tuple[Card, str], ...]


def hand_of(letter: str) -> str:
    """The place that is a seat's hand."""
    return letter


def pile_of(letter: str) -> str:
    """The place where a seat's captured cards lie."""
    return f"={letter}"


def moves(before: State, after: State) -> Moves:
    """The cards that lie elsewhere after an action, in the order of the pack."""
    was, now = _places(before), _places(after)
    return tuple((card, now[card]) for card in before.deck.cards if card in now and now[card] != was.get(card))


def _places(state: State) -> Mapping[Card, str]:
    places: dict[Card, str] = {}

    def put(mask: int, place: str) -> None:
        places.update(dict.fromkeys(CardSet(state.deck, mask), place))

    put(state.talon, TALON)
    for seat, letter in enumerate(state.seats):
        if seat < len(state.won):
            put(state.won[seat], pile_of(letter))
    for kept in state.kept:
        put(kept, DISCARD)
    for seat, letter in enumerate(state.seats):
        if seat < len(state.hands):
            put(state.hands[seat], hand_of(letter))
    put(state.trick.mask, TABLE)
    return places
