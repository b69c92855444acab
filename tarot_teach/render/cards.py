"""How cards look in every surface: their glyph, their name, and their colour."""

from __future__ import annotations

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
