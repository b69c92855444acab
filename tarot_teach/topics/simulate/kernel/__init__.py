"""A ruleset compiled into tables, and a kernel that plays many deals from them (with numba, which is optional)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarot_teach.language import _
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel.build_tables import Misfit, compile_tables

if TYPE_CHECKING:
    from tarot_teach.topics.simulate.kernel.kernel import Kernel

__all__ = ["MISSING", "Misfit", "kernel_for"]

MISSING = "the compiled kernel needs numba: pip install 'tarot-teach[fast]'"


def kernel_for(simulator: DealSimulator) -> Kernel | Misfit:
    """A kernel for the deals of a ruleset, or why the engine has to play them."""
    tables = compile_tables(simulator.engine, simulator.players, simulator.contract)
    if isinstance(tables, Misfit):
        return tables
    try:
        from tarot_teach.topics.simulate.kernel.kernel import Kernel
        from tarot_teach.topics.simulate.kernel.layout import TooLargeError, laid_out
    except ImportError:
        return Misfit(MISSING)
    try:
        return Kernel(simulator.engine, laid_out(tables), len(simulator.seats))
    except TooLargeError as error:
        return Misfit(_("its tables have no room for so many entries in {error}").format(error=error))
