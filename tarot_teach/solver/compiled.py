"""The search as compiled code, by numba. It is the same source that Python runs."""

from __future__ import annotations

import hashlib
import inspect
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
from llvmlite import ir
from numba import njit, types
from numba.extending import NativeValue, intrinsic, overload, register_jitable, unbox

from tarot_teach.solver import bits, bounds, first_frame, layout, move_order, moves, search, table
from tarot_teach.solver.start import Begin

TYPES: Any = types
WORDS = TYPES.CPointer(types.int64)
"""An array by the address of its first word: numba counts references to arrays at each call, which takes a third of the time."""
SIGNATURE = types.int64(WORDS, WORDS, types.int64, types.int64)
OPTIONS: Any = {"error_model": "numpy"}
INLINE: Any = {**OPTIONS, "forceinline": True}
"""Options of the functions that are called: a call costs more than what most of them do."""


def _instruction(build: Callable[..., Any]) -> Any:
    """A function of one whole number that is compiled to what ``build`` makes with an IR builder."""

    @intrinsic
    def compiled(_context: Any, number: Any) -> Any:
        return types.int64(number), lambda _target, builder, _signature, values: build(builder, values[0])

    return compiled


_DEFINED = ir.Constant(ir.IntType(1), 1)
_ones = _instruction(lambda builder, word: builder.ctpop(word))
_lowest = _instruction(lambda builder, word: builder.cttz(word, _DEFINED))
_highest = _instruction(lambda builder, word: builder.sub(ir.IntType(64)(63), builder.ctlz(word, _DEFINED)))


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
    _register()
    settings: Any = numba.config
    before = settings.CACHE_DIR
    try:
        settings.CACHE_DIR = str(_cache_folder())
        with suppress(OSError, RuntimeError):
            return _compile(function, cache=True)
        return _compile(function)
    finally:
        settings.CACHE_DIR = before


def _compile(function: Callable[..., int], **cached: bool) -> Callable[..., int]:
    options: Any = {**OPTIONS, **cached}
    compiled: Any = njit(SIGNATURE, **options)(function)
    (one,) = compiled.overloads.values()
    entry: Callable[..., int] = one.entry_point
    return entry


@cache
def _register() -> None:
    """Tell numba how to compile the functions that are called, and that an address comes as a whole number."""
    unboxes: Any = unbox
    unboxes(TYPES.CPointer)(_address)
    overload(bits.ones)(lambda mask: lambda mask: _ones(mask))  # noqa: ARG005
    overload(bits.lowest)(lambda mask: lambda mask: _lowest(mask))  # noqa: ARG005
    overload(bits.highest)(lambda mask: lambda mask: _highest(mask))  # noqa: ARG005
    for module in (bounds, first_frame, move_order, moves, table, search):
        for function in _functions(module):
            if function not in (search.search, first_frame.begin):
                register_jitable(**INLINE)(function)


def _address(typ: Any, number: Any, context: Any) -> Any:
    """An address from a whole number."""
    pointer = context.pyapi.long_as_voidptr(number)
    value: Any = NativeValue
    return value(context.builder.bitcast(pointer, context.context.get_value_type(typ)))


def _functions(module: ModuleType) -> list[Any]:
    """The functions of a module."""
    return [
        each for _name, each in inspect.getmembers(module, inspect.isfunction) if each.__module__ == module.__name__
    ]


def _cache_folder() -> Path:
    """The folder of compiled code for this version of numba, the options and all source files. Raises RuntimeError where there is no home directory."""
    base = os.environ.get("XDG_CACHE_HOME")
    digest = hashlib.sha256(f"{version('numba')} {SIGNATURE} {INLINE}".encode())
    for module in (bits, bounds, first_frame, layout, move_order, moves, search, table):
        digest.update(Path(module.__file__ or "").read_bytes())
    root = Path(base) if base else Path.home() / ".cache"
    return root / "tarot-teach" / f"solve-{digest.hexdigest()[:16]}"
