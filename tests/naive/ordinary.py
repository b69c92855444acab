"""Tapp of 1909 and Bavarian Tarock written a second time, from the sources that their rulesets name, with Frog where those are silent, and with no part of the
package: cards are codes such as ``HA`` and ``S10``, and suits are their first letters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

UPWARDS = ["6", "7", "8", "9", "J U", "Q O", "K", "10", "A"]
"""The ranks of both packs from the lowest up, as in Sixty-six."""
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "O": 3, "J": 2, "U": 2}
TIMES = {"coeurfrage": 1, "solo": 2, "coeursolo": 4}
"""The quarters of the surplus that are paid by Meyers: a quarter, a half, and the whole."""
FIXED = {"frage": 1, "solo": 2, "heart_solo": 3}


def height(code: str) -> int:
    """Height of a card in its suit."""
    return next(i for i, ranks in enumerate(UPWARDS) if code[1:] in ranks.split())


def points(cards: Collection[str]) -> int:
    """Card points of a pile."""
    return sum(POINTS.get(code[1:], 0) for code in cards)


def winner(trick: Sequence[str], trumps: str) -> int:
    """Position of the card that wins."""
    suit = trumps if any(code[0] == trumps for code in trick) else trick[0][0]
    return max((i for i, code in enumerate(trick) if code[0] == suit), key=lambda i: height(trick[i]))


def allowed(hand: set[str], trick: Sequence[str], trumps: str) -> set[str]:
    """The cards of a hand that may be played to a trick: suit is followed, else trumps are played, and nobody has to win."""
    for suit in (trick[0][0], trumps) if trick else ():
        if held := {code for code in hand if code[0] == suit}:
            return held
    return hand


@dataclass
class Deal:
    """A deal as it was played: seat 0 is forehand."""

    contract: str
    declarer: int
    pile: set[str]  # the declarer's before the first trick: laid away, or in a Solo the talon
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)  # leader, cards, winner
    tout: bool = False  # announced
    half: int = 60  # card points of a declarer who has just not won
    more: Sequence[int] = (91, 120)  # card points from which Schneider and Matsch are paid in Bavaria

    def points(self) -> int:
        """Card points of the declarer."""
        won = [code for _leader, trick, seat in self.tricks if seat == self.declarer for code in trick]
        return points([*self.pile, *won])

    def tapp(self) -> int:
        """Quarters that the declarer gets from each of the others by Meyers."""
        if self.tout:
            every_trick = all(seat == self.declarer for _leader, _trick, seat in self.tricks)
            return 2 * (120 - 61) * TIMES[self.contract] * (1 if every_trick else -1)
        return (self.points() - (self.half + 1)) * TIMES[self.contract]

    def bavarian(self) -> int:
        """What the declarer gets from each of the others in Bavaria."""
        mine, theirs = self.points(), points([code for _leader, trick, seat in self.tricks if seat != self.declarer for code in trick])  # fmt: skip
        total = FIXED[self.contract] * (1 if mine > self.half else -1)
        return total + sum((mine >= least) - (theirs >= least) for least in self.more)

    def scores(self, each: int) -> list[int]:
        """What each seat gets, by what each of the others pays the declarer."""
        return [2 * each if seat == self.declarer else -each for seat in range(3)]
