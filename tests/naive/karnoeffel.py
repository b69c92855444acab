"""Karnöffel written a second time, from the reconstructions and with no part of the package: cards are codes such as ``AK``, ``H7`` and ``B10``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

PLAIN = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "U", "O", "K"]


def chosen(face_up: Sequence[str]) -> str:
    """The letter of the suit chosen by the lowest of the cards dealt face up, of equal ones by the first."""
    return min(face_up, key=lambda code: PLAIN.index(code[1:]))[0]


def order_of_a_trick(led: str, suit: str) -> list[str]:
    """All cards that can win a trick to which a card is led, from the highest down, written out as at the table."""
    lead, power = led[0], suit
    row = [power + "U"]
    if led == power + "7":
        row.append(led)
    row += [power + "6", power + "2"]
    row += [lead + "K", power + "3", lead + "O", power + "4"]
    if lead != power:
        row.append(lead + "U")
    row.append(power + "5")
    for rank in ("10", "9", "8", "7", "6", "5", "4", "3", "2"):
        if lead != power or rank in ("10", "9", "8"):
            row.append(lead + rank)
    return row


def winner(trick: Sequence[str], suit: str) -> int:
    """The place of the card that wins."""
    row = order_of_a_trick(trick[0], suit)
    return min((i for i, code in enumerate(trick) if code in row), key=lambda i: row.index(trick[i]))


def allowed(hand: set[str], suit: str, first: bool) -> set[str]:
    """The cards that may be played: all, but for the Devil led to the first trick."""
    return hand - {suit + "7"} if first and hand != {suit + "7"} else hand


@dataclass
class Deal:
    """A deal as it goes on: seat 0 leads first, and pairs are seats modulo two."""

    suit: str
    leader: int = 0
    trick: list[str] = field(default_factory=list)
    won: list[int] = field(default_factory=lambda: [0, 0])
    most: int = 3  # so many tricks win

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % 4

    @property
    def first_lead(self) -> bool:
        """True before the first card."""
        return not self.trick and not sum(self.won)

    def play(self, code: str) -> None:
        """A card; the fourth ends the trick."""
        self.trick.append(code)
        if len(self.trick) == 4:
            self.leader = (self.leader + winner(self.trick, self.suit)) % 4
            self.won[self.leader % 2] += 1
            self.trick = []

    def scores(self) -> list[int]:
        """A point for each player of the pair with three tricks or more."""
        return [int(self.won[seat % 2] >= self.most) for seat in range(4)]
