"""Dreiertarock by both scales written a second time, from the rules and with no part of the package: cards are codes such as ``HR`` and ``T21``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from naive.tapp import KINGS, TRULL, allowed, laid_away, thirds, winner

__all__ = [
    "KINGS",
    "LADDER",
    "SCALES",
    "Auction",
    "Deal",
    "allowed",
    "allowed_shunning",
    "laid_away",
    "thirds",
    "winner",
]

LADDER = ["single", "double", "triple", "quadruple", "quintuple", "solo", "solo_valat"]
NEEDED = {"pagat": {"T1"}, "uhu": {"T2"}, "kakadu": {"T3"}, "trull": {"T22"}, "kings": KINGS}
"""The cards in the hand of a player who announces a bonus."""
TRICK_OF = {"pagat": -1, "uhu": -2, "kakadu": -3}


class Scale(NamedTuple):
    """The values of a scale."""

    games: dict[str, int]
    bonuses: dict[str, int]
    trischaken: int
    valat: int  # 0: four times the game
    beaten: bool  # in Trischaken the trick is beaten, and the last one brings the talon


SCALES = {
    "dreiertarock-mayr": Scale(
        {"single": 3, "double": 4, "triple": 5, "quadruple": 6, "quintuple": 7, "solo": 12, "solo_valat": 96},
        {"pagat": 4, "uhu": 6, "kakadu": 8, "mond": 1, "trull": 1, "kings": 1},
        3,
        24,
        beaten=False,
    ),
    "dreiertarock-st-louis": Scale(
        {"single": 1, "double": 2, "triple": 3, "solo": 4, "solo_valat": 32},
        {"pagat": 1, "uhu": 2, "kakadu": 3, "mond": 1, "trull": 1, "kings": 1},
        1,
        0,
        beaten=True,
    ),
}


def allowed_shunning(hand: set[str], trick: Sequence[str], scale: Scale) -> set[str]:
    """The cards that may be played in Trischaken."""
    if len({code for code in hand if code[0] == "T"}) > 1:
        hand = hand - {"T1"}
    may = allowed(hand, trick)
    beating = {code for code in may if trick and winner([*trick, code]) == len(trick)} if scale.beaten else set()
    return beating or may


def shunned(won: Sequence[Collection[str]], scale: Scale, kontras: int = 0) -> list[int]:
    """Game points by seat of Trischaken, by the cards that each has won."""
    each, scores = scale.trischaken * 2**kontras, [0, 0, 0]
    points = [(thirds(cards) + 1) // 3 for cards in won]  # whole points in the game itself, where nothing is over
    none = [seat for seat in range(3) if not won[seat]]
    pairs = [(payer, seat) for seat in none for payer in range(3)]
    if not none:
        pairs = [(payer, seat) for payer in range(3) if points[payer] == max(points) for seat in range(3)]
    for payer, seat in pairs:
        scores[payer] -= each
        scores[seat] += each
    return scores


@dataclass
class Auction:
    """An auction; seat 0 is forehand. Two players speak by turns until one passes, and then the next against the one who is left."""

    games: Sequence[str]
    calls: list[tuple[int, str]] = field(default_factory=list)

    def bids(self) -> list[tuple[int, str]]:
        """The calls that are no passes."""
        return [(seat, bid) for seat, bid in self.calls if bid != "pass"]

    def turn(self) -> int | None:
        """The seat to call; None at the end."""
        if not self.calls:
            return 0
        bids, (last, bid) = self.bids(), self.calls[-1]
        if bid != "pass" and len(bids) > 1 and not bid.startswith("solo") and bids[-2][0] != last:
            return bids[-2][0]
        new = [seat for seat in range(3) if seat not in {seat for seat, _bid in self.calls}]
        if new:
            return new[0]
        return 0 if self.calls == [(0, "single"), (1, "pass"), (2, "pass")] else None

    def open(self) -> set[str]:
        """The bids that are open to the seat to call."""
        seat, bids = self.turn(), self.bids()
        mine = [bid for other, bid in bids if other == seat]
        if not bids:
            return {"single", "solo", "solo_valat"}
        highest = bids[-1][1]
        if bids[-1][0] == seat or (mine and mine[-1] != highest):
            return {highest, "pass"}
        at = self.games.index(highest) + 1
        may = {*self.games[at : at + 1], "pass"} - {"solo", "solo_valat"}
        return may if mine else may | ({"solo", "solo_valat"} & {*self.games[at:]})


@dataclass
class Deal:
    """A deal as it was played: seat 0 is forehand."""

    scale: Scale
    contract: str = ""
    declarer: int = 0
    mine: set[str] = field(default_factory=set)  # laid away by the declarer
    theirs: set[str] = field(default_factory=set)  # of the talon, the opponents'
    talon: set[str] = field(default_factory=set)
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)  # leader, cards, winner
    said: dict[str, list[int]] = field(default_factory=dict)  # who announced what, and who doubled it
    for_points: dict[str, int] = field(
        default_factory=dict
    )  # what is paid for card points, by the words that announce them
    kontra: int = 0  # words said against the game
    half: int = 35  # card points of a declarer who has just not won
    kings: set[str] = field(default_factory=lambda: KINGS)  # of the pack

    def pile(self, mine: bool) -> set[str]:
        """The cards of the declarer, or of the others."""
        won = {code for _leader, trick, seat in self.tricks if (seat == self.declarer) == mine for code in trick}
        return won | (self.mine if mine else self.theirs)

    def tried(self, item: str) -> int:
        """1 where a bonus without an announcement is to the declarer's good, -1 where it is to the others', else 0."""
        if item in ("trull", "kings"):
            wanted = TRULL if item == "trull" else self.kings
            return (wanted <= self.pile(True)) - (wanted <= self.pile(False))
        if item == "mond":
            for leader, trick, won in self.tricks:
                if {"T21", "T22"} <= {*trick}:
                    victim = (leader + trick.index("T21")) % 3
                    return 0 if (victim == self.declarer) == (won == self.declarer) else 1 if won == self.declarer else -1  # fmt: skip
            return 0
        leader, trick, won = self.tricks[TRICK_OF[item]]
        (card,) = NEEDED[item]
        if card not in trick:
            return 0
        holder = (leader + trick.index(card)) % 3
        return 1 if (holder == won) == (holder == self.declarer) else -1

    def announced(self, item: str, speaker: int) -> int:
        """1 where an announcement turns out to the declarer's good, else -1."""
        ours = speaker == self.declarer
        made = self.tried(item) == (1 if ours else -1)
        return 1 if made == ours else -1

    def each(self) -> int:
        """Game points of the declarer, from or to each of the others."""
        winners = {seat == self.declarer for _leader, _trick, seat in self.tricks}
        value, word = self.scale.games[self.contract], 2**self.kontra
        if len(winners) == 1:
            if self.contract != "solo_valat":
                value = self.scale.valat or 4 * value
            return value * word if winners == {True} else -value * word
        made = self.contract != "solo_valat" and (thirds(self.pile(True)) + 1) // 3 > self.half
        total = value * word * (1 if made else -1)
        times = 2 if self.contract.startswith("solo") else 1
        for item, worth in self.scale.bonuses.items():
            if item in self.said:
                speakers = self.said[item]
                total += self.announced(item, speakers[0]) * worth * times * 2 ** len(speakers)
            else:
                total += self.tried(item) * worth * times
        for item, worth in self.for_points.items():
            if item in self.said:
                speaker, *doubled = self.said[item]
                ours = speaker == self.declarer
                reached = thirds(self.pile(ours)) >= 3 * int(item.removeprefix("with_"))
                total += (1 if ours == reached else -1) * worth * times * 2 ** len(doubled)
        return total

    def scores(self) -> list[int]:
        """Game points by seat."""
        if self.contract == "trischaken":
            won = [
                {code for _leader, trick, seat in self.tricks if seat == each for code in trick} for each in range(3)
            ]
            if self.scale.beaten:
                won[self.tricks[-1][2]] |= self.talon
            return shunned(won, self.scale, self.kontra)
        each = self.each()
        return [2 * each if seat == self.declarer else -each for seat in range(3)]
