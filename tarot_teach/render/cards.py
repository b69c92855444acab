"""How cards look in every surface: their glyph, their name, their colour, and the order in which a hand is laid out."""

from __future__ import annotations

from collections.abc import Iterable

from tarot_teach.cards import Card


def colour(card: Card) -> str:
    """``red``, ``black``, ``trump`` or ``excuse``."""
    if card.suit.kind != "plain":
        return card.suit.kind
    return "red" if card.suit.name in ("hearts", "diamonds") else "black"


def glyph(card: Card) -> str:
    """What stands on the card in one line of text: ``♥R``, ``18``, ``★``."""
    return card.suit.symbol if card.is_excuse else f"{card.suit.symbol}{card.figure}"


def spoken(card: Card) -> str:
    """A card's name with a capital: ``King of hearts``."""
    return card.name[:1].upper() + card.name[1:]


def laid_out(cards: Iterable[Card]) -> list[list[Card]]:
    """A hand as people hold it: the Excuse and the trumps, then suit by suit, high cards first."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault("trumps" if card.suit.kind != "plain" else card.suit.id, []).append(card)
    ordered = ([groups.pop("trumps")] if "trumps" in groups else []) + list(groups.values())
    return [sorted(group, key=lambda card: (not card.is_excuse, -card.rank)) for group in ordered]
