"""Mechanisms of the step ``play``, a file each."""
