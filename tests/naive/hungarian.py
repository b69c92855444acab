"""Hungarian tarokk written a second time, from the rules and with no part of the package: cards are codes such as ``HR`` and ``T21``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from naive.tapp import KINGS, TRULL, allowed, winner

__all__ = ["KINGS", "TRULL", "allowed", "winner"]

LADDER = ["harom", "ketto", "egy", "szolo"]
WORTH = {"harom": 1, "ketto": 2, "egy": 3, "szolo": 4}
SHARES = {"harom": [3, 1, 1, 1], "ketto": [2, 2, 1, 1], "egy": [1, 2, 2, 1], "szolo": [0, 2, 2, 2]}
WORDS = ["kontra", "rekontra", "szubkontra", "hirskontra"]
SILENT = {"trull": 1, "kings": 1, "pagat": 5, "xxi": 21, "double": 2, "volat": 3, "eight": 0, "nine": 0}
ANNOUNCED = {"trull": 2, "kings": 2, "pagat": 10, "xxi": 42, "double": 4, "volat": 6, "eight": 1, "nine": 2}
BIG = {"T21", "T22"}
LAST = {
    "pagat": "T1",
    "sas": "T2",
    "hearts_ultimo": "HR",
    "diamonds_ultimo": "DR",
    "spades_ultimo": "SR",
    "clubs_ultimo": "CR",
}
LAST_BUT_ONE = {
    "pagat_uhu": "T1",
    "sas_uhu": "T2",
    "hearts_uhu": "HR",
    "diamonds_uhu": "DR",
    "spades_uhu": "SR",
    "clubs_uhu": "CR",
}
FIRST = {"big_bird": ("T22", 7), "small_bird": ("T21", 6), "centrum": ("T20", 5)}
TAROKKS = [f"T{number}" for number in range(1, 23)]


def points(cards: set[str]) -> int:
    """Card points of a pile."""
    worth = {"R": 5, "D": 4, "C": 3, "V": 2}
    return sum(5 if code in TRULL else 1 if code[0] == "T" else worth.get(code[1:], 1) for code in cards)


@dataclass
class Auction:
    """An auction; seat 0 is forehand."""

    calls: list[tuple[int, str]] = field(default_factory=list)

    def bids(self) -> list[tuple[int, str]]:
        """The calls that are no passes."""
        return [(seat, bid) for seat, bid in self.calls if bid != "pass"]

    def out(self) -> set[int]:
        """The seats that have passed."""
        return {seat for seat, bid in self.calls if bid == "pass"}

    def turn(self) -> int | None:
        """The seat to call; None at the end."""
        bids, out = self.bids(), self.out()
        if len(out) == 4 or (len(out) == 3 and bids and ([bid for _seat, bid in bids] != ["harom"])):
            return None
        at = self.calls[-1][0] if self.calls else 3
        return next(seat % 4 for seat in range(at + 1, at + 5) if seat % 4 not in out)

    def natural(self, seat: int) -> int:
        """The place in the ladder of the lowest bid that is open to a seat."""
        bids = self.bids()
        if not bids:
            return 0
        last = LADDER.index(bids[-1][1])
        held = len(bids) > 1 and bids[-2][1] == bids[-1][1]
        mine = any(other == seat for other, _bid in bids)
        return last if mine and not held and bids[-1][0] != seat else last + 1

    def promise(self, seat: int, bid: str) -> str:
        """The card that a bid promises; empty for none."""
        jump = LADDER.index(bid) - self.natural(seat)
        if self.invitation() or len(self.out() - {seat}) == 3:
            return ""
        return {1: "T19", 2: "T18"}.get(jump, "")

    def invitation(self) -> tuple[int, str] | None:
        """The seat that has invited, and the card."""
        for i, (seat, bid) in enumerate(self.calls):
            before = Auction(self.calls[:i])
            if bid != "pass":
                jump = LADDER.index(bid) - before.natural(seat)
                if jump in (1, 2) and len(before.out() - {seat}) < 3:
                    return seat, {1: "T19", 2: "T18"}[jump]
            elif before.may_yield() == seat:
                return seat, "T20"
        return None

    def may_yield(self) -> int | None:
        """The seat whose pass would yield the game."""
        bids = self.bids()
        if [bid for _seat, bid in bids] == ["harom", "ketto"] and len(self.out()) == 2 and self.turn() == bids[0][0]:
            return bids[0][0]
        return None

    def open(self, hand: set[str]) -> set[str]:
        """The calls that are open to the seat to call, with its hand."""
        seat, made = self.turn(), self.invitation()
        assert seat is not None
        found = set[str]()
        for bid in LADDER[self.natural(seat) :]:
            honour = bool(hand & TRULL) or (bid == "harom" and len(self.out()) == 3)
            promise = self.promise(seat, bid)
            if honour and (not promise or promise in hand) and not (made and made[0] == seat):
                found.add(bid)
        if found and self.may_yield() == seat and not ("T20" in hand and hand & BIG):
            return found
        return found | {"pass"}


def laid_away(hand: set[str], promised: str) -> set[str]:
    """The cards of a hand that may be laid away."""
    return hand - TRULL - KINGS - {"T20", promised}


def throws_in(hand: set[str]) -> bool:
    """True for a hand that may be thrown in."""
    return hand >= KINGS or not {code for code in hand if code[0] == "T"} - {"T1", "T21"}


def callable_cards(hand: set[str], laid: set[str], others_laid: bool, promised: str) -> set[str]:
    """The tarokks that a declarer may call."""
    if promised:
        return {promised}
    if "T20" not in hand:
        return {"T20"}
    free = [f"T{number}" for number in range(19, 1, -1) if f"T{number}" not in hand | laid]
    return {"T20", *(free if others_laid else free[:1])}


@dataclass
class Deal:
    """A deal as it was played: seat 0 is forehand. ``ours`` of a dictionary's key says that a bonus is of the declarer's side."""

    auction: Auction
    declarer: int = 0
    contract: str = ""
    called: str = ""
    partner: int | None = None
    by_office: bool = False
    mine: set[str] = field(default_factory=set)
    theirs: set[str] = field(default_factory=set)
    numbers: dict[int, int] = field(default_factory=dict)  # tarokks laid away, as they were said
    said: dict[tuple[str, bool], list[int]] = field(default_factory=dict)
    sides: dict[int, bool] = field(default_factory=dict)  # as all understand them
    last: bool = True
    passed: set[int] = field(default_factory=set)
    spoken: set[tuple[int, str]] = field(default_factory=set)
    held: list[int] = field(default_factory=list)  # tarokks in the hands at the first lead
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)
    most: int = 9  # tricks
    half: int = 47  # card points of a declarer who has just not won
    eight: int = 8  # so many tarokks in a hand are the lesser number that is announced
    kings: set[str] = field(default_factory=lambda: KINGS)  # of the pack
    without: set[str] = field(default_factory=set)  # bonuses that count nothing, since a pack cannot have them
    silent: ClassVar[dict[str, int]] = SILENT
    announced: ClassVar[dict[str, int]] = ANNOUNCED
    of_numbers: ClassVar[set[str]] = {"pagat"}  # bonuses with which eight or nine tarokks are due

    def ours(self, seat: int) -> bool:
        """True for a seat of the declarer's side."""
        return seat in (self.declarer, self.partner)

    def promised(self) -> str:
        """The card to which another has invited the declarer; empty for none."""
        made = self.auction.invitation()
        return made[1] if made and made[0] != self.declarer else ""

    def call(self, card: str, hands: Sequence[set[str]]) -> None:
        """A call of the declarer."""
        self.called = card
        holder = [seat for seat, hand in enumerate(hands) if card in hand]
        self.partner = holder[0] if holder and holder[0] != self.declarer else None
        self.by_office = not holder
        self.sides = {self.declarer: True}
        if self.by_office:
            self.mine, self.theirs = self.mine | self.theirs, set()
            self.sides = {seat: seat == self.declarer for seat in range(4)}
        self.said = {("game", True): [self.declarer, *["office"] * self.by_office]}  # type: ignore[list-item]
        made = self.auction.invitation()
        if made and made[1] == card and made[0] != self.declarer:
            self.sides = {seat: seat in (made[0], self.declarer) for seat in range(4)}

    def trull(self, seat: int, hand: set[str]) -> bool:
        """True if a seat holds what it promises by announcing the trull."""
        first, made = seat not in self.passed, bool(self.promised())
        bidders = {other for other, _bid in self.auction.bids()}
        if not hand & BIG:
            return False
        if first and seat == self.declarer and not made:
            return "T22" in hand if len(bidders) > 2 else hand >= BIG
        inviter = self.auction.invitation()
        return not (first and made and inviter and inviter[0] == seat) or len(hand & TRULL) > 1

    def announceable(self, seat: int, hand: set[str]) -> set[str]:
        """The words that are open to a seat in the round of announcements."""
        mine, words = self.ours(seat), set[str]()
        number = len([code for code in hand if code[0] == "T"])
        has = {"eight": number == self.eight, "nine": number == self.eight + 1}
        if self.sides.get(seat, self.last) == mine:
            fits = {**has, "trull": self.trull(seat, hand)}
            words = {item for item in self.announced if (item, mine) not in self.said and fits.get(item, True)}
            words -= self.barred({item for item, side in self.said if side == mine})
        due = {"eight", "nine"} & words if any((seat, item) in self.spoken for item in self.of_numbers) else set()
        if any((item, mine) in self.said and right for item, right in has.items()):
            due = set()
        invited = self.auction.invitation()
        if invited and invited[0] == seat and not hand & BIG and "pagat" in words:
            return {"pagat"}
        if due:
            return due
        for (item, side), speakers in self.said.items():
            times = len(speakers) - 1
            if (
                times < 4
                and (mine == side) == bool(times % 2)
                and (seat in self.sides or (item, not side) not in self.said)
            ):
                words.add(f"{WORDS[times]}-{item}")
        return words | {"nothing"}

    def barred(self, said: set[str]) -> set[str]:
        """The bonuses that a side may not announce any more, by those that it has announced."""
        return {"trull", "kings", "double"} if "volat" in said else set()

    def say(self, seat: int, word: str) -> None:
        """A word in the round of announcements."""
        if word == "nothing":
            self.passed.add(seat)
            return
        level, _dash, item = word.rpartition("-")
        mine = self.ours(seat)
        if level:
            self.said[item, mine if WORDS.index(level) % 2 else not mine].append(seat)
        else:
            self.said[item, mine] = [seat]
        self.spoken.add((seat, item))
        self.sides[seat] = self.last = mine
        if sum(self.sides.values()) == 2:
            self.sides = {other: self.sides.get(other, False) for other in range(4)}

    def duties(self) -> list[tuple[str, str, int]]:
        """The cards that are kept for a trick, with the bonus and the number of the trick."""
        return [("pagat", "T1", self.most)]

    def kept(self, seat: int, may: set[str]) -> set[str]:
        """The cards that may be played, of those by which suit is followed, where cards are kept for a trick."""
        number = len(self.tricks) + 1
        for item, card, trick in self.duties():
            if (item, self.ours(seat)) in self.said and card in may:
                may = {card} if number == trick else may - {card} or may if number < trick else may
        return may

    def pile(self, ours: bool) -> set[str]:
        """The cards that a side has won in tricks."""
        return {code for _leader, trick, seat in self.tricks if self.ours(seat) == ours for code in trick}

    def made(self, item: str, ours: bool) -> bool:
        """True if a side has made a bonus."""
        pile, away = self.pile(ours), self.mine if ours else self.theirs
        leader, last, won = self.tricks[-1]
        match item:
            case "trull":
                return pile >= TRULL
            case "kings":
                return pile >= self.kings
            case "double":
                return points(pile | away) > 70
            case "volat":
                return {self.ours(seat) for _leader, _trick, seat in self.tricks} == {ours}
            case "pagat" | "sas":
                return last[(won - leader) % 4] == LAST[item] and self.ours(won) == ours
            case "xxi":
                return any(
                    {"T21", "T22"} <= {*trick}
                    and self.ours(seat) == ours != self.ours((start + trick.index("T21")) % 4)
                    for start, trick, seat in self.tricks
                )
        number = self.eight if item == "eight" else self.eight + 1
        return any(count == number and self.ours(seat) == ours for seat, count in enumerate(self.held))

    def value(self) -> int:
        """Game points of the declarer, from each opponent or to each."""
        worth, won = WORTH[self.contract], points(self.pile(True) | self.mine) > self.half
        total, of_winner = 0, False
        volat = self.made("volat", True) or self.made("volat", False)
        for item in self.announced:
            if item in self.without:
                continue
            times = worth if item in ("double", "volat") else 1
            for ours in (True, False):
                sign, made = 1 if ours else -1, self.made(item, ours)
                if (item, ours) in self.said:
                    amount = self.announced[item] * times * 2 ** (len(self.said[item, ours]) - 1) * (1 if made else -1)
                elif (
                    made
                    and item in self.silent
                    and not (volat and item in ("trull", "kings", "double"))
                    and (item != "double" or ("volat", ours) not in self.said)
                ):
                    amount = self.silent[item] * times
                elif item in ("pagat", "sas") and self.lost_last(LAST[item], ours):
                    amount = -self.silent[item]
                else:
                    continue
                total += sign * amount
                of_winner |= item in ("double", "volat") and ours == won
        kontra = len(self.said["game", True]) - 1
        if kontra or not of_winner:
            total += worth * 2**kontra * (1 if won else -1)
        return total

    def lost_last(self, card: str, ours: bool) -> bool:
        """True if a side has lost a card in the last trick."""
        leader, last, won = self.tricks[-1]
        if card not in last:
            return False
        holder = (leader + last.index(card)) % 4
        return self.ours(holder) == ours and holder != won

    def scores(self) -> list[int]:
        """Game points by seat."""
        value = self.value()
        alone = 3 if self.partner is None else 1
        return [value * (alone if seat == self.declarer else 1) if self.ours(seat) else -value for seat in range(4)]


class Illustrated(Deal):
    """A deal of the illustrated game, with more bonuses."""

    silent: ClassVar[dict[str, int]] = {**SILENT, "sas": 5}
    announced: ClassVar[dict[str, int]] = {
        **ANNOUNCED,
        **dict.fromkeys(LAST, 15),
        **dict.fromkeys(LAST_BUT_ONE, 20),
        **dict.fromkeys(FIRST, 10),
        "pagat": 10,
        "sas": 10,
        "pagat_uhu": 15,
        "sas_uhu": 15,
    }
    of_numbers: ClassVar[set[str]] = {"pagat", "sas", "pagat_uhu", "sas_uhu"}

    def barred(self, said: set[str]) -> set[str]:
        found = super().barred(said)
        for items, others in ((LAST, LAST_BUT_ONE), (LAST_BUT_ONE, LAST)):
            for item in said & {*items}:  # one bonus of a trick, and no other with the same card
                found |= {*items} | {other for other, card in others.items() if card == items[item]}
        return found - said

    def duties(self) -> list[tuple[str, str, int]]:
        last = [(item, card, self.most) for item, card in LAST.items()]
        return [
            *last,
            *((item, card, self.most - 1) for item, card in LAST_BUT_ONE.items()),
            *((item, *of) for item, of in FIRST.items()),
        ]

    def made(self, item: str, ours: bool) -> bool:
        if item in LAST or item in LAST_BUT_ONE:
            return self.won_with({**LAST, **LAST_BUT_ONE}[item], self.most if item in LAST else self.most - 1, ours)
        if item in FIRST:
            card, number = FIRST[item]
            before = all(self.ours(seat) == ours for _leader, _trick, seat in self.tricks[: number - 1])
            return before and self.won_with(card, number, ours)
        return super().made(item, ours)

    def won_with(self, card: str, number: int, ours: bool) -> bool:
        """True if a side has won a trick with a card."""
        leader, trick, won = self.tricks[number - 1]
        return trick[(won - leader) % 4] == card and self.ours(won) == ours
