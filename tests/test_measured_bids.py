"""Tables of what bids bring, printed in courses, beside deals played anew."""

from __future__ import annotations

import math

import pytest

from tests.measured_bids import DEALS, RULESETS, TABLES, Measured, Table, printed

SAMPLE = range(DEALS, DEALS + 60)
"""Deals that were not among those measured."""


@pytest.mark.parametrize("table", TABLES, ids=[table.ruleset for table in TABLES])
def test_printed_shares_are_those_of_other_deals(table: Table) -> None:
    shares, measured = rows(table), Measured.of(table, SAMPLE)
    for at, contract in enumerate(table.contracts):
        cells = {row: cell for (row, name), cell in measured.cells.items() if name == contract}
        number, won = sum(cell.deals for cell in cells.values()), sum(cell.won for cell in cells.values())
        expected = sum(cell.deals * shares[row][2 * at] for row, cell in cells.items()) / 100
        assert number > len(SAMPLE) / 2
        assert abs(won - expected) < 4 * math.sqrt(number) / 2


@pytest.mark.parametrize("table", TABLES, ids=[table.ruleset for table in TABLES])
def test_more_trumps_win_more_often(table: Table) -> None:
    shares = rows(table)
    for at in range(len(table.contracts)):
        assert shares[table.most][2 * at] > shares[table.least][2 * at]


def rows(table: Table) -> dict[int, list[float]]:
    """The figures of each row of the printed table, by its number of trumps; shares in hundredths."""
    found = printed(RULESETS / table.page, table.trumps)
    numbers = range(table.least, table.most + 1)
    assert [row[0] for row in found] == [table.label(number) for number in numbers]
    return {
        number: [float(cell.replace("−", "-").rstrip("%")) for cell in row[1:]]
        for number, row in zip(numbers, found, strict=True)
    }
