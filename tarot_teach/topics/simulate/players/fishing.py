"""The simple player where cards take open cards or piles: it takes as many cards as it can."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tarot_teach.cards import Card, Deck
from tarot_teach.engine.phases.fishing import ways_of
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.open_table import LEAVE, OPEN
from tarot_teach.table import Pick, State


def best_way(index: RuleIndex, state: State, seat: int, card: Card) -> tuple[int, Pick]:
    """The capture by a card that brings most cards, with their number: the robbed pile, or the open cards of the rank."""

    def brings(pick: Pick) -> int:
        if pick.option == LEAVE:
            return 0
        if pick.option != OPEN:
            return state.won[state.seats.index(pick.option)].bit_count()
        taken = _of_rank(state, card, state.table.cards)
        return taken if index.takes_from_table is not None and index.takes_from_table.takes_all else 1

    pick = max(ways_of(index, state, seat, card), key=brings)
    return brings(pick), pick


def best_card(index: RuleIndex, state: State, seat: int) -> Card:
    """The card of the hand that brings most; of those that bring nothing, one of whose rank most cards have been taken or are in the hand."""
    known = state.hands[seat]
    for pile in state.won:
        known |= pile
    return max(state.hand(seat), key=lambda card: (best_way(index, state, seat, card)[0], _of_rank(state, card, known)))


def _of_rank(state: State, card: Card, cards: int) -> int:
    """Number of cards of the rank of a card among some."""
    return (_ranks(state.deck)[card.figure] & cards).bit_count()


@cache
def _ranks(deck: Deck) -> Mapping[str, int]:
    """The cards of each rank of a pack, as masks."""
    found: dict[str, int] = {}
    for card in deck.cards:
        found[card.figure] = found.get(card.figure, 0) | card.bit
    return found
