"""The card that a simple player plays, as functions of masks and whole numbers, which Python runs and numba compiles from the same source.

Packs that fit the tables of :mod:`.pack` have the maxims of :mod:`.maxims`. For all others, and where tricks cost, the maxims here look at what
follows, what beats, and card points alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from tarot_teach.cards import Deck
from tarot_teach.masks import Mask, bit, lowest, ones, others, wide, word
from tarot_teach.order import Order
from tarot_teach.topics.simulate.players.maxims import (
    CHEAPEST,
    DUCK,
    FORCED,
    LOW,
    LOW_LEAD,
    MASTER,
    SAVE_POINTS,
    TAKE,
    choose_card,
)
from tarot_teach.topics.simulate.players.pack import Pack

CARDS, SUITS = 128, 8
"""The most cards and suits of an order in compiled code."""


class OrderTable(NamedTuple):
    """An order of the cards in tables: ``every`` card of the pack, ``power``, ``follows`` and ``beats`` as in :class:`tarot_teach.order.Order`, the card points of each card in
    half-points, by how many cards it is beaten (one of no suit by all), and the first ``suit_count`` of the ``suits``, each a mask."""

    every: Mask
    power: Mask
    follows: Annotated[Sequence[Mask], CARDS]
    beats: Annotated[Sequence[Mask], CARDS]
    halves: Annotated[Sequence[int], CARDS]
    beaten: Annotated[Sequence[int], CARDS]
    suit_count: int
    suits: Annotated[Sequence[Mask], SUITS]


class SimpleTables(NamedTuple):
    """The tables of a simple player under certain rules: the ``pack``, which ``fits`` or is not looked at, and the ``order`` of the cards;
    ``avoid`` is 1 where tricks cost."""

    fits: int
    avoid: int
    pack: Pack
    order: OrderTable


def order_table(deck: Deck, order: Order) -> OrderTable:
    """The tables of an order of the cards of a pack."""
    cards = len(deck.cards)
    return OrderTable(
        every=deck.all,
        power=order.power,
        follows=order.follows,
        beats=order.beats,
        halves=tuple(card.halves for card in deck.cards),
        beaten=tuple(
            beats.bit_count() if follows else cards for beats, follows in zip(order.beats, order.follows, strict=True)
        ),
        suit_count=len(order.suits),
        suits=tuple(order.suits.values()),
    )


def simple_card(
    tables: SimpleTables,
    hand: Mask,
    may: Mask,
    trick: Sequence[int],
    placed: int,
    led: Mask,
    above: Mask,
    best: int,
    leader: int,
    seat: int,
    players: int,
    allies: int,
    taker: int,
    gone: Mask,
) -> tuple[int, int]:
    """The card to play, and the number of the maxim.

    ``may`` are the playable cards of the hand. ``trick`` holds the ``placed`` cards of the trick so far, of which that at the place ``best`` wins;
    ``led`` are the cards that its lead asks for, and ``above`` those that would win. ``allies`` is a mask of seats: the known allies, and the
    seat itself. ``taker`` is -1 where each plays alone. ``gone`` are all cards played, with those of the trick.
    """
    if tables.fits and not tables.avoid:
        return choose_card(
            tables.pack, hand, may, trick, placed, leader, seat, players, allies, taker, gone, ones(hand)
        )
    order = tables.order
    if ones(may) == 1:
        return lowest(may), FORCED
    if tables.avoid:
        return _ducking(order, may, led, above, placed == players - 1), DUCK
    out = order.every & ~(hand | gone)
    if not led:
        return _leading(order, may, out, players)
    foes = False
    for place in range(placed + 1, players):
        if not allies >> ((leader + place) % players) & 1:
            foes = True
    if allies >> ((leader + best) % players) & 1 and not foes:
        return _dearest(order, may), SAVE_POINTS
    winning = may & above
    sure = wide(0)
    rest = winning
    while rest:
        card = lowest(rest)
        rest = others(rest)
        if not foes or not order.beats[card] & out:
            sure = sure | bit(card)
    if sure:
        return _weakest(order, sure) if sure & order.power else _dearest(order, sure), TAKE
    if not may & ~winning:
        return _weakest(order, may), CHEAPEST
    return _weakest(order, may & ~winning), LOW


def _leading(order: OrderTable, may: Mask, out: Mask, players: int) -> tuple[int, int]:
    """A card that no card ``out`` in other hands can beat, the dearest first; else a low card of the longest suit."""
    masters = wide(0)
    rest = may
    while rest:
        card = lowest(rest)
        rest = others(rest)
        suit = order.follows[card]
        if suit and not order.beats[card] & suit & out and (suit & order.power or ones(suit & out) >= players - 1):
            masters = masters | bit(card)
    if masters:
        return _dearest(order, masters), MASTER
    longest = may
    most = word(0)
    for i in range(order.suit_count):
        cards = order.suits[i] & may
        length = ones(cards) + (0 if cards & order.power else CARDS)
        if cards and length > most:
            longest = cards
            most = length
    return _weakest(order, longest), LOW_LEAD


def _ducking(order: OrderTable, may: Mask, led: Mask, above: Mask, last: bool) -> int:
    """The strongest card that does not take the trick; else the weakest, or the strongest of the last to play."""
    if led:
        under = may & ~above
        if under:
            return _strongest(order, under)
        if last:
            return _strongest(order, may)
    return _weakest(order, may)


def _weakest(order: OrderTable, cards: Mask) -> int:
    """The card with fewest card points; of equal ones that which most cards beat, and the lowest of these."""
    return _first_by_points(order, cards, -1)


def _dearest(order: OrderTable, cards: Mask) -> int:
    """The card with most card points; of equal ones that which most cards beat, and the lowest of these."""
    return _first_by_points(order, cards, 1)


def _first_by_points(order: OrderTable, cards: Mask, way: int) -> int:
    """The card with most card points (``way`` 1) or fewest (-1); of equal ones that which most cards beat, and the lowest of these."""
    best = lowest(cards)
    rest = others(cards)
    while rest:
        card = lowest(rest)
        rest = others(rest)
        more = way * (order.halves[card] - order.halves[best])
        if more > 0 or (more == 0 and order.beaten[card] > order.beaten[best]):
            best = card
    return best


def _strongest(order: OrderTable, cards: Mask) -> int:
    """The card that fewest cards beat, and the highest of these."""
    best = lowest(cards)
    rest = others(cards)
    while rest:
        card = lowest(rest)
        rest = others(rest)
        if order.beaten[card] <= order.beaten[best]:
            best = card
    return best
