from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.declare.announced_slam import SLAM, SMALL_SLAM
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.table import Declare, Effect, Finding, State
from tarot_teach.text import Text


class SmallSlamParams(Params):
    but: Count = Field(gt=0, description="How many tricks may be lost.")


class AnnouncedSmallSlam(Offers[SmallSlamParams]):
    """Before the first lead, the taker may announce to win all but a few tricks, if no slam is announced."""

    Params = SmallSlamParams
    kind = SMALL_SLAM
    before_lead = True
    levels = (SMALL_SLAM,)

    def asks(self, state: State) -> Sequence[int]:
        taker = state.auction.taker
        return () if taker is None else (taker,)

    def offers(self, state: State, seat: int) -> tuple[Declare, ...]:
        announced = any(done.seat == seat and done.level in (SLAM, SMALL_SLAM) for done in state.declared)
        return () if announced or seat not in self.asks(state) else (Declare(seat, self.rule, SMALL_SLAM),)

    def check_declaration(self, state: State, action: Declare) -> list[Finding]:
        fine = bool(self.offers(state, action.seat)) and action.level == SMALL_SLAM
        facts = {"seat": action.seat, "taker": action.seat == state.auction.taker}
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, facts, decisive=not fine)]

    def says(self) -> Text:
        return self.say(
            _("Before the first lead, {taker:the} may announce {small_slam:a}: to win all tricks but {but}."),
            but=self.params.but,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {"who": who(finding.facts["seat"]), "but": self.params.but}
        if finding.effect is not Effect.REFUSES:
            return self.say(_("{who} announces {small_slam:a}: to win all tricks but {but}."), **facts)
        if finding.facts["taker"]:
            return self.say(_("{who} has announced {slam:a} already, and may not announce another."), **facts)
        return self.say(_("Only {taker:the} may announce {small_slam:a}."))
