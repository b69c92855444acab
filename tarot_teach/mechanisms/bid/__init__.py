"""Mechanisms of the step ``bid``, a file each."""
