"""A set of cards of one deck, held as one integer: bit *i* stands for ``deck.cards[i]``.

The engine and the mechanisms work on the bare integer (a *mask*, written ``int``); this class is what people see.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from tarot_teach.display import displayed

if TYPE_CHECKING:
    from tarot_teach.cards.deck import Card, Deck


@displayed
class CardSet(Set["Card"]):
    """An immutable set of cards; iterates in the order of the deck."""

    __slots__ = ("deck", "mask")

    def __init__(self, deck: Deck, mask: int = 0) -> None:
        self.deck: Deck = deck
        self.mask: int = mask

    def __iter__(self) -> Iterator[Card]:
        cards, mask = self.deck.cards, self.mask
        while mask:
            low = mask & -mask
            yield cards[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        bit = getattr(card, "bit", 0)
        return bool(self.mask & bit)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask and self.deck.id == other.deck.id
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.deck.id, self.mask))

    def _from_iterable(self, cards: object) -> CardSet:  # type: ignore[override]
        mask = 0
        for card in cards:  # type: ignore[attr-defined]
            mask |= card.bit
        return CardSet(self.deck, mask)

    def __repr__(self) -> str:
        return f"CardSet({self})"

    def __str__(self) -> str:
        return " ".join(card.code for card in self) or "–"
