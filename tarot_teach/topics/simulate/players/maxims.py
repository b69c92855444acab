"""The maxims of the simple player, as functions of whole numbers that the kernel compiles as they stand.

Hands and other sets of cards are masks (see :mod:`tarot_teach.masks`). A choice comes with the number of its maxim, an index into :data:`MAXIMS`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.masks import above, bit, highest, lowest, ones, others
from tarot_teach.topics.simulate.players.pack import Pack

(
    FORCED, EXCUSE_IN_TIME, EXCUSE_SAVES, HUNT, MASTER, LONG_SUIT, LOW_LEAD, SAVE_POINTS, TAKE, CHEAPEST, LOW, DUCK, EXCUSE_TO_POOR_TRICK,
) = range(13)  # fmt: skip
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
    "duck",
    "excuse_to_poor_trick",
)
"""Names of the maxims, by number."""

HUNTERS = 5
"""The number of trumps with which the taker leads trumps to hunt the Petit."""
SAVED_BY_EXCUSE = 5
"""Half-points of the cheapest playable card from which on the Excuse is played instead."""
POOR, NEAR_END, TOP_TRUMPS = 4, 8, 3
"""The Excuse goes to a trick with at most ``POOR`` half-points so far, from the last ``NEAR_END`` tricks on or in place of one of so many highest
trumps that are still out. These numbers brought most in 100,000 deals of the federation's game for four."""


def choose_card(
    pack: Pack,
    hand: int,
    may: int,
    trick: Sequence[int],
    played: int,
    leader: int,
    seat: int,
    players: int,
    allies: int,
    taker: int,
    gone: int,
    left: int,
) -> tuple[int, int]:
    """The card to play, and the maxim.

    ``may`` are the playable cards of the hand. ``trick`` holds the ``played`` cards of the trick so far. ``allies`` is a mask of seats: the
    known allies, and the seat itself. ``taker`` is -1 where each plays alone. ``gone`` are all cards played, with those of the trick.
    ``left`` is the number of tricks to complete, with this one.
    """
    if ones(may) == 1:
        return lowest(may), FORCED
    if may & pack.excuse and left == 2:
        return lowest(pack.excuse), EXCUSE_IN_TIME
    free = may & ~pack.excuse
    best = -1
    winner = leader
    for i in range(played):
        card = trick[i]
        if pack.suit[card] <= pack.plain_suits and (best < 0 or _beats(pack, card, best)):
            best = card
            winner = (leader + i) % players
    if best < 0:
        return _lead(pack, hand, free, seat, players, taker, gone)
    foes_after = False
    for i in range(played + 1, players):
        if not allies >> ((leader + i) % players) & 1:
            foes_after = True
    if allies >> winner & 1 and winner != seat and not foes_after:
        return _dearest(pack, free), SAVE_POINTS
    winning = above(free & pack.suits[pack.suit[best]], best)
    if best < pack.plain:
        winning |= free & pack.trumps
    if winning and not foes_after:
        return _taking(pack, winning), TAKE
    if may & pack.excuse and _is_for_excuse(pack, free, winning, trick, played, pack.trumps & ~(gone | hand), left):
        return lowest(pack.excuse), EXCUSE_TO_POOR_TRICK
    following = winning & ~pack.trumps
    if following:
        top = highest(following)
        if _is_master(pack, top, gone | hand, players - played - 1):
            return top, MASTER
    elif winning and not free & ~pack.trumps:
        return _lowest_over(pack, winning), CHEAPEST
    cheap = _cheapest(pack, free)
    if may & pack.excuse and pack.halves[cheap] >= SAVED_BY_EXCUSE:
        return lowest(pack.excuse), EXCUSE_SAVES
    return cheap, LOW


def choose_discard(pack: Pack, hand: int, allowed: int, must: int, size: int) -> int:
    """The cards to discard: those that must go; then whole short suits without their king, the dearest card of a suit first; trumps last,
    the lowest first."""
    gone = must
    for _card in range(size - ones(must)):
        best = -1
        shortest = 0
        for i in range(pack.plain_suits):
            cards = hand & pack.suits[i]
            length = ones(cards) + (100 if cards & pack.kings else 0)
            if cards & allowed & ~gone and (best < 0 or length < shortest):
                best = i
                shortest = length
        free = allowed & ~gone
        gone |= bit(highest(free & pack.suits[best]) if best >= 0 else lowest(free))
    return gone


def choose_call(pack: Pack, hand: int, may: int) -> int:
    """The card to call: one that is not held, if there is one, of the longest suit in hand."""
    best = -1
    most = -1
    rest = may
    while rest:
        card = lowest(rest)
        rest = others(rest)
        length = ones(hand & pack.suits[pack.suit[card]]) + (0 if hand & bit(card) else 100)
        if length > most:
            best = card
            most = length
    return best


def _lead(pack: Pack, hand: int, may: int, seat: int, players: int, taker: int, gone: int) -> tuple[int, int]:
    trumps = hand & pack.trumps
    out = pack.trumps & ~gone & ~trumps
    if seat == taker and may & pack.trumps and out & pack.petit and ones(trumps) >= HUNTERS:
        top = highest(trumps)
        rest = trumps & ~pack.petit
        return (lowest(rest if rest else trumps) if above(out, top) else top), HUNT
    best = -1
    longest = -1
    most = 0
    for i in range(pack.plain_suits):
        cards = may & pack.suits[i]
        if cards:
            top = highest(cards)
            dearer = best < 0 or pack.halves[top] > pack.halves[best]
            if dearer and _is_master(pack, top, gone | hand, players - 1):
                best = top
        if ones(cards) > most:
            longest = i
            most = ones(cards)
    if best >= 0:
        return best, MASTER
    if longest >= 0:
        maxim = LOW_LEAD if taker < 0 or seat == taker else LONG_SUIT
        return lowest(may & pack.suits[longest]), maxim
    return _cheapest(pack, may), LOW


def _is_master(pack: Pack, card: int, seen: int, followers: int) -> bool:
    """True if nothing but a trump can beat a plain card, and as many cards of its suit are out as there are players to follow."""
    out = pack.suits[pack.suit[card]] & ~seen
    return not above(out, card) and ones(out) >= followers


def _beats(pack: Pack, card: int, best: int) -> bool:
    """True if a card beats the best of the trick so far; neither is the Excuse."""
    if pack.suit[card] == pack.suit[best]:
        return card > best
    return card >= pack.plain


def _is_for_excuse(pack: Pack, free: int, winning: int, trick: Sequence[int], played: int, out: int, left: int) -> bool:
    """True for a poor trick that is lost near the end, or that only a high trump would win; ``out`` are the trumps in other hands."""
    halves = 0
    for i in range(played):
        halves += pack.halves[trick[i]]
    if halves > POOR:
        return False
    if not winning:
        return left <= NEAR_END
    return not free & ~pack.trumps and ones(above(out, _lowest_over(pack, winning))) < TOP_TRUMPS


def _lowest_over(pack: Pack, winning: int) -> int:
    """The lowest of the trumps that win, but the Petit only if it is the only card."""
    rest = winning & ~pack.petit
    return lowest(rest if rest else winning)


def _taking(pack: Pack, winning: int) -> int:
    """The card to take a trick with, of cards that are sure to win: the Petit, else the dearest plain card, else the lowest trump."""
    if winning & pack.petit:
        return lowest(pack.petit)
    plain = winning & ~pack.trumps
    return _dearest(pack, plain) if plain else lowest(winning)


def _dearest(pack: Pack, cards: int) -> int:
    """The card with most card points, but the highest trump only if it is the only card; the lowest of equals."""
    if pack.trumps and ones(cards) > 1:
        cards &= ~bit(highest(pack.trumps))
    best = -1
    while cards:
        card = lowest(cards)
        cards = others(cards)
        if best < 0 or pack.halves[card] > pack.halves[best]:
            best = card
    return best


def _cheapest(pack: Pack, cards: int) -> int:
    """The card with fewest card points; the lowest of equals, plain cards before trumps."""
    best = -1
    while cards:
        card = lowest(cards)
        cards = others(cards)
        if best < 0 or pack.halves[card] < pack.halves[best]:
            best = card
    return best
