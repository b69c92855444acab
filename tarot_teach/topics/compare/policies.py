"""What is done where a record, followed by other rules than its own, comes to an action that these rules refuse."""

from __future__ import annotations

from dataclasses import dataclass

from tarot_teach.language import N_


@dataclass(frozen=True, slots=True)
class Policy:
    """``name`` is typed, ``title`` read; ``says`` tells in a sentence what is done."""

    name: str
    title: str
    says: str


AS_PLAYED = Policy(
    "as_played",
    N_("as played"),
    N_("A card that the other rules refuse stands all the same, and everybody goes on as recorded."),
)
LOWEST_ALLOWED = Policy(
    "lowest_allowed",
    N_("lowest allowed"),
    N_(
        "Where the other rules refuse a card, or it has been played already, its player plays the lowest that they allow: "
        "the one worth least, and of these a plain card before a trump, and the lowest in rank."
    ),
)
STOP = Policy(
    "stop",
    N_("stop"),
    N_("Where the other rules refuse what was done, the hand is not followed any further under them."),
)
POLICIES = {policy.name: policy for policy in (AS_PLAYED, LOWEST_ALLOWED, STOP)}
"""The policies by their names."""
