"""Simulated deals by one or more rulesets on the same cards, counted, with figures and intervals."""
