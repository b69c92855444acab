from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.mechanisms.base import Marks, Params, Who
from tarot_teach.mechanisms.steps import CallsPartner
from tarot_teach.table import Call, Effect, Finding, State
from tarot_teach.text import Text, _, say


class CallCourtCardParams(Params):
    ranks: Marks = Field(description="What may be called: the first of these of which the taker does not hold all.")


class CallCourtCard(CallsPartner[CallCourtCardParams]):
    """The taker calls a card before the talon is turned; whoever holds it plays on the taker's side. A card in the talon,
    or in the taker's own hand, leaves the taker alone."""

    Params = CallCourtCardParams

    def __init__(self, rule: str, params: CallCourtCardParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.masks = [self.mask([name], "ranks") for name in params.ranks]

    def callable(self, state: State, seat: int) -> int:
        held = state.hands[seat]
        return next((mask for mask in self.masks if mask & ~held), self.masks[-1])

    def check_call(self, state: State, action: Call) -> list[Finding]:
        may = self.callable(state, action.seat)
        fine = bool(may & action.card.bit)
        facts = {"seat": action.seat, "card": action.card, "may": self.params.ranks[self.masks.index(may)]}
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, facts, decisive=not fine)]

    def says(self) -> Text:
        return say(
            _("The taker calls a card, in this order: {ranks}. Whoever holds it is the partner."),
            ranks=self.params.ranks,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "who": who(finding.facts["seat"])}
        if finding.effect is Effect.DECIDES:
            if facts["alone"]:
                return say(_("{who} plays {card}, the called card: the taker is alone."), **facts)
            return say(_("{who} plays {card}, the called card: now all know who the partner is."), **facts)
        if finding.effect is Effect.REFUSES:
            return say(_("{who} may call a {may} here, and not {card}."), **facts)
        return say(_("{who} calls {card}."), **facts)
