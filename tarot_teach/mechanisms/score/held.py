"""Payments for cards that one player holds at the first lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field

from tarot_teach.mechanisms.base import Count, Marks, NameOf, ParamError, Who, digits
from tarot_teach.mechanisms.interfaces import PaysApart
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.mechanisms.play import held_from_the_first_lead
from tarot_teach.messages import N_, _
from tarot_teach.table import Apart, Fact, FactError, Finding, Outcome, State
from tarot_teach.text import Text

Held = Annotated[int, BeforeValidator(digits), Field(gt=0, le=100), NameOf("new")]
"""A number of cards held, one or more."""


@dataclass(frozen=True, slots=True)
class HeldFact(Fact):
    """A seat, spelled by its number from 1 or its letter, and how many of certain cards it holds: ``1:4``."""

    seat: int
    number: int

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        seat, _colon, number = text.strip().partition(":")
        known = [*seats, *map(str, range(1, 9))]
        if seat not in known or not (number.isascii() and number.isdecimal() and len(number) < 3):
            message = _("{text!r} does not tell who holds how many").format(text=text)
            raise FactError(message, _("write the player and the number: {seat}:4").format(seat=known[0]))
        return cls(known.index(seat) if seat in seats else int(seat) - 1, int(number))

    def __str__(self) -> str:
        return f"{self.seat + 1}:{self.number}"

    def turned(self, by: int, seats: int) -> HeldFact:
        return HeldFact((self.seat + by) % seats, self.number)


class HeldPaid(PaysApart, Observes[HeldFact]):
    """A player who holds enough of certain cards at the first lead gets an amount from each other player, whoever wins the deal."""

    cards: Marks = Field(description="The cards, all together.")
    amounts: dict[Held, Count] = Field(
        min_length=1, description="Game points from each other player, by how many of the cards one player holds."
    )
    reason = N_("{who} held {number} of these, {cards}, and gets {amount} for them from each of the others.")
    sums_to_zero = True
    observes = HeldFact

    def prepare(self) -> None:
        self.wanted: int = self.mask(self.cards)
        self.number: int = self.wanted.bit_count()
        for number in self.amounts:
            if not self.number < 2 * number <= 2 * self.number:
                message = _("of {number} cards, {least} are too many, or few enough for two players")
                hint = _("write {least} to {most}").format(least=self.number // 2 + 1, most=self.number)
                raise ParamError(message.format(number=self.number, least=number), ("amounts", str(number)), hint)

    def amount(self, number: int) -> int:
        """The amount from each other player for so many of the cards; 0 for too few."""
        return next((self.amounts[least] for least in sorted(self.amounts, reverse=True) if least <= number), 0)

    def observe(self, state: State, outcome: Outcome) -> HeldFact | None:
        if state.unrecorded_tricks:
            return None
        for seat, hand in enumerate(state.hands):
            number = (held_from_the_first_lead(state, seat, hand) & self.wanted).bit_count()
            if number >= min(self.amounts):
                return HeldFact(seat, number)
        return None

    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        fact = self.fact(outcome)
        if fact is None:
            return []
        amount = Fraction(self.amount(fact.number))
        finding = self.decides(seat=fact.seat, number=fact.number, amount=amount)
        return [Apart(finding, tuple(amount * (players - 1) if i == fact.seat else -amount for i in range(players)))]

    def says(self) -> Text:
        phrase = _("A player who holds enough of these when the first card is led, {cards}, gets from each other player: {worth}.")  # fmt: skip
        words = _("{amount} for {number}")
        by_number = sorted(self.amounts.items(), reverse=True)
        worth = ", ".join(words.format(amount=amount, number=number) for number, amount in by_number)
        return self.say(phrase, cards=self.called(self.cards), worth=worth)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"cards": self.called(self.cards)}

    def tells(self, fact: HeldFact, who: Who) -> Iterator[Text]:
        phrase = _("{name} held {number} of these at the first lead: {cards}.")
        yield self.say(phrase, name=who(fact.seat), number=fact.number, cards=self.called(self.cards))

    def values(self, game: Game, players: int) -> str:
        return _("a player and how many, {least} or more: {given}").format(least=min(self.amounts), given="S:4")

    def example(self, game: Game, players: int) -> str:
        return f"1:{min(self.amounts)}"

    def impossible(self, outcome: Outcome, fact: HeldFact, game: Game, players: int) -> Iterable[Impossible]:
        least, most = min(self.amounts), min(self.number, game.deals.hand_size(players))
        if not least <= fact.number <= most or not 0 <= fact.seat < players:
            message = _("a player is paid for {least} to {most} of these cards [{rule}]")
            message = message.format(least=least, most=most, rule=self.rule)
            yield Impossible("result.fact", message, _("name the player and the number of cards held"), (self.rule,))
