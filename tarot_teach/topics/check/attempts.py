"""Actions to be tried in a state: allowed ones, and those that the rules should refuse with a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tarot_teach.cards import CardSet
from tarot_teach.engine import Engine
from tarot_teach.table import (
    NOTHING,
    PASS,
    VOID,
    Action,
    Bid,
    Call,
    Choices,
    Cut,
    DealCards,
    Declare,
    Discard,
    Pay,
    Phase,
    Play,
    State,
)


def attempts(engine: Engine, state: State, choices: Choices, rng: random.Random) -> Iterator[Action]:
    """Actions of the seat to move, of the kinds that the step knows, and one out of turn."""
    seat, deck = state.turn, state.deck
    assert seat is not None
    if state.hands:
        yield Play((seat + 1) % state.players, deck.cards[0])
    match state.phase:
        case Phase.CUT:
            yield from (
                Cut(seat, at) for at in (-1, 0, 1, 5, state.pack_size - 1, state.pack_size, state.pack_size + 9)
            )
        case Phase.DEAL:
            yield from (DealCards(seat, after) for after in _ways_to_deal(choices))
        case Phase.BID:
            yield from (Bid(seat, bid) for bid in (PASS, *engine.index.ranking, "no_such_bid"))
        case Phase.CALL:
            yield from (Call(seat, card) for card in deck.cards)
        case Phase.DISCARD:
            yield from (Discard(seat, cards) for cards in _ways_to_discard(state, choices, rng))
        case Phase.PAY:
            yield from (Pay(seat, card) for card in rng.sample(deck.cards, 4))
        case Phase.CLAIM:
            yield from (Declare(seat, rule, VOID) for rule in (*(rule.rule for rule in engine.index.claims), "no.rule"))
        case Phase.DECLARE | Phase.PLAY if not state.tricks:
            yield from _declarations(engine, state, rng)
    if state.phase is Phase.PLAY:
        yield from (Play(seat, card) for card in state.hand(seat))
        yield from (Play(seat, card) for card in rng.sample(deck.cards, 3))


def fits(choices: Choices, action: Action) -> bool | None:
    """True where ``choices`` lists an action, False where not; None for kinds of actions of which it lists examples only."""
    match action:
        case Cut(_seat, at):
            return at in choices.cuts
        case Bid(_seat, bid):
            return bid in choices.bids
        case Call(_seat, card):
            return bool(choices.calls & card.bit)
        case Play(_seat, card):
            return bool(choices.cards & card.bit)
        case Pay(_seat, card):
            return bool(choices.pays & card.bit)
        case Discard(_seat, cards) if choices.discard:
            allowed, obliged, size = choices.discard
            return len(cards) == size and not cards.mask & ~allowed.mask and not obliged.mask & ~cards.mask
    return None


def _ways_to_deal(choices: Choices) -> Iterator[tuple[int, ...]]:
    places, size = choices.deals or (range(0), 0)
    yield from ((), (0,), (0,) * size, tuple(range(size)), (places.start,) * size, (places.stop,) * size, (-1,) * size)
    yield tuple(range(places.stop - size, places.stop))
    yield tuple(range(places.start, places.start + size + 1))


def _ways_to_discard(state: State, choices: Choices, rng: random.Random) -> Iterator[CardSet]:
    deck, hand = state.deck, list(state.hand(state.turn or 0))
    size = choices.discard.size if choices.discard else 0
    for number in (size, size, size, max(0, size - 1), min(len(hand), size + 1)):
        yield deck.set(deck.mask(rng.sample(hand, number)))
    trumps = [card for card in hand if card.is_trump or card.is_excuse]
    yield deck.set(deck.mask(trumps[:size]))
    yield deck.set(deck.mask([card for card in deck.cards if card not in hand][:size]))
    for card in hand:
        rest = [other for other in hand if other is not card]
        yield deck.set(deck.mask([card, *rng.sample(rest, max(0, size - 1))]))


def _declarations(engine: Engine, state: State, rng: random.Random) -> Iterator[Declare]:
    seat, deck = state.turn or 0, state.deck
    hand = list(state.hand(seat))
    trumps = [card for card in hand if card.is_trump or card.is_excuse]
    shown = (None, *(deck.set(deck.mask(cards)) for cards in (trumps, trumps[:10], hand[:10], deck.cards[:3])))
    for offer in (*engine.index.offers, *engine.index.claims):
        for level in (*getattr(offer, "levels", ()), "no_such_level"):
            yield Declare(seat, offer.rule, level, rng.choice(shown))
    yield Declare(seat, NOTHING)
    yield Declare(seat, "no.rule", "no_such_level")
