"""Scores of deals of small packs by second implementations, which are given what was dealt, chosen and played."""
