"""The privilege of the highest trumps, the matadors."""

from __future__ import annotations

from pydantic import Field

from tarot_teach.language import N_, _
from tarot_teach.mechanisms.base import Count
from tarot_teach.mechanisms.interfaces import ExemptsCards
from tarot_teach.table import State
from tarot_teach.text import Text


class MatadorsNeedNotFollow(ExemptsCards):
    """The highest trumps need not follow an ordinary trump that is led: a player whose other trumps are gone may play any card. A
    higher one of them that is led takes out a lower."""

    matadors: Count = Field(gt=0, description="How many of the highest trumps have the privilege.")
    reason = N_("{who} has no trumps but matadors that need not follow this lead, and may play any card.")

    def prepare(self) -> None:
        trumps = self.order.trumps
        by_height = sorted(self.deck.set(trumps), key=lambda card: (self.order.beats[card.index] & trumps).bit_count())
        self.privileged: int = self.deck.mask(by_height[: self.matadors])

    def exempt(self, state: State, seat: int, hand: int) -> int:
        trick = state.trick
        if not trick.led & self.order.trumps:
            return 0
        led, held = trick.cards[0], hand & self.order.trumps
        forced = ~self.privileged if not led.bit & self.privileged else ~self.order.beats[led.index]
        return 0 if held & forced else hand

    def says(self) -> Text:
        return self.say(
            _(
                "The {matadors} highest trumps need not follow a lower trump that is led; a higher one of them takes them out."
            )
        )
