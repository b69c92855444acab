"""The questions of the play to rules in words. ``link`` makes of each a function that asks the method of its name of the right kind of rule.

``code`` is the number of the kind, ``rule`` the attributes of the rule; states and tricks are those of :mod:`tarot_teach.words.records`.
"""

from __future__ import annotations

from typing import Any

from tarot_teach.masks import Mask
from tarot_teach.mechanisms.interfaces import Moved


def narrow(code: int, rule: Any, playable: Mask, trick: Any, hand: Mask) -> Mask:
    """The part of the playable cards that a rule leaves; none: it does not bind."""
    raise NotImplementedError


def exempt(code: int, rule: Any, state: Any, seat: int, hand: Mask) -> Mask:
    """The cards of a hand that may be played whatever other rules say."""
    raise NotImplementedError


def narrow_lead(code: int, rule: Any, state: Any, hand: Mask) -> Mask:
    """The part of the cards that may be led first; none: the rule does not bind."""
    raise NotImplementedError


def takes_all(code: int, rule: Any, trick: Any) -> Mask:
    """The card that wins such a trick whatever else is in it."""
    raise NotImplementedError


def winning(code: int, rule: Any, state: Any, trick: Any) -> int | None:
    """The place of the card that wins a full trick; None: the rule does not decide."""
    raise NotImplementedError


def moves(code: int, rule: Any, state: Any, trick: Any, owner: int, winner: int) -> Moved | None:
    """The movement of a card of a full trick; None: the rule does not apply."""
    raise NotImplementedError


def brings(code: int, rule: Any, state: Any, trick: Any, winner: int) -> Mask:
    """The cards of the talon that a full trick brings its winner."""
    raise NotImplementedError


def asked(code: int, rule: Any, state: Any, answer: int) -> int:
    """The seat that is asked between two tricks, or -1; ``answer`` is 0 before any, 1 for “nothing”, 2 for something."""
    raise NotImplementedError


def stops(code: int, rule: Any, state: Any, answer: int) -> bool:
    """True if the play ends between two tricks."""
    raise NotImplementedError
