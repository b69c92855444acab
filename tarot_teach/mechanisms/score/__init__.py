"""Mechanisms of the step ``score``, a file each."""
