from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Flag, Marks, Params, Who
from tarot_teach.mechanisms.interfaces import CallsPartner
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Call, Effect, Finding, State
from tarot_teach.text import Text


class CallCourtCardParams(Params):
    ranks: Marks = Field(description="What may be called: the first of these of which the taker does not hold all.")
    when: Literal["before_talon", "after_discard"] = Field(
        description="Whether the card is called before the talon is turned, or just before the first lead."
    )
    alone: Flag = Field(
        description="Whether a taker may call a card of their own or of the talon, and is then alone; if not, cards of their "
        "own cannot be called, and where nobody has the card they call one of the next rank."
    )


class CallCourtCard(CallsPartner[CallCourtCardParams]):
    """The taker calls a card; whoever holds it plays on the taker's side, and does not say so."""

    Params = CallCourtCardParams

    def __init__(self, rule: str, params: CallCourtCardParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.masks: list[int] = [self.mask([name], "ranks") for name in params.ranks]
        self.after_discard = params.when == "after_discard"
        self.again = not params.alone

    def callable(self, state: State, seat: int) -> int:
        held = state.hands[seat]
        called = self.deck.mask(state.auction.missed)
        for mask in self.masks:
            if mask & ~held and not mask & called:
                return mask if self.params.alone else mask & ~held
        return self.masks[-1] if self.params.alone else 0

    def check_call(self, state: State, action: Call) -> list[Finding]:
        may = self.callable(state, action.seat)
        fine = bool(may & action.card.bit)
        rank = next((name for name, mask in zip(self.params.ranks, self.masks, strict=True) if mask & may), "")
        own = not self.params.alone and bool(state.hands[action.seat] & action.card.bit)
        facts = {"seat": action.seat, "card": action.card, "may": rank, "own": own}
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, facts, decisive=not fine)]

    def says(self) -> Text:
        return self.say(
            _("{taker:the} calls a card, in this order: {ranks}. Whoever holds it is {partner:the}."),
            ranks=self.params.ranks,
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "who": who(finding.facts["seat"])}
        if finding.effect is Effect.DECIDES:
            if facts.get("nobody"):
                return self.say(_("Nobody has {card}: {who} calls again, a card of the next rank."), **facts)
            if facts["alone"]:
                return self.say(_("{who} plays {card}, the called card: {taker:the} is alone."), **facts)
            return self.say(_("{who} plays {card}, the called card: now all know who {partner:the} is."), **facts)
        if finding.effect is Effect.REFUSES:
            if facts["own"]:
                return self.say(_("{who} holds {card}, and must call a card that somebody else may hold."), **facts)
            return self.say(_("{who} may call {may:a} here, and not {card}."), **facts)
        return self.say(_("{who} calls {card}."), **facts)

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        params = cls.typed(rule)
        if params.when == "before_talon" and not params.alone:
            return [_("before the talon is turned nobody can tell whether somebody has the card")]
        return []
