from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import Leads
from tarot_teach.table import Finding, State
from tarot_teach.text import Text


class AfterDealerLeads(Leads[NoParams]):
    """The player after the dealer leads to the first trick."""

    def leader(self, state: State) -> int | None:
        return (state.dealer + 1) % state.players

    def says(self) -> Text:
        return self.say(_("The player after the dealer leads to the first trick."))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(_("{who} comes after the dealer, and leads."), who=who(finding.facts["seat"]))
