"""A question between two tricks: to stop, or to undertake to win every trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.language import N_, _
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.base import Count
from tarot_teach.mechanisms.interfaces import EndsPlay
from tarot_teach.mechanisms.situation import won_all_before
from tarot_teach.table import NOTHING, Choose, Finding, Pick, State
from tarot_teach.table.events import PlayedOn, Step
from tarot_teach.text import Text

ALL_TRICKS = "all_tricks"
"""The answer of a player who undertakes to win every trick."""


class PlayOn(Asks, EndsPlay):
    """A player who has won so many first tricks is asked whether they undertake to win all of the others too."""

    after: Count = Field(gt=0, description="After how many tricks, all won by one player, that player is asked.")
    by: Literal["taker", "anyone"] = Field(description="Who may undertake it: the taker, or whoever has won them.")
    otherwise: Literal["ends", "goes_on"] = Field(
        description="What a player's “nothing” does: it ends the play, or it goes on."
    )
    prompt = N_("You have won every trick so far. Say one of these: {options}.")
    quiet = NOTHING

    def asks(self, state: State) -> Sequence[int]:
        seat = state.trick.leader
        if state.number - 1 != self.after or self._answer(state) or not won_all_before(state, (seat,), self.after):
            return ()
        return (seat,) if self.by == "anyone" or seat == state.auction.taker else ()

    def _answer(self, state: State) -> str:
        return next((done.option for done in state.chosen if done.rule == self.rule), "")

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        return Pick(self.rule, NOTHING), Pick(self.rule, ALL_TRICKS)

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        finding = self.decides(seat=action.seat, option=action.option)
        return state, (PlayedOn(action.seat, action.option, findings=(finding,)),)

    def ends(self, state: State) -> Finding | None:
        stops = self.otherwise == "ends" and self._answer(state) == NOTHING
        return self.decides(ended=True, seat=state.trick.leader) if stops else None

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
