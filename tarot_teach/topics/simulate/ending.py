"""How a simulated deal came out, and what of it is counted over many deals."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from tarot_teach.table import Outcome, Result

EXCUSE = ("", "excuse_stays", "excuse_kept", "excuse_lost")
"""What became of the Excuse, by the events that tell of it; nothing where it was not played."""
DEBTS = ("", "debt_paid", "debt_unpaid", "excuse_surrendered")
"""What became of a card owed for the Excuse; nothing where none was owed, or it was paid at once."""

as_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode
"""A row, or its fields, as text."""


class Row(NamedTuple):
    """What is counted of a deal. Equal rows are kept once, with their number.

    ``contract`` is empty for void deals and where each plays for himself. ``halves`` are the taker's side's card points in
    half-points, ``margin`` their distance from the target in half-points. ``handfuls`` are levels with the side that showed
    each, and ``slam`` and ``small_slam`` what became of them, two words joined by ``+``. ``scores`` are game points: of taker, partner (None without one) and all defenders together; nothing where each plays
    for himself. ``spread`` is the distance between the best and the worst score of a seat.
    """

    void: str = ""
    contract: str = ""
    alone: bool = False
    made: bool = False
    halves: int = 0
    margin: int = 0
    honours: int = 0
    tricks: int = 0
    last_trick_bonus: str = ""
    slam: str = ""
    small_slam: str = ""
    handfuls: tuple[tuple[str, str], ...] = ()
    apart: int = 0
    excuse: str = ""
    debt: str = ""
    lone_kept: bool = False
    scores: tuple[Fraction | None, ...] = ()
    spread: Fraction = Fraction(0)


class Change(NamedTuple):
    """What is different in a deal under another ruleset. ``scores`` says that some seat's game points differ; ``points`` are
    the taker's side's card points under the second less those under the first, in half-points, and ``taker`` the taker's
    game points likewise (a void deal counts 0)."""

    scores: bool
    void: bool
    contract: bool
    made: bool
    points: int
    taker: Fraction


@dataclass(frozen=True)
class Ending:
    """A deal that is over. ``row`` is what is counted of it.

    ``outcome`` is the taker's side's where a taker plays against a defence, without the pile it was counted from. ``scores`` are
    game points by seat, all payments together; a void deal has none.
    """

    row: Row
    outcome: Outcome | None = None
    scores: tuple[Fraction, ...] = ()

    @classmethod
    def of(cls, result: Result) -> Ending:
        """The ending of a deal, as far as its score goes."""
        if result.void:
            return cls(Row(void=result.void))
        first = result.sheets[0].outcome
        outcome = None if first.taker is None else replace(first, pile=None, cards=0)
        return cls(_counted(outcome, result.scores), outcome, result.scores)

    def played(self, tricks: int, excuse: str, debt: str, lone_kept: bool) -> Ending:
        """The same with what is counted of the play."""
        row = self.row._replace(tricks=tricks, excuse=excuse, debt=debt, lone_kept=lone_kept)
        return Ending(row, self.outcome, self.scores)

    @property
    def void(self) -> str:
        """The rule that made the deal void, if it was."""
        return self.row.void

    @cached_property
    def text(self) -> str:
        """The row as text."""
        return as_text(self.row)

    @property
    def taker(self) -> int:
        """The taker's seat; 0 where there is none."""
        return 0 if self.outcome is None or self.outcome.taker is None else self.outcome.taker

    @property
    def taker_gets(self) -> Fraction:
        """Game points of the taker; 0 for a void deal."""
        return Fraction(0) if self.outcome is None else self.scores[self.taker]

    def turned(self, by: int) -> Ending:
        """The same with everybody of the taker's game sitting so many seats further on."""
        seats, outcome = len(self.scores), self.outcome
        if outcome is None or by % seats == 0:
            return self
        turned = replace(
            outcome,
            taker=(self.taker + by) % seats,
            partner=None if outcome.partner is None else (outcome.partner + by) % seats,
            apart=tuple(((seat + by) % seats, level) for seat, level in outcome.apart),
        )
        return replace(self, outcome=turned, scores=tuple(self.scores[(seat - by) % seats] for seat in range(seats)))


def change_of(first: Ending, second: Ending) -> Change:
    """What is different in a deal under a second ruleset."""
    one, other = first.outcome, second.outcome
    return Change(
        scores=first.scores != second.scores,
        void=bool(first.void) != bool(second.void),
        contract=(one and (one.taker, one.contract)) != (other and (other.taker, other.contract)),
        made=bool(one and one.made) != bool(other and other.made),
        points=(other.halves if other else 0) - (one.halves if one else 0),
        taker=second.taker_gets - first.taker_gets,
    )


def _counted(outcome: Outcome | None, scores: tuple[Fraction, ...]) -> Row:
    spread = max(scores) - min(scores)
    if outcome is None:
        return Row(spread=spread)
    assert outcome.taker is not None
    taker = scores[outcome.taker]
    partner = None if outcome.partner is None else scores[outcome.partner]
    return Row(
        contract=outcome.contract or "",
        alone=outcome.alone,
        made=bool(outcome.made),
        halves=outcome.halves,
        margin=outcome.halves - 2 * (outcome.target or 0),
        honours=outcome.honours,
        last_trick_bonus=outcome.last_trick_bonus or "",
        slam="+".join(outcome.slam),
        small_slam="+".join(outcome.small_slam),
        handfuls=tuple(sorted((handful.level, handful.side) for handful in outcome.handfuls)),
        apart=len(outcome.apart),
        scores=(taker, partner, sum(scores, Fraction(0)) - taker - (partner or 0)),
        spread=spread,
    )
