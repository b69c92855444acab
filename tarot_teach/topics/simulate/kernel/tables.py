"""A ruleset as tables of whole numbers, and the table of one deal. Annotations give the types and the sizes in numpy records.

Each mechanism with an effect on the play has a place here. Others have no effect on a simulated deal (the cut, the next dealer), or are
asked of the engine once for each different outcome (the score).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Annotated, Any, NamedTuple

from tarot_teach.masks import Mask
from tarot_teach.topics.simulate.players.pack import CARDS, Pack

NEVER, LAST_RESORT = range(2)
FOLLOW, TRUMP, OVERTRUMP = range(3)
SLAM_ANNOUNCED, SMALL_SLAM_ANNOUNCED, HANDFUL, LACKING = range(4)
EXCUSE_LAST, EXCUSE_KEPT, LONE_KEPT = range(3)
LONE, TOO_FEW = range(2)
BONUS_TRICK, BONUS_CARD = 1, 2

SEATS, RULES, OFFERS, LEVELS, FEATURES, STEPS = 6, 8, 6, 30, 32, 33
"""Room in the tables: for seats, rules of a kind (contracts, bids, ranks), announcements, their levels, features of a hand, and their
points by number of cards."""


Words = MutableSequence[Any]
"""The two words of the generator."""


class VoidRule(NamedTuple):
    """A hand that makes the deal void, or may."""

    kind: int
    may: int
    cards: Mask
    without: Mask
    fewer: int


class Feature(NamedTuple):
    """Points of a hand for something in it (see :mod:`tarot_teach.advice.evaluate`)."""

    kind: int
    cards: Mask
    needs: Mask
    lacks: Mask
    points: int
    least: int
    steps: Annotated[Sequence[int], STEPS]  # by number of cards
    bids: int  # the bids for which it counts, as a mask


class AdvisedBid(NamedTuple):
    """The least total for a bid; ``contract`` is its number, or -1."""

    least: int
    contract: int


class DiscardRule(NamedTuple):
    """Cards that may not be laid away."""

    kind: int
    cards: Mask


class Offer(NamedTuple):
    """Something that can be announced, before the first lead (``early``) or before one's own first card.

    A handful has an entry for each level, with the least number of trumps; an announcement of lacking cards has one for each set of
    cards of which none may be held. Entries of an offer have its ``number``.
    """

    number: int
    kind: int
    early: int
    anyone: int
    level: int
    least: int
    lacked: Mask


class Mover(NamedTuple):
    """A card that does not simply follow its trick, and the cards that pay for it."""

    kind: int
    pays: Mask
    choose: int
    cards: Mask


class Counts(NamedTuple):
    """The numbers of entries in the tables of these names."""

    voids: int
    features: int
    bids: int
    ranks: int
    discards: int
    offers: int
    movers: int


class RulesetTables(NamedTuple):
    """All that the kernel needs of a task. Tables have an entry for each rule of a kind, in the order of the ruleset; -1 stands for none."""

    pack: Pack
    cards: int
    players: int
    hand: int
    sides: int  # whether a taker plays against a defence
    contract: int  # played without an auction
    simple: int  # the seats of simple players, as a mask; the others play at random
    honours: Mask
    voids: Annotated[Sequence[VoidRule], RULES]  # those that must, then those that may
    rounds: int  # of the auction, 0: nobody bids, 1: one turn each, 2: until the others pass
    contracts: int
    outbid: int
    talon_goes: Annotated[Sequence[int], RULES]  # by contract: 0 taken, 1 to the taker's side, 2 to the defence
    features: Annotated[Sequence[Feature], FEATURES]
    bids: Annotated[Sequence[AdvisedBid], RULES]
    calls: int  # a card, 0: nobody calls, 1: before the talon is turned, 2: after the discard
    ranks: Annotated[Sequence[Mask], RULES]  # that can be called
    call_alone: int
    discards: Annotated[Sequence[DiscardRule], RULES]
    offers: Annotated[Sequence[Offer], LEVELS]
    slam_leads: int  # whether whoever announced a slam leads
    narrows: int  # the rules that narrow a play, each in two bits, from the lowest: one more than its kind
    not_called_suit: int
    free: Mask  # the Excuse, where it may be played at any time
    lone: Mask
    lone_free: Mask  # the lone card, where it may be played at any time
    lone_without: Mask
    excuse_wins: int  # 0: never, 1: when led, 2: when played
    movable: Mask  # all cards that do not simply follow their trick
    movers: Annotated[Sequence[Mover], RULES]
    last_to_winner: int
    last_compensated: int
    unpaid: int  # 0: nothing happens, 1: half a point goes over, 2: the Excuse does
    bonus: int
    bonus_before: int
    petit: Mask
    counted: Mask  # the cards whose winners matter for the score
    numbers: Counts


VOID, CONTRACT, TAKER, PARTNER, CALLED, PARTNER_KNOWN, SLAM_BY, SMALL_BY = range(8)
HANDFULS, APART, EXCUSE, DEBT, LONE_BACK, TRICKS, BONUS = range(8, 15)
FACTS = 15
"""Places of ``facts``: the rule that made the deal void (from 1), the contract, the seats of taker and partner, the called card,
1 once it has been played, the seats that announced a slam and a small slam (-1: nobody), handfuls and other announcements in order, each
in six bits as seat, counted from the taker's, and level or offer from 1, what became of the Excuse and of a debt for it, 1 if a lone card came back, the
tricks of the taker's side, and the side with the bonus of the last trick (1: the taker's side, 2: the defence)."""

OF_SIDE, OF_SEATS, EACH = FACTS, FACTS + 2, 5
RESULT = OF_SEATS + EACH * SEATS
"""Places of a result: the facts; half-points and honours of the taker's side; and for each seat half-points, honours, cards, and
the counted cards in two words."""


class Debt:
    """A card that is owed for one that did not follow its trick."""

    owner: int
    creditor: int
    mover: int
    trick: int


Row = Annotated[MutableSequence[int], SEATS]
Masks = Annotated[MutableSequence[Mask], SEATS]


class DealTable:
    """The fields of the record of one deal; those in the plural are by seat."""

    words: Annotated[Words, "2u8"]  # of the generator
    pack: Annotated[MutableSequence[int], CARDS]
    hands: Masks
    won: Masks
    halves: Row
    side: Row  # 0: the taker's, 1: the defence; the seat itself where all play alone
    wins: Row  # tricks by side
    lone: Row  # whether the seat held the lone card at the first lead
    kept: Masks  # what talon and discard bring each side
    laid: Mask  # what the taker laid away
    offered: Annotated[MutableSequence[int], LEVELS]  # entries of ``offers`` that may be announced now
    made: Annotated[MutableSequence[int], OFFERS]  # by number of the offer, the seats that have made it, as a mask
    debts: Annotated[MutableSequence[Debt], 8]
    owing: int  # how many debts there are before the first trick to be played, and how many are left after the last
    trick: Row
    first: int  # the trick from which on cards are played, from 0
    leader: int  # of that trick
    lying: int  # how many cards of that trick lie in ``trick``
    gone: Mask  # the cards of the tricks before
    facts: Annotated[MutableSequence[int], FACTS]
    drawn: int  # what a random player drew besides what it may announce


class TracedPlay:
    """A play: the seat, its playable cards, and its card."""

    seat: int
    may: Mask
    card: int


class TracedTrick:
    """The winner of a trick, and the captured cards of each seat after it."""

    winner: int
    won: Masks
