"""The steps ``count``, ``score`` and ``match``: from captured cards, or a result typed in, to game points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tarot_teach.cards import Halves
from tarot_teach.engine.match_memory import memory_before, remembered, with_payments
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import LoadError, suggest
from tarot_teach.mechanisms import Mechanism, interfaces
from tarot_teach.mechanisms.between_deals import ChoosesDealer, StacksPack
from tarot_teach.mechanisms.match_memory import EndsMatch, PassesDeal, SeatsTable
from tarot_teach.mechanisms.settles_parties import SettlesParties
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.table.events import DealScored, Event, Events, NotCounted, PointsCounted, Step
from tarot_teach.table.facts import NO_FACTS, Facts
from tarot_teach.table.outcome import Outcome, Paid, Result, Sheet
from tarot_teach.table.state import State
from tarot_teach.table.verdict import Effect, Finding


class Scorer:
    """Counts and scores by a ruleset's rules: each deal by those that are in force under its contract."""

    def __init__(self, index: RuleIndex) -> None:
        self.index = index
        self._under: dict[str | None, Scorer] = {}
        self.makes: interfaces.MakesOutcomes | None = index.first(interfaces.MakesOutcomes)
        self.counts: list[interfaces.Counts] = index.all(interfaces.Counts)
        self.scores: list[interfaces.Scores] = index.all(interfaces.Scores)
        self.settles: interfaces.Settles | None = index.first(interfaces.Settles)
        self.settles_parties: SettlesParties | None = index.first(SettlesParties)
        self.pays_apart: list[interfaces.PaysApart] = index.all(interfaces.PaysApart)
        self.passes: PassesDeal | None = index.first(PassesDeal)
        self.ends: EndsMatch | None = index.first(EndsMatch)
        self.seats_table: SeatsTable | None = index.first(SeatsTable)
        self.chooses_dealer: ChoosesDealer | None = index.first(ChoosesDealer)
        self.stacks_pack: StacksPack | None = index.first(StacksPack)

    @property
    def for_chips(self) -> bool:
        """True of a game that is played for chips, which each player has before a deal."""
        return self.ends is not None and self.ends.start is not None

    @classmethod
    def of(cls, ruleset: Ruleset) -> Scorer:
        """A scorer without an engine, for typed results."""
        return cls(RuleIndex(ruleset))

    def under(self, contract: str | None) -> Scorer:
        """The scorer of deals under a contract: this one, where the contract makes no difference."""
        index = self.index.under(contract)
        if index is self.index:
            return self
        if contract not in self._under:
            self._under[contract] = Scorer(index)
        return self._under[contract]

    def for_result(self, contract: str | None) -> Scorer:
        """The scorer of a result that was typed in, with its contract by id or title. Raises LoadError where the rules differ by
        contract and it is none of theirs."""
        if not self.index.by_contract or (contract is None and self.index.contract is not None):
            return self
        name, known = self.index.ruleset.name, self.index.contract_named(contract or "")
        if contract is None:
            message = _("in {name} the contract decides by which rules a result is scored")
            hint = _("name the contract: {known}").format(
                known=", ".join(self.index.contract_names(self.index.contracts))
            )
            raise LoadError.of("result.missing", message, hint=hint, name=name)
        if known is None:
            message, hint = (
                _("{name} has no contract {contract!r}"),
                suggest(contract, self.index.contract_names(self.index.contracts), _("contracts")),
            )
            raise LoadError.of("result.contract", message, hint=hint, name=name, contract=contract)
        return self.under(known)

    @property
    def has_sides(self) -> bool:
        """True if a taker plays against a defence, under some contract at least: then a deal has one score sheet and a settlement."""
        return self.settles is not None

    @property
    def only_sides(self) -> bool:
        """True if a taker plays against a defence under every contract."""
        return all(self.under(contract).has_sides for contract in self.index.contracts or (None,))

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        """The outcome of a played deal with the facts that the rules observe, in their order."""
        outcome = self.with_card_points(outcome)
        facts = dict(outcome.facts)
        for id, rule in self.index.observers.items():
            fact = rule.observe(state, outcome)
            if fact is not None:
                facts[id] = fact
        return self.with_added_points(replace(outcome, facts=Facts(facts)) if facts else outcome)

    def with_added_points(self, outcome: Outcome) -> Outcome:
        """The outcome of a pile, with its facts, with what it counts besides its cards."""
        for rule in self.under(outcome.contract).index.adds_points:
            outcome = rule.added(self.with_card_points(outcome))
        return outcome

    def with_card_points(self, outcome: Outcome) -> Outcome:
        """The outcome with its card points as they are counted, where they are not the sum of what the cards count."""
        counting = self.under(outcome.contract).index.counts_piles
        return outcome if counting is None else counting.counted(outcome)

    def so_far(self, state: State, outcome: Outcome) -> Outcome:
        """The outcome of a deal in play with what it counts so far besides its cards."""
        for rule in self.under(outcome.contract).index.adds_points:
            outcome = outcome.observed(rule.rule, rule.observe(state, outcome))
        return self.with_added_points(outcome)

    def count(self, outcome: Outcome) -> tuple[Outcome, list[Finding]]:
        """The outcome with points and target, and the findings of the rules of the count."""
        if self.index.whole.remembers and not outcome.memory:
            outcome = replace(outcome, memory=memory_before(self.index, self.index.ruleset.players[-1]))
        findings = []
        for rule in self.under(outcome.contract).counts:
            outcome, finding = rule.count(outcome)
            if finding:
                findings.append(finding)
        return outcome, findings

    def sheet(self, outcome: Outcome, everybody: Sequence[Outcome] = ()) -> Sheet:
        """The score sheet of a counted outcome, among those of all players where all play alone."""
        sheet = Sheet(outcome)
        rules = self.under(outcome.contract)
        for rule in rules.scores:
            for line in rule.lines_among(outcome, sheet, everybody) if rules._has_fact(rule, outcome) else ():
                sheet = sheet.add(line)
            if rule.closes(outcome):
                break
        return sheet

    def _has_fact(self, rule: Mechanism, outcome: Outcome) -> bool:
        """True for a rule that observes nothing, where it has observed its fact, and where it scores something else as well."""
        observing = self.index.observing.get(rule.rule)
        return observing is None or observing.scores_without or rule.rule in outcome.facts

    def _scores_of_parties(self, sheets: Sequence[Sheet], players: int) -> tuple[Fraction, ...]:
        """Game points by seat where each player, or each party, has a sheet of its own."""
        amounts: Sequence[Fraction] = [sheet.total for sheet in sheets]
        if self.settles_parties is not None:
            amounts = self.settles_parties.settle(amounts)
        by_seat = {
            seat: amount for sheet, amount in zip(sheets, amounts, strict=True) for seat in sheet.outcome.players
        }
        return tuple(by_seat[seat] for seat in range(players)) if by_seat else tuple(amounts)

    def points_so_far(self, outcome: Outcome) -> Fraction:
        """Points so far of a player where all play alone: card points as they are counted, or game points where each card brings some."""
        counted, _findings = self.count(outcome)
        return self.sheet(counted).total if counted.points is None else counted.points

    def halves_so_far(self, outcome: Outcome) -> Halves:
        """Card points so far of a taker's side, in half-points: of its cards, and what it counts besides them."""
        return outcome.halves if self.index.adds_points else self.index.halves_of(outcome.pile or 0)

    def settle(self, sheet: Sheet, players: int) -> dict[str, Fraction | None]:
        """Game points for ``taker``, ``partner`` (None where there is none) and ``defender``."""
        settles = self.under(sheet.outcome.contract).settles
        assert settles is not None
        shares, total = settles.shares(sheet.outcome, players), _hand_score(sheet)
        partner = None if shares.partner is None else shares.partner * total
        return {"taker": shares.taker * total, "partner": partner, "defender": shares.defender * total}

    def formula(self) -> str:
        """The score sheet as a formula, ``(25 + margin ± last-trick bonus) × multiplier + …``; empty without rules."""
        formula, is_sum = "", False
        for rule in self.scores:
            operation, named = rule.formula()
            operation = operation.replace("-", "−")
            name = named or self.index.ruleset.rules[rule.rule].title
            if not formula:
                formula = name if operation in ("+", "×") else f"{operation} {name}"
                is_sum = "−" in formula
                continue
            before = f"({formula})" if operation == "×" and is_sum else formula
            formula, is_sum = f"{before} {operation} {name}", operation != "×"
        return formula

    def next_dealer(self, state: State) -> int:
        """The seat that deals next."""
        void = state.result is not None and state.result.void is not None
        return self.passes.next_dealer(state.dealer, state.players, void) if self.passes else state.dealer

    def match_winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        """The winners of a match with these totals after a number of deals, or none as long as it goes on."""
        if self.ends is None:
            return ()
        together = self.makes is not None and self.makes.by_party and len(totals) in self.index.ruleset.players
        parties = self.index.parties(len(totals)) if together else ()
        return self.ends.winners_of_parties(totals, deals, parties) if parties else self.ends.winners(totals, deals)

    def finish(self, state: State) -> Step:
        """The result of a deal that has been played out; None as its result where cards are not known."""
        state, outcomes, ended = self.outcomes(state)
        if not outcomes:
            return state, (*ended, NotCounted(None))
        result, events = self.result(outcomes, state.players, state.chips, state.memory, state.paid)
        return state._replace(result=result), (*ended, *events)

    def outcomes(self, state: State) -> tuple[State, list[Outcome], list[Event]]:
        """A deal that has been played out when all debts have ended, its outcomes with the facts that the rules observe, none where cards are not
        known, and the events."""
        rules = self.under(state.auction.contract)
        state, owed, ended = _end_debts(rules.index, state)
        deals, piles = rules.index.deals, (*state.piles, *state.side_piles, *state.hands, state.dead)
        in_play = state.players * deals.tricks(state.players) + deals.talon_size(state.players)
        if rules.makes is None or sum(mask.bit_count() for mask in piles) + len(state.stock) != in_play:
            return state, [], ended
        return state, [rules.observe(state, each) for each in rules.makes.outcomes(state, state.piles, owed)], ended

    def result(
        self,
        outcomes: Sequence[Outcome],
        players: int,
        holdings: Sequence[int] | None = None,
        memory: Facts = NO_FACTS,
        paid: tuple[Paid, ...] = (),
    ) -> tuple[Result, Events]:
        """The result of a deal of which only the outcome is known (one for each player where all play for themselves), and
        the events of the count. ``memory`` is that of the match before the deal, ``paid`` what was paid in its course."""
        rules, memory = self.under(outcomes[0].contract), memory_before(self.index, players, memory)
        if memory or paid:
            outcomes = [replace(outcome, memory=memory, paid=paid) for outcome in outcomes]
        counts = [self.count(outcome) for outcome in outcomes]
        everybody = [counted for counted, _findings in counts]
        sheets = [self.sheet(counted, everybody) for counted in everybody]
        events: list[Event] = []
        for counted, findings in counts:
            facts = counted.seat, counted.halves, counted.target
            events.append(PointsCounted(*facts, findings=tuple(findings)))
        if rules.settles is None:
            result = Result(tuple(sheets), rules._scores_of_parties(sheets, players))
        else:
            (sheet,) = sheets
            scores, limits = rules.settles.settle(sheet.outcome, _hand_score(sheet), players, holdings)
            apart = tuple(paid for rule in rules.pays_apart for paid in rule.apart(sheet.outcome, players))
            for each in apart:
                scores = tuple(a + b for a, b in zip(scores, each.amounts, strict=True))
            roles = self.settle(sheet, players)
            result = Result(tuple(sheets), scores, roles, rules.settles.rule, apart, limits)
        result = remembered(rules.index, with_payments(result, players, paid), memory)
        lines = [Finding(line.rule, Effect.DECIDES, line.facts) for sheet in sheets for line in sheet.lines]
        paid_findings = [each.finding for each in result.apart]
        scored = DealScored(None, result.scores, findings=(*lines, *result.limits, *paid_findings))
        return result, (*events, scored)


def _end_debts(index: RuleIndex, state: State) -> tuple[State, list[int], list[Event]]:
    """The end of each debt: the state, half-points owed by seat, and the events."""
    events: list[Event] = []
    owed, won = [0] * state.players, list(state.won)
    rule = index.settles_debt
    if rule is None:
        return state, owed, events
    for debt in state.debts:
        settlement = rule.unpaid(state, debt)
        owed[debt.owner] += settlement.halves
        owed[debt.creditor] -= settlement.halves
        owing = index.mover_of(debt).about
        if settlement.card_to is not None:
            won[debt.owner] &= ~owing
            won[settlement.card_to] |= owing
        event = settlement.kind(debt.owner, debt.owner, debt.creditor, state.deck.set(owing))
        events.append(event.decided_by(rule.rule))
    return state._replace(won=tuple(won)), owed, events


def _hand_score(sheet: Sheet) -> Fraction:
    """Game points that the defence pays, negative when the taker's side does."""
    return sheet.total if sheet.outcome.made else -sheet.total
