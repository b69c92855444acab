from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class FixedAmountParams(Params):
    amount: Count = Field(description="Game points for every deal played.")


class FixedAmount(Scores[FixedAmountParams]):
    """Every deal played is worth a fixed amount to the side that wins it."""

    Params = FixedAmountParams

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [Line(self.rule, "+", Fraction(self.params.amount))]

    def label(self, line: Line) -> Text:
        return self.say(_("The game"))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(_("This much is counted for every deal that is played."))

    def formula(self) -> tuple[str, str]:
        return "+", str(self.params.amount)

    def says(self) -> Text:
        return self.say(_("Every deal played is worth {amount}."), amount=self.params.amount)
