"""Mechanisms of the step ``talon``, a file each."""
