from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pydantic import Field

from tarot_teach.language import ngettext
from tarot_teach.mechanisms.base import Count, Params
from tarot_teach.mechanisms.interfaces import EndsMatch
from tarot_teach.text import Text


class NumberOfDealsParams(Params):
    each: Count = Field(gt=0, description="How often each player deals before the match is over.")


class NumberOfDeals(EndsMatch[NumberOfDealsParams]):
    """The match is over when each player has dealt so many times; the highest total wins it, or several that are equal."""

    Params = NumberOfDealsParams

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        if deals < self.params.each * len(totals):
            return ()
        best = max(totals)
        return tuple(seat for seat, total in enumerate(totals) if total == best)

    def says(self) -> Text:
        phrase = ngettext(
            "The match is over when each player has dealt {number} time; the highest total wins.",
            "The match is over when each player has dealt {number} times; the highest total wins.",
            self.params.each,
        )
        return self.say(phrase, number=self.params.each)
