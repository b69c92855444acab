"""The command ``tarot-teach``."""

from tarot_teach.cli.main import main

__all__ = ["main"]
