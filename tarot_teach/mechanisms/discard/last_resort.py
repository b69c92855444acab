from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _, ngettext
from tarot_teach.mechanisms.base import Marks, Params, Who
from tarot_teach.mechanisms.interfaces import LimitsDiscard
from tarot_teach.table import Finding
from tarot_teach.text import Text


class LastResortParams(Params):
    cards: Marks = Field(description="Cards that may be laid away only where nothing else is left.")


class LastResort(LimitsDiscard[LastResortParams]):
    """Certain cards may be laid away only as far as there are too few others."""

    Params = LastResortParams

    def __init__(self, rule: str, params: LastResortParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.held_back: int = self.mask(params.cards, "cards")

    def narrow_discard(self, allowed: int, hand: int, count: int) -> int:
        others = allowed & ~self.held_back
        return others if others.bit_count() >= count else allowed

    def obliges(self, allowed: int, hand: int, count: int) -> int:
        others = allowed & ~self.held_back
        return others if others.bit_count() < count else 0

    def says(self) -> Text:
        return self.say(
            _("Laid away only as far as nothing else is left: {cards}."), cards=self.called(self.params.cards)
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = finding.facts
        if facts.get("kept"):
            return self.say(
                _("{who} laid away {card} and kept {kept}, which had to go first."),
                **{**facts, "who": who(facts["seat"])},
            )
        phrase = ngettext(
            "{who} has {others} other card to lay away, and needs {count}: {card} may not go.",
            "{who} has {others} other cards to lay away, and needs {count}: {card} may not go.",
            facts["others"],
        )
        return self.say(phrase, **{**facts, "who": who(facts["seat"])})
