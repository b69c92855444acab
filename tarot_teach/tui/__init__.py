"""Stepping through a worked example on a full screen. :mod:`tarot_teach.tui.model` needs no more than the package itself;
the rest needs textual."""
