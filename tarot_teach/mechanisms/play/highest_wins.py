from __future__ import annotations

from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import WinsTrick
from tarot_teach.table import Finding, State, Trick
from tarot_teach.text import Text


class HighestWins(WinsTrick[NoParams]):
    """The highest trump wins the trick; without trumps, the highest card of the suit led. The Excuse never does."""

    def winning(self, state: State, trick: Trick) -> int | None:
        best, power = None, 0
        for position, card in enumerate(trick.cards):
            if card.is_trump:
                strength = 1000 + card.rank
            elif card.bit & trick.led:
                strength = card.rank
            else:
                continue
            if strength > power:
                best, power = position, strength
        return best

    def says(self) -> Text:
        return self.say(_("The highest trump wins the trick or, without trumps, the highest card of the suit led."))

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "who": who(finding.facts["seat"])}
        if facts["card"].is_trump:
            return self.say(_("{who} wins the trick with the highest trump, {card}."), **facts)
        return self.say(_("{who} wins the trick with the highest card of the suit led, {card}."), **facts)
