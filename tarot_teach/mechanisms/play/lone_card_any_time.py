from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import CardName, Marks, Params, Who
from tarot_teach.mechanisms.interfaces import ExemptsCards, held_from_the_first_lead
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text


class LoneCardParams(Params):
    card: CardName = Field(description="The card that may be played at any time.")
    without: Marks = Field(description="The cards that its holder must have lacked at the first lead.")


class LoneCardAnyTime(ExemptsCards[LoneCardParams]):
    """A card whose holder had none of certain others at the first lead may be played at any time, like the Excuse."""

    Params = LoneCardParams

    def __init__(self, rule: str, params: LoneCardParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.lone: int = self.mask([params.card], "card")
        self.others: int = self.mask(params.without, "without") & ~self.lone

    def exempt(self, state: State, seat: int, hand: int) -> int:
        if not hand & self.lone or hand & self.others or state.unseen[seat]:
            return 0
        return 0 if held_from_the_first_lead(state, seat, hand) & self.others else self.lone

    def says(self) -> Text:
        return self.say(
            _("A player who held {card} without any of these at the first lead, {others}, may play it at any time."),
            card=self.deck.set(self.lone),
            others=self.called(self.params.without),
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {"who": who(finding.facts["seat"]), "card": self.deck.set(self.lone)}
        if finding.effect is Effect.ALLOWS:
            return self.say(_("Led, {card} counts as a card of its suit, which the others follow."), **facts)
        return self.say(_("{who} was dealt {card} without protection, and may play it at any time."), **facts)
