"""The order of the cards in play: the cards that follow a lead, and the cards that beat another, by index in the pack. It knows masks
alone, and no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple


class Power(NamedTuple):
    """A card with power: the cards that it spares, and if it has power only where it is led. Masks are sets of cards."""

    card: int
    spares: int
    only_led: bool


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """An order of the cards of a pack: the standing one, or that of a contract. Masks are sets of cards.

    ``suits`` are the cards of each suit as they stand under this order, ``trumps`` those of the suits of trumps, and ``power`` the trumps
    that win without following. By index of a card, ``follows`` are the cards that its lead asks for (0: the next card decides), and
    ``beats`` the later cards that take the trick from it, where they follow or have power; of equal cards each beats the other, so that the
    later one wins. ``led_only`` are trumps that win nothing but the trick to which they are led.
    """

    suits: Mapping[str, int]
    follows: tuple[int, ...]
    beats: tuple[int, ...]
    trumps: int
    power: int
    led_only: int = 0

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

    def with_powers(self, powers: Iterable[Power]) -> Order:
        """This order, without trumps, with cards that have power, from the highest down: each beats those below it and all others that it does not spare."""
        known = [*powers]
        listed, only_led = sum(each.card for each in known), sum(each.card for each in known if each.only_led)
        beats, above = [*self.beats], 0
        for index in _indices(sum(self.suits.values()) & ~listed):
            over = sum(each.card for each in known if not each.only_led and not each.spares >> index & 1)
            beats[index] = beats[index] & ~listed | over
        for each in known:
            beats[each.card.bit_length() - 1] = above | each.spares & ~listed
            above |= each.card & ~only_led
        return replace(self, beats=tuple(beats), trumps=listed, power=listed & ~only_led, led_only=only_led)

    def steps(self, suit: str) -> list[int]:
        """The cards of a suit from the lowest up, equal cards as one mask, and those that win only where they are led below all others."""
        cards = self.suits[suit]
        below = {index: -(self.led_only >> index & 1) for index in _indices(cards)}
        for index in below:
            for higher in _indices(self.beats[index] & cards):
                below[higher] += not self.beats[higher] >> index & 1
        return [sum(1 << index for index in below if below[index] == rank) for rank in sorted({*below.values()})]

    def highest_trumps(self, number: int) -> int:
        """The highest trumps, so many of them, as a mask."""
        by_height = sorted(_indices(self.trumps), key=lambda index: (self.beats[index] & self.trumps).bit_count())
        return sum(1 << index for index in by_height[:number])

    def suit_of(self, mask: int) -> str:
        """The suit that has just these cards."""
        return next(suit for suit, cards in self.suits.items() if cards == mask)


@dataclass(frozen=True, slots=True)
class OrderRules:
    """The orders that a pack can have beside the ranks of its suits.

    ``trumps`` is the plain suit that is always trumps, ``no_suit`` are cards that belong to no suit in play. ``as_trumps`` are the trumps
    from the lowest up, equal cards as one mask, where a suit is trumps by whose own ranks they are not. ``powerless`` are the variants in
    which trumps win only where they follow, ``variants`` all of them.
    """

    trumps: str = ""
    no_suit: int = 0
    as_trumps: Mapping[str, Sequence[int]] = field(default_factory=dict)
    variants: Collection[str] = ()
    powerless: Collection[str] = ()


RANKS_ALONE = OrderRules()
"""No other order than that of the ranks."""


def _indices(mask: int) -> list[int]:
    """The indices of the cards in a mask."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]
