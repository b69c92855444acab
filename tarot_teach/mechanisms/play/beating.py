"""Duties to beat, a card that is kept for last, and a low card that wins in certain company."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from tarot_teach.masks import wide
from tarot_teach.mechanisms.base import CardName, Marks, ParamError, Who
from tarot_teach.mechanisms.in_words import in_words, place_of
from tarot_teach.mechanisms.interfaces import NarrowsPlay, WinsTrick
from tarot_teach.messages import N_, _
from tarot_teach.table import Effect, Finding, State, Trick
from tarot_teach.text import Text


class MustBeat(NarrowsPlay):
    """A player must beat the best card of the trick so far, when able to with a card that may be played."""

    sentence = N_("A player who can beat the best card of the trick must do so.")

    @in_words()
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        return playable & trick.above if trick.led else playable

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        return {"best": trick.cards[trick.best], "beating": self.deck.set(playable & trick.above)}

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.DOES_NOT_BIND:
            return _("{who} cannot beat {best}.")
        return _("{who} can beat {best}, with {beating}.")


class CardLast(NarrowsPlay):
    """A card may be played only when nothing else may be, unless it is the only card that beats the trick."""

    card: CardName = Field(description="The card that is kept for last.")
    lead: Literal["only_card", "last_of_suit"] = Field(
        description="When it may be led: as the only card of the hand, or as the last card of its suit."
    )

    def prepare(self) -> None:
        self.kept: int = self.mask([self.card])
        self.suit: int = next((cards for cards in self.order.suits.values() if cards & self.kept), self.kept)
        self.last_of_suit: bool = self.lead == "last_of_suit"

    @in_words(masks=("kept", "suit"), numbers=("last_of_suit",))
    def narrow(self, playable: int, trick: Trick, hand: int) -> int:
        if trick.above == self.kept:
            return playable
        if self.last_of_suit and not trick.mask and hand & self.suit == self.kept:
            return playable
        return playable & ~self.kept

    def facts(self, playable: int, trick: Trick, hand: int) -> dict[str, object]:
        return {"kept": self.deck.set(self.kept), "lone": playable == self.kept}

    def says(self) -> Text:
        phrase = _("{kept} may be played only when no other card may be, and led only as the last card.")
        if self.lead == "last_of_suit":
            phrase = _(
                "{kept} may be played only when no other card may be, and led only as the last card of its suit."
            )
        return self.say(phrase, kept=self.deck.set(self.kept))

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.DOES_NOT_BIND:
            return _("{who} may play nothing but {kept}.")
        return _("{who} must keep {kept} for last.")


class LowCardTakesAll(WinsTrick):
    """A card wins the trick in which it meets certain others, if it follows the suit led or is a trump with power."""

    card: CardName = Field(description="The card that wins.")
    together: Marks = Field(description="The cards that must all be in the trick.")
    first: CardName | None = Field(
        None, description="That of three which has to be played first, the one that wins being played last of them."
    )
    always = False

    def prepare(self) -> None:
        self.winner: int = self.mask([self.card])
        self.others: int = self.mask(self.together) & ~self.winner
        self.power: int = self.order.power
        self.before: int = self.mask([self.first]) if self.first else 0
        self.between: int = self.others & ~self.before
        if self.before and (self.before & ~self.others or self.between.bit_count() != 1):
            message = _("the card to be played first is not one of two that the winning card meets")
            raise ParamError(message, ("first",), _("name one of `together`, which has three cards then"))

    @in_words(masks=("winner", "others", "power", "before", "between"))
    def winning(self, state: State, trick: Trick) -> int | None:
        if self.others & ~trick.mask or not self.winner & trick.mask & (trick.led | self.power):
            return None
        if self.before:
            second = place_of(trick, self.between)
            if place_of(trick, self.before) > second or second > place_of(trick, self.winner):
                return None
        return place_of(trick, self.winner)

    @in_words(masks=("winner", "others", "power", "before", "between"))
    def takes_all(self, trick: Trick) -> int:
        if self.others & ~trick.mask:
            return wide(0)
        if self.before:
            second = place_of(trick, self.between)
            if place_of(trick, self.before) > second:
                return wide(0)
            if self.winner & trick.mask and second > place_of(trick, self.winner):
                return wide(0)
        return self.winner & (trick.led | self.power)

    def says(self) -> Text:
        phrase = _("{card} wins the trick when these are in it as well: {others}.")
        if self.before:
            phrase = _("{card} wins the trick when these have been played to it before, in this order: {others}.")
        order = [self.deck.set(self.before), self.deck.set(self.between)] if self.before else self.deck.set(self.others)
        return self.say(phrase, card=self.deck.set(self.winner), others=order)

    def why(self, finding: Finding) -> str:
        if self.before:
            return _("{who} wins with {card}, since these were played to the trick before, in order: {others}.")
        return _("{who} wins with {card}, since these are in the trick as well: {others}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"others": self.deck.set(self.others)}
