"""How far the rules of two games are from each other, as a number."""

from __future__ import annotations

from typing import NamedTuple

from tarot_teach.rules import Evidence, Ruleset
from tarot_teach.topics.compare.rulesets import DifferenceKind, RuleDifference, compare_rules

_APART = {DifferenceKind.ONLY_SOME, DifferenceKind.MECHANISM}


class Distance(NamedTuple):
    """From 0, where all rules are the same, to 1, where none is of one kind; and the number of rules that were compared."""

    far: float
    rules: int


def distance(one: Ruleset, other: Ruleset) -> Distance:
    """The distance between two rulesets, without rules that are reconstructed in either; it is 1 where no rule is left.

    A rule that one of them lacks, or has of another kind, counts 1; one with other values, or in another order, a half.
    """
    found = [rule for rule in compare_rules((one, other), everything=True) if not _is_reconstructed(rule)]
    apart = [1 if _APART & {*rule.kinds} else rule.of_rule / 2 for rule in found]
    return Distance(sum(apart) / len(apart) if apart else 1, len(apart))


def _is_reconstructed(difference: RuleDifference) -> bool:
    return any(rule and rule.evidence == Evidence.RECONSTRUCTED for rule in difference.rules)
