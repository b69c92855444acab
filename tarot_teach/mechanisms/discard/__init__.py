"""Mechanisms of the step ``discard``, a file each."""
