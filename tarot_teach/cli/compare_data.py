"""The same hand by several rulesets as JSON-able data."""

from __future__ import annotations

from typing import Any

from tarot_teach.cli.output import number, plain_data
from tarot_teach.topics.compare.deals import DealComparison, DealDifference


def data_of(comparison: DealComparison) -> dict[str, Any]:
    """Every difference from the first ruleset, and the score sheets line by line; amounts are game points, None where there is none."""
    names = [side.engine.ruleset.name for side in comparison.sides]
    seats = comparison.replay.start.seats
    return {
        "example": comparison.replay.record.file.id,
        "rulesets": names,
        "policy": comparison.policy.name,
        "stopped": [side.stopped or None for side in comparison.sides],
        "differences": [
            {"ruleset": name, **_difference(one, seats)}
            for number_of, name in enumerate(names[1:], 1)
            for one in comparison.differences(number_of)
        ],
        "sheets": [
            [
                {
                    "rule": row.rule,
                    "differs": row.differs,
                    "lines": [
                        line and {"operation": line.operation, "amount": number(line.amount)} for line in row.lines
                    ],
                }
                for row in sheet
            ]
            for sheet in comparison.sheets()
        ],
        "scores": [
            dict(zip(seats, map(number, side.end.result.scores), strict=True))
            if side.end.result and side.end.result.scores
            else None
            for side in comparison.sides
        ],
    }


def _difference(one: DealDifference, seats: tuple[str, ...]) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "parts": one.diverges,
        "trick": one.trick or None,
        "seat": None if one.seat is None else seats[one.seat],
        "here": plain_data(one.left, seats),
        "there": plain_data(one.right, seats),
        "rules_here": [finding.rule for finding in one.left_findings if finding.rule],
        "rules_there": [finding.rule for finding in one.right_findings if finding.rule],
    }
