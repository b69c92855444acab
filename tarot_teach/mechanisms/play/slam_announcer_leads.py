from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.declare.announced_slam import SLAM
from tarot_teach.mechanisms.interfaces import Leads
from tarot_teach.table import Finding, State
from tarot_teach.text import Text


class SlamAnnouncerLeads(Leads[NoParams]):
    """Whoever has announced a slam leads to the first trick."""

    def leader(self, state: State) -> int | None:
        return next((done.seat for done in state.declared if done.level == SLAM), None)

    def says(self) -> Text:
        return self.say(_("The player who has announced {slam:a} leads to the first trick."))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(_("{who} has announced {slam:a}, and leads."), who=who(finding.facts["seat"]))
