"""The play of two pairs with a Matto that its player keeps for another card, as in Florence and Bologna, from the rules and with no part of the package."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

MATTO = "EX"


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    led = [code[0] for code in trick if code != MATTO][:1]
    for suit in [*led, "T"] if led else ():
        if held := {code for code in hand if code[0] == suit and code != MATTO}:
            return held | hand & {MATTO}
    return hand


@dataclass
class PairsDeal(ABC):
    """A deal as it goes on: seat 0 comes after the dealer, who is seat 3, and pairs are seats modulo two."""

    leader: int = 0
    trick: list[str] = field(default_factory=list)
    won: list[set[str]] = field(default_factory=lambda: [set(), set(), set(), set()])
    owed: tuple[int, int] | None = None  # who keeps the Matto, and who won its trick
    last: int = 0
    tricks: list[tuple[dict[str, int], int]] = field(default_factory=list)  # who played each card, and who won

    @abstractmethod
    def height(self, code: str) -> int:
        """Height of a card in its suit; of equal cards the last wins."""

    @abstractmethod
    def may_be_given(self, code: str) -> bool:
        """True for a card that may be given for the Matto."""

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % 4

    def winner(self) -> int:
        """The seat that wins the full trick."""
        suit = next(code[0] for code in self.trick if code != MATTO)
        suit = "T" if any(code[0] == "T" for code in self.trick) else suit
        fitting = [(self.height(code), i) for i, code in enumerate(self.trick) if code[0] == suit and code != MATTO]
        return (self.leader + max(fitting)[1]) % 4

    def play(self, code: str) -> None:
        """A card; the fourth ends the trick, and one card alone is given for the Matto without a question."""
        self.trick.append(code)
        if len(self.trick) < 4:
            return
        seat = self.winner()
        by = {code: (self.leader + i) % 4 for i, code in enumerate(self.trick)}
        self.won[seat] |= {*self.trick}
        if MATTO in by and (by[MATTO] - seat) % 2:
            self.won[seat].remove(MATTO)
            self.won[by[MATTO]].add(MATTO)
            self.owed = by[MATTO], seat
        self.tricks.append((by, seat))
        self.leader = self.last = seat
        self.trick = []
        if self.owed is not None and len(self.payable()) == 1:
            self.pay(*self.payable())

    def payable(self) -> set[str]:
        """The cards that may be given for the Matto: of its player's tricks before those of the partner."""
        assert self.owed is not None
        of_each = ({code for code in self.won[(self.owed[0] + i) % 4] if self.may_be_given(code)} for i in (0, 2))
        return next((cards for cards in of_each if cards), set())

    def pay(self, code: str) -> None:
        """A card is given for the Matto, from the tricks of the pair."""
        assert self.owed is not None and code in self.payable()
        owner, to = self.owed
        pile = next(pile for pile in (self.won[owner], self.won[(owner + 2) % 4]) if code in pile)
        pile.remove(code)
        self.won[to].add(code)
        self.owed = None

    def end(self) -> None:
        """The Matto goes to the winner of its trick where no card was given for it."""
        if self.owed is not None:
            self.won[self.owed[0]].remove(MATTO)
            self.won[self.owed[1]].add(MATTO)
