"""Tricks played by rules in words. Python runs this source on plain records, numba compiles it for numpy records.

``Link.loop`` is this module with questions that ask rules of certain kinds.
"""

from __future__ import annotations

from typing import Any

from tarot_teach.masks import Mask, bit, nth, ones, others, wide, word
from tarot_teach.mechanisms.in_words import place_of, seat_at
from tarot_teach.words.questions import (
    asked,
    brings,
    exempt,
    moves,
    narrow,
    narrow_lead,
    stops,
    takes_all,
    winning,
)


def below(draws: Any, count: int) -> int:
    """A whole number from 0 up to ``count``, exclusive, as ``Draws.below`` gives it; compiled code has its own."""
    a, b = int(draws[0]), int(draws[1])
    full = 0xFFFFFFFFFFFFFFFF
    drawn = (a + b) & full
    b ^= a
    draws[0] = ((a << 55 | a >> 9) & full) ^ b ^ (b << 14 & full)
    draws[1] = (b << 36 | b >> 28) & full
    return (drawn >> 32) * count >> 32


def playable(play: Any, deal: Any, seat: int) -> Mask:
    """The cards that a seat may play, as ``engine.phases.tricks.playable`` finds them."""
    trick = deal.trick
    hand: Mask = deal.hands[seat]
    left = hand
    for i in range(play.narrow.count):
        rule = play.narrow.rule[i]
        after = narrow(rule.code, rule, left, trick, hand)
        if after:
            left = after
    for i in range(play.exempt.count):
        rule = play.exempt.rule[i]
        left = left | exempt(rule.code, rule, deal, seat, hand)
    if deal.number == 1 and trick.place == 0:
        for i in range(play.narrow_lead.count):
            rule = play.narrow_lead.rule[i]
            after = narrow_lead(rule.code, rule, deal, left)
            if after:
                left = after
    return left


def begin_trick(trick: Any, leader: int) -> None:
    """Begin an empty trick."""
    trick.leader = leader
    trick.place = 0
    trick.best = 0
    trick.led = wide(0)
    trick.above = wide(0)
    trick.mask = wide(0)


def add(play: Any, trick: Any, card: int) -> None:
    """Add a card to a trick, as ``RuleIndex.with_card`` does."""
    place = trick.place
    if not trick.led:
        trick.led = play.follows[card]
        trick.above = play.beats[card] & (trick.led | play.power)
        trick.best = place
    elif bit(card) & trick.above:
        trick.above = play.beats[card] & (trick.led | play.power)
        trick.best = place
    trick.mask |= bit(card)
    trick.cards[place] = card
    trick.place = place + 1
    for i in range(play.takes_all.count):
        rule = play.takes_all.rule[i]
        taking = takes_all(rule.code, rule, trick)
        if taking & trick.mask:
            trick.above = wide(0)
            trick.best = place_of(trick, taking)
        elif taking:
            trick.above = taking


def lay(play: Any, deal: Any, seat: int, card: int) -> None:
    """Play a card of a seat."""
    deal.hands[seat] &= ~bit(card)
    if bit(card) & deal.called:
        deal.known = 1
    add(play, deal.trick, card)


def winner_of(play: Any, deal: Any) -> int:
    """The seat that wins the full trick, by the first rule that says so."""
    trick = deal.trick
    deal.by = -1
    for i in range(play.winning.count):
        rule = play.winning.rule[i]
        place = winning(rule.code, rule, deal, trick)
        if place is not None:
            deal.by = i
            return seat_at(trick.leader, place, deal.players)
    return word(trick.leader)


def gather(play: Any, deal: Any) -> int:
    """Give the full trick to its winner, and moved cards to whom they belong; the winner. Debts are noted and not paid."""
    trick = deal.trick
    turn_heaps(deal)
    rest = wide(0)
    for seat in range(deal.players):
        rest = rest | deal.hands[seat]
    deal.all_played = 0 if rest else 1
    winner = winner_of(play, deal)
    deal.won[winner] |= trick.mask
    deal.gone |= trick.mask
    if trick.mask & play.movable:
        _move_cards(play, deal, trick.mask & play.movable, winner)
    deal.tricks_won[winner] += 1
    deal.winners |= 1 << winner
    deal.number += 1
    for i in range(play.brings.count):
        rule = play.brings.rule[i]
        cards = brings(rule.code, rule, deal, trick, winner)
        if not cards:
            continue
        if rule.brings_talon:
            deal.won[winner] |= cards
            while deal.drawn < deal.stocked and bit(deal.stock[deal.drawn]) & cards:
                deal.drawn += 1
            deal.stock_top = bit(deal.stock[deal.drawn]) if deal.drawn < deal.stocked else wide(0)
        else:
            deal.side_piles[0] |= cards
            deal.side_piles[1] &= ~cards
    return winner


def turn_heaps(deal: Any) -> None:
    """Bring into the hands what lies below the cards of the full trick."""
    for i in range(deal.layered):
        if bit(deal.tops[i]) & deal.trick.mask:
            deal.hands[deal.heaped[i]] |= deal.layers[i]


def _move_cards(play: Any, deal: Any, movable: Mask, winner: int) -> None:
    """Move the cards of a full trick that do not go to its winner, and note what is owed for them."""
    trick = deal.trick
    for i in range(play.moves.count):
        rule = play.moves.rule[i]
        if not movable & rule.about:
            continue
        place = place_of(trick, movable & rule.about)
        moved = moves(rule.code, rule, deal, trick, seat_at(trick.leader, place, deal.players), winner)
        if moved is None:
            continue
        card = bit(trick.cards[place])
        movable &= ~rule.about
        deal.won[winner] &= ~card
        deal.won[moved.to] |= card
        deal.movements = deal.movements << 4 | rule.first_kind + moved.kind
        if moved.payer >= 0:
            debt = deal.debts[deal.owing]
            debt.owner = moved.payer
            debt.creditor = moved.payee
            debt.mover = i
            debt.trick = deal.number
            deal.owing += 1


def payable(play: Any, deal: Any, debt: Any) -> Mask:
    """The captured cards that can pay a debt: the owner's, else the taker's, else those of another seat of the side."""
    pays = play.moves.rule[debt.mover].payable
    found: Mask = deal.won[debt.owner] & pays
    if found:
        return found
    side = deal.sides[debt.owner]
    if deal.taker >= 0 and side >> deal.taker & 1:
        found = deal.won[deal.taker] & pays
        if found:
            return found
    for seat in range(deal.players):
        if side >> seat & 1:
            found = deal.won[seat] & pays
            if found:
                return found
    return found


def pay_debts(play: Any, deal: Any) -> None:
    """Pay what can be paid; a giver who may choose draws, or gives the lowest card if its player is simple. A debt that waits for a choice goes before those that cannot be paid yet."""
    at = word(0)
    while at < deal.owing:
        debt = deal.debts[at]
        can = payable(play, deal, debt)
        if not can:
            at += 1
            continue
        number = word(0)
        rule = play.moves.rule[debt.mover]
        sides_known = not deal.called or deal.known or debt.owner == deal.partner
        if rule.choose and others(can) and (sides_known or can & deal.won[debt.owner]):
            if not deal.simple >> debt.owner & 1:
                number = below(deal.draws, ones(can))
            _turn(deal, at)
            at = word(0)
            debt = deal.debts[at]
        if debt.trick != deal.number - 1:
            deal.paid_later = 1
        pay_debt(deal, at, bit(nth(can, number)))


def pay_debt(deal: Any, at: int, card: Mask) -> None:
    """Pay one debt with a card of somebody's pile, as a mask."""
    for seat in range(deal.players):
        deal.won[seat] &= ~card
    deal.won[deal.debts[at].creditor] |= card
    deal.owing -= 1
    for i in range(at, deal.owing):
        _copy(deal.debts[i], deal.debts[i + 1])


def _turn(deal: Any, at: int) -> None:
    """Put the debts before one behind all others."""
    for _round in range(at):
        _copy(deal.debts[deal.owing], deal.debts[0])
        for i in range(deal.owing):
            _copy(deal.debts[i], deal.debts[i + 1])


def _copy(to: Any, debt: Any) -> None:
    """Write a debt in the place of another."""
    to.owner = debt.owner
    to.creditor = debt.creditor
    to.mover = debt.mover
    to.trick = debt.trick


def between(play: Any, deal: Any) -> None:
    """Ask what rules ask between two tricks, and end the play if a rule does. Simple players give the quiet answer, if there is one; all other answers
    are at random."""
    for i in range(play.asked.count):
        rule = play.asked.rule[i]
        seat = asked(rule.code, rule, deal, deal.answer)
        if seat >= 0:
            deal.answered = seat
            if deal.simple >> seat & 1 and rule.quiet_answer:
                deal.answer = rule.quiet_answer
            else:
                deal.answer = 1 + below(deal.draws, 2)
                below(deal.draws, 1)
    for i in range(play.stops.count):
        rule = play.stops.rule[i]
        if stops(rule.code, rule, deal, deal.answer):
            deal.ended = 1
            return


def complete(play: Any, deal: Any) -> int:
    """Gather a full trick, pay what is owed, and begin the next, unless the play ends; the winner."""
    winner = gather(play, deal)
    if deal.owing:
        pay_debts(play, deal)
    begin_trick(deal.trick, winner)
    if deal.all_played:
        deal.ended = 1
    else:
        between(play, deal)
    return winner
