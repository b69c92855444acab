"""Announcements, compiled: what a seat may announce, in the order in which the engine offers it, and what it does announce."""

from __future__ import annotations

from tarot_teach.topics.simulate.bits import ones, word
from tarot_teach.topics.simulate.kernel.compiled import inner
from tarot_teach.topics.simulate.kernel.draws import below
from tarot_teach.topics.simulate.kernel.table import APART, HANDFULS, SLAM_BY, SMALL_BY, TAKER, Table
from tarot_teach.topics.simulate.kernel.tables import HANDFUL, LACKING, SLAM_ANNOUNCED, SMALL_SLAM_ANNOUNCED, Tables


@inner
def announce(rules: Tables, table: Table) -> None:
    """The announcements before the first lead, of each seat in turn."""
    early = False
    for offer in range(rules.offers):
        if rules.offer_early[offer]:
            early = True
    if not early:
        return
    for seat in range(rules.players):
        while _asked(rules, table, seat):
            if not announce_one(rules, table, seat, word(1), word(1)):
                break


@inner
def announce_one(rules: Tables, table: Table, seat: int, early: int, others: int) -> bool:
    """Let a seat announce one thing, or do one of ``others`` instead. Whether it has announced something.

    What it would do instead is for a random player the number left in ``table.drawn``.
    """
    number = _offers(rules, table, seat, early)
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
    _make(rules, table, seat, offered[chosen, 0], offered[chosen, 1])
    return True


@inner
def _asked(rules: Tables, table: Table, seat: int) -> bool:
    """Whether there is something before the first lead that a seat is asked and has not announced."""
    for offer in range(rules.offers):
        if rules.offer_early[offer] and not (table.made[offer] >> seat) & 1:
            kind = rules.offer_kind[offer]
            anyone = kind in (HANDFUL, LACKING) or rules.offer_anyone[offer]
            if anyone or seat == table.facts[TAKER]:
                return True
    return False


@inner
def _offers(rules: Tables, table: Table, seat: int, early: int) -> int:
    """Fill in what a seat may announce now; how many things that are."""
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
        if kind == SLAM_ANNOUNCED:
            if facts[SLAM_BY] < 0 and facts[SMALL_BY] != seat and (rules.offer_anyone[offer] or seat == facts[TAKER]):
                offered[number, 0] = offer
                offered[number, 1] = 1
                number += 1
        elif kind == SMALL_SLAM_ANNOUNCED:
            if seat == facts[TAKER] and facts[SLAM_BY] != seat:
                offered[number, 0] = offer
                offered[number, 1] = 1
                number += 1
        elif kind == HANDFUL:
            trumps = ones(high & rules.pack.trumps)
            excuse = 1 if high & rules.pack.excuse else 0
            level = 0
            for entry in range(rules.handfuls):
                if rules.handful_of[entry] == offer:
                    level += 1
                    if trumps + excuse >= rules.handful_least[entry]:
                        offered[number, 0] = offer
                        offered[number, 1] = level
                        number += 1
        else:
            lacks = False
            for entry in range(rules.lackings):
                if rules.lacking_of[entry] == offer:
                    lacks = lacks or not (low & rules.lacking_low[entry]) | (high & rules.lacking_high[entry])
            if lacks:
                offered[number, 0] = offer
                offered[number, 1] = 1
                number += 1
    return number


@inner
def _make(rules: Tables, table: Table, seat: int, offer: int, level: int) -> None:
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
