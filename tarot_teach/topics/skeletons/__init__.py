"""Commented files to begin with, made for a ruleset."""
