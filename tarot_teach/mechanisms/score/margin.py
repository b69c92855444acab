from __future__ import annotations

from fractions import Fraction

from tarot_teach.cards import halves_text
from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class Margin(Scores[NoParams]):
    """Each card point above the target, or below it, is worth one to the side that wins the deal."""

    sides = True

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        margin = outcome.margin or Fraction(0)
        facts = {"points": outcome.points, "margin": margin, "target": outcome.target}
        return [Line(self.rule, "+", abs(margin), facts)]

    def label(self, line: Line) -> Text:
        return self.say(_("Card points above or below the target"))

    def because(self, finding: Finding, who: Who) -> Text:
        points, margin, target = (finding.facts[name] for name in ("points", "margin", "target"))
        if margin == 0:
            return self.say(_("{taker:the}'s side has exactly the {target} it needs."), target=target)
        phrase = _("{points} is {by} more than the {target} needed.")
        if margin < 0:
            phrase = _("{points} is {by} less than the {target} needed.")
        by = halves_text(int(abs(margin) * 2))
        return self.say(phrase, points=halves_text(int(points * 2)), by=by, target=target)

    def formula(self) -> tuple[str, str]:
        return "+", _("margin")

    def says(self) -> Text:
        return self.say(_("Each card point above the target, or below it, is worth 1 to the side that wins the deal."))
