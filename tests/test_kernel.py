"""The compiled kernel against the engine: the same deals, card by card, trick by trick, and in what they score."""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.simulate import Dealing, Task
from tarot_teach.simulate.kernel import Misfit, kernel_for
from tarot_teach.simulate.kernel.compile import compile_tables
from tarot_teach.simulate.kernel.runner import Kernel, play_one
from tarot_teach.simulate.players import Move, RandomPlayer
from tarot_teach.table import Choices, Play, State
from tests.helpers import STACKS

LIBRARY = Library()
DEALS = int(os.environ.get("KERNEL_DEALS", "15"))
"""How many deals for each ruleset and way of playing, from number ``FROM`` on: 500 of each are over 20,000 in all, and ``.ci/run`` plays
them in five portions."""
FROM = int(os.environ.get("KERNEL_FROM", "0"))


class Way(NamedTuple):
    """A way of playing: players by name, and whether the lowest contract is played without an auction."""

    players: tuple[str, ...]
    fixed: bool = False


WAYS = (Way(("random",)), Way(("simple",)), Way(("random",), fixed=True))


def dealing(name: str, way: Way) -> Dealing:
    lowest = Engine(LIBRARY.load(name)).bound.ranking[0] if way.fixed else None
    return Dealing.of(LIBRARY, name, way.players, lowest)


def compiled(dealing: Dealing) -> Kernel:
    kernel = kernel_for(dealing)
    assert isinstance(kernel, Kernel)
    return kernel


def engine_says(dealing: Dealing, seed: int, number: int) -> tuple[list[tuple[int, int, int]], State]:
    """Each play of a deal (seat, playable cards, card), and the last state."""
    plays: list[tuple[int, int, int]] = []

    def watch(_state: State, choices: Choices, move: Move) -> None:
        if isinstance(move.action, Play):
            plays.append((move.action.seat, choices.cards, move.action.card.index))

    state, _told = dealing.play(seed, number, watch)
    return plays, state


def assert_same(name: str, way: Way, deals: int, seed: int) -> None:
    played = dealing(name, way)
    kernel = compiled(played)
    for number in range(FROM, FROM + deals):
        plays, state = engine_says(played, seed, number)
        seen = play_one(kernel, seed, number)
        where = f"{name}, {way}, seed {seed}, deal {number}"
        assert seen.plays == plays, where
        assert seen.winners == [taken.winner for taken in state.tricks], where
        unpaid = state.debts and kernel.tables[0]["unpaid"] == 2  # the Excuse goes over after the last trick
        assert not seen.plays or unpaid or seen.won == list(state.won), where
        assert seen.ending == played.ending(seed, number), where


def has_bids(name: str) -> bool:
    return bool(Engine(LIBRARY.load(name)).bound.ranking)


@pytest.mark.parametrize(
    ("name", "way"),
    [(name, way) for name in LIBRARY.ids() for way in WAYS if has_bids(name) or not way.fixed],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.players) + "-fixed" * value.fixed,
)
def test_kernel_plays_every_ruleset_as_the_engine_does(name: str, way: Way) -> None:
    assert_same(name, way, DEALS, seed=2026)


@pytest.mark.parametrize("name", STACKS)
def test_kernel_plays_house_rules_as_the_engine_does(name: str) -> None:
    for way in WAYS[:2]:
        assert_same(name, way, 25, seed=1)


def test_mixed_tables_are_played_alike() -> None:
    assert_same("fft-5", Way(("simple", "random", "simple", "random", "random")), 40, seed=3)


def test_every_card_counts_in_a_task_played_either_way() -> None:
    task = Task(("enc2011-4", "enc2020-4", "fft-4"), ("simple",), seed=5)
    by_engine = Task(task.rulesets, task.players, task.seed, kernel=False)
    assert [runner.misfit for runner in task.runners()] == [None] * 3
    assert task.play(100, 60) == by_engine.play(100, 60)
    assert by_engine.play(0, 20).deals == 20


def test_a_players_class_of_ones_own_is_left_to_the_engine() -> None:
    class Own(RandomPlayer):
        name = "own"

    engine = Engine(LIBRARY.load("fft-4"))
    misfit = kernel_for(Dealing(engine, [Own(engine)] * 4))
    assert misfit == Misfit("the player 'own' is not one of the kernel's")


def test_a_mechanism_of_ones_own_is_left_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    rule = engine.bound.narrows[0]
    monkeypatch.setattr(type(rule), "__module__", "somebody.elses")
    misfit = compile_tables(engine, [RandomPlayer(engine)] * 4, None)
    assert isinstance(misfit, Misfit)
    assert "play.follow_suit uses the mechanism 'must_follow_suit'" in misfit.reason


def test_without_numba_the_engine_plays_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins
    import sys

    real = builtins.__import__

    def without(name: str, *args: object, **rest: object) -> object:
        if name.startswith("numba") or name.endswith(("kernel.runner", "kernel.layout")):
            raise ImportError(name)
        return real(name, *args, **rest)  # type: ignore[arg-type]

    for module in [name for name in sys.modules if ".simulate.kernel.r" in name]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without)
    misfit = kernel_for(dealing("fft-4", WAYS[0]))
    assert isinstance(misfit, Misfit)
    assert "pip install 'tarot-teach[fast]'" in misfit.reason


def test_every_shipped_ruleset_has_tables() -> None:
    assert all(isinstance(kernel_for(dealing(name, WAYS[1])), Kernel) for name in LIBRARY.ids())


def test_results_of_compiled_code_are_plain_numbers() -> None:
    kernel = compiled(dealing("early-17c", WAYS[0]))
    played = kernel.play(1, 0, 10)
    assert len(played.of) == 10
    assert all(type(number) is int for number in played.of)
    assert np.asarray(played.of).max() == len(played.endings) - 1
