from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.mechanisms.base import Count, Flag, Params, Who
from tarot_teach.mechanisms.steps import Scores
from tarot_teach.table import DEFENCE, TAKER, Finding, Line, Outcome, Sheet, State, Taken
from tarot_teach.text import Text, _


class LastTrickParams(Params):
    amount: Count = Field(description="Game points of the bonus.")
    by: Literal["trick", "card"] = Field(
        description="Whether the side has to win the last trick when the Petit is in it, or to win it with the Petit."
    )
    slam_shift: Flag = Field(
        description="Whether the last trick but one counts instead when a side wins all tricks, the last with the Excuse."
    )


class LastTrickBonus(Scores[LastTrickParams]):
    """A bonus for the side that wins the last trick with the Petit in it, whoever wins the deal."""

    Params = LastTrickParams
    sides = True
    marks = ("petit",)

    def __init__(self, rule: str, params: LastTrickParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.petit: int = self.mask(["petit"], "by")

    def comes_up(self, state: State) -> bool:
        return bool(state.tricks) and bool(state.tricks[-1].trick.mask & self.petit)

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        taken = self.deciding(state)
        if taken is None or not taken.trick.mask & self.petit:
            return outcome
        if self.params.by == "card":
            position = (taken.winner - taken.trick.leader) % state.players
            if taken.trick.cards[position].bit != self.petit:
                return outcome
        taker = state.auction.taker
        side = TAKER if taker is not None and taken.winner in state.side(taker) else DEFENCE
        return replace(outcome, last_trick_bonus=side)

    def deciding(self, state: State) -> Taken | None:
        """The trick that counts: the last, or the one before when the Excuse has won the last."""
        if not state.tricks:
            return None
        last = state.tricks[-1]
        won_by_excuse = last.trick.cards[(last.winner - last.trick.leader) % state.players].is_excuse
        if self.params.slam_shift and won_by_excuse and len(state.tricks) > 1:
            return state.tricks[-2]
        return last

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        side = outcome.last_trick_bonus
        if side is None:
            return []
        added = side == (TAKER if outcome.made else DEFENCE)
        return [Line(self.rule, "+" if added else "-", Fraction(self.params.amount), {"side": side, "added": added})]

    def label(self, line: Line) -> Text:
        return self.say("{last_trick_bonus}")

    def because(self, finding: Finding, who: Who) -> Text:
        match finding.facts["side"] == TAKER, finding.facts["added"]:
            case True, True:
                return self.say(_("{taker:the}'s side won {last_trick_bonus:the} and the deal: it is added."))
            case True, False:
                return self.say(_("{taker:the}'s side won {last_trick_bonus:the} but lost the deal: it is subtracted."))
            case False, True:
                return self.say(_("The defence won {last_trick_bonus:the} and the deal: it is added."))
        return self.say(_("The defence won {last_trick_bonus:the} but lost the deal: it is subtracted."))

    def formula(self) -> tuple[str, str]:
        return "±", self.terms["last_trick_bonus"].label

    def says(self) -> Text:
        if self.params.by == "card":
            return self.say(
                _("The side that wins the last trick with {petit:the} gets {amount}."),
                amount=self.params.amount,
            )
        return self.say(
            _("The side that wins the last trick, if {petit:the} is in it, gets {amount}."),
            amount=self.params.amount,
        )
