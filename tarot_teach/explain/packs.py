"""A pack of cards as a table and as data: its cards in the order of the ranks, and what they and piles of them count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cards import Card, CardSet, Deck, Halves, halves_text, points_number
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.interfaces import Counts, Scores
from tarot_teach.messages import _, ngettext
from tarot_teach.order import Order
from tarot_teach.plain_data import attributes
from tarot_teach.text import Text, say


class RankedCard(NamedTuple):
    """A card with its suit under an order (empty: none) and its rank in it: 1 is the lowest, and equal cards share one."""

    card: Card
    suit: str
    rank: int | None


def ranked_cards(deck: Deck, order: Order) -> Iterator[RankedCard]:
    """All cards of a pack: suit by suit from the lowest up, then those of no suit."""
    for suit in order.suits:
        for rank, equal in enumerate(order.steps(suit), 1):
            yield from (RankedCard(card, suit, rank) for card in deck.set(equal))
    loose = deck.mask(card for card in deck.cards if not order.follows[card.index])
    yield from (RankedCard(card, "", None) for card in deck.set(loose))


def describe_deck(deck: Deck, order: Order, *, points: bool) -> list[Block]:
    """The cards of each suit as a table, and the total; with card points on request."""
    blocks: list[Block] = [Heading(1, Text((deck.title,)))]
    for suit in order.suits:
        cards = [ranked for ranked in ranked_cards(deck, order) if ranked.suit == suit]
        if cards:
            name = deck.suits[suit].name
            chosen = deck.suits[suit].kind == "plain" and order.suits[suit] & order.trumps
            title = _("{suit}, which are trumps") if chosen else "{suit}"
            blocks += [Heading(2, Text((title.format(suit=name),))), _table(cards, points=points)]
    loose = [ranked for ranked in ranked_cards(deck, order) if not ranked.suit]
    if loose:
        blocks += [Heading(2, Text((_("of no suit"),))), _table(loose, points=points)]
    if order.trumps and not order.power:
        blocks.append(Paragraph(say(_("Trumps win a trick only where they follow suit."))))
    total = _("{number} cards count {total} card points.") if points else _("There are {number} cards.")
    blocks.append(Paragraph(say(total, number=len(deck.cards), total=halves_text(deck.halves))))
    return blocks


def _table(cards: list[RankedCard], *, points: bool) -> Table:
    columns = 4 if points else 3
    head = (_("rank"), _("code"), _("card"), _("points"))
    rows = tuple(
        tuple(
            Text((cell,))
            for cell in (str(ranked.rank or "–"), ranked.card.code, ranked.card.name, halves_text(ranked.card.halves))
        )[:columns]
        for ranked in reversed(cards)
    )
    return Table(tuple(Text((word,)) for word in head[:columns]), rows, numeric=(0, 3)[: columns - 2])


def deck_data(deck: Deck, order: Order) -> dict[str, Any]:
    """The pack as plain data."""
    return {
        "deck": deck.id,
        "title": deck.title,
        "trumps": [suit for suit, cards in order.suits.items() if cards & order.trumps],
        "power": bool(order.power),
        "cards": [
            {**attributes(card, "code", "name"), "suit": suit or None, "rank": rank, "points": halves_text(card.halves)}
            for card, suit, rank in ranked_cards(deck, order)
        ],
        "total": halves_text(deck.halves),
    }


def describe_count(engine: Engine, cards: CardSet, *, combinations: bool = False) -> list[Block]:
    """The card points of a pile, the rules by which it is counted, and on request the combinations of cards that score."""
    halves = engine.index.halves_of(cards.mask)
    phrase = ngettext(
        "{cards} count {points} card point.", "{cards} count {points} card points.", points_number(halves)
    )
    if len(cards) == 1:
        phrase = ngettext(
            "{cards} counts {points} card point.", "{cards} counts {points} card points.", points_number(halves)
        )
    said = say(phrase, cards=cards, points=halves_text(halves))
    blocks: list[Block] = [Paragraph(said), *(Paragraph(rule.says()) for rule in _counting(engine))]
    for rule in _combinations(engine) if combinations else ():
        held, wanted = engine.ruleset.deck.set(rule.combination() & cards.mask), rule.combination()
        phrase = _("All {all} cards: {says}") if held.mask == wanted else _("{number} of {all} cards: {says}")
        blocks.append(Paragraph(say(phrase, number=len(held), all=wanted.bit_count(), says=rule.says())))
    return blocks


def count_data(engine: Engine, cards: CardSet, *, combinations: bool = False) -> dict[str, Any]:
    """The card points of a pile, the rules by which it is counted, and on request the combinations of cards that score, as plain data."""
    found = {
        "ruleset": engine.ruleset.name,
        "cards": [card.code for card in cards],
        "points": halves_text(engine.index.halves_of(cards.mask)),
        "total": halves_text(_total(engine.index)),
        "counting": [{"rule": rule.rule, "says": str(rule.says())} for rule in _counting(engine)],
    }
    if combinations:
        found["combinations"] = [_combination(engine.ruleset.deck, rule, cards.mask) for rule in _combinations(engine)]
    return found


def _counting(engine: Engine) -> list[Counts]:
    """The rules of the count that ask for card points."""
    return [rule for rule in engine.index.all(Counts) if rule.by_points]


def _combinations(engine: Engine) -> list[Scores]:
    """The rules of the score that ask for several cards together."""
    return [rule for rule in engine.index.all(Scores) if rule.combination()]


def _combination(deck: Deck, rule: Scores, pile: int) -> dict[str, Any]:
    """A combination of cards, and its part in a pile, as plain data."""
    wanted = rule.combination()
    return {
        "rule": rule.rule,
        "says": str(rule.says()),
        "cards": [card.code for card in deck.set(wanted)],
        "held": [card.code for card in deck.set(wanted & pile)],
        "complete": not wanted & ~pile,
    }


def _total(index: RuleIndex) -> Halves:
    """The card points of all piles together, in half-points: those of the whole pack where the piles of a deal can differ."""
    fixed = index.counts_piles.total if index.counts_piles else None
    return index.ruleset.deck.halves if fixed is None else 2 * fixed
