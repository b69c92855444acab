from __future__ import annotations

from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.steps import Offers
from tarot_teach.table import Declare, Effect, Finding, State
from tarot_teach.text import Text, _, say

SLAM = "slam"


class AnnouncedSlam(Offers[NoParams]):
    """Before the first lead, the taker may announce that the taker's side will win every trick."""

    kind = SLAM
    before_lead = True
    levels = (SLAM,)

    def offers(self, state: State, seat: int) -> tuple[Declare, ...]:
        if seat != state.auction.taker or any(done.level == SLAM for done in state.declared):
            return ()
        return (Declare(seat, self.rule, SLAM),)

    def check_declaration(self, state: State, action: Declare) -> list[Finding]:
        fine = action.seat == state.auction.taker and action.level == SLAM
        facts = {"seat": action.seat}
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, facts, decisive=not fine)]

    def says(self) -> Text:
        return say(_("Before the first lead, the taker may announce a slam: to win every trick."))

    def because(self, finding: Finding, who: Who) -> Text:
        if finding.effect is Effect.REFUSES:
            return say(_("Only the taker may announce a slam."))
        return say(_("{who} announces a slam: to win every trick."), who=who(finding.facts["seat"]))
