from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Params
from tarot_teach.mechanisms.interfaces import EndsMatch
from tarot_teach.text import Text


class ToPointsParams(Params):
    points: Count = Field(gt=0, description="The total at which the match is won.")


class ToPoints(EndsMatch[ToPointsParams]):
    """The match is won by the highest total that has reached a number of points. Where the highest totals are equal, the
    match goes on."""

    Params = ToPointsParams

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        best = max(totals)
        leaders = tuple(seat for seat, total in enumerate(totals) if total == best)
        return leaders if best >= self.params.points and len(leaders) == 1 else ()

    def says(self) -> Text:
        return self.say(_("The first total of {points} or more wins the match."), points=self.params.points)
