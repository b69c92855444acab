from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import HandlesTalon, TalonMove
from tarot_teach.table import Finding
from tarot_teach.text import Text


class ShownAndTaken(HandlesTalon[NoParams]):
    """Where the contract takes the talon: it is shown to all, then taken into the taker's hand."""

    def move(self, talon_goes: str) -> TalonMove | None:
        return TalonMove(into_hand=True, shown=True, side=0) if talon_goes == "taken" else None

    def says(self) -> Text:
        return self.say(_("{talon:the} is turned up for all to see; then {taker:the} takes it into the hand."))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(
            _("{talon:the} is shown: {cards}. {who} takes it."),
            who=who(finding.facts["seat"]),
            cards=finding.facts["cards"],
        )
