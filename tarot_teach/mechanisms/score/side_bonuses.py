"""Bonuses for a side that follow from the cards alone: held in one hand, or captured by a certain card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from tarot_teach.language import N_, _
from tarot_teach.mechanisms.base import CardName, Count, Marks, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.observed import Observes
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.table import BOTH_SIDES, DEFENCE, TAKER, Finding, Line, Outcome, Sheet, SideFact, State
from tarot_teach.text import Text


class _SideBonus(Scores, Observes[SideFact]):
    """A bonus for the side that has brought something about, whoever wins the deal."""

    amount: Count = Field(description="Game points of the bonus.")
    sides = True
    operation = "±"
    observes = SideFact

    def side_of(self, state: State, seat: int) -> SideFact:
        """The fact that the side of a seat gets the bonus."""
        return SideFact(TAKER if seat in takers_side(state) else DEFENCE)

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        if fact is None:
            return []
        added = fact.side == (TAKER if outcome.made else DEFENCE)
        return [self.line(self.amount, "+" if added else "-", side=fact.side, added=added)]

    def choices(self) -> list[tuple[str, str]]:
        return [(side, str(self.say(f"{{{side}}}"))) for side in BOTH_SIDES]


class HeldInOneHand(_SideBonus):
    """A bonus for the side of a player who has been dealt all of certain cards, whoever wins the deal."""

    cards: Marks = Field(description="The cards that must be in one hand.")

    def prepare(self) -> None:
        self.wanted: int = self.mask(self.cards)

    def combination(self) -> int:
        return self.wanted

    def observe(self, state: State, outcome: Outcome) -> SideFact | None:
        played = (pair for taken in state.tricks for pair in taken.trick.by(state.players))
        holders = {seat for seat, card in played if card.bit & self.wanted}
        holders |= {seat for seat, hand in enumerate(state.hands) if hand & self.wanted}
        if state.unrecorded_tricks or len(holders) != 1:
            return None
        return self.side_of(state, holders.pop())

    def label(self, line: Line) -> Text:
        return self.say(_("In one hand: {names}"), names=self.called(self.cards))

    def formula(self) -> tuple[str, str]:
        return self.operation, str(self.say(_("{names} in one hand"), names=self.called(self.cards)))

    def says(self) -> Text:
        phrase = _("The side of a player who was dealt all of these gets {amount}: {names}.")
        return self.say(phrase, names=self.called(self.cards))

    def why(self, finding: Finding) -> str:
        if finding.facts["side"] == TAKER:
            return _("One player of {taker:the}'s side was dealt all of these: {names}.")
        return _("One player of the defence was dealt all of these: {names}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"names": self.called(self.cards)}

    def tells(self, fact: SideFact, who: Who) -> Iterator[Text]:
        phrase = _("One player of the defence was dealt all of these: {names}.")
        if fact.side == TAKER:
            phrase = _("One player of {taker:the}'s side was dealt all of these: {names}.")
        yield self.say(phrase, names=self.called(self.cards))


class CapturedBy(_SideBonus):
    """A bonus for the side that wins a certain card with a certain other one, whoever wins the deal."""

    card: CardName = Field(description="The card that is captured.")
    by: CardName = Field(description="The card that has to win the trick.")
    sentence = N_("The side that wins {captured} with {winning} gets {amount}.")
    heading = N_("{captured} captured")
    whole_deal = False

    def prepare(self) -> None:
        self.captured: int = self.mask([self.card])
        self.winning: int = self.mask([self.by])

    def comes_up(self, state: State) -> bool:
        return any(self._trick(taken.trick.mask) for taken in state.tricks)

    def _trick(self, mask: int) -> bool:
        """True if both cards are in a trick."""
        return bool(mask & self.captured and mask & self.winning)

    def observe(self, state: State, outcome: Outcome) -> SideFact | None:
        for taken in state.tricks:
            if self._trick(taken.trick.mask) and taken.winning_card.bit & self.winning:
                return self.side_of(state, taken.winner)
        return None

    def _names(self) -> dict[str, Any]:
        return {"captured": self.deck.set(self.captured), "winning": self.deck.set(self.winning)}

    def label(self, line: Line) -> Text:
        return self.say(_(self.heading), **self._names())

    def formula(self) -> tuple[str, str]:
        return self.operation, str(self.say(_(self.heading), **self._names()))

    def says(self) -> Text:
        return self.say(_(self.sentence), **self._names())

    def why(self, finding: Finding) -> str:
        if finding.facts["side"] == TAKER:
            return _("{taker:the}'s side won {captured} with {winning}.")
        return _("The defence won {captured} with {winning}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | self._names()

    def tells(self, fact: SideFact, who: Who) -> Iterator[Text]:
        phrase = _("The defence won {captured} with {winning}.")
        if fact.side == TAKER:
            phrase = _("{taker:the}'s side won {captured} with {winning}.")
        yield self.say(phrase, **self._names())
