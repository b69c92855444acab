"""Danish tarok written a second time, from the rules and with no part of the package: cards are codes such as ``HR``, ``T21`` and ``EX`` (the Skus)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

SKUS, PAGAT = "EX", "T1"
KINGS = {"SR", "HR", "DR", "CR"}
MATADORS = {PAGAT, "T21", SKUS}
COURTS = {suit: {suit + rank for rank in "VCDR"} for suit in "SHDC"}
HEIGHTS = {"V": 11, "C": 12, "D": 13, "R": 14}
STEP = 5
FOURS = {False: {4: 10}, True: {3: 5, 4: 15}}
"""The worth of so many kings, or courts of a suit, without the Skus and with it."""


@dataclass(frozen=True)
class Scale:
    """Payments in the last trick, for the Pagat, a king, another card and all tricks; and True where there are pots."""

    pagat: int = 45
    king: int = 40
    other: int = 20
    every: int = 85
    pots: bool = True
    taker_too: bool = False


SCALES = {
    "": Scale(),
    "+without-pots": Scale(15, 10, 5, 25, pots=False),
    "+last-trick-paid-too": Scale(taker_too=True),
}


@dataclass(frozen=True)
class Numbers:
    """What depends on the number of cards in the pack."""

    tricks: int = 25
    average: int = 26
    taroks: int = 10  # so many are declared
    courts: Mapping[bool, Mapping[int, int]] = field(default_factory=lambda: FOURS)
    kings: Mapping[bool, Mapping[int, int]] = field(default_factory=lambda: FOURS)


WHOLE = Numbers()


def trumps(cards: Collection[str]) -> set[str]:
    """The trumps among some cards; the Skus is none."""
    return {code for code in cards if code[0] == "T"}


def height(code: str) -> int:
    """Height of a card in its suit."""
    return HEIGHTS.get(code[1:], 0) or int(code[1:])


def winner(trick: Sequence[str]) -> int:
    """Position of the card that wins; the Skus never does."""
    suits = [code[0] for code in trick if code != SKUS]
    wins = "T" if "T" in suits else suits[0]
    return max((i for i, code in enumerate(trick) if code[0] == wins and code != SKUS), key=lambda i: height(trick[i]))


def allowed(hand: set[str], trick: Sequence[str]) -> set[str]:
    """The cards of a hand that may be played to a trick; the Skus not with two cards in the hand."""
    skus = set() if len(hand) == 2 else hand & {SKUS}
    led = [code[0] for code in trick if code != SKUS][:1]
    for suit in [*led, "T"] if led else ():
        if held := {code for code in hand if code[0] == suit and code != SKUS}:
            return held | skus
    return hand - {SKUS} | skus


def declared(hand: set[str], numbers: Numbers = WHOLE) -> tuple[int, set[str]]:
    """The game points that a hand brings from each other player, and the cards that it declares."""
    worth, cards, skus = 0, set[str](), SKUS in hand
    taroks = trumps(hand) | hand & {SKUS}
    if len(taroks) >= numbers.taroks:
        worth, cards = 10 + 5 * (len(taroks) - numbers.taroks), taroks
    if hand >= MATADORS:
        worth, cards, following = worth + 10, cards | MATADORS, 20
        while f"T{following}" in hand and following > 1:
            worth, cards, following = worth + 5, cards | {f"T{following}"}, following - 1
    for four, table in [*((courts, numbers.courts) for courts in COURTS.values()), (KINGS, numbers.kings)]:
        held = hand & four
        if enough := [number for number in table[skus] if number <= len(held)]:
            worth, cards = worth + table[skus][max(enough)], cards | held | hand & {SKUS}
    return worth, cards


def skat_cards(hand: set[str]) -> tuple[set[str], set[str]]:
    """The cards of which a dealer with twenty-eight lays three away, and those that have to go."""
    may, must = hand - KINGS - MATADORS, set[str]()
    for kept in (trumps(hand), declared(hand)[1]):
        rest = may - kept
        if len(rest) >= 3:
            may = rest
        else:
            must |= rest
    return may, must


def points(pile: Collection[str]) -> int:
    """Card points of a pile: its figures, and one for each three cards."""
    figures = {"R": 4, "D": 3, "C": 2, "V": 1}
    sum_of = sum(4 if code in MATADORS else figures.get(code[1:], 0) for code in pile)
    return sum_of + round(len(pile) / 3)


def balanced(counted: Sequence[int], average: int = WHOLE.average) -> list[int]:
    """Game points for card points, in fives, by seat; those of seat 0, which deals next, balance the others."""
    others = [round((number - average) / STEP) * STEP for number in counted[1:]]
    return [-sum(others), *others]


@dataclass
class Deal:
    """A deal as it goes on: seat 0 comes after the dealer, who is seat 2. Pots are those before the deal."""

    scale: Scale
    hands: list[set[str]]
    skat: set[str]
    pots: dict[str, int] = field(default_factory=lambda: {"pagat": 0, "king": 0})
    scores: list[int] = field(default_factory=lambda: [0, 0, 0])
    won: list[set[str]] = field(default_factory=lambda: [set(), set(), set()])
    tricks: list[int] = field(default_factory=lambda: [0, 0, 0])
    numbers: Numbers = WHOLE

    def begin(self) -> None:
        """Stakes, and what is declared."""
        if self.scale.pots:
            for name, lying in self.pots.items():
                for seat in range(3):
                    self.into(name, seat, 20 if not lying else 0)
                self.into(name, 2, 5)
        for seat, hand in enumerate(self.hands):
            self.each(seat, declared(hand, self.numbers)[0])

    def each(self, seat: int, amount: int) -> None:
        """So much to a seat from each other, or less than 0: to each other."""
        for other in range(3):
            self.scores[other] += 2 * amount if other == seat else -amount

    def into(self, name: str, seat: int, amount: int) -> None:
        """So much from a seat into a pot, or less than 0: out of it."""
        if self.scale.pots:
            self.scores[seat] -= amount
            self.pots[name] += amount

    def trick(self, leader: int, cards: Sequence[str]) -> int:
        """A whole trick; the seat that wins it."""
        place = winner(cards)
        seat = (leader + place) % 3
        last = sum(self.tricks) == self.numbers.tricks - 1
        self.tricks[seat] += 1
        self.won[seat] |= set(cards)
        if SKUS in cards and not last:
            self.won[seat].remove(SKUS)
            self.won[(leader + cards.index(SKUS)) % 3].add(SKUS)
        by = {(leader + i) % 3: code for i, code in enumerate(cards)}
        if last:
            self.last_trick(seat, by)
            return seat
        for owner, code in by.items():
            if code == PAGAT and owner == seat:
                self.each(owner, 5)
            elif code == PAGAT or (code in KINGS and owner != seat):
                self.each(owner, -5)
                self.into("pagat" if code == PAGAT else "king", owner, 5)
        return seat

    def last_trick(self, seat: int, by: dict[int, str]) -> None:
        """The payments for the last trick."""
        every = self.numbers.tricks in self.tricks
        nolo = not every and 0 in self.tricks
        if every:
            self.each(seat, self.scale.every)
            for name, lying in self.pots.items():
                self.into(name, seat, -lying)
        elif nolo:
            self.each(self.tricks.index(0), 25)
        before, lost = dict(self.pots), False
        for owner, code in by.items():
            if code != PAGAT and code not in KINGS:
                continue
            name, amount = ("pagat", self.scale.pagat) if code == PAGAT else ("king", self.scale.king)
            if owner != seat:
                lost = True
                self.each(owner, -amount)
                self.into(name, owner, before[name])
            elif not every and not nolo:
                self.each(owner, amount)
                self.into(name, owner, -before[name])
        plain = by[seat] != PAGAT and by[seat] not in KINGS
        if plain and not every and not nolo and (not lost or self.scale.taker_too):
            self.each(seat, self.scale.other)

    def end(self) -> None:
        """The card points."""
        self.won[2] |= self.skat
        if self.numbers.tricks in self.tricks or 0 not in self.tricks:
            for seat, amount in enumerate(balanced([points(pile) for pile in self.won], self.numbers.average)):
                self.scores[seat] += amount
