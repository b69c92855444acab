"""A ruleset as tables of whole numbers.

Each mechanism with an effect on the play has an entry here. Others have no effect on a simulated deal (the cut, the next dealer), or are
asked of the engine once for each different outcome (the score).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tarot_teach.topics.simulate.players.pack import Pack

NEVER, LAST_RESORT = range(2)
FOLLOW, TRUMP, OVERTRUMP = range(3)
SLAM_ANNOUNCED, SMALL_SLAM_ANNOUNCED, HANDFUL, LACKING = range(4)
EXCUSE_LAST, EXCUSE_KEPT, LONE_KEPT = range(3)
LONE, TOO_FEW = range(2)
BONUS_TRICK, BONUS_CARD = 1, 2

Masks = Sequence[int]


class RulesetTables(NamedTuple):
    """All that the kernel needs of a task.

    Masks have two words, ``…_low`` for plain cards and ``…_high`` for the others. Sequences have an entry for each rule of a kind, in the order of
    the ruleset. -1 stands for none.
    """

    pack: Pack
    cards: int
    players: int
    hand: int
    sides: int  # whether a taker plays against a defence
    contract: int  # played without an auction
    simple: int  # the seats of simple players, as a mask; the others play at random
    honour_low: int
    honour_high: int
    # hands that make the deal void: those that must, then those that may
    void_kind: Sequence[int]
    void_may: Sequence[int]
    void_low: Masks
    void_high: Masks
    void_without_low: Masks
    void_without_high: Masks
    void_fewer: Sequence[int]
    # the auction
    rounds: int  # 0: nobody bids, 1: one turn each, 2: until the others pass
    contracts: int
    outbid: int
    talon_goes: Sequence[int]  # by contract: 0 taken, 1 to the taker's side, 2 to the defence
    # what a hand is worth, by feature; and from what total on each contract is bid
    feature_kind: Sequence[int]
    feature_low: Masks
    feature_high: Masks
    feature_needs_low: Masks
    feature_needs_high: Masks
    feature_lacks_low: Masks
    feature_points: Sequence[int]
    feature_least: Sequence[int]
    feature_steps: Any  # by feature and number of cards
    feature_bids: Sequence[int]  # the bids for which it counts, as a mask
    bid_least: Sequence[int]
    bid_contract: Sequence[int]
    # the called card
    calls: int  # 0: nobody calls, 1: before the talon is turned, 2: after the discard
    call_low: Masks
    call_alone: int
    # the discard
    discard_kind: Sequence[int]
    discard_low: Masks
    discard_high: Masks
    # announcements
    offer_kind: Sequence[int]
    offer_early: Sequence[int]  # before the first lead; else before one's own first card
    offer_anyone: Sequence[int]
    handful_of: Sequence[int]  # by level: the offer
    handful_least: Sequence[int]  # by level
    lacking_of: Sequence[int]  # by set of cards: the offer
    lacking_low: Masks
    lacking_high: Masks
    # the play
    slam_leads: int  # whether whoever announced a slam leads
    narrows: int  # the rules that narrow a play, each in two bits, from the lowest: one more than its kind
    not_called_suit: int
    free: int  # the Excuse, where it may be played at any time
    lone_free: int
    lone_low: int
    lone_high: int
    lone_without_low: int
    lone_without_high: int
    excuse_wins: int  # 0: never, 1: when led, 2: when played
    movable_low: int  # all cards that do not simply follow their trick
    movable_high: int
    mover_kind: Sequence[int]
    mover_pays_low: Masks
    mover_pays_high: Masks
    mover_choose: Sequence[int]
    mover_low: Masks
    mover_high: Masks
    last_to_winner: int
    last_compensated: int
    unpaid: int  # 0: nothing happens, 1: half a point goes over, 2: the Excuse does
    # what is noted for the score
    bonus: int
    bonus_before: int
    petit_low: int
    petit_high: int
    counted_low: int  # the cards whose winners matter for the score
    counted_high: int
    # how many there are of what the sequences hold
    voids: int = 0
    features: int = 0
    bids: int = 0
    ranks: int = 0
    discards: int = 0
    offers: int = 0
    handfuls: int = 0
    lackings: int = 0
    movers: int = 0


COUNTS: Mapping[str, str] = {
    "voids": "void_kind",
    "features": "feature_kind",
    "bids": "bid_least",
    "ranks": "call_low",
    "discards": "discard_kind",
    "offers": "offer_kind",
    "handfuls": "handful_of",
    "lackings": "lacking_of",
    "movers": "mover_kind",
}
"""The fields with the lengths of sequences, each with one of its sequences."""
