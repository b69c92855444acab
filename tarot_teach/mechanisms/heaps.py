"""Heaps of cards that lie before the seats: their cards in order, and what becomes of the next card when the open one is gone."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.mechanisms.interfaces import DealsOut
from tarot_teach.table import State
from tarot_teach.table.events import Step


class DealsHeaps(DealsOut):
    """Deal of the pack by which each player has cards in the hand, and others in heaps."""

    @abstractmethod
    def heap_sizes(self, players: int) -> Sequence[int]:
        """Cards in each heap of a player, from left to right."""

    def tricks(self, players: int) -> int:
        return self.hand_size(players) + sum(self.heap_sizes(players))


class Layer(NamedTuple):
    """Cards of a heap that come into play together, as a mask, when the card ``above`` them has been played: those that are taken up, and
    the one that then lies open."""

    seat: int
    above: Card
    cards: int


class TurnsHeaps(Mechanism):
    """Turning of the next card of a heap without an open one: before the first lead, and after each trick."""

    @abstractmethod
    def turned(self, below: Sequence[Card]) -> tuple[int, Card | None]:
        """The number of cards of a heap that come into play when no card of it is open, and that which then lies open; None for no card."""

    @abstractmethod
    def turn(self, state: State, first: int) -> Step:
        """The state in which all heaps without an open card have been turned, those of the seat ``first`` before the others; and the events."""

    def layers(self, state: State) -> Iterator[Layer]:
        """The layers of all heaps, each below the one before it; the first may lie below a card of the trick. The cards have to be known."""
        in_trick = dict(state.trick.by(state.players))
        for seat, heaps in enumerate(state.heaps):
            for heap in heaps:
                above, below = heap.top or in_trick.get(seat), [card for card in heap.below if card]
                while above is not None and below:
                    number, following = self.turned(below)
                    yield Layer(seat, above, state.deck.mask(below[:number]))
                    above, below = following, below[number:]
