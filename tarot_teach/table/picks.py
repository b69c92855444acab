"""Choices that a rule gives a seat, without a list of all ways."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from tarot_teach.cards import CardSet, Deck
from tarot_teach.table.actions import Choose


class Pick(NamedTuple):
    """An option of a rule, with ``least`` to ``most`` cards of a mask, among them all that are ``obliged``."""

    rule: str
    option: str = ""
    cards: int = 0
    obliged: int = 0
    least: int = 0
    most: int = 0

    def allows(self, action: Choose) -> bool:
        """True if an action is one of the ways to choose."""
        chosen = 0 if action.cards is None else action.cards.mask
        named = (action.rule, action.option) == (self.rule, self.option)
        fits = not chosen & ~self.cards and not self.obliged & ~chosen
        return named and fits and self.least <= chosen.bit_count() <= self.most

    def ways(self) -> int:
        """Number of ways to choose."""
        obliged = self.obliged.bit_count()
        free = self.cards.bit_count() - obliged
        return sum(math.comb(free, number - obliged) for number in range(max(self.least, obliged), self.most + 1))

    def actions(self, seat: int, deck: Deck) -> Iterator[Choose]:
        """All ways to choose, made one by one."""
        free = list(CardSet(deck, self.cards & ~self.obliged))
        obliged = self.obliged.bit_count()
        for number in range(max(self.least, obliged), self.most + 1):
            for chosen in combinations(free, number - obliged):
                yield self.action(seat, deck, self.obliged | deck.mask(chosen))

    def action(self, seat: int, deck: Deck, cards: int = 0) -> Choose:
        """The option with some cards."""
        return Choose(seat, self.rule, self.option, CardSet(deck, cards) if self.most else None)
