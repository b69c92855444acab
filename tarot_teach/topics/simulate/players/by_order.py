"""Maxims before the play for packs and orders that the tables of :mod:`.pack` do not hold: they look at what follows, what beats, and card points
alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tarot_teach.masks import lowest, ones, others
from tarot_teach.order import Order
from tarot_teach.topics.simulate.players.simple_card import OrderTable


@lru_cache(1 << 12)
def strength(order: Order, hand: int) -> float:
    """An estimate of the tricks that a hand wins under an order: a card that none out of hand beats in its suit is one, a card that one beats
    half of one; plain cards a little less where there are trumps, and each trump above four half a trick more."""
    total = 0.0
    for card in _cards(hand):
        suit = order.follows[card]
        higher = ones(order.beats[card] & suit & ~hand)
        if suit and higher < 2:
            total += (1 - higher / 2) * (0.75 if order.power and not suit & order.power else 1)
    return total + max(0, ones(hand & order.power) - 4) / 2


def _cards(mask: int) -> Iterator[int]:
    """Indices of the cards in a mask."""
    while mask:
        yield lowest(mask)
        mask = others(mask)


def call_by_order(order: Order, hand: int, may: int) -> int:
    """The card to call: one that is not held, if there is one, of the suit of which the hand has most cards."""
    return max(_cards(may), key=lambda card: (not hand >> card & 1, ones(hand & order.follows[card])))


def discard_by_order(order: OrderTable, hand: int, allowed: int, obliged: int, size: int) -> int:
    """The cards to lay away: those that must go, then plain cards that others beat, of the shortest suits and the dearest first."""

    def keep(card: int) -> tuple[bool, bool, int, int]:
        suit = order.follows[card]
        unbeaten = bool(suit) and not order.beats[card] & suit & ~hand
        return (not suit or bool(suit & order.power), unbeaten, ones(hand & suit), -order.halves[card])

    gone = obliged
    for card in sorted(_cards(allowed & ~obliged), key=keep)[: size - ones(obliged)]:
        gone |= 1 << card
    return gone


def drawn_by_order(order: Order, hand: int, allowed: int, most: int) -> int:
    """The cards to exchange for others: those that are no trumps and that some card of their suit out of hand beats, the most beaten first."""
    weak = [
        card
        for card in _cards(allowed)
        if not order.power & order.follows[card] and order.beats[card] & order.follows[card] & ~hand
    ]
    gone = 0
    for card in sorted(weak, key=lambda card: -ones(order.beats[card]))[:most]:
        gone |= 1 << card
    return gone


def by_weakness(order: Order, cards: int) -> list[int]:
    """The cards of a mask, each as a mask: plain cards first, each suit from the most beaten card up."""

    def beaten(card: int) -> tuple[bool, int]:
        return bool(order.power & order.follows[card]), -ones(order.beats[card] & order.follows[card])

    return [1 << card for card in sorted(_cards(cards), key=beaten)]
