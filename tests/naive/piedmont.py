"""The Piedmontese game for four written a second time, from the books and with no part of the package, played like Scarto."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import combinations

from naive.scarto import COURTS, winner

HONOURS = {"T1", "T20", "EX", "SK", "BK", "CK", "DK"}


def value(code: str) -> int:
    """Points of a card, before cards are laid out."""
    return 5 if code in HONOURS else COURTS.get(code[1:], 1)


def points(pile: set[str]) -> int:
    """Card points of a pair's pile by laying it out in fours."""
    cards = sorted(pile)
    fours = [cards[i : i + 4] for i in range(0, len(cards), 4)]
    return sum(sum(map(value, four)) - (3 if len(four) == 4 else 1) for four in fours)


def may_be_laid_away(hand: set[str]) -> set[frozenset[str]]:
    """Each pair of cards that a dealer with 21 cards may lay away."""
    suits = {code for code in hand if code[0] != "T"} - HONOURS
    trumps = {code for code in hand if code[0] == "T"} - HONOURS
    if len(suits) >= 2:
        return {frozenset(two) for two in combinations(suits, 2)}
    return {frozenset({*suits, *two}) for two in combinations(trumps, 2 - len(suits))}


@dataclass
class Deal:
    """A deal as it goes on: place 0 comes after the dealer, who is 3, and pairs are places modulo two."""

    away: Collection[str]
    """What the dealer has laid away."""
    par: int = 36
    leader: int = 0
    trick: list[str] = field(default_factory=list)
    piles: list[set[str]] = field(default_factory=lambda: [set(), set()])
    owed: int | None = None
    """The pair that keeps the Fool, and has given no card for it yet."""

    def __post_init__(self) -> None:
        self.piles[1] |= {*self.away}

    @property
    def turn(self) -> int:
        """The place that is to play."""
        return (self.leader + len(self.trick)) % 4

    def play(self, code: str) -> None:
        """A card; the fourth ends the trick, and a low card won in tricks is given for the Fool as soon as the pair that keeps it has one."""
        self.trick.append(code)
        if len(self.trick) < 4:
            return
        taker = (self.leader + winner(self.trick)) % 4
        self.piles[taker % 2] |= {*self.trick}
        if "EX" in self.trick and (self.leader + self.trick.index("EX") - taker) % 2:
            self.owed = 1 - taker % 2
            self._hand_over("EX", 1 - self.owed)
        if self.owed is not None:
            low = sorted(code for code in self.piles[self.owed] if value(code) == 1 and code not in self.away)
            if low:
                self._hand_over(low[0], self.owed)
                self.owed = None
        self.leader, self.trick = taker, []

    def _hand_over(self, code: str, pair: int) -> None:
        """Move a card from the pile of a pair to the other."""
        self.piles[pair].remove(code)
        self.piles[1 - pair].add(code)

    def counted(self) -> list[int]:
        """Card points of the pairs; the Fool is lost to the winner of its trick if no card was given for it."""
        if self.owed is not None:
            self._hand_over("EX", self.owed)
            self.owed = None
        return [points(pile) for pile in self.piles]

    def scores(self) -> list[int]:
        """Points of each place."""
        counted = self.counted()
        return [counted[place % 2] - self.par for place in range(4)]
