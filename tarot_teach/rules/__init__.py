"""Rulesets as values: rules in order, each with parameters, prose and sources."""

from tarot_teach.rules.prose import Prose, ProseError
from tarot_teach.rules.ruleset import (
    STEPS,
    Change,
    Citation,
    Concept,
    Evidence,
    Rule,
    Ruleset,
    Source,
    Unit,
    prose_scope,
    rule_text,
)

__all__ = [
    "STEPS",
    "Change",
    "Citation",
    "Concept",
    "Evidence",
    "Prose",
    "ProseError",
    "Rule",
    "Ruleset",
    "Source",
    "Unit",
    "prose_scope",
    "rule_text",
]
