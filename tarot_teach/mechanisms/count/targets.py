from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pydantic import Field

from tarot_teach.cards import halves_text
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Honours, Params, Who
from tarot_teach.mechanisms.interfaces import Counts
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Effect, Finding, Outcome
from tarot_teach.text import Text, say


class TargetParams(Params):
    by_honours: dict[Honours, Count] = Field(
        description="Card points that the taker's side needs, by the number of honours that it has won.",
        min_length=1,
    )


class Targets(Counts[TargetParams]):
    """The taker's side wins with a number of card points that depends on the honours among its cards."""

    Params = TargetParams
    sides = True
    marks = ("honour",)
    bounded = True

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        target = self.params.by_honours[outcome.honours]
        counted = replace(outcome, target=target, points=Fraction(outcome.halves, 2))
        return counted, Finding(self.rule, Effect.DECIDES, {"honours": outcome.honours, "target": target})

    def says(self) -> Text:
        targets = [
            say(_("{points} with {honours}"), points=points, honours=self.terms["honour"].count(honours))
            for honours, points in sorted(self.params.by_honours.items(), reverse=True)
        ]
        return self.say(_("{taker:the}'s side needs {targets}."), targets=targets)

    def because(self, finding: Finding, who: Who) -> Text:
        honours = self.terms["honour"].count(finding.facts["honours"])
        return self.say(
            _("With {honours}, {taker:the}'s side needs {target} card points."),
            honours=honours,
            target=finding.facts["target"],
        )

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        honours = ruleset.deck.marks.get("honour", 0).bit_count()
        missing = [str(n) for n in range(honours + 1) if n not in cls.typed(rule).by_honours]
        if missing:
            return [_("there is no target for {missing} honours").format(missing=", ".join(missing))]
        highest, total = max(cls.typed(rule).by_honours.values()), ruleset.deck.halves
        beyond = _("nobody can reach {highest} card points: the pack has {halves_text}").format(
            highest=highest, halves_text=halves_text(total)
        )
        return [beyond] if 2 * highest > total else []
