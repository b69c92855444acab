from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import LimitsFirstLead
from tarot_teach.table import Finding, State
from tarot_teach.text import Text


class NotTheCalledSuit(LimitsFirstLead[NoParams]):
    """The first lead of the deal may not be in the suit of the called card, unless it is that card itself."""

    def narrow_lead(self, state: State, hand: int) -> int:
        called = state.auction.called
        return hand if called is None else hand & ~(called.suit_mask & ~called.bit)

    def says(self) -> Text:
        return self.say(_("The first lead may not be in the suit of the called card, unless it is that card itself."))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(_("The first lead may not be in the called suit, except {called} itself."), **finding.facts)
