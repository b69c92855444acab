"""Königrufen of Upper Austria and two of its cups written a second time, from the rules and with no part of the package: cards are codes such as ``HR`` and ``T21``."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction

TRULL, KINGS, BIRDS = {"T1", "T21", "T22"}, {"SR", "HR", "DR", "CR"}, {"pagat": "T1", "uhu": "T2", "kakadu": "T3", "quapil": "T4"}  # fmt: skip
CALLING, COLOUR = {"rufer", "solorufer", "besserrufer", "besserrufer_high"}, {"farbendreier", "farbensolo"}
SHUNNED = {"piccolo": 1, "bettel": 0, "piccolo_ouvert": 1, "bettel_ouvert": 0, "zwiccolo_ouvert": 2}
WORTH = {"trull": 1, "kings": 1, "mond": 1, "king_ultimo": 1, "pagat": 1, "uhu": 2, "kakadu": 3, "quapil": 4}
"""Silent, and in a game with cards of the talon."""
TRICK_OF = {"pagat": -1, "uhu": -2, "kakadu": -3, "quapil": -4}
"""From the last."""
LOW = {"S": "7 8 9 10", "C": "7 8 9 10", "H": "4 3 2 1", "D": "4 3 2 1"}


@dataclass(frozen=True)
class Cup:
    """The rules in which the cups differ: the values of the games, lowest game first, and some rules."""

    values: dict[str, int]
    birds_of: dict[str, set[str]] = field(default_factory=lambda: {"besserrufer": {*BIRDS}})
    holds: bool = True  # forehand may hold a bid
    suit_cards: int = 0  # fewest for a Farbensolo
    two_without: int = 0  # in Trischaken, fewest game points of each of two without a trick
    halves: bool = False  # in Trischaken two pay and two get
    tirol: bool = False  # emperor's trick, the Mond captured, and a Valat beside the game

    @property
    def ladder(self) -> list[str]:
        """The games, lowest first."""
        return list(self.values)


UPPER_AUSTRIA = Cup({"rufer": 1, "piccolo": 2, "bettel": 2, "solorufer": 2, "besserrufer": 1, "farbendreier": 3, "sechserdreier": 4, "dreier": 4, "farbensolo": 6, "piccolo_ouvert": 6, "bettel_ouvert": 7, "solodreier": 8})  # fmt: skip
SAUWALD = Cup(
    {
        "rufer": 1,
        "piccolo": 2,
        "bettel": 2,
        "solorufer": 2,
        "besserrufer": 1,
        "dreier": 4,
        "sechserdreier": 4,
        "farbensolo": 5,
        "piccolo_ouvert": 6,
        "bettel_ouvert": 7,
        "solodreier": 8,
    },
    suit_cards=6,
    two_without=3,
)
TIROL = Cup(
    {
        "rufer": 1,
        "piccolo": 2,
        "solorufer": 2,
        "besserrufer": 1,
        "bettel": 4,
        "sechserdreier": 4,
        "farbendreier": 5,
        "dreier": 5,
        "besserrufer_high": 1,
        "zwiccolo_ouvert": 8,
        "piccolo_ouvert": 8,
        "bettel_ouvert": 8,
        "farbensolo": 10,
        "solodreier": 10,
    },
    birds_of={"besserrufer": {"pagat", "uhu"}, "besserrufer_high": {"kakadu", "quapil"}},
    holds=False,
    halves=True,
    tirol=True,
)
CUPS = {"koenigrufen-ooe-2023": UPPER_AUSTRIA, "koenigrufen-sauwald-2019": SAUWALD, "koenigrufen-tirol-2020": TIROL}


def strength(code: str) -> int:
    """Height of a card in its suit."""
    return int(code[1:]) if code[0] == "T" else f"{LOW[code[0]]} V C D R".split().index(code[1:])


def thirds(cards: Collection[str]) -> int:
    """Thirds of card points: three times the values, less two for each card."""
    values = [5 if code in TRULL | KINGS else 1 if code[0] == "T" else {"D": 4, "C": 3, "V": 2}.get(code[1:], 1) for code in cards]  # fmt: skip
    return 3 * sum(values) - 2 * len(values)


def winner(trick: Sequence[str], contract: str, cup: Cup) -> int:
    """Position of the card that wins."""
    suit = trick[0][0]
    trull = [code for code in trick if code in TRULL]
    if cup.tirol and trull == ["T21", "T22", "T1"] and (contract not in COLOUR or suit == "T"):
        return trick.index("T1")
    if contract not in COLOUR and any(code[0] == "T" for code in trick):
        suit = "T"
    return max((i for i, code in enumerate(trick) if code[0] == suit), key=lambda i: strength(trick[i]))


def allowed(hand: set[str], trick: Sequence[str], contract: str, cup: Cup) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    tarocks = {code for code in hand if code[0] == "T"}
    if trick:
        may = next((held for suit in (trick[0][0], "T") if (held := {code for code in hand if code[0] == suit})), hand)
    else:
        may = hand - tarocks or hand if contract in COLOUR else hand
    if contract not in SHUNNED and contract != "trischaken":
        return may
    beating = {code for code in may if trick and winner([*trick, code], contract, cup) == len(trick)}
    if len(tarocks) > 1 and beating != {"T1"}:
        may = may - {"T1"}
    return beating & may or may


def laid_away(hand: set[str], number: int, contract: str) -> tuple[set[str], set[str]]:
    """The cards that may be laid away of a hand that has taken some of the talon, and those of them that must be."""
    free = hand - KINGS - TRULL
    first = {code for code in free if (code[0] == "T") == (contract == "farbendreier")}
    return (first, set()) if len(first) >= number else (free, first)


def least_above(half: int) -> int:
    """The fewest thirds of a point that count as more than so many card points: two thirds over are one more, a third is none."""
    return 3 * half + 2


def shunned_by_halves(points: Sequence[int], virgins: Sequence[int], half: int) -> list[Fraction]:
    """Game points by seat where two pay and two get."""
    most = max(points)
    payer = 0 if points[0] == most else points.index(most) if most >= least_above(half) else None
    scores = [Fraction()] * 4
    if payer is not None:
        total = 12 if payer == 0 and most >= least_above(half) else 6
        getting = virgins or [seat for seat in range(4) if seat != payer]
        for seat in getting:
            scores[seat] = Fraction(total, len(getting))
        scores[payer] = Fraction(-total)
    elif len(virgins) == 1:
        scores = [Fraction(6 if seat in virgins else -2) for seat in range(4)]
    else:
        places = [-2, -2, 2, 2]
        for seat in range(4):
            above = sum(other > points[seat] for other in points)
            mine = places[above : above + points.count(points[seat])]
            scores[seat] = Fraction(sum(mine), len(mine))
    return scores


def shunned(won: Sequence[Sequence[str]], cup: Cup, half: int = 35) -> Sequence[Fraction | int]:
    """Game points by seat of Trischaken, by the cards that each has won; seat 0 is forehand."""
    points = [thirds(cards) for cards in won]
    most = max(points)
    losers, virgins = [i for i in range(4) if points[i] == most], [i for i in range(4) if not won[i]]
    if cup.halves:
        return shunned_by_halves(points, virgins, half)
    scores = [0] * 4
    if 0 in losers:
        each = 4 if most >= least_above(half) else 2
        getting = virgins or [1, 2, 3]
        scores[0] = -3 * each
        for seat in getting:
            scores[seat] = 3 * each // len(getting)
    elif len(losers) == 1:
        each = 2 if most >= least_above(half) else 1
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
    if len(virgins) == 2 and scores[virgins[0]] < cup.two_without:
        each = cup.two_without
        payers = [0] if 0 in losers else losers
        scores = [each if i in virgins else -each * len(virgins) // len(payers) if i in payers else 0 for i in range(4)]
    return scores


@dataclass
class Auction:
    """An auction; seat 0 is forehand, whose first pass is the word “Vorhand”."""

    cup: Cup
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
        lowest = self.cup.ladder.index(bids[-1]) + (seat != 0 or not self.cup.holds) if bids else 0
        may = {*self.cup.ladder[lowest:]}
        if seat != 0 or self.calls:
            may.discard("sechserdreier")
        if seat == 0 and bids and bids[-1] == "sechserdreier":
            may.discard("sechserdreier")
        if seat != 0 or bids or self.out() != {1, 2, 3}:
            may.discard("rufer")
        if {*hand} >= KINGS:
            may -= CALLING
        for contract, birds in self.cup.birds_of.items():
            if not {*hand} & {BIRDS[bird] for bird in birds}:
                may.discard(contract)
        if sum(code[0] != "T" for code in hand) < self.cup.suit_cards:
            may.discard("farbensolo")
        return may | {"pass"}


@dataclass
class Deal:
    """A deal as it was played: seat 0 is forehand."""

    cup: Cup
    contract: str = ""
    declarer: int = 0
    partner: int | None = None
    called: str = ""
    mine: set[str] = field(default_factory=set)  # laid away by the declarer
    theirs: set[str] = field(default_factory=set)  # of the talon, the opponents'
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)  # leader, cards, winner
    said: dict[str, list[int]] = field(default_factory=dict)  # who announced what, and who doubled it
    kontra: int = 0  # words said against the game
    half: int = 35  # of the card points
    kings: Set[str] = frozenset(KINGS)  # in the pack
    worth: dict[str, int] = field(default_factory=lambda: {**WORTH})

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
            wanted = TRULL if item == "trull" else self.kings
            return (wanted <= self.mine | self.pile(side)) - (wanted <= self.theirs | self.pile(others))
        if item == "valat":
            wins = {won for _leader, _trick, won in self.tricks}
            return (wins <= side) - (wins <= others)
        if item == "mond":
            for leader, trick, won in self.tricks:
                if {"T21", "T22"} <= {*trick} and (leader + trick.index("T22")) % 4 == won:
                    lost = (leader + trick.index("T21")) % 4
                    return 0 if (lost in side) == (won in side) else 1 if won in side else -1
            return 0
        leader, trick, won = self.tricks[-1 if item == "king_ultimo" else TRICK_OF[item]]
        if item == "king_ultimo":
            return int(self.called in trick and won in side)
        if BIRDS[item] in trick and (leader + trick.index(BIRDS[item])) % 4 == won:
            return 1 if won in side else -1
        return 0

    def each(self) -> int:
        """Game points of the declarer, from or to each opponent."""
        value, word = self.cup.values[self.contract], 1 << self.kontra
        if self.contract in SHUNNED:
            wins = sum(won == self.declarer for _leader, _trick, won in self.tricks)
            return value * word * (1 if wins == SHUNNED[self.contract] else -1)
        valat = self.brought("valat")
        made = valat and ("valat" not in self.said or valat == (1 if self.said["valat"][0] in self.side() else -1))
        if self.cup.tirol:
            total = value if self.points() >= least_above(self.half) else -value
        elif "valat" in self.said:
            seat, times = self.said["valat"][0], len(self.said["valat"]) - 1
            sign = 1 if seat in self.side() else -1
            total = 8 * value * 2**times * sign * (1 if valat == sign else -1)
        elif valat:
            total = 4 * value * valat
        else:
            total = value if self.points() >= least_above(self.half) else -value
        if self.contract == "sechserdreier" and total < 0:
            total *= 2
        total *= word
        beside = self.worth | ({"valat": 10} if self.cup.tirol else {})
        for item, worth in beside.items():
            if (self.contract in COLOUR and item not in ("kings", "valat")) or (
                item == "king_ultimo" and self.contract not in CALLING
            ):
                continue
            if (item == "mond" and not self.cup.tirol) or (self.cup.tirol and item in ("trull", "kings") and made):
                continue
            worth *= 2 if self.contract in ("solorufer", "farbensolo", "solodreier") else 1
            brought = self.brought(item)
            if item in self.said:
                sign = 1 if self.said[item][0] in self.side() else -1
                total += 2 * worth * 2 ** (len(self.said[item]) - 1) * sign * (1 if brought == sign else -1)
            elif self.cup.tirol or (not valat and "valat" not in self.said):
                total += worth * brought
        return total

    def scores(self) -> Sequence[Fraction | int]:
        """Game points by seat."""
        if self.contract == "trischaken":
            last = self.tricks[-1][2]
            return shunned(
                [[*self.pile({seat}), *(self.theirs if seat == last else ())] for seat in range(4)], self.cup, self.half
            )
        each, side = self.each(), self.side()
        if len(side) == 1:
            return [3 * each if seat in side else -each for seat in range(4)]
        return [each if seat in side else -each for seat in range(4)]
