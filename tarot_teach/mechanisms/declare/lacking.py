from __future__ import annotations

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Marks, NewName, Params, Who
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.table import Declare, Effect, Finding, State
from tarot_teach.text import Text


class LackingParams(Params):
    level: NewName = Field(description="What it is called in records and on score sheets.")
    any_of: list[Marks] = Field(description="Sets of cards; the hand must have nothing of one of them.", min_length=1)


class Lacking(Offers[LackingParams]):
    """A player whose hand has nothing of a certain kind may announce it just before their own first card. Of the taker,
    the discard is looked at as well."""

    Params = LackingParams
    kind = "apart"

    def __init__(self, rule: str, params: LackingParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.kinds: list[int] = [self.mask(names, "any_of") for names in params.any_of]

    @property
    def levels(self) -> tuple[str, ...]:
        return (self.params.level,)

    def _lacks(self, state: State, seat: int) -> list[str] | None:
        holding = state.hands[seat] | (state.discard if seat == state.auction.taker else 0)
        for names, mask in zip(self.params.any_of, self.kinds, strict=True):
            if not holding & mask:
                return names
        return None

    def offers(self, state: State, seat: int) -> tuple[Declare, ...]:
        announced = any(done.seat == seat and done.rule == self.rule for done in state.declared)
        if announced or state.unseen[seat] or self._lacks(state, seat) is None:
            return ()
        return (Declare(seat, self.rule, self.params.level),)

    def check_declaration(self, state: State, action: Declare) -> list[Finding]:
        lacks = self._lacks(state, action.seat)
        again = any(done.seat == action.seat and done.rule == self.rule for done in state.declared)
        fine = lacks is not None and not again and action.level == self.params.level
        facts = {"seat": action.seat, "lacks": lacks, "again": again}
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, facts, decisive=not fine)]

    def says(self) -> Text:
        return self.say(
            _("A player who holds no card of one of these kinds may announce it before their first card: {kinds}."),
            kinds=[self._words(names) for names in self.params.any_of],
        )

    def because(self, finding: Finding, who: Who) -> Text:
        name = who(finding.facts["seat"])
        if finding.facts["again"]:
            return self.say(_("{who} has announced it already."), who=name)
        if finding.facts["lacks"] is None:
            kinds = [self._words(names) for names in self.params.any_of]
            return self.say(
                _("{who} holds cards of each of these kinds, and may not announce it: {kinds}."), kinds=kinds, who=name
            )
        lacking = self._words(finding.facts["lacks"])
        return self.say(_("{who} holds no {lacking}, and announces it."), lacking=lacking, who=name)

    def _words(self, names: list[str]) -> str:
        """Cards of one kind: ``trumps / the Excuse``."""
        return " / ".join(str(name) for name in self.called(names))
