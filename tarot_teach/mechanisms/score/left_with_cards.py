"""The loss of a player who is left with cards when the play ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from tarot_teach.mechanisms.base import Count, Who, Within
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.table import Finding, Line, NumberFact, Outcome, Sheet, State
from tarot_teach.text import Text


class LeftWithCards(Scores, Observes[NumberFact]):
    """A player who still holds cards when the play ends loses points: a number, once or for each card."""

    points: Count = Field(gt=0, description="Game points lost, at once or for each card.")
    per: Literal["deal", "card"] = Field(description="Whether they are lost once, or for each card that is left.")
    spare: Annotated[Count, Within("pack", below=True)] = Field(
        0, description="Cards that cost nothing, where each card costs something."
    )
    heading = N_("Cards left")
    operation = "-"
    observes = NumberFact

    def observe(self, state: State, outcome: Outcome) -> NumberFact | None:
        left = 0 if outcome.seat is None else state.hand_size(outcome.seat)
        return NumberFact(left) if left else None

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        left = fact.number if fact else 0
        times = max(0, left - self.spare) if self.per == "card" else min(left, 1)
        return [self.line(times * self.points, "-", left=left)] if times else []

    def formula(self) -> tuple[str, str]:
        if self.per == "card":
            return "−", _("{points} for each card left").format(points=self.points)
        return "−", _("{points} for the player left with cards").format(points=self.points)

    def values(self, game: Game, players: int) -> str:
        return _("the number of cards left in the hand")

    def example(self, game: Game, players: int) -> str:
        return "1"

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        most = len(self.deck.cards) - players + 1
        if fact.number > most:
            message = _("nobody can be left with {number} cards [{rule}]").format(number=fact.number, rule=self.rule)
            yield Impossible("result.fact", message, _("{most} at most").format(most=most), (self.rule,))

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        yield self.say(ngettext("{left} card is left.", "{left} cards are left.", fact.number), left=fact.number)

    def tells_nothing(self, outcome: Outcome, who: Who) -> Iterator[Text]:
        yield self.say(_("No card is left."))

    def says(self) -> Text:
        if self.per == "card":
            phrase = _("A player who is left with cards when the play ends loses {points} for each of them.")
            if self.spare:
                phrase = _(
                    "A player who is left with cards when the play ends loses {points} for each of them, but for the first {spare}."
                )
            return self.say(phrase)
        return self.say(_("A player who is left with cards when the play ends loses {points}."))

    def why(self, finding: Finding) -> str:
        left = finding.facts["left"]
        return ngettext("{left} card was left in the hand.", "{left} cards were left in the hand.", left)
