"""A score by rank: whoever has the most card points pays the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from tarot_teach.language import N_, _
from tarot_teach.mechanisms.base import Count
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class MostPointsPay(Scores):
    """Each player with the most card points pays each of those with fewer; a player who has won no trick gets something more. Where all have
    equally many, nobody pays."""

    by_points = True
    by_cards = True
    among_all = True
    avoids_tricks = True
    each: Count = Field(
        gt=0, description="Game points that a player with the most card points pays to each of those with fewer."
    )
    none: Count = Field(0, description="Game points more that each of them pays to a player who has won no trick.")
    heading = N_("The most card points")
    operation = "±"

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return self.lines_among(outcome, sheet, [outcome])

    def lines_among(self, outcome: Outcome, sheet: Sheet, everybody: Sequence[Outcome]) -> list[Line]:
        most = max(other.halves for other in everybody)
        paying, getting = ([other for other in everybody if (other.halves == most) == pays] for pays in (True, False))
        if outcome.halves == most:
            amount = sum(self.each + (0 if other.cards else self.none) for other in getting)
            kind = "pays" if getting else "equal"
        else:
            amount = len(paying) * (self.each + (0 if outcome.cards else self.none))
            kind = "gets" if outcome.cards else "none"
        facts = {"seat": outcome.seat, "kind": kind, "points": outcome.points}
        return [self.line(amount, "-" if kind == "pays" else "+", **facts)]

    def label(self, line: Line) -> Text:
        return self.say(_(self.heading))

    def formula(self) -> tuple[str, str]:
        return self.operation, _("what the most card points pay")

    def says(self) -> Text:
        phrase = _("Each player with the most card points pays {each} to each of those with fewer. Where all have equally many, nobody pays.")  # fmt: skip
        if self.none:
            phrase = _("Each player with the most card points pays {each} to each of those with fewer, and {none} more to one who has won no trick. Where all have equally many, nobody pays.")  # fmt: skip
        return self.say(phrase)

    def why(self, finding: Finding) -> str:
        return {
            "pays": _("{points} card points are the most: each of the others is paid."),
            "gets": _("{points} card points are not the most: whoever has the most pays."),
            "none": _("No trick was won: whoever has the most card points pays {each}, and {none} more."),
            "equal": _("All have equally many card points: nobody pays."),
        }[finding.facts["kind"]]

    def facts_in_words(self, finding: Finding, who: Any) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"points": str(finding.facts["points"])}
