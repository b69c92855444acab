"""The end of the play before the last card."""

from __future__ import annotations

from abc import abstractmethod

from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.table import Finding, State


class EndsPlay(Mechanism):
    """An end of the play before the last card, asked for after each trick. Cards left in the hands count for nobody."""

    @abstractmethod
    def ends(self, state: State) -> Finding | None:
        """The finding by which the play ends, or None."""

    def stops(self, state: State, answer: int) -> bool:
        """True if the play ends, in words. ``answer`` is what a seat has said between two tricks: 0 it was not asked, 1 nothing, 2 something."""
        raise NotImplementedError

    def may_end(self, mine: int, others: int) -> bool:
        """True if the play can end before the last trick when the taker's side has won ``mine`` tricks and its opponents ``others``."""
        return True

    def may_reach(self, mine: int, others: int) -> bool:
        """True if the play does not end for certain before the sides have won so many tricks."""
        return True
