"""The question which card points are counted besides those of the cards."""

from __future__ import annotations

from abc import abstractmethod

from tarot_teach.cards import Halves
from tarot_teach.mechanisms.interfaces import Counts
from tarot_teach.table import Fact, Outcome, State


class AddsPoints(Counts):
    """Card points that a player or side counts besides those of the cards, in every deal the same number together."""

    adds: Halves  # half-points that they all come to

    @abstractmethod
    def observe(self, state: State, outcome: Outcome) -> Fact | None:
        """The fact of a deal, as far as it has been played, by which they are counted."""

    @abstractmethod
    def added(self, outcome: Outcome) -> Outcome:
        """The outcome of a pile with them, from the facts that have been observed."""
