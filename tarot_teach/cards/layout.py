"""How people hold a hand."""

from __future__ import annotations

from collections.abc import Iterable

from tarot_teach.cards.deck import Card


def laid_out(cards: Iterable[Card]) -> list[list[Card]]:
    """A hand as people hold it: the Excuse and the trumps, then suit by suit, high cards first."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault("trumps" if card.suit.kind != "plain" else card.suit.id, []).append(card)
    ordered = ([groups.pop("trumps")] if "trumps" in groups else []) + list(groups.values())
    return [sorted(group, key=lambda card: (not card.is_excuse, -card.rank)) for group in ordered]
