"""Rules for calling a partner."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field

from tarot_teach.cards import Card
from tarot_teach.language import N_, _
from tarot_teach.mechanisms.base import Flag, Marks, ParamError, Who
from tarot_teach.mechanisms.interfaces import CallsPartner
from tarot_teach.rules import Ruleset
from tarot_teach.table import Effect, Finding, State
from tarot_teach.text import Text


class CallCourtCard(CallsPartner):
    """The taker calls a card; whoever holds it plays on the taker's side, and does not say so."""

    ranks: Marks = Field(description="What may be called: the first of these of which the taker does not hold all.")
    when: Literal["before_talon", "after_discard"] = Field(
        description="Whether the card is called before the talon is turned, or just before the first lead."
    )
    alone: Flag = Field(
        description="Whether a taker may call a card of their own or of the talon, and is then alone; if not, cards of their "
        "own cannot be called, and where nobody has the card they call one of the next rank."
    )
    own: Flag = Field(
        True,
        description="Whether a taker who may be alone may call a card of their own, and not only one of the talon.",
    )
    sentence = N_("{taker:the} calls a card, in this order: {ranks}. Whoever holds it is {partner:the}.")

    def prepare(self) -> None:
        for i, name in enumerate(self.ranks):
            if name in self.ranks[:i]:
                message = _("{name!r} is named twice").format(name=name)
                raise ParamError(message, ("ranks", i), _("name each rank once, in the order in which they are called"))
        self.masks: list[int] = [self.mask([name]) for name in self.ranks]
        self.after_discard = self.when == "after_discard"
        self.again = not self.alone

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.again and not self.after_discard:
            yield _("before the talon is turned nobody can tell whether somebody has the card")

    def callable(self, state: State, seat: int) -> int:
        held = state.hands[seat]
        called = self.deck.mask(state.auction.missed)
        for mask in self.masks:
            if mask & ~held and not mask & called:
                return mask if self.alone and self.own else mask & ~held
        return self.masks[-1] if self.alone else 0

    def says(self) -> Text:
        return self.say(_(self.sentence), ranks=[self._name(name) for name in self.ranks])

    def _name(self, rank: str) -> object:
        """A rank that may be called, or a single card."""
        return self.deck.by_code.get(rank, rank)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        facts = super().facts_in_words(finding, who)
        return facts | {"may": self._name(facts["may"])} if "may" in facts else facts

    def check_call(self, state: State, card: Card) -> list[Finding]:
        seat = state.auction.taker
        assert seat is not None
        may = self.callable(state, seat)
        rank = next((name for name, mask in zip(self.ranks, self.masks, strict=True) if mask & may), "")
        own = not (self.alone and self.own) and bool(state.hands[seat] & card.bit)
        return self.judged(bool(may & card.bit), seat=seat, card=card, may=rank, own=own)

    def why(self, finding: Finding) -> str:
        facts = finding.facts
        if finding.effect is Effect.DECIDES:
            if facts.get("nobody"):
                return _("Nobody has {card}: {who} calls again, a card of the next rank.")
            if facts["alone"]:
                return _("{who} plays {card}, the called card: {taker:the} is alone.")
            return _("{who} plays {card}, the called card: now all know who {partner:the} is.")
        if finding.effect is Effect.REFUSES:
            if facts["own"]:
                return _("{who} holds {card}, and must call a card that somebody else may hold.")
            return _("{who} may call {may:a} here, and not {card}.")
        return _("{who} calls {card}.")
