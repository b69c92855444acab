"""The maxims of the simple player, as functions of whole numbers that the kernel compiles as they stand.

Masks have two words (see :mod:`.pack`): ``low`` for plain cards, ``high`` for trumps and the Excuse; bit *i* of the second is the card
``pack.plain + i``. A choice comes with the number of its maxim, an index into :data:`MAXIMS`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.topics.simulate.players.pack import Pack, highest, lowest, ones

FORCED, EXCUSE_IN_TIME, EXCUSE_SAVES, HUNT, MASTER, LONG_SUIT, LOW_LEAD, SAVE_POINTS, TAKE, CHEAPEST, LOW = range(11)
MAXIMS = (
    "forced",
    "excuse_in_time",
    "excuse_saves",
    "hunt",
    "master",
    "long_suit",
    "low_lead",
    "save_points",
    "take",
    "cheapest",
    "low",
)
"""Names of the maxims, by number."""

HUNTERS = 5
"""The number of trumps with which the taker leads trumps to hunt the Petit."""
SAVED_BY_EXCUSE = 5
"""Half-points of the cheapest playable card from which on the Excuse is played instead."""


def choose_card(
    pack: Pack,
    low: int,
    high: int,
    may_low: int,
    may_high: int,
    trick: Sequence[int],
    played: int,
    leader: int,
    seat: int,
    players: int,
    allies: int,
    taker: int,
    gone_low: int,
    gone_high: int,
    left: int,
) -> tuple[int, int]:
    """The card to play, and the maxim.

    ``low`` and ``high`` are the hand, ``may_…`` its playable cards. ``trick`` holds the ``played`` cards of the trick so far. ``allies`` is a
    mask of seats: the known allies, and the seat itself. ``taker`` is -1 where each plays alone. ``gone_…`` are all cards played, with those
    of the trick. ``left`` is the number of tricks to complete, with this one.
    """
    number = ones(may_low) + ones(may_high)
    if number == 1:
        return (lowest(may_low) if may_low else pack.plain + lowest(may_high)), FORCED
    if may_high & pack.excuse and left == 2:
        return pack.plain + lowest(pack.excuse), EXCUSE_IN_TIME
    free_high = may_high & ~pack.excuse
    best = -1
    winner = leader
    for i in range(played):
        card = trick[i]
        counts = card < pack.plain or not (pack.excuse >> (card - pack.plain)) & 1
        if counts and (best < 0 or _beats(pack, card, best)):
            best = card
            winner = (leader + i) % players
    if best < 0:
        return _lead(pack, low, high, may_low, free_high, seat, players, taker, gone_low, gone_high)
    foes_after = False
    for i in range(played + 1, players):
        if not (allies >> ((leader + i) % players)) & 1:
            foes_after = True
    winning_low, winning_high = _winning(pack, may_low, free_high, best)
    if (allies >> winner) & 1 and winner != seat and not foes_after:
        return _dearest(pack, may_low, free_high), SAVE_POINTS
    if winning_low | winning_high:
        if not foes_after:
            return _taking(pack, winning_low, winning_high), TAKE
        if winning_low:
            top = highest(winning_low)
            suit = pack.suits[pack.suit[top]]
            out = suit & ~gone_low & ~low
            if not out >> top and ones(out) >= players - played - 1:
                return top, MASTER
        elif not may_low:
            rest = winning_high & ~pack.petit
            return pack.plain + lowest(rest if rest else winning_high), CHEAPEST
    cheap = _cheapest(pack, may_low, free_high)
    if may_high & pack.excuse and pack.halves[cheap] >= SAVED_BY_EXCUSE:
        return pack.plain + lowest(pack.excuse), EXCUSE_SAVES
    return cheap, LOW


def choose_discard(
    pack: Pack, low: int, allowed_low: int, allowed_high: int, must_low: int, must_high: int, size: int
) -> tuple[int, int]:
    """The cards to discard, as two words: those that must go; then whole short suits without their king, the dearest card of a suit
    first; trumps last, the lowest first."""
    gone_low, gone_high = must_low, must_high
    left = size - ones(must_low) - ones(must_high)
    while left > 0 and allowed_low & ~gone_low:
        best = -1
        shortest = 0
        for i in range(pack.plain_suits):
            free = allowed_low & ~gone_low & pack.suits[i]
            length = ones(low & pack.suits[i]) + (100 if low & pack.suits[i] & pack.kings else 0)
            if free and (best < 0 or length < shortest):
                best = i
                shortest = length
        free = allowed_low & ~gone_low & pack.suits[best]
        while left > 0 and free:
            card = highest(free)
            gone_low |= 1 << card
            free &= ~(1 << card)
            left -= 1
    while left > 0:
        free = allowed_high & ~gone_high
        gone_high |= free & -free
        left -= 1
    return gone_low, gone_high


def choose_call(pack: Pack, low: int, callable_low: int) -> int:
    """The card to call: one that is not held, if there is one, of the longest suit in hand."""
    best = -1
    most = -1
    rest = callable_low
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        length = ones(low & pack.suits[pack.suit[card]]) + (0 if (low >> card) & 1 else 100)
        if length > most:
            best = card
            most = length
    return best


def _lead(
    pack: Pack,
    low: int,
    high: int,
    may_low: int,
    may_high: int,
    seat: int,
    players: int,
    taker: int,
    gone_low: int,
    gone_high: int,
) -> tuple[int, int]:
    trumps = high & pack.trumps
    out = pack.trumps & ~gone_high & ~trumps
    if seat == taker and may_high & pack.trumps and out & pack.petit and ones(trumps) >= HUNTERS:
        top = highest(trumps)
        rest = trumps & ~pack.petit
        return pack.plain + (top if not out >> top else lowest(rest if rest else trumps)), HUNT
    best = -1
    for i in range(pack.plain_suits):
        mine = may_low & pack.suits[i]
        if mine:
            top = highest(mine)
            rest = pack.suits[i] & ~gone_low & ~low
            if not rest >> top and ones(rest) >= players - 1 and (best < 0 or pack.halves[top] > pack.halves[best]):
                best = top
    if best >= 0:
        return best, MASTER
    longest = -1
    most = 0
    for i in range(pack.plain_suits):
        length = ones(may_low & pack.suits[i])
        if length > most:
            longest = i
            most = length
    if longest >= 0:
        maxim = LOW_LEAD if taker < 0 or seat == taker else LONG_SUIT
        return lowest(may_low & pack.suits[longest]), maxim
    return _cheapest(pack, 0, may_high), LOW


def _beats(pack: Pack, card: int, best: int) -> bool:
    """True if a card beats the best of the trick so far; neither is the Excuse."""
    if pack.suit[card] == pack.suit[best]:
        return pack.rank[card] > pack.rank[best]
    return card >= pack.plain


def _winning(pack: Pack, may_low: int, may_high: int, best: int) -> tuple[int, int]:
    """The playable cards that beat the best of the trick so far, as two words."""
    if best >= pack.plain:
        above = best - pack.plain + 1
        return 0, (may_high & pack.trumps) >> above << above
    above = best + 1
    return (may_low & pack.suits[pack.suit[best]]) >> above << above, may_high & pack.trumps


def _taking(pack: Pack, low: int, high: int) -> int:
    """The card to take a trick with, of cards that are sure to win: the Petit, else the dearest plain card, else the lowest trump."""
    if high & pack.petit:
        return pack.plain + lowest(pack.petit)
    if low:
        return _dearest(pack, low, 0)
    return pack.plain + lowest(high)


def _dearest(pack: Pack, low: int, high: int) -> int:
    """The card with most card points, but the highest trump only if it is the only card; the lowest of equals."""
    if pack.trumps and (ones(high) > 1 or low):
        high &= ~(1 << highest(pack.trumps))
    best = -1
    while low:
        card = lowest(low)
        low &= low - 1
        if best < 0 or pack.halves[card] > pack.halves[best]:
            best = card
    while high:
        card = pack.plain + lowest(high)
        high &= high - 1
        if best < 0 or pack.halves[card] > pack.halves[best]:
            best = card
    return best


def _cheapest(pack: Pack, low: int, high: int) -> int:
    """The card with fewest card points; the lowest of equals, plain cards before trumps."""
    best = -1
    while low:
        card = lowest(low)
        low &= low - 1
        if best < 0 or pack.halves[card] < pack.halves[best]:
            best = card
    while high:
        card = pack.plain + lowest(high)
        high &= high - 1
        if best < 0 or pack.halves[card] < pack.halves[best]:
            best = card
    return best
