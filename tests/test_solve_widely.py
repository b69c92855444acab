"""The solver against a brute force that shares nothing with it (``naive/best_play``), for every ruleset with each option that fits.

``SOLVE_POSITIONS`` in the environment says how many positions of one to four tricks are tried of each, and of five tricks a quarter of it;
``SOLVE_FROM`` the first deal that they are taken from. Without it there are few positions, of up to three tricks. At the end pytest prints how many
were compared, and how many differ: over 50,000 are compared in a quarter of an hour by

    SOLVE_POSITIONS=64 python -m pytest -p no:xdist tests/test_solve_widely.py
"""

from __future__ import annotations

import importlib.util
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import naive.best_play
import pytest
from naive.deal import Deal
from naive.rules import OPTIONS, RULESETS, rules_of

from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.solver import Objective, Solver, position_of
from tarot_teach.solver.position import Rules
from tarot_teach.table import Phase, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tests.helpers import LIBRARY, NAMES, in_turn
from tests.test_naive import SecondImplementation
from tests.test_solve import any_play

POSITIONS, FIRST = os.environ.get("SOLVE_POSITIONS"), int(os.environ.get("SOLVE_FROM", "0"))
NUMBERS = (*(int(POSITIONS),) * 4, int(POSITIONS) // 4) if POSITIONS else (2, 2, 2)
"""The number of positions tried of each number of tricks, from one up."""
EVERY = [name for name in NAMES if {*name.split("+")} <= {*RULESETS, *OPTIONS}]
HERE = EVERY if POSITIONS else in_turn(EVERY, 9)
AIMS = dict(zip([aim for aim in Objective if aim is not Objective.TRICKS], naive.best_play.AIMS, strict=True))


@cache
def brute_force() -> ModuleType:
    """The module ``naive.best_play``, compiled where many positions are tried."""
    if not POSITIONS:
        return naive.best_play
    numba: Any = pytest.importorskip("numba")
    spec = importlib.util.find_spec("naive.best_play")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("reached", "allowed", "trick_winner", "gathered", "search"):
        setattr(module, name, numba.njit(getattr(module, name)))
    return module


def endings(engine: Engine, name: str, seed: int) -> Iterator[tuple[State, Deal]]:
    """Positions of one to five tricks of a deal played at random, most of them in the middle of a trick, as both know them."""
    rng, second = random.Random(f"{name} {seed}"), SecondImplementation(rules_of(name), engine.ruleset.deck)
    players = seat_players(("random",), engine, None, len(engine.seats()))
    state = DealSimulator(engine, players).start(seed, 0).state
    after: dict[int, int] = {}
    while state.phase is not Phase.OVER:
        choices, playing = engine.legal(state), state.phase is Phase.PLAY
        action = any_play(engine, state, rng) if playing else choices.random(rng)
        if second.deal is None:
            second.deal = Deal(second.rules, [second.codes(hand) for hand in state.hands])
        left = max(map(state.hand_size, range(state.players)))
        moment = after.setdefault(left, rng.randrange(state.players))
        if playing and left <= len(NUMBERS) and len(state.trick.cards) == moment:
            yield state, second.deal.copy()
        second.act(second.deal, state.phase, action)
        state, _events = engine.apply(state, action)


@lru_cache(maxsize=len(AIMS))
def solver_of(objective: Objective, rules: Rules) -> Solver:
    """A solver for all positions of the same rules, with the table of those before."""
    return Solver(rules, objective, compiled=bool(POSITIONS))


def fits(engine: Engine, state: State) -> bool:
    """True for a position that the solver takes."""
    with suppress(SolveError):
        return bool(position_of(engine, state))
    return False


@pytest.mark.parametrize("name", HERE)
def test_values_are_those_of_a_second_implementation(name: str, record_property: Callable[[str, int], None]) -> None:
    engine = Engine(LIBRARY.load(name))
    tried: Counter[int] = Counter()
    aims: Counter[Objective] = Counter()
    differ: list[str] = []
    for seed in range(FIRST, FIRST + 4 * NUMBERS[0] + 20):
        for state, deal in endings(engine, name, seed):
            left = max(map(state.hand_size, range(state.players)))
            if tried[left] < NUMBERS[left - 1] and fits(engine, state):
                tried[left] += 1
                found, expected = values(engine, state, deal)
                aims.update(found.keys())
                if found != expected:
                    differ.append(f"{state}: {found}, by trying all {expected}")
        if tried.total() in (0, sum(NUMBERS)) and seed > FIRST + 20:
            break
    for left, count in tried.items():
        record_property(f"positions compared, tricks left: {left}", count)
    for objective, count in aims.items():
        record_property(f"positions compared, objective: {objective}", count)
    rules = rules_of(name)
    record_property(f"positions compared, players: {rules.players}", tried.total())
    record_property(f"positions compared, an Excuse in the last trick goes to: {rules.excuse_last}", tried.total())
    record_property("positions compared", tried.total())
    record_property("positions that differ", len(differ))
    assert not differ, "\n".join(differ)


@pytest.mark.parametrize("name", ["fft-4", "blog-4", "fft-3", "fft-5"])
def test_the_excuse_can_win_the_last_trick_for_a_slam(name: str) -> None:
    """Played or led to the last trick, by a side that has won all others: positions as if the holder's side had won them."""
    engine, tried = Engine(LIBRARY.load(name)), 0
    for seed in range(120):
        for state, deal in endings(engine, name, seed):
            holder = next((seat for seat, hand in enumerate(state.hands) if hand & state.deck.excuse), None)
            if holder is not None and state.hand_size(state.trick.leader) <= 2 and fits(engine, state):
                slam = state._replace(tricks=tuple(taken._replace(winner=holder) for taken in state.tricks))
                deal.winners = [holder] * len(deal.winners)
                found, expected = values(engine, slam, deal)
                assert Objective.SCORE not in found
                assert found == expected
                tried += 1
    assert tried > 8


def values(engine: Engine, state: State, deal: Deal) -> tuple[dict[Objective, int], dict[Objective, int]]:
    """The values of a position for every aim that fits, by the solver and by the brute force."""
    found = {}
    for objective in AIMS:
        with suppress(SolveError):
            position = position_of(engine, state, scores=objective is Objective.SCORE)
            value = solver_of(objective, position.rules).value(position)
            assert value.exact
            found[objective] = value.low
    expected = brute_force().best(deal, {AIMS[objective]: value for objective, value in found.items()})
    return found, dict(zip(found, expected, strict=True))
