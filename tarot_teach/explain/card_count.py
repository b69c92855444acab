"""A pile of cards counted in the three ways that the sources teach; they come to the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tarot_teach.blocks import Block, Paragraph, Table
from tarot_teach.cards import Card, halves_text
from tarot_teach.language import N_, _
from tarot_teach.text import Text, count_of, say

LOW = 1  # half-points of a card that is worth least


def by_pairs(cards: Sequence[Card]) -> tuple[int, list[str]]:
    """Each card worth more with one worth least, and these two by two; a card that is left over counts by itself.

    The answer is in half-points, with the sums in words (encyclopedia, Value of the cards).
    """
    counters = sorted((card for card in cards if card.halves > LOW), key=lambda card: -card.halves)
    low = len(cards) - len(counters)
    total, told = 0, []
    for card in counters:
        paired = low > 0
        low -= paired
        worth = card.halves + LOW * paired
        total += worth
        told.append(
            _("{card} with a low card {worth}" if paired else "{card} alone {worth}").format(
                card=card.name, worth=halves_text(worth)
            )
        )
    pairs, odd = divmod(low, 2)
    total += 2 * LOW * pairs + LOW * odd
    if pairs:
        told.append(
            _("{pairs} of low cards {worth}").format(
                pairs=count_of(pairs, _("pair"), _("pairs")), worth=halves_text(2 * LOW * pairs)
            )
        )
    if odd:
        told.append(_("a low card alone {worth}").format(worth=halves_text(LOW)))
    return total, told


def one_for_two(cards: Sequence[Card]) -> tuple[int, list[str]]:
    """One point for every two cards, and what each is worth beyond a low card (guide, Overview of the Game)."""
    more = [card for card in cards if card.halves > LOW]
    told = [
        _("{cards} count {worth}").format(
            cards=count_of(len(cards), _("card"), _("cards")), worth=halves_text(LOW * len(cards))
        )
    ]
    told += [f"{card.name} {halves_text(card.halves - LOW)}" for card in more]
    return LOW * len(cards) + sum(card.halves - LOW for card in more), told


def one_each_less_pairs(cards: Sequence[Card]) -> tuple[int, list[str]]:
    """A point for a low card and more for the others, less one point for every two cards (guide, Addendum)."""
    whole = sum(card.halves + LOW for card in cards)
    told = [
        _("all cards {worth}").format(worth=halves_text(whole)),
        _("less {worth} for {cards}").format(
            worth=halves_text(LOW * len(cards)), cards=count_of(len(cards), _("card"), _("cards"))
        ),
    ]
    return whole - LOW * len(cards), told


WAYS = (
    (N_("In pairs, each card worth more with a low one"), by_pairs),
    (N_("One for every two cards, and more for some"), one_for_two),
    (N_("One for each card and more for some, less one for every two cards"), one_each_less_pairs),
)


def describe_counting(cards: Sequence[Card]) -> Iterator[Block]:
    """The three ways side by side."""
    yield Paragraph(say(_("The pile is {cards}."), cards=list(cards)))
    rows = []
    for title, way in WAYS:
        halves, told = way(cards)
        rows.append((Text((_(title),)), Text(("; ".join(told),)), Text((halves_text(halves),))))
    yield Table((say(_("Way of counting")), say(_("Sums")), say(_("Card points"))), tuple(rows), numeric=(2,))
