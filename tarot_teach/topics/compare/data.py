"""Comparisons of rulesets and of deals as plain data, for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarot_teach.explain.rulebook import describe_rule
from tarot_teach.loading import Library
from tarot_teach.plain_data import cited, number, plain_data
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.topics.compare.deals import DealComparison, DealDifference
from tarot_teach.topics.compare.family import family_of
from tarot_teach.topics.compare.rulesets import RuleDifference, compare_games


def rulesets_data(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference]) -> dict[str, Any]:
    """Rulesets and the differences between them as plain data."""
    return {
        "rulesets": [
            {
                "name": ruleset.name,
                "title": ruleset.title,
                "players": list(ruleset.players),
                "deck": ruleset.deck.id,
                "evidence": str(ruleset.evidence),
            }
            for ruleset in rulesets
        ],
        "differ": any(difference.kinds for difference in found),
        "games": [
            {"name": feature.name, "values": [plain_data(value) for value in feature.values]}
            for feature in compare_games(rulesets)
        ],
        "rules": [_rule_data(rulesets, difference) for difference in found],
    }


def _rule_data(rulesets: Sequence[Ruleset], difference: RuleDifference) -> dict[str, Any]:
    values = [rule.params.model_dump(mode="json") if rule else None for rule in difference.rules]
    return {
        "id": difference.rule,
        "title": difference.title,
        "kinds": [str(kind) for kind in difference.kinds],
        "words": list(difference.words),
        "params": [
            {"name": param.name, "values": [plain_data(value) for value in param.values]} for param in difference.params
        ],
        "moved": list(difference.moved),
        "in": [
            _stated(ruleset, rule, params) if rule else None
            for ruleset, rule, params in zip(rulesets, difference.rules, values, strict=True)
        ],
    }


def _stated(ruleset: Ruleset, rule: Rule, params: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "mechanism": rule.mechanism,
        "params": params,
        "text": " ".join(str(text) for text in describe_rule(ruleset, rule).body),
        "evidence": str(rule.evidence),
        "sources": cited(rule.sources),
    }


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
        "here": plain_data(one.left),
        "there": plain_data(one.right),
        "rules_here": [finding.rule for finding in one.left_findings if finding.rule],
        "rules_there": [finding.rule for finding in one.right_findings if finding.rule],
    }
