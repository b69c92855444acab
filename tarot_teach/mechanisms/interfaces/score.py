"""Questions of the sections ``count``, ``score`` and ``match`` of a ruleset."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tarot_teach.mechanisms.base import Mechanism, P
from tarot_teach.table import Apart, Finding, Line, Outcome, Sheet, State
from tarot_teach.text import Text

# ---------------------------------------------------------------- count


class MakesOutcomes(Mechanism[P]):
    """Grouping of captured cards into piles that are counted together."""

    sides: ClassVar[bool] = True  # a taker's side and a defence; else each player alone
    bounded: ClassVar[bool] = False  # the card points of a side are those of its piles, less what it owes

    @abstractmethod
    def outcomes(self, state: State, piles: Sequence[int], owed: Sequence[int]) -> list[Outcome]:
        """The outcomes of a played deal.

        ``piles`` are captured cards by seat, ``owed`` half-points still owed by seat (negative: to get).
        """


class Counts(Mechanism[P]):
    """Count of captured cards: card points in halves, honours, targets."""

    sides: ClassVar[bool] = False  # the rule needs a taker's side
    after_target: ClassVar[bool] = False  # the rule needs a target that has been set before
    sets_target: ClassVar[bool] = True  # the rule says when the taker has won
    bounded: ClassVar[bool] = False  # the rule leaves the half-points, honours and cards of the outcome alone

    @abstractmethod
    def count(self, outcome: Outcome) -> tuple[Outcome, Finding | None]:
        """The outcome with what the rule adds, and the finding where there is something to tell."""


# ---------------------------------------------------------------- score


class Scores(Mechanism[P]):
    """Adds lines to the score sheet."""

    about: ClassVar[str] = (
        ""  # what of an outcome it scores: ``slam``, ``small_slam``, ``last_trick_bonus``, ``handfuls``
    )
    sides: ClassVar[bool] = False  # the rule needs a taker's side

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        """Outcome of a played deal with the fact that this rule scores."""
        return outcome

    def comes_up(self, state: State) -> bool:
        """A played deal raises the rule's question, with a line for it or not."""
        return False

    @abstractmethod
    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        """The lines that the rule adds."""

    @abstractmethod
    def label(self, line: Line) -> Text:
        """Label of a line of this rule on the sheet."""

    @abstractmethod
    def formula(self) -> tuple[str, str]:
        """Operation (``+``, ``±``, ``×``) and name of the rule's term in the formula."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Multiples of the hand score by role; ``partner`` is None where there is none."""

    taker: Fraction
    partner: Fraction | None
    defender: Fraction


class Settles(Mechanism[P]):
    """Payments between the players. ``sums_to_zero`` promises that the payments of every deal add up to zero."""

    sums_to_zero: ClassVar[bool] = False

    partner: ClassVar[bool] = False  # the rule has a share for a partner

    @abstractmethod
    def shares(self, outcome: Outcome, players: int) -> Shares:
        """Multiples of the hand score when the taker's side has won it; negated when it has lost."""

    def settle(
        self, outcome: Outcome, total: Fraction, players: int, holdings: Sequence[int] | None
    ) -> tuple[tuple[Fraction, ...], tuple[Finding, ...]]:
        """Game points of each seat for a hand score (negative: pays), and findings on what could not be paid or won.

        ``total`` is in game points, negative when the taker's side pays; ``holdings`` are chips by seat, where they are
        played for. The outcome's taker is known.
        """
        shares = self.shares(outcome, players)
        defender = shares.defender * total
        amounts = {outcome.taker: shares.taker * total}
        if shares.partner is not None:
            amounts[outcome.partner] = shares.partner * total
        return tuple(amounts.get(seat, defender) for seat in range(players)), ()


class PaysApart(Mechanism[P]):
    """Payments apart from the contract. ``sums_to_zero`` promises that the amounts of every payment do."""

    sums_to_zero: ClassVar[bool] = False

    @abstractmethod
    def observe(self, state: State, outcome: Outcome) -> Outcome:
        """Outcome of a played deal with the fact that this rule scores."""

    @abstractmethod
    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        """The payments, each with what every seat gets."""


# ---------------------------------------------------------------- match


class PassesDeal(Mechanism[P]):
    """Choice of the next dealer."""

    @abstractmethod
    def next_dealer(self, dealer: int, players: int, void: bool) -> int:
        """The next dealer."""


class SeatsTable(Mechanism[P]):
    """Choice of the seats that play a deal."""

    @abstractmethod
    def playing(self, dealer: int, seated: int) -> tuple[int, ...]:
        """The seats that play, in order of play; the last of them stands for the dealer."""


class EndsMatch(Mechanism[P]):
    """End of the match."""

    @property
    def start(self) -> int | None:
        """Chips that each player has at the start, where chips are played for."""
        return None

    @abstractmethod
    def winners(self, totals: Sequence[Fraction], deals: int) -> tuple[int, ...]:
        """The winners after a number of deals, or none as long as it goes on. ``totals`` are game points, or chips."""
