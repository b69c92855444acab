"""Deals in a row. What is done at each table is compiled in three functions, so that two processors can share the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tarot_teach.topics.simulate.bits import lowest, ones
from tarot_teach.topics.simulate.kernel.compiled import inner, meanwhile, outer
from tarot_teach.topics.simulate.kernel.layout import blank_tables
from tarot_teach.topics.simulate.kernel.moving import settle_unpaid
from tarot_teach.topics.simulate.kernel.opening import deal, open_deal
from tarot_teach.topics.simulate.kernel.table import (
    EACH,
    FACTS,
    OF_SEATS,
    OF_SIDE,
    RESULT,
    VOID,
    Ints,
    Table,
    new_tables,
)
from tarot_teach.topics.simulate.kernel.tables import Tables
from tarot_teach.topics.simulate.kernel.tricks import play_tricks

AT_ONCE = 128
"""How many deals are opened before they are played: so few that their tables stay near the processor, so many that the calls
from Python hardly count."""


def play_deals(rules: Any, seed: int, first: int, results: Ints, plays: Ints, gathered: Ints) -> None:
    """Play as many deals as there are rows in ``results``, from number ``first`` on, and fill the rows in. ``rules`` are the
    tables, in an array of one.

    ``plays`` and ``gathered`` are empty, or large enough for one deal (see :func:`.tricks.play_tricks`).
    """
    tables = new_tables(min(AT_ONCE, len(results)))
    with meanwhile(_play, f"from {__name__} import compile_play; compile_play()"):
        _open(rules, tables[:0], seed, first)
        _close(rules, tables[:0], results)
    for at in range(0, len(results), AT_ONCE):
        part = results[at : at + AT_ONCE]
        _open(rules, tables[: len(part)], seed, first + at)
        _play(rules, tables[: len(part)], plays, gathered)
        _close(rules, tables[: len(part)], part)


def compile_play() -> None:
    """Have the tricks compiled, without playing any."""
    nothing = np.zeros((0, RESULT), np.int64)
    _play(blank_tables(), new_tables(0), nothing, nothing)


@outer
def _open(given: Sequence[Tables], tables: Sequence[Table], seed: int, first: int) -> None:
    """Deal the cards at each table, and have everything done that comes before the first lead."""
    rules = given[0]
    for i in range(len(tables)):
        deal(rules, tables[i], seed, first + i)
        open_deal(rules, tables[i])


@outer
def _play(given: Sequence[Tables], tables: Sequence[Table], plays: Ints, gathered: Ints) -> None:
    """Play the tricks at each table."""
    rules = given[0]
    for i in range(len(tables)):
        if not tables[i].facts[VOID]:
            play_tricks(rules, tables[i], plays, gathered)


@outer
def _close(given: Sequence[Tables], tables: Sequence[Table], results: Ints) -> None:
    """Settle at each table what is still owed, and write down how the deal came out."""
    rules = given[0]
    for i in range(len(tables)):
        if not tables[i].facts[VOID]:
            settle_unpaid(rules, tables[i])
        _note(rules, tables[i], results[i])


@inner
def _note(rules: Tables, table: Table, result: Ints) -> None:
    """Write down how a deal came out."""
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
def _halves(rules: Tables, low: int, high: int) -> int:
    total = 0
    while low:
        total += rules.pack.halves[lowest(low)]
        low &= low - 1
    while high:
        total += rules.pack.halves[rules.pack.plain + lowest(high)]
        high &= high - 1
    return total
