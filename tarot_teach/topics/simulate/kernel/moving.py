"""Cards that do not follow their trick, and what is owed for them, compiled."""

from __future__ import annotations

from tarot_teach.topics.simulate.bits import lowest, ones
from tarot_teach.topics.simulate.ending import DEBTS
from tarot_teach.topics.simulate.ending import EXCUSE as EXCUSES
from tarot_teach.topics.simulate.kernel.compiled import inner
from tarot_teach.topics.simulate.kernel.draws import below
from tarot_teach.topics.simulate.kernel.table import CALLED, DEBT, EXCUSE, KNOWN, LONE_BACK, PARTNER, TAKER, Table
from tarot_teach.topics.simulate.kernel.tables import EXCUSE_KEPT, EXCUSE_LAST, Tables

STAYS, KEPT, LOST = (EXCUSES.index(kind) for kind in ("excuse_stays", "excuse_kept", "excuse_lost"))
PAID, UNPAID, SURRENDERED = (DEBTS.index(kind) for kind in ("debt_paid", "debt_unpaid", "excuse_surrendered"))


@inner
def move_cards(
    rules: Tables,
    table: Table,
    mask_low: int,
    mask_high: int,
    leader: int,
    winner: int,
    number: int,
    last: bool,
    debts: int,
) -> int:
    """Give the cards of a trick that are kept or lost to whom they belong; the number of debts then."""
    for rule in range(rules.movers):
        about_low = mask_low & rules.mover_low[rule]
        about_high = mask_high & rules.mover_high[rule]
        if not about_low | about_high:
            continue
        card = lowest(about_low) if about_low else rules.pack.plain + lowest(about_high)
        owner = _player_of(rules, table, card, leader)
        side = table.side[owner]
        kind = rules.mover_kind[rule]
        to = owner
        payer = -1
        payee = -1
        if kind == EXCUSE_LAST:
            if not last or winner == owner:
                continue
            to = winner
            if not rules.last_to_winner and table.side[winner] == side:
                to = 0
                while table.side[to] == side:
                    to += 1
                if rules.last_compensated:
                    payer = to
                    payee = winner
            table.facts[EXCUSE] = LOST
        elif kind == EXCUSE_KEPT:
            if table.side[winner] == side:
                to = winner
                table.facts[EXCUSE] = STAYS
            else:
                payer = owner
                payee = winner
                table.facts[EXCUSE] = KEPT
        else:
            if table.side[winner] == side or not table.lone[owner]:
                continue
            payer = owner
            payee = winner
            table.facts[LONE_BACK] = 1
        mask_low &= ~about_low
        mask_high &= ~about_high
        _hand_over(rules, table, card, winner, to)
        if payer >= 0:
            table.debts[debts, 0] = payer
            table.debts[debts, 1] = payee
            table.debts[debts, 2] = rule
            table.debts[debts, 3] = number
            debts += 1
    return debts


@inner
def pay_debts(rules: Tables, table: Table, number: int, debts: int) -> int:
    """Pay what can be paid after a trick; the number of debts left."""
    owed = table.debts
    left = 0
    at = 0
    while at < debts:
        owner = owed[at, 0]
        rule = owed[at, 2]
        from_seat = _payer(rules, table, owner, rule)
        if from_seat < 0:
            for field in range(4):
                owed[left, field] = owed[at, field]
            left += 1
            at += 1
            continue
        low = table.won_low[from_seat] & rules.mover_pays_low[rule]
        high = table.won_high[from_seat] & rules.mover_pays_high[rule]
        count = ones(low) + ones(high)
        drawn = 0
        facts = table.facts
        sides_known = facts[CALLED] < 0 or facts[KNOWN] or owner == facts[PARTNER]
        chooses = rules.mover_choose[rule] and (sides_known or from_seat == owner)
        if chooses and count > 1 and not rules.simple >> owner & 1:
            drawn = below(table.words, count)
        for _card in range(drawn):
            if low:
                low &= low - 1
            else:
                high &= high - 1
        card = lowest(low) if low else rules.pack.plain + lowest(high)
        _hand_over(rules, table, card, from_seat, owed[at, 1])
        if owed[at, 3] != number:
            table.facts[DEBT] = PAID
        at += 1
    return left


@inner
def settle_unpaid(rules: Tables, table: Table) -> None:
    """What becomes at the end of debts that could not be paid."""
    for debt in range(table.owing if rules.unpaid else 0):
        owner = table.debts[debt, 0]
        creditor = table.debts[debt, 1]
        if rules.unpaid == 1:
            table.halves[owner] -= 1
            table.halves[creditor] += 1
            table.facts[DEBT] = UNPAID
        else:
            rule = table.debts[debt, 2]
            low = rules.mover_low[rule]
            card = lowest(low) if low else rules.pack.plain + lowest(rules.mover_high[rule])
            _hand_over(rules, table, card, owner, creditor)
            table.facts[DEBT] = SURRENDERED


@inner
def _payer(rules: Tables, table: Table, owner: int, rule: int) -> int:
    """Whose captured cards a debt is paid from: the owner's own, else his side's; -1 while there are none."""
    low = rules.mover_pays_low[rule]
    high = rules.mover_pays_high[rule]
    if (table.won_low[owner] & low) | (table.won_high[owner] & high):
        return owner
    taker = table.facts[TAKER]
    if taker >= 0 and table.side[taker] == table.side[owner]:
        if (table.won_low[taker] & low) | (table.won_high[taker] & high):
            return taker
        partner = table.facts[PARTNER]
        if partner >= 0 and (table.won_low[partner] & low) | (table.won_high[partner] & high):
            return partner
        return -1
    for seat in range(rules.players):
        if table.side[seat] == table.side[owner] and (table.won_low[seat] & low) | (table.won_high[seat] & high):
            return seat
    return -1


@inner
def _player_of(rules: Tables, table: Table, card: int, leader: int) -> int:
    """Who played a card to the trick."""
    for place in range(rules.players):
        if table.trick[place] == card:
            return (leader + place) % rules.players
    return -1


@inner
def _hand_over(rules: Tables, table: Table, card: int, giver: int, to: int) -> None:
    """A captured card changes hands, with its card points."""
    if card < rules.pack.plain:
        bit = 1 << card
        table.won_low[giver] &= ~bit
        table.won_low[to] |= bit
    else:
        bit = 1 << (card - rules.pack.plain)
        table.won_high[giver] &= ~bit
        table.won_high[to] |= bit
    table.halves[giver] -= rules.pack.halves[card]
    table.halves[to] += rules.pack.halves[card]
