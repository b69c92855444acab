"""Ruff and Honours written a second time, from the Compleat Gamester and with no part of the package: cards are codes such as ``SA`` and ``H10``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
HONOURS = "AKQJ"


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    return {code for code in hand if trick and code[0] == trick[0][0]} or hand


def beats(card: str, best: str, trump: str) -> bool:
    """True if a later card takes the trick from the best so far."""
    if card[0] == best[0]:
        return RANKS.index(card[1:]) > RANKS.index(best[1:])
    return card[0] == trump


def winner(trick: Sequence[str], trump: str) -> int:
    """Position of the card that wins."""
    best = 0
    for i in range(1, len(trick)):
        best = i if beats(trick[i], trick[best], trump) else best
    return best


@dataclass
class Deal:
    """A deal that was played: place 0 comes after the dealer, and pairs are places modulo two."""

    trump: str
    above: int = 6
    """Each trick above so many counts a point."""
    honours: str = HONOURS
    least: int = 3
    """So many honours count as much as two tricks, and each further one as much again."""
    held: list[set[str]] = field(default_factory=list)
    """The cards of each when the first one is led."""
    winners: list[int] = field(default_factory=list)

    def points(self, tricks: int, honours: int) -> int:
        """A point for each trick above six; as much as two tricks for three honours, as four for all."""
        return max(0, tricks - self.above) + (2 * (honours - self.least + 1) if honours >= self.least else 0)

    def scores(self) -> list[int]:
        """Points of each place."""
        found = []
        for pair in (0, 1):
            tricks = sum(place % 2 == pair for place in self.winners)
            honours = sum(self.trump + rank in self.held[pair] | self.held[pair + 2] for rank in self.honours)
            found.append(self.points(tricks, honours))
        return [found[place % 2] for place in range(4)]
