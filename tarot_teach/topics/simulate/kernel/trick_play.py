"""The tricks of a deal, compiled."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.compiled.draws import below
from tarot_teach.compiled.jit import inner
from tarot_teach.masks import above, bit, lowest, nth, ones, wide, word
from tarot_teach.table.events import CardKept, CardLost, CardStayed, CardSurrendered, DebtPaid, DebtUnpaid
from tarot_teach.topics.simulate.kernel import tables as t
from tarot_teach.topics.simulate.kernel.opening import announce_one
from tarot_teach.topics.simulate.kernel.tables import DealTable, RulesetTables, TracedPlay, TracedTrick
from tarot_teach.topics.simulate.players.maxims import choose_card
from tarot_teach.topics.simulate.tally import DEBTS, EXCUSE

STAYS, KEPT, LOST = (EXCUSE.index(kind.kind) for kind in (CardStayed, CardKept, CardLost))
PAID, UNPAID, SURRENDERED = (DEBTS.index(kind.kind) for kind in (DebtPaid, DebtUnpaid, CardSurrendered))


@inner
def play_tricks(
    rules: RulesetTables, table: DealTable, plays: Sequence[TracedPlay], captures: Sequence[TracedTrick]
) -> None:
    """Play all tricks from the first on. ``plays`` and ``captures`` are filled in, if they are not empty."""
    pack = rules.pack
    players = rules.players
    tricks = rules.hand
    trumps = pack.plain_suits
    facts = table.facts
    trick = table.trick
    for seat in range(players):
        table.lone[seat] = 0
        if table.hands[seat] & rules.lone and not table.hands[seat] & rules.lone_without:
            table.lone[seat] = 1
    called = facts[t.CALLED]
    leader = word(table.leader)
    lying = word(table.lying)
    gone = table.gone
    debts = word(table.owing)
    row = 0
    bonus = 0
    for number in range(table.first, tricks):
        led = -1
        best = word(-1)
        winner = leader
        mask = wide(0)
        halves = 0
        excuse_seat = word(-1)
        for place in range(players):
            seat = leader + place
            if seat >= players:
                seat -= players
            hand = table.hands[seat]
            if place < lying:
                card = trick[place]
            else:
                may = hand
                if led >= 0:
                    may = _narrowed(rules, hand, pack.suits[led], best) | hand & rules.free
                    if table.lone[seat]:
                        may |= hand & rules.lone_free
                elif number == 0 and place == 0 and called >= 0 and rules.not_called_suit:
                    rest = may & ~(pack.suits[pack.suit[called]] & ~bit(called))
                    if rest:
                        may = rest
                count = ones(may)
                if number == 0:
                    while announce_one(rules, table, seat, word(0), count):
                        pass
                if rules.simple >> seat & 1:
                    allies, taker, left = _allies(rules, table, seat), facts[t.TAKER], tricks - number
                    card, _maxim = choose_card(
                        pack, hand, may, trick, place, leader, seat, players, allies, taker, gone | mask, left
                    )
                else:
                    card = nth(may, below(table.words, count) if number else table.drawn)
                if len(plays):
                    plays[row].seat = seat
                    plays[row].may = may
                    plays[row].card = card
                    row += 1
            trick[place] = card
            halves += pack.halves[card]
            table.hands[seat] = hand & ~bit(card)
            mask |= bit(card)
            if card == called:
                facts[t.PARTNER_KNOWN] = 1
            suit = pack.suit[card]
            if suit > trumps:
                excuse_seat = seat
            else:
                if led < 0:
                    led = suit
                if suit in (led, trumps) and card > best:
                    best = card
                    winner = seat
        last = number == tricks - 1
        may_win = rules.excuse_wins == 2 or (rules.excuse_wins == 1 and excuse_seat == leader)
        if last and excuse_seat >= 0 and may_win and table.wins[table.side[excuse_seat]] == number:
            winner = excuse_seat
            best = lowest(pack.excuse)
        gone |= mask
        lying = word(0)
        table.won[winner] |= mask
        table.halves[winner] += halves
        if mask & rules.movable:
            debts = _move_cards(rules, table, mask, leader, winner, number, last, debts)
        side = table.side[winner]
        if rules.bonus and number >= tricks - 2:
            if not last:
                bonus = _bonus(rules, rules.bonus_before, mask, best, side)
            elif not bonus or pack.suit[best] <= trumps:
                bonus = _bonus(rules, rules.bonus, mask, best, side)
        table.wins[side] += 1
        if debts:
            debts = _pay_debts(rules, table, number, debts)
        if len(captures):
            captures[number].winner = winner
            for seat in range(players):
                captures[number].won[seat] = table.won[seat]
        leader = winner
    facts[t.BONUS] = bonus
    facts[t.TRICKS] = table.wins[0]
    table.owing = debts


@inner
def _narrowed(rules: RulesetTables, hand: int, follow: int, best: int) -> int:
    """The cards of a hand that its rules leave, after a card of the suit ``follow`` has been led; ``best`` is the best of the trick."""
    may = hand
    rest = rules.narrows
    while rest:
        kind = (rest & 3) - 1
        rest >>= 2
        left = may
        if kind == t.FOLLOW:
            left &= follow
        elif kind == t.TRUMP:
            if not hand & follow:
                left &= rules.pack.trumps
        elif best >= rules.pack.plain and not may & ~rules.pack.trumps:
            left = above(may, best)
        if left:
            may = left
    return may


@inner
def _bonus(rules: RulesetTables, by: int, mask: int, best: int, side: int) -> int:
    """The side that this trick gives the bonus to if it is the last: 0 nobody, 1 the taker's side, 2 the defence."""
    if not by:
        return 0
    return 1 + side if rules.petit & (mask if by == t.BONUS_TRICK else bit(best)) else 0


@inner
def _allies(rules: RulesetTables, table: DealTable, seat: int) -> int:
    """The known allies of a seat, itself among them, as a mask of seats (see ``players.allies``)."""
    taker = table.facts[t.TAKER]
    partner = table.facts[t.PARTNER]
    if taker < 0:
        return 1 << seat
    side = 1 << taker
    if partner >= 0 and (table.facts[t.PARTNER_KNOWN] or seat == partner):
        side |= 1 << partner
    return side if side >> seat & 1 else (1 << rules.players) - 1 & ~side


@inner
def _move_cards(
    rules: RulesetTables, table: DealTable, mask: int, leader: int, winner: int, number: int, last: bool, debts: int
) -> int:
    """Move the cards of a trick that do not go to its winner; the number of debts after that."""
    for i in range(rules.numbers.movers):
        mover = rules.movers[i]
        if not mask & mover.cards:
            continue
        card = lowest(mask & mover.cards)
        owner = leader
        while table.trick[(owner - leader) % rules.players] != card:
            owner = (owner + 1) % rules.players
        side = table.side[owner]
        to = owner
        payer = -1
        payee = winner
        if mover.kind == t.EXCUSE_LAST:
            if not last or winner == owner:
                continue
            to = winner
            if not rules.last_to_winner and table.side[winner] == side:
                to = 0
                while table.side[to] == side:
                    to += 1
                if rules.last_compensated:
                    payer = to
            table.facts[t.EXCUSE] = LOST
        elif mover.kind == t.EXCUSE_KEPT:
            if table.side[winner] == side:
                to = winner
                table.facts[t.EXCUSE] = STAYS
            else:
                payer = owner
                table.facts[t.EXCUSE] = KEPT
        else:
            if table.side[winner] == side or not table.lone[owner]:
                continue
            payer = owner
            table.facts[t.LONE_BACK] = 1
        mask &= ~mover.cards
        _transfer(rules, table, card, winner, to)
        if payer >= 0:
            debt = table.debts[debts]
            debt.owner = payer
            debt.creditor = payee
            debt.mover = i
            debt.trick = number
            debts += 1
    return debts


@inner
def _pay_debts(rules: RulesetTables, table: DealTable, number: int, debts: int) -> int:
    """Pay the debts that can be paid after a trick; the number of debts left."""
    facts = table.facts
    left = 0
    for at in range(debts):
        debt = table.debts[at]
        mover = rules.movers[debt.mover]
        payer = _payer(rules, table, debt.owner, mover.pays)
        if payer < 0:
            kept = table.debts[left]
            kept.owner = debt.owner
            kept.creditor = debt.creditor
            kept.mover = debt.mover
            kept.trick = debt.trick
            left += 1
            continue
        payable = table.won[payer] & mover.pays
        drawn = 0
        sides_known = facts[t.CALLED] < 0 or facts[t.PARTNER_KNOWN] or debt.owner == facts[t.PARTNER]
        chooses = mover.choose and (sides_known or payer == debt.owner)
        if chooses and ones(payable) > 1 and not rules.simple >> debt.owner & 1:
            drawn = below(table.words, ones(payable))
        _transfer(rules, table, nth(payable, drawn), payer, debt.creditor)
        if debt.trick != number:
            facts[t.DEBT] = PAID
    return left


@inner
def _payer(rules: RulesetTables, table: DealTable, owner: int, pays: int) -> int:
    """The seat whose captured cards pay a debt: the owner's, else one of the same side, the taker first; -1 while there are none."""
    if table.won[owner] & pays:
        return owner
    taker = table.facts[t.TAKER]
    if taker >= 0 and table.side[taker] == table.side[owner] and table.won[taker] & pays:
        return taker
    for seat in range(rules.players):
        if table.side[seat] == table.side[owner] and table.won[seat] & pays:
            return seat
    return -1


@inner
def settle_unpaid(rules: RulesetTables, table: DealTable) -> None:
    """Settle the debts left at the end by the rule for them."""
    for i in range(table.owing if rules.unpaid else 0):
        debt = table.debts[i]
        if rules.unpaid == 1:
            table.halves[debt.owner] -= 1
            table.halves[debt.creditor] += 1
            table.facts[t.DEBT] = UNPAID
        else:
            _transfer(rules, table, lowest(rules.movers[debt.mover].cards), debt.owner, debt.creditor)
            table.facts[t.DEBT] = SURRENDERED


@inner
def _transfer(rules: RulesetTables, table: DealTable, card: int, giver: int, to: int) -> None:
    """Move a captured card, with its card points, from one seat to another."""
    table.won[giver] &= ~bit(card)
    table.won[to] |= bit(card)
    table.halves[giver] -= rules.pack.halves[card]
    table.halves[to] += rules.pack.halves[card]
