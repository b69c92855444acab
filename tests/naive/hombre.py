"""L'Hombre and Tresillo written a second time, from the rules and with no part of the package: cards are codes such as ``SA`` and ``H7``.

Places are counted from the player after the dealer: 0, 1, and the dealer, who is 2.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

BLACK = {"hombre-1674": "SC", "hombre-blog": "SB", "tresillo": "SB"}
"""The suits that lack the seven as a matador, spades or swords first."""
HIGH = {"K": 30, "Q": 29, "N": 29, "J": 28}
GREAT = {"hombre-1674": 12, "hombre-blog": 5}
"""What each player stakes where the pool is empty: the worth of a great counter."""
DEALER = 2


class Cards:
    """The ranks of the cards, as the books tell them, with the number of the matadors that need not follow."""

    def __init__(self, game: str, trumps: str, pack: Collection[str], matadors: int = 3) -> None:
        self.black, self.trumps, self.pack = BLACK[game], trumps, pack
        second = self.black[1]
        self.matadors = ["SA", f"{trumps}2" if trumps in self.black else f"{trumps}7", f"{second}A"]
        self.privileged = [code for code in self.matadors if code in pack][:matadors]

    def suit(self, code: str) -> str:
        return self.trumps if code in self.matadors else code[0]

    def rank(self, code: str) -> int:
        if code in self.matadors:
            return 50 - self.matadors.index(code)
        suit, figure = code[0], code[1:]
        if suit in self.black:
            return HIGH.get(figure) or int(figure)
        if figure == "A":
            return 40 if suit == self.trumps else 9
        return HIGH.get(figure) or 9 - int(figure)

    def allowed(self, hand: set[str], trick: Sequence[str]) -> set[str]:
        """The cards of a hand that may be played to a trick."""
        if not trick:
            return hand
        follow = {code for code in hand if self.suit(code) == self.suit(trick[0])}
        if self.suit(trick[0]) == self.trumps:
            free = self.privileged
            if trick[0] in free:
                free = free[: free.index(trick[0])]
            if not follow - {*free}:
                return hand
        return follow or hand

    def winner(self, trick: Sequence[str]) -> int:
        """Position of the card that wins."""
        suits = [self.trumps] if any(self.suit(code) == self.trumps for code in trick) else [self.suit(trick[0])]
        able = [code for code in trick if self.suit(code) in suits]
        return [*trick].index(max(able, key=self.rank))

    def unbroken(self, hand: Collection[str]) -> int:
        """The number of trumps in order from the highest of the pack."""
        figures = "AKQNJ765432" if self.trumps in self.black else "AKQNJ234567"
        rest = [f"{self.trumps}{figure}" for figure in figures]
        row = self.matadors + sorted((code for code in rest if code not in self.matadors), key=self.rank, reverse=True)
        known = [code for code in row if code in self.pack]
        return next((i for i, code in enumerate(known) if code not in hand), len(known))


@dataclass
class Deal:
    """What happened in a deal that was played, with an empty pool or empty plates before."""

    game: str
    cards: Cards
    taker: int
    contract: str
    tricks: int
    """How many a deal has."""
    asked_after: int
    """A player who has won so many from the first is asked whether to go on for all of them."""
    passes: list[int] = field(default_factory=lambda: [0, 0, 0])
    changed: list[int] = field(default_factory=lambda: [0, 0, 0])
    held: list[set[str]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    for_all: bool = False

    @property
    def leader(self) -> int:
        """The place that leads first."""
        return 0 if self.game == "hombre-1674" else self.taker

    def won(self, place: int) -> int:
        """The number of tricks that a place has won."""
        return self.winners.count(place)

    def outcome(self) -> tuple[bool, int | None]:
        """True if the taker has won, and the opponent who has more tricks than the two others, if one has."""
        others = [place for place in range(3) if place != self.taker]
        best = max(map(self.won, others))
        ahead = [place for place in others if self.won(place) == best]
        over = ahead[0] if best > self.won(self.taker) and len(ahead) == 1 else None
        return self.won(self.taker) > best, over

    def matadors(self) -> tuple[int, int] | None:
        """Who holds three matadors or more as the play begins, and how many trumps in order."""
        rows = ((place, self.cards.unbroken(hand)) for place, hand in enumerate(self.held))
        return next(((place, row) for place, row in rows if row >= 3), None)

    def voll(self) -> tuple[int, str] | None:
        """Who has won the first tricks, and what came of it: all tricks are ``made`` or ``failed``, or the play was ``stopped``."""
        first = {*self.winners[: self.asked_after]}
        if len(first) > 1 or (self.game != "hombre-blog" and first != {self.taker}):
            return None
        if self.for_all:
            return *first, "made" if {*self.winners} == first and len(self.winners) == self.tricks else "failed"
        return None if self.game == "hombre-1674" else (*first, "stopped")

    def whole(self) -> bool:
        """True if so many tricks were played as have to be."""
        voll = self.voll()
        return len(self.winners) == (self.asked_after if voll and voll[1] == "stopped" else self.tricks)

    def payments(self) -> list[int]:
        """What each place wins or loses."""
        return self._of_tresillo() if self.game == "tresillo" else self._of_ombre()

    def _of_ombre(self) -> list[int]:
        """By the book of 1674 or by the blog."""
        book, great = self.game == "hombre-1674", GREAT[self.game]
        paid = [great + self.passes[place] + self.changed[place] for place in range(3)]
        paid[0] += book
        pool, gains = sum(paid), [-number for number in paid]
        won, over = self.outcome()
        gains[self.taker] += pool if won else -pool
        if over is not None:
            gains[over] += 2 * pool
        sans = great if self.contract == "sans_prendre" else 0
        from_each(gains, self.taker, (sans if won else -sans) + (won and not book))
        if voll := self.voll():
            from_each(gains, voll[0], {"made": 1 if book else great, "stopped": 1, "failed": 0}[voll[1]])
        if matadors := self.matadors():
            from_each(gains, matadors[0], 3 * great + matadors[1] - 3)
        return gains

    def _of_tresillo(self) -> list[int]:
        """In the first deal of a match."""
        gains = [-5, -5, -5]
        gains[DEALER] -= 1
        won, over = self.outcome()
        gains[self.taker] += 6 if won else -6 - 4
        if over is not None:
            gains[self.taker] -= 6 + 4
            gains[over] += 6 + 4
        bonus, matadors, voll = {"juego": 0, "vuelta": 1, "solo": 2}[self.contract], self.matadors(), self.voll()
        each = 1 + bonus + (matadors is not None and matadors[0] == self.taker) if won else -bonus
        each += {"stopped": 1, "made": 8, "failed": -8}[voll[1]] if voll else 0
        from_each(gains, self.taker, each)
        return gains


def from_each(gains: list[int], place: int, amount: int) -> None:
    """Let a place be paid by each of the two others."""
    for other in range(3):
        gains[other] += 2 * amount if other == place else -amount
