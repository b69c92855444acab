"""Ways to deal cards to places of given sizes, where some cards can lie in some of the places only: counted, and drawn with equal chances."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import accumulate
from math import comb

Below = Callable[[int], int]
"""A source of chance: a whole number from 0 up to the given one (at most 1,073,741,824), exclusive."""
CHUNK = 30
"""The bits that are drawn at a time."""
BITS = 8
"""The bits of the size of a room."""
Sizes = tuple[int, ...]


class Dealing:
    """All ways to deal cards. ``groups`` has the cards as masks, by the places (a mask of their numbers) where they can lie; ``sizes`` are
    the numbers of cards by place, which add up to all cards."""

    def __init__(self, groups: Mapping[int, int], sizes: Sizes) -> None:
        groups = {places: cards for places, cards in groups.items() if cards}
        alike: dict[tuple[bool, ...], list[int]] = {}
        for place in range(len(sizes)):
            alike.setdefault(tuple(bool(places >> place & 1) for places in groups), []).append(place)
        self._alike = [*alike.values()]
        """Places where the same cards can lie are filled together."""
        self._sizes = sizes
        self._rooms = tuple(sum(sizes[place] for place in places) for places in self._alike)
        merged = [
            (sum(1 << room for room, places in enumerate(self._alike) if where >> places[0] & 1), cards)
            for where, cards in groups.items()
        ]
        self._groups = sorted(
            merged, key=lambda group: comb(group[1].bit_count() + group[0].bit_count(), group[0].bit_count())
        )
        self._steps = [(group, room) for group, (where, _cards) in enumerate(self._groups) for room in _places(where)]
        """Group by group, the rooms that get a number of its cards, one after the other."""
        self._later = [self._cards_after(group, room) for group, room in self._steps]
        self._known: dict[tuple[int, int, int], int] = {}
        self._left = sum(size << BITS * room for room, size in enumerate(self._rooms))
        self.ways: int = self._ways(0, self._first_cards(0), self._left)
        for places in self._alike:
            self.ways *= _ways_to_split(tuple(sizes[place] for place in places))

    def draw(self, below: Below) -> list[int]:
        """The cards of each place as masks. There must be a way."""
        left, rooms, rest = self._left, [0] * len(self._rooms), [cards for _where, cards in self._groups]
        for step, (group, room) in enumerate(self._steps):
            cards = rest[group].bit_count()
            counts = self._counts(step, cards, left)
            totals = [*accumulate(comb(cards, count) * self._after(step, cards, count, left) for count in counts)]
            count = counts[bisect_right(totals, number_below(below, totals[-1]))]
            taken = picked(rest[group], count, below)
            rooms[room] |= taken
            rest[group] &= ~taken
            left -= count << BITS * room
        dealt = [0] * len(self._sizes)
        for cards_of_room, places in zip(rooms, self._alike, strict=True):
            undealt = cards_of_room
            for place in places:
                dealt[place] = picked(undealt, self._sizes[place], below)
                undealt &= ~dealt[place]
        return dealt

    def _ways(self, step: int, cards: int, left: int) -> int:
        """The number of ways to go on from a step, with so many cards of its group and so much room left, by room."""
        if step == len(self._steps):
            return 1
        known = self._known.get((step, cards, left))
        if known is None:
            known = 0
            for count in self._counts(step, cards, left):
                known += comb(cards, count) * self._after(step, cards, count, left)
            self._known[step, cards, left] = known
        return known

    def _after(self, step: int, cards: int, count: int, left: int) -> int:
        """The number of ways to go on when a room has got a number of cards."""
        group, room = self._steps[step]
        same = step + 1 < len(self._steps) and self._steps[step + 1][0] == group
        return self._ways(
            step + 1, cards - count if same else self._first_cards(step + 1), left - (count << BITS * room)
        )

    def _counts(self, step: int, cards: int, left: int) -> range:
        """The numbers of cards that a room can get: all that are left where it is the last of the group, and enough for it to be filled later."""
        group, room = self._steps[step]
        size, last = (
            left >> BITS * room & (1 << BITS) - 1,
            step + 1 == len(self._steps) or self._steps[step + 1][0] != group,
        )
        least = max(0, size - self._later[step])
        if last:
            return range(cards, cards + 1) if least <= cards <= size else range(0)
        return range(least, min(cards, size) + 1)

    def _first_cards(self, step: int) -> int:
        """The number of cards of the group with which a step begins."""
        return self._groups[self._steps[step][0]][1].bit_count() if step < len(self._steps) else 0

    def _cards_after(self, group: int, room: int) -> int:
        """The number of cards of the groups after one that can lie in a room."""
        return sum(cards.bit_count() for where, cards in self._groups[group + 1 :] if where >> room & 1)


def _places(where: int) -> list[int]:
    """The numbers of the places of a mask."""
    return [place for place in range(where.bit_length()) if where >> place & 1]


def picked(cards: int, count: int, below: Below) -> int:
    """Some cards of a mask, each with the same chance."""
    size = cards.bit_count()
    if count == size or not count:
        return cards if count else 0
    taken = 0
    for _card in range(count):
        rest = cards & ~taken
        for _step in range(below(size)):
            rest &= rest - 1
        taken |= rest & -rest
        size -= 1
    return taken


def number_below(below: Below, count: int) -> int:
    """A whole number from 0 up to any other, exclusive, by as many draws as it takes."""
    number = bits = 0
    while bits < count.bit_length() + CHUNK:
        number, bits = number << CHUNK | below(1 << CHUNK), bits + CHUNK
    return number * count >> bits


def _ways_to_split(split: Sizes) -> int:
    """The number of ways to choose which cards go where."""
    ways, size = 1, 0
    for count in split:
        size += count
        ways *= comb(size, count)
    return ways
