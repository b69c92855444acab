"""The hands round the table in some state of a deal, the places of cards, and the cards that an action moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tarot_teach.blocks import HandDiagram, HandRow
from tarot_teach.cards import Card, CardSet, InOrder
from tarot_teach.mechanisms import Who
from tarot_teach.messages import _, ngettext
from tarot_teach.table import Heap, Phase, State
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
    middle += heap_rows(state, who, term("heap"))
    rows = []
    for seat, letter in enumerate(state.seats):
        roles = [str(term("taker"))] if seat == state.auction.taker else []
        roles += [_("dealer")] if seat == state.dealer else []
        unseen = state.unseen[seat] if state.unseen else 0
        held = tuple(state.deck.set(state.hands[seat] & ~state.tops))
        rows.append(HandRow(letter, who(seat), held, unseen, ", ".join(roles)))
    return HandDiagram(tuple(rows), tuple(middle), say(_("The hands")), clockwise)


def heap_rows(state: State, who: Who, heap: Text) -> Iterator[tuple[Text, str, tuple[Card, ...]]]:
    """The heaps that lie before the seats, each from its top, with their labels and places; ``heap`` is the game's word for one."""
    for seat, letter in enumerate(state.seats if state.heaps else ()):
        for number, lying in enumerate(state.heaps[seat], 1):
            cards = InOrder(card for card in (lying.top, *lying.below) if card)
            hidden = lying.below.count(None)
            below = ngettext("{number} card face down", "{number} cards face down", hidden).format(number=hidden)
            label = say(_("{who}, {heap} {number}"), who=who(seat), heap=heap, number=number)
            if cards or hidden:
                yield label + f" (+ {below})" if hidden else label, heap_place(letter, number, lying), cards


def heap_place(letter: str, number: int, heap: Heap) -> str:
    """The place of a heap in a diagram, with a plus where its first card is open."""
    return f"{letter}/{number}{'+' if heap.top else ''}"


def moves_before(earlier: State, state: State) -> tuple[tuple[Card, str], ...]:
    """The cards that have changed their place between the plays of two cards of a trick, without the cards that lie on the table."""
    return tuple((card, place) for card, place in card_moves(earlier, state) if place != TABLE)


def card_moves(before: State, after: State) -> tuple[tuple[Card, str], ...]:
    """The cards that change their place between two states, with the new place, in the order of the pack.

    Places are those of :class:`~tarot_teach.blocks.Stepper`.
    """
    was, now = _places(before), _places(after)
    return tuple((card, now[card]) for card in before.deck.cards if card in now and now[card] != was.get(card))


def talon_open(state: State) -> bool:
    """True if a talon lies on the table face up for all."""
    return state.talon_open and TALON in _places(state).values()


def _places(state: State) -> dict[Card, str]:
    """The place of each known card; a later entry overrides an earlier one, such as a hand the talon that it has taken up."""
    piles = [(state.talon, TALON)]
    piles += [(mask, f"={letter}") for mask, letter in zip(state.won, state.seats, strict=False)]
    piles += [(mask, DISCARD) for mask in (*state.side_piles, *state.aside)]
    piles.append((state.dead, TABLE if state.lies_open else DISCARD))
    for letter, heaps in zip(state.seats, state.heaps, strict=False):
        for number, heap in enumerate(heaps, 1):
            piles.append((sum(card.bit for card in heap.below if card), f"{letter}/{number}"))
    piles += [*zip(state.hands, state.seats, strict=False), (state.trick.mask | state.table.cards, TABLE)]
    for letter, heaps in zip(state.seats, state.heaps, strict=False):
        piles += [(heap.top.bit, heap_place(letter, number, heap)) for number, heap in enumerate(heaps, 1) if heap.top]
    return {card: place for mask, place in piles for card in CardSet(state.deck, mask)}
