"""Casita Robada written a second time, from the rules and with no part of the package: cards are codes such as ``SA`` and ``BJ``."""

from __future__ import annotations

from collections.abc import Sequence


class House:
    """A deal by the rules of the blog, with the readings of the other sources, as it goes on; piles are lists, and place 0 comes after the dealer."""

    def __init__(self, form: str, pack: Sequence[str], players: int, dealt: int = 4) -> None:
        self.form, self.players, self.pack = form, players, list(pack)
        self.size = 3 if "three" in form else dealt
        self.hands: list[list[str]] = [[] for _seat in range(players)]
        self.piles: list[list[str]] = [[] for _seat in range(players)]
        self.deal()
        self.table = [self.pack.pop(0) for _card in range(4)]
        self.turn, self.last = 0, -1

    def deal(self) -> None:
        """New hands, one card at a time."""
        each = min(self.size, len(self.pack) // self.players)
        for _card in range(each):
            for hand in self.hands:
                hand.append(self.pack.pop(0))

    def options(self) -> set[str]:
        """The cards that may be played."""
        return {*self.hands[self.turn]}

    def cards(self) -> list[list[str]]:
        """The cards of each hand and of each pile, and those on the table."""
        return [*self.hands, *self.piles, self.table]

    def ways(self, card: str) -> list[str]:
        """The choices for a card: rob a pile, take from the table, or stay there."""
        robbed = [
            f"rob {seat}"
            for seat, pile in enumerate(self.piles)
            if seat != self.turn and pile and pile[-1][1] == card[1]
        ]
        on_table = ["take"] if any(lying[1] == card[1] for lying in self.table) else []
        if robbed and on_table:
            if "table-before-pile" in self.form:
                robbed = []
            elif "pile-or-table" not in self.form:
                on_table = []
        able = robbed + on_table
        return [*able, "stay"] if "free-capture" in self.form or not able else able

    def play(self, card: str, way: str) -> None:
        """A card is played, and does one of the things that it may."""
        self.hands[self.turn].remove(card)
        pile = self.piles[self.turn]
        if way == "stay":
            self.table.append(card)
        else:
            self.last = self.turn
            if way == "take":
                same = [lying for lying in self.table if lying[1] == card[1]]
                same = same[:1] if "one-of-two" in self.form else same
                self.table = [lying for lying in self.table if lying not in same]
                pile += same
            else:
                victim = self.piles[int(way.split()[1])]
                pile += victim
                victim.clear()
            pile.append(card)
        self.turn = (self.turn + 1) % self.players
        if not any(self.hands):
            if self.pack:
                self.deal()
            elif self.last >= 0:
                self.piles[self.last] += self.table
                self.table = []

    @property
    def over(self) -> bool:
        """True if nobody has cards any more."""
        return not any(self.hands)

    def scores(self) -> list[int]:
        """A point for each card of a pile."""
        return [len(pile) for pile in self.piles]
