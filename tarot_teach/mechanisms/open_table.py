"""The questions of a play in which cards of the hand take cards that lie open on the table, or piles."""

from __future__ import annotations

from abc import abstractmethod

from tarot_teach.cards import Card
from tarot_teach.mechanisms.asking import AsksInPlay, UsesTalon
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.table import Finding, Pick, State

OPEN, LEAVE = "open", "leave"
"""The decisions about a card that has been played: it takes cards of the table, or stays there."""


class LaysOpen(UsesTalon):
    """The number of cards that lie open before the first turn, from the top of the stock."""

    cards: int


class Takes(AsksInPlay):
    """A capture by a card that has been played, as the options of the rule. The card lies in the trick."""

    @abstractmethod
    def ways(self, state: State, seat: int, card: Card) -> tuple[Pick, ...]:
        """The captures that the card of a seat can make; none where it takes nothing."""

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        return self.ways(state, seat, state.trick.cards[-1])

    def ends_turn(self, action: object) -> bool:
        return True


class TakesFromTable(Takes):
    """A capture of cards that lie open; the option ``leave`` lets the card stay among them."""

    takes_all: bool  # all open cards of the rank, not one of them
    may_leave: bool  # a card that could take something may stay all the same


class StealsPile(Takes):
    """The piles that a card takes, an option for each player whom it robs."""

    both: str  # what is taken where a card could take from the table as well: "pile", "table" or "choice"


class DealsAnew(UsesTalon):
    """The cards that each player gets when all hands are empty."""

    @abstractmethod
    def each(self, left: int, players: int, hand: int) -> int:
        """Number of cards for each player, of those left in the stock; ``hand`` is the number at the first deal."""


class TakesRest(Mechanism):
    """The player who gets the cards that lie open at the end, and the finding on it; None where nobody does."""

    @abstractmethod
    def heir(self, state: State) -> tuple[int, Finding] | None: ...
