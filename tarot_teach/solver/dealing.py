"""Ways to deal cards to places of given sizes, where some cards can lie in some of the places only: counted, and drawn
with equal chances."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, product
from math import comb
from typing import NamedTuple

Below = Callable[[int], int]
"""A source of chance: a whole number from 0 up to the given one (at most 1,073,741,824), exclusive."""
CHUNK = 30
"""The bits that are drawn at a time."""
BITS = 8
"""The bits of the size of a room."""
FULL = (1 << BITS) - 1
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
        self._steps = [*self._all_steps()]
        self._alike_after = [self._rooms_alike(group + 1) for group in range(len(self._groups))]
        """By group, the rooms that are alike for the cards of the groups after it."""
        self._known: dict[tuple[int, int, int], int] = {}
        self._left = sum(size << BITS * room for room, size in enumerate(self._rooms))
        self.ways: int = self._ways(0, self._groups[0][1].bit_count() if self._groups else 0, self._left)
        for places in self._alike:
            self.ways *= _ways_to_split(tuple(sizes[place] for place in places))

    def draw(self, below: Below) -> list[int]:
        """The cards of each place as masks. There must be a way."""
        left, rooms, rest = self._left, [0] * len(self._rooms), [cards for _where, cards in self._groups]
        for number, step in enumerate(self._steps):
            cards = rest[step.group].bit_count()
            counts = step.counts(cards, left)
            totals = [*accumulate(comb(cards, count) * self._after(number, cards, count, left) for count in counts)]
            count = counts[bisect_right(totals, number_below(below, totals[-1]))]
            taken = picked(rest[step.group], count, below)
            rooms[step.room] |= taken
            rest[step.group] &= ~taken
            left -= count << BITS * step.room
        dealt = [0] * len(self._sizes)
        for cards_of_room, places in zip(rooms, self._alike, strict=True):
            undealt = cards_of_room
            for place in places:
                dealt[place] = picked(undealt, self._sizes[place], below)
                undealt &= ~dealt[place]
        return dealt

    def every(self) -> Iterator[list[int]]:
        """Yield the cards of each place as masks, in every way."""
        for rooms in self._every_from(0, [0] * len(self._rooms), [cards for _where, cards in self._groups], self._left):
            parts = (
                _splits(cards, tuple(self._sizes[place] for place in places))
                for cards, places in zip(rooms, self._alike, strict=True)
            )
            for split in product(*parts):
                dealt = [0] * len(self._sizes)
                for places, hands in zip(self._alike, split, strict=True):
                    for place, hand in zip(places, hands, strict=True):
                        dealt[place] = hand
                yield dealt

    def _every_from(self, number: int, rooms: list[int], rest: list[int], left: int) -> Iterator[list[int]]:
        """Yield the cards of each room in every way to go on from a step, with the cards of groups that are not dealt yet and the room left."""
        if number == len(self._steps):
            yield rooms
            return
        step = self._steps[number]
        cards = rest[step.group]
        for count in step.counts(cards.bit_count(), left):
            if not self._after(number, cards.bit_count(), count, left):
                continue
            for taken in _parts(cards, count):
                more, others = [*rooms], [*rest]
                more[step.room] |= taken
                others[step.group] &= ~taken
                yield from self._every_from(number + 1, more, others, left - (count << BITS * step.room))

    def _all_steps(self) -> Iterator[Filling]:
        """Group by group, the rooms that get a number of its cards, one after the other."""
        for group, (where, _cards) in enumerate(self._groups):
            rooms, following = _places(where), self._groups[group + 1 :]
            first = following[0][1].bit_count() if following else 0
            for i, room in enumerate(rooms):
                later = sum(cards.bit_count() for where, cards in following if where >> room & 1)
                yield Filling(group, room, later, tuple(rooms[i + 1 :]), first)

    def _rooms_alike(self, group: int) -> list[list[int]]:
        """Rooms that can get the same cards from a group on, several each."""
        alike: dict[tuple[int, ...], list[int]] = {}
        for room in range(len(self._rooms)):
            alike.setdefault(tuple(where >> room & 1 for where, _cards in self._groups[group:]), []).append(room)
        return [rooms for rooms in alike.values() if len(rooms) > 1]

    def _ways(self, number: int, cards: int, left: int) -> int:
        """The number of ways to go on from a step, with so many cards of its group and so much room left, by room."""
        if number == len(self._steps):
            return 1
        known = self._known.get((number, cards, left))
        if known is None:
            known, step = 0, self._steps[number]
            for count in step.counts(cards, left):
                known += comb(cards, count) * self._after(number, cards, count, left)
            self._known[number, cards, left] = known
        return known

    def _after(self, number: int, cards: int, count: int, left: int) -> int:
        """The number of ways to go on when the room of a step has got a number of cards."""
        step = self._steps[number]
        left -= count << BITS * step.room
        if step.others:
            return self._ways(number + 1, cards - count, left)
        ways = 1
        for rooms in self._alike_after[step.group]:  # counted as one room, which is split afterwards
            split = [left >> BITS * room & FULL for room in rooms]
            ways *= _ways_to_split(split)
            for room, size in zip(rooms, split, strict=True):
                left += (size << BITS * rooms[0]) - (size << BITS * room)
        return ways * self._ways(number + 1, step.first, left)


class Filling(NamedTuple):
    """A room that gets a number of the cards of a group."""

    group: int
    room: int
    later: int
    """The number of cards of later groups that can lie in the room."""
    others: tuple[int, ...]
    """The rooms that get cards of the group after this one."""
    first: int
    """The number of cards in the next group; 0 for the last one."""

    def counts(self, cards: int, left: int) -> range:
        """The numbers of so many cards that the room can get, so that the others can take the rest, and enough for it
        to be filled later."""
        size = left >> BITS * self.room & FULL
        elsewhere = sum([left >> BITS * room & FULL for room in self.others])
        return range(max(0, size - self.later, cards - elsewhere), min(cards, size) + 1)


def _places(where: int) -> list[int]:
    """The numbers of the places of a mask."""
    return [place for place in range(where.bit_length()) if where >> place & 1]


def _parts(cards: int, count: int) -> Iterator[int]:
    """All sets of so many cards of a mask."""
    bits = [1 << i for i in range(cards.bit_length()) if cards >> i & 1]
    return map(sum, combinations(bits, count))


def _splits(cards: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to split the cards of a mask into sets of some sizes."""
    if not sizes:
        yield ()
        return
    for first in _parts(cards, sizes[0]):
        for others in _splits(cards & ~first, sizes[1:]):
            yield first, *others


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


def _ways_to_split(split: Sequence[int]) -> int:
    """The number of ways to choose which cards go where."""
    ways, size = 1, 0
    for count in split:
        size += count
        ways *= comb(size, count)
    return ways
