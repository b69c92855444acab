"""Plays deals by a ruleset's rules: what is allowed and why, what happens, and what it counts."""

from tarot_teach.engine.engine import Engine, telling
from tarot_teach.engine.scoring import Scorer
from tarot_teach.engine.setup import Position
from tarot_teach.engine.trick_position import situation

__all__ = ["Engine", "Position", "Scorer", "situation", "telling"]
