"""Rules of the play that ask for more of the deal than hand and trick."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.table import State


class NeedsPastTricks(Mechanism):
    """A rule of the play that asks for more of the deal than the cards of hand and trick, the contract and the trumps.

    A question about the play has to give it.
    """

    CALLED: ClassVar[str] = "called"  # the card that was called
    PLAYED: ClassVar[str] = "played"  # the cards that the player has played before
    WON: ClassVar[str] = "won"  # that the trick is the last, and which side has won every trick before

    @abstractmethod
    def past_needed(self, state: State) -> str:
        """The fact that the rule asks for in a state, one of these; empty where none makes a difference."""
