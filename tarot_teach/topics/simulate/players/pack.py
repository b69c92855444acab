"""A pack of cards as tables of whole numbers, for Python and for compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, NamedTuple

from tarot_teach.cards import Deck
from tarot_teach.masks import Mask
from tarot_teach.messages import _
from tarot_teach.order import Order

WORD_BITS, SUITS = 62, 8
"""The most plain cards that the tables hold, and the most others; and plain suits."""
CARDS = 2 * WORD_BITS


class Pack(NamedTuple):
    """A pack in tables. Cards have the indices of the deck, in each suit from the lowest up; the first ``plain`` are those of the ``plain_suits``.

    ``suit`` and ``halves`` (card points in half-points) are by card. The trumps are the suit after the last plain one, the Excuse is
    the suit after that. ``suits`` are masks of the plain suits and of the trumps; the others are masks too, ``kings`` of plain cards.
    """

    plain: int
    plain_suits: int
    suit: Annotated[Sequence[int], CARDS]
    halves: Annotated[Sequence[int], CARDS]
    suits: Annotated[Sequence[Mask], SUITS + 1]
    trumps: Mask
    excuse: Mask
    petit: Mask
    kings: Mask


NO_PACK = Pack(0, 0, (), (), (), 0, 0, 0, 0)
"""The tables where no pack fits."""


class UnfitPackError(ValueError):
    """A pack that the tables cannot hold; the message says what the pack has or lacks."""


def pack_of(deck: Deck, order: Order) -> Pack:
    """The tables of a pack under an order of its cards, with its plain suits first, at most one suit of trumps, one Excuse, and each suit
    from its lowest card up.

    Raises UnfitPackError for any other pack or order.
    """
    plain = [card for card in deck.cards if order.follows[card.index] and not card.bit & order.trumps]
    _check_fit(deck, order, len(plain))
    suits = list(dict.fromkeys(order.follows[card.index] for card in plain))
    plain_cards = (1 << len(plain)) - 1
    number = {**{mask: i for i, mask in enumerate(suits)}, order.trumps: len(suits), 0: len(suits) + 1}
    return Pack(
        plain=len(plain),
        plain_suits=len(suits),
        suit=tuple(number[follows] for follows in order.follows),
        halves=tuple(card.halves for card in deck.cards),
        suits=(*suits, order.trumps),
        trumps=order.trumps,
        excuse=deck.excuse,
        petit=deck.marks.get("petit", 0) & ~plain_cards,
        kings=deck.marks.get("king", 0) & plain_cards,
    )


def _check_fit(deck: Deck, order: Order, plain: int) -> None:
    """Raises UnfitPackError for a pack or an order that the tables cannot hold."""
    kinds = {suit.kind for suit in deck.suits.values()} - {"plain", "trump", "excuse"}
    if kinds:
        raise UnfitPackError(_("has suits of the kind {number!r}").format(number=min(kinds)))
    too_many = _("has more than {word_bits} plain cards, or as many others").format(word_bits=WORD_BITS)
    trump_suits = [mask for mask in order.suits.values() if mask & order.trumps]
    no_suit = deck.mask(card for card in deck.cards if not order.follows[card.index])
    for unfit, message in (
        (
            any(card.bit & order.trumps | no_suit & card.bit for card in deck.cards[:plain]),
            _("does not list its plain suits first"),
        ),
        (max(plain, len(deck.cards) - plain) > WORD_BITS, too_many),
        (plain == 0, _("has no plain suit")),
        (len(trump_suits) > 1, _("has several suits of trumps")),
        (deck.excuse.bit_count() > 1, _("has several cards of the kind 'excuse'")),
        (no_suit != deck.excuse, _("has other cards than the Excuse that belong to no suit")),
        (order.power != order.trumps, _("has trumps that win only where they follow")),
    ):
        if unfit:
            raise UnfitPackError(message)
    for id, suit in order.suits.items():
        for one, two in pairwise(deck.set(suit)):
            if two.bit & order.beats[one.index] and one.bit & order.beats[two.index]:
                message = _("has equal cards, such as {one} and {two}, of which the later wins")
                raise UnfitPackError(message.format(one=one, two=two))
            if not two.bit & order.beats[one.index]:
                message = _("does not list the suit {id} from its lowest card to its highest")
                raise UnfitPackError(message.format(id=id))
            if two.index != one.index + 1:
                raise UnfitPackError(_("does not list the suit {id} in one row").format(id=id))
