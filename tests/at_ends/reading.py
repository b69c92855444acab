"""What a second implementation is given of a deal: cards by their codes, the talon, the tricks and the choices, with seats as places after the dealer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tarot_teach.engine import Deal, Move
from tarot_teach.rules import Ruleset
from tarot_teach.table import Choose


def params(ruleset: Ruleset, rule: str) -> Any:
    """The parameters of a rule."""
    return ruleset.rules[rule].params


def codes(cards: Any) -> set[str]:
    """The codes of cards."""
    return {card.code for card in cards or ()}


def talon_of(deal: Deal) -> list[str]:
    """The talon as it was dealt, in its order where it has one."""
    dealt = next((move.before for move in deal.moves if move.before.hands), deal.state)
    return [card.code for card in dealt.stock if card] or [card.code for card in dealt.deck.set(dealt.talon)]


def tricks_of(deal: Deal, winner: Callable[[Sequence[str]], int]) -> list[tuple[int, list[str], int]]:
    """The tricks with their leaders and their winners, as places after the dealer; who wins is found anew."""
    state, first = deal.state, deal.state.dealer + 1
    found = []
    for taken in state.tricks:
        leader, cards = (taken.trick.leader - first) % state.players, [card.code for card in taken.trick.cards]
        found.append((leader, cards, (leader + winner(cards)) % state.players))
    return found


def chosen(deal: Deal) -> Iterator[tuple[Move, Choose, int]]:
    """Yield what was chosen after the deal, with the place of the seat after the dealer."""
    first = deal.state.dealer + 1
    for move in deal.moves:
        if move.before.hands and isinstance(move.action, Choose):
            yield move, move.action, (move.action.seat - first) % deal.state.players


def place(deal: Deal, seat: int | None) -> int:
    """The place of a seat after the dealer."""
    return ((seat or 0) - deal.state.dealer - 1) % deal.state.players
