"""The outcome of a deal, its score sheet, and its result."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tarot_teach.cards import Halves
from tarot_teach.display import displayed
from tarot_teach.table.verdict import Finding

TAKER = "taker"
DEFENCE = "defence"
BOTH_SIDES = (TAKER, DEFENCE)
SLAMS = ("made", "announced-made", "announced-failed", "defence", "defence-announced-made", "defence-announced-failed")
"""The words for a slam: made or failed by the taker's side or the defence, announced or not."""


_OPERATIONS = {"+": operator.add, "-": operator.sub, "×": operator.mul}


@dataclass(frozen=True, slots=True)
class Handful:
    """A handful shown: its level, and the side that showed it."""

    level: str
    side: str = TAKER


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts of a deal that the score rules read, whether the deal was played or its result typed.

    In games with a taker there is one outcome for a deal, seen from the taker's side; where all play alone
    there is one for each ``seat``. ``halves`` are the card points in half-points, ``honours`` the number of honours,
    ``pile`` the captured cards as a mask (None when only the count is known) and ``cards`` their number.
    ``slam`` and ``small_slam`` hold what became of them, each one of :data:`SLAMS`; two where a side has failed what it announced
    and the other has won one. ``apart`` are announcements that are settled apart from the
    contract: seat and level. ``taker`` and ``partner`` are seats, None where they are not known. ``target`` and
    ``points`` (whole card points after rounding) are filled in by the rules of the step ``count``.
    """

    seat: int | None = None
    contract: str | None = None
    halves: Halves = 0
    honours: int = 0
    pile: int | None = None
    cards: int = 0
    taker: int | None = None
    partner: int | None = None
    alone: bool = False
    last_trick_bonus: str | None = None
    handfuls: tuple[Handful, ...] = ()
    slam: tuple[str, ...] = ()
    small_slam: tuple[str, ...] = ()
    apart: tuple[tuple[int, str], ...] = ()
    target: int | None = None
    points: Fraction | None = None

    @property
    def margin(self) -> Fraction | None:
        """Card points above the target (negative: below)."""
        return None if self.target is None or self.points is None else self.points - self.target

    @property
    def made(self) -> bool | None:
        """True if the taker's side reached its target; None without a target."""
        return None if self.target is None or self.points is None else self.points >= self.target


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
    ``void`` is set, and nothing else, when the deal was thrown in.
    """

    sheets: tuple[Sheet, ...] = ()
    scores: tuple[Fraction, ...] = ()
    roles: Mapping[str, Fraction | None] = field(default_factory=dict)
    settlement: str | None = None
    apart: tuple[Apart, ...] = ()
    limits: tuple[Finding, ...] = ()
    void: str | None = None
