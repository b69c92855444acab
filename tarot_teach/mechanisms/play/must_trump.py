from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import NarrowsPlay, suit_led
from tarot_teach.table import Effect, Finding, Trick
from tarot_teach.text import Text


class MustTrump(NarrowsPlay[NoParams]):
    """A player who holds no card of the suit led must trump. Who has no trump either may play any card, which cannot
    win the trick."""

    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        if not trick.led or hand & trick.led:
            return playable
        return playable & self.deck.trumps

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        return {
            "suit": suit_led(trick),
            "held": self.deck.set(hand & self.deck.trumps),
            "trumps_led": self.trumps_led(trick),
        }

    def trumps_led(self, trick: Trick) -> bool:
        return bool(trick.led & self.deck.trumps)

    def says(self) -> Text:
        return self.say(
            _("A player who holds no card of the suit led must play a trump; without trumps, any card may go.")
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "who": who(finding.facts["seat"])}
        if facts["trumps_led"]:
            return self.say(_("{who} holds no trumps, and may play any card."), **facts)
        if finding.effect is Effect.DOES_NOT_BIND:
            return self.say(_("{who} holds neither {suit} nor trumps, and may play any card; it cannot win."), **facts)
        return self.say(_("{who} holds no {suit}, and holds trumps."), **facts)
