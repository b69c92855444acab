"""Rules of the talon: who sees it, and whose it is."""

from __future__ import annotations

from tarot_teach.mechanisms.interfaces import HandlesTalon, TalonMove
from tarot_teach.messages import N_, _
from tarot_teach.table import Finding


class LiesUnseen(HandlesTalon):
    """A talon that the contract does not take lies unseen until the count, and then belongs to one side."""

    sentence = N_("{talon:the} lies face down until the cards are counted.")

    def move(self, talon_goes: str) -> TalonMove | None:
        if talon_goes == "taken":
            return None
        return TalonMove(into_hand=False, shown=False, side=0 if talon_goes == "taker" else 1)

    def why(self, finding: Finding) -> str:
        if finding.facts["seat"] is None:
            return _("Nobody sees {talon:the}, and it counts for nobody.")
        if finding.facts["side"] == 0:
            return _("Nobody sees {talon:the} until the count; it belongs to {taker:the}'s side.")
        return _("Nobody sees {talon:the} until the count; it belongs to the defence.")


class ShownAndTaken(HandlesTalon):
    """A talon that the contract takes is shown to all, then taken into the taker's hand."""

    sentence = N_("{talon:the} is turned up for all to see; then {taker:the} takes it into the hand.")
    reason = N_("{talon:the} is shown: {cards}. {who} takes it.")

    def move(self, talon_goes: str) -> TalonMove | None:
        return TalonMove(into_hand=True, shown=True, side=0) if talon_goes == "taken" else None
