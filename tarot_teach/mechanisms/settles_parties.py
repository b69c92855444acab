"""The question who pays whom where parties play, or each player alone."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from tarot_teach.mechanisms.base import Mechanism


class SettlesParties(Mechanism):
    """Payments between parties, or players who play alone, for the totals of their score sheets. Without such a rule each player gets the
    total of their own sheet."""

    sums_to_zero: ClassVar[bool] = False

    @abstractmethod
    def settle(self, totals: Sequence[Fraction]) -> Sequence[Fraction]:
        """Game points of each player of a party, by party, for the totals of the parties."""
