"""Plays very many deals by one or more rulesets, on the same cards, and counts what comes of them."""

from tarot_teach.simulate.again import Again, check_unbroken, task_again
from tarot_teach.simulate.ending import Change, Ending, Row
from tarot_teach.simulate.figures import Found, find
from tarot_teach.simulate.intervals import Figure
from tarot_teach.simulate.one import Dealing
from tarot_teach.simulate.run import play_deals
from tarot_teach.simulate.saved import Saved
from tarot_teach.simulate.stored import keeps, store, stored
from tarot_teach.simulate.tally import Tally
from tarot_teach.simulate.task import Task

__all__ = [
    "Again",
    "Change",
    "Dealing",
    "Ending",
    "Figure",
    "Found",
    "Row",
    "Saved",
    "Tally",
    "Task",
    "check_unbroken",
    "find",
    "keeps",
    "play_deals",
    "store",
    "stored",
    "task_again",
]
