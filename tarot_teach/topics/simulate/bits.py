"""Masks in two words: the plain cards of a pack, and its trumps with the Excuse. Both fit a signed machine word, so that the
same functions run as Python and compiled."""

from __future__ import annotations


def ones(mask: int) -> int:
    """How many cards a mask holds."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest bit of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The number of the highest bit of a mask that is not empty."""
    return mask.bit_length() - 1


def nth(mask: int, number: int) -> int:
    """The number of the bit of a mask that has ``number`` lower ones."""
    for _bit in range(number):
        mask &= mask - 1
    return lowest(mask)


def word(number: int) -> int:
    """A number as a machine word. Compiled functions are given constants so, else they are compiled anew for each constant."""
    return number
