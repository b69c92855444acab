from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Marks, Params, Who
from tarot_teach.mechanisms.interfaces import LimitsDiscard
from tarot_teach.table import Finding
from tarot_teach.text import Text


class ShowParams(Params):
    cards: Marks = Field(description="Cards that must be shown to all when they are laid away.")


class Show(LimitsDiscard[ShowParams]):
    """Certain cards are shown to all when they are laid away."""

    Params = ShowParams

    def __init__(self, rule: str, params: ShowParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.open: int = self.mask(params.cards, "cards")

    def shows(self, discard: int) -> int:
        return discard & self.open

    def says(self) -> Text:
        return self.say(
            _("When these are laid away, all must see them: {cards}."), cards=self.called(self.params.cards)
        )

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(
            _("{who} shows the others what they must see of {discard:the}: {cards}."),
            who=who(finding.facts["seat"]),
            cards=finding.facts["cards"],
        )
