"""A deal from the shuffle to the first lead, compiled."""

from __future__ import annotations

from tarot_teach.advice.evaluate import KINDS
from tarot_teach.compiled.draws import below
from tarot_teach.compiled.jit import inner
from tarot_teach.masks import bit, nth, ones, wide, word
from tarot_teach.topics.simulate.draws import PACK, PLAY
from tarot_teach.topics.simulate.kernel import tables as t
from tarot_teach.topics.simulate.kernel.draws import begin, shuffle
from tarot_teach.topics.simulate.kernel.tables import DealTable, Feature, RulesetTables
from tarot_teach.topics.simulate.players.maxims import choose_call, choose_discard
from tarot_teach.topics.simulate.players.pack import Pack

EACH, STEPS, SEQUENCE, IN_SUIT = (KINDS.index(name) for name in ("each", "steps", "sequence", "in_suit"))


@inner
def deal(rules: RulesetTables, table: DealTable, seed: int, number: int) -> None:
    """Shuffle and deal, and clear the record of the deal before."""
    pack = table.pack
    for i in range(rules.cards):
        pack[i] = i
    begin(table.words, seed, number, word(PACK))
    shuffle(table.words, pack, rules.cards)
    begin(table.words, seed, number, word(PLAY))
    for seat in range(rules.players):
        hand = wide(0)
        for at in range(seat * rules.hand, (seat + 1) * rules.hand):
            hand |= bit(pack[at])
        table.hands[seat] = hand
        table.won[seat] = wide(0)
        table.kept[seat] = wide(0)
        table.halves[seat] = 0
        table.wins[seat] = 0
        table.side[seat] = seat
    table.first = table.leader = table.lying = table.owing = 0
    table.gone = wide(0)
    for offer in range(t.OFFERS):
        table.made[offer] = 0
    for i in range(t.FACTS):
        table.facts[i] = 0
    for i in (t.CONTRACT, t.TAKER, t.PARTNER, t.CALLED, t.SLAM_BY, t.SMALL_BY):
        table.facts[i] = -1


@inner
def open_deal(rules: RulesetTables, table: DealTable) -> None:
    """Play everything before the first lead, unless the deal becomes void."""
    facts = table.facts
    _void(rules, table)
    if rules.contract >= 0:
        facts[t.CONTRACT] = rules.contract
        facts[t.TAKER] = 0
    elif not facts[t.VOID]:
        _claim(rules, table)
        if rules.rounds and not facts[t.VOID]:
            _auction(rules, table)
    if facts[t.VOID]:
        return
    if rules.sides:
        if rules.calls == 1:
            _call(rules, table)
        _talon(rules, table)
        if rules.calls == 2:
            _call(rules, table)
        for seat in range(rules.players):
            table.side[seat] = 0 if seat == facts[t.TAKER] or seat == facts[t.PARTNER] else 1
    for seat in range(rules.players):
        while _has_early_offer(rules, table, seat) and announce_one(rules, table, seat, word(1), word(1)):
            pass
    if rules.slam_leads and facts[t.SLAM_BY] >= 0:
        table.leader = facts[t.SLAM_BY]


@inner
def _hand_is_void(rules: RulesetTables, hand: int, number: int) -> bool:
    """True if a rule makes the deal void for a hand."""
    rule = rules.voids[number]
    held = ones(hand & rule.cards)
    if rule.kind == t.LONE:
        return held > 0 and not hand & rule.without
    return held < rule.fewer


@inner
def _void(rules: RulesetTables, table: DealTable) -> None:
    """Make the deal void by the first rule that does it for any hand."""
    for rule in range(rules.numbers.voids):
        for seat in range(rules.players):
            void = not rules.voids[rule].may and _hand_is_void(rules, table.hands[seat], rule)
            if void and not table.facts[t.VOID]:
                table.facts[t.VOID] = rule + 1


@inner
def _claim(rules: RulesetTables, table: DealTable) -> None:
    """Ask each seat in turn if it claims a void deal: a simple player by the last rule that allows it."""
    asked = False
    for rule in range(rules.numbers.voids):
        if rules.voids[rule].may:
            asked = True
    for seat in range(rules.players if asked else 0):
        claims = 0
        for rule in range(rules.numbers.voids):
            if rules.voids[rule].may and _hand_is_void(rules, table.hands[seat], rule):
                claims += 1
        drawn = claims if rules.simple >> seat & 1 else below(table.words, claims + 1)
        for rule in range(rules.numbers.voids):
            if rules.voids[rule].may and _hand_is_void(rules, table.hands[seat], rule):
                drawn -= 1
                if drawn == 0:
                    table.facts[t.VOID] = rule + 1
                    return


@inner
def wanted_contract(rules: RulesetTables, hand: int) -> int:
    """The highest contract of the ruleset whose total a hand reaches by the advice (see :mod:`tarot_teach.advice.evaluate`); -1 for none."""
    wanted = -1
    for number in range(rules.numbers.bids):
        bid = rules.bids[number]
        if bid.contract >= 0:
            total = 0
            for i in range(rules.numbers.features):
                if rules.features[i].bids >> number & 1:
                    total += _points(rules.pack, rules.features[i], hand)
            if total >= bid.least:
                wanted = bid.contract
    return wanted


@inner
def _points(pack: Pack, feature: Feature, hand: int) -> int:
    """The points of a hand for a feature."""
    kind = feature.kind
    number = ones(hand & feature.cards)
    if kind == EACH:
        return feature.points * number if number >= feature.least else 0
    if kind == STEPS:
        if feature.needs and not hand & feature.needs:
            return 0
        return feature.steps[number]
    points = 0
    for suit in range(pack.plain_suits + 1 if kind == SEQUENCE else pack.plain_suits):
        cards = hand & pack.suits[suit]
        if kind == SEQUENCE:
            chained = cards & feature.cards
            points += feature.points * ones(chained & (chained << 1 | chained >> 1))
        elif kind == IN_SUIT:
            needed = feature.needs & pack.suits[suit]
            if needed and not needed & ~cards and not cards & feature.lacks:
                points += feature.points
        else:
            points += feature.steps[ones(cards)]
    return points


@inner
def _auction(rules: RulesetTables, table: DealTable) -> None:
    """Hold the auction; if all pass, the deal is void."""
    passed = 0
    highest_bid = -1
    taker = -1
    seat = 0
    calls = 0
    while True:
        lowest_open = highest_bid + 1 if rules.outbid else 0
        bid = -1
        if rules.simple >> seat & 1:
            wanted = wanted_contract(rules, table.hands[seat])
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
            if not passed >> following & 1:
                break
        if passed >> following & 1 or following == taker:
            break
        seat = following
    table.facts[t.CONTRACT] = highest_bid
    table.facts[t.TAKER] = taker
    if taker < 0:
        table.facts[t.VOID] = rules.numbers.voids + 1


@inner
def _call(rules: RulesetTables, table: DealTable) -> None:
    """Let the taker call a card; if nobody holds it and the rules say so, another of the next rank."""
    facts = table.facts
    taker = facts[t.TAKER]
    held = table.hands[taker]
    missed = wide(0)
    while True:
        may = rules.ranks[rules.numbers.ranks - 1] if rules.call_alone else wide(0)
        for rank in range(rules.numbers.ranks):
            cards = rules.ranks[rank]
            if cards & ~held and not cards & missed:
                may = cards if rules.call_alone else cards & ~held
                break
        if not may:
            return
        if rules.simple >> taker & 1:
            card = choose_call(rules.pack, held, may)
        else:
            card = nth(may, below(table.words, ones(may)))
        holder = -1
        for seat in range(rules.players):
            if table.hands[seat] & bit(card):
                holder = seat
        if holder >= 0 or rules.call_alone:
            facts[t.CALLED] = card
            facts[t.PARTNER] = -1 if holder == taker else holder
            return
        missed |= bit(card)


@inner
def _talon(rules: RulesetTables, table: DealTable) -> None:
    """Move the talon where the contract sends it, and let a taker who gets it discard."""
    talon = wide(0)
    for at in range(rules.players * rules.hand, rules.cards):
        talon |= bit(table.pack[at])
    goes = rules.talon_goes[table.facts[t.CONTRACT]]
    table.laid = wide(0)
    if goes:
        table.kept[goes - 1] = talon
        return
    taker = table.facts[t.TAKER]
    hand = table.hands[taker] | talon
    table.laid = _discard(rules, table, taker, hand, ones(talon))
    table.hands[taker] = hand & ~table.laid
    table.kept[0] = table.laid


@inner
def _discard(rules: RulesetTables, table: DealTable, taker: int, hand: int, size: int) -> int:
    """The cards that the taker lays away."""
    may = hand
    must = wide(0)
    for number in range(rules.numbers.discards):
        rule = rules.discards[number]
        rest = may & ~rule.cards
        if rule.kind == t.NEVER or ones(rest) >= size:
            may = rest
        else:
            must |= rest
    must &= may
    if rules.simple >> taker & 1:
        return choose_discard(rules.pack, hand, may, must, size)
    for _card in range(size - ones(must)):
        free = may & ~must
        must |= bit(nth(free, below(table.words, ones(free))))
    return must


@inner
def announce_one(rules: RulesetTables, table: DealTable, seat: int, early: int, others: int) -> bool:
    """Let a seat announce one thing, or do one of ``others`` instead. True if it announced something.

    If not, ``table.drawn`` is the number of what a random player does instead.
    """
    number = _list_offers(rules, table, seat, early)
    offered = table.offered
    chosen = -1
    if rules.simple >> seat & 1:
        for i in range(number):
            offer = rules.offers[offered[i]]
            shown = offer.kind in (t.HANDFUL, t.LACKING)
            if shown and (chosen < 0 or offer.number == rules.offers[offered[chosen]].number):
                chosen = i
    else:
        drawn = below(table.words, number + others)
        chosen = drawn - 1 if early else drawn
        if chosen >= number:
            table.drawn = chosen - number
            chosen = -1
    if chosen < 0:
        return False
    facts = table.facts
    offer = rules.offers[offered[chosen]]
    table.made[offer.number] |= 1 << seat
    from_taker = (seat - max(facts[t.TAKER], 0)) % rules.players
    if offer.kind == t.SLAM_ANNOUNCED:
        facts[t.SLAM_BY] = seat
    elif offer.kind == t.SMALL_SLAM_ANNOUNCED:
        facts[t.SMALL_BY] = seat
    elif offer.kind == t.HANDFUL:
        facts[t.HANDFULS] = facts[t.HANDFULS] << 6 | from_taker << 3 | offer.level
    else:
        facts[t.APART] = facts[t.APART] << 6 | from_taker << 3 | (offer.number + 1)
    return True


@inner
def _has_early_offer(rules: RulesetTables, table: DealTable, seat: int) -> bool:
    """True if a seat is asked before the first lead for something that it has not announced."""
    for i in range(rules.numbers.offers):
        offer = rules.offers[i]
        asked = offer.kind in (t.HANDFUL, t.LACKING) or offer.anyone or seat == table.facts[t.TAKER]
        if asked and offer.early and not table.made[offer.number] >> seat & 1:
            return True
    return False


@inner
def _list_offers(rules: RulesetTables, table: DealTable, seat: int, early: int) -> int:
    """List what a seat may announce now in ``table.offered``; the number of entries."""
    facts = table.facts
    offered = table.offered
    taking = seat == facts[t.TAKER]
    held = table.hands[seat] | table.laid if taking else table.hands[seat]
    trumps = ones(held & (rules.pack.trumps | rules.pack.excuse))
    number = 0
    for i in range(rules.numbers.offers):
        offer = rules.offers[i]
        if offer.kind == t.SLAM_ANNOUNCED:
            allowed = facts[t.SLAM_BY] < 0 and facts[t.SMALL_BY] != seat and (taking or offer.anyone > 0)
        elif offer.kind == t.SMALL_SLAM_ANNOUNCED:
            allowed = taking and facts[t.SLAM_BY] != seat
        elif offer.kind == t.HANDFUL:
            allowed = trumps >= offer.least
        else:
            listed = number > 0 and rules.offers[offered[number - 1]].number == offer.number
            allowed = not listed and not held & offer.lacked
        if allowed and offer.early == early and not table.made[offer.number] >> seat & 1:
            offered[number] = i
            number += 1
    return number
