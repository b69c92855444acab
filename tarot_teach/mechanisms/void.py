"""Hands that make a deal void."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.mechanisms.base import CardName, Count, Marks, Who, Within
from tarot_teach.mechanisms.interfaces import Voids
from tarot_teach.messages import _, pgettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text


class LoneCard(Voids):
    """A hand that holds a certain card and none of certain others makes the deal void."""

    card: CardName = Field(description="The card whose holder may be without the others.")
    without: Marks = Field(description="The cards that the hand must lack.")
    duty: Literal["must", "may"] = Field(description="Whether the holder has to say so, or may keep silent and play.")

    def prepare(self) -> None:
        self.lone: int = self.mask([self.card])
        self.others: int = self.mask(self.without) & ~self.lone
        self.optional = self.duty == "may"

    def voids(self, state: State, seat: int) -> Finding | None:
        hand = state.hands[seat]
        if not hand & self.lone or hand & self.others or state.unseen[seat]:
            return None
        return self.decides(decisive=True, seat=seat, card=self.deck.set(self.lone))

    def refuses(self, state: State, seat: int) -> Finding:
        return self.judged(False, seat=seat, card=self.deck.set(self.lone))[0]

    def says(self) -> Text:
        phrase = _("A player who holds {card} without any of these must say so, and the deal is void: {others}.")
        if self.optional:
            phrase = _("A player who holds {card} without any of these may declare the deal void: {others}.")
        return self.say(phrase, card=self.deck.set(self.lone), others=self.called(self.without))

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.REFUSES:
            return _("{who} does not hold {card} alone, and cannot declare the deal void for it.")
        return _("{who} holds {card} and none of the cards that would protect it: the deal is void.")


class NoneOrLone(Voids):
    """A hand that holds none of certain cards, or only one, of a kind that needs company, makes the deal void."""

    cards: Marks = Field(description="The cards of which the hand must have some.")
    lone: list[CardName] = Field(
        [], description="Those of them that do not count where they are the only one; without it all count."
    )

    def prepare(self) -> None:
        self.counted: int = self.mask(self.cards)
        self.lonely: int = self.mask(self.lone)

    def voids(self, state: State, seat: int) -> Finding | None:
        held = state.hands[seat] & self.counted
        if state.unseen[seat] or held.bit_count() > 1 or held & ~self.lonely:
            return None
        return self.decides(decisive=True, seat=seat, held=self.deck.set(held))

    def refuses(self, state: State, seat: int) -> Finding:
        return self.judged(False, seat=seat, held=self.deck.set(state.hands[seat] & self.counted))[0]

    def says(self) -> Text:
        phrase = _("The deal is void when a hand has none of these: {cards}.")
        if self.lone:
            phrase = _(
                "The deal is void when a hand has none of these: {cards}; or only one, which is one of these: {lone}."
            )
        return self.say(phrase, cards=self.called(self.cards), lone=self.called(self.lone))

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.REFUSES:
            return _("{who} holds {held}, with which the deal is not void.")
        if finding.facts["held"]:
            return _("{who} holds only {held} of the cards that a hand must have: the deal is void.")
        return _("{who} holds none of the cards that a hand must have, {cards}: the deal is void.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"cards": self.called(self.cards)}


class TooFew(Voids):
    """A player whose hand holds too few of certain cards may declare the deal void, but may also play."""

    cards: Marks = Field(description="The cards that are counted in the hand, all together.")
    fewer_than: Annotated[Count, Within("hand")] = Field(
        gt=0, description="With fewer of them than this, the holder may declare the deal void."
    )
    optional = True

    def prepare(self) -> None:
        self.counted: int = self.mask(self.cards)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        there = self.counted.bit_count()
        if self.fewer_than > there:
            few = _("every hand has fewer than {least} of these cards: the pack has {there}")
            yield few.format(least=self.fewer_than, there=there)

    def _held(self, state: State, seat: int) -> dict[str, int]:
        held = (state.hands[seat] & self.counted).bit_count()
        return {"seat": seat, "held": held, "fewer_than": self.fewer_than}

    def voids(self, state: State, seat: int) -> Finding | None:
        facts = self._held(state, seat)
        few = facts["held"] < self.fewer_than and not state.unseen[seat]
        return self.decides(decisive=True, **facts) if few else None

    def refuses(self, state: State, seat: int) -> Finding:
        return self.judged(False, **self._held(state, seat))[0]

    def says(self) -> Text:
        phrase = _("A player who holds fewer than {number} of these together may declare the deal void: {cards}.")
        if self.fewer_than == 1:
            phrase = _("A player who holds none of these may declare the deal void: {cards}.")
        return self.say(phrase, number=self.fewer_than, cards=self.called(self.cards))

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.REFUSES:
            return _("{who} holds {held} of the cards that count here; that is too many to declare the deal void.")
        return _(
            "{who} holds {held} of the cards that count here, fewer than the {least} that are needed, and declares the deal void."
        )

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        held = finding.facts["held"] or pgettext("cards", "none")
        return super().facts_in_words(finding, who) | {"held": held, "least": self.fewer_than}
