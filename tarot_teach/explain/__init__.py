"""Rulesets and records in words: blocks of text, diagrams and score sheets that any renderer can dress."""

from tarot_teach.explain.advice import describe_advice, describe_evaluation
from tarot_teach.explain.annotate import (
    annotate,
    annotate_tricks,
    describe_position,
    describe_result,
    describe_start,
    describe_step,
    hands_at,
)
from tarot_teach.explain.asked import exercises_of
from tarot_teach.explain.beside import describe_beside, describe_beside_briefly
from tarot_teach.explain.blocks import (
    Block,
    Bullets,
    Choice,
    Exercise,
    FamilyTree,
    HandDiagram,
    HandRow,
    Heading,
    Lesson,
    Para,
    PlayRow,
    Plot,
    PlotRow,
    Refusal,
    Relative,
    RuleBlock,
    ScoreSheet,
    SheetRow,
    StepRow,
    Steps,
    Table,
    TrickDiagram,
    Veil,
    flat,
)
from tarot_teach.explain.compare import Altered, Difference, Feature, Kind, compare, compare_games, compare_rules
from tarot_teach.explain.comparison import compared, describe_comparison
from tarot_teach.explain.counting import WAYS, describe_counting
from tarot_teach.explain.coverage import describe_coverage
from tarot_teach.explain.describe import describe, describe_glossary, describe_rule, describe_sources, describe_step_of
from tarot_teach.explain.errata import describe_errata
from tarot_teach.explain.family import describe_family, family_of
from tarot_teach.explain.hands import hands_of
from tarot_teach.explain.judging import describe_card
from tarot_teach.explain.moves import describe_hint, describe_move, describe_turn, told_action
from tarot_teach.explain.odds import asked, describe_odds, title_of
from tarot_teach.explain.options import describe_option, stands_on
from tarot_teach.explain.pieces import describe_hand, describe_score, describe_trick
from tarot_teach.explain.reference import describe_errors, describe_mechanisms
from tarot_teach.explain.session import describe_session
from tarot_teach.explain.sheet import first_lines, label_of, reason_of
from tarot_teach.explain.simulated import describe_figures, describe_run
from tarot_teach.explain.tricks import points_at
from tarot_teach.explain.verdicts import cites, describe_verdict, judged, refusal_text, refusals

__all__ = [
    "WAYS",
    "Altered",
    "Block",
    "Bullets",
    "Choice",
    "Difference",
    "Exercise",
    "FamilyTree",
    "Feature",
    "HandDiagram",
    "HandRow",
    "Heading",
    "Kind",
    "Lesson",
    "Para",
    "PlayRow",
    "Plot",
    "PlotRow",
    "Refusal",
    "Relative",
    "RuleBlock",
    "ScoreSheet",
    "SheetRow",
    "StepRow",
    "Steps",
    "Table",
    "TrickDiagram",
    "Veil",
    "annotate",
    "annotate_tricks",
    "asked",
    "cites",
    "compare",
    "compare_games",
    "compare_rules",
    "compared",
    "describe",
    "describe_advice",
    "describe_beside",
    "describe_beside_briefly",
    "describe_card",
    "describe_comparison",
    "describe_counting",
    "describe_coverage",
    "describe_errata",
    "describe_errors",
    "describe_evaluation",
    "describe_family",
    "describe_figures",
    "describe_glossary",
    "describe_hand",
    "describe_hint",
    "describe_mechanisms",
    "describe_move",
    "describe_odds",
    "describe_option",
    "describe_position",
    "describe_result",
    "describe_rule",
    "describe_run",
    "describe_score",
    "describe_session",
    "describe_sources",
    "describe_start",
    "describe_step",
    "describe_step_of",
    "describe_trick",
    "describe_turn",
    "describe_verdict",
    "exercises_of",
    "family_of",
    "first_lines",
    "flat",
    "hands_at",
    "hands_of",
    "judged",
    "label_of",
    "points_at",
    "reason_of",
    "refusal_text",
    "refusals",
    "stands_on",
    "title_of",
    "told_action",
]
