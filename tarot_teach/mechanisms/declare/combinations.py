"""Combinations of the hand that are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field

from tarot_teach.mechanisms.base import NewName
from tarot_teach.mechanisms.combinations import ShowsCombinations
from tarot_teach.messages import _, as_words
from tarot_teach.rules import Ruleset
from tarot_teach.table import Choose, Finding, State
from tarot_teach.text import Text


class ShownCombinations(ShowsCombinations):
    """A player whose hand has combinations that score may show them; only those that are shown score. A player shows all at once, or some."""

    level: NewName = Field(description="What it is called in records and on score sheets.")
    when: Literal["first_card", "before_lead"] = Field(
        description="Whether they are shown with one's own first card, or before the first lead."
    )

    def prepare(self) -> None:
        self.levels = (self.level,)
        self.before_lead = self.when == "before_lead"

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.table is None:
            yield _("no rule of the score counts combinations of a hand")

    def offers(self, state: State, seat: int) -> tuple[Choose, ...]:
        announced = any(done.seat == seat and done.rule == self.rule for done in state.declared)
        shown = 0 if announced or state.unseen[seat] or not self.table else self.table.of_any(state.hands[seat])
        return (Choose(seat, self.rule, self.level, self.deck.set(shown)),) if shown else ()

    def check_declaration(self, state: State, action: Choose) -> list[Finding]:
        seat, shown = action.seat, action.cards.mask if action.cards else 0
        idle = shown & ~(self.table.of_any(shown) if self.table else 0)
        fault = ""
        if any(done.seat == seat and done.rule == self.rule for done in state.declared):
            fault = "again"
        elif action.option != self.level:
            fault = "level"
        elif shown & ~state.hands[seat] and not state.unseen[seat]:
            fault = "wrong"
        elif not shown:
            fault = "none"
        elif idle:
            fault = "idle"
        return self.judged(not fault, seat=seat, cards=self.deck.set(shown), idle=self.deck.set(idle), fault=fault)

    def says(self) -> Text:
        if self.before_lead:
            return self.say(_("Before the first lead, each player may show combinations of the hand: {name}."))
        return self.say(_("With their first card, each player may show combinations of the hand: {name}."))

    def say(self, template: str, **values: Any) -> Text:
        return super().say(template, name=as_words(self.level), **values)

    def why(self, finding: Finding) -> str:
        return {
            "again": _("{who} has shown combinations already."),
            "level": _("What is shown here is called {name}."),
            "wrong": _("{who} shows a card that is not in the hand."),
            "none": _("{who} shows no combination."),
            "idle": _("These belong to no combination that {who} shows: {idle}."),
            "": _("{who} shows {cards}."),
        }[finding.facts["fault"]]
