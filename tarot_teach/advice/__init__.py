"""Advice that binds nobody: what a hand is worth, what to bid on it, and what signals mean."""

from tarot_teach.advice.evaluate import Counted, Evaluation, evaluate
from tarot_teach.advice.model import Advice, Bidding, Feature, Signal
from tarot_teach.advice.signals import Seen, seen_signals

__all__ = ["Advice", "Bidding", "Counted", "Evaluation", "Feature", "Seen", "Signal", "evaluate", "seen_signals"]
