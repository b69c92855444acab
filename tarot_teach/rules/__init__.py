"""Rulesets as values: rules in order, each with its parameters, its words and its sources."""

from tarot_teach.rules.model import (
    STEPS,
    Change,
    Citation,
    Concept,
    Evidence,
    Rule,
    Ruleset,
    Source,
)
from tarot_teach.rules.prose import Prose, ProseError

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
]
