"""Verdicts of the rules on actions: facts first, words when asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from tarot_teach.display import displayed
from tarot_teach.table.actions import Action


class Effect(StrEnum):
    """A rule's part in a decision."""

    REFUSES = "refuses"
    ALLOWS = "allows"
    REQUIRES = "requires"
    EXEMPTS = "exempts"
    DOES_NOT_BIND = "does not bind"
    DECIDES = "decides"


class Finding(NamedTuple):
    """One rule's part in a decision.

    ``facts`` are values (cards, masks as CardSet, seat numbers, integers) from which the rule's mechanism makes its
    sentence. ``decisive`` marks the finding that settled the matter; ``yields_to`` names a rule that lifted this one.
    """

    rule: str
    effect: Effect
    facts: Mapping[str, Any] = MappingProxyType({})
    decisive: bool = False
    yields_to: str | None = None

    @property
    def by_table(self) -> bool:
        """True for a condition that holds at any table, and is no rule of the game."""
        return self.rule.startswith("table.")


@displayed
@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on an action, true in a condition if the action is allowed; with every finding in the order of the rules.

    ``alternatives`` are codes of cards, or bids, that would have been allowed where the action is not. ``hand_known`` is False
    if the seat's hand is not wholly known, so that only the known cards were judged.
    """

    action: Action
    allowed: bool
    findings: tuple[Finding, ...] = ()
    alternatives: tuple[str, ...] = ()
    hand_known: bool = True

    def __bool__(self) -> bool:
        return self.allowed

    @property
    def decisive(self) -> Finding | None:
        """The finding that settled the matter; None if no rule did."""
        return next((finding for finding in self.findings if finding.decisive), None)

    @property
    def by_table(self) -> bool:
        """True if a condition that holds at any table settled the matter."""
        return self.decisive is not None and self.decisive.by_table
