"""What the kernel's functions are compiled with: numba, its cache, and the machine's own instructions for masks.

The maxims of the simple player are compiled as they stand; nothing is written twice.
"""

from __future__ import annotations

import gc
import hashlib
import inspect
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic, overload, register_jitable

from tarot_teach.topics.simulate.players import maxims, pack
from tarot_teach.topics.simulate.workers import cpus

F = TypeVar("F", bound=Callable[..., Any])

PATIENCE = 60.0
"""Seconds after which another process that compiles is no longer waited for."""
KEPT_FOR = 30 * 24 * 3600.0
"""Seconds for which compiled code is kept after the sources have changed."""
FROM_OUTSIDE: Any = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_rewrites": True}
"""How functions are compiled that Python calls. They make no arrays, and so need no counting of references."""


class _Part(JITCodeLibrary):
    """A function's code as it comes: it is made faster as a part of whoever calls it, once, not at each level.

    The process that compiles runs some of it as it comes (a deal takes a tenth longer there); what is kept is fast throughout.
    """

    def _optimize_final_module(self) -> None:
        pass


class _Compiler(Compiler):
    """Compiles to such parts."""

    def compile_extra(self, function: Any) -> Any:
        """What a function is compiled to."""
        part: Any = _Part
        self.state.library = part(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)  # type: ignore[no-untyped-call]


FROM_WITHIN: Any = {
    **FROM_OUTSIDE,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _Compiler,
}
"""How functions are compiled that only compiled ones call: nothing is made for other callers."""


def inner(function: F) -> F:
    """A function that others of the kernel call."""
    compiled: F = njit(function, **FROM_WITHIN)
    return compiled


def outer(function: F) -> F:
    """A function that Python calls. What it was compiled to is kept for later runs, as long as no source file changes.

    Where it cannot be kept, or what was kept cannot be read, it is compiled in each process that calls it.
    """
    alone = njit(function, **FROM_OUTSIDE)
    kept = None
    with suppress(OSError, RuntimeError), _settings(CACHE_DIR=str(cache_folder())):  # no home, or none to write to
        kept = njit(function, cache=True, **FROM_OUTSIDE)
    called: F = _Outer(kept, alone)  # type: ignore[assignment]
    return called


@contextmanager
def compiling_elsewhere(function: Any, command: str) -> Iterator[None]:
    """While something else is compiled here, have another process compile a function into the cache, by a command in Python.

    Nothing is done where the function is at hand, or where there is one processor. Should the other process fail, the function
    is compiled here when it is called. What earlier versions have kept for a month is removed.
    """
    other = None
    if function.is_new:
        _forget_old()
        if cpus() > 1:
            with suppress(OSError):
                quiet: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
                other = subprocess.Popen([sys.executable, "-c", command], **quiet)
    try:
        yield
        if other is not None:
            other.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        pass
    finally:
        if other is not None:
            other.kill()
            other.wait()


class _Outer:
    """A function out of the cache, and the same without one, for when the disk is full or a file of the cache is broken.

    It is always called with the same types. So after the first call what it was compiled to is called itself: numba would look
    at the types of all arguments each time, which takes as long as a dozen deals.
    """

    def __init__(self, kept: Any, alone: Any) -> None:
        self.kept, self.alone = kept, alone
        self._entry: Callable[..., Any] | None = None

    @property
    def is_new(self) -> bool:
        """Whether it has not been called here, and nothing is kept that could be loaded."""
        if self.kept is None or self._entry:
            return False
        return not any(cache_folder().glob(f"**/*.{self.kept.py_func.__name__}-*.nbi"))

    def __call__(self, *arguments: Any) -> Any:
        if self._entry is not None:
            return self._entry(*arguments)
        if self.kept is not None:
            try:
                return self._first_call(self.kept, arguments)
            except (OSError, EOFError, pickle.UnpicklingError):
                self.kept = None
        return self._first_call(self.alone, arguments)

    def _first_call(self, function: Any, arguments: Any) -> Any:
        # compiling takes less time than at numba's own level, and the code is as fast
        with _settings(OPT=type(numba.config.OPT)(2), LOOP_VECTORIZE=0), _uncollected():  # type: ignore[attr-defined]
            found = function(*arguments)
        (compiled,) = function.overloads.values()
        self._entry = compiled.entry_point
        return found


@contextmanager
def _settings(**wanted: Any) -> Iterator[None]:
    """Numba's settings, for a while."""
    settings: Any = numba.config
    before = {name: getattr(settings, name) for name in wanted}
    try:
        for name, value in wanted.items():
            setattr(settings, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(settings, name, value)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage: the compiler makes much that lives to its end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def cache_folder() -> Path:
    """Where compiled code is kept: a folder for each state of the sources, since numba itself looks at one file only."""
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base else Path.home() / ".cache"
    digest = hashlib.sha256(numba.__version__.encode())
    for path in (*sorted(Path(__file__).parent.glob("*.py")), *(Path(m.__file__ or "") for m in (maxims, pack))):
        digest.update(path.read_bytes())
    return root / "tarot-teach" / f"kernel-{digest.hexdigest()[:16]}"


def _forget_old() -> None:
    """Remove what other states of the sources have kept, a month later."""
    with suppress(OSError, RuntimeError):
        for folder in cache_folder().parent.glob("kernel-*"):
            if folder != cache_folder() and time.time() - folder.stat().st_mtime > KEPT_FOR:
                shutil.rmtree(folder, ignore_errors=True)


@intrinsic
def _ctpop(_typing: Any, _mask: Any) -> Any:
    return types.int64(types.int64), lambda _context, builder, _signature, values: builder.ctpop(values[0])


@intrinsic
def _cttz(_typing: Any, _mask: Any) -> Any:
    no = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.int64), lambda _context, builder, _signature, values: builder.cttz(values[0], no)


@intrinsic
def _top(_typing: Any, _mask: Any) -> Any:
    no, most = ir.Constant(ir.IntType(1), 0), ir.Constant(ir.IntType(64), 63)
    return types.int64(types.int64), lambda _context, builder, _signature, values: builder.sub(
        most, builder.ctlz(values[0], no)
    )


def _spread(_typing: Any, _mask: Any, _number: Any) -> Any:
    """The bit of a mask that has so many lower ones, by the one instruction that x86 has for it."""

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, (word, word)))
        bit = builder.call(deposit, (builder.shl(ir.Constant(word, 1), values[1]), values[0]))
        return builder.cttz(bit, ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64, types.int64), generate


_deposited: Any = intrinsic(_spread)


def _nth(mask: Any, number: Any) -> Any:  # noqa: ARG001
    if llvm.get_host_cpu_features().get("bmi2", False):
        return lambda mask, number: _deposited(np.int64(mask), np.int64(number))
    return pack.nth


def _stands_for(function: F, operation: Any) -> None:
    """Let an operation stand for a function of :mod:`..players.pack` in compiled code."""
    overload(function)(lambda mask: lambda mask: operation(np.int64(mask)))  # noqa: ARG005


_stands_for(pack.ones, _ctpop)
_stands_for(pack.lowest, _cttz)
_stands_for(pack.highest, _top)
_stands_for(pack.word, np.int64)
overload(pack.nth)(lambda mask, number: _nth(mask, number))

for _name, _function in inspect.getmembers(maxims, inspect.isfunction):
    if _function.__module__ == maxims.__name__:
        register_jitable(**FROM_WITHIN)(_function)
