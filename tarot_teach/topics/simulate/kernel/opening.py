"""A deal from the shuffle to the first lead, compiled."""

from __future__ import annotations

from tarot_teach.advice.evaluate import KINDS
from tarot_teach.topics.simulate.draws import PACK, PLAY
from tarot_teach.topics.simulate.kernel.draws import begin, below, shuffle
from tarot_teach.topics.simulate.kernel.jit import inner
from tarot_teach.topics.simulate.kernel.layout import (
    APART,
    CALLED,
    CONTRACT,
    FACTS,
    HANDFULS,
    PARTNER,
    SLAM_BY,
    SMALL_BY,
    TAKER,
    VOID,
    DealTable,
)
from tarot_teach.topics.simulate.kernel.tables import (
    HANDFUL,
    LACKING,
    LONE,
    NEVER,
    SLAM_ANNOUNCED,
    SMALL_SLAM_ANNOUNCED,
    RulesetTables,
)
from tarot_teach.topics.simulate.players.maxims import choose_call, choose_discard
from tarot_teach.topics.simulate.players.pack import nth, ones, word

EACH, STEPS, SEQUENCE, IN_SUIT, LONG_SUIT, SHORT_SUIT = (
    KINDS.index(name) for name in ("each", "steps", "sequence", "in_suit", "long_suit", "short_suit")
)


@inner
def wanted_contract(rules: RulesetTables, low: int, high: int) -> int:
    """The highest contract of the ruleset whose total a hand reaches by the advice (see :mod:`tarot_teach.advice.evaluate`); -1 for none."""
    wanted = -1
    for bid in range(rules.bids):
        if rules.bid_contract[bid] >= 0:
            total = 0
            for feature in range(rules.features):
                if (rules.feature_bids[feature] >> bid) & 1:
                    total += _points(rules, feature, low, high)
            if total >= rules.bid_least[bid]:
                wanted = rules.bid_contract[bid]
    return wanted


@inner
def _points(rules: RulesetTables, feature: int, low: int, high: int) -> int:
    kind = rules.feature_kind[feature]
    held_low = low & rules.feature_low[feature]
    held_high = high & rules.feature_high[feature]
    number = ones(held_low) + ones(held_high)
    if kind == EACH:
        return rules.feature_points[feature] * number if number >= rules.feature_least[feature] else 0
    needs_low = rules.feature_needs_low[feature]
    needs_high = rules.feature_needs_high[feature]
    if kind == STEPS:
        if (needs_low | needs_high) and not (low & needs_low) | (high & needs_high):
            return 0
        return int(rules.feature_steps[feature, number])
    if kind == SEQUENCE:
        trumps = held_high & rules.pack.trumps
        chained = ones(trumps & (trumps << 1 | trumps >> 1))
        for suit in range(rules.pack.plain_suits):
            cards = held_low & rules.pack.suits[suit]
            chained += ones(cards & (cards << 1 | cards >> 1))
        return rules.feature_points[feature] * chained
    points = 0
    for suit in range(rules.pack.plain_suits):
        cards = low & rules.pack.suits[suit]
        if kind == IN_SUIT:
            wanted = needs_low & rules.pack.suits[suit]
            if wanted and wanted & cards == wanted and not cards & rules.feature_lacks_low[feature]:
                points += rules.feature_points[feature]
        else:
            points += rules.feature_steps[feature, ones(cards)]
    return points


@inner
def announce(rules: RulesetTables, table: DealTable) -> None:
    """The announcements of each seat in turn before the first lead."""
    early = False
    for offer in range(rules.offers):
        if rules.offer_early[offer]:
            early = True
    if not early:
        return
    for seat in range(rules.players):
        while _has_early_offer(rules, table, seat):
            if not announce_one(rules, table, seat, word(1), word(1)):
                break


@inner
def announce_one(rules: RulesetTables, table: DealTable, seat: int, early: int, others: int) -> bool:
    """Let a seat announce one thing, or do one of ``others`` instead. True if it announced something.

    If not, ``table.drawn`` is the number of what a random player does instead.
    """
    number = _list_offers(rules, table, seat, early)
    offered = table.offered
    if rules.simple >> seat & 1:
        chosen = -1
        for i in range(number):
            kind = rules.offer_kind[offered[i, 0]]
            if kind in (HANDFUL, LACKING) and (chosen < 0 or offered[i, 0] == offered[chosen, 0]):
                chosen = i
    else:
        drawn = below(table.words, number + others)
        chosen = drawn - 1 if early else drawn
        if chosen >= number or chosen < 0:
            table.drawn = drawn - number
            return False
    if chosen < 0:
        return False
    _record_offer(rules, table, seat, offered[chosen, 0], offered[chosen, 1])
    return True


@inner
def _has_early_offer(rules: RulesetTables, table: DealTable, seat: int) -> bool:
    """True if a seat is asked before the first lead for something that it has not announced."""
    for offer in range(rules.offers):
        if rules.offer_early[offer] and not (table.made[offer] >> seat) & 1:
            kind = rules.offer_kind[offer]
            anyone = kind in (HANDFUL, LACKING) or rules.offer_anyone[offer]
            if anyone or seat == table.facts[TAKER]:
                return True
    return False


@inner
def _list_offers(rules: RulesetTables, table: DealTable, seat: int, early: int) -> int:
    """List what a seat may announce now in ``table.offered``; the number of entries."""
    facts = table.facts
    offered = table.offered
    low = table.low[seat]
    high = table.high[seat]
    if seat == facts[TAKER]:
        low |= table.laid_low
        high |= table.laid_high
    number = 0
    for offer in range(rules.offers):
        if rules.offer_early[offer] != early or (table.made[offer] >> seat) & 1:
            continue
        kind = rules.offer_kind[offer]
        allowed = False
        if kind == SLAM_ANNOUNCED:
            if facts[SLAM_BY] < 0 and facts[SMALL_BY] != seat and (rules.offer_anyone[offer] or seat == facts[TAKER]):
                allowed = True
        elif kind == SMALL_SLAM_ANNOUNCED:
            allowed = seat == facts[TAKER] and facts[SLAM_BY] != seat
        elif kind == HANDFUL:
            trumps = ones(high & rules.pack.trumps) + ones(high & rules.pack.excuse)
            level = 0
            for entry in range(rules.handfuls):
                if rules.handful_of[entry] == offer:
                    level += 1
                    if trumps >= rules.handful_least[entry]:
                        offered[number, 0] = offer
                        offered[number, 1] = level
                        number += 1
        else:
            for entry in range(rules.lackings):
                if rules.lacking_of[entry] == offer:
                    held = (low & rules.lacking_low[entry]) | (high & rules.lacking_high[entry])
                    allowed = allowed or not held
        if allowed:
            offered[number, 0] = offer
            offered[number, 1] = 1
            number += 1
    return number


@inner
def _record_offer(rules: RulesetTables, table: DealTable, seat: int, offer: int, level: int) -> None:
    facts = table.facts
    table.made[offer] |= 1 << seat
    kind = rules.offer_kind[offer]
    if kind == SLAM_ANNOUNCED:
        facts[SLAM_BY] = seat
    elif kind == SMALL_SLAM_ANNOUNCED:
        facts[SMALL_BY] = seat
    elif kind == HANDFUL:
        facts[HANDFULS] = facts[HANDFULS] << 6 | seat << 3 | level
    else:
        facts[APART] = facts[APART] << 6 | seat << 3 | (offer + 1)


@inner
def deal(rules: RulesetTables, table: DealTable, seed: int, number: int) -> None:
    """Shuffle and deal, and clear the record of the deal before."""
    pack = table.pack
    for i in range(rules.cards):
        pack[i] = i
    begin(table.words, seed, number, word(PACK))
    shuffle(table.words, pack, rules.cards)
    begin(table.words, seed, number, word(PLAY))
    at = 0
    plain = rules.pack.plain
    for seat in range(rules.players):
        low = 0
        high = 0
        for _card in range(rules.hand):
            card = pack[at]
            at += 1
            if card < plain:
                low |= 1 << card
            else:
                high |= 1 << (card - plain)
        table.low[seat] = low
        table.high[seat] = high
        table.won_low[seat] = 0
        table.won_high[seat] = 0
        table.halves[seat] = 0
        table.wins[seat] = 0
        table.kept_low[seat] = 0
        table.kept_high[seat] = 0
        table.side[seat] = seat
    for offer in range(rules.offers):
        table.made[offer] = 0
    for i in range(FACTS):
        table.facts[i] = 0
    for i in (CONTRACT, TAKER, PARTNER, CALLED, SLAM_BY, SMALL_BY):
        table.facts[i] = -1


@inner
def open_deal(rules: RulesetTables, table: DealTable) -> bool:
    """Play everything before the first lead; False for a void deal."""
    facts = table.facts
    if _void(rules, table):
        return False
    if rules.contract >= 0:
        facts[CONTRACT] = rules.contract
        facts[TAKER] = 0
    elif _claimed(rules, table) or (rules.rounds and not _auction(rules, table)):
        return False
    if not rules.sides:
        announce(rules, table)
        return True
    if rules.calls == 1:
        _call(rules, table)
    _talon(rules, table)
    if rules.calls == 2:
        _call(rules, table)
    for seat in range(rules.players):
        taking = seat == facts[TAKER] or seat == facts[PARTNER]
        table.side[seat] = 0 if taking else 1
    announce(rules, table)
    return True


@inner
def _hand_is_void(rules: RulesetTables, table: DealTable, rule: int, seat: int) -> bool:
    """True if a rule makes the deal void for a hand."""
    low = table.low[seat]
    high = table.high[seat]
    held = ones(low & rules.void_low[rule]) + ones(high & rules.void_high[rule])
    if rules.void_kind[rule] == LONE:
        return held > 0 and not (low & rules.void_without_low[rule]) | (high & rules.void_without_high[rule])
    return held < rules.void_fewer[rule]


@inner
def _void(rules: RulesetTables, table: DealTable) -> bool:
    for rule in range(rules.voids):
        if not rules.void_may[rule]:
            for seat in range(rules.players):
                if _hand_is_void(rules, table, rule, seat):
                    table.facts[VOID] = rule + 1
                    return True
    return False


@inner
def _claimed(rules: RulesetTables, table: DealTable) -> bool:
    """Ask each seat in turn if it claims a void deal; True if one does."""
    number = rules.voids
    asked = False
    for rule in range(number):
        if rules.void_may[rule]:
            asked = True
    if not asked:
        return False
    for seat in range(rules.players):
        claims = 0
        last = 0
        for rule in range(number):
            if rules.void_may[rule] and _hand_is_void(rules, table, rule, seat):
                claims += 1
                last = rule
        if rules.simple >> seat & 1:
            if claims:
                table.facts[VOID] = last + 1
                return True
            continue
        drawn = below(table.words, claims + 1)
        for rule in range(number):
            if rules.void_may[rule] and _hand_is_void(rules, table, rule, seat):
                drawn -= 1
                if drawn == 0:
                    table.facts[VOID] = rule + 1
                    return True
    return False


@inner
def _auction(rules: RulesetTables, table: DealTable) -> bool:
    """Hold the auction; False if all pass."""
    facts = table.facts
    passed = 0
    highest_bid = -1
    taker = -1
    seat = 0
    calls = 0
    while True:
        lowest_open = highest_bid + 1 if rules.outbid else 0
        bid = -1
        if rules.simple >> seat & 1:
            wanted = wanted_contract(rules, table.low[seat], table.high[seat])
            if wanted > highest_bid:
                bid = wanted
        else:
            drawn = below(table.words, 1 + rules.contracts - lowest_open)
            if drawn:
                bid = lowest_open + drawn - 1
        calls += 1
        if bid >= 0:
            highest_bid = bid
            taker = seat
        else:
            passed |= 1 << seat
        if rules.rounds == 1:
            if calls == rules.players:
                break
            seat += 1
            continue
        following = seat
        for _step in range(rules.players):
            following = (following + 1) % rules.players
            if not (passed >> following) & 1:
                break
        if (passed >> following) & 1 or following == taker:
            break
        seat = following
    if taker < 0:
        facts[VOID] = rules.voids + 1
        return False
    facts[CONTRACT] = highest_bid
    facts[TAKER] = taker
    return True


@inner
def _call(rules: RulesetTables, table: DealTable) -> None:
    """Let the taker call a card; if nobody holds it and the rules say so, another of the next rank."""
    facts = table.facts
    taker = facts[TAKER]
    missed = 0
    while True:
        held = table.low[taker]
        may = rules.call_low[rules.ranks - 1] if rules.call_alone else 0
        for rank in range(rules.ranks):
            mask = rules.call_low[rank]
            if mask & ~held and not mask & missed:
                may = mask if rules.call_alone else mask & ~held
                break
        if not may:
            return
        if rules.simple >> taker & 1:
            card = choose_call(rules.pack, held, may)
        else:
            card = nth(may, below(table.words, ones(may)))
        holder = -1
        for seat in range(rules.players):
            if (table.low[seat] >> card) & 1:
                holder = seat
        if holder >= 0 or rules.call_alone:
            facts[CALLED] = card
            facts[PARTNER] = -1 if holder == taker else holder
            return
        missed |= 1 << card


@inner
def _talon(rules: RulesetTables, table: DealTable) -> None:
    """Move the talon where the contract sends it, and let a taker who gets it discard."""
    pack = rules.pack
    low = 0
    high = 0
    for at in range(rules.players * rules.hand, rules.cards):
        card = table.pack[at]
        if card < pack.plain:
            low |= 1 << card
        else:
            high |= 1 << (card - pack.plain)
    goes = rules.talon_goes[table.facts[CONTRACT]]
    table.laid_low = 0
    table.laid_high = 0
    if goes:
        table.kept_low[goes - 1] = low
        table.kept_high[goes - 1] = high
        return
    taker = table.facts[TAKER]
    table.low[taker] |= low
    table.high[taker] |= high
    size = ones(low) + ones(high)
    _discard(rules, table, taker, size)
    table.kept_low[0] = table.laid_low
    table.kept_high[0] = table.laid_high


@inner
def _discard(rules: RulesetTables, table: DealTable, taker: int, size: int) -> None:
    low = table.low[taker]
    high = table.high[taker]
    may_low = low
    may_high = high
    must_low = 0
    must_high = 0
    for rule in range(rules.discards):
        rest_low = may_low & ~rules.discard_low[rule]
        rest_high = may_high & ~rules.discard_high[rule]
        if rules.discard_kind[rule] == NEVER or ones(rest_low) + ones(rest_high) >= size:
            may_low = rest_low
            may_high = rest_high
        else:
            must_low |= rest_low
            must_high |= rest_high
    must_low &= may_low
    must_high &= may_high
    if rules.simple >> taker & 1:
        gone_low, gone_high = choose_discard(rules.pack, low, may_low, may_high, must_low, must_high, size)
    else:
        gone_low = must_low
        gone_high = must_high
        for _card in range(size - ones(must_low) - ones(must_high)):
            free_low = may_low & ~gone_low
            free_high = may_high & ~gone_high
            drawn = below(table.words, ones(free_low) + ones(free_high))
            if drawn < ones(free_low):
                gone_low |= 1 << nth(free_low, drawn)
            else:
                gone_high |= 1 << nth(free_high, drawn - ones(free_low))
    table.laid_low = gone_low
    table.laid_high = gone_high
    table.low[taker] = low & ~gone_low
    table.high[taker] = high & ~gone_high
