from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import NarrowsPlay, suit_led
from tarot_teach.table import Effect, Finding, Trick
from tarot_teach.text import Text


class MustFollowSuit(NarrowsPlay[NoParams]):
    """A player who holds the suit led must play it. A trump led must be followed with trumps."""

    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        return playable & trick.led if trick.led else playable

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        return {"suit": suit_led(trick), "held": self.deck.set(hand & trick.led)}

    def says(self) -> Text:
        return self.say(_("A player who holds cards of the suit led must play one of them."))

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "who": who(finding.facts["seat"])}
        if finding.effect is Effect.DOES_NOT_BIND:
            return self.say(_("{who} holds no {suit}."), **facts)
        if len(facts["held"]) == 1:
            return self.say(_("The suit led is {suit}, and {who} holds one card of it, {held}."), **facts)
        return self.say(_("The suit led is {suit}, and {who} holds {held}."), **facts)
