"""Bids and discards by what comes of them in worlds that simple players play out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from statistics import fmean, stdev
from typing import NamedTuple

from tarot_teach.engine.setup import Setup
from tarot_teach.table import PASS, Action, Choices, Phase, Pick, State
from tarot_teach.topics.simulate.strong.play_outs import PlayOuts

FIRST_LOOK = 10
"""The worlds after which a hand is passed that is clearly too weak."""
MORE_DRAWN = 2
"""By how many cards a draw that is tried is larger or smaller than the simple player's."""


class Prospect(NamedTuple):
    """A contract that a seat would play: its mean score for one seat, the standard error of that, and the share of worlds in which it is made."""

    contract: str
    score: float
    error: float
    made: float


class Weighed(NamedTuple):
    """The bid that was chosen, the contract that promises most, what a pass brings (nothing, or the score against the highest bid so far), and in how many
    worlds that was seen."""

    bid: str
    best: Prospect
    passing: float
    worlds: int


def prospect(play_outs: PlayOuts, worlds: Sequence[State], taker: int, contract: str, seat: int) -> Prospect:
    """The mean score of ``seat`` if ``taker`` plays a contract."""
    starts = [play_outs.to_first_lead(contracted(play_outs, world, taker, contract)) for world in worlds]
    endings = play_outs.endings([(state, None) for state in starts if state.phase is Phase.PLAY])
    scores = [float(ending.scores[seat]) for ending in endings if ending.scores]
    if len(scores) < 2:
        return Prospect(contract, 0.0, 0.0, 0.0)
    error = stdev(scores) / math.sqrt(len(scores))
    return Prospect(contract, fmean(scores), error, fmean(ending.row.made for ending in endings))


def contracted(play_outs: PlayOuts, world: State, taker: int, contract: str) -> State:
    """The world when an auction has ended with a contract."""
    setup = Setup(
        seats=world.seats,
        dealer=world.dealer,
        hands=world.hands,
        unseen=(0,) * world.players,
        talon=world.talon,
        order=tuple(card for card in world.stock if card),
        heaps=world.heaps,
        taker=taker,
        contract=contract,
        chips=world.chips,
        memory=world.memory,
    )
    return setup.deal(play_outs.engine, "talon").state


def best_bid(play_outs: PlayOuts, choices: Choices, worlds: Callable[[int], list[State]], number: int) -> Weighed:
    """The bid that promises most over a number of worlds, against a pass. A bid has to promise more than a pass by its standard error; higher contracts
    are looked at as long as they promise more."""
    seat, state = choices.seat or 0, choices.state
    standing = [(bidder, bid) for bidder, bid in state.auction.calls if bid != PASS]
    bids = [bid for bid in choices.bids if bid != PASS]
    seen, passing = worlds(FIRST_LOOK), 0.0
    for wanted in (FIRST_LOOK, number):
        seen += worlds(wanted - len(seen))
        passing = prospect(play_outs, seen, *standing[-1], seat).score if standing else 0.0
        best = prospect(play_outs, seen, seat, bids[0], seat)
        if PASS in choices.bids and best.score + 2 * best.error < passing:
            return Weighed(PASS, best, passing, wanted)
    for bid in bids[1:]:
        more = prospect(play_outs, seen, seat, bid, seat)
        if more.score < best.score:
            break
        best = more
    if PASS in choices.bids and best.score - best.error < passing:
        return Weighed(PASS, best, passing, number)
    return Weighed(best.contract, best, passing, number)


def discards(pick: Pick, state: State, simple: int) -> list[int]:
    """Cards to lay away that are worth a try, as masks: the choice of the simple player, and the suits emptied in any order."""
    suits = [suit.id for suit in state.deck.suits.values() if suit.kind == "plain"]
    masks = [(state.deck.named(suit) or 0) & pick.cards & ~pick.obliged for suit in suits]
    found = [simple]
    for order in permutations(mask for mask in masks if mask):
        laid = pick.obliged
        for card in _dearest_first(state, order):
            if laid.bit_count() < pick.most:
                laid |= card
        if laid.bit_count() == pick.most and laid not in found:
            found.append(laid)
    return found


def _dearest_first(state: State, suits: Sequence[int]) -> Iterator[int]:
    """The cards of suits, each suit from its dearest card down."""
    for suit in suits:
        for card in sorted(state.deck.set(suit), key=lambda card: -card.index):
            yield card.bit


def exchanges(pick: Pick, weakest_first: Sequence[int], simple: int) -> list[int]:
    """Cards to exchange for others that are worth a try, as masks: the choice of the simple player, and up to
    ``MORE_DRAWN`` cards fewer and more than these."""
    found = [simple]
    for number in range(simple.bit_count() - MORE_DRAWN, simple.bit_count() + MORE_DRAWN + 1):
        gone = sum(card for card in weakest_first[: max(number, 0)])
        if pick.least <= gone.bit_count() <= pick.most and gone not in found:
            found.append(gone)
    return found


def best_choice(
    play_outs: PlayOuts, actions: Sequence[Action], worlds: Sequence[State], seat: int
) -> tuple[Action, int]:
    """The action of a seat before the play that brings most, and in how many worlds nothing else that was tried comes out better."""
    values = []
    for action in actions:
        starts = [play_outs.to_first_lead(play_outs.engine.apply(world, action)[0]) for world in worlds]
        endings = play_outs.endings([(start, None) for start in starts])
        values.append([play_outs.worth(*each, seat) for each in zip(endings, starts, strict=True)])
    best = max(values, key=sum)
    columns = zip(*values, strict=True)
    return actions[values.index(best)], sum(value == max(column) for value, column in zip(best, columns, strict=True))
