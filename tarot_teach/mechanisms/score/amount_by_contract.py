from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from tarot_teach.language import _, as_words
from tarot_teach.mechanisms.base import ContractName, Count, Params, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class AmountByContractParams(Params):
    amounts: dict[ContractName, Count] = Field(description="What a deal is worth under each contract.", min_length=1)


class AmountByContract(Scores[AmountByContractParams]):
    """Every deal played is worth an amount that the contract sets, to the side that wins it."""

    Params = AmountByContractParams
    sides = True

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        assert outcome.contract is not None
        amount = self.params.amounts[outcome.contract]
        return [Line(self.rule, "+", Fraction(amount), {"contract": outcome.contract, "amount": amount})]

    def label(self, line: Line) -> Text:
        return self.say(_("Value of the contract"))

    def because(self, finding: Finding, who: Who) -> Text:
        contract = as_words(finding.facts["contract"])
        return self.say(_("{contract:a} is worth {amount}."), contract=contract, amount=finding.facts["amount"])

    def formula(self) -> tuple[str, str]:
        return "+", _("value of the contract")

    def says(self) -> Text:
        amounts = [f"{contract.replace('_', ' ')} {amount}" for contract, amount in self.params.amounts.items()]
        return self.say(_("A deal is worth what its contract is: {amounts}."), amounts=amounts)

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        contracts = [r.id.rpartition(".")[2] for r in ruleset.at("bid") if r.mechanism == "contract"]
        known = cls.typed(rule).amounts
        return [
            _("there is no amount for the contract {name}").format(name=name) for name in contracts if name not in known
        ]
