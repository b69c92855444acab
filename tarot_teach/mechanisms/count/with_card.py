"""A deal that is won by winning a certain trick with a certain card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import Field

from tarot_teach.mechanisms.base import CardName, ParamError, Who, Whole
from tarot_teach.mechanisms.bonus_events import CardInTrick
from tarot_teach.mechanisms.interfaces import Judges
from tarot_teach.mechanisms.observed import Game, Implied, Impossible, Observes
from tarot_teach.messages import _
from tarot_teach.table import TAKER, Finding, NumberFact, Outcome, State
from tarot_teach.text import Text


class TrickWithCard(Judges, Observes[NumberFact]):
    """The taker's side wins by winning a certain trick with a certain card. The fact of a deal is 1 if it has, and otherwise 0."""

    card: CardName = Field(description="The card that has to win the trick.")
    trick: Whole = Field(-1, description="The number of the trick: 1 is the first, -1, as by default, the last.")
    sides = True
    bounded = True
    by_points = False
    observes = NumberFact
    always = True

    def prepare(self) -> None:
        self.named: int = self.mask([self.card])
        if self.named.bit_count() != 1:
            message = _("{name!r} is not a single card").format(name=self.card)
            raise ParamError(message, ("card",), _("name one by its code, such as T1"))
        if not self.trick:
            raise ParamError(_("there is no trick 0"), ("trick",), _("1 is the first, -1 the last"))
        self.does = CardInTrick(self.named, self.trick)

    def observe(self, state: State, outcome: Outcome) -> NumberFact:
        if self.trick < 0 and not state.all_played:
            return NumberFact(0)
        return NumberFact(int((TAKER, True) in self.does.tried(state, outcome)))

    def judge(self, outcome: Outcome) -> tuple[int | None, bool]:
        fact = self.fact(outcome)
        return None, fact is not None and fact.number > 0

    def says(self) -> Text:
        if self.trick == -1:
            return self.say(_("{taker:the}'s side wins by winning the last trick with {card}."), card=self.deck.set(self.named))  # fmt: skip
        if self.trick > 0:
            return self.say(_("{taker:the}'s side wins by winning trick {trick} with {card}."), card=self.deck.set(self.named))  # fmt: skip
        phrase = _("{taker:the}'s side wins by winning the trick number {last}, counted from the last, with {card}.")
        return self.say(phrase, card=self.deck.set(self.named), last=-self.trick)

    def why(self, finding: Finding) -> str:
        if finding.facts["made"]:
            return _("{taker:the}'s side has won that trick with {card}, as it needed to.")
        return _("{taker:the}'s side has not won that trick with {card}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"card": self.deck.set(self.named)}

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        phrase = _("{taker:the}'s side has not won that trick with {card}.")
        if fact.number:
            phrase = _("{taker:the}'s side has won that trick with {card}.")
        yield self.say(phrase, card=self.deck.set(self.named))

    def values(self, game: Game, players: int) -> str:
        return _("1 if the trick was won with the card, and otherwise 0")

    def choices(self) -> list[tuple[str, str]]:
        return [("1", _("won")), ("0", _("not won"))]

    def example(self, game: Game, players: int) -> str:
        return "1"

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        if fact.number > 1:
            message = _("there is one such trick, and not {number} [{rule}]").format(number=fact.number, rule=self.rule)
            yield Impossible("result.fact", message, _("write 1 for won, and 0 for not won"), (self.rule,))

    def implies(self, outcome: Outcome, fact: NumberFact | None, game: Game, players: int) -> Iterator[Implied]:
        if fact is not None and fact.number:
            words = _("the trick won with the card")
            sure = range(1, game.deals.tricks(players) + 1)
            yield Implied((words,), self.rule, self.rule, sure, holds=self.named)
