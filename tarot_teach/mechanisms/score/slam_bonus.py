from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.declare.announced_slam import SLAM
from tarot_teach.mechanisms.interfaces import Scores, won_all_before
from tarot_teach.table import Finding, Line, Outcome, Sheet, State
from tarot_teach.text import Text


class SlamParams(Params):
    made: Count = Field(description="Game points for winning every trick without having announced it.")
    announced: Count = Field(description="Game points for winning every trick as announced.")
    failed: Count = Field(description="Game points lost by a side that announced it and did not win every trick.")


class SlamBonus(Scores[SlamParams]):
    """Winning every trick is worth a bonus, more when it was announced; announced and failed, it costs as much as is set."""

    Params = SlamParams
    sides = True
    about = SLAM

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        taker = state.auction.taker
        if taker is None or not state.tricks:
            return outcome
        side = state.side(taker)
        defence = tuple(seat for seat in range(state.players) if seat not in side)
        announced = {done.seat in side for done in state.declared if done.level == SLAM}
        slams = []
        if True in announced:
            slams.append("announced-made" if won_all_before(state, side, len(state.tricks)) else "announced-failed")
        elif won_all_before(state, side, len(state.tricks)):
            slams.append("made")
        if False in announced:
            made = won_all_before(state, defence, len(state.tricks))
            slams.append("defence-announced-made" if made else "defence-announced-failed")
        elif won_all_before(state, defence, len(state.tricks)):
            slams.append("defence")
        return replace(outcome, slam=tuple(slams))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        amounts = self.params.model_dump()
        return [
            Line(
                self.rule,
                "+" if won_by_taker(slam) == bool(outcome.made) else "-",
                Fraction(amounts[amount_of(slam)]),
                {"slam": slam},
            )
            for slam in outcome.slam
        ]

    def label(self, line: Line) -> Text:
        return self.say("{slam}")

    def because(self, finding: Finding, who: Who) -> Text:
        match finding.facts["slam"]:
            case "made":
                return self.say(_("{taker:the}'s side won every trick, without having announced it."))
            case "announced-made":
                return self.say(_("{taker:the}'s side won every trick, as announced."))
            case "announced-failed":
                return self.say(_("{slam:a} was announced, and {taker:the}'s side did not win every trick."))
            case "defence-announced-made":
                return self.say(_("The defence won every trick, as announced."))
            case "defence-announced-failed":
                return self.say(_("A defender announced {slam:a}, and the defence did not win every trick."))
        return self.say(_("The defence won every trick."))

    def formula(self) -> tuple[str, str]:
        return "±", self.terms["slam"].label

    def says(self) -> Text:
        return self.say(
            _(
                "Winning every trick is worth {made}, or {announced} when announced; announced and failed, it costs {failed}."
            ),
            made=self.params.made,
            announced=self.params.announced,
            failed=self.params.failed,
        )


Kind = Literal["made", "announced", "failed"]
AMOUNTS: dict[str, Kind] = {
    **dict.fromkeys(("made", "defence"), "made"),
    **dict.fromkeys(("announced-made", "defence-announced-made"), "announced"),
    **dict.fromkeys(("announced-failed", "defence-announced-failed"), "failed"),
}


def amount_of(slam: str) -> Kind:
    """The parameter that has the amount for what became of a slam. Raises ValueError for a word that is not in ``SLAMS``."""
    if slam not in AMOUNTS:
        raise ValueError(_("{slam!r} is not one of {amounts}").format(slam=slam, amounts=", ".join(AMOUNTS)))
    return AMOUNTS[slam]


def won_by_taker(slam: str) -> bool:
    """Tell what of a slam is to the taker's good."""
    return slam in ("made", "announced-made", "defence-announced-failed")
