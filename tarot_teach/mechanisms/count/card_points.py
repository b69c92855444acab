from __future__ import annotations

from tarot_teach.cards import halves_text
from tarot_teach.language import _
from tarot_teach.mechanisms.base import NoParams, Who
from tarot_teach.mechanisms.interfaces import Counts
from tarot_teach.table import Effect, Finding, Outcome
from tarot_teach.text import Text


class CardPoints(Counts[NoParams]):
    """Cards count what the pack gives as their card points."""

    sets_target = False
    bounded = True

    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        facts = {"points": halves_text(outcome.halves), "honours": outcome.honours, "cards": outcome.cards}
        return outcome, Finding(self.rule, Effect.DECIDES, facts)

    def says(self) -> Text:
        values = sorted({card.halves for card in self.deck.cards}, reverse=True)
        return self.say(
            _("Each card counts its card points ({values}); the whole pack counts {total}."),
            values=[halves_text(value) for value in values],
            total=halves_text(self.deck.halves),
        )

    def because(self, finding: Finding, who: Who) -> Text:
        facts = {**finding.facts, "honours": self.terms["honour"].count(finding.facts["honours"])}
        if facts["cards"]:
            return self.say(
                _("{taker:the}'s side has {points} card points in {cards} cards, with {honours} among them."),
                **facts,
            )
        return self.say(_("{taker:the}'s side has {points} card points, with {honours}."), **facts)
