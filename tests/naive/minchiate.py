"""Minchiate written a second time, from the rules and with no part of the package: cards are codes such as ``BK``, ``T40`` and ``EX`` (the Matto)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from naive.pairs_with_matto import MATTO, PairsDeal

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


@dataclass
class Deal(PairsDeal):
    """A deal as it goes on, with what each pair has marked before the play."""

    marked: list[int] = field(default_factory=lambda: [0, 0])
    above: int = 42
    """Each card above so many, half of those played, counts."""
    versicole: bool = True
    """False where versicole are not counted."""

    def height(self, code: str) -> int:
        return height(code)

    def may_be_given(self, code: str) -> bool:
        return code not in VALUES

    def captured(self, pair: int) -> int:
        """The worth of the counters that a pair has won from the other."""
        won = (by for by, seat in self.tricks if seat % 2 == pair)
        return sum(worth(code for code, of in by.items() if (of - pair) % 2 and code != MATTO) for by in won)

    def scores(self, shown: Sequence[Sequence[str]]) -> list[int]:
        """Points of each seat, with the versicole that each has shown."""
        self.end()
        totals = []
        for pair in (0, 1):
            cards = self.won[pair] | self.won[pair + 2]
            total = max(0, len(cards) - self.above) + worth(cards) + 10 * (self.last % 2 == pair)
            if self.versicole:
                total += marks(cards) + marks(shown[pair]) + marks(shown[pair + 2])
            totals.append(total + self.marked[pair] + self.captured(pair))
        return [totals[seat % 2] - totals[1 - seat % 2] for seat in range(4)]
