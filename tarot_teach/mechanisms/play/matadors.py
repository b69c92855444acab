"""The privilege of the highest trumps, the matadors."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from pydantic import Field

from tarot_teach.masks import wide
from tarot_teach.mechanisms.asking import SetsApartHighestTrumps
from tarot_teach.mechanisms.base import Count, Within
from tarot_teach.mechanisms.in_words import card_at, in_words
from tarot_teach.mechanisms.interfaces import ExemptsCards
from tarot_teach.messages import N_, _, number_word
from tarot_teach.table import State
from tarot_teach.text import Text


class MatadorsNeedNotFollow(ExemptsCards, SetsApartHighestTrumps):
    """The highest trumps need not follow an ordinary trump that is led: a player whose other trumps are gone may play any card. A
    higher one of them that is led takes out a lower."""

    matadors: Annotated[Count, Within("trumps", below=True)] = Field(
        gt=0, description="How many of the highest trumps have the privilege."
    )
    reason = N_("{who} has no trumps but matadors that need not follow this lead, and may play any card.")

    def prepare(self) -> None:
        self.highest_trumps = self.matadors
        self.privileged: int = self.order.highest_trumps(self.matadors)
        self.trumps: int = self.order.trumps
        heights = [self.order.highest_trumps(number) for number in range(self.matadors + 1)]
        self.from_the_highest: tuple[int, ...] = tuple(more & ~less for less, more in pairwise(heights))

    @in_words(masks=("privileged", "trumps"), rows=("from_the_highest",))
    def exempt(self, state: State, seat: int, hand: int) -> int:
        trick = state.trick
        if not trick.led & self.trumps:
            return wide(0)
        led, free, higher = card_at(trick, 0), self.privileged, wide(0)
        for i in range(len(self.from_the_highest)):
            if self.from_the_highest[i] & led:
                free = higher
            higher = higher | self.from_the_highest[i]
        return wide(0) if hand & self.trumps & ~free else hand

    def says(self) -> Text:
        return self.say(
            _(
                "The {number} highest trumps need not follow a lower trump that is led; a higher one of them takes them out."
            ),
            number=number_word(self.matadors),
        )
