"""Mechanisms of the step ``declare``, a file each."""
