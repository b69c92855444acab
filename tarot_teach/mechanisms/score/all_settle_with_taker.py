from __future__ import annotations

from fractions import Fraction

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import Settles, Shares
from tarot_teach.table import Outcome
from tarot_teach.text import Text


class AllSettleWithTaker(Settles[NoParams]):
    """Each defender settles the whole hand score with the taker, so that the scores sum to zero."""

    sums_to_zero = True

    def shares(self, outcome: Outcome, players: int) -> Shares:
        return Shares(taker=Fraction(players - 1), partner=None, defender=Fraction(-1))

    def says(self) -> Text:
        return self.say(_("Each defender pays {taker:the} the hand score, or receives it from {taker:the}."))
