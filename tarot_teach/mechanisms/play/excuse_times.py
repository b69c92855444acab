"""The tricks to which the Excuse may be played."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tarot_teach.masks import ones, wide
from tarot_teach.mechanisms.base import Count, Within
from tarot_teach.mechanisms.in_words import in_words
from tarot_teach.mechanisms.interfaces import NarrowsPlay
from tarot_teach.mechanisms.play import ExcuseAnyTime
from tarot_teach.messages import N_, _
from tarot_teach.table import Effect, Finding, State, Trick
from tarot_teach.text import Text


class ExcuseButInTrick(ExcuseAnyTime, NarrowsPlay):
    """The Excuse may be played at any time but to one trick, counted from the last. Led, it leaves the suit to the next card."""

    from_last: Annotated[Count, Within("tricks")] = Field(
        ge=1, description="The trick to which it may not be played, counted from the last, which is 1."
    )
    by_size = True
    sentence = N_(
        "{excuse:the} may be played at any time, but not when a hand has {from_last} cards left; led, it leaves the suit to the next card."
    )

    @in_words(masks=("excuse",), numbers=("from_last",))
    def exempt(self, state: State, seat: int, hand: int) -> int:
        if ones(hand) == self.from_last:
            return wide(0)
        return hand & self.excuse

    @in_words(masks=("excuse",), numbers=("from_last",))
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        if ones(hand) != self.from_last:
            return playable
        return playable & ~self.excuse

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        return {"left": hand.bit_count()}

    def says(self) -> Text:
        if self.from_last == 1:
            phrase = _("{excuse:the} may be played at any time, but not to the last trick; led, it leaves the suit to the next card.")  # fmt: skip
            return self.say(phrase)
        return super().says()

    def why(self, finding: Finding) -> str:
        if finding.effect in (Effect.REFUSES, Effect.REQUIRES):
            return _("With {left} cards left, {excuse:the} may not be played.")
        return super().why(finding)
