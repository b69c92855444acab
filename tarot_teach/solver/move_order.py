"""Ratings of cards: cards that should decide the trick for the side are tried first, and leads that leave others few answers.

The weights have been taken over from a prototype whose search they halved; they change the time of a search and never its result.
"""

from __future__ import annotations

from tarot_teach.masks import highest, ones
from tarot_teach.solver import layout as at
from tarot_teach.solver.layout import Words

KNOWN_BEST = 1_000_000
"""Of the card that the table knows."""
LEAD_WINS, LEAD_WINS_EACH = 60, 4
LEAD_TO_PARTNER, LEAD_TO_PARTNER_EACH = 30, 3
LEAD_LOSES, LEAD_LOSES_EACH = 42, -6
LEAD_TRUMPS, LEAD_ANSWERS, LEAD_EXCUSE = -14, -4, -40
"""Of a lead that nobody beats, that a partner can win, that is lost; each with so much more for a half-point. Then for
trumps, for each answer that others have, and for the Excuse."""
WINS, WINS_EACH, LOSES_EACH = 40, 13, -11
PARTNERS_EXCUSE, OTHERS_EXCUSE = -4, 11
"""Of a card to a trick that the side should win, with so much more for a half-point, and to one that it should lose; of
the Excuse where the side is winning, and where it is not."""
TRUMP_COSTS, RANK_COSTS = 3, 1
"""For each rank of a trump, and of another card, in quarters: low cards first."""


def rate(a: Words, frame: int, count: int, hint: int) -> None:
    """Write into the frame how promising each of its cards is. The first in the suit of the ``hint`` that is not higher
    comes before all others."""
    known, led, ally, foe, number = at.NONE, a[frame + at.LED], 0, 0, 0
    if led >= 0:
        ally, foe = powers_after(a, frame, led)
    last = led
    for i in range(count):
        card = a[frame + at.MOVES + i]
        if known < 0 <= hint and card <= hint and card // at.RANKS == hint // at.RANKS:
            known = card
            a[frame + at.RATINGS + i] = KNOWN_BEST
        elif led >= 0:
            a[frame + at.RATINGS + i] = rating_of_card(a, frame, card, ally, foe)
        elif card // at.RANKS == a[at.EXCUSE]:
            a[frame + at.RATINGS + i] = LEAD_EXCUSE
        else:
            if card // at.RANKS != last:
                last = card // at.RANKS
                ally, foe = powers_after(a, frame, last)
                number = answers(a, frame, last)
            a[frame + at.RATINGS + i] = rating_of_lead(a, card, ally, foe) + LEAD_ANSWERS * number


def power(a: Words, suit: int, place: int, led: int) -> int:
    """The power of a card in a trick to which a suit is led: 0 for one that cannot win."""
    if suit == a[at.TRUMPS]:
        return at.RANKS + 1 + place
    return 1 + place if suit == led else 0


def power_of_hand(a: Words, seat: int, led: int) -> int:
    """The power of the highest card that a seat may have to play to a suit."""
    hand = at.HANDS + seat * at.SUITS
    if a[hand + led]:
        return power(a, led, highest(a[hand + led]), led)
    return power(a, a[at.TRUMPS], highest(a[hand + a[at.TRUMPS]]), led) if a[hand + a[at.TRUMPS]] else 0


def powers_after(a: Words, frame: int, led: int) -> tuple[int, int]:
    """The highest powers among the seats that play after this one: of its side, and of the other."""
    ally, foe, seat = 0, 0, a[frame + at.SEAT]
    mine = a[at.TAKERS] >> seat & 1
    for _place in range(a[frame + at.PLACE] + 1, a[at.PLAYERS]):
        seat = seat + 1 if seat + 1 < a[at.PLAYERS] else 0
        found = power_of_hand(a, seat, led)
        if a[at.TAKERS] >> seat & 1 == mine:
            ally = max(ally, found)
        else:
            foe = max(foe, found)
    return ally, foe


def answers(a: Words, frame: int, led: int) -> int:
    """The cards that the other side may answer a lead with; many where a hand is free to play anything."""
    number, mine = 0, a[at.TAKERS] >> a[frame + at.SEAT] & 1
    for seat in range(a[at.PLAYERS]):
        if a[at.TAKERS] >> seat & 1 != mine:
            hand = at.HANDS + seat * at.SUITS
            cards = a[hand + led] or a[hand + a[at.TRUMPS]]
            number += ones(cards) if cards else a[frame + at.LEFT] + 2
    return number


def rating_of_lead(a: Words, card: int, ally: int, foe: int) -> int:
    """The rating of a lead, by the highest powers of the sides after it, without the answers to it."""
    suit = card // at.RANKS
    halves, mine = a[at.HALVES + card], power(a, suit, card - suit * at.RANKS, suit)
    if mine > foe:
        rating = LEAD_WINS + LEAD_WINS_EACH * halves
    elif ally > foe:
        rating = LEAD_TO_PARTNER + LEAD_TO_PARTNER_EACH * halves
    else:
        rating = LEAD_LOSES + LEAD_LOSES_EACH * halves
    return rating + LEAD_TRUMPS if suit == a[at.TRUMPS] else rating


def rating_of_card(a: Words, frame: int, card: int, ally: int, foe: int) -> int:
    """The rating of a card that does not lead, by the highest powers of the sides after it."""
    suit, led, best = card // at.RANKS, a[frame + at.LED], a[frame + at.BEST]
    winning = a[at.TAKERS] >> a[frame + at.WINNER] & 1 == a[at.TAKERS] >> a[frame + at.SEAT] & 1
    if suit == a[at.EXCUSE]:
        return PARTNERS_EXCUSE if winning else OTHERS_EXCUSE
    mine = power(a, suit, card - suit * at.RANKS, led)
    now = power(a, best // at.RANKS, best - best // at.RANKS * at.RANKS, led)
    ours = winning or mine > now
    top = max(mine, now)
    wins = (top > foe or ally > foe) if ours else (ally > foe and ally > now)
    rating = WINS + WINS_EACH * a[at.HALVES + card] if wins else LOSES_EACH * a[at.HALVES + card]
    costs = TRUMP_COSTS if suit == a[at.TRUMPS] else RANK_COSTS
    return rating - costs * (card - suit * at.RANKS) // 4
