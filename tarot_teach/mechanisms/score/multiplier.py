from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from tarot_teach.language import _, as_words
from tarot_teach.mechanisms.base import ContractName, Count, Params, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class MultiplierParams(Params):
    by: dict[ContractName, Count] = Field(description="The factor for each contract.", min_length=1)


class Multiplier(Scores[MultiplierParams]):
    """The sum so far is multiplied by a factor that the contract sets."""

    Params = MultiplierParams
    sides = True

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        assert outcome.contract is not None
        factor = self.params.by[outcome.contract]
        return [Line(self.rule, "×", Fraction(factor), {"contract": outcome.contract, "factor": factor})]

    def label(self, line: Line) -> Text:
        return self.say(_("Multiplier of the contract"))

    def because(self, finding: Finding, who: Who) -> Text:
        contract = as_words(finding.facts["contract"])
        if finding.facts["factor"] == 1:
            return self.say(_("{contract:a} leaves the sum as it is."), contract=contract)
        return self.say(
            _("{contract:a} multiplies the sum by {factor}."), contract=contract, factor=finding.facts["factor"]
        )

    def formula(self) -> tuple[str, str]:
        return "×", _("multiplier")

    def says(self) -> Text:
        factors = [f"{contract.replace('_', ' ')} × {factor}" for contract, factor in self.params.by.items()]
        return self.say(_("The sum is multiplied: {factors}."), factors=factors)

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        contracts = [r.id.rpartition(".")[2] for r in ruleset.at("bid") if r.mechanism == "contract"]
        return [
            _("there is no factor for the contract {name}").format(name=name)
            for name in contracts
            if name not in cls.typed(rule).by
        ]
