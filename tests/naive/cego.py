"""Cego for four written a second time, from the rules and with no part of the package: cards are codes such as ``HR`` and ``T21``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

LADDER = ["raeuber", "cego", "eine", "one_blank", "two_blanks", "two_different", "bettel", "piccolo", "solo", "ultimo"]
KEPT = {"cego": 2, "eine": 1, "one_blank": 1, "two_blanks": 2, "two_different": 2}
FACTORS = {"cego": 1, "eine": 2, "one_blank": 3, "two_blanks": 4, "two_different": 5}
LOW = {"S": "7 8 9 10", "C": "7 8 9 10", "H": "4 3 2 1", "D": "4 3 2 1"}
COURT = "V C D R"


def height(code: str) -> int:
    """Height of a card in its suit."""
    return int(code[1:]) if code[0] == "T" else f"{LOW[code[0]]} {COURT}".split().index(code[1:])


def thirds(cards: Collection[str]) -> int:
    """Thirds of card points: three times the values, less two for each card."""
    fives = {"T1", "T21", "T22"}
    values = [5 if code in fives or code[1:] == "R" else {"D": 4, "C": 3, "V": 2}.get(code[1:], 1) for code in cards]
    return 3 * sum(values) - 2 * len(values)


def points(cards: Collection[str]) -> int:
    """Whole card points: two cards over count as three, one as nothing."""
    return (thirds(cards) + 1) // 3


def winner(trick: Sequence[str], blank: Collection[str]) -> int:
    """Position of the card that wins; blank cards are beaten by any other of their suit."""
    suit = "T" if any(code[0] == "T" for code in trick) else trick[0][0]
    following = [i for i, code in enumerate(trick) if code[0] == suit]
    return max(following, key=lambda i: (trick[i] not in blank, height(trick[i])))


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    for suit in (trick[0][0], "T") if trick else ():
        if held := {code for code in hand if code[0] == suit}:
            return held
    return hand


def suit_fits(contract: str, kept: Sequence[str], code: str) -> bool:
    """True if a card may be kept beside another as far as their suits go."""
    if contract == "two_blanks":
        return all(other[0] == code[0] for other in kept)
    return contract != "two_different" or all(other[0] != code[0] for other in kept)


def may_keep(contract: str, hand: set[str], kept: Sequence[str]) -> set[str]:
    """The cards one of which a declarer may keep next."""
    if contract in ("cego", "eine"):
        return hand
    left, rest = KEPT[contract] - len(kept), hand - {*kept}
    plain = {code for code in rest if code[0] != "T"}
    for some in ({code for code in plain if code[1:].isdigit()}, plain, rest):
        fit = {code for code in some if suit_fits(contract, kept, code)}
        if left == 2:
            fit = {code for code in fit if any(suit_fits(contract, [code], other) for other in fit - {code})}
        if fit:
            return fit
    return rest


def may_lay(contract: str, hand: set[str]) -> set[str]:
    """The cards one of which is laid away after the Blind has been taken."""
    trocks = sorted((code for code in hand if code[0] == "T"), key=height)
    if contract == "cego" or not trocks:
        return hand
    return {trocks[0] if contract == "two_blanks" else trocks[-1]}


@dataclass
class Deal:
    """A deal as it is played; seat 0 is forehand."""

    blind: set[str]
    calls: list[str] = field(default_factory=list)
    contract: str = ""
    declarer: int = -1
    blank: list[str] = field(default_factory=list)
    laid: set[str] = field(default_factory=set)
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)
    half: int = 35

    def open_bids(self, hand: set[str]) -> set[str]:
        """The bids of the seat that is to call."""
        above = LADDER[LADDER.index(self.contract) + 1 :] if self.contract else LADDER
        return {"pass"} | {
            bid for bid in above
            if (bid not in ("raeuber", "cego") or not self.calls) and (bid != "ultimo" or "T1" in hand)
        }  # fmt: skip

    def call(self, bid: str) -> None:
        if bid != "pass":
            self.contract, self.declarer = bid, len(self.calls)
        self.calls.append(bid)

    @property
    def leader(self) -> int:
        """The seat that leads to the next trick."""
        if self.tricks:
            return self.tricks[-1][2]
        return self.declarer if self.blank else 0

    def may_lead(self, seat: int, hand: set[str]) -> set[str]:
        """The cards that a seat may lead."""
        led = sum(leader == seat for leader, _cards, _won in self.tricks)
        if seat != self.declarer or led >= len(self.blank):
            return hand
        suits = {code[0] for code in self.blank}
        bound = {*self.blank} if self.contract == "two_different" else {code for code in hand if code[0] in suits}
        return bound & hand or hand

    def over(self) -> bool:
        """True when the deal has ended."""
        most = {"bettel": 1, "piccolo": 2}.get(self.contract, 99)
        return len(self.tricks) == 11 or sum(won == self.declarer for _leader, _cards, won in self.tricks) >= most

    def scores(self) -> list[int]:
        """Game points by seat."""
        won = [{code for _leader, cards, seat in self.tricks if seat == i for code in cards} for i in range(4)]
        if self.contract == "raeuber":
            most = [thirds(cards) for cards in won]
            losers = [seat for seat in range(4) if most[seat] == max(most)]
            losers, each = ([0], 60) if 0 in losers else (losers, 30)
            paid = [0] * 4
            for loser in losers:
                for seat in {0, 1, 2, 3} - {*losers}:
                    paid[loser] -= each
                    paid[seat] += each
            return paid
        number = sum(seat == self.declarer for _leader, _cards, seat in self.tricks)
        if self.contract in ("bettel", "piccolo"):
            made, each = number == (self.contract == "piccolo"), 30
        elif self.contract == "ultimo":
            leader, cards, seat = self.tricks[-1]
            made, each = "T1" in cards and (leader + cards.index("T1")) % 4 == seat == self.declarer, 80
        else:
            mine = won[self.declarer] | (self.blind if self.contract == "solo" else self.laid)
            margin = points(mine) - self.half
            made = margin > 0
            factor = 1 + made if self.contract == "solo" else FACTORS[self.contract]
            each = max(5, -(-abs(margin) * factor // 5) * 5)
        each = each if made else -each
        return [3 * each if seat == self.declarer else -each for seat in range(4)]
