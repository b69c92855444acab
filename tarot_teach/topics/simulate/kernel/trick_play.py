"""The tricks of a deal, compiled: playable cards, winners, cards that do not follow their trick, and debts for them."""

from __future__ import annotations

from tarot_teach.topics.simulate.kernel.draws import below
from tarot_teach.topics.simulate.kernel.jit import inner
from tarot_teach.topics.simulate.kernel.layout import (
    BONUS,
    CALLED,
    DEBT,
    EXCUSE,
    LONE_BACK,
    PARTNER,
    PARTNER_KNOWN,
    SLAM_BY,
    TAKER,
    TRICKS,
    DealTable,
    Ints,
)
from tarot_teach.topics.simulate.kernel.opening import announce_one
from tarot_teach.topics.simulate.kernel.tables import BONUS_CARD, EXCUSE_KEPT, EXCUSE_LAST, FOLLOW, TRUMP, RulesetTables
from tarot_teach.topics.simulate.players.maxims import choose_card
from tarot_teach.topics.simulate.players.pack import lowest, nth, ones, word
from tarot_teach.topics.simulate.tally import DEBTS
from tarot_teach.topics.simulate.tally import EXCUSE as EXCUSES

STAYS, KEPT, LOST = (EXCUSES.index(kind) for kind in ("excuse_stays", "excuse_kept", "excuse_lost"))
PAID, UNPAID, SURRENDERED = (DEBTS.index(kind) for kind in ("debt_paid", "debt_unpaid", "excuse_surrendered"))


@inner
def move_cards(
    rules: RulesetTables,
    table: DealTable,
    mask_low: int,
    mask_high: int,
    leader: int,
    winner: int,
    number: int,
    last: bool,
    debts: int,
) -> int:
    """Move the cards of a trick that do not go to its winner; the number of debts after that."""
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
        _transfer(rules, table, card, winner, to)
        if payer >= 0:
            table.debts[debts, 0] = payer
            table.debts[debts, 1] = payee
            table.debts[debts, 2] = rule
            table.debts[debts, 3] = number
            debts += 1
    return debts


@inner
def pay_debts(rules: RulesetTables, table: DealTable, number: int, debts: int) -> int:
    """Pay the debts that can be paid after a trick; the number of debts left."""
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
        sides_known = facts[CALLED] < 0 or facts[PARTNER_KNOWN] or owner == facts[PARTNER]
        chooses = rules.mover_choose[rule] and (sides_known or from_seat == owner)
        if chooses and count > 1 and not rules.simple >> owner & 1:
            drawn = below(table.words, count)
        for _card in range(drawn):
            if low:
                low &= low - 1
            else:
                high &= high - 1
        card = lowest(low) if low else rules.pack.plain + lowest(high)
        _transfer(rules, table, card, from_seat, owed[at, 1])
        if owed[at, 3] != number:
            table.facts[DEBT] = PAID
        at += 1
    return left


@inner
def settle_unpaid(rules: RulesetTables, table: DealTable) -> None:
    """Settle the debts left at the end by the rule for them."""
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
            _transfer(rules, table, card, owner, creditor)
            table.facts[DEBT] = SURRENDERED


@inner
def _payer(rules: RulesetTables, table: DealTable, owner: int, rule: int) -> int:
    """The seat whose captured cards pay a debt: the owner's, else one of the same side; -1 while there are none."""
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
def _player_of(rules: RulesetTables, table: DealTable, card: int, leader: int) -> int:
    """The seat that played a card to the trick."""
    for place in range(rules.players):
        if table.trick[place] == card:
            return (leader + place) % rules.players
    return -1


@inner
def _transfer(rules: RulesetTables, table: DealTable, card: int, giver: int, to: int) -> None:
    """Move a captured card, with its card points, from one seat to another."""
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


@inner
def play_tricks(rules: RulesetTables, table: DealTable, plays: Ints, captures: Ints) -> None:
    """Play all tricks.

    If ``plays`` and ``captures`` are not empty, they are filled in: seat, playable cards (two words) and card of each play; and after each
    trick its winner and the captured cards of each seat.
    """
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
                    facts[PARTNER_KNOWN] = 1
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
        if len(captures):
            captures[number, 0] = winner
            for seat in range(players):
                captures[number, 1 + 2 * seat] = table.won_low[seat]
                captures[number, 2 + 2 * seat] = table.won_high[seat]
        leader = winner
    facts[BONUS] = bonus
    facts[TRICKS] = table.wins[0]
    table.owing = debts


@inner
def _bonus(rules: RulesetTables, by: int, mask_low: int, mask_high: int, best: int, side: int) -> int:
    """The side that this trick gives the bonus to if it is the last: 0 nobody, 1 the taker's side, 2 the defence."""
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
def _allies(rules: RulesetTables, table: DealTable, seat: int) -> int:
    """The known allies of a seat, itself among them, as a mask of seats (see ``players.simple.allies``)."""
    taker = table.facts[TAKER]
    partner = table.facts[PARTNER]
    if taker < 0:
        return 1 << seat
    if partner >= 0 and not table.facts[PARTNER_KNOWN] and seat != partner:
        partner = -1
    side = 1 << taker
    if partner >= 0:
        side |= 1 << partner
    if seat in (taker, partner):
        return side
    return ((1 << rules.players) - 1) & ~side
