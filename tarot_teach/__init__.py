"""Rulesets, an engine, worked examples and tutorials for the card games played with tarot packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarot_teach.version import __version__

if TYPE_CHECKING:
    from tarot_teach.rules import Ruleset

__all__ = ["__version__", "load"]


def load(name: str) -> Ruleset:
    """A ruleset by name: ``load("fft-4")``, ``load("fft-4+garde-contre-x8")``, ``load("./mine.yaml")``.

    Raises LoadError with the place of every fault.
    """
    from tarot_teach.loading import Library

    return Library().load(name)
