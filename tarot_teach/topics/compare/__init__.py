"""Comparisons: rulesets rule by rule, and one deal played under several rulesets."""
