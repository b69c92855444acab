"""Exact odds: how cards lie that nobody has seen. Fractions throughout, no simulation."""

from tarot_teach.odds.hidden import independent_largest_share, largest_share, talon_holds

__all__ = ["independent_largest_share", "largest_share", "talon_holds"]
