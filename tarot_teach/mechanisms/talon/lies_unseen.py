from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import HandlesTalon, TalonMove
from tarot_teach.table import Finding
from tarot_teach.text import Text


class LiesUnseen(HandlesTalon[NoParams]):
    """Where the contract does not take the talon: it lies unseen until the count, and then belongs to one side."""

    def move(self, talon_goes: str) -> TalonMove | None:
        if talon_goes == "taken":
            return None
        return TalonMove(into_hand=False, shown=False, side=0 if talon_goes == "taker" else 1)

    def says(self) -> Text:
        return self.say(_("{talon:the} lies face down until the cards are counted."))

    def because(self, finding: Finding, who: Who) -> Text:
        if finding.facts["side"] == 0:
            return self.say(_("Nobody sees {talon:the} until the count; it belongs to {taker:the}'s side."))
        return self.say(_("Nobody sees {talon:the} until the count; it belongs to the defence."))
