"""The most that a player can win or lose in a deal: no deal at random exceeds it, no example, and every shipped rule that pays is known."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from random import Random

import pytest

from tarot_teach.engine import Engine
from tarot_teach.engine.match_memory import memory_before
from tarot_teach.loading import Library
from tarot_teach.mechanisms.interfaces import PaysApart, Scores
from tarot_teach.mechanisms.match_memory import PaysInPlay
from tarot_teach.mechanisms.registry import all_mechanisms
from tarot_teach.openspiel.bounds import BOUND, most_points, payment, term, unknown_rules
from tarot_teach.openspiel.dealing import Dealing
from tarot_teach.topics.simulate.task import Task
from tests.deal_digests import names
from tests.helpers import LIBRARY, installed
from tests.test_examples import EXAMPLES, replayed
from tests.test_in_openspiel import played

DEALS = int(os.environ.get("BOUND_DEALS", "12"))
FIRST_TRICK = Path(__file__).parent / "fixtures" / "first_trick"
LOOSE = 40
"""How many times as large as the largest score of some deals a bound may be."""


def largest(name: str, players: str, number: int, seed: int = 1) -> float:
    """The largest amount that a player has won or lost in some deals."""
    (runner,) = Task((name,), (players,), seed, kernel=False).runners()
    found = [0.0]
    for deal in range(number):
        result = runner.simulator.play(seed, deal).state.result
        assert result is not None
        found += map(abs, map(float, result.scores))
    return max(found)


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_no_deal_exceeds_the_bound_and_some_come_near(name: str) -> None:
    """For each number of players by actions at random; and for the usual number by two kinds of players."""
    engine = Engine(LIBRARY.load(name))
    bound, seen = most_points(engine, len(engine.seats())), 0.0
    assert bound is not None
    for players in engine.ruleset.players:
        most, rng = most_points(engine, players), Random(f"{name} {players}")
        assert most is not None
        for _deal in range(DEALS // 4):
            *_before, end = played(Dealing(engine, players), rng)
            assert max(map(abs, end.scores())) <= most
    for kind in ("random", "simple"):
        seen = max(seen, largest(name, kind, DEALS))
    print(f"{name}: bound {bound:g}, largest {seen:g}, ratio {bound / (seen or 1):.1f}")  # shown by pytest -s
    assert seen <= bound < LOOSE * max(seen, 1)


def test_no_example_exceeds_the_bound() -> None:
    """Those that begin without anything kept from earlier deals, and without chips."""
    tried = 0
    for path in EXAMPLES:
        done = replayed(path.stem)
        state, engine = done.end, done.deal.engine
        players = state.players
        kept = state.memory != memory_before(engine.index, players) and state.memory
        if (
            state.result is None
            or not state.result.scores
            or kept
            or state.chips is not None
            or players not in engine.ruleset.players
        ):
            continue
        most = most_points(engine, players)
        assert most is not None and max(map(abs, state.result.scores)) <= most, path.stem
        tried += 1
    assert tried > 150


def test_every_ruleset_with_every_option_has_a_bound() -> None:
    for name in names():
        engine = Engine(LIBRARY.load(name))
        for players in engine.ruleset.players:
            most = most_points(engine, players)
            assert most is not None and 0 < most < BOUND, name


def test_every_shipped_rule_that_pays_is_known() -> None:
    for kind in all_mechanisms():
        if issubclass(kind, Scores):
            assert term.dispatch(kind) is not term.dispatch(object), kind
        if issubclass(kind, PaysApart | PaysInPlay):
            assert payment.dispatch(kind) is not payment.dispatch(object), kind


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("scarto", 103),  # the values of all cards, 129, less the 26 that bring nothing
        ("ruff-and-honours", 10),
        ("karnoeffel-reconstructed", 1),
        ("fft-4", 3588),
    ],
)
def test_bounds_of_some_games(name: str, most: float) -> None:
    engine = Engine(LIBRARY.load(name))
    assert most_points(engine, len(engine.seats())) == most


def test_a_rule_of_another_package_leaves_the_stated_bound_and_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    from tarot_teach.openspiel import register

    with installed(monkeypatch, FIRST_TRICK):
        ruleset = Library((FIRST_TRICK / "first_trick" / "first-trick.yaml",)).load("first-trick")
        assert unknown_rules(Engine(ruleset)) == ["score.first_trick"]
        with pytest.warns(
            UserWarning, match=r"first-trick: it is not known .* by score\.first_trick; .* up to 1,000,000"
        ):
            (name,) = register(ruleset)
        game = pyspiel.load_game(name)
        assert (game.min_utility(), game.max_utility()) == (-BOUND, BOUND)
        assert pyspiel.load_game(name, {"bound": 900.0}).max_utility() == 900


def test_a_game_of_openspiel_has_the_bound_of_its_rules() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    from tarot_teach.openspiel import register

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scarto, troggu = register("scarto", "troggu")
    assert pyspiel.load_game(scarto).max_utility() == 103 and pyspiel.load_game(scarto).min_utility() == -103
    assert pyspiel.load_game(scarto, {"bound": 50.0}).max_utility() == 50
    assert pyspiel.load_game(scarto, {"bound": 5000.0}).max_utility() == 103
    found = [pyspiel.load_game(troggu, {"players": number}).max_utility() for number in range(3, 9)]
    assert found == [4, 6, 8, 10, 12, 14]
