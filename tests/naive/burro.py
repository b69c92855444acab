"""Burro and its Portuguese form written a second time, from the rules and with no part of the package: cards are codes such as ``SA`` and ``BJ``."""

from __future__ import annotations

from collections.abc import Sequence

FORMS = {
    "burro": ("A23456789JNK", 4),
    "burro-portuguese": ("A234567JNK", 5),
    "burro+suit-or-rank": ("A23456789JNK", 4),
    "burro-portuguese+years-of-donkey": ("A234567JNK", 5),
}
"""The games with their ranks from low to high, and the number of cards dealt to each."""


class Donkey:
    """A deal by the rules of the blog, as it goes on; hands and stock are lists, and place 0 comes after the dealer."""

    def __init__(self, form: str, pack: Sequence[str], players: int, dealt: int = 0) -> None:
        self.ranks, number = FORMS[form]
        number = dealt or number
        self.form, self.players = form, players
        self.hands = [[pack[i * players + seat] for i in range(number)] for seat in range(players)]
        self.stock = [*pack[players * number :]]
        self.turn, self.leader = 0, 0
        self.trick: list[tuple[int, str]] = []
        self.drawn = False
        self.over = False
        self.winners: list[int] = []

    def options(self) -> set[str]:
        """What the player to act may do: cards, and ``draw`` or ``pass``."""
        hand = self.hands[self.turn]
        able = hand
        if self.trick:
            led = self.trick[0][1]
            able = [card for card in hand if card[0] == led[0] or (self.form.endswith("rank") and card[1] == led[1])]
        if not able:
            return {"draw" if self.stock else "pass"}
        more = {"draw"} if "portuguese" in self.form and self.drawn and self.stock else set()
        return {*able, *more}

    def do(self, what: str) -> None:
        """A card is played, or one is drawn, or nothing can be done."""
        if what == "draw":
            self.hands[self.turn].append(self.stock.pop(0))
            self.drawn = True
            return
        self.drawn = False
        if what != "pass":
            self.hands[self.turn].remove(what)
            self.trick.append((self.turn, what))
        if sum(bool(hand) for hand in self.hands) == 1:
            self.over = True
        seat = self.turn
        for _step in range(self.players):
            seat = (seat + 1) % self.players
            if seat == self.leader:
                break
            if self.hands[seat]:
                self.turn = seat
                return
        led = self.trick[0][1][0]
        follow = [(self.ranks.index(card[1]), who) for who, card in self.trick if card[0] == led]
        winner = max(follow)[1]
        self.winners.append(winner)
        self.trick = []
        while not self.hands[winner]:
            winner = (winner + 1) % self.players
        self.turn = self.leader = winner

    def cards(self) -> list[list[str]]:
        """The cards of each hand."""
        return self.hands

    def scores(self) -> list[int]:
        """A letter for the player who is left with cards, or, in years, one for each card but the first."""
        left = [len(hand) for hand in self.hands]
        if self.form.endswith("donkey"):
            return [-max(0, number - 1) for number in left]
        return [-min(number, 1) for number in left]
