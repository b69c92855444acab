"""The game of 1637 written a second time, from its text and what is filled in after its relatives, with no part of the package: cards are codes such as ``SK``, ``T21`` and ``EX`` (the Math)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

MATH = "EX"
TAROTS = {"SK", "BK", "CK", "DK", "T1", "T21", MATH}
WORTH = {"Q": 4, "N": 3, "J": 2}


def height(code: str) -> int:
    """Height of a card in its suit; aces are the best numbered cards of cups and coins."""
    if code[1:] in "KQNJ":
        return 20 + "JNQK".index(code[1:])
    return -int(code[1:]) if code[0] in "CD" else int(code[1:])


def winner(trick: Sequence[str]) -> int:
    """Position of the card that wins; the Math never does."""
    suits = [code[0] for code in trick if code != MATH]
    suit = "T" if "T" in suits else suits[0]
    return max((i for i, code in enumerate(trick) if code != MATH and code[0] == suit), key=lambda i: height(trick[i]))


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick: the suit led, else trumps, else any, and always the Math."""
    led = [code[0] for code in trick if code != MATH]
    for suit in (led[0], "T") if led else ():
        if held := {code for code in hand - {MATH} if code[0] == suit}:
            return held | hand & {MATH}
    return hand


def points(pile: Collection[str]) -> int:
    """Card points of a pile: all values, less two for each three cards, and less one for what is left over."""
    values = sum(5 if code in TAROTS else WORTH.get(code[1:], 1) for code in pile)
    return values - 2 * (len(pile) // 3) - (len(pile) % 3 > 0)


@dataclass
class Deal:
    """A deal as it goes on: seat 0 comes after the dealer, who is seat 2, and deals next."""

    away: set[str]
    par: int = 25
    marks: list[int] = field(default_factory=lambda: [0, 0, 0])
    piles: list[set[str]] = field(default_factory=lambda: [set(), set(), set()])

    def trick(self, leader: int, cards: Sequence[str]) -> int:
        """A whole trick; the seat that wins it."""
        won = (leader + winner(cards)) % 3
        for place, code in enumerate(cards):
            seat = (leader + place) % 3
            self.piles[seat if code == MATH else won].add(code)
            if code in TAROTS:
                mark = 1 if code == MATH or seat == won else -1
                for other in range(3):
                    self.marks[other] += 2 * mark if other == seat else -mark
        return won

    def scores(self) -> list[int]:
        """Marks and card points by seat; those of seat 0 balance the others."""
        others = [points(self.piles[1]) - self.par, points(self.piles[2] | self.away) - self.par]
        return [marks + more for marks, more in zip(self.marks, [-sum(others), *others], strict=True)]
