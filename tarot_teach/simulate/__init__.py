"""Plays very many deals by one or more rulesets, on the same cards, and counts what comes of them."""

from tarot_teach.simulate.ending import Change, Ending, Row
from tarot_teach.simulate.one import Dealing
from tarot_teach.simulate.tally import Tally
from tarot_teach.simulate.task import Task

__all__ = ["Change", "Dealing", "Ending", "Row", "Tally", "Task"]
