"""Königrufen of Upper Austria written a second time, from the rules and with no part of the package: cards are codes such as ``HR`` and ``T21``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

TRULL, KINGS, BIRDS = {"T1", "T21", "T22"}, {"SR", "HR", "DR", "CR"}, {"pagat": "T1", "uhu": "T2", "kakadu": "T3", "quapil": "T4"}  # fmt: skip
VALUES = {"rufer": 1, "piccolo": 2, "bettel": 2, "solorufer": 2, "besserrufer": 1, "farbendreier": 3, "sechserdreier": 4, "dreier": 4, "farbensolo": 6, "piccolo_ouvert": 6, "bettel_ouvert": 7, "solodreier": 8}  # fmt: skip
LADDER = list(VALUES)
CALLING, COLOUR = {"rufer", "solorufer", "besserrufer"}, {"farbendreier", "farbensolo"}
SHUNNED = {"piccolo": 1, "bettel": 0, "piccolo_ouvert": 1, "bettel_ouvert": 0}
WORTH = {"trull": 1, "kings": 1, "king_ultimo": 1, "pagat": 1, "uhu": 2, "kakadu": 3, "quapil": 4}
"""Silent, and in a game with cards of the talon."""
TRICK_OF = {"pagat": 11, "uhu": 10, "kakadu": 9, "quapil": 8}
LOW = {"S": "7 8 9 10", "C": "7 8 9 10", "H": "4 3 2 1", "D": "4 3 2 1"}


def strength(code: str) -> int:
    """Height of a card in its suit."""
    return int(code[1:]) if code[0] == "T" else f"{LOW[code[0]]} V C D R".split().index(code[1:])


def thirds(cards: Collection[str]) -> int:
    """Thirds of card points: three times the values, less two for each card."""
    values = [5 if code in TRULL | KINGS else 1 if code[0] == "T" else {"D": 4, "C": 3, "V": 2}.get(code[1:], 1) for code in cards]  # fmt: skip
    return 3 * sum(values) - 2 * len(values)


def winner(trick: Sequence[str], contract: str) -> int:
    """Position of the card that wins."""
    suit = trick[0][0]
    if contract not in COLOUR and any(code[0] == "T" for code in trick):
        suit = "T"
    return max((i for i, code in enumerate(trick) if code[0] == suit), key=lambda i: strength(trick[i]))


def allowed(hand: set[str], trick: Sequence[str], contract: str) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    tarocks = {code for code in hand if code[0] == "T"}
    if trick:
        may = next((held for suit in (trick[0][0], "T") if (held := {code for code in hand if code[0] == suit})), hand)
    else:
        may = hand - tarocks or hand if contract in COLOUR else hand
    if contract not in SHUNNED and contract != "trischaken":
        return may
    if len(tarocks) > 1:
        may = may - {"T1"}
    return {code for code in may if trick and winner([*trick, code], contract) == len(trick)} or may


def laid_away(hand: set[str], number: int, contract: str) -> tuple[set[str], set[str]]:
    """The cards that may be laid away of a hand that has taken some of the talon, and those of them that must be."""
    free = hand - KINGS - TRULL
    first = {code for code in free if (code[0] == "T") == (contract == "farbendreier")}
    return (first, set()) if len(first) >= number else (free, first)


def shunned(won: Sequence[Sequence[str]]) -> list[int]:
    """Game points by seat of Trischaken, by the cards that each has won; seat 0 is forehand."""
    points = [thirds(cards) for cards in won]
    most = max(points)
    losers, virgins = [i for i in range(4) if points[i] == most], [i for i in range(4) if not won[i]]
    scores = [0] * 4
    if 0 in losers:
        each = 4 if most >= 107 else 2
        getting = virgins or [1, 2, 3]
        scores[0] = -3 * each
        for seat in getting:
            scores[seat] = 3 * each // len(getting)
    elif len(losers) == 1:
        each = 2 if most >= 107 else 1
        getting = virgins or [i for i in range(4) if i not in losers]
        total = 4 if len(virgins) == 2 and each == 1 else 3 * each
        scores[losers[0]] = -total
        for seat in getting:
            scores[seat] = total // len(getting)
    else:
        others = [i for i in range(4) if i not in losers]
        lost = 2 if len(losers) == 2 else 1
        getting = [i for i in others if i in virgins] or others
        for seat in losers:
            scores[seat] = -lost
        for seat in getting:
            scores[seat] = lost * len(losers) // len(getting)
    return scores


@dataclass
class Auction:
    """An auction; seat 0 is forehand, whose first pass is the word “Vorhand”."""

    calls: list[tuple[int, str]] = field(default_factory=list)

    def out(self) -> set[int]:
        """The seats that have passed for good."""
        return {seat for i, (seat, bid) in enumerate(self.calls) if bid == "pass" and i}

    def turn(self) -> int | None:
        """The seat to call; None at the end."""
        left = [seat for seat in range(4) if seat not in self.out()]
        bids = [seat for seat, bid in self.calls if bid != "pass"]
        if not left or (bids and left == [bids[-1]]):
            return None
        last = self.calls[-1][0] if self.calls else 3
        return next((last + i) % 4 for i in (1, 2, 3, 4) if (last + i) % 4 in left)

    def open(self, hand: Collection[str]) -> set[str]:
        """The bids that are open to the seat to call, with a hand."""
        seat, bids = self.turn(), [bid for _seat, bid in self.calls if bid != "pass"]
        lowest = LADDER.index(bids[-1]) + (seat != 0) if bids else 0
        may = {*LADDER[lowest:]}
        if seat != 0 or self.calls:
            may.discard("sechserdreier")
        if seat == 0 and bids and bids[-1] == "sechserdreier":
            may.discard("sechserdreier")
        if seat != 0 or bids or self.out() != {1, 2, 3}:
            may.discard("rufer")
        if {*hand} >= KINGS:
            may -= CALLING
        if not {*hand} & {*BIRDS.values()}:
            may.discard("besserrufer")
        return may | {"pass"}


@dataclass
class Deal:
    """A deal as it was played: seat 0 is forehand."""

    contract: str = ""
    declarer: int = 0
    partner: int | None = None
    called: str = ""
    mine: set[str] = field(default_factory=set)  # laid away by the declarer
    theirs: set[str] = field(default_factory=set)  # of the talon, the opponents'
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)  # leader, cards, winner
    said: dict[str, list[int]] = field(default_factory=dict)  # who announced what, and who doubled it
    kontra: int = 0  # words said against the game

    def side(self) -> set[int]:
        """The seats of the declarer's side."""
        return {self.declarer} | ({self.partner} if self.partner is not None else set())

    def pile(self, seats: Collection[int]) -> set[str]:
        """The cards in tricks of some seats."""
        return {code for _leader, trick, won in self.tricks if won in seats for code in trick}

    def points(self) -> int:
        """Thirds of card points of the declarer's side."""
        return thirds(self.mine | self.pile(self.side()))

    def brought(self, item: str) -> int:
        """1 where the declarer's side has brought a bonus about, -1 where the others have, else 0."""
        side, others = self.side(), {0, 1, 2, 3} - self.side()
        if item in ("trull", "kings"):
            wanted = TRULL if item == "trull" else KINGS
            return (wanted <= self.mine | self.pile(side)) - (wanted <= self.theirs | self.pile(others))
        if item == "valat":
            wins = {won for _leader, _trick, won in self.tricks}
            return (wins <= side) - (wins <= others)
        leader, trick, won = self.tricks[-1 if item == "king_ultimo" else TRICK_OF[item]]
        if item == "king_ultimo":
            return int(self.called in trick and won in side)
        if BIRDS[item] in trick and (leader + trick.index(BIRDS[item])) % 4 == won:
            return 1 if won in side else -1
        return 0

    def each(self) -> int:
        """Game points of the declarer, from or to each opponent."""
        value, word = VALUES[self.contract], 2**self.kontra
        if self.contract in SHUNNED:
            wins = sum(won == self.declarer for _leader, _trick, won in self.tricks)
            return value * word * (1 if wins == SHUNNED[self.contract] else -1)
        valat = self.brought("valat")
        if "valat" in self.said:
            seat, times = self.said["valat"][0], len(self.said["valat"]) - 1
            sign = 1 if seat in self.side() else -1
            total = 8 * value * 2**times * sign * (1 if valat == sign else -1)
        elif valat:
            total = 4 * value * valat
        else:
            total = value if self.points() >= 107 else -value
        if self.contract == "sechserdreier" and total < 0:
            total *= 2
        total *= word
        for item, worth in WORTH.items():
            if (self.contract in COLOUR and item != "kings") or (
                item == "king_ultimo" and self.contract not in CALLING
            ):
                continue
            worth *= 2 if self.contract in ("solorufer", "farbensolo", "solodreier") else 1
            brought = self.brought(item)
            if item in self.said:
                sign = 1 if self.said[item][0] in self.side() else -1
                total += 2 * worth * 2 ** (len(self.said[item]) - 1) * sign * (1 if brought == sign else -1)
            elif not valat and "valat" not in self.said:
                total += worth * brought
        return total

    def scores(self) -> list[int]:
        """Game points by seat."""
        if self.contract == "trischaken":
            last = self.tricks[-1][2]
            return shunned([[*self.pile({seat}), *(self.theirs if seat == last else ())] for seat in range(4)])
        each, side = self.each(), self.side()
        if len(side) == 1:
            return [3 * each if seat in side else -each for seat in range(4)]
        return [each if seat in side else -each for seat in range(4)]
