"""The table of cards between two packs: which card of one is which of the other, by suit signs, numbers and the order of the pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tarot_teach.cards import Card, Deck

SUITS = (
    ("spades", "swords", "leaves"),
    ("hearts", "cups"),
    ("diamonds", "coins", "bells"),
    ("clubs", "batons", "acorns"),
)
"""The plain suits that stand for each other in packs with French, Italian or Spanish, and German suits."""

_NUMBER = {"A": "1"}
"""The number of a card that bears a letter for it."""

Face = tuple[str, str]
"""A card without its pack: its suit, as the first of :data:`SUITS` calls it, and its number, or its place among the pictures."""


class CardTable(NamedTuple):
    """The cards and suits of one pack that another has too: codes by codes, and ids of suits by ids. ``whole`` is true for packs of the same cards."""

    cards: Mapping[str, str]
    suits: Mapping[str, str]
    whole: bool


def between(pack: Deck, other: Deck) -> CardTable:
    """The table from a pack to another one."""
    signs = {_sign(id, suit.kind): id for id, suit in other.suits.items()}
    there = {face: code for code, face in faces(other).items()}
    cards = {code: there[face] for code, face in faces(pack).items() if face in there}
    same = {id: signs[sign] for id, suit in pack.suits.items() if (sign := _sign(id, suit.kind)) in signs}
    return CardTable(cards, same, len(cards) == len(pack.cards) == len(other.cards))


def faces(pack: Deck) -> dict[str, Face]:
    """The cards of a pack without the pack, by their codes."""
    found: dict[str, Face] = {}
    for suit in pack.suits.values():
        cards = [card for card in pack.cards if card.suit is suit]
        sign = _sign(suit.id, suit.kind)
        pictures = _pictures(cards) if suit.kind == "plain" else []
        for card in cards:
            if card in pictures:
                rank = f"picture {pictures.index(card) + 1} of {len(pictures)}"
            elif suit.kind == "plain":
                rank = _NUMBER.get(card.figure, card.figure)
            else:
                rank = card.figure if suit.kind == "trump" else ""
            found[card.code] = (sign, rank)
    return found


def _pictures(cards: Iterable[Card]) -> list[Card]:
    """The pictures of a suit from the lowest up."""
    pictures = [card for card in cards if card.figure not in _NUMBER and not card.figure.isdecimal()]
    return sorted(pictures, key=lambda card: card.rank)


def _sign(suit: str, kind: str) -> str:
    """The suit as the first of :data:`SUITS` calls it; the trumps and the Excuse of any pack are the same."""
    return next((same[0] for same in SUITS if suit in same), suit) if kind == "plain" else kind
