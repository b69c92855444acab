from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Params, Who
from tarot_teach.mechanisms.interfaces import Settlement, SettlesDebt
from tarot_teach.table import Debt, Finding, State
from tarot_teach.text import Text


class ExcuseUnpaidParams(Params):
    then: Literal["keeps_all_but_half", "surrendered"] = Field(
        description="Whether the Excuse stays and counts half a point less, or goes to the winner of its trick."
    )


class ExcuseUnpaid(SettlesDebt[ExcuseUnpaidParams]):
    """Settlement of a card owed for the Excuse, or for another card that is kept, when its side wins no trick from which to
    pay."""

    Params = ExcuseUnpaidParams
    bounded = True

    @property
    def stays(self) -> bool:
        return self.params.then == "keeps_all_but_half"

    @property
    def halves(self) -> int:
        return int(self.stays)

    def unpaid(self, state: State, debt: Debt) -> Settlement:
        if self.stays:
            return Settlement("debt_unpaid", None, self.halves)
        return Settlement("excuse_surrendered", debt.creditor, self.halves)

    def says(self) -> Text:
        if self.params.then == "surrendered":
            return self.say(
                _("Whoever wins no trick at all surrenders {excuse:the} to the winner of the trick it was played to.")
            )
        return self.say(
            _("If no card can ever be given for {excuse:the}, it counts half a point less, and the half goes over.")
        )

    def because(self, finding: Finding, who: Who) -> Text:
        owner, creditor = who(finding.facts["owner"]), who(finding.facts["creditor"])
        card = finding.facts["card"]
        if self.params.then == "surrendered":
            return self.say(
                _("{owner} won no card to give for {card}, and surrenders it to {creditor}."),
                owner=owner,
                creditor=creditor,
                card=card,
            )
        return self.say(
            _(
                "{owner} never won a card to give for {card}: it stays and counts half a point less, {creditor}'s side "
                "half a point more."
            ),
            owner=owner,
            creditor=creditor,
            card=card,
        )
