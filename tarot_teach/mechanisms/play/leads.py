"""Rules of the play that say who leads to the first trick."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.mechanisms.declare import SLAM
from tarot_teach.mechanisms.interfaces import Leads
from tarot_teach.messages import N_, _
from tarot_teach.table import Finding, State
from tarot_teach.text import Text


class AfterDealerLeads(Leads):
    """The player after the dealer leads to the first trick."""

    heading = N_("The first lead")
    sentence = N_("The player after the dealer leads to the first trick.")
    reason = N_("{who} comes after the dealer, and leads.")

    def leader(self, state: State) -> int | None:
        return (state.dealer + 1) % state.players


class DealerLeads(Leads):
    """The dealer leads to the first trick."""

    heading = N_("The first lead")
    sentence = N_("The dealer leads to the first trick.")
    reason = N_("{who} is the dealer, and leads.")

    def leader(self, state: State) -> int | None:
        return state.dealer


class TakerLeads(Leads):
    """The taker leads to the first trick, or the player after the taker."""

    who: Literal["taker", "after_taker"] = Field(
        "taker", description="Who leads: the taker, or the player after the taker in order of play."
    )
    heading = N_("The first lead")

    def leader(self, state: State) -> int | None:
        taker = state.auction.taker
        return taker if taker is None or self.who == "taker" else (taker + 1) % state.players

    def says(self) -> Text:
        if self.who == "taker":
            return self.say(_("{taker:the} leads to the first trick."))
        return self.say(_("The player after {taker:the} leads to the first trick."))

    def why(self, finding: Finding) -> str:
        if self.who == "taker":
            return _("{who} is {taker:the}, and leads.")
        return _("{who} comes after {taker:the}, and leads.")


class SlamAnnouncerLeads(Leads):
    """Whoever has announced a slam leads to the first trick."""

    sentence = N_("The player who has announced {slam:a} leads to the first trick.")
    reason = N_("{who} has announced {slam:a}, and leads.")

    def leader(self, state: State) -> int | None:
        return next((done.seat for done in state.declared if done.level == SLAM), None)
