"""Sets of cards of one suit as whole numbers: bit *i* is the *i*-th card from the lowest. These functions run as Python and compiled."""

from __future__ import annotations


def ones(mask: int) -> int:
    """The number of cards in a set."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Place of the lowest card of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Place of the highest card of a set that is not empty."""
    return mask.bit_length() - 1
