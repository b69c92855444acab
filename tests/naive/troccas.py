"""Troccas written a second time, from the rules and with no part of the package: cards are codes such as ``BK``, ``T21`` and ``EX`` (the Narr)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

NARR = "EX"
HONOURS = {"SK", "BK", "CK", "DK", "T1", "T21", NARR}
FIGURES = {**dict.fromkeys(HONOURS, 5), **{s + r: n for s in "SBCD" for r, n in (("Q", 4), ("N", 3), ("J", 2))}}
PIPS = [str(number) for number in range(1, 11)]
LONG, ROUND = [*PIPS, *"JNQK"], [*PIPS[::-1], *"JNQK"]


def height(code: str) -> int:
    """Height of a card in its suit."""
    if code[0] == "T":
        return int(code[1:])
    return (LONG if code[0] in "SB" else ROUND).index(code[1:])


def four(cards: Collection[str]) -> int:
    """Card points of four cards, or of the two that are over: the figures among them, less one for each figure but the first; blanks alone count 1."""
    figures = [FIGURES[code] for code in cards if code in FIGURES]
    return sum(figures) - (len(figures) - 1) if figures else 1


def counted(pile: Collection[str]) -> int:
    """Card points of a pile, laid out in fours as the cards come."""
    cards = sorted(pile)
    return sum(four(cards[i : i + 4]) for i in range(0, len(cards), 4))


def winner(trick: Sequence[str]) -> int:
    """Position of the card that wins; the Narr never does."""
    suit = next(code[0] for code in trick if code != NARR)
    suit = "T" if any(code[0] == "T" for code in trick) else suit
    return max((i for i, code in enumerate(trick) if code[0] == suit and code != NARR), key=lambda i: height(trick[i]))


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    led = [code[0] for code in trick if code != NARR][:1]
    for suit in [*led, "T"] if led else ():
        if held := {code for code in hand if code[0] == suit and code != NARR}:
            return held | hand & {NARR}
    return hand


def skats(hand: set[str]) -> set[frozenset[str]]:
    """Each two cards that a dealer may lay away."""
    return {frozenset(two) for two in combinations(sorted(hand - HONOURS), 2)}


def packets(pack: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """A pack as it is dealt, packet by packet: place after the dealer, from 0, and cards; the dealer's last packet has nine."""
    at = 0
    for size in (6, 6, 7):
        for place in range(4):
            number = 9 if (size, place) == (7, 3) else size
            yield place, pack[at : at + number]
            at += number


@dataclass
class Deal:
    """A deal as it goes on: seat 0 comes after the dealer, who is seat 3, and pairs are seats modulo two."""

    skat: set[str]
    leader: int = 0
    trick: list[str] = field(default_factory=list)
    won: list[set[str]] = field(default_factory=lambda: [set(), set()])  # in tricks, by pair
    owed: int | None = None  # the pair that owes a card for the Narr
    narr_in: int = 0  # the pair that won the trick of the Narr
    par: int = 36

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % 4

    def play(self, code: str) -> None:
        """A card; the fourth ends the trick."""
        self.trick.append(code)
        if len(self.trick) == 4:
            seat = (self.leader + winner(self.trick)) % 4
            owner = (self.leader + self.trick.index(NARR)) % 2 if NARR in self.trick else seat % 2
            self.won[seat % 2] |= set(self.trick)
            if owner != seat % 2:
                self.won[seat % 2].remove(NARR)
                self.won[owner].add(NARR)
                self.owed, self.narr_in = owner, seat % 2
            self.leader, self.trick = seat, []
            self.pay()

    def pay(self) -> None:
        """A blank card for the Narr, as soon as the pair has won one."""
        if self.owed is not None and (blanks := sorted(self.won[self.owed] - {*FIGURES})):
            self.won[self.owed].remove(blanks[0])
            self.won[self.narr_in].add(blanks[0])
            self.owed = None

    def scores(self) -> list[int]:
        """Credit or debt by seat, when all is played."""
        if self.owed is not None:
            self.won[self.owed].remove(NARR)
            self.won[self.narr_in].add(NARR)
        points = [counted(self.won[0]), counted(self.won[1] | self.skat)]
        return [points[seat % 2] - self.par for seat in range(4)]
