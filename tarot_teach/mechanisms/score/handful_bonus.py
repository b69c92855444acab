from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pydantic import Field

from tarot_teach.language import _, as_words
from tarot_teach.mechanisms.base import Count, HandfulName, Params, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import DEFENCE, TAKER, Finding, Handful, Line, Outcome, Sheet, State
from tarot_teach.text import Text


class HandfulBonusParams(Params):
    amounts: dict[HandfulName, Count] = Field(description="Game points for each level of a handful.", min_length=1)


class HandfulBonus(Scores[HandfulBonusParams]):
    """Each handful shown is worth an amount to the side that wins the deal, whoever showed it."""

    Params = HandfulBonusParams
    sides = True
    about = "handfuls"

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        taker = state.auction.taker
        side = state.side(taker) if taker is not None else ()
        shown = tuple(
            Handful(done.level, TAKER if done.seat in side else DEFENCE)
            for done in state.declared
            if done.level in self.params.amounts
        )
        return replace(outcome, handfuls=shown)

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [
            Line(
                self.rule,
                "+",
                Fraction(self.params.amounts[handful.level]),
                {"level": handful.level, "made": outcome.made},
            )
            for handful in outcome.handfuls
        ]

    def label(self, line: Line) -> Text:
        return self.say(_("{level} {handful}"), level=as_words(line.facts["level"]))

    def because(self, finding: Finding, who: Who) -> Text:
        if finding.facts["made"]:
            return self.say(
                _("{handful:a} counts for the side that wins the deal, whoever showed it: here {taker:the}'s side.")
            )
        return self.say(_("{handful:a} counts for the side that wins the deal, whoever showed it: here the defence."))

    def formula(self) -> tuple[str, str]:
        return "+", self.terms["handful"].plural.label

    def says(self) -> Text:
        amounts = [f"{as_words(level)} {amount}" for level, amount in self.params.amounts.items()]
        return self.say(_("{handful:a} is worth, to the side that wins the deal: {amounts}."), amounts=amounts)

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        levels = [
            level
            for shown in ruleset.at("declare")
            if shown.mechanism == "handful"
            for level in shown.params.model_dump()["levels"]
        ]
        return [
            _("there is no amount for a {level} handful").format(level=level)
            for level in levels
            if level not in cls.typed(rule).amounts
        ]
