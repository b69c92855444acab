from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from tarot_teach.language import _, ngettext
from tarot_teach.mechanisms.base import Count, Params, Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import Finding, Line, Outcome, Sheet
from tarot_teach.text import Text


class CardsTakenParams(Params):
    above: Count = Field(description="The number of cards that bring nothing.")
    each: Count = Field(description="Game points for each further card.")


class CardsTaken(Scores[CardsTakenParams]):
    """Each card won above a number is worth something; fewer cards cost nothing."""

    Params = CardsTakenParams

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        counting = max(0, outcome.cards - self.params.above)
        facts = {"cards": outcome.cards, "counting": counting}
        return [Line(self.rule, "+", Fraction(counting * self.params.each), facts)]

    def label(self, line: Line) -> Text:
        return self.say(_("Cards won"))

    def because(self, finding: Finding, who: Who) -> Text:
        cards, counting = finding.facts["cards"], finding.facts["counting"] or _("none")
        phrase = ngettext("{cards} card was won.", "{cards} cards were won.", cards)
        if self.params.above:
            phrase = ngettext(
                "{cards} card was won; {counting} above {above}.",
                "{cards} cards were won; {counting} above {above}.",
                cards,
            )
        return self.say(phrase, cards=cards, counting=counting, above=self.params.above)

    def formula(self) -> tuple[str, str]:
        return "+", _("cards above {above}").format(above=self.params.above) if self.params.above else _("cards won")

    def says(self) -> Text:
        if not self.params.above:
            return self.say(_("Each card won is worth {each}."), each=self.params.each)
        return self.say(
            _("Each card won above {above} is worth {each}."), above=self.params.above, each=self.params.each
        )
