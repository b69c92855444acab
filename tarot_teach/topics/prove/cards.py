"""The cards of a small pack, chosen by rule from a ruleset's own pack, and the file of that pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from tarot_teach.cards import Card, Deck, Suit, halves_text
from tarot_teach.loading.bind import names_in
from tarot_teach.rules import Ruleset

FEW = 5
"""A mark that rules name keeps its cards where it has no more than so many."""
TRUMPS_SHARE = 0.4
"""The share of trumps in a small pack that has a suit of trumps."""


def chosen_cards(ruleset: Ruleset, number: int, suits: int, kept: int = 0, most_kept: int = 0) -> tuple[Card, ...]:
    """So many cards of the pack of a ruleset, of so many plain suits, in the order of the pack.

    The Excuse stays; of each suit the outermost cards stay first, and then cards that rules name. Of the cards ``kept``, which may never be laid
    away, there are ``most_kept`` at most, as far as other plain cards can take their places.
    """
    deck, named = ruleset.deck, named_cards(ruleset)
    plain = _suits_kept(ruleset, suits)
    trumps = [card for card in deck.cards if card.is_trump]
    chosen = [card for card in deck.cards if card.is_excuse]
    share = min(len(trumps), round(TRUMPS_SHARE * number))
    chosen += [*_in_order_of_need(trumps, named)][:share]
    by_suit = [_in_order_of_need([card for card in deck.cards if card.suit is suit], named) for suit in plain]
    wanted = [card for row in zip_longest(*by_suit) for card in row if card is not None]
    chosen += wanted[: number - len(chosen)]
    chosen += [card for card in _in_order_of_need(trumps, named) if card not in chosen][: number - len(chosen)]
    for card in [card for card in chosen[::-1] if card.bit & kept and card.suit in plain]:
        if sum(bool(each.bit & kept) for each in chosen) <= most_kept:
            break
        others = [each for each in deck.cards if each.suit is card.suit and not each.bit & kept and each not in chosen]
        chosen = [others[-1] if each is card and others else each for each in chosen]
    return tuple(sorted(chosen, key=lambda card: card.index))


def named_cards(ruleset: Ruleset) -> Counter[Card]:
    """The number of rules that name a card, by its code or among few others, and the number of orders of trumps have it from another suit."""
    deck, found = ruleset.deck, Counter[Card]()
    for rule in ruleset.rules.values():
        params = rule.params.model_dump(by_alias=True, exclude_none=True)
        names = {name for kind, name, _path, _key in names_in(type(rule.params), params) if kind == "card"}
        found.update(
            card for name in names if (few := deck.named(name) or 0).bit_count() <= FEW for card in deck.set(few)
        )
    for suit, steps in deck.orders.as_trumps.items():
        found.update(card for step in steps for card in deck.set(step) if card.suit.id != suit)
    return found


def _suits_kept(ruleset: Ruleset, number: int) -> list[Suit]:
    """The plain suits that stay: those that rules name alone, then by turns from both ends, so that suits of different ranks come together."""
    plain = [suit for suit in ruleset.deck.suits.values() if suit.kind == "plain"]
    needed = {ruleset.deck.orders.trumps}
    for rule in ruleset.rules.values():
        needed |= {str(value) for _name, value in rule.params if isinstance(value, str)}
    first = [suit for suit in plain if suit.id in needed]
    by_turns = [suit for pair in zip_longest(plain[::2], plain[1::2]) for suit in pair if suit is not None]
    halves = [by_turns[0], by_turns[1], *by_turns[2:]] if len(by_turns) > 1 else by_turns
    kept = [*first, *(suit for suit in halves if suit not in first)][:number]
    return [suit for suit in plain if suit in kept]


def _in_order_of_need(cards: Sequence[Card], named: Counter[Card]) -> Iterator[Card]:
    """Yield the cards of a suit: the highest and the lowest, those that rules name, and then the others from both ends inwards."""
    by_rank = sorted(cards, key=lambda card: card.rank)
    ends = [by_rank[-1], by_rank[0]] if len(by_rank) > 1 else by_rank
    called = sorted((card for card in by_rank if named[card]), key=lambda card: (-named[card], -card.rank))
    inwards = [card for pair in zip_longest(by_rank[::-1], by_rank) for card in pair if card is not None]
    yield from dict.fromkeys([*ends, *called, *inwards])


def pack_file(deck: Deck, cards: Iterable[Card], id: str, title: str) -> dict[str, Any]:
    """The file of a pack with some cards of another: ranks, marks, card points and orders as they are there."""
    kept = [*cards]
    suits = {suit.id: suit for suit in deck.suits.values() if any(card.suit is suit for card in kept)}
    mask, orders = deck.mask(kept), deck.orders
    data: dict[str, Any] = {"format": 1, "id": id, "title": title, "suits": {}, "ranks": {}}
    for suit in suits.values():
        mine = [card for card in kept if card.suit is suit]
        data["suits"][suit.id] = {"letter": suit.letter, "symbol": suit.symbol, "kind": suit.kind, "name": suit.word}
        if suit.kind == "excuse":
            data["suits"][suit.id]["code"] = mine[0].code
            continue
        data["suits"][suit.id]["ranks"] = suit.id
        data["ranks"][suit.id] = [
            [card.figure for card in mine if card.rank == rank] for rank in sorted({card.rank for card in mine})
        ]
    if orders.trumps or orders.no_suit:
        outside = [card.code for card in deck.set(orders.no_suit & mask)]
        data["order"] = {"trumps": orders.trumps if orders.trumps in suits else "", "no_suit": outside}
    data["as_trumps"] = {
        suit: [[card.code for card in deck.set(step & mask)] for step in steps if step & mask]
        for suit, steps in orders.as_trumps.items()
        if suit in suits
    }
    data["variants"] = {name: {"power": "none"} for name in orders.variants if name in orders.powerless}
    figures = {card.figure for card in kept if not card.is_excuse}
    words = {card.figure: card.rank_word for card in kept if card.figure in figures and card.rank_word != card.figure}
    data["names"] = words | {card.code: card.word for card in kept if card.word and not card.is_excuse}
    data["aliases"] = {name: rank for name, rank in deck.aliases.items() if rank in figures and name not in figures}
    data["marks"] = {
        name: [card.code for card in deck.set(marked & mask)] for name, marked in deck.marks.items() if marked & mask
    }
    data["points"] = {card.code: halves_text(card.halves) for card in kept if card.halves} | {"other": 0}
    return data | {"cards": len(kept), "total": halves_text(sum(card.halves for card in kept))}
