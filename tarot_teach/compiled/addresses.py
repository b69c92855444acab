"""Functions of whole numbers and of arrays, which are handed over by the addresses of their first words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
from numba import njit, types
from numba.extending import NativeValue, register_jitable, unbox

TYPES: Any = types
WORDS = TYPES.CPointer(types.int64)
"""An array by the address of its first word: numba counts references to arrays at each call, which takes a third of the time."""
SIGNATURE = types.int64(WORDS, WORDS, types.int64, types.int64)
"""The type of the functions that Python calls: two arrays and two numbers give a number."""
OPTIONS: Any = {"error_model": "numpy"}
INLINE: Any = {**OPTIONS, "forceinline": True}
"""Options of the functions that are called: a call costs more than what most of them do."""
SETTINGS = f"{SIGNATURE} {INLINE}"


def share_inline(function: Callable[..., Any]) -> None:
    """Have numba compile a function of Python into each function that calls it."""
    register_jitable(**INLINE)(function)


def entry_point(function: Callable[..., int], folder: Callable[[], Path]) -> Callable[..., int]:
    """The compiled code of a function of addresses, from a folder if it is there. ``folder`` may raise OSError or RuntimeError where none can be
    had."""
    settings: Any = numba.config
    before = settings.CACHE_DIR
    try:
        with suppress(OSError, RuntimeError):
            settings.CACHE_DIR = str(folder())
            return _compiled(function, cache=True)
        return _compiled(function)
    finally:
        settings.CACHE_DIR = before


def _compiled(function: Callable[..., int], **cached: bool) -> Callable[..., int]:
    options: Any = {**OPTIONS, **cached}
    compiled: Any = njit(SIGNATURE, **options)(function)
    (one,) = compiled.overloads.values()
    entry: Callable[..., int] = one.entry_point
    return entry


def _address(typ: Any, number: Any, context: Any) -> Any:
    """An address from a whole number."""
    pointer = context.pyapi.long_as_voidptr(number)
    value: Any = NativeValue
    return value(context.builder.bitcast(pointer, context.context.get_value_type(typ)))


_unboxes: Any = unbox
_unboxes(TYPES.CPointer)(_address)
