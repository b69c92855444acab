"""The result of an ending when all see all cards and play their best: every card is tried but those that cannot change the answer.

It remembers nothing from one position to the next. Cards are numbers, hands sets of bits, so that numba can compile it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from naive.cards import EXCUSE, OUDLERS, halves, strength, suit, worth
from naive.deal import Deal
from naive.score import taker_wins

AIMS = POINTS, MADE, SCORE, PETIT, ALL_TRICKS = range(5)
"""Half-points of the taker's side; 1 if it wins; twice the taker's score; 1 if it gets the Petit; 1 if it wins all tricks from here, -1 if the others do."""
MOST = 1 << 20


class Ending(NamedTuple):
    """The cards in play by their numbers, and the rules. ``takers`` is a set of seats; ``scores`` are by half-points, oudlers, and who has the bonus for
    the Petit (0: the others, 1: nobody, 2: the taker's side)."""

    players: int
    takers: int
    suits: Any
    strengths: Any
    halves: Any
    oudlers: Any
    petit: int
    excuse: int
    over: bool
    slam: int
    to_other_side: bool
    to_winner: bool
    by_card: bool
    targets: Any
    scores: Any


class Sofar(NamedTuple):
    """The state of the taker's side: half-points, oudlers, the Petit; whose tricks there have been from the beginning, and from here on (1: the taker's
    side, 2: the others); and who has the bonus for the Petit, as in ``scores``."""

    halves: int
    oudlers: int
    petit: int
    ever: int
    since: int
    bonus: int


def ending(deal: Deal, scored: bool) -> tuple[Ending, Any, Any, int, Sofar]:
    """The ending of a deal in numbers: the cards and rules, the hands, the trick so far, its leader, and what the taker's side has."""
    rules, taker = deal.rules, deal.taker
    assert taker is not None
    cards = sorted([*deal.trick, *set().union(*deal.hands)])
    place = {card: number for number, card in enumerate(cards)}
    takers = deal.side(taker)
    pile = deal.kept[0].union(*(deal.piles[seat] for seat in takers))
    has = worth(pile) + sum(-1 if owner in takers else 1 for owner, _creditor in deal.debts)
    ever = sum({1 if winner in takers else 2 for winner in deal.winners})
    by_number = [[int(f(card)) for card in cards] for f in (halves, OUDLERS.__contains__)]
    table = Ending(
        rules.players, sum(1 << seat for seat in takers),
        np.array(["SHDCTE".index(suit(card)) for card in cards]),
        np.array([0 if card == EXCUSE else strength(card) for card in cards]),
        np.array(by_number[0]), np.array(by_number[1]),
        place.get("T1", -1), place.get(EXCUSE, -1), rules.over, {"played": 2, "led": 1, "never": 0}[rules.excuse_slam],
        rules.excuse_last == "other side", rules.excuse_last == "winner", rules.petit_by == "card",
        np.array([2 * deal.rules.targets[n] for n in range(4)]), scores_of(deal, has, worth(cards)) if scored else np.zeros((1, 1, 1), np.int64),
    )  # fmt: skip
    hands = np.array([sum(1 << place[card] for card in hand) for hand in deal.hands])
    played = np.zeros(len(cards) + rules.players, np.int64)
    played[: len(deal.trick)] = [place[card] for card in deal.trick]
    return (
        table,
        hands,
        (played, len(deal.trick)),
        deal.leader,
        Sofar(has, len(pile & OUDLERS), int("T1" in pile), ever, 0, 1),
    )


def scores_of(deal: Deal, has: int, left: int) -> Any:
    """Twice the scores of the taker: by half-points, from those that the side has to all that are left on top, oudlers, and the Petit's bonus."""
    scores = np.zeros((has + left + 20, 4, 3), np.int64)
    for points in range(max(has - 2, 0), has + left + 3):
        for oudlers in range(4):
            for bonus in range(3):
                scores[points, oudlers, bonus] = 2 * taker_wins(deal, points, oudlers, bonus - 1)
    return scores


def best(deal: Deal, guesses: Mapping[int, int]) -> list[int]:
    """The result of a deal when both sides play their best, for each of some aims. A right guess saves time, since all other results are left out."""
    table, hands, (played, place), leader, sofar = ending(deal, SCORE in guesses)
    found = []
    for aim, guess in guesses.items():
        value = search(table, aim, hands, played, place, place, leader, sofar, guess - 1, guess + 1)
        if value != guess:
            value = search(table, aim, hands, played, place, place, leader, sofar, -MOST, MOST)
        found.append(int(value))
    return found


def search(
    e: Any, aim: int, hands: Any, played: Any, done: int, place: int, leader: int, sofar: Any, low: int, high: int
) -> int:
    """The value of a position with ``done`` cards played, ``place`` of them to this trick, as far as it lies between two bounds."""
    if done == len(e.suits):
        return reached(e, aim, sofar)
    seat = (leader + place) % e.players
    options, mine = allowed(e, hands[seat], played, done - place, place), e.takers >> seat & 1
    value = -MOST if mine else MOST
    for card in range(len(e.suits) - 1, -1, -1):
        if options >> card & 1 == 0:
            continue
        hands[seat] ^= 1 << card
        played[done] = card
        if place + 1 < e.players:
            found = search(e, aim, hands, played, done + 1, place + 1, leader, sofar, low, high)
        else:
            last = done + 1 == len(e.suits)
            winner = trick_winner(e, played, done - place, leader, last, sofar)
            after = gathered(e, played, done - place, leader, winner, last, sofar)
            found = search(e, aim, hands, played, done + 1, 0, winner, after, low, high)
        hands[seat] ^= 1 << card
        if mine:
            value, low = max(value, found), max(low, found)
        else:
            value, high = min(value, found), min(high, found)
        if low >= high:
            break
    return value


def reached(e: Any, aim: int, sofar: Any) -> int:
    """The result of the taker's side."""
    if aim == POINTS:
        return sofar.halves
    if aim == MADE:
        return 1 if sofar.halves >= e.targets[sofar.oudlers] else 0
    if aim == SCORE:
        return e.scores[sofar.halves, sofar.oudlers, sofar.bonus]
    if aim == PETIT:
        return sofar.petit
    return 1 if sofar.since == 1 else -1 if sofar.since == 2 else 0


def allowed(e: Any, hand: int, played: Any, first: int, place: int) -> int:
    """The cards that may be played to a trick (§9)."""
    led, highest = -1, 0
    for i in range(first, first + place):
        card = played[i]
        if card != e.excuse:
            if led < 0:
                led = e.suits[card]
            if e.suits[card] == 4:
                highest = max(highest, e.strengths[card])
    if led < 0:
        return hand
    following = trumps = higher = 0
    for card in range(len(e.suits)):
        if hand >> card & 1:
            if e.suits[card] == led:
                following |= 1 << card
            if e.suits[card] == 4:
                trumps |= 1 << card
                if e.over and e.strengths[card] > highest:
                    higher |= 1 << card
    any_time = hand & 1 << e.excuse if e.excuse >= 0 else 0
    if following and led != 4:
        return following | any_time
    return (higher or trumps or hand) | any_time


def trick_winner(e: Any, played: Any, first: int, leader: int, last: bool, sofar: Any) -> int:
    """The seat that wins a full trick (§9, §10)."""
    place, led = -1, -1
    for i in range(e.players):
        card = played[first + i]
        if card == e.excuse:
            owner = (leader + i) % e.players
            others = 2 if e.takers >> owner & 1 else 1
            if last and sofar.ever & others == 0 and (e.slam == 2 or (e.slam == 1 and i == 0)):
                return owner
            continue
        if led < 0:
            led = e.suits[card]
        best = played[first + place]
        if place < 0 or (
            e.strengths[card] > e.strengths[best] if e.suits[card] == e.suits[best] else e.suits[card] == 4
        ):
            place = i
    return (leader + place) % e.players


def gathered(e: Any, played: Any, first: int, leader: int, winner: int, last: bool, sofar: Any) -> Any:
    """The state of the taker's side after a trick (§10, §11)."""
    mine = e.takers >> winner & 1
    halves, oudlers, petit, bonus = sofar.halves, sofar.oudlers, sofar.petit, sofar.bonus
    for i in range(e.players):
        card, owner = played[first + i], (leader + i) % e.players
        gets = mine
        if card == e.excuse and owner != winner:
            ours = e.takers >> owner & 1
            if last and e.to_other_side:
                gets = 1 - ours
                if mine == ours:
                    halves += 1 if ours else -1
            elif not (last and e.to_winner):
                gets = ours
                if mine != ours:
                    halves += -1 if ours else 1
        if gets:
            halves += e.halves[card]
            oudlers += e.oudlers[card]
        if card == e.petit:
            petit = mine
            if last and (not e.by_card or owner == winner):
                bonus = 2 if mine else 0
    who = 1 if mine else 2
    return Sofar(halves, oudlers, petit, sofar.ever | who, sofar.since | who, bonus)
