"""Ways to deal cards to places of given sizes, where some cards can lie in some of the places only: counted, and drawn with equal chances."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from math import comb

Below = Callable[[int], int]
"""A source of chance: a whole number from 0 up to the given one (at most 2³⁰), exclusive."""
CHUNK = 30
"""The bits that are drawn at a time."""
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
        self._known: dict[tuple[int, Sizes], tuple[list[int], list[Sizes]]] = {}
        self.ways: int = self._ways(0, self._rooms)
        for places in self._alike:
            self.ways *= _ways_to_split(tuple(sizes[place] for place in places))

    def draw(self, below: Below) -> list[int]:
        """The cards of each place as masks. There must be a way."""
        left, rooms = self._rooms, [0] * len(self._rooms)
        for number, (_where, cards) in enumerate(self._groups):
            totals, splits = self._splits(number, left)
            drawn = number_below(below, totals[-1])
            split = splits[bisect_right(totals, drawn)]
            for room, count in enumerate(split):
                taken = picked(cards, count, below)
                rooms[room] |= taken
                cards &= ~taken
            left = _less(left, split)
        dealt = [0] * len(self._sizes)
        for room, places in zip(rooms, self._alike, strict=True):
            rest = room
            for place in places:
                dealt[place] = picked(rest, self._sizes[place], below)
                rest &= ~dealt[place]
        return dealt

    def _ways(self, number: int, left: Sizes) -> int:
        """The number of ways to deal the groups from one on."""
        if number == len(self._groups):
            return int(not any(left))
        totals, _splits = self._splits(number, left)
        return totals[-1] if totals else 0

    def _splits(self, number: int, left: Sizes) -> tuple[list[int], list[Sizes]]:
        """How a group can be split among the places, with the running total of the ways to deal it so and the groups after it."""
        known = self._known.get((number, left))
        if known is None:
            places, cards = self._groups[number]
            room = tuple(size if places >> place & 1 else 0 for place, size in enumerate(left))
            if number == len(self._groups) - 1:
                found = [(left, _ways_to_split(left))] if room == left else []
            else:
                found = [
                    (split, _ways_to_split(split) * ways)
                    for split in _all_splits(cards.bit_count(), room)
                    if (ways := self._ways(number + 1, _less(left, split)))
                ]
            known = [*accumulate(ways for _split, ways in found)], [split for split, _number in found]
            self._known[number, left] = known
        return known


def picked(cards: int, count: int, below: Below) -> int:
    """Some cards of a mask, each with the same chance."""
    size = cards.bit_count()
    if count == size:
        return cards
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


def _all_splits(cards: int, room: Sizes) -> Iterator[Sizes]:
    """All ways to split a number of cards among places with room."""
    if len(room) == 1:
        if cards <= room[0]:
            yield (cards,)
        return
    rest = sum(room[1:])
    for first in range(max(0, cards - rest), min(cards, room[0]) + 1):
        for others in _all_splits(cards - first, room[1:]):
            yield (first, *others)


def _ways_to_split(split: Sizes) -> int:
    """The number of ways to choose which cards go where."""
    ways, size = 1, 0
    for count in split:
        size += count
        ways *= comb(size, count)
    return ways


def _less(left: Sizes, split: Sizes) -> Sizes:
    return tuple(a - b for a, b in zip(left, split, strict=True))
