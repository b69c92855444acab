from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Params, Who
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.table import Declare, Effect, Finding, State
from tarot_teach.text import Text

SLAM, SMALL_SLAM = "slam", "small_slam"


class AnnouncedSlamParams(Params):
    by: Literal["taker", "anyone"] = Field(description="Who may announce it.")


class AnnouncedSlam(Offers[AnnouncedSlamParams]):
    """Before the first lead, a player who has not announced a small slam may announce that their side will win every trick."""

    Params = AnnouncedSlamParams
    kind = SLAM
    before_lead = True
    levels = (SLAM,)

    def asks(self, state: State) -> Sequence[int]:
        taker = state.auction.taker
        if self.params.by == "anyone":
            return super().asks(state)
        return () if taker is None else (taker,)

    def offers(self, state: State, seat: int) -> tuple[Declare, ...]:
        announced = any(done.level == SLAM or (done.seat, done.level) == (seat, SMALL_SLAM) for done in state.declared)
        return () if announced or seat not in self.asks(state) else (Declare(seat, self.rule, SLAM),)

    def check_declaration(self, state: State, action: Declare) -> list[Finding]:
        fine = bool(self.offers(state, action.seat)) and action.level == SLAM
        facts = {"seat": action.seat, "made": any(done.level == SLAM for done in state.declared)}
        if any((done.seat, done.level) == (action.seat, SMALL_SLAM) for done in state.declared):
            facts["small"] = True
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, facts, decisive=not fine)]

    def says(self) -> Text:
        if self.params.by == "anyone":
            return self.say(
                _("Before the first lead, any player may announce {slam:a}: that their side wins every trick.")
            )
        return self.say(_("Before the first lead, {taker:the} may announce {slam:a}: to win every trick."))

    def because(self, finding: Finding, who: Who) -> Text:
        if finding.effect is Effect.REFUSES:
            if finding.facts["made"]:
                return self.say(_("{slam:a} has been announced already."))
            if "small" in finding.facts:
                phrase = _("{who} has announced {small_slam:a} already, and may not announce {slam:a} as well.")
                return self.say(phrase, who=who(finding.facts["seat"]))
            return self.say(_("Only {taker:the} may announce {slam:a}."))
        return self.say(_("{who} announces {slam:a}: to win every trick."), who=who(finding.facts["seat"]))
