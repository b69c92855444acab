"""The search of endings as compiled code. It loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarot_teach.compiled.jit import Outer, stand_for
from tarot_teach.masks import word
from tarot_teach.solver import search_memory
from tarot_teach.solver.search_memory import FACTOR, SLOT_BITS
from tarot_teach.words.compiled import compiled
from tarot_teach.words.link import Link

_FACTOR, _29, _TO_SLOT = np.uint64(FACTOR), np.uint64(29), np.uint64(64 - SLOT_BITS)


def _copied(deals: Any, depth: Any) -> Any:  # noqa: ARG001
    def copied(deals: Any, depth: int) -> None:
        deals[depth + 1] = deals[depth]

    return copied


def _mixed(key: Any, mask: Any) -> Any:  # noqa: ARG001
    def mixed(key: int, mask: Any) -> int:
        number = (np.uint64(key) ^ np.uint64(word(mask))) * _FACTOR
        number ^= number >> _29
        number = (number ^ np.uint64(word(mask >> 64))) * _FACTOR
        number ^= number >> _29
        return np.int64(number)  # type: ignore[return-value]

    return mixed


def _slot_of(key: Any) -> Any:  # noqa: ARG001
    return lambda key: np.int64(np.uint64(key) >> _TO_SLOT)


stand_for(search_memory.copied, _copied)
stand_for(search_memory.mixed, _mixed)
stand_for(search_memory.slot_of, _slot_of)


def compiled_search(link: Link) -> Outer:
    """The search of endings, compiled for the rules of a link."""
    return compiled(link, "search_ending", "tarot_teach.solver.endings_search", __name__)
