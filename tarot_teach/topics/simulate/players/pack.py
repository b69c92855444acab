"""A pack of cards as tables of whole numbers, and functions on masks of cards.

A mask has two words: the plain cards, and the trumps with the Excuse. Each fits a signed machine word, so that the same functions run as
Python and compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tarot_teach.cards import Deck
from tarot_teach.language import _


def ones(mask: int) -> int:
    """The number of cards in a mask."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Index of the lowest bit of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Index of the highest bit of a mask that is not empty."""
    return mask.bit_length() - 1


def nth(mask: int, number: int) -> int:
    """Index of the bit of a mask that has ``number`` lower bits."""
    for _bit in range(number):
        mask &= mask - 1
    return lowest(mask)


def word(number: int) -> int:
    """A number as a machine word. A constant is passed so to a compiled function, which would otherwise be compiled for that constant."""
    return number


WORD_BITS = 62
"""The number of cards that a word of a mask can hold."""


class Pack(NamedTuple):
    """A pack in tables. Cards have the indices of the deck; the first ``plain`` are those of the ``plain_suits``.

    ``suit``, ``rank`` and ``halves`` (card points in half-points) are by card. The trumps are the suit after the last plain one, the Excuse is
    the suit after that. ``suits`` are masks of the plain suits, and ``kings`` is a mask, in the first word; ``trumps``, ``excuse`` and ``petit``
    are masks in the second word.
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


class UnfitPackError(ValueError):
    """A pack that the tables cannot hold; the message says what the pack has or lacks."""


def pack_of(deck: Deck) -> Pack:
    """The tables of a pack with its plain suits first, at most one suit of trumps and one Excuse, and each suit from its lowest card up.

    Raises UnfitPackError for any other pack.
    """
    plain = [card for card in deck.cards if card.suit.kind == "plain"]
    _check_fit(deck, len(plain))
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
        kings=deck.marks.get("king", 0) & (1 << len(plain)) - 1,
    )


def _check_fit(deck: Deck, plain: int) -> None:
    """Raises UnfitPackError for a pack that the tables cannot hold."""
    kinds = {suit.kind for suit in deck.suits.values()}
    if kinds - {"plain", "trump", "excuse"}:
        raise UnfitPackError(
            _("has suits of the kind {number!r}").format(number=min(kinds - {"plain", "trump", "excuse"}))
        )
    if any(card.suit.kind != "plain" for card in deck.cards[:plain]):
        raise UnfitPackError(_("does not list its plain suits first"))
    if max(plain, len(deck.cards) - plain) > WORD_BITS:
        raise UnfitPackError(_("has more than {word_bits} plain cards, or as many others").format(word_bits=WORD_BITS))
    if plain == 0:
        raise UnfitPackError(_("has no plain suit"))
    if len({card.suit.id for card in deck.cards if card.is_trump}) > 1:
        raise UnfitPackError(_("has several suits of trumps"))
    if deck.excuse.bit_count() > 1:
        raise UnfitPackError(_("has several cards of the kind 'excuse'"))
    for suit in deck.suits.values():
        cards = [card for card in deck.cards if card.suit is suit]
        if any(one.rank >= two.rank for one, two in pairwise(cards)):
            raise UnfitPackError(
                _("does not list the suit {id} from its lowest card to its highest").format(id=suit.id)
            )
        if any(two.index != one.index + 1 for one, two in pairwise(cards)):
            raise UnfitPackError(_("does not list the suit {id} in one row").format(id=suit.id))


def _others(deck: Deck, plain_suits: int) -> dict[str, int]:
    return {suit.id: plain_suits + (suit.kind == "excuse") for suit in deck.suits.values() if suit.kind != "plain"}
