"""Mechanisms of the step ``match``, a file each."""
