"""The order of the cards in play: the cards that follow a lead, and the cards that beat another, by index in the pack. It knows masks
alone, and no game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """An order of the cards of a pack: the standing one, or that of a contract. Masks are sets of cards.

    ``suits`` are the cards of each suit as they stand under this order, ``trumps`` those of the suits of trumps, and ``power`` the trumps
    that win without following. By index of a card, ``follows`` are the cards that its lead asks for (0: the next card decides), and
    ``beats`` the later cards that take the trick from it; of equal cards each beats the other, so that the later one wins.
    """

    suits: Mapping[str, int]
    follows: tuple[int, ...]
    beats: tuple[int, ...]
    trumps: int
    power: int

    @classmethod
    def of(
        cls, cards: int, ranks: Mapping[str, Sequence[int]], trumps: Collection[str] = (), powerless: bool = False
    ) -> Order:
        """The order of so many cards. ``ranks`` has for each suit the masks of its cards from the lowest up, one mask for equal cards.

        Cards of no suit ask for nothing when they are led, and beat nothing. Trumps that are ``powerless`` are one more suit.
        """
        suits = {suit: sum(steps) for suit, steps in ranks.items()}
        trump = sum(suits[suit] for suit in trumps)
        power = 0 if powerless else trump
        follows, beats = [0] * cards, [0] * cards
        for suit, steps in ranks.items():
            rivals = [ranks[other] for other in trumps] if suit in trumps else [steps]
            for i, step in enumerate(steps):
                higher = sum(sum(rival[i + 1 :]) for rival in rivals)
                for index in _indices(step):
                    follows[index] = suits[suit]
                    beats[index] = higher | step & ~(1 << index) | (0 if suit in trumps else power)
        return cls(suits, tuple(follows), tuple(beats), trump, power)

    def suit_of(self, mask: int) -> str:
        """The suit that has just these cards."""
        return next(suit for suit, cards in self.suits.items() if cards == mask)


def _indices(mask: int) -> list[int]:
    """The indices of the cards in a mask."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]
