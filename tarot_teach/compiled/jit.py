"""Compilation with numba: inner functions, and functions that Python calls and that are cached."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import overload, register_jitable

from tarot_teach import masks
from tarot_teach.compiled.cache import code_folder, is_cached, note_use, remove_old
from tarot_teach.compiled.mask_type import HAS_NTH
from tarot_teach.compiled.other_process import start_compiling, wait_for_compiling

F = TypeVar("F", bound=Callable[..., Any])

PATIENCE = 60.0
"""Seconds after which another process that compiles is no longer waited for."""
OPTIONS: Any = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_rewrites": True}
"""Options for all functions. None makes an array, so references are not counted."""


class _InnerLibrary(JITCodeLibrary):
    """Code of an inner function, which becomes machine code as a part of its callers, and never by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _InnerCompiler(Compiler):
    """Compiles inner functions to libraries of that kind."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a function to code that callers link, without an entry point of its own."""
        state: Any = self.state
        library: Any = _InnerLibrary
        state.flags.no_compile = True
        state.library = library(state.targetctx.codegen(), function.__qualname__)
        compiled: Any = super().compile_extra(function)  # type: ignore[no-untyped-call]
        key: Any = [].append  # numba looks the code up by a built-in function, which nobody calls
        state.targetctx.insert_user_function(key, compiled.fndesc, [compiled.library])
        return compiled._replace(entry_point=key)


INNER: Any = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _InnerCompiler}


def inner(function: F) -> F:
    """Compile a function that only compiled functions call."""
    compiled: F = njit(function, **INNER)
    return compiled


_shared: set[Callable[..., Any]] = set()


def share(functions: Iterable[Callable[..., Any]]) -> None:
    """Have numba compile functions of Python into the functions that call them."""
    for function in functions:
        if function not in _shared:
            _shared.add(function)
            register_jitable(**INNER)(function)


def stand_for(function: Callable[..., Any], in_its_place: Callable[..., Any]) -> None:
    """Have numba compile another function in place of one of Python: ``in_its_place`` gives it for the types of the arguments."""
    overload(function, jit_options=INNER, strict=False)(in_its_place)


class Outer:
    """A function that Python calls. It is compiled at its first call, or loaded from the cache, where it is kept for
    later runs while none of its ``sources`` changes, the files that are compiled in; where it cannot be kept, or cached
    code cannot be read, it is compiled in each process.

    It is always called with the same types, so later calls go straight to the machine code: numba would look at the types of all
    arguments, which takes as long as a dozen deals.
    """

    def __init__(self, function: Callable[..., Any], sources: Collection[Path] = ()) -> None:
        self.function = function
        self.sources = sources
        self._entry: Callable[..., Any] | None = None

    @property
    def is_new(self) -> bool:
        """True if the function has not been called in this process and is not in the cache."""
        return self._entry is None and not is_cached(self.function.__name__, self.sources)

    def __call__(self, *arguments: Any) -> Any:
        if self._entry is None:
            self._entry = self._compiled(arguments)
        return self._entry(*arguments)

    def _compiled(self, arguments: Any) -> Callable[..., Any]:
        kinds = tuple(numba.typeof(argument) for argument in arguments)  # type: ignore[no-untyped-call]

        def entry_point(**cached: Any) -> Callable[..., Any]:
            dispatcher: Any = njit(self.function, **cached, **OPTIONS)
            dispatcher.compile(kinds)
            (compiled,) = dispatcher.overloads.values()
            entry: Callable[..., Any] = compiled.entry_point
            return entry

        # numba's own level of optimisation takes longer, and the code is no faster
        with _settings(OPT=type(numba.config.OPT)(2), LOOP_VECTORIZE=0), _no_collection():  # type: ignore[attr-defined]
            no_home_or_full_or_broken = (OSError, RuntimeError, EOFError, pickle.UnpicklingError)
            with suppress(*no_home_or_full_or_broken), _settings(CACHE_DIR=str(code_folder(self.sources))):
                entry = entry_point(cache=True)
                note_use(self.sources)
                return entry
            return entry_point()


@contextmanager
def compiling_elsewhere(function: Any, command: str) -> Iterator[None]:
    """Have another process compile a function into the cache, by a command in Python, while this one compiles others.

    Does nothing if the function is at hand or there is one processor. If the other process fails, the function is compiled here at
    its first call. Removes compiled code of earlier versions.
    """
    if function.is_new:
        remove_old(function.sources)
        start_compiling(command)
    try:
        yield
        wait_for_compiling(command, PATIENCE)
    finally:
        wait_for_compiling(command, 0)


@contextmanager
def _settings(**wanted: Any) -> Iterator[None]:
    """Change settings of numba for a while."""
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
def _no_collection() -> Iterator[None]:
    """Suspend garbage collection: most of what the compiler makes lives to its end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


if not HAS_NTH:
    share([masks.nth])
