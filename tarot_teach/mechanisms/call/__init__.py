"""Mechanisms of the step ``call``, a file each."""
