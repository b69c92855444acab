"""Ends of the play as soon as the contract is decided."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tarot_teach.mechanisms.base import Count, Within
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.in_words import in_words, tricks_of_side
from tarot_teach.messages import N_, ngettext
from tarot_teach.table import Finding, State
from tarot_teach.text import Text


class EndsWhenTakerWins(EndsPlay):
    """The play ends when the taker's side has won so many tricks."""

    tricks: Annotated[Count, Within("tricks")] = Field(
        gt=0, description="The number of tricks with which the play ends."
    )

    @in_words(numbers=("tricks",))
    def stops(self, state: State, answer: int) -> bool:
        return state.taker >= 0 and tricks_of_side(state, state.taker) >= self.tricks

    def ends(self, state: State) -> Finding | None:
        return self.decides(number=tricks_of_side(state, state.taker)) if self.stops(state, 0) else None

    def may_end(self, mine: int, others: int) -> bool:
        return mine == self.tricks

    def may_reach(self, mine: int, others: int) -> bool:
        return mine <= self.tricks

    def says(self) -> Text:
        sentence = ngettext(
            "The play ends when {taker:the}'s side has won {tricks} trick.",
            "The play ends when {taker:the}'s side has won {tricks} tricks.",
            self.tricks,
        )
        return self.say(sentence)


class EndsWhenTakerLoses(EndsPlay):
    """The play ends when the defence has won a trick."""

    sentence = N_("The play ends when the defence has won a trick.")

    @in_words()
    def stops(self, state: State, answer: int) -> bool:
        return state.taker >= 0 and state.winners & ~state.sides[state.taker] != 0

    def ends(self, state: State) -> Finding | None:
        return self.decides() if self.stops(state, 0) else None

    def may_end(self, mine: int, others: int) -> bool:
        return others == 1

    def may_reach(self, mine: int, others: int) -> bool:
        return others <= 1
