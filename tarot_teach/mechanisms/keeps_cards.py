"""The question which cards bind a seat in the play by what has been announced, or lies face up."""

from __future__ import annotations

from abc import abstractmethod

from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.table import Choose, State


class KeepsCards(Mechanism):
    """Restriction of the cards that may be played by what one seat has announced or laid face up, asked after the rules that narrow every play. None left:
    the rule does not bind. A deal in which it binds somebody has no words."""

    @abstractmethod
    def bound(self, state: State, seat: int) -> bool:
        """True where the rule can bind a seat in the rest of the deal."""

    def announcement(self, state: State, seat: int) -> Choose | None:
        """The announcement by which the rule binds a seat; None for a rule that asks for none."""
        return None

    @abstractmethod
    def narrow_kept(self, state: State, seat: int, playable: int) -> int: ...
