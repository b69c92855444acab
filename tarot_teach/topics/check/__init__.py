"""Checks: files with everything they refer to, and rulesets by deals at random."""
