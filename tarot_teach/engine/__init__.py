"""Plays deals by a ruleset's rules: what is allowed and why, what happens, and what it counts."""

from tarot_teach.engine.counting import Scorer
from tarot_teach.engine.game import Engine, telling
from tarot_teach.engine.position import Position
from tarot_teach.engine.situation import situation

__all__ = ["Engine", "Position", "Scorer", "situation", "telling"]
