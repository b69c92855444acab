from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

from pydantic import Field

from tarot_teach.cards import halves_text
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Params, Who
from tarot_teach.mechanisms.interfaces import Counts
from tarot_teach.table import Effect, Finding, Outcome
from tarot_teach.text import Text


class HalfPointParams(Params):
    to: Literal["winning_side"] = Field(description="Which side gets a half-point left over.")


class HalfPoints(Counts[HalfPointParams]):
    """A half-point left over goes to the side that has won the deal: the taker's points are rounded up if they reach the
    target without it, else down. Stands after the rule of the targets."""

    Params = HalfPointParams
    sides = True
    sets_target = False
    bounded = True
    after_target = True

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        if outcome.halves % 2 == 0 or outcome.target is None:
            return outcome, None
        made = outcome.halves >= 2 * outcome.target
        points = Fraction(outcome.halves + (1 if made else -1), 2)
        facts = {"points": halves_text(outcome.halves), "counts": int(points), "made": made}
        return replace(outcome, points=points), Finding(self.rule, Effect.DECIDES, facts)

    def says(self) -> Text:
        return self.say(_("A half-point left over goes to the side that wins the deal."))

    def because(self, finding: Finding, who: Who) -> Text:
        if finding.facts["made"]:
            return self.say(
                _("The half-point goes to {taker:the}'s side, which has won: {points} counts as {counts}."),
                **finding.facts,
            )
        return self.say(
            _("The half-point goes to the defence, which has won: {points} counts as {counts}."),
            **finding.facts,
        )
