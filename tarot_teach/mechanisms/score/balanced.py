"""Card points above and below a number, rounded, with a player who balances what the others get and pay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from tarot_teach.cards import halves_text
from tarot_teach.mechanisms.base import Count, NewName, Who, Within
from tarot_teach.mechanisms.interfaces import MakesOutcomes, Scores
from tarot_teach.mechanisms.places import HasPlace
from tarot_teach.mechanisms.pots import unknown_payments
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, Line, NumberFact, Outcome, Sheet
from tarot_teach.text import Text, joined


class DifferenceBalanced(HasPlace, Scores):
    """Each card point above a number is won, and each below it lost, rounded to the nearest multiple of another; the player after the dealer gets or pays
    what balances the others. The fact of a player is the place in the order of play, from 1 for the player after the dealer."""

    by_points = True
    par: Annotated[Count, Within("card_points", below=True)] = Field(description="The card points that bring nothing.")
    to: Count = Field(gt=0, description="The number of which what is won and lost is a multiple.")
    not_beside: list[NewName] = Field(
        default=[],
        description="Payments for tricks, by the last part of their rule's id: where one of them has been made, card points bring nothing.",
    )
    heading = N_("Card points above or below {par}")
    operation = "±"
    by_cards = True
    among_all = True

    def _rounded(self, outcome: Outcome) -> Fraction:
        """The difference of a player, rounded; exactly between two multiples, upwards."""
        return Fraction((outcome.counted_points - self.par + Fraction(self.to, 2)) // self.to * self.to)

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return self.lines_among(outcome, sheet, [outcome])

    def lines_among(self, outcome: Outcome, sheet: Sheet, everybody: Sequence[Outcome]) -> list[Line]:
        if any(paid.rule.rpartition(".")[2] in self.not_beside for paid in outcome.paid):
            return []
        fact, points = self.fact(outcome), outcome.counted_points
        balances = fact == NumberFact(1) and len(everybody) > 1
        amount = self._rounded(outcome)
        if balances:
            amount = -sum((self._rounded(other) for other in everybody if other is not outcome), Fraction(0))
        facts = {"points": points, "margin": points - self.par, "balances": balances, "rounded": int(abs(amount))}
        return [self.line(abs(amount), "-" if amount < 0 else "+", **facts)]

    def label(self, line: Line) -> Text:
        return self.say(_(self.heading))

    def formula(self) -> tuple[str, str]:
        return "+", _("card points − {par}").format(par=self.par)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        points, margin = (int(finding.facts[name] * 2) for name in ("points", "margin"))
        return super().facts_in_words(finding, who) | {"points": halves_text(points), "by": halves_text(abs(margin))}

    def says(self) -> Text:
        phrase = _("Card points above {par} are won, and those missing to {par} are lost, to the nearest multiple of {to}; the player after the dealer gets or pays what balances the others.")  # fmt: skip
        said = [self.say(phrase)]
        if self.not_beside:
            titles = [
                each.title for each in self.ruleset_rules.values() if each.id.rpartition(".")[2] in self.not_beside
            ]
            words = _("Card points bring nothing where this has been paid: {names}.")
            said.append(self.say(words, names=titles or self.not_beside))
        return joined(said)

    def why(self, finding: Finding) -> str:
        if finding.facts["balances"]:
            return _("{points} card points; the player who deals next balances what the others get and pay.")
        if finding.facts["margin"] < 0:
            return _("{points} card points are {by} less than {par}, to the nearest multiple of {to}: {rounded}.")
        return _("{points} card points are {by} more than {par}, to the nearest multiple of {to}: {rounded}.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from unknown_payments(self.not_beside, self.rule, ruleset)
        if any(
            issubclass(kind, MakesOutcomes) and (kind.sides or kind.by_party) for kind in kinds_at(ruleset, "count")
        ):
            yield _("it is about each player, and here some count together")
