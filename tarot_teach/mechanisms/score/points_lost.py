"""A score in which card points are lost, and players with too many of them or with none settle among all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from tarot_teach.mechanisms.base import Count, Within
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class CardPointsLost(Scores):
    """Each player loses the card points won. But where somebody has too many of them, or no card at all, only such players score: the
    first lose a fixed amount, the others win one."""

    by_points = True
    above: Annotated[Count, Within("card_points", below=True)] = Field(
        description="The card points above which a player loses the fixed amount."
    )
    full: Count = Field(description="Game points lost by a player with more card points than that.")
    none: Count = Field(description="Game points won by a player who has won no trick.")
    sentence = N_(
        "Each player loses the card points won. But when somebody has more than {above}, or has won no trick, only such players score: more than {above} card points cost {full}, and no trick brings {none}."
    )
    by_cards = True
    among_all = True
    avoids_tricks = True
    heading = N_("Card points won")
    operation = "±"

    def _amount(self, outcome: Outcome) -> int:
        """The game points of a player who settles among all; 0 for any other."""
        if outcome.counted_points > self.above:
            return -self.full
        return 0 if outcome.cards else self.none

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return self.lines_among(outcome, sheet, [outcome])

    def lines_among(self, outcome: Outcome, sheet: Sheet, everybody: Sequence[Outcome]) -> list[Line]:
        kind, points = "points", outcome.counted_points
        amount = Fraction(self._amount(outcome))
        if amount:
            kind = "full" if amount < 0 else "none"
        elif any(self._amount(each) for each in everybody):
            kind = "nothing"
        else:
            amount = -points
        return [self.line(abs(amount), "+" if amount > 0 else "-", seat=outcome.seat, kind=kind, points=points)]

    def label(self, line: Line) -> Text:
        return self.say(_(self.heading))

    def formula(self) -> tuple[str, str]:
        return "−", _("card points")

    def why(self, finding: Finding) -> str:
        number = int(finding.facts["points"])
        return {
            "points": ngettext(
                "The one card point that was won is lost.", "The {points} card points that were won are lost.", number
            ),
            "full": _("{points} card points are more than {above}, which costs {full}."),
            "none": _("No trick was won, which brings {none}."),
            "nothing": _("Somebody has more than {above} card points, or no trick: nobody else scores."),
        }[finding.facts["kind"]]

    def facts_in_words(self, finding: Finding, who: Any) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"points": str(finding.facts["points"])}
