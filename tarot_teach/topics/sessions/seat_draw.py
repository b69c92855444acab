"""Drawing cards for the first deal of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tarot_teach.cards import Card
from tarot_teach.errors import NotationError
from tarot_teach.mechanisms.interfaces import Drawn

if TYPE_CHECKING:
    from tarot_teach.topics.sessions.scorekeeper import Keeper


class Round(NamedTuple):
    """One round of drawing: the cards by letter, and what comes of them."""

    cards: dict[str, Card]
    found: Drawn


def first_dealer(keeper: Keeper) -> tuple[tuple[Round, ...], int]:
    """The rounds of drawing and the dealer that comes of them; without any, the one named, or the last player."""
    file, letters = keeper.file, keeper.letters
    named = keeper.seat(file.first_dealer, ("first_dealer",))
    if not file.draw:
        return (), len(letters) - 1 if named is None else named
    rule = keeper.scorer.chooses_dealer
    if rule is None:
        message = f"{keeper.engine.ruleset.name} does not draw for the first deal"
        keeper.fault("session.draw", message, ("draw",), "name `first_dealer`")
        return (), 0
    rounds: list[Round] = []
    cards: dict[int, Card] = {}
    due = set(range(len(letters)))
    for i in range(len(file.draw)):
        before = len(keeper.problems)
        drawn = _drawn(keeper, i, set(cards.values()))
        if len(keeper.problems) > before:
            return tuple(rounds), 0
        if set(drawn) != due:
            names = ", ".join(letters[seat] for seat in sorted(due)) or "nobody"
            keeper.fault("session.draw", f"in this round {names} should draw", ("draw", i), "one card for each")
            return tuple(rounds), 0
        cards |= drawn
        found = rule.judge(cards)
        rounds.append(Round({letters[seat]: card for seat, card in drawn.items()}, found))
        due = set(found.again)
        if not any(cards[seat].is_excuse for seat in due):
            cards = {seat: card for seat, card in cards.items() if seat in due or not due}  # a tie is among themselves
    dealer = rounds[-1].found.dealer
    if dealer is None:
        names = ", ".join(letters[seat] for seat in sorted(due))
        keeper.fault("session.draw", f"{names} should draw again", ("draw",), "add a round")
    elif named is not None and named != dealer:
        message = f"{letters[dealer]} has drawn the lowest card, and deals first"
        keeper.fault("session.dealer", message, ("first_dealer",), "leave `first_dealer` out")
    return tuple(rounds), dealer or 0


def _drawn(keeper: Keeper, i: int, lying: set[Card]) -> dict[int, Card]:
    """The cards of one round, by seat; ``lying`` are those drawn before."""
    cards: dict[int, Card] = {}
    for letter, code in keeper.file.draw[i].items():
        seat = keeper.seat(letter, ("draw", i, letter))
        try:
            card = keeper.engine.ruleset.deck.card(code)
        except NotationError as error:
            problem = error.problems[0]
            keeper.fault(problem.code, problem.message, ("draw", i, letter), problem.hint)
            continue
        if card in lying or card in cards.values():
            message = f"{card.code} has been drawn already"
            keeper.fault("session.draw", message, ("draw", i, letter), "each card is drawn once")
        if seat is not None:
            cards[seat] = card
    return cards
