"""Quantiles, intervals and odds beside those of scipy."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.topics.odds.unseen_cards import before_looking, knowing_hand, odds_of
from tarot_teach.topics.simulate.figures import CARDS, MANY, Estimator, beta_quantile, incomplete_beta, student_quantile

LEVELS = (0.5, 0.8, 0.95, 0.99, 0.9999)
"""Levels of confidence."""
CLOSE = 1e-9
"""The most by which a figure may be off, as a part of it."""


@pytest.fixture(scope="module")
def stats() -> Any:
    """The distributions of scipy, loaded where they are needed: that takes seconds."""
    from scipy import stats

    return stats


@pytest.mark.parametrize("a", [0.5, 1, 2, 17, 999, 40_000])
@pytest.mark.parametrize("b", [0.5, 1, 3, 250, 1_000_000])
def test_the_beta_distribution_and_its_quantiles(a: float, b: float, stats: Any) -> None:
    for p in (1e-6, 0.00005, 0.005, 0.025, 0.25, 0.5, 0.9, 0.975, 0.99995):
        expected = stats.beta.ppf(p, a, b)
        if expected > 1e-12 and 1 - expected > 1e-9:
            assert beta_quantile(p, a, b) == pytest.approx(expected, rel=1e-8)
            assert incomplete_beta(expected, a, b) == pytest.approx(p, rel=1e-6)


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 99, 1_000, 250_000, 10_000_000])
def test_quantiles_of_students_t(freedom: int, stats: Any) -> None:
    for level in LEVELS:
        p = (1 + level) / 2
        assert student_quantile(p, freedom) == pytest.approx(stats.t.ppf(p, freedom), rel=1e-7)


@pytest.mark.parametrize("level", LEVELS)
def test_intervals_of_shares(level: float, stats: Any) -> None:
    estimator = Estimator(level)
    for deals in (1, 2, 30, 1_000, 12_345, 1_000_000):
        for count in {0, 1, 2, deals // 3, deals // 2, deals - 1, deals, min(deals, MANY - 1)}:
            if count <= deals:
                found = estimator.share("", "", count, deals)
                method = "wilson" if min(count, deals - count) >= MANY else "exact"
                expected = stats.binomtest(count, deals).proportion_ci(level, method=method)
                assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-7, abs=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_intervals_of_means(level: float, stats: Any) -> None:
    rng = random.Random(3)
    for deals in (3, 10, 300, 5_000):
        values = [rng.choice((-120, -40, 0, 25.5, 80)) + rng.random() for _deal in range(deals)]
        found = Estimator(level).mean("", "", CARDS, [*Counter(values).items()])
        mean, error = sum(values) / deals, stats.sem(values)
        low, high = stats.t.interval(level, deals - 1, mean, error)
        assert (found.estimate, found.low, found.high) == pytest.approx((mean, low, high), rel=CLOSE)


HELD = {
    "fft-4": "trumps=7 spades=3 king=1",
    "scarto": "trumps=9",
    "hombre-1674": "hearts=4",
    "slovenian-pagat": "king=2",
}


@pytest.mark.parametrize("name", ["fft-3", *HELD, "zwanzigerrufen", "burro", "casita-robada", "tresillo"])
def test_odds_of_numbers_of_cards(library: Library, name: str, stats: Any) -> None:
    engine = Engine(library.load(name))
    looked = [knowing_hand(engine, HELD[name])] if name in HELD else []
    compared = 0
    for unseen in (before_looking(engine), *looked):
        for odds in odds_of(engine, unseen):
            if odds.kind == "count" and odds.where in ("hand", "talon", "aside", "taker"):
                law = stats.hypergeom(unseen.cards, odds.out, odds.size)
                for number, chance in odds.chances.items():
                    assert float(chance) == pytest.approx(law.pmf(number), rel=CLOSE), (odds.about, odds.of, number)
                assert math.isclose(float(sum(odds.chances.values())), 1)
                compared += 1
    assert compared
