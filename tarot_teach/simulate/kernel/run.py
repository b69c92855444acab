"""Deals in a row, compiled."""

from __future__ import annotations

from tarot_teach.simulate.bits import lowest, ones
from tarot_teach.simulate.kernel.compiled import inner, outer
from tarot_teach.simulate.kernel.moving import settle_unpaid
from tarot_teach.simulate.kernel.opening import deal, open_deal
from tarot_teach.simulate.kernel.table import EACH, FACTS, OF_SEATS, OF_SIDE, Ints, Table
from tarot_teach.simulate.kernel.tables import Tables
from tarot_teach.simulate.kernel.tricks import play_tricks


@outer
def play_deals(rules: Tables, table: Table, seed: int, first: int, results: Ints, plays: Ints, gathered: Ints) -> None:
    """Play as many deals as there are rows in ``results``, from number ``first`` on, and fill the rows in.

    ``plays`` and ``gathered`` are empty, or large enough for one deal (see :func:`.tricks.play_tricks`).
    """
    for i in range(len(results)):
        deal(rules, table, seed, first + i)
        if open_deal(rules, table):
            debts = play_tricks(rules, table, plays, gathered)
            if debts:
                settle_unpaid(rules, table, debts)
        _note(rules, table, results[i])


@inner
def _note(rules: Tables, table: Table, result: Ints) -> None:
    """Write down how a deal came out."""
    facts = table.facts
    for i in range(FACTS):
        result[i] = facts[i]
    for i in range(FACTS, len(result)):
        result[i] = 0
    if facts[0]:
        return
    if rules.sides:
        low = table.kept_low[0]
        high = table.kept_high[0]
        halves = _halves(rules, low, high)
        for seat in range(rules.players):
            if table.side[seat] == 0:
                low |= table.won_low[seat]
                high |= table.won_high[seat]
                halves += table.halves[seat]
        result[OF_SIDE] = halves
        result[OF_SIDE + 1] = ones(low & rules.honour_low) + ones(high & rules.honour_high)
        return
    for seat in range(rules.players):
        at = OF_SEATS + EACH * seat
        low = table.won_low[seat]
        high = table.won_high[seat]
        result[at] = table.halves[seat]
        result[at + 1] = ones(low & rules.honour_low) + ones(high & rules.honour_high)
        result[at + 2] = ones(low) + ones(high)
        result[at + 3] = low & rules.counted_low
        result[at + 4] = high & rules.counted_high


@inner
def _halves(rules: Tables, low: int, high: int) -> int:
    total = 0
    while low:
        total += rules.pack.halves[lowest(low)]
        low &= low - 1
    while high:
        total += rules.pack.halves[rules.pack.plain + lowest(high)]
        high &= high - 1
    return total
