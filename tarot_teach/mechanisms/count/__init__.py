"""Mechanisms of the step ``count``, a file each."""
