"""The hands round the table in some state of a deal, the places of cards, and the cards that an action moves."""

from __future__ import annotations

from collections.abc import Callable

from tarot_teach.blocks import HandDiagram, HandRow
from tarot_teach.cards import Card, CardSet
from tarot_teach.language import _
from tarot_teach.mechanisms import Who
from tarot_teach.table import Phase, State
from tarot_teach.text import Text, say

TABLE, TALON, DISCARD = "table", "talon", "discard"


def hands_of(state: State, who: Who, term: Callable[[str], Text], *, clockwise: bool = False) -> HandDiagram:
    """The hands, and the cards in the middle. ``term`` gives the game's words for its taker, talon and discard."""
    middle: list[tuple[Text, str, tuple[Card, ...]]] = []
    taken = state.phase in (Phase.EXCHANGE, Phase.DISCARD) and any(hand & state.talon for hand in state.hands)
    for id, place, mask in (("talon", TALON, 0 if taken else state.talon), ("discard", DISCARD, state.discard)):
        if mask:
            middle.append((term(id), place, tuple(state.deck.set(mask))))
    if state.lies_open:
        middle.append((say(_("On the table")), TABLE, tuple(state.deck.set(state.table.cards))))
    rows = []
    for seat, letter in enumerate(state.seats):
        roles = [str(term("taker"))] if seat == state.auction.taker else []
        roles += [_("dealer")] if seat == state.dealer else []
        unseen = state.unseen[seat] if state.unseen else 0
        rows.append(HandRow(letter, who(seat), tuple(state.hand(seat)), unseen, ", ".join(roles)))
    return HandDiagram(tuple(rows), tuple(middle), say(_("The hands")), clockwise)


def moves_before(earlier: State, state: State) -> tuple[tuple[Card, str], ...]:
    """The cards that have changed their place between the plays of two cards of a trick, without the cards that lie on the table."""
    return tuple((card, place) for card, place in card_moves(earlier, state) if place != TABLE)


def card_moves(before: State, after: State) -> tuple[tuple[Card, str], ...]:
    """The cards that change their place between two states, with the new place, in the order of the pack.

    Places are those of :class:`~tarot_teach.blocks.Stepper`.
    """
    was, now = _places(before), _places(after)
    return tuple((card, now[card]) for card in before.deck.cards if card in now and now[card] != was.get(card))


def _places(state: State) -> dict[Card, str]:
    """The place of each known card; a later entry overrides an earlier one, such as a hand the talon that it has taken up."""
    piles = [(state.talon, TALON)]
    piles += [(mask, f"={letter}") for mask, letter in zip(state.won, state.seats, strict=False)]
    piles += [(mask, DISCARD) for mask in (*state.side_piles, *state.aside)]
    piles += [*zip(state.hands, state.seats, strict=False), (state.trick.mask | state.table.cards, TABLE)]
    return {card: place for mask, place in piles for card in CardSet(state.deck, mask)}
