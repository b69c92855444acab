"""Plays deals by a ruleset's rules: what is allowed and why, what happens, and what it counts."""

from tarot_teach.engine.deal import Deal, Move
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.reasons import relevant_findings
from tarot_teach.engine.scoring import Scorer
from tarot_teach.engine.setup import Setup, trick_position

__all__ = ["Deal", "Engine", "Move", "Scorer", "Setup", "relevant_findings", "trick_position"]
