"""Copies of deals and keys of positions for the search of endings, as Python has them; ``words_compiled`` has them
compiled."""

from __future__ import annotations

from typing import Any

from tarot_teach.masks import Mask

SLOT_BITS = 18
SLOTS = 1 << SLOT_BITS
"""The entries of the table."""
FULL = 0xFFFFFFFFFFFFFFFF
FACTOR = 0x9E3779B97F4A7C15
"""A number that spreads bits: 2**64 by the golden ratio."""


def copied(deals: Any, depth: int) -> None:
    """Copy a deal to the next depth."""
    deals[depth + 1] = _copy(deals[depth])


def _copy(record: Any) -> Any:
    """A copy of a record: of its numbers, its lists of numbers or of records, and the records in it."""
    made = object.__new__(type(record))
    parts = made.__dict__
    parts.update(record.__dict__)
    for name, value in parts.items():
        kind = type(value)
        if kind is list:
            parts[name] = value[:] if type(value[0]) is int else [*map(_copy, value)]
        elif kind is not int:
            parts[name] = _copy(value)
    return made


def mixed(key: int, mask: Mask) -> int:
    """A key with a mask mixed in."""
    for part in (mask & FULL, mask >> 64):
        key = (key ^ part) * FACTOR & FULL
        key ^= key >> 29
    return key


def slot_of(key: int) -> int:
    """The place of a key in the table."""
    return key >> 64 - SLOT_BITS
