"""Austrian tarock for three written a second time, from the rules and with no part of the package: cards are codes such as ``HR`` and ``T21``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

TRULL, KINGS = {"T1", "T21", "T22"}, {"SR", "HR", "DR", "CR"}
VALUES = {"dreier": 3, "unterer": 4, "oberer": 5, "solo": 8}
LADDER = list(VALUES)
WITH = {
    "with_40": (40, 3),
    "with_45": (45, 6),
    "with_50": (50, 10),
    "with_55": (55, 15),
}  # card points, and their worth
KONTRAS = ["kontra", "rekontra", "subkontra"]
LOW = {"S": "7 8 9 10", "C": "7 8 9 10", "H": "4 3 2 1", "D": "4 3 2 1"}


def strength(code: str) -> int:
    """Height of a card in its suit."""
    return int(code[1:]) if code[0] == "T" else f"{LOW[code[0]]} V C D R".split().index(code[1:])


def thirds(cards: Collection[str]) -> int:
    """Thirds of card points: three times the values, less two for each card."""
    values = [5 if code in TRULL | KINGS else 1 if code[0] == "T" else {"D": 4, "C": 3, "V": 2}.get(code[1:], 1) for code in cards]  # fmt: skip
    return 3 * sum(values) - 2 * len(values)


def winner(trick: Sequence[str]) -> int:
    """Position of the card that wins."""
    suit = "T" if any(code[0] == "T" for code in trick) else trick[0][0]
    return max((i for i, code in enumerate(trick) if code[0] == suit), key=lambda i: strength(trick[i]))


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    for suit in (trick[0][0], "T") if trick else ():
        if held := {code for code in hand if code[0] == suit}:
            return held
    return hand


def allowed_shunning(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards that may be played where all shun card points: the trick is beaten where that can be, and the Pagat is the last tarock."""
    may = allowed(hand, trick)
    may = {code for code in may if trick and winner([*trick, code]) == len(trick)} or may
    tarocks = {code for code in hand if code[0] == "T"}
    return may if tarocks == {"T1"} or may == {"T1"} else may - {"T1"}


def shunned(won: Sequence[Sequence[str]]) -> list[int]:
    """Game points by seat where all have shunned card points, by the cards that each has won."""
    points = [thirds(cards) for cards in won]
    losers = [seat for seat in range(3) if points[seat] == max(points)]
    scores = [0, 0, 0]
    for loser in losers:
        for seat in {0, 1, 2} - {*losers}:
            amount = 5 if won[seat] else 10
            scores[seat] += amount
            scores[loser] -= amount
    return scores


def laid_away(hand: set[str], number: int = 3) -> tuple[set[str], set[str]]:
    """The cards that may be laid away of a hand that has taken some of the talon, and those of them that must be."""
    plain = {code for code in hand if code[0] != "T"} - KINGS
    if len(plain) >= number:
        return plain, set()
    return plain | {code for code in hand if code[0] == "T"} - TRULL, plain


@dataclass
class Auction:
    """An auction; seat 0 is forehand."""

    forehand_holds: bool = False
    calls: list[tuple[int, str]] = field(default_factory=list)

    def turn(self) -> int | None:
        """The seat to call; None at the end."""
        out = {seat for seat, bid in self.calls if bid == "pass"}
        left = [seat for seat in range(3) if seat not in out]
        bids = [bid for _seat, bid in self.calls if bid != "pass"]
        if "solo" in bids or not left or (len(left) == 1 and bids):
            return None
        last = self.calls[-1][0] if self.calls else 2
        return next((last + i) % 3 for i in (1, 2, 3) if (last + i) % 3 in left)

    def open(self) -> set[str]:
        """The bids that are open to the seat to call."""
        seat, bids = self.turn(), [(seat, bid) for seat, bid in self.calls if bid != "pass"]
        if not bids:
            return {"pass", "dreier", "solo"}
        holder, bid = bids[-1]
        may = {"pass", "solo", LADDER[LADDER.index(bid) + 1]}
        if seat == 0 if self.forehand_holds else seat is not None and seat < holder:
            may.add(bid)
        return may


@dataclass
class Deal:
    """A deal as it was played: seat 0 is forehand."""

    contract: str
    declarer: int
    away: set[str] = field(default_factory=set)
    hands: list[set[str]] = field(default_factory=list)  # at the first lead
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)  # leader, cards, winner
    said: dict[str, int] = field(default_factory=dict)  # what was announced, and how often it was doubled
    kontra: int = 0  # words said against the game
    half: int = 35  # card points of a declarer who has just not won
    kings: int = 4  # so many in a hand are paid

    def say(self, item: str) -> None:
        """Announce a bonus, with the lower card points that it contains, or double it."""
        self.said[item] = self.said.get(item, -1) + 1
        for lower in [each for each in WITH if item in WITH and each < item]:
            self.said.setdefault(lower, 0)

    def points(self) -> int:
        """Thirds of card points of the declarer."""
        return thirds(
            [*self.away, *(code for _leader, trick, seat in self.tricks if seat == self.declarer for code in trick)]
        )

    def valat(self) -> int:
        """1 where the declarer has won every trick, -1 where the others have; else 0."""
        mine = {seat == self.declarer for _leader, _trick, seat in self.tricks}
        return 0 if len(mine) > 1 else 1 if mine == {True} else -1

    def ultimo(self) -> int:
        """1 where the Pagat in the last trick is to the declarer's good, -1 where it is to the others'; 0 where it is not there."""
        leader, trick, won = self.tricks[-1]
        if "T1" not in trick:
            return 0
        holder = (leader + trick.index("T1")) % 3
        return 1 if (holder == self.declarer) == (holder == won) else -1

    def each(self) -> int:
        """Game points that the declarer gets from each of the others, without what is held."""
        value, solo = VALUES[self.contract], 2 if self.contract == "solo" else 1
        total = value * 2**self.kontra * (1 if (self.points() + 1) // 3 > self.half else -1)
        made = self.valat()
        if "valat" in self.said:
            doubled = 8 * value * 2 ** self.said["valat"]
            total = doubled if made == 1 else total - doubled
        elif made:
            total = 4 * value * made
        for item, (points, worth) in WITH.items():
            if item in self.said:
                total += worth * 2 ** self.said[item] * (1 if self.points() >= 3 * points else -1)
        if "pagat_ultimo" in self.said:
            _leader, trick, won = self.tricks[-1]
            won_with = won == self.declarer and trick[winner(trick)] == "T1"
            return total + 8 * solo * 2 ** self.said["pagat_ultimo"] * (1 if won_with else -1)
        return total + 4 * solo * self.ultimo()

    def scores(self) -> list[int]:
        """Game points by seat."""
        if self.contract == "trischaken":
            return shunned(
                [[code for _leader, trick, won in self.tricks if won == seat for code in trick] for seat in range(3)]
            )
        each = self.each()
        scores = [2 * each if seat == self.declarer else -each for seat in range(3)]
        for seat, hand in enumerate(self.hands):
            held = {3: 3, 2: 1}.get(len(hand & TRULL), 0) + (3 if len(hand & KINGS) == self.kings else 0)
            scores = [score + (2 * held if i == seat else -held) for i, score in enumerate(scores)]
        return scores
