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
from tarot_teach.mechanisms import Mechanism
from tarot_teach.mechanisms import interfaces as asks
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.match_memory import ChargesBids, Remembers
from tarot_teach.messages import _
from tarot_teach.topics.check.invariants import NARROWS, DealChecker, UnsoundError
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel import Misfit, compile_kernel, kernel_for
from tarot_teach.topics.simulate.seating import seat_players

if TYPE_CHECKING:
    from tarot_teach.topics.simulate.kernel import Kernel


ENOUGH = 20
"""The number of deals in which somebody has to win or lose a point, and after which rules that changed nothing are named."""
SEEN_AT_WORK = (
    *NARROWS,
    *(asks.Contract, asks.OnAllPass, asks.Voids, asks.Offers, asks.ExemptsCards, asks.WinsTrick, asks.MovesCard),
    *(asks.AfterTrick, EndsPlay, asks.SettlesDebt, asks.Scores, asks.PaysApart, Asks, ChargesBids, Remembers),
)
"""Kinds of rules of which a deal shows whether they made a difference."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a deal: the number of the deal (None: before any, or in all together), the id of the rule at fault
    (empty: unknown), and a message."""

    deal: int | None
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of a trial. The kernel played ``compared`` deals too; ``misfit`` says why not more. A ruleset is tried up to
    its first fault.

    ``idle`` are the ids of rules that made no difference in any deal, where enough were played, and ``sums_to_zero`` says that
    the scores of every deal did.
    """

    ruleset: str
    seed: int
    deals: int
    compared: int
    misfit: str
    fault: Fault | None
    idle: tuple[str, ...] = ()
    sums_to_zero: bool = True


def try_deals(
    engine: Engine,
    deals: Iterable[int],
    seed: int,
    *,
    advice: AdviceFile | None = None,
    kernel: bool = True,
    checker: type[DealChecker] = DealChecker,
    on_progress: Callable[[int], None] = lambda _deals: None,
) -> Trial:
    """Play deals by number, each checked by a ``checker``, up to the first fault. With ``kernel``, play as many by the compiled kernel, and
    compare card by card.

    ``on_progress`` is called with the number of deals played so far.
    """
    numbers, played, compared, misfit, won = list(deals), 0, 0, "", False
    at_work, sums_to_zero = set[str](), True
    number, fault, players = None, None, engine.ruleset.players
    try:
        DealChecker(engine).check_words_of_rules()
        kernels = _kernels(engine, advice) if kernel else []
        misfits = (found.reason for found in kernels if isinstance(found, Misfit))
        misfit = next(misfits, "") if kernel else _("not asked for")
        for number in numbers:
            rng = random.Random(f"{seed} {number}")
            end = checker(engine, at_work).try_deal(number, rng, players[number % len(players)]).state
            won = won or bool(end.result and any(end.result.scores))
            sums_to_zero = sums_to_zero and not (end.result and sum(end.result.scores))
            played += 1
            by = kernels[number % len(kernels)] if kernels else None
            if by is not None and not isinstance(by, Misfit):
                difference = by.difference(seed, number)
                if difference:
                    words = _("the compiled kernel plays the deal differently from the engine: {difference}")
                    raise UnsoundError(words.format(difference=difference))
                compared += 1
            on_progress(played)
        if played >= ENOUGH and not won:
            number = None
            raise UnsoundError(_("nobody has won or lost a point"))
    except UnsoundError as error:
        fault = Fault(number, error.rule, error.message)
    except Exception as error:
        problems = error.problems if isinstance(error, TarotError) else ()
        said = "; ".join(problem.message for problem in problems) or str(error)
        stops = _("the engine stops with {name}").format(name=type(error).__name__)
        fault = Fault(number, rule_running(error.__traceback__), f"{stops}: {said}" if said else stops)
    judged = engine.index.mechanisms.values() if played >= ENOUGH and fault is None else ()
    idle = tuple(rule.rule for rule in judged if isinstance(rule, SEEN_AT_WORK) and rule.rule not in at_work)
    return Trial(engine.ruleset.name, seed, played, compared, misfit, fault, idle, sums_to_zero)


def rule_running(trace: TracebackType | None) -> str:
    """Id of the innermost rule whose mechanism was running when an exception was raised; empty for none."""
    found = ""
    while trace is not None:
        asked = trace.tb_frame.f_locals.get("self")
        if isinstance(asked, Mechanism):
            found = asked.rule
        trace = trace.tb_next
    return found


def _kernels(engine: Engine, advice: AdviceFile | None) -> list[Kernel | Misfit]:
    """Kernels for the deals in turn: of each kind of players, and of each contract; the reason alone where numba cannot be loaded."""
    kernels: list[Kernel | Misfit] = []
    for name in ("random", "simple"):
        try:
            players = seat_players((name,), engine, advice, len(engine.seats()))
        except LoadError:  # a pack that the simple player does not know
            continue
        contracts = (None, *engine.index.ranking) if name == "random" else (None,)
        kernels += [kernel_for(DealSimulator(engine, players, contract)) for contract in contracts]
    misfit = None if all(isinstance(found, Misfit) for found in kernels) else compile_kernel()
    return [misfit] if misfit else kernels
