"""The search as compiled code. It is the same source that Python runs."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from tarot_teach import masks
from tarot_teach.caches import cache_folder
from tarot_teach.compiled import addresses, mask_type
from tarot_teach.solver import bounds, first_frame, layout, move_order, moves, search, table
from tarot_teach.solver.start import Begin


@cache
def compiled_search() -> Callable[..., int]:
    """The compiled search, which takes addresses of arrays."""
    return _compiled(search.search)


@cache
def compiled_begin() -> Begin:
    """The compiled beginning of a position."""
    begin = _compiled(first_frame.begin)

    def with_arrays(words: Any, cards: Any, at: int, number: int) -> int:
        return begin(words.buffer_info()[0], cards.buffer_info()[0], at, number)

    return with_arrays


def _compiled(function: Callable[..., int]) -> Callable[..., int]:
    """The compiled code of a function, from the cache if no source file has changed since it was compiled."""
    _share()
    return addresses.entry_point(function, _cache_folder)


@cache
def _share() -> None:
    """Tell numba how to compile the functions that are called."""
    for module in (bounds, first_frame, move_order, moves, table, search):
        for function in _functions(module):
            if function not in (search.search, first_frame.begin):
                addresses.share_inline(function)


def _functions(module: ModuleType) -> list[Any]:
    """The functions of a module."""
    return [
        each for _name, each in inspect.getmembers(module, inspect.isfunction) if each.__module__ == module.__name__
    ]


def _cache_folder() -> Path:
    """The folder of compiled code for this version of numba, the options and all source files. Raises RuntimeError
    where there is no home directory."""
    modules = (masks, mask_type, bounds, first_frame, layout, move_order, moves, search, table)
    sources = [Path(module.__file__ or "").read_bytes() for module in modules]
    return cache_folder("solve", [f"{version('numba')} {addresses.SETTINGS}".encode(), *sources])
