"""Exact odds: how cards lie that nobody has seen. Fractions throughout, no simulation."""

from tarot_teach.odds.hand import lone, longest, suits_with
from tarot_teach.odds.hidden import hands_with, holds, independent_largest_share, largest_share

__all__ = ["hands_with", "holds", "independent_largest_share", "largest_share", "lone", "longest", "suits_with"]
