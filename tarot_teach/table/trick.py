"""A trick, complete or not."""

from __future__ import annotations

from typing import NamedTuple

from tarot_teach.cards import Card
from tarot_teach.display import displayed


@displayed
class Trick(NamedTuple):
    """``cards`` in order played, beginning with the leader's.

    ``led`` is the mask of the suit to be followed (0 until a card that is not the Excuse has been played), ``over`` the
    rank of the highest trump so far (0 when there is none), ``mask`` all its cards.
    """

    leader: int
    cards: tuple[Card, ...] = ()
    led: int = 0
    over: int = 0
    mask: int = 0

    def add(self, card: Card) -> Trick:
        """The trick with one more card."""
        if card.follows_no_suit:
            return Trick(self.leader, (*self.cards, card), self.led, self.over, self.mask | card.bit)
        over = card.rank if card.is_trump and card.rank > self.over else self.over
        return Trick(self.leader, (*self.cards, card), self.led or card.suit_mask, over, self.mask | card.bit)

    def by(self, players: int) -> list[tuple[int, Card]]:
        """Seat and card, in order played."""
        return [((self.leader + i) % players, card) for i, card in enumerate(self.cards)]

    def seat_of(self, position: int, players: int) -> int:
        """The seat that played the card at a position."""
        return (self.leader + position) % players
