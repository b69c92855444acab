"""Payments for the highest trumps in one hand, the matadors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from pydantic import Field

from tarot_teach.mechanisms.asking import SetsApartHighestTrumps
from tarot_teach.mechanisms.base import Count, Who
from tarot_teach.mechanisms.count import tricks_of_seat
from tarot_teach.mechanisms.interfaces import PaysApart, Scores
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.mechanisms.play import held_from_the_first_lead
from tarot_teach.mechanisms.score.held import HeldFact
from tarot_teach.messages import N_, _
from tarot_teach.table import Apart, Finding, Line, Outcome, Sheet, State
from tarot_teach.text import Text

MATADORS = 3
"""The highest trumps that must be in one hand."""


class _Matadors(Observes[HeldFact], SetsApartHighestTrumps):
    """A rule about the highest trumps, three or more in order, in one hand at the first lead."""

    observes = HeldFact
    highest_trumps = MATADORS

    def observe(self, state: State, outcome: Outcome) -> HeldFact | None:
        if not state.trumps or state.unrecorded_tricks:
            return None
        trumps = self.deck.order(state.trumps).steps(state.trumps)
        for seat, hand in enumerate(state.hands):
            held, number = held_from_the_first_lead(state, seat, hand), 0
            for card in reversed(trumps):
                if not held & card:
                    break
                number += 1
            if number >= MATADORS:
                return HeldFact(seat, number)
        return None

    def impossible(self, outcome: Outcome, fact: HeldFact, game: Game, players: int) -> Iterable[Impossible]:
        most = game.deals.tricks(players)
        if not MATADORS <= fact.number <= most or not 0 <= fact.seat < players:
            message = _("a player holds {matadors} to {most} matadors").format(matadors=MATADORS, most=most)
            yield Impossible("result.fact", message, _("count them from the highest trump down"), (self.rule,))
            return
        counted = tricks_of_seat(outcome, fact.seat, players)
        if counted is None:
            return
        tricks, won = counted
        if won < fact.number and sum(tricks.tricks) == most:
            message = _("whoever holds {number} matadors wins {number} tricks with them, and not {won} [{rule}]")
            message = message.format(number=fact.number, won=won, rule=self.rule)
            yield Impossible("result.fact", message, _("check who has won which tricks"), (self.rule,))

    def values(self, game: Game, players: int) -> str:
        return _("a player and how many, {least} or more: {given}").format(least=MATADORS, given="S:4")

    def tells(self, fact: HeldFact, who: Who) -> Iterator[Text]:
        yield self.say(_("{name} has held {number} matadors."), name=who(fact.seat), number=fact.number)


class MatadorsPaid(_Matadors, PaysApart):
    """Whoever holds the three highest trumps is paid for them by each other player, and for each further trump in order, whoever wins the deal."""

    three: Count = Field(description="Game points from each other player for the three highest trumps.")
    more: Count = Field(description="Game points from each other player for each further trump in order.")
    sentence = N_(
        "Whoever holds the three highest trumps gets {three} for them from each other player, and {more} for each further trump in order."
    )
    reason = N_("{who} has held {number} matadors, and gets {amount} for them from each of the others.")
    sums_to_zero = True

    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        fact = self.fact(outcome)
        if fact is None:
            return []
        amount = Fraction(self.three + self.more * (fact.number - MATADORS))
        finding = self.decides(seat=fact.seat, number=fact.number, amount=amount)
        return [Apart(finding, tuple(amount * (players - 1) if i == fact.seat else -amount for i in range(players)))]


class MatadorsOfTaker(_Matadors, Scores):
    """A taker who wins the deal and has held the three highest trumps gets an amount more."""

    amount: Count = Field(description="Game points.")
    sentence = N_("{taker:the} who wins the deal and has held the three highest trumps gets {amount} more.")
    reason = N_("{taker:the} has held the three highest trumps.")
    heading = N_("Estuche: the three matadors")
    sides = True

    def observe(self, state: State, outcome: Outcome) -> HeldFact | None:
        fact = super().observe(state, outcome)
        return fact if fact is not None and fact.seat == outcome.taker else None

    def impossible(self, outcome: Outcome, fact: HeldFact, game: Game, players: int) -> Iterable[Impossible]:
        yield from super().impossible(outcome, fact, game, players)
        if fact.seat != outcome.taker:
            message = _("only matadors of the taker count [{rule}]").format(rule=self.rule)
            yield Impossible("result.fact", message, _("leave those of the others out"), (self.rule,))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [self.line(self.amount)] if outcome.made else []

    def formula(self) -> tuple[str, str]:
        return "+", _("matadors")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"amount": self.amount}
