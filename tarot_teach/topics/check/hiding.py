"""Cards that a seat cannot see, and states that it cannot tell from each other."""

from __future__ import annotations

import random

from tarot_teach.table import State


def hidden_places(state: State, seat: int) -> dict[str, int]:
    """The places that a seat cannot look into, each with its cards as a mask, known ones left out."""
    known = state.talon if state.talon_open else 0
    elsewhere = state.trick.mask
    for mask in (*state.hands, *state.won):
        elsewhere |= mask
    places = {f"hand {other}": hand for other, hand in enumerate(state.hands) if other != seat}
    if seat != state.auction.taker:
        places["discard"] = state.discard & ~state.shown
    if not state.talon_open:
        places["talon"] = state.talon & ~elsewhere & ~state.discard
    return {place: cards & ~known for place, cards in places.items() if cards & ~known}


def exchanged(state: State, seat: int, rng: random.Random) -> State | None:
    """Another state that the seat cannot tell from this one: two hidden cards lie the other way round. None where too little is
    hidden. The called card is one of the two where it is hidden."""
    if not state.hands:
        i, j = rng.sample(range(len(state.pack)), 2)
        pack = list(state.pack)
        pack[i], pack[j] = pack[j], pack[i]
        return state._replace(pack=tuple(pack))
    places = hidden_places(state, seat)
    if len(places) < 2:
        return None
    called = 0 if state.auction.called is None else state.auction.called.bit
    at = next((place for place, cards in places.items() if cards & called), rng.choice(sorted(places)))
    one = called if places[at] & called else rng.choice(list(state.deck.set(places[at]))).bit
    to = rng.choice(sorted(places.keys() - {at}))
    other = rng.choice(list(state.deck.set(places[to]))).bit

    def swap(mask: int) -> int:
        return mask ^ (one | other) if bool(mask & one) != bool(mask & other) else mask

    hands, auction = tuple(swap(hand) for hand in state.hands), state.auction
    if auction.called is not None and auction.called.bit & (one | other):
        holder = next((s for s, hand in enumerate(hands) if hand & auction.called.bit), None)
        auction = auction._replace(partner=None if holder == auction.taker else holder)
    kept = (swap(state.kept[0]), swap(state.kept[1]))
    return state._replace(hands=hands, auction=auction, kept=kept, talon=swap(state.talon), discard=swap(state.discard))
