"""Memory for the tables of compiled searches. What one solver has done with serves the next: to touch new memory takes
longer than to search a short ending."""

from __future__ import annotations

from typing import Any

from tarot_teach.solver.table import GENERATION, USED

MOST_UNUSED = 1 << 25
"""The most words that are kept: one large table (with three or four players 130 MB, with five 200, as far as it was
filled) and some small ones."""
_unused: dict[int, list[Any]] = {}
"""Arrays that no table needs any more, by their number of words."""


def words_for_table(number: int) -> Any:
    """An array of so many words for an empty table."""
    try:
        words = _unused[number].pop()
    except LookupError:
        import numpy as np

        return np.zeros(number, np.int64)
    words[USED] = 0
    words[GENERATION] += 1
    return words


def give_back(words: Any) -> None:
    """Keep the array of a table that is done with, and drop all others if too many words would be kept."""
    if sum(number * len(arrays) for number, arrays in tuple(_unused.items())) + len(words) > MOST_UNUSED:
        _unused.clear()
    _unused.setdefault(len(words), []).append(words)
