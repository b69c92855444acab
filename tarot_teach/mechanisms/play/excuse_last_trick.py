from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Flag, Params, Who
from tarot_teach.mechanisms.interfaces import Moved, MovesCard, excuse_of, is_last
from tarot_teach.table import Finding, State, Taken
from tarot_teach.text import Text


class ExcuseLastParams(Params):
    to: Literal["other_side", "winner"] = Field(description="Who gets an Excuse that was played to the last trick.")
    compensated: Flag = Field(
        description="Whether a side that gets it from a trick it did not win gives a low card in return."
    )


class ExcuseLastTrick(MovesCard[ExcuseLastParams]):
    """Played to the last trick, the Excuse is lost to its side, unless it wins the trick for a slam."""

    Params = ExcuseLastParams
    marks = ("low",)
    bounded = True

    def __init__(self, rule: str, params: ExcuseLastParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.about = deck.excuse
        self.payable = self.mask(["low"], "compensated")

    @property
    def uncompensated(self) -> bool:
        return self.params.to == "other_side" and not self.params.compensated

    def moves(self, state: State, taken: Taken) -> Moved | None:
        played = excuse_of(state, taken.trick)
        if played is None or not is_last(state):
            return None
        owner, card, _position = played
        if taken.winner == owner:
            return None
        side = state.side(owner)
        if self.params.to == "winner" or taken.winner not in side:
            return Moved("excuse_lost", owner, card, to=taken.winner)
        other = next(seat for seat in range(state.players) if seat not in side)
        payer, payee = (other, taken.winner) if self.params.compensated else (None, None)
        return Moved("excuse_lost", owner, card, to=other, payer=payer, payee=payee)

    def says(self) -> Text:
        if self.params.to == "winner":
            return self.say(_("Played to the last trick, {excuse:the} goes to the winner of the trick."))
        return self.say(
            _("Played to the last trick, {excuse:the} goes to the other side, even if its own side wins the trick.")
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = finding.facts
        if facts["kind"] != "excuse_lost":
            return self.payment(finding, who)
        if facts["to"] == facts["winner"]:
            return self.say(
                _("{owner} played {excuse:the} to the last trick, and loses it to {to}."),
                owner=who(facts["owner"]),
                to=who(facts["to"]),
            )
        return self.say(
            _(
                "{owner} played {excuse:the} to the last trick: it changes sides and goes to {to}, although {winner} won."
            ),
            owner=who(facts["owner"]),
            to=who(facts["to"]),
            winner=who(facts["winner"]),
        )
