"""Maxims for packs and orders that the compiled tables do not hold: they look at what follows, what beats, and card points alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tarot_teach.order import Order
from tarot_teach.table import Trick
from tarot_teach.topics.simulate.players.pack import lowest, ones, others


class Seen(NamedTuple):
    """The knowledge of a player at a play: the order in force, half-points by card, the hand, the cards out of hand that have been seen, and the
    seats of the player's side as a mask."""

    order: Order
    halves: Sequence[int]
    hand: int
    gone: int
    allies: int
    players: int


def choose_by_order(seen: Seen, may: int, trick: Trick, *, avoid: bool) -> tuple[int, str]:
    """The card to play, of those that ``may`` be played, and the maxim. ``avoid``: tricks cost, and are left to others."""
    if ones(may) == 1:
        return lowest(may), "forced"
    if avoid:
        return _ducking(seen, may, trick)
    if not trick.led:
        return _leading(seen, may)
    seat = trick.seat_of(len(trick.cards), seen.players)
    winner = trick.seat_of(trick.best, seen.players)
    after = [(seat + i) % seen.players for i in range(1, seen.players - len(trick.cards))]
    foes = any(not seen.allies >> other & 1 for other in after)
    if seen.allies >> winner & 1 and not foes:
        return _dearest(seen, may), "save_points"
    winning = may & trick.above
    out = _out(seen) if foes else 0
    sure = sum(1 << card for card in _cards(winning) if not seen.order.beats[card] & out)
    if sure:
        return (_dearest(seen, sure) if not sure & seen.order.power else _weakest(seen, sure)), "take"
    if winning == may:
        return _weakest(seen, may), "cheapest"
    return _weakest(seen, may & ~winning), "low"


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


def _leading(seen: Seen, may: int) -> tuple[int, str]:
    """A card that no card out can beat, the dearest first; else a low card of the longest suit."""
    out, order = _out(seen), seen.order
    masters = 0
    for card in _cards(may):
        suit = order.follows[card]
        unbeaten = suit and not order.beats[card] & suit & out
        if unbeaten and (suit & order.power or ones(suit & out) >= seen.players - 1):
            masters |= 1 << card
    if masters:
        return _dearest(seen, masters), "master"
    suits = [mask & may for mask in order.suits.values() if mask & may]
    longest = max(suits, key=lambda mask: (not mask & order.power, ones(mask)), default=may)
    return _weakest(seen, longest), "low_lead"


def _ducking(seen: Seen, may: int, trick: Trick) -> tuple[int, str]:
    """The strongest card that does not take the trick; else the weakest, or the strongest of the last to play."""
    under = may & ~trick.above if trick.led else 0
    if under:
        return _strongest(seen, under), "duck"
    if trick.led and len(trick.cards) == seen.players - 1:
        return _strongest(seen, may), "duck"
    return _weakest(seen, may), "duck"


def _out(seen: Seen) -> int:
    """The cards that others may hold."""
    return (1 << len(seen.order.follows)) - 1 & ~(seen.hand | seen.gone)


def _rank(seen: Seen, card: int) -> tuple[int, int]:
    """Number of cards that a card does not lose to, trumps above all; cards of no suit are the weakest."""
    beaten_by = ones(seen.order.beats[card]) if seen.order.follows[card] else len(seen.order.follows)
    return -beaten_by, card


def _weakest(seen: Seen, cards: int) -> int:
    """The card that most cards beat, with fewest card points."""
    return min(_cards(cards), key=lambda card: (seen.halves[card], _rank(seen, card)))


def _strongest(seen: Seen, cards: int) -> int:
    return max(_cards(cards), key=lambda card: _rank(seen, card))


def _dearest(seen: Seen, cards: int) -> int:
    """The card with most card points; of equal ones that which most cards beat."""
    return max(_cards(cards), key=lambda card: (seen.halves[card], [-part for part in _rank(seen, card)]))


def _cards(mask: int) -> Iterator[int]:
    """Indices of the cards in a mask."""
    while mask:
        yield lowest(mask)
        mask = others(mask)


def call_by_order(order: Order, hand: int, may: int) -> int:
    """The card to call: one that is not held, if there is one, of the suit of which the hand has most cards."""
    return max(_cards(may), key=lambda card: (not hand >> card & 1, ones(hand & order.follows[card])))


def discard_by_order(seen: Seen, allowed: int, obliged: int, size: int) -> int:
    """The cards to lay away: those that must go, then plain cards that others beat, of the shortest suits and the dearest first."""

    def keep(card: int) -> tuple[bool, bool, int, int]:
        suit = seen.order.follows[card]
        unbeaten = bool(suit) and not seen.order.beats[card] & suit & ~seen.hand
        return (not suit or bool(suit & seen.order.power), unbeaten, ones(seen.hand & suit), -seen.halves[card])

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
