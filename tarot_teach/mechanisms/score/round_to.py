from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class RoundToParams(Params):
    to: Count = Field(gt=0, description="The number of which the sum becomes a multiple.")


class RoundTo(Scores[RoundToParams]):
    """The sum so far is rounded to the nearest multiple of a number; exactly between two, upwards. Each player of the
    losing side pays the rounded sum, so that the scores still sum to zero."""

    Params = RoundToParams

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        to = self.params.to
        rounded = (sheet.total + Fraction(to, 2)) // to * to
        change = rounded - sheet.total
        if not change:
            return []
        facts = {"from": sheet.total, "rounded": rounded}
        return [Line(self.rule, "+" if change > 0 else "-", abs(change), facts)]

    def label(self, line: Line) -> Text:
        return self.say(_("Rounding"))

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {"sum": str(finding.facts["from"]), "rounded": str(finding.facts["rounded"]), "to": self.params.to}
        return self.say(_("{sum} is rounded to {rounded}, a multiple of {to}."), **facts)

    def formula(self) -> tuple[str, str]:
        return "±", _("rounding to {to}").format(to=self.params.to)

    def says(self) -> Text:
        return self.say(_("The sum is rounded to the nearest multiple of {to}."), to=self.params.to)
