"""Trials of rulesets: deals played at random, each held against what has to be true of any deal."""

from tarot_teach.simulate.soundness.trial import Fault, Trial, try_deals

__all__ = ["Fault", "Trial", "try_deals"]
