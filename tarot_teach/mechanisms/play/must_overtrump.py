from __future__ import annotations

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import NarrowsPlay
from tarot_teach.table import Effect, Finding, Trick
from tarot_teach.text import Text


class MustOvertrump(NarrowsPlay[NoParams]):
    """A player who has to play a trump must go over the highest trump of the trick, when able to; when not, any trump
    will do."""

    def __init__(self, rule: str, params: NoParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        trumps = [card for card in deck.cards if card.is_trump]
        self.above: list[int] = [
            deck.mask(card for card in trumps if card.rank > rank) for rank in range(len(trumps) + 1)
        ]

    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        if not trick.over or not playable or playable & ~self.deck.trumps:
            return playable
        return playable & self.above[trick.over]

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        highest = max((card for card in trick.cards if card.is_trump), key=lambda card: card.rank)
        return {"highest": highest, "higher": self.deck.set(hand & self.above[trick.over])}

    def says(self) -> Text:
        return self.say(_("A player who trumps must go over the highest trump of the trick, when able to."))

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "who": who(finding.facts["seat"])}
        if finding.effect is Effect.DOES_NOT_BIND:
            return self.say(_("{who} holds no trump above {highest}, so any trump will do."), **facts)
        return self.say(_("{who} holds {higher}, above {highest}."), **facts)
