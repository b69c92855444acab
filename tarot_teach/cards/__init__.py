"""Cards, suits, packs, and their notation. The lowest layer: it knows no game."""

from tarot_teach.cards.deck import Card, Deck, Suit
from tarot_teach.cards.halves import Halves, halves_text, parse_halves
from tarot_teach.cards.layout import laid_out
from tarot_teach.cards.sets import CardSet

__all__ = ["Card", "CardSet", "Deck", "Halves", "Suit", "halves_text", "laid_out", "parse_halves"]
