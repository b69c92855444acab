"""Minchiate written a second time, from the rules and with no part of the package: cards are codes such as ``BK``, ``T40`` and ``EX`` (the Matto)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

MATTO = "EX"
KINGS = ["SK", "BK", "CK", "DK"]
VALUES = {
    **{f"T{number}": 10 for number in range(36, 41)},
    **{f"T{number}": 3 for number in range(2, 6)},
    **{f"T{number}": 5 for number in (1, 10, 13, 20, 28, *range(30, 36))},
    **dict.fromkeys([*KINGS, MATTO], 5),
}
IN_VERSICOLA = {**VALUES, "T14": 5, "T29": 5}
SOPRAVENTI = {*(f"T{number}" for number in range(21, 28)), "T29"}
SETS = [["T1", MATTO, "T40"], ["T1", "T13", "T28"], ["T14", "T35", "T39"]]
ROWS = [[f"T{number}" for number in row] for row in (range(1, 6), (10, 20, 30, 40), range(28, 41))]
LONG = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"]
ROUND = [*LONG[9::-1], *LONG[10:]]


def pack() -> list[str]:
    """The ninety-seven cards."""
    return [*(suit + rank for suit in "SBCD" for rank in LONG), *(f"T{number}" for number in range(1, 41)), MATTO]


def height(code: str) -> int:
    """Height of a card in its suit."""
    if code[0] == "T":
        return int(code[1:])
    return (LONG if code[0] in "SB" else ROUND).index(code[1:])


def robbed(talon: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The cards taken of a fola in its order: by the cutter, turned up by the dealer, and picked by the dealer."""
    left, below, above = [*talon], list[str](), list[str]()
    while left and (left[-1] in VALUES or left[-1] in SOPRAVENTI):
        below.append(left.pop())
    while left and (left[0] in VALUES or left[0] in SOPRAVENTI):
        above.append(left.pop(0))
    return below, above, [code for code in left if code in VALUES]


def worth(cards: Iterable[str]) -> int:
    """The worth of counters."""
    return sum(VALUES.get(code, 0) for code in cards)


def versicole(cards: Iterable[str]) -> Iterator[list[str]]:
    """The versicole among some cards, each with the Matto where that is among them."""
    held = {*cards}
    for king in [[code for code in KINGS if code in held]]:
        if len(king) > 2:
            yield with_matto(king, held)
    for each in SETS:
        if {*each} <= held:
            yield with_matto(each, held)
    for row in ROWS:
        for first, last in combinations(range(len(row) + 1), 2):
            part = row[first:last]
            longer = [row[i] for i in (first - 1, last) if 0 <= i < len(row)]
            if len(part) > 2 and {*part} <= held and not {*longer} & held:
                yield with_matto(part, held)


def with_matto(cards: Sequence[str], held: set[str]) -> list[str]:
    """The cards of a versicola, and the Matto where it is held."""
    return [*cards, *([MATTO] if MATTO in held and MATTO not in cards else [])]


def marks(cards: Iterable[str]) -> int:
    """The worth of all versicole among some cards."""
    return sum(IN_VERSICOLA[code] for each in versicole([*cards]) for code in each)


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    led = [code[0] for code in trick if code != MATTO][:1]
    for suit in [*led, "T"] if led else ():
        if held := {code for code in hand if code[0] == suit and code != MATTO}:
            return held | hand & {MATTO}
    return hand


def winner(trick: Sequence[str]) -> int:
    """Position of the card that wins."""
    suit = next(code[0] for code in trick if code != MATTO)
    suit = "T" if any(code[0] == "T" for code in trick) else suit
    return max((i for i, code in enumerate(trick) if code[0] == suit and code != MATTO), key=lambda i: height(trick[i]))


@dataclass
class Deal:
    """A deal as it goes on: seat 0 comes after the dealer, who is seat 3, and pairs are seats modulo two."""

    leader: int = 0
    trick: list[str] = field(default_factory=list)
    won: list[set[str]] = field(default_factory=lambda: [set(), set(), set(), set()])
    marked: list[int] = field(default_factory=lambda: [0, 0])
    owed: tuple[int, int] | None = None  # who keeps the Matto, and who won its trick
    last: int = 0

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % 4

    def play(self, code: str) -> None:
        """A card; the fourth ends the trick."""
        self.trick.append(code)
        if len(self.trick) < 4:
            return
        seat = (self.leader + winner(self.trick)) % 4
        by = {code: (self.leader + i) % 4 for i, code in enumerate(self.trick)}
        self.won[seat] |= {*self.trick}
        if MATTO in by and (by[MATTO] - seat) % 2:
            self.won[seat].remove(MATTO)
            self.won[by[MATTO]].add(MATTO)
            self.owed = by[MATTO], seat
        self.marked[seat % 2] += worth(code for code, of in by.items() if (of - seat) % 2 and code != MATTO)
        self.leader = self.last = seat
        self.trick = []

    def pay(self, code: str) -> None:
        """A card that counts nothing is given for the Matto, from the tricks of the pair."""
        assert self.owed is not None and code not in VALUES
        owner, to = self.owed
        pile = next(pile for pile in (self.won[owner], self.won[(owner + 2) % 4]) if code in pile)
        pile.remove(code)
        self.won[to].add(code)
        self.owed = None

    def payable(self) -> set[str]:
        """The cards that may be given for the Matto: of its player's tricks before those of the partner."""
        assert self.owed is not None
        of_each = ({code for code in self.won[(self.owed[0] + i) % 4] if code not in VALUES} for i in (0, 2))
        return next((cards for cards in of_each if cards), set())

    def scores(self, shown: Sequence[Sequence[str]]) -> list[int]:
        """Points of each seat, with the versicole that each has shown."""
        if self.owed is not None:
            self.won[self.owed[0]].remove(MATTO)
            self.won[self.owed[1]].add(MATTO)
        totals = []
        for pair in (0, 1):
            cards = self.won[pair] | self.won[pair + 2]
            total = max(0, len(cards) - 42) + marks(cards) + worth(cards) + 10 * (self.last % 2 == pair)
            totals.append(total + self.marked[pair] + marks(shown[pair]) + marks(shown[pair + 2]))
        return [totals[seat % 2] - totals[1 - seat % 2] for seat in range(4)]
