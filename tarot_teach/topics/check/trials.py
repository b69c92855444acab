"""Trials of rulesets: random deals with checks at each state, and comparisons of the kernel with the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, TarotError
from tarot_teach.language import _
from tarot_teach.mechanisms import Mechanism
from tarot_teach.topics.check.invariants import DealChecker, UnsoundError
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel import Misfit, kernel_for
from tarot_teach.topics.simulate.players import seat_players

if TYPE_CHECKING:
    from tarot_teach.topics.simulate.kernel import Kernel

OnProgress = Callable[[int], None]
"""Called with the number of deals played so far."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a deal: the number of the deal (None: before any), the id of the rule at fault (empty: unknown), and a message."""

    deal: int | None
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of a trial. The kernel played ``compared`` deals too; ``misfit`` says why not more. A ruleset is tried up to its first
    fault."""

    ruleset: str
    seed: int
    deals: int
    compared: int
    misfit: str
    fault: Fault | None


def try_deals(
    engine: Engine,
    deals: Iterable[int],
    seed: int,
    *,
    advice: AdviceFile | None = None,
    kernel: bool = True,
    on_progress: OnProgress = lambda _deals: None,
) -> Trial:
    """Play deals by number, up to the first fault. With ``kernel``, play as many by the compiled kernel, and compare card by card."""
    numbers, played, compared, misfit = list(deals), 0, 0, ""
    number: int | None = None
    try:
        DealChecker(engine).check_words_of_rules()
        kernels = _Comparison(engine, advice) if kernel else None
        misfit = kernels.misfit if kernels else _("not asked for")
        for number in numbers:
            players = engine.ruleset.players
            DealChecker(engine).try_deal(number, random.Random(f"{seed} {number}"), players[number % len(players)])
            played += 1
            if kernels:
                compared += kernels.compare(seed, number)
            on_progress(played)
    except UnsoundError as error:
        return Trial(engine.ruleset.name, seed, played, compared, misfit, Fault(number, error.rule, error.message))
    except Exception as error:
        fault = Fault(number, rule_of(error.__traceback__), _crash(error))
        return Trial(engine.ruleset.name, seed, played, compared, misfit, fault)
    return Trial(engine.ruleset.name, seed, played, compared, misfit, None)


def rule_of(trace: TracebackType | None) -> str:
    """Id of the innermost rule whose mechanism was running when an exception was raised; empty for none."""
    found = ""
    while trace is not None:
        asked = trace.tb_frame.f_locals.get("self")
        if isinstance(asked, Mechanism):
            found = asked.rule
        trace = trace.tb_next
    return found


def _crash(error: Exception) -> str:
    message = "; ".join(problem.message for problem in error.problems) if isinstance(error, TarotError) else str(error)
    return _("the engine stops with {name}").format(name=type(error).__name__) + (f": {message}" if message else "")


class _Comparison:
    """Plays deals of one ruleset by the engine and by the kernel. ``misfit`` is the reason why the kernel cannot, or empty."""

    def __init__(self, engine: Engine, advice: AdviceFile | None) -> None:
        self.kernels: list[Kernel | Misfit] = []
        for name in ("random", "simple"):
            try:
                players = seat_players((name,), engine, advice, len(engine.seats()))
            except LoadError:  # a pack that the simple player does not know
                continue
            contracts = (None, *engine.index.ranking) if name == "random" else (None,)
            self.kernels += [kernel_for(DealSimulator(engine, players, contract)) for contract in contracts]
        self.misfit: str = next((kernel.reason for kernel in self.kernels if isinstance(kernel, Misfit)), "")

    def compare(self, seed: int, number: int) -> int:
        """Play a deal with the next kind of players; 1 if the kernel played it. Raises UnsoundError for a difference."""
        kernel = self.kernels[number % len(self.kernels)]
        if isinstance(kernel, Misfit):
            return 0
        difference = kernel.difference(seed, number)
        if difference:
            raise UnsoundError(
                _("the compiled kernel plays the deal differently from the engine: {difference}").format(
                    difference=difference
                )
            )
        return 1
