from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import ExemptsCards
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text


class ExcuseAnyTime(ExemptsCards[NoParams]):
    """The Excuse may be played at any time, whatever was led. Led, it leaves the suit to the next card."""

    def exempt(self, state: State, seat: int, hand: int) -> int:
        return hand & self.deck.excuse

    def says(self) -> Text:
        return self.say(_("{excuse:the} may be played at any time; led, it leaves the suit to the next card."))

    def because(self, finding: Finding, who: Who) -> Text:
        if finding.effect is Effect.ALLOWS:
            return self.say(_("Led, {excuse:the} leaves it to the next card to decide the suit."))
        return self.say(_("{excuse:the} may be played at any time."))
