from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.mechanisms.base import Marks, Params, Who
from tarot_teach.mechanisms.steps import Voids
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text, _, say


class LoneCardParams(Params):
    card: str = Field(description="The card whose holder may be without the others.")
    without: Marks = Field(description="The cards that the hand must lack.")
    duty: Literal["must"] = Field(description="Whether the holder has to say so.")


class LoneCard(Voids[LoneCardParams]):
    """A hand that holds a certain card and none of certain others makes the deal void."""

    Params = LoneCardParams

    def __init__(self, rule: str, params: LoneCardParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.lone = self.mask([params.card], "card")
        self.others = self.mask(params.without, "without") & ~self.lone

    def voids(self, state: State) -> Finding | None:
        for seat, hand in enumerate(state.hands):
            if hand & self.lone and not hand & self.others and not state.unseen[seat]:
                facts = {"seat": seat, "card": self.deck.set(self.lone)}
                return Finding(self.rule, Effect.DECIDES, facts, decisive=True)
        return None

    def says(self) -> Text:
        return say(
            _("A player who holds {card}, but none of {others}, must say so, and the deal is void."),
            card=self.deck.set(self.lone),
            others=self.params.without,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        return say(
            _("{who} holds {card} and none of the cards that would protect it: the deal is void."),
            who=who(finding.facts["seat"]),
            card=finding.facts["card"],
        )
