"""Hands that end a deal when the cards of the talon have been taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.asking import Acts, Asks
from tarot_teach.mechanisms.base import CardName, Count, Marks, Mechanism, ParamError, Who
from tarot_teach.mechanisms.match_memory import Before, PaysInPlay
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import NOTHING, Choose, Finding, Pick, State
from tarot_teach.table.events import HandVoided, Step
from tarot_teach.text import Text

THROW_IN = "throw_in"
"""The word by which a hand is thrown in."""


class MayThrowIn(Asks):
    """A player with all of certain cards, or with none of certain others but a few that do not count, may declare the deal void when the cards of the
    talon have been taken. Every seat is asked, so that no answer gives a hand away."""

    all_of: Marks = Field(description="The cards of which the hand has all.")
    none_of: Marks = Field(description="The cards of which the hand has none.")
    but: list[CardName] = Field(default=[], description="Those of them that do not count.")
    decisions = (N_("{who} may say that."), N_("{who} may not say that."))
    prompt = N_("Say one of these: {options}.")
    quiet = NOTHING

    def prepare(self) -> None:
        self.complete: int = self.mask(self.all_of)
        self.lacking: int = self.mask(self.none_of) & ~self.mask(self.but)
        if self.mask(self.but) & ~self.mask(self.none_of):
            message = _("some of these cards are not among those that the hand must lack")
            raise ParamError(message, ("but",), _("name cards of `none_of`, or leave it out"))
        if not self.lacking:
            raise ParamError(_("no card is left that the hand must lack"), ("but",), _("name fewer cards"))

    def asks(self, state: State) -> Sequence[int]:
        return [(state.dealer + 1 + i) % state.players for i in range(state.players)]

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        nothing, hand = Pick(self.rule, NOTHING), state.hands[seat]
        may = not state.unseen[seat] and (not self.complete & ~hand or not hand & self.lacking)
        return (nothing, Pick(self.rule, THROW_IN)) if may else (nothing,)

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        if action.option == NOTHING:
            return state, ()
        finding = self.decides(decisive=True, seat=action.seat, given=action.option)
        return state, (HandVoided(action.seat, findings=(finding,)),)

    def says(self) -> Text:
        phrase = _(
            "When the cards of {talon:the} have been taken, a player may declare the deal void who holds all of these, {all}, or none of these, {none}."
        )
        said = self.say(phrase, all=self.called(self.all_of), none=self.called(self.none_of))
        if not self.but:
            return said
        phrase = _(
            "When the cards of {talon:the} have been taken, a player may declare the deal void who holds all of these, {all}, or none of these, {none}, but for {but}."
        )
        return self.say(phrase, all=self.called(self.all_of), none=self.called(self.none_of), but=self.called(self.but))

    def sentence_on(self, action: Choose) -> str:
        return _("{who} plays on.") if action.option == NOTHING else _("{who} declares the deal void.")

    def why(self, finding: Finding) -> str:
        return _("{who} has declared the deal void.")


class VoidWithout(PaysInPlay, Acts):
    """A taker whose hand, with the cards of the talon, has none of certain cards has lost without play: the deal is void, and the taker pays to each of
    the others."""

    cards: Marks = Field(description="The cards of which the hand must have one.")
    amount: Annotated[Count, Field(gt=0)] = Field(description="Game points that the taker pays to each of the others.")

    def prepare(self) -> None:
        self.needed: int = self.mask(self.cards)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not ruleset.at("bid"):
            yield _("nobody can become the taker")

    def act(self, state: State) -> Step:
        taker = state.auction.taker
        if taker is None or state.hands[taker] & self.needed or state.unseen[taker]:
            return state, ()
        amounts = [self.amount * (1 - state.players) if seat == taker else self.amount for seat in range(state.players)]
        state, paid = self.pay(state, amounts)
        finding = self.decides(decisive=True, seat=taker)
        return state, (*paid, HandVoided(taker, findings=(finding,)))

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        return _("who pays this has lost without play, and the deal has no result")

    def says(self) -> Text:
        phrase = _(
            "When {taker:the} has none of these after taking cards of {talon:the}, {cards}, the deal is void, and {taker:the} pays {amount} to each of the others."
        )
        return self.say(phrase, cards=self.called(self.cards))

    def because(self, finding: Finding, who: Who) -> Text:
        return (PaysInPlay if "amounts" in finding.facts else Mechanism).because(self, finding, who)

    def why(self, finding: Finding) -> str:
        return _("{who} has none of these even with the cards of {talon:the}, and has lost without play: {cards}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, object]:
        return super().facts_in_words(finding, who) | {"cards": self.called(self.cards)}
