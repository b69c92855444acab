"""Exercises without end: questions made from deals played at random, and answers judged."""

from tarot_teach.exercises.judge import VERDICTS, Judgement, judge
from tarot_teach.exercises.made import KINDS, Quiz

__all__ = ["KINDS", "VERDICTS", "Judgement", "Quiz", "judge"]
