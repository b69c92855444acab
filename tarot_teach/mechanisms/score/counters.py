from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.language import _
from tarot_teach.mechanisms.base import CardName, Count, Params, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class CountersParams(Params):
    points: dict[CardName, Count] = Field(
        description="Game points for each card of a mark, a suit or a code.", min_length=1
    )


class Counters(Scores[CountersParams]):
    """Certain cards are worth something to whoever has won them."""

    Params = CountersParams

    def __init__(self, rule: str, params: CountersParams, deck: Deck) -> None:
        super().__init__(rule, params, deck)
        self.masks: dict[str, int] = {name: self.mask([name], "points") for name in params.points}

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        lines = []
        for name, mask in self.masks.items():
            held = self.deck.set((outcome.pile or 0) & mask)
            if held:
                each = self.params.points[name]
                lines.append(Line(self.rule, "+", Fraction(each * len(held)), {"cards": held, "each": each}))
        return lines

    def label(self, line: Line) -> Text:
        return self.say(_("Counting cards: {names}"), names=line.facts["cards"])

    def because(self, finding: Finding, who: Who) -> Text:
        cards, each = finding.facts["cards"], finding.facts["each"]
        if len(cards) == 1:
            return self.say(_("{cards} counts {each}."), cards=cards, each=each)
        return self.say(_("{cards} count {each} each."), cards=cards, each=each)

    def formula(self) -> tuple[str, str]:
        return "+", _("counting cards")

    def says(self) -> Text:
        names = self.called(list(self.params.points))
        values = [name + f" {points}" for name, points in zip(names, self.params.points.values(), strict=True)]
        return self.say(_("These cards are worth: {values}."), values=values)
