from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import get_args

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.declare.announced_slam import SMALL_SLAM
from tarot_teach.mechanisms.declare.announced_small_slam import SmallSlamParams as AnnouncedParams
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.score.slam_bonus import Kind, amount_of, won_by_taker
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Finding, Line, Outcome, Sheet, State
from tarot_teach.text import Text


class SmallSlamParams(Params):
    but: Count = Field(gt=0, description="How many tricks may be lost.")
    amounts: dict[Kind, Count] = Field(
        description="Game points for a small slam made without an announcement, made as announced, and announced and failed."
    )


class SmallSlamBonus(Scores[SmallSlamParams]):
    """Winning all tricks but a few is worth a bonus, more when it was announced; announced and failed, it costs the taker.
    A side that wins every trick, or has announced to, scores that instead, unless it has announced the small slam."""

    Params = SmallSlamParams
    sides = True
    about = SMALL_SLAM

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        taker = state.auction.taker
        if taker is None or state.unrecorded_tricks or not state.tricks:
            return outcome
        side = state.side(taker)
        lost = sum(taken.winner not in side for taken in state.tricks)
        announced = any(done.level == SMALL_SLAM for done in state.declared)
        small = []
        if lost <= self.params.but:
            small.append("announced-made" if announced else "made")
        elif announced:
            small.append("announced-failed")
        if len(state.tricks) - lost <= self.params.but:
            small.append("defence")
        return replace(outcome, small_slam=tuple(small))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [
            Line(
                self.rule,
                "+" if won_by_taker(small) == bool(outcome.made) else "-",
                Fraction(self.params.amounts[amount_of(small)]),
                {"slam": small},
            )
            for small in outcome.small_slam
            if not _replaced(small, outcome.slam)
        ]

    def label(self, line: Line) -> Text:
        return self.say("{small_slam}")

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {"but": self.params.but}
        match finding.facts["slam"]:
            case "made":
                return self.say(
                    _("{taker:the}'s side lost no more than {but} tricks, without having announced it."), **facts
                )
            case "announced-made":
                return self.say(_("{taker:the}'s side lost no more than {but} tricks, as announced."), **facts)
            case "announced-failed":
                return self.say(
                    _("{small_slam:a} was announced, and {taker:the}'s side lost more than {but} tricks."), **facts
                )
        return self.say(_("The defence lost no more than {but} tricks."), **facts)

    def formula(self) -> tuple[str, str]:
        return "±", self.terms["small_slam"].label

    def says(self) -> Text:
        return self.say(
            _(
                "Winning all tricks but {but} is worth {made}, or {announced} when announced; announced and failed, it "
                "costs {failed}."
            ),
            but=self.params.but,
            **self.params.amounts,
        )

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        announced = [r for r in ruleset.at("declare") if isinstance(r.params, AnnouncedParams)]
        other = [r for r in announced if r.params.model_dump()["but"] != cls.typed(rule).but]
        if other:
            return [
                _("{id} is not announced for the number of tricks that {id_2} pays for").format(
                    id=other[0].id, id_2=rule.id
                )
            ]
        missing = sorted(set(get_args(Kind)) - set(cls.typed(rule).amounts))
        return [_("there is no amount for {missing}").format(missing=", ".join(missing))] if missing else []


def _replaced(small: str, slams: tuple[str, ...]) -> bool:
    """Tell a small slam whose side has won a slam, or has announced one, and scores that instead."""
    sides = {slam.startswith("defence") for slam in slams}
    return small in ("made", "defence") and (small == "defence") in sides
