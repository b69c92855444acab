from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import OnAllPass
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text


class AllPassVoids(OnAllPass[NoParams]):
    """When all pass, the deal is void."""

    def all_passed(self, state: State) -> Finding:
        return Finding(self.rule, Effect.DECIDES, {}, decisive=True)

    def says(self) -> Text:
        return self.say(_("When all pass, the deal is void."))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(_("All have passed: the deal is void."))
