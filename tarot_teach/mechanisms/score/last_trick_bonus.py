from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

from pydantic import Field

from tarot_teach.cards import Card, Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Count, Flag, Params, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import DEFENCE, TAKER, Finding, Line, Outcome, Sheet, State, Taken
from tarot_teach.text import Text


class LastTrickParams(Params):
    amount: Count = Field(description="Game points of the bonus.")
    by: Literal["trick", "card"] = Field(
        description="Whether the side has to win the last trick when the Petit is in it, or to win it with the Petit."
    )
    slam_shift: Flag | Literal["card"] = Field(
        description="Whether the last trick but one counts too when a side wins all tricks, the last with the Excuse: yes, no, "
        "or only if that trick is won with the Petit itself (card)."
    )


class LastTrickBonus(Scores[LastTrickParams]):
    """A bonus for the side that wins the last trick with the Petit in it, whoever wins the deal."""

    Params = LastTrickParams
    sides = True
    marks = ("petit",)
    about = "last_trick_bonus"

    def __init__(self, rule: str, params: LastTrickParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.petit: int = self.mask(["petit"], "by")

    def comes_up(self, state: State) -> bool:
        return bool(state.tricks) and bool(state.tricks[-1].trick.mask & self.petit)

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        for taken, by in self.tricks_asked(state):
            if taken.trick.mask & self.petit and (by == "trick" or _winning_card(taken).bit == self.petit):
                taker = state.auction.taker
                side = TAKER if taker is not None and taken.winner in state.side(taker) else DEFENCE
                return replace(outcome, last_trick_bonus=side)
        return outcome

    @property
    def by_before(self) -> str | None:
        """Way in which the last trick but one has to be won, where it counts too: by ``trick`` or ``card``; None where it never does."""
        shift = self.params.slam_shift
        return "card" if shift == "card" else self.params.by if shift else None

    def tricks_asked(self, state: State) -> list[tuple[Taken, str]]:
        """The tricks that can bring the bonus, each with how it has to be won: the last, and the one before where the Excuse
        has won the last."""
        if not state.tricks:
            return []
        asked = [(state.tricks[-1], str(self.params.by))]
        if self.by_before and len(state.tricks) > 1 and _winning_card(state.tricks[-1]).is_excuse:
            asked.append((state.tricks[-2], self.by_before))
        return asked

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


def _winning_card(taken: Taken) -> Card:
    """The card that has won a trick."""
    cards = taken.trick.cards
    return cards[(taken.winner - taken.trick.leader) % len(cards)]
