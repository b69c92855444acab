"""A question between two tricks: to stop, or to undertake to win every trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.base import Count, Within
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.in_words import in_words
from tarot_teach.messages import N_, _
from tarot_teach.table import NOTHING, Choose, Finding, Pick, State
from tarot_teach.table.events import PlayedOn, Step
from tarot_teach.text import Text

ALL_TRICKS = "all_tricks"
"""The answer of a player who undertakes to win every trick."""


class PlayOn(Asks, EndsPlay):
    """A player who has won so many first tricks is asked whether they undertake to win all of the others too."""

    after: Annotated[Count, Within("tricks", below=True)] = Field(
        gt=0, description="After how many tricks, all won by one player, that player is asked."
    )
    by: Literal["taker", "anyone"] = Field(description="Who may undertake it: the taker, or whoever has won them.")
    otherwise: Literal["ends", "goes_on"] = Field(
        description="What a player's “nothing” does: it ends the play, or it goes on."
    )
    prompt = N_("You have won every trick so far. Say one of these: {options}.")
    quiet = NOTHING

    def prepare(self) -> None:
        self.by_taker: bool = self.by == "taker"
        self.ends_play: bool = self.otherwise == "ends"

    @in_words(numbers=("after", "by_taker"))
    def asked(self, state: State, answer: int) -> int:
        leader = state.trick.leader
        if answer or state.number - 1 != self.after or state.unknown_winners or state.winners != 1 << leader:
            return -1
        return -1 if self.by_taker and leader != state.taker else leader

    def asks(self, state: State) -> Sequence[int]:
        seat = self.asked(state, self._answer(state))
        return () if seat < 0 else (seat,)

    def _answer(self, state: State) -> int:
        said = next((done.option for done in state.chosen if done.rule == self.rule), None)
        return 0 if said is None else 1 + (said != NOTHING)

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        return Pick(self.rule, NOTHING), Pick(self.rule, ALL_TRICKS)

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        finding = self.decides(seat=action.seat, option=action.option)
        return state, (PlayedOn(action.seat, action.option, findings=(finding,)),)

    @in_words(numbers=("ends_play",))
    def stops(self, state: State, answer: int) -> bool:
        return answer == 1 if self.ends_play else False

    def ends(self, state: State) -> Finding | None:
        stops = self.stops(state, self._answer(state))
        return self.decides(ended=True, seat=state.trick.leader) if stops else None

    def may_end(self, mine: int, others: int) -> bool:
        alone = (mine, others) == (self.after, 0)
        return self.otherwise == "ends" and (alone or (self.by == "anyone" and (mine, others) == (0, self.after)))

    def sentence_on(self, action: Choose) -> str:
        if action.option == ALL_TRICKS:
            return _("{who} undertakes to win every trick.")
        return _("{who} is content.") if self.otherwise == "ends" else _("{who} says nothing.")

    def why(self, finding: Finding) -> str:
        if finding.facts.get("ended"):
            return _("The play ends here.")
        if finding.facts["option"] == ALL_TRICKS:
            return _("{who} has won every trick so far, and undertakes to win the others.")
        return _("{who} has won every trick so far, and does not undertake to win the others.")

    def says(self) -> Text:
        first = _("Whoever has won the first {after} tricks may undertake to win all of them.")
        if self.by == "taker":
            first = _("If {taker:the} has won the first {after} tricks, {taker:the} may undertake to win all of them.")
        return self.say(first + (_(" Otherwise the play ends.") if self.otherwise == "ends" else ""))
