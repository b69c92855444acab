"""Ottocento written a second time, from the rules and with no part of the package: cards are codes such as ``BK``, ``TM1``, ``TA`` and ``EX`` (the Matto)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from naive.pairs_with_matto import MATTO, PairsDeal

BEGATO = "T1"
WILD = [MATTO, BEGATO]
TAROCCHI = ["TA", "TW", BEGATO, MATTO]
MOORS = ["TM1", "TM2", "TM3", "TM4"]
GRANDE = ["TA", "TW", "TS", "TL"]
NUMBERS = [f"T{number}" for number in range(16, 4, -1)]
LONG = ["1", "6", "7", "8", "9", "10", "J", "N", "Q", "K"]
ROUND = ["10", "9", "8", "7", "6", "1", "J", "N", "Q", "K"]
CRICCHE = {"TAROCCHI": 18, "K": 17, "Q": 14, "N": 13, "J": 12}


def pack() -> list[str]:
    """The sixty-two cards."""
    return [*(suit + rank for suit in "SBCD" for rank in LONG), *GRANDE, *NUMBERS, *MOORS, BEGATO, MATTO]


def height(code: str) -> int:
    """Height of a card in its suit; that of all Moors is the same."""
    if code[0] == "T":
        return -[*GRANDE, *NUMBERS, MOORS[0], BEGATO].index(MOORS[0] if code in MOORS else code)
    return (LONG if code[0] in "SB" else ROUND).index(code[1:])


def value(code: str) -> int:
    """Points of a card, before cards are paired."""
    if code in TAROCCHI:
        return 5
    return {"K": 5, "Q": 4, "N": 3, "J": 2}.get(code[1:], 1) if code[0] != "T" else 1


def in_pairs(cards: Collection[str]) -> int:
    """Card points of a pile, counted two by two."""
    return sum(value(code) for code in cards) - len(cards) // 2


def cricche(cards: Collection[str]) -> list[int]:
    """Points of each cricca among some cards, before any is doubled."""
    kinds = {name: [code for code in cards if code[0] != "T" and code[1:] == name] for name in "KQNJ"}
    kinds["TAROCCHI"] = [code for code in cards if code in TAROCCHI]
    return [CRICCHE[name] * (len(kind) - 2) for name, kind in kinds.items() if len(kind) > 2]


def grande(cards: Collection[str]) -> int:
    """Number of cards in the grande; 0 where there is none."""
    wild = sum(code in cards for code in WILD)
    high = sum(code in cards for code in GRANDE)
    if "TA" not in cards or high < 2 or high + wild < 3:
        return 0
    left = wild - max(0, len(GRANDE) - 1 - high)  # one of the four may be passed over, and a second one replaced
    length, replaced = high + wild, False
    for number in NUMBERS:
        if number in cards:
            length, replaced = length + 1, False
        elif left and not replaced:
            left, replaced = left - 1, True
        else:
            return length
    return length + sum(code in cards for code in MOORS)


def sequences(cards: Collection[str]) -> list[int]:
    """Points of each sequence among some cards, before any is doubled."""
    wild, lengths = sum(code in cards for code in WILD), [grande(cards)]
    for suit in "SBCD":
        court = sum(suit + rank in cards for rank in "KQNJ")
        there = suit + "K" in cards and court > 1 and court + wild > 2
        lengths.append(court + wild + (suit + "1" in cards) if there else 0)
    for kind in (MOORS, [suit + "1" for suit in "SBCD"]):
        number = sum(code in cards for code in kind)
        lengths.append(number + wild if number > 1 and number + wild > 2 else 0)
    return [10 + 5 * (length - 3) for length in lengths if length]


def combinations(cards: Collection[str]) -> int:
    """Points of all combinations among some cards: three cricche or more, and three sequences or more, count double."""
    return sum(sum(kind) * (2 if len(kind) > 2 else 1) for kind in (cricche(cards), sequences(cards)))


@dataclass
class Deal(PairsDeal):
    """A deal as it goes on, with what the dealer has laid away."""

    scarto: set[str] = field(default_factory=set)
    combined: bool = True
    """False where combinations are not counted."""

    def height(self, code: str) -> int:
        return height(code)

    def may_be_given(self, code: str) -> bool:
        return value(code) == 1

    def scores(self, shown: Sequence[Sequence[str]]) -> list[int]:
        """Points of each seat, with what each has shown."""
        self.end()
        totals = []
        for pair in (0, 1):
            cards = self.won[pair] | self.won[pair + 2] | (self.scarto if pair else set())
            total = in_pairs(cards) + 6 * (self.last % 2 == pair)
            if self.combined:
                total += combinations(cards) + combinations(shown[pair]) + combinations(shown[pair + 2])
            totals.append(total)
        return [totals[seat % 2] for seat in range(4)]
