"""What the rules say of an action, and what happened: facts first, words when asked."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from tarot_teach.display import displayed
from tarot_teach.table.actions import Action


class Effect(StrEnum):
    """What a rule did."""

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
    facts: Mapping[str, Any] = {}
    decisive: bool = False
    yields_to: str | None = None

    @property
    def by_table(self) -> bool:
        """True for a condition that holds at any table, and is no rule of the game."""
        return self.rule.startswith("table.")


@displayed
class Verdict(NamedTuple):
    """Whether an action is allowed, every finding in the order of the rules, and what was allowed instead.

    ``certain`` is False when the seat's hand is not wholly known, so that only what is known was judged.
    """

    action: Action
    allowed: bool
    findings: tuple[Finding, ...]
    instead: tuple[str, ...] = ()
    certain: bool = True

    @property
    def decisive(self) -> Finding | None:
        """The finding that settled the matter, if any rule did."""
        return next((finding for finding in self.findings if finding.decisive), None)

    @property
    def by_table(self) -> bool:
        """True if a condition that holds at any table settled the matter."""
        return self.decisive is not None and self.decisive.by_table
