from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Marks, Params, Who
from tarot_teach.mechanisms.interfaces import LimitsDiscard
from tarot_teach.table import Finding
from tarot_teach.text import Text


class NeverParams(Params):
    cards: Marks = Field(description="Cards that may in no case be laid away.")


class Never(LimitsDiscard[NeverParams]):
    """Certain cards may never be laid away."""

    Params = NeverParams

    def __init__(self, rule: str, params: NeverParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.barred: int = self.mask(params.cards, "cards")

    def narrow_discard(self, allowed: int, hand: int, count: int) -> int:
        return allowed & ~self.barred

    def says(self) -> Text:
        return self.say(_("These may not be laid away: {cards}."), cards=self.called(self.params.cards))

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(_("{card} may never be laid away."), card=finding.facts["card"])
