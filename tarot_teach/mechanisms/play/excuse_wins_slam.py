from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.language import _
from tarot_teach.mechanisms.base import Params, Who
from tarot_teach.mechanisms.interfaces import WinsTrick, is_last, won_all_before
from tarot_teach.table import Finding, State, Trick
from tarot_teach.text import Text


class ExcuseWinsParams(Params):
    how: Literal["led", "played"] = Field(
        description="Whether the Excuse must be led to the last trick, or only played."
    )


class ExcuseWinsSlam(WinsTrick[ExcuseWinsParams]):
    """The Excuse wins the last trick for a side that has won every trick before it."""

    Params = ExcuseWinsParams
    always = False

    def winning(self, state: State, trick: Trick) -> int | None:
        if not trick.mask & self.deck.excuse or not is_last(state):
            return None
        position = next(i for i, card in enumerate(trick.cards) if card.is_excuse)
        if self.params.how == "led" and position:
            return None
        seat = trick.seat_of(position, state.players)
        return position if won_all_before(state, state.side(seat), len(state.tricks)) else None

    def says(self) -> Text:
        if self.params.how == "led":
            return self.say(
                _("{excuse:the} wins the last trick when it is led by a side that has won every trick before.")
            )
        return self.say(
            _("{excuse:the} wins the last trick when it is played by a side that has won every trick before.")
        )

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(
            _("{who}'s side has won every trick so far, so {excuse:the} wins the last one."),
            who=who(finding.facts["seat"]),
        )
