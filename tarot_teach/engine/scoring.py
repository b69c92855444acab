"""The steps ``count``, ``score`` and ``match``: from captured cards, or a result typed in, to game points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tarot_teach.engine import playing
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.interfaces import (
    ChoosesDealer,
    Counts,
    EndsMatch,
    MakesOutcomes,
    PassesDeal,
    PaysApart,
    Scores,
    SeatsTable,
    Settles,
    StacksPack,
)
from tarot_teach.rules import Ruleset
from tarot_teach.table import Effect, Finding, Outcome, Result, Sheet, State
from tarot_teach.table.events import DealScored, DebtEnded, Event, NotCounted, PointsCounted, Step


class Scorer:
    """Counts and scores by a ruleset's rules."""

    def __init__(self, index: RuleIndex) -> None:
        self.index = index
        self.makes: MakesOutcomes[Any] | None = index.first(MakesOutcomes)
        self.counts: list[Counts[Any]] = index.all(Counts)
        self.scores: list[Scores[Any]] = index.all(Scores)
        self.settles: Settles[Any] | None = index.first(Settles)
        self.pays_apart: list[PaysApart[Any]] = index.all(PaysApart)
        self.passes: PassesDeal[Any] | None = index.first(PassesDeal)
        self.ends: EndsMatch[Any] | None = index.first(EndsMatch)
        self.seats_table: SeatsTable[Any] | None = index.first(SeatsTable)
        self.chooses_dealer: ChoosesDealer[Any] | None = index.first(ChoosesDealer)
        self.stacks_pack: StacksPack[Any] | None = index.first(StacksPack)

    @classmethod
    def of(cls, ruleset: Ruleset) -> Scorer:
        """A scorer without an engine, for typed results."""
        return cls(RuleIndex(ruleset))

    @property
    def has_sides(self) -> bool:
        """True if a taker plays against a defence, so that a deal has one score sheet and a settlement."""
        return self.settles is not None

    def count(self, outcome: Outcome) -> tuple[Outcome, list[Finding]]:
        """The outcome with points and target, and the findings of the rules of the count."""
        findings = []
        for rule in self.counts:
            outcome, finding = rule.count(outcome)
            if finding:
                findings.append(finding)
        return outcome, findings

    def sheet(self, outcome: Outcome) -> Sheet:
        """The score sheet of a counted outcome."""
        sheet = Sheet(outcome)
        for rule in self.scores:
            for line in rule.lines(outcome, sheet):
                sheet = sheet.add(line)
        return sheet

    def settle(self, sheet: Sheet, players: int) -> dict[str, Fraction | None]:
        """Game points for ``taker``, ``partner`` (None where there is none) and ``defender``."""
        return self._roles(sheet.outcome, _hand_score(sheet), players)

    def _roles(self, outcome: Outcome, total: Fraction, players: int) -> dict[str, Fraction | None]:
        assert self.settles is not None
        shares = self.settles.shares(outcome, players)
        partner = None if shares.partner is None else shares.partner * total
        return {"taker": shares.taker * total, "partner": partner, "defender": shares.defender * total}

    def formula(self) -> str:
        """The computation of the score sheet as a formula: ``(25 + margin ± last-trick bonus) × multiplier + …``."""
        formula = ""
        for rule in self.scores:
            operation, name = rule.formula()
            if not formula:
                formula = name
            elif operation == "×":
                formula = f"({formula}) × {name}"
            else:
                formula = f"{formula} {operation} {name}"
        return formula

    def next_dealer(self, state: State) -> int:
        """The seat that deals next."""
        void = state.result is not None and state.result.void is not None
        return self.passes.next_dealer(state.dealer, state.players, void) if self.passes else state.dealer

    def match_winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        """The winners of a match with these totals after a number of deals, or none as long as it goes on."""
        return self.ends.winners(totals, deals) if self.ends else ()

    def finish(self, state: State) -> Step:
        """The result of a deal that has been played out; None as its result where cards are not known."""
        state, owed, events = self._unpaid(state)
        if self.makes is None or not self._complete(state):
            return state, (*events, NotCounted(None))
        sheets: list[Sheet] = []
        for outcome in self.makes.outcomes(state, state.won, owed):
            for rule in self.scores:
                outcome = rule.observe(state, outcome)
            for aside in self.pays_apart:
                outcome = aside.observe(state, outcome)
            sheet, counted = self._counted(outcome)
            sheets.append(sheet)
            events.append(counted)
        result, scored = self._result(tuple(sheets), state.players, state.chips)
        return state._replace(result=result), (*events, scored)

    def result(
        self, outcomes: Sequence[Outcome], players: int, holdings: Sequence[int] | None = None
    ) -> tuple[Result, tuple[Event, ...]]:
        """The result of a deal of which only the outcome is known (one for each player where all play for themselves), and
        the events of the count."""
        counted = [self._counted(outcome) for outcome in outcomes]
        result, scored = self._result(tuple(sheet for sheet, _event in counted), players, holdings)
        return result, (*(event for _sheet, event in counted), scored)

    def _counted(self, outcome: Outcome) -> tuple[Sheet, Event]:
        counted, findings = self.count(outcome)
        facts = counted.halves, counted.honours, counted.target
        return self.sheet(counted), PointsCounted(counted.seat, *facts, findings=tuple(findings))

    def _result(self, sheets: tuple[Sheet, ...], players: int, holdings: Sequence[int] | None) -> tuple[Result, Event]:
        if self.settles is None:
            result = Result(sheets, tuple(sheet.total for sheet in sheets))
        else:
            (sheet,) = sheets
            outcome, total = sheet.outcome, _hand_score(sheet)
            scores, limits = self.settles.settle(outcome, total, players, holdings)
            apart = tuple(paid for rule in self.pays_apart for paid in rule.apart(outcome, players))
            for paid in apart:
                scores = tuple(a + b for a, b in zip(scores, paid.amounts, strict=True))
            roles = self._roles(outcome, total, players)
            result = Result(sheets, scores, roles, self.settles.rule, apart, limits)
        rules = tuple(Finding(line.rule, Effect.DECIDES, line.facts) for sheet in sheets for line in sheet.lines)
        more = (*result.limits, *(paid.finding for paid in result.apart))
        return result, DealScored(None, result.scores, findings=rules + more)

    def _complete(self, state: State) -> bool:
        """True if every card that counts is in some pile."""
        deals = self.index.deals
        in_play = state.players * deals.hand_size(state.players) + deals.talon_size()
        return sum(mask.bit_count() for mask in (*state.won, *state.side_piles)) == in_play

    def _unpaid(self, state: State) -> tuple[State, list[int], list[Event]]:
        """The end of each debt: the state, half-points owed by seat, and the events."""
        events: list[Event] = []
        owed, won = [0] * state.players, list(state.won)
        rule = self.index.settles_debt
        for debt in state.debts if rule else ():
            assert rule is not None
            settlement = rule.unpaid(state, debt)
            owed[debt.owner] += settlement.halves
            owed[debt.creditor] -= settlement.halves
            owing = playing.mover(self.index, debt).about
            if settlement.card_to is not None:
                won[debt.owner] &= ~owing
                won[settlement.card_to] |= owing
            event = DebtEnded(debt.owner, settlement.kind, debt.owner, debt.creditor, state.deck.set(owing))
            events.append(replace(event, findings=(Finding(rule.rule, Effect.DECIDES, event.facts),)))
        return state._replace(won=tuple(won)), owed, events


def _hand_score(sheet: Sheet) -> Fraction:
    """Game points that the defence pays, negative when the taker's side does."""
    return sheet.total if sheet.outcome.made else -sheet.total
