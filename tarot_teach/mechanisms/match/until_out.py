from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Params
from tarot_teach.mechanisms.interfaces import EndsMatch
from tarot_teach.text import Text


class UntilOutParams(Params):
    start: Count = Field(gt=0, description="Chips that each player has at the start.")
    then: Literal["ends", "goes_on"] = Field(description="What happens when somebody has none left.")


class UntilOut(EndsMatch[UntilOutParams]):
    """Each player starts with some chips. When somebody has none left the match is over, and most chips win it; or it goes
    on, and whoever has none plays all the same."""

    Params = UntilOutParams

    @property
    def start(self) -> int | None:
        return self.params.start

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        if self.params.then == "goes_on" or min(totals) > 0:
            return ()
        best = max(totals)
        return tuple(seat for seat, total in enumerate(totals) if total == best)

    def says(self) -> Text:
        if self.params.then == "goes_on":
            return self.say(
                _("Each player starts with {start} chips, and plays on without any."), start=self.params.start
            )
        return self.say(
            _("Each player starts with {start} chips; when somebody has none left, most chips win."),
            start=self.params.start,
        )
