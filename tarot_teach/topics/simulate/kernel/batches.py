"""Ranges of deals, played by three compiled functions that two processors can compile at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tarot_teach.topics.simulate.kernel.jit import compiling_elsewhere, inner, outer
from tarot_teach.topics.simulate.kernel.layout import (
    EACH,
    FACTS,
    OF_SEATS,
    OF_SIDE,
    RESULT,
    VOID,
    DealTable,
    Ints,
    blank_tables,
    new_deal_tables,
)
from tarot_teach.topics.simulate.kernel.opening import deal, open_deal
from tarot_teach.topics.simulate.kernel.tables import RulesetTables
from tarot_teach.topics.simulate.kernel.trick_play import play_tricks, settle_unpaid
from tarot_teach.topics.simulate.players.pack import lowest, ones

BLOCK = 128
"""Deals that are opened before they are played: so few that their tables stay near the processor, so many that the calls from
Python hardly count."""


def play_range(rules: Any, seed: int, first: int, results: Ints, plays: Ints, captures: Ints) -> None:
    """Play as many deals as there are rows in ``results``, from number ``first`` on, and fill in a row for each. ``rules`` are the
    tables, in an array of one.

    ``plays`` and ``captures`` are empty, or large enough for one deal (see :func:`.trick_play.play_tricks`).
    """
    compile_all()
    tables = new_deal_tables(min(BLOCK, len(results)))
    for at in range(0, len(results), BLOCK):
        part = results[at : at + BLOCK]
        _open(rules, tables[: len(part)], seed, first + at)
        _play(rules, tables[: len(part)], plays, captures)
        _close(rules, tables[: len(part)], part)


@cache
def compile_all() -> None:
    """Compile all functions, or load them from the cache. Two processors share the work."""
    with compiling_elsewhere(_play, f"from {__name__} import compile_play; compile_play()"):
        _open(blank_tables(), new_deal_tables(0), 0, 0)
        _close(blank_tables(), new_deal_tables(0), np.zeros((0, RESULT), np.int64))
    compile_play()


def compile_play() -> None:
    """Compile the function for tricks, without playing any."""
    nothing = np.zeros((0, RESULT), np.int64)
    _play(blank_tables(), new_deal_tables(0), nothing, nothing)


@outer
def _open(given: Sequence[RulesetTables], tables: Sequence[DealTable], seed: int, first: int) -> None:
    """Deal the cards at each table, and play everything before the first lead."""
    rules = given[0]
    for i in range(len(tables)):
        deal(rules, tables[i], seed, first + i)
        open_deal(rules, tables[i])


@outer
def _play(given: Sequence[RulesetTables], tables: Sequence[DealTable], plays: Ints, captures: Ints) -> None:
    """Play the tricks at each table."""
    rules = given[0]
    for i in range(len(tables)):
        if not tables[i].facts[VOID]:
            play_tricks(rules, tables[i], plays, captures)


@outer
def _close(given: Sequence[RulesetTables], tables: Sequence[DealTable], results: Ints) -> None:
    """Settle the debts at each table, and write the results."""
    rules = given[0]
    for i in range(len(tables)):
        if not tables[i].facts[VOID]:
            settle_unpaid(rules, tables[i])
        _write_result(rules, tables[i], results[i])


@inner
def _write_result(rules: RulesetTables, table: DealTable, result: Ints) -> None:
    """Write the result of a deal."""
    facts = table.facts
    for i in range(FACTS):
        result[i] = facts[i]
    for i in range(FACTS, len(result)):
        result[i] = 0
    if facts[VOID]:
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
def _halves(rules: RulesetTables, low: int, high: int) -> int:
    total = 0
    while low:
        total += rules.pack.halves[lowest(low)]
        low &= low - 1
    while high:
        total += rules.pack.halves[rules.pack.plain + lowest(high)]
        high &= high - 1
    return total
