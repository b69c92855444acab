"""Exact odds of a deal, before and after a hand is known. Fractions throughout, no simulation."""
