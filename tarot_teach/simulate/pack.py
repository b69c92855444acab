"""A pack of cards as tables of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tarot_teach.cards import Deck

WORD_BITS = 62
"""How many cards one of the two words of a mask can hold."""


class Pack(NamedTuple):
    """A pack in tables. Cards are numbered as in the deck; the first ``plain`` of them are those of the
    ``plain_suits``.

    ``suit``, ``rank`` and ``halves`` (card points in half-points) are by card; trumps are the suit after the last plain one
    and the Excuse the one after that. ``suits`` are the masks of the plain suits in the first word of a mask; ``trumps``,
    ``excuse`` and ``petit`` are masks in the second.
    """

    plain: int
    plain_suits: int
    suit: Sequence[int]
    rank: Sequence[int]
    halves: Sequence[int]
    suits: Sequence[int]
    trumps: int
    excuse: int
    petit: int
    kings: int


def pack_of(deck: Deck) -> Pack | None:
    """The tables of a pack; None for a pack that has not its plain suits first, or is too large for them."""
    plain = [card for card in deck.cards if card.suit.kind == "plain"]
    others = len(deck.cards) - len(plain)
    if list(deck.cards[: len(plain)]) != plain or max(len(plain), others) > WORD_BITS:
        return None
    ids = list(dict.fromkeys(card.suit.id for card in plain))
    number = {**{id: i for i, id in enumerate(ids)}, **_others(deck, len(ids))}
    return Pack(
        plain=len(plain),
        plain_suits=len(ids),
        suit=tuple(number[card.suit.id] for card in deck.cards),
        rank=tuple(card.rank for card in deck.cards),
        halves=tuple(card.halves for card in deck.cards),
        suits=tuple(next(card.suit_mask for card in plain if card.suit.id == id) for id in ids),
        trumps=deck.trumps >> len(plain),
        excuse=deck.excuse >> len(plain),
        petit=deck.marks.get("petit", 0) >> len(plain),
        kings=deck.marks.get("king", 0),
    )


def _others(deck: Deck, plain_suits: int) -> dict[str, int]:
    return {suit.id: plain_suits + (suit.kind == "excuse") for suit in deck.suits.values() if suit.kind != "plain"}
