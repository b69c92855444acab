"""How a simulated deal came out, and what of it is counted over many deals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tarot_teach.table import Outcome, Result

EXCUSE = ("", "excuse_stays", "excuse_kept", "excuse_lost")
"""What became of the Excuse, by the events that tell of it; nothing where it was not played."""
DEBTS = ("", "debt_paid", "debt_unpaid", "excuse_surrendered")
"""What became of a card owed for the Excuse; nothing where none was owed, or it was paid at once."""


class Ending(NamedTuple):
    """A deal that is over. ``void`` is the rule that made it void, and then there is nothing else.

    ``outcome`` is the taker's side's where a taker plays against a defence; else there is none, and ``cards`` are the cards
    won by each seat. ``tricks`` are those of the taker's side. ``scores`` are game points by seat, all payments together.
    """

    void: str = ""
    outcome: Outcome | None = None
    tricks: int = 0
    cards: tuple[int, ...] = ()
    excuse: str = ""
    debt: str = ""
    lone_kept: bool = False
    scores: tuple[Fraction, ...] = ()

    @classmethod
    def of(cls, result: Result, tricks: int, cards: tuple[int, ...], excuse: str, debt: str, lone_kept: bool) -> Ending:
        """The ending of a deal that was played out."""
        first = result.sheets[0].outcome
        if first.taker is None:
            return cls("", None, 0, cards, excuse, debt, lone_kept, result.scores)
        return cls("", _plain(first), tricks, (), excuse, debt, lone_kept, result.scores)

    @property
    def taker_gets(self) -> Fraction:
        """Game points of the taker; 0 for a void deal."""
        if self.outcome is None or self.outcome.taker is None:
            return Fraction(0)
        return self.scores[self.outcome.taker]


class Row(NamedTuple):
    """What is counted of a deal. Equal rows are kept once, with their number.

    ``contract`` is empty for void deals and where each plays for himself. ``halves`` are the taker's side's card points in
    half-points, ``margin`` their distance from the target in half-points. ``handfuls`` are levels with the side that showed
    each. ``scores`` are game points: of taker, partner (None without one) and all defenders together; or by seat where each
    plays for himself. ``spread`` is the distance between the best and the worst score of a seat.
    """

    void: str
    contract: str
    alone: bool
    made: bool
    halves: int
    margin: int
    honours: int
    tricks: int
    last_trick_bonus: str
    slam: str
    small_slam: str
    handfuls: tuple[tuple[str, str], ...]
    apart: int
    excuse: str
    debt: str
    lone_kept: bool
    scores: tuple[Fraction | None, ...]
    spread: Fraction


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


def row_of(ending: Ending) -> Row:
    """What is counted of a deal."""
    if ending.void:
        return Row(ending.void, "", False, False, 0, 0, 0, 0, "", "", "", (), 0, "", "", False, (), Fraction(0))
    spread = max(ending.scores) - min(ending.scores)
    told = (ending.excuse, ending.debt, ending.lone_kept)
    outcome = ending.outcome
    if outcome is None:
        return Row("", "", False, False, 0, 0, 0, 0, "", "", "", (), 0, *told, ending.scores, spread)
    assert outcome.taker is not None
    partner = None if outcome.partner is None else ending.scores[outcome.partner]
    taker = ending.scores[outcome.taker]
    scores = (taker, partner, sum(ending.scores, Fraction(0)) - taker - (partner or 0))
    return Row(
        "",
        outcome.contract or "",
        outcome.alone,
        bool(outcome.made),
        outcome.halves,
        outcome.halves - 2 * (outcome.target or 0),
        outcome.honours,
        ending.tricks,
        outcome.last_trick_bonus or "",
        outcome.slam or "",
        outcome.small_slam or "",
        tuple(sorted((handful.level, handful.side) for handful in outcome.handfuls)),
        len(outcome.apart),
        *told,
        scores,
        spread,
    )


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


def _plain(outcome: Outcome) -> Outcome:
    """An outcome without the pile it was counted from, so that deals that count alike are alike."""
    return replace(outcome, pile=None, cards=0)
