"""Sets of cards as whole numbers, and functions on them, which run as Python and compiled."""

from __future__ import annotations

from typing import Annotated

Mask = Annotated[int, "V16"]
"""A mask of cards, with its type in numpy records: 16 bytes, those of the lower cards first."""


def ones(mask: int) -> int:
    """The number of cards in a mask."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Index of the lowest bit of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Index of the highest bit of a mask that is not empty."""
    return mask.bit_length() - 1


def nth(mask: int, number: int) -> int:
    """Index of the bit of a mask that has ``number`` lower bits."""
    for _bit in range(number):
        mask = others(mask)
    return lowest(mask)


def bit(index: int) -> int:
    """The mask of one card."""
    return 1 << index


def others(mask: int) -> int:
    """The cards of a mask but the lowest."""
    return mask & (mask - 1)


def above(mask: int, index: int) -> int:
    """The cards of a mask above a card."""
    return mask >> (index + 1) << (index + 1)


def wide(mask: int) -> int:
    """A constant as a mask."""
    return mask


def word(number: int) -> int:
    """A number as a machine word. A constant is passed so to a compiled function, which would otherwise be compiled for that constant."""
    return number
