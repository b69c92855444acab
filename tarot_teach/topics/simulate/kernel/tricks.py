"""The tricks of a deal, compiled: what may be played, who wins, and what becomes of cards that do not follow their trick."""

from __future__ import annotations

from tarot_teach.topics.simulate.bits import lowest, nth, ones, word
from tarot_teach.topics.simulate.kernel.announcing import announce_one
from tarot_teach.topics.simulate.kernel.compiled import inner
from tarot_teach.topics.simulate.kernel.draws import below
from tarot_teach.topics.simulate.kernel.moving import move_cards, pay_debts
from tarot_teach.topics.simulate.kernel.table import (
    BONUS,
    CALLED,
    KNOWN,
    PARTNER,
    SLAM_BY,
    TAKER,
    TRICKS,
    Ints,
    Table,
)
from tarot_teach.topics.simulate.kernel.tables import BONUS_CARD, FOLLOW, TRUMP, Tables
from tarot_teach.topics.simulate.players.maxims import choose_card


@inner
def play_tricks(rules: Tables, table: Table, plays: Ints, gathered: Ints) -> None:
    """Play all tricks. ``plays`` and ``gathered``, where they are not empty, are filled in: seat,
    playable cards and card of each play, and after each trick its winner and the captured cards of each seat."""
    pack = rules.pack
    plain = pack.plain
    suits = pack.plain_suits
    trumps = pack.trumps
    excuse = pack.excuse
    players = rules.players
    tricks = rules.hand
    simple = rules.simple
    facts = table.facts
    trick = table.trick
    lone_seats = 0
    movable_low = rules.movable_low
    movable_high = rules.movable_high
    for seat in range(players):
        lone = (table.low[seat] & rules.lone_low) | (table.high[seat] & rules.lone_high)
        others = (table.low[seat] & rules.lone_without_low) | (table.high[seat] & rules.lone_without_high)
        table.lone[seat] = 1 if lone and not others else 0
        if table.lone[seat] and rules.lone_free:
            lone_seats |= 1 << seat
    called = facts[CALLED]
    leader = word(facts[SLAM_BY] if rules.slam_leads and facts[SLAM_BY] >= 0 else 0)
    gone_low = word(0)
    gone_high = word(0)
    debts = word(0)
    row = 0
    bonus = 0
    for number in range(tricks):
        led = -1
        over = -1
        best = word(-1)
        winner = leader
        mask_low = word(0)
        mask_high = word(0)
        halves = 0
        excuse_seat = word(-1)
        for place in range(players):
            seat = leader + place
            if seat >= players:
                seat -= players
            low = table.low[seat]
            high = table.high[seat]
            may_low = low
            may_high = high
            if led >= 0:
                led_low = pack.suits[led] if led < suits else 0
                led_high = trumps if led == suits else 0
                rest = rules.narrows
                while rest:
                    kind = (rest & 3) - 1
                    rest >>= 2
                    left_low = may_low
                    left_high = may_high
                    if kind == FOLLOW:
                        left_low &= led_low
                        left_high &= led_high
                    elif kind == TRUMP:
                        if not (low & led_low) | (high & led_high):
                            left_low = 0
                            left_high &= trumps
                    elif over >= 0 and not may_low | (may_high & ~trumps):
                        left_high = may_high >> (over + 1) << (over + 1)
                    if left_low | left_high:
                        may_low = left_low
                        may_high = left_high
                may_high |= high & rules.free
                if lone_seats >> seat & 1:
                    may_low |= low & rules.lone_low
                    may_high |= high & rules.lone_high
            if number == 0 and place == 0 and called >= 0 and rules.not_called_suit:
                rest = may_low & ~(pack.suits[pack.suit[called]] & ~(1 << called))
                if rest | may_high:
                    may_low = rest
            count_low = ones(may_low)
            count = count_low + ones(may_high)
            if number == 0:
                while announce_one(rules, table, seat, word(0), count):
                    pass
            if simple >> seat & 1:
                card, _maxim = choose_card(
                    pack,
                    low,
                    high,
                    may_low,
                    may_high,
                    trick,
                    place,
                    leader,
                    seat,
                    players,
                    _allies(rules, table, seat),
                    facts[TAKER],
                    gone_low | mask_low,
                    gone_high | mask_high,
                    tricks - number,
                )
            else:
                drawn = below(table.words, count) if number else table.drawn
                card = nth(may_low, drawn) if drawn < count_low else plain + nth(may_high, drawn - count_low)
            if len(plays):
                plays[row, 0] = seat
                plays[row, 1] = may_low
                plays[row, 2] = may_high
                plays[row, 3] = card
                row += 1
            trick[place] = card
            halves += pack.halves[card]
            if card < plain:
                bit = 1 << card
                table.low[seat] = low & ~bit
                mask_low |= bit
                if card == called:
                    facts[KNOWN] = 1
                suit = pack.suit[card]
                if led < 0:
                    led = suit
                if suit == led and over < 0 and card > best:
                    best = card
                    winner = seat
            else:
                at = card - plain
                bit = 1 << at
                table.high[seat] = high & ~bit
                mask_high |= bit
                if bit & excuse:
                    excuse_seat = seat
                else:
                    if led < 0:
                        led = suits
                    if at > over:
                        over = at
                        best = card
                        winner = seat
        last = number == tricks - 1
        if last and excuse_seat >= 0 and rules.excuse_wins:
            side = table.side[excuse_seat]
            if table.wins[side] == number and (rules.excuse_wins == 2 or excuse_seat == leader):
                winner = excuse_seat
                best = plain + lowest(pack.excuse)
        gone_low |= mask_low
        gone_high |= mask_high
        table.won_low[winner] |= mask_low
        table.won_high[winner] |= mask_high
        table.halves[winner] += halves
        if (mask_low & movable_low) | (mask_high & movable_high):
            debts = move_cards(rules, table, mask_low, mask_high, leader, winner, number, last, debts)
        side = table.side[winner]
        if rules.bonus and number >= tricks - 2:
            if not last:
                bonus = _bonus(rules, rules.bonus_before, mask_low, mask_high, best, side)
            elif not (bonus and best >= plain and (pack.excuse >> (best - plain)) & 1):
                bonus = _bonus(rules, rules.bonus, mask_low, mask_high, best, side)
        table.wins[side] += 1
        if debts:
            debts = pay_debts(rules, table, number, debts)
        if len(gathered):
            gathered[number, 0] = winner
            for seat in range(players):
                gathered[number, 1 + 2 * seat] = table.won_low[seat]
                gathered[number, 2 + 2 * seat] = table.won_high[seat]
        leader = winner
    facts[BONUS] = bonus
    facts[TRICKS] = table.wins[0]
    table.owing = debts


@inner
def _bonus(rules: Tables, by: int, mask_low: int, mask_high: int, best: int, side: int) -> int:
    """The side that gets the bonus from this trick, if it has to be won so: 0 nobody, 1 the taker's side, 2 the defence."""
    if not by or not (mask_low & rules.petit_low) | (mask_high & rules.petit_high):
        return 0
    if by == BONUS_CARD:
        plain = rules.pack.plain
        low = (rules.petit_low >> best) & 1 if best < plain else 0
        high = (rules.petit_high >> (best - plain)) & 1 if best >= plain else 0
        if not low | high:
            return 0
    return 1 + side


@inner
def _allies(rules: Tables, table: Table, seat: int) -> int:
    """The seats on one's side as far as that is known, as a mask (see ``players.simple.allies``)."""
    taker = table.facts[TAKER]
    partner = table.facts[PARTNER]
    if taker < 0:
        return 1 << seat
    if partner >= 0 and not table.facts[KNOWN] and seat != partner:
        partner = -1
    side = 1 << taker
    if partner >= 0:
        side |= 1 << partner
    if seat in (taker, partner):
        return side
    return ((1 << rules.players) - 1) & ~side
