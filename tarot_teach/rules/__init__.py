"""Rulesets as values: rules in order, each with its parameters, its words and its sources."""

from tarot_teach.rules.model import STEPS, Change, Citation, Concept, Evidence, Rule, Ruleset, Source, Unit
from tarot_teach.rules.prose import Prose, ProseError
from tarot_teach.rules.scope import prose_scope, rule_text, scope

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
    "scope",
]
