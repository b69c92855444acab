from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import CardName, Marks, Params, Who
from tarot_teach.mechanisms.interfaces import Voids
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text


class LoneCardParams(Params):
    card: CardName = Field(description="The card whose holder may be without the others.")
    without: Marks = Field(description="The cards that the hand must lack.")
    duty: Literal["must", "may"] = Field(description="Whether the holder has to say so, or may keep silent and play.")


class LoneCard(Voids[LoneCardParams]):
    """A hand that holds a certain card and none of certain others makes the deal void."""

    Params = LoneCardParams

    def __init__(self, rule: str, params: LoneCardParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.lone: int = self.mask([params.card], "card")
        self.others: int = self.mask(params.without, "without") & ~self.lone
        self.optional = params.duty == "may"

    def voids(self, state: State, seat: int) -> Finding | None:
        hand = state.hands[seat]
        if not hand & self.lone or hand & self.others or state.unseen[seat]:
            return None
        facts = {"seat": seat, "card": self.deck.set(self.lone)}
        return Finding(self.rule, Effect.DECIDES, facts, decisive=True)

    def refuses(self, state: State, seat: int) -> Finding:
        facts = {"seat": seat, "card": self.deck.set(self.lone)}
        return Finding(self.rule, Effect.REFUSES, facts, decisive=True)

    def says(self) -> Text:
        facts = {"card": self.deck.set(self.lone), "others": self.called(self.params.without)}
        if self.optional:
            return self.say(
                _("A player who holds {card} without any of these may declare the deal void: {others}."), **facts
            )
        return self.say(
            _("A player who holds {card} without any of these must say so, and the deal is void: {others}."), **facts
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "who": who(finding.facts["seat"])}
        if finding.effect is Effect.REFUSES:
            return self.say(_("{who} does not hold {card} alone, and cannot declare the deal void for it."), **facts)
        return self.say(_("{who} holds {card} and none of the cards that would protect it: the deal is void."), **facts)
