"""Exact odds for the deal of any ruleset: what hands and talon hold before anybody has looked, and after one has."""

from tarot_teach.chances.hidden import Hidden, holding, unseen
from tarot_teach.chances.odds import ABOUT, Odds, odds_of

__all__ = ["ABOUT", "Hidden", "Odds", "holding", "odds_of", "unseen"]
