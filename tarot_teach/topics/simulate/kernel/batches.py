"""Ranges of deals, played by two compiled functions that two processors can compile at the same time."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from tarot_teach.compiled.jit import Outer, compiling_elsewhere, inner, share
from tarot_teach.compiled.other_process import calling
from tarot_teach.masks import lowest, ones, others, word
from tarot_teach.topics.simulate.kernel import tables as t
from tarot_teach.topics.simulate.kernel.layout import PLAY, TABLE, TABLES, TRICK, Ints, records
from tarot_teach.topics.simulate.kernel.opening import deal, open_deal
from tarot_teach.topics.simulate.kernel.sources import SOURCES
from tarot_teach.topics.simulate.kernel.tables import DealTable, RulesetTables, TracedPlay, TracedTrick
from tarot_teach.topics.simulate.kernel.trick_play import play_tricks, settle_unpaid
from tarot_teach.topics.simulate.players import maxims

BLOCK = 128
"""Deals that are opened before they are played: so few that their tables stay near the processor, so many that the calls from
Python hardly count."""
NO_PLAYS, NO_TRICKS = records(0, PLAY), records(0, TRICK)
_MAXIMS = [each for _name, each in inspect.getmembers(maxims, inspect.isfunction) if each.__module__ == maxims.__name__]
share(_MAXIMS)


def play_range(
    rules: Any, seed: int, first: int, results: Ints, plays: Any = NO_PLAYS, captures: Any = NO_TRICKS
) -> None:
    """Play as many deals as there are rows in ``results``, from number ``first`` on, and fill in a row for each. ``rules`` are the
    tables, in an array of one. ``plays`` and ``captures`` are empty, or filled in for one deal."""
    compile_all()
    tables = records(min(BLOCK, len(results)), TABLE)
    for at in range(0, len(results), BLOCK):
        part = results[at : at + BLOCK]
        _open(rules, tables[: len(part)], seed, first + at)
        _play(rules, tables[: len(part)], part, plays, captures)


def play_tables(rules: Any, tables: Any, results: Ints) -> None:
    """Play deals that have begun, each at its table, and fill in a row for each."""
    compile_play()
    _play(rules, tables, results, NO_PLAYS, NO_TRICKS)


@cache
def compile_all() -> None:
    """Compile all functions, or load them from the cache. Two processors share the work."""
    with compiling_elsewhere(_play, calling(__name__, compile_play.__name__)):
        _open(records(1, TABLES), records(0, TABLE), 0, 0)
    compile_play()


@cache
def compile_play() -> None:
    """Compile the function for tricks, without playing any."""
    _play(records(1, TABLES), records(0, TABLE), np.zeros((0, t.RESULT), np.int64), NO_PLAYS, NO_TRICKS)


@partial(Outer, sources=SOURCES)
def _open(given: Sequence[RulesetTables], tables: Sequence[DealTable], seed: int, first: int) -> None:
    """Deal the cards at each table, and play everything before the first lead."""
    for i in range(len(tables)):
        deal(given[0], tables[i], seed, first + i)
        open_deal(given[0], tables[i])


@partial(Outer, sources=SOURCES)
def _play(
    given: Sequence[RulesetTables],
    tables: Sequence[DealTable],
    results: Ints,
    plays: Sequence[TracedPlay],
    captures: Sequence[TracedTrick],
) -> None:
    """Play the tricks at each table, and write the results."""
    for i in range(len(tables)):
        if not tables[i].facts[t.VOID]:
            play_tricks(given[0], tables[i], plays, captures)
            settle_unpaid(given[0], tables[i])
        _write_result(given[0], tables[i], results[i])


@inner
def _write_result(rules: RulesetTables, table: DealTable, result: Ints) -> None:
    """Write the result of a deal, with seats counted from the taker's."""
    facts = table.facts
    for i in range(len(result)):
        result[i] = facts[i] if i < t.FACTS else 0
    for place in (t.PARTNER, t.SLAM_BY, t.SMALL_BY):
        result[place] = -1 if facts[place] < 0 else (facts[place] - max(facts[t.TAKER], 0)) % rules.players
    result[t.CALLED] = 0
    result[t.PARTNER_KNOWN] = 0
    if facts[t.VOID]:
        return
    if not rules.sides:
        for seat in range(rules.players):
            at = t.OF_SEATS + t.EACH * seat
            won = table.won[seat]
            result[at] = table.halves[seat]
            result[at + 1] = ones(won & rules.honours)
            result[at + 2] = ones(won)
            result[at + 3] = word(won & rules.counted)
            result[at + 4] = word((won & rules.counted) >> 64)
        return
    won = table.kept[0]
    halves = 0
    rest = won
    while rest:
        halves += rules.pack.halves[lowest(rest)]
        rest = others(rest)
    for seat in range(rules.players):
        if table.side[seat] == 0:
            won |= table.won[seat]
            halves += table.halves[seat]
    result[t.OF_SIDE] = halves
    result[t.OF_SIDE + 1] = ones(won & rules.honours)
