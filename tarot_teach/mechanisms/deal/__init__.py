"""Mechanisms of the step ``deal``, a file each."""
