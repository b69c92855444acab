from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import ApartName, Count, Params, Who
from tarot_teach.mechanisms.interfaces import PaysApart
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Apart, Effect, Finding, Outcome, State
from tarot_teach.text import Text


class PaidApartParams(Params):
    level: ApartName = Field(description="The announcement that is paid for, as records name it.")
    gets: Count = Field(description="Game points that the announcer gets.")
    pays: Count = Field(description="Game points that each other player loses.")


class PaidApart(PaysApart[PaidApartParams]):
    """An announcement that every other player pays for, apart from the contract and whoever wins the deal."""

    Params = PaidApartParams
    sums_to_zero = True

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        told = tuple((done.seat, done.level) for done in state.declared if done.level == self.params.level)
        return replace(outcome, apart=(*outcome.apart, *told))

    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        payments = []
        for announcer, level in outcome.apart:
            if level != self.params.level:
                continue
            amounts = tuple(
                Fraction(self.params.gets if seat == announcer else -self.params.pays) for seat in range(players)
            )
            payments.append(Apart(Finding(self.rule, Effect.DECIDES, {"seat": announcer}), amounts))
        return payments

    def says(self) -> Text:
        return self.say(
            _("The announcer gets {gets}, and each other player loses {pays}, whoever wins the deal."),
            gets=self.params.gets,
            pays=self.params.pays,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(
            _("{who} gets {gets} for the announcement, and each other player loses {pays}, whoever has won the deal."),
            who=who(finding.facts["seat"]),
            gets=self.params.gets,
            pays=self.params.pays,
        )

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        params = cls.typed(rule)
        return [
            _(
                "with {players} players the scores would not sum to zero: one gets {gets}, the others lose "
                "{number} together"
            ).format(players=players, gets=params.gets, number=params.pays * (players - 1))
            for players in ruleset.players
            if params.gets != params.pays * (players - 1)
        ]
