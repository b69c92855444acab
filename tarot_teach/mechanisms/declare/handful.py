from __future__ import annotations

from typing import Literal

from pydantic import Field

from tarot_teach.cards import CardSet, Deck
from tarot_teach.language import _, as_words, ngettext
from tarot_teach.mechanisms.base import Count, NewName, Params, Who
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.table import Declare, Effect, Finding, State
from tarot_teach.text import Text


class HandfulParams(Params):
    levels: dict[NewName, Count] = Field(description="Trumps that each level shows, lowest level first.", min_length=1)
    shown: Literal["exactly", "at_least", "all_with_excuse"] = Field(
        description="Whether exactly as many are shown, or at least as many; the Excuse among them says that no trump is "
        "left or, with “all with excuse”, means that all trumps must be shown, which may then be more."
    )
    when: Literal["first_card", "before_lead"] = Field(
        description="Whether it is shown just before one's own first card, or before the first lead."
    )


class ShownHandful(Offers[HandfulParams]):
    """A player with many trumps may show a handful of them before playing. The Excuse may stand for a trump. Trumps that the
    taker laid away may be among them."""

    Params = HandfulParams
    kind = "handful"

    def __init__(self, rule: str, params: HandfulParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.before_lead = params.when == "before_lead"

    @property
    def levels(self) -> tuple[str, ...]:
        return tuple(self.params.levels)

    def holding(self, state: State, seat: int) -> int:
        """The cards from which the seat may show: its hand, and what it laid away."""
        return state.hands[seat] | (state.discard if seat == state.auction.taker else 0)

    def offers(self, state: State, seat: int) -> tuple[Declare, ...]:
        if any(done.seat == seat and done.rule == self.rule for done in state.declared):
            return ()
        holding = self.holding(state, seat)
        trumps = list(CardSet(self.deck, holding & self.deck.trumps))
        excuse = holding & self.deck.excuse
        return tuple(
            Declare(seat, self.rule, level, self.deck.set(shown))
            for level, number in self.params.levels.items()
            if (shown := self.deck.mask(trumps[:number]) | (excuse if len(trumps) < number else 0)).bit_count()
            >= number
        )

    def check_declaration(self, state: State, action: Declare) -> list[Finding]:
        holding = self.holding(state, action.seat)
        number = self.params.levels.get(action.level, 0)
        held = holding & (self.deck.trumps | self.deck.excuse)
        facts = {"seat": action.seat, "level": action.level, "number": number, "held": held.bit_count()}
        fault = ""
        if any(done.seat == action.seat and done.rule == self.rule for done in state.declared):
            fault = "again"
        elif not number:
            fault = "level"
        elif held.bit_count() + state.unseen[action.seat] < number:
            fault = "few"
        elif action.cards is not None and not state.unseen[action.seat]:
            shown = action.cards.mask
            facts["shown"] = len(action.cards)
            if shown & ~held:
                fault = "wrong"
            elif shown.bit_count() < number or (shown.bit_count() > number and not self._more(shown)):
                fault = "count"
            elif shown & self.deck.excuse and held & ~shown:
                fault = "excuse"
        facts["fault"] = fault
        return [Finding(self.rule, Effect.REFUSES if fault else Effect.ALLOWS, facts, decisive=bool(fault))]

    def _more(self, shown: int) -> bool:
        """True if more cards may be shown than the level asks for."""
        if self.params.shown == "all_with_excuse":
            return bool(shown & self.deck.excuse)
        return self.params.shown == "at_least"

    def says(self) -> Text:
        levels = [f"{as_words(level)} ({number})" for level, number in self.params.levels.items()]
        phrase = _("Before playing their first card, a player may show {handful:a} of trumps: {levels}.")
        if self.before_lead:
            phrase = _("Before the first lead, a player may show {handful:a} of trumps: {levels}.")
        return self.say(phrase, levels=levels)

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "who": who(finding.facts["seat"]), "level": as_words(finding.facts["level"])}
        match facts["fault"]:
            case "again":
                return self.say(_("{who} has shown {handful:a} already."), **facts)
            case "level":
                facts["levels"] = [*self.params.levels]
                return self.say(_("There is no {handful} called {level}; there are {levels}."), **facts)
            case "few":
                phrase = ngettext(
                    "A {level} {handful} takes {number} trumps; {who} has {held} card that counts.",
                    "A {level} {handful} takes {number} trumps; {who} has {held} cards that count.",
                    facts["held"],
                )
                return self.say(phrase, **facts)
            case "wrong":
                return self.say(_("{who} shows a card that is not held or does not count for {handful:a}."), **facts)
            case "count":
                if self.params.shown == "at_least":
                    return self.say(_("A {level} {handful} shows at least {number}; {who} shows {shown}."), **facts)
                return self.say(_("A {level} {handful} shows exactly {number}; {who} shows {shown}."), **facts)
            case "excuse":
                return self.say(_("{who} shows {excuse:the} among the trumps, and so may keep no trump back."), **facts)
        return self.say(_("{who} shows a {level} {handful} of {number} trumps."), **facts)
