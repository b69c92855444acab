"""The steps ``count``, ``score`` and ``match``: from captured cards, or a result typed in, to game points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tarot_teach.engine import playing
from tarot_teach.engine.dealing import Told
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
from tarot_teach.table import Effect, Event, Finding, Outcome, Result, Sheet, State


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
        """A scorer for results that were not played here."""
        return cls(RuleIndex(ruleset))

    @property
    def has_sides(self) -> bool:
        """Whether a taker plays against a defence, so that a deal has one sheet and a settlement."""
        return self.settles is not None

    def count(self, outcome: Outcome) -> tuple[Outcome, list[Finding]]:
        """The outcome with points and target, and what the rules found."""
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
        """How the sheet is computed, derived from the rules: ``(25 + margin ± last-trick bonus) × multiplier + …``."""
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
        """Who deals next."""
        void = state.result is not None and state.result.void is not None
        return self.passes.next_dealer(state.dealer, state.players, void) if self.passes else state.dealer

    def match_winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        """The winners of a match with these totals after a number of deals, or none as long as it goes on."""
        return self.ends.winners(totals, deals) if self.ends else ()

    def finish(self, state: State, told: Told) -> State:
        """The result of a deal that has been played out; None as its result where cards are not known."""
        state, owed = self._unpaid(state, told)
        if self.makes is None or not self._complete(state):
            told.append(Event("not_counted", None, {}))
            return state
        sheets: list[Sheet] = []
        for outcome in self.makes.outcomes(state, state.won, owed):
            for rule in self.scores:
                outcome = rule.observe(state, outcome)
            for aside in self.pays_apart:
                outcome = aside.observe(state, outcome)
            sheets.append(self._counted(outcome, told))
        return state._replace(result=self._result(tuple(sheets), state.players, state.holdings, told))

    def result(
        self, outcomes: Sequence[Outcome], players: int, holdings: Sequence[int] | None = None
    ) -> tuple[Result, list[Event]]:
        """The result of a deal of which only the outcome is known (one for each player where all play for themselves), and
        what is to be told of it."""
        told: list[Event] = []
        sheets = tuple(self._counted(outcome, told) for outcome in outcomes)
        return self._result(sheets, players, holdings, told), told

    def _counted(self, outcome: Outcome, told: Told) -> Sheet:
        counted, findings = self.count(outcome)
        facts = {"halves": counted.halves, "honours": counted.honours, "target": counted.target}
        told.append(Event("counted", counted.seat, facts, tuple(findings)))
        return self.sheet(counted)

    def _result(self, sheets: tuple[Sheet, ...], players: int, holdings: Sequence[int] | None, told: Told) -> Result:
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
        told.append(Event("scored", None, {"scores": result.scores}, rules + more))
        return result

    def _complete(self, state: State) -> bool:
        """Whether every card that counts is in some pile."""
        deals = self.index.deals
        in_play = state.players * deals.hand_size(state.players) + deals.talon_size()
        return sum(mask.bit_count() for mask in (*state.won, *state.kept)) == in_play

    def _unpaid(self, state: State, told: Told) -> tuple[State, list[int]]:
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
            facts = {"owner": debt.owner, "creditor": debt.creditor, "card": state.deck.set(owing)}
            finding = Finding(rule.rule, Effect.DECIDES, facts)
            told.append(Event(settlement.kind, debt.owner, facts, (finding,)))
        return state._replace(won=tuple(won)), owed


def _hand_score(sheet: Sheet) -> Fraction:
    """Game points that the defence pays, negative when the taker's side does."""
    return sheet.total if sheet.outcome.made else -sheet.total
