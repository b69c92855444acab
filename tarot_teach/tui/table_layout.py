"""Where people sit on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Places(NamedTuple):
    """Seats by number: at the top from left to right, at the left, at the right and at the bottom."""

    top: tuple[int, ...]
    left: int | None
    right: int | None
    bottom: int

    def arrow(self, seat: int) -> str:
        """The way from the middle to a seat."""
        if seat in self.top:
            middle = (len(self.top) - 1) / 2
            at = self.top.index(seat)
            return "↑" if at == middle else ("↖" if at < middle else "↗")
        return {self.left: "←", self.right: "→"}.get(seat, "↓")


def places(seats: Sequence[str], clockwise: bool = False) -> Places:
    """Seats in order of play: the first at the bottom, the next at its right, or at its left where play is clockwise.

    Compass points are where a map has them.
    """
    if set(seats) <= set("NESW") and len(set(seats)) == len(seats) and "S" in seats:
        at = {letter: number for number, letter in enumerate(seats)}
        return Places((at["N"],) if "N" in at else (), at.get("W"), at.get("E"), at["S"])
    round_the_table = list(range(1, len(seats)))
    if clockwise:
        round_the_table.reverse()
    match round_the_table:
        case []:
            return Places((), None, None, 0)
        case [other]:
            return Places((other,), None, None, 0)
        case [right, *top, left]:
            return Places(tuple(reversed(top)), left, right, 0)
    raise AssertionError(seats)
