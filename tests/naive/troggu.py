"""Troggu written a second time, from the pages on it and what is filled in where they break off, with no part of the package: cards are codes such as ``SK`` and ``T22`` (the Fool)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

FIVES = {"SK", "BK", "CK", "DK", "T1", "T21", "T22"}
WORTH = {"Q": 4, "N": 3, "J": 2}
VALUES = {"tapp": 1, "solo": 2}
"""What is paid by or to each opponent."""


def height(code: str) -> int:
    """Height of a card in its suit; aces are the best numbered cards of cups and coins, sixes the worst."""
    if code[1:] in "KQNJ":
        return 30 + "JNQK".index(code[1:])
    return 10 - int(code[1:]) if code[0] in "CD" else int(code[1:])


def winner(trick: Sequence[str]) -> int:
    """Position of the card that wins: the highest trump, else the highest of the suit led."""
    suit = "T" if any(code[0] == "T" for code in trick) else trick[0][0]
    return max((i for i, code in enumerate(trick) if code[0] == suit), key=lambda i: height(trick[i]))


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick: the suit led, else trumps, else any."""
    for suit in (trick[0][0], "T") if trick else ():
        if held := {code for code in hand if code[0] == suit}:
            return held
    return hand


def points(cards: Collection[str]) -> int:
    """Card points, counted card by card."""
    return sum(5 if code in FIVES else WORTH.get(code[1:], 1) for code in cards)


@dataclass
class Deal:
    """A deal as it goes on: seat 0 comes after the dealer, and ``away`` is what the declarer has laid away or, in a Solo, the Tapp."""

    players: int
    contract: str  # tapp, solo or misere
    declarer: int = 0
    away: set[str] = field(default_factory=set)
    half: int = 57
    won: list[set[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.won = [set() for _seat in range(self.players)]

    @property
    def leader(self) -> int:
        """The seat that leads first: the declarer, in a Misère the dealer."""
        return self.players - 1 if self.contract == "misere" else self.declarer

    def trick(self, leader: int, cards: Sequence[str]) -> int:
        """A whole trick; the seat that wins it."""
        seat = (leader + winner(cards)) % self.players
        self.won[seat] |= {*cards}
        return seat

    def scores(self) -> list[int]:
        """Game points by seat."""
        counted = [points(cards) for cards in self.won]
        scores = [0] * self.players
        if self.contract == "misere":
            for payer in range(self.players):
                for other in range(self.players):
                    if counted[payer] == max(counted) > counted[other]:
                        scores[payer] -= 1
                        scores[other] += 1
            return scores
        won = counted[self.declarer] + points(self.away) > self.half
        each = VALUES[self.contract] * (1 if won else -1)
        return [each * (self.players - 1) if seat == self.declarer else -each for seat in range(self.players)]
