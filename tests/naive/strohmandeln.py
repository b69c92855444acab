"""Strohmandeln written a second time, from the rules and with no part of the package: cards are codes such as ``SR``, ``T1`` (the Pagat) and ``T22`` (the Sküs)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

BLACK, RED = ["7", "8", "9", "10", *"VCDR"], ["4", "3", "2", "1", *"VCDR"]
COURT = {"R": 5, "D": 4, "C": 3, "V": 2}
TRULL, KINGS = {"T1", "T21", "T22"}, {"SR", "HR", "DR", "CR"}
BIRDS = ["T1", "T2", "T3", "T4"]
"""Birds by tricks from the last back."""


class Scale(NamedTuple):
    """What the rulesets have of their own."""

    simple: int  # what a simple game is worth
    birds: int  # so many of them count
    caught: bool  # a bird that is beaten in its trick pays
    grammel: bool
    rostopschin: bool


MAYR, WZ = Scale(1, 3, True, True, True), Scale(2, 4, False, False, False)


def height(code: str) -> int:
    """Height of a card in its suit."""
    if code[0] == "T":
        return int(code[1:])
    return (BLACK if code[0] in "SC" else RED).index(code[1:])


def worth(code: str) -> int:
    """Value of a card before the count in threes."""
    return 5 if code in TRULL else 1 if code[0] == "T" else COURT.get(code[1:], 1)


def thirds(pile: Collection[str]) -> int:
    """Card points of a pile in thirds of a point."""
    return sum(3 * worth(code) - 2 for code in pile)


def rounded(pile: Collection[str]) -> int:
    """Whole card points of a pile: a third more is dropped, two thirds count as one."""
    return (thirds(pile) + 1) // 3


def wins(led: str, other: str) -> bool:
    """True if the card led wins the trick."""
    if led[0] == other[0]:
        return height(led) > height(other)
    return other[0] != "T"


def allowed(playable: set[str], trick: Sequence[str]) -> set[str]:
    """The cards that may be played, of those that count for every duty: what lies face down does not."""
    for suit in (trick[0][0], "T") if trick else ():
        if held := {code for code in playable if code[0] == suit}:
            return held
    return playable


@dataclass
class Side:
    """A player: ``hand`` and the ``open`` cards may be played, ``packets`` lie face down, from the top."""

    hand: set[str]
    packets: list[list[str]]
    open: dict[int, str] = field(default_factory=dict)
    won: set[str] = field(default_factory=set)
    tricks: int = 0
    seen: set[str] = field(default_factory=set)  # taken up for all to see

    @property
    def playable(self) -> set[str]:
        """The cards that count for every duty."""
        return self.hand | {*self.open.values()}

    def turn(self) -> None:
        """Turn each packet that has no open card."""
        for number, packet in enumerate(self.packets):
            while packet and number not in self.open:
                card = packet.pop(0)
                if not packet:
                    self.hand.add(card)
                elif card[0] == "T" or card in KINGS:
                    self.hand.add(card)
                    self.seen.add(card)
                else:
                    self.open[number] = card

    def allowed(self, led: str | None) -> set[str]:
        """The cards that may be played."""
        return allowed(self.playable, [led] if led else [])

    def lay(self, code: str) -> None:
        """Play a card."""
        self.hand.discard(code)
        self.open = {number: card for number, card in self.open.items() if card != code}


class Deal:
    """A deal as it goes on: seat 0 is forehand, who leads; ``taker`` is None in a simple game."""

    def __init__(
        self,
        hands: Sequence[set[str]],
        packets: Sequence[Sequence[Sequence[str]]],
        taker: int | None,
        scale: Scale = MAYR,
    ) -> None:
        self.scale = scale
        self.half = 35  # card points with which nobody has won yet
        self.most = len(hands[0]) + sum(map(len, packets[0]))  # tricks
        self.kings = KINGS  # of the pack
        self.sides = [Side(set(hands[i]), [list(packet) for packet in packets[i]]) for i in range(2)]
        self.taker, self.leader, self.led, self.number = taker, 0, "", 0
        self.gains = [0, 0]
        self.last: tuple[str, int] = ("", 0)  # the card that won the trick before, and by whom
        for side in self.sides:
            side.turn()

    @property
    def turn(self) -> int:
        """The seat to play."""
        return 1 - self.leader if self.led else self.leader

    def play(self, code: str) -> None:
        """A card; the second ends the trick."""
        seat = self.turn
        self.sides[seat].lay(code)
        if not self.led:
            self.led = code
            return
        winner = self.leader if wins(self.led, code) else seat
        best = self.led if winner == self.leader else code
        self.number += 1
        back = self.most - self.number
        bird = BIRDS[back] if back < self.scale.birds else ""
        if bird in ((self.led, code) if self.scale.caught else (best,)):
            self.gains[winner] += 1
        if self.scale.rostopschin and (best, self.last) == ("T18", ("T17", winner)):
            self.gains[winner] += 1
        self.last = best, winner
        self.sides[winner].won |= {self.led, code}
        self.sides[winner].tricks += 1
        self.leader, self.led = winner, ""
        for side in (self.sides[winner], self.sides[1 - winner]):
            side.turn()

    def score(self) -> int:
        """The score of forehand at the end."""
        gains, points = list(self.gains), [rounded(side.won) for side in self.sides]
        if self.taker is None:
            for seat in range(2):
                gains[seat] += self.scale.simple * (points[seat] > self.half)
        else:
            made = points[self.taker] > self.half
            gains[self.taker if made else 1 - self.taker] += 3 if made else 4
        for seat, side in enumerate(self.sides):
            gains[seat] += (side.won >= TRULL) + (side.won >= self.kings) + 12 * (side.tricks == self.most)
            gains[seat] += self.scale.grammel and points[seat] >= 45
        return gains[0] - gains[1]
