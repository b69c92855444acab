"""Comparisons of rulesets and of deals as plain data, for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarot_teach.explain.rulebook import rule_data, ruleset_data
from tarot_teach.loading import Library
from tarot_teach.plain_data import attributes, by_name, number, plain_data
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.topics.compare.deals import DealComparison, SheetLine
from tarot_teach.topics.compare.family import family_of
from tarot_teach.topics.compare.rulesets import RuleDifference, compare_games


def rulesets_data(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference]) -> dict[str, Any]:
    """Rulesets and the differences between them as plain data."""
    return {
        "rulesets": [ruleset_data(ruleset) for ruleset in rulesets],
        "differ": any(difference.kinds for difference in found),
        "games": [plain_data(feature._asdict()) for feature in compare_games(rulesets)],
        "rules": [
            {
                "id": difference.rule,
                **attributes(difference, "title", "kinds", "words"),
                "params": [attributes(param, *param._fields) for param in difference.params],
                "moved": list(difference.moved),
                "in": [_stated(difference.rule, *pair) for pair in zip(rulesets, difference.rules, strict=True)],
            }
            for difference in found
        ],
    }


def rows_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Differences from :func:`rulesets_data` as rows: one for each parameter that differs, and for each rule without one, with a column for
    each ruleset."""
    names = [ruleset["name"] for ruleset in data["rulesets"]]
    rows = []
    for rule in data["rules"]:
        head = {"rule": rule["id"], "title": rule["title"], "kinds": ", ".join(rule["kinds"])}
        there = [stated and stated["mechanism"] for stated in rule["in"]]
        params = rule["params"] or [{"name": None, "values": there}]
        rows += [head | {"param": param["name"]} | dict(zip(names, param["values"], strict=True)) for param in params]
    return rows


def _stated(id: str, ruleset: Ruleset, rule: Rule | None) -> dict[str, Any] | None:
    """A rule as a ruleset has it, with its id there where that is not the one under which it is compared."""
    if rule is None:
        return None
    return ({} if rule.id == id else {"id": rule.id}) | rule_data(ruleset, rule)


def family_data(library: Library, names: Sequence[str]) -> list[dict[str, Any]]:
    """Rulesets with their parents and house rules as plain data."""
    return [
        {
            "name": ruleset.id,
            "title": ruleset.title,
            "parent": ruleset.lineage[0] if ruleset.lineage else None,
            "options": [option for option in library.ids("option") if ruleset.id in library.fitting(option)],
        }
        for ruleset in family_of(library, names)
    ]


def deals_data(comparison: DealComparison) -> dict[str, Any]:
    """A hand under several rulesets as plain data: differences from the first, and score sheets; amounts are game points."""
    seats = comparison.replay.start.seats
    results = [side.end.result for side in comparison.sides]
    return {
        "example": comparison.replay.record.file.id,
        "rulesets": comparison.names,
        "policy": comparison.policy.name,
        "stopped": [side.stopped or None for side in comparison.sides],
        "differences": [
            {
                "ruleset": name,
                "kind": one.kind,
                "parts": one.diverges,
                "trick": one.trick or None,
                "seat": None if one.seat is None else seats[one.seat],
                "here": plain_data(one.values[0]),
                "there": plain_data(one.values[1]),
                "rules_here": [finding.rule for finding in one.findings[0] if finding.rule],
                "rules_there": [finding.rule for finding in one.findings[1] if finding.rule],
            }
            for side, name in enumerate(comparison.names[1:], 1)
            for one in comparison.differences(side)
        ],
        "sheets": [[_sheet_line(row) for row in sheet] for sheet in comparison.sheets()],
        "scores": [by_name(seats, result.scores) if result and result.scores else None for result in results],
    }


def _sheet_line(row: SheetLine) -> dict[str, Any]:
    lines = [line and {"operation": line.operation, "amount": number(line.amount)} for line in row.lines]
    return {"rule": row.rule, "differs": row.differs, "lines": lines}
