"""Rulesets and records in words: blocks of text, diagrams and score sheets that any renderer can dress."""

from tarot_teach.explain.advice import describe_advice, describe_evaluation
from tarot_teach.explain.annotate import annotate, describe_result, describe_step, hands_at
from tarot_teach.explain.blocks import (
    Block,
    Bullets,
    HandDiagram,
    HandRow,
    Heading,
    Para,
    PlayRow,
    Refusal,
    RuleBlock,
    ScoreSheet,
    SheetRow,
    Table,
    TrickDiagram,
)
from tarot_teach.explain.counting import WAYS, describe_counting
from tarot_teach.explain.coverage import describe_coverage
from tarot_teach.explain.describe import describe, describe_glossary, describe_rule, describe_sources
from tarot_teach.explain.errata import describe_errata
from tarot_teach.explain.options import describe_option, stands_on
from tarot_teach.explain.reference import describe_mechanisms
from tarot_teach.explain.session import describe_session
from tarot_teach.explain.sheet import label_of, reason_of, score_blocks
from tarot_teach.explain.tricks import refusals

__all__ = [
    "WAYS",
    "Block",
    "Bullets",
    "HandDiagram",
    "HandRow",
    "Heading",
    "Para",
    "PlayRow",
    "Refusal",
    "RuleBlock",
    "ScoreSheet",
    "SheetRow",
    "Table",
    "TrickDiagram",
    "annotate",
    "describe",
    "describe_advice",
    "describe_counting",
    "describe_coverage",
    "describe_errata",
    "describe_evaluation",
    "describe_glossary",
    "describe_mechanisms",
    "describe_option",
    "describe_result",
    "describe_rule",
    "describe_session",
    "describe_sources",
    "describe_step",
    "hands_at",
    "label_of",
    "reason_of",
    "refusals",
    "score_blocks",
    "stands_on",
]
