"""The outcome of a deal, its score sheet, and its result."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from tarot_teach.cards import Halves
from tarot_teach.display import displayed
from tarot_teach.table.facts import NO_FACTS, Fact, Facts
from tarot_teach.table.verdict import Finding

F = TypeVar("F", bound=Fact)

_OPERATIONS = {"+": operator.add, "-": operator.sub, "×": operator.mul}


class Paid(NamedTuple):
    """A payment in the course of a deal: what each seat gets by a rule (negative: pays), in game points. The rest comes from a pool
    or goes there."""

    rule: str
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts of a deal that the score rules read, whether the deal was played or its result typed.

    In games with a taker there is one outcome for a deal, seen from the taker's side; where all play alone there is one for each
    ``seat``, and in games of parties one for each ``party``, of which ``seat`` is the first. ``halves`` are the card points in
    half-points, ``pile`` the captured cards as a mask (None when only the count is known) and ``cards`` their number. ``taker`` and ``partner`` are seats, None where they are not known.
    ``facts`` are what the rules of the score and the count have observed, by rule id, ``memory`` what they keep from earlier
    deals of the match, and ``paid`` what has been paid in the course of the deal. ``points`` (whole card points after rounding),
    ``target`` (None where no number of points decides) and ``made`` (if the taker's side has won; None where nobody has to) are
    filled in by the rules of the step ``count``; so is ``both_sides``, the half-points of both sides together where they are not
    those of the pack.
    """

    seat: int | None = None
    party: tuple[int, ...] = ()
    contract: str | None = None
    halves: Halves = 0
    pile: int | None = None
    cards: int = 0
    taker: int | None = None
    partner: int | None = None
    alone: bool = False
    facts: Facts = NO_FACTS
    memory: Facts = NO_FACTS
    paid: tuple[Paid, ...] = ()
    target: int | None = None
    points: Fraction | None = None
    made: bool | None = None
    both_sides: Halves | None = None

    @property
    def margin(self) -> Fraction | None:
        """Card points above the target (negative: below)."""
        return None if self.target is None or self.points is None else self.points - self.target

    @property
    def counted_points(self) -> Fraction:
        """The card points after rounding, or those of the cards where no rule rounds."""
        return Fraction(self.halves, 2) if self.points is None else self.points

    @property
    def players(self) -> tuple[int, ...]:
        """The seats of the player or party that the outcome is about; none in games with a taker."""
        return self.party or (() if self.seat is None else (self.seat,))

    def is_of(self, seat: int) -> bool:
        """True if the outcome tells of a seat: of its party, or of a taker's side and so of all."""
        return self.seat is None or seat in self.players

    def fact(self, kind: type[F]) -> F | None:
        """The first fact of a kind, or None."""
        return next((fact for fact in self.facts.values() if isinstance(fact, kind)), None)

    def observed(self, rule: str, fact: Fact | None) -> Outcome:
        """The outcome with what a rule has observed; None: nothing."""
        return self if fact is None else replace(self, facts=Facts({**self.facts, rule: fact}))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: ``operation`` is ``+``, ``-`` or ``×`` upon the sum so far; ``amount`` game points.

    From ``facts`` the rule's mechanism makes the line's label and reason.
    """

    rule: str
    operation: str
    amount: Fraction
    facts: Mapping[str, Any] = field(default_factory=dict)


@displayed
@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines that make a score, in order. ``total`` is in game points and computed nowhere else."""

    outcome: Outcome
    lines: tuple[Line, ...] = ()

    def add(self, line: Line) -> Sheet:
        """The sheet with one more line."""
        return Sheet(self.outcome, (*self.lines, line))

    def totals(self) -> list[Fraction]:
        """The running sum after each line."""
        total, sums = Fraction(0), []
        for line in self.lines:
            total = _OPERATIONS[line.operation](total, line.amount)
            sums.append(total)
        return sums

    @property
    def total(self) -> Fraction:
        """The sum of the sheet in game points: what the losing side pays, or what a player gains."""
        return self.totals()[-1] if self.lines else Fraction(0)


@dataclass(frozen=True, slots=True)
class Apart:
    """A payment apart from the contract: what each seat gets (negative: pays), and the rule's finding."""

    finding: Finding
    amounts: tuple[Fraction, ...]


@displayed
@dataclass(frozen=True, slots=True)
class Result:
    """A finished deal. ``scores`` are game points by seat, all payments together; empty when the seats are not known.

    ``roles`` are game points for ``taker``, ``partner`` (None when there is none) and ``defender`` by the contract.
    ``apart`` are payments beside it; ``limits`` findings on what somebody could not pay or win.
    ``memory`` is what the rules keep for the next deal of the match. ``void`` is set when the deal was thrown in, and then nothing else
    but the memory, payments in the course of the deal, and the scores that these make.
    """

    sheets: tuple[Sheet, ...] = ()
    scores: tuple[Fraction, ...] = ()
    roles: Mapping[str, Fraction | None] = field(default_factory=dict)
    settlement: str | None = None
    apart: tuple[Apart, ...] = ()
    limits: tuple[Finding, ...] = ()
    void: str | None = None
    memory: Facts = NO_FACTS
