"""Rulesets and records in words, as blocks that any renderer can show."""
