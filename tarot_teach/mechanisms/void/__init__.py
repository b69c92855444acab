"""Mechanisms of the step ``void``, a file each."""
