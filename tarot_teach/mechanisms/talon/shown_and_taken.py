from __future__ import annotations

from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.steps import HandlesTalon, TalonMove
from tarot_teach.table import Finding
from tarot_teach.text import Text, _, say


class ShownAndTaken(HandlesTalon[NoParams]):
    """Where the contract takes the talon: it is shown to all, then taken into the taker's hand."""

    def move(self, talon_goes: str) -> TalonMove | None:
        return TalonMove(into_hand=True, shown=True, side=0) if talon_goes == "taken" else None

    def says(self) -> Text:
        return say(_("The talon is turned up for all to see; then the taker takes it into the hand."))

    def because(self, finding: Finding, who: Who) -> Text:
        return say(
            _("The talon is shown: {cards}. {who} takes it."),
            who=who(finding.facts["seat"]),
            cards=finding.facts["cards"],
        )
