"""Sicilian tarocchi for three written a second time, from the rules and with no part of the package: cards are codes such as ``SK`` and ``T20``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

SUITS = "SBCD"
RANKS = ["4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"]
PACK = {suit + rank for suit in SUITS for rank in RANKS if rank != "4" or suit == "D"}
PACK |= {f"T{number}" for number in range(1, 21)} | {"TM", "EX"}


def trump(code: str) -> int:
    """The place of a trump among the trumps; the Miseria has 0."""
    return 0 if code == "TM" else int(code[1:])


def value(code: str) -> int:
    """The worth of a card before the count in threes."""
    if code in ("T20", "T1", "EX"):
        return 10
    if code in ("T19", "T18", "T17", "T16"):
        return 5
    return 1 if code[0] == "T" else {"K": 5, "Q": 4, "N": 3, "J": 2}.get(code[1], 1)


def counted(codes: Iterable[str]) -> int:
    """The card points of a pile in whole threes."""
    pile = [*codes]
    assert len(pile) % 3 == 0
    return sum(map(value, pile)) - 2 * (len(pile) // 3)


def winner(trick: Sequence[str]) -> int:
    """The place of the card that wins a trick."""
    suits = [code[0] for code in trick if code != "EX"]
    wins = "T" if "T" in suits else suits[0]
    order = {code: trump(code) if wins == "T" else RANKS.index(code[1:]) for code in trick if code[0] == wins}
    return trick.index(max(order, key=lambda code: order[code]))


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    led = next((code[0] for code in trick if code != "EX"), None)
    if led is None:
        return {*hand}
    same = {code for code in hand if code[0] == led}
    trumps = {code for code in hand if code[0] == "T"}
    return (same or trumps or hand) | ({"EX"} & hand)


def laid_away(hand: set[str]) -> set[str]:
    """The cards that may be laid away."""
    return {code for code in hand if value(code) < 5}


@dataclass
class Deal:
    """A deal: seat 0 is on the dealer's right, and 2 is the dealer. ``soloist`` is None where each plays alone."""

    soloist: int | None
    leader: int
    piles: list[list[str]] = field(default_factory=lambda: [[], [], []])
    away: set[str] = field(default_factory=set)  # laid away, which is in a pile and was never won
    owed: tuple[int, int] | None = None  # who owes a card for the Fuggitivo, and to whom
    last: int = 0
    par: int = 36  # where each plays alone
    dealers_par: int = 37
    half: int = 55
    total: int = 109

    def side(self, seat: int) -> set[int]:
        """The seats that count together with one."""
        if self.soloist is None or seat == self.soloist:
            return {seat}
        return {0, 1, 2} - {self.soloist}

    def take(self, trick: list[str]) -> None:
        """Gather a trick, and pay for the Fuggitivo what can be paid."""
        won = (self.leader + winner(trick)) % 3
        self.piles[won] += trick
        if "EX" in trick:
            owner = (self.leader + trick.index("EX")) % 3
            if won not in self.side(owner):
                self.piles[won].remove("EX")
                self.piles[owner].append("EX")
                self.owed = owner, won
        if self.owed is not None:
            owner, creditor = self.owed
            for seat in [owner, *self.side(owner)]:
                low = [code for code in self.piles[seat] if value(code) == 1 and code not in self.away]
                if low:
                    self.piles[seat].remove(low[0])
                    self.piles[creditor].append(low[0])
                    self.owed = None
                    break
        self.leader = self.last = won

    def scores(self) -> list[int]:
        """Game points by seat, when all cards have been played and what was laid away is in the piles."""
        if self.owed is not None:
            owner, creditor = self.owed
            self.piles[owner].remove("EX")
            self.piles[creditor].append("EX")
        points = [
            counted(code for other in self.side(seat) for code in self.piles[other])
            + (5 if self.last in self.side(seat) else 0)
            for seat in range(3)
        ]
        if self.soloist is None:
            return [points[seat] - (self.dealers_par if seat == 2 else self.par) for seat in range(3)]
        return [
            4 * (each - self.half) if seat == self.soloist else 2 * (each - self.total + self.half)
            for seat, each in enumerate(points)
        ]
