"""The compiled kernel: plays many deals from tables of whole numbers. It needs numba, and compiles for some seconds at its first use.

All other packages import from here alone; nothing here loads numba before the first deal is played.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from tarot_teach.compiled.cache import is_cached
from tarot_teach.compiled.other_process import calling, start_compiling
from tarot_teach.messages import N_, _
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel.build_tables import Misfit, build_tables
from tarot_teach.topics.simulate.kernel.sources import SOURCES

if TYPE_CHECKING:
    from tarot_teach.topics.simulate.kernel.kernel import Kernel as Kernel
    from tarot_teach.topics.simulate.kernel.play_on import PlayOn as PlayOn

__all__ = [
    "FEW", "NUMBA_MISSING", "Misfit", "compile_in_advance", "compile_kernel", "is_compiled", "kernel_for", "play_on_with",
]  # fmt: skip

FEW = 1500
"""Deals that the engine plays in less time than the kernel takes to be compiled. Both run in Python, so that this holds on any machine."""
NUMBA_MISSING = N_("the compiled kernel needs numba: pip install 'tarot-teach[fast]'")


def kernel_for(simulator: DealSimulator) -> Kernel | Misfit:
    """The kernel of a ruleset with its players, or the reason why the engine has to play the deals. Before the kernel plays, it has to
    be compiled."""
    tables = build_tables(simulator.engine, simulator.players, simulator.contract)
    if isinstance(tables, Misfit):
        return tables
    if find_spec("numba") is None:
        return Misfit(_(NUMBA_MISSING))
    from tarot_teach.topics.simulate.kernel.kernel import Kernel
    from tarot_teach.topics.simulate.kernel.layout import TooLargeError

    try:
        return Kernel(simulator, tables)
    except TooLargeError as error:
        return Misfit(_("its tables have no room for so many entries in {error}").format(error=error))


def play_on_with(simulator: DealSimulator) -> PlayOn | Misfit:
    """A kernel that plays positions on, where all players are simple, or the reason why the engine has to do it."""
    kernel = kernel_for(simulator)
    if isinstance(kernel, Misfit):
        return kernel
    if not kernel.sides:
        return Misfit(_("all play alone"))
    from tarot_teach.topics.simulate.kernel.play_on import PlayOn

    return compile_kernel() or PlayOn(kernel)


def is_compiled() -> bool:
    """True if deals can be played without compiling anything before; False without numba."""
    return find_spec("numba") is not None and all(is_cached(name, SOURCES) for name in ("_open", "_play"))


def compile_in_advance(deals: int) -> None:
    """Begin to compile a part of the kernel in another process, before numba and the rulesets are loaded here, if so many deals are
    worth it."""
    if deals > FEW and find_spec("numba") is not None and not is_compiled():
        start_compiling(calling(f"{__name__}.batches", "compile_play"))


def compile_kernel() -> Misfit | None:
    """Compile the kernel into the cache, or load it; the reason why the engine has to play if numba cannot be loaded."""
    try:
        from tarot_teach.topics.simulate.kernel.batches import compile_all
    except (
        Exception
    ) as error:  # ImportError, but OSError too where its library is broken, or ValueError with another numpy
        return Misfit(_("numba cannot be loaded: {error}").format(error=error))
    compile_all()
    return None
