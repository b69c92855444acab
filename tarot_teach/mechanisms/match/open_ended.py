from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams
from tarot_teach.mechanisms.interfaces import EndsMatch
from tarot_teach.text import Text


class OpenEnded(EndsMatch[NoParams]):
    """Scores are added up from deal to deal; the players agree when to stop."""

    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        return ()

    def says(self) -> Text:
        return self.say(_("Scores are added up from deal to deal; the players agree when to stop."))
