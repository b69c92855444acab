"""Figures with the intervals in which the truth lies, at a level of confidence."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

from tarot_teach.topics.simulate.quantiles import beta_quantile, student_quantile

SHARE, CARDS, GAME, TRICKS = "share", "card points", "game points", "tricks"
"""Units. A share is a part of 1."""

Sample = list[tuple[float, int]]
"""Values, each with the number of deals in which it came up."""
FEWEST, FEWEST_OTHERS = 100, 10
"""Means of game points have an interval from so many deals on; and means of which more than half of the deals have one value,
if so many others have another. With fewer, what is rare and dear has often not come up yet, and no interval would hold what it says
(``tests/benchmarks/intervals.py`` measures it)."""
MANY = 1000
"""Where so many deals are on both sides of a share, the interval of Wilson is as good as the exact one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: of what (``name``), of which of it (``group``: a contract, a level …; empty: of all), in which ``unit``.
    ``low`` and ``high`` are the ends of the confidence interval, None where there are too few deals for one that holds, or deals that are
    all alike; ``deals`` is the number of deals that it is the share of, or the mean over."""

    name: str
    group: str
    unit: str
    estimate: float
    low: float | None
    high: float | None
    deals: int


class Measure:
    """Makes figures at a level of confidence between 0 and 1."""

    def __init__(self, confidence: float) -> None:
        self.upper: float = (1 + confidence) / 2
        self.z: float = NormalDist().inv_cdf(self.upper)

    def share(self, name: str, group: str, hits: int, deals: int) -> Figure:
        """A share. Its interval is the exact one of Clopper and Pearson (1934), or where both sides are many, the like one of
        Wilson (1927). There have to be deals."""
        p = hits / deals
        if min(hits, deals - hits) >= MANY:
            low, high = self._wilson(p, deals)
        else:
            low = beta_quantile(1 - self.upper, hits, deals - hits + 1) if hits else 0.0
            high = 1 - beta_quantile(1 - self.upper, deals - hits, hits + 1) if hits < deals else 1.0
        return Figure(name, group, SHARE, p, low, high, deals)

    def _wilson(self, p: float, deals: int) -> tuple[float, float]:
        z2 = self.z * self.z
        middle = (p + z2 / (2 * deals)) / (1 + z2 / deals)
        half = self.z * math.sqrt(p * (1 - p) / deals + z2 / (4 * deals * deals)) / (1 + z2 / deals)
        return middle - half, middle + half

    def mean(self, name: str, group: str, unit: str, sample: Sample) -> Figure:
        """A mean, with the interval of Student's t where it holds. There have to be deals."""
        deals, mean, moments = _moments(sample, 2)
        if not moments[0] or not _enough(sample, deals, unit):
            return Figure(name, group, unit, mean, None, None, deals)
        half = student_quantile(self.upper, deals - 1) * math.sqrt(moments[0] / (deals - 1))
        return Figure(name, group, unit, mean, mean - half, mean + half, deals)

    def deviation(self, name: str, group: str, unit: str, sample: Sample) -> Figure:
        """A standard deviation, with the interval of Bonett (2006) where it holds: for distributions that are not normal."""
        deals, _mean, moments = _moments(sample, 2)
        root = math.sqrt(moments[0])
        if not root or deals < FEWEST or not _enough(sample, deals, unit):
            return Figure(name, group, unit, root, None, None, deals)
        trimmed = _trimmed_mean(sample, deals)
        fourth = math.fsum((value - trimmed) ** 4 * count for value, count in sample) / deals
        scale = deals / (deals - self.z)
        error = scale * math.sqrt(max(0.0, fourth / moments[0] ** 2 - (deals - 3) / deals) / (deals - 1))
        middle = root * math.sqrt(scale * deals / (deals - 1))
        factor = math.exp(self.z * error / 2)
        return Figure(name, group, unit, root, middle / factor, middle * factor, deals)


def _enough(sample: Sample, deals: int, unit: str) -> bool:
    """Tell deals that are enough for an interval of their mean that holds what it says."""
    if unit == GAME and deals < FEWEST:
        return False
    counts: dict[float, int] = {}
    for value, count in sample:
        counts[value] = counts.get(value, 0) + count
    most = max(counts.values())
    return 2 * most <= deals or deals - most >= FEWEST_OTHERS


def _trimmed_mean(sample: Sample, deals: int) -> float:
    """The mean without the highest and lowest values: one of ``2 sqrt(deals - 4)`` on each side."""
    cut = int(deals / (2 * math.sqrt(deals - 4)))
    at, terms = 0, []
    for value, count in sorted(sample):
        kept = min(at + count, deals - cut) - max(at, cut)
        terms.append(value * max(0, kept))
        at += count
    return math.fsum(terms) / (deals - 2 * cut)


def _moments(sample: Iterable[tuple[float, int]], highest: int) -> tuple[int, float, list[float]]:
    """How many deals, their mean, and the central moments from the second on. Sums do not depend on the order."""
    values = list(sample)
    deals = sum(count for _value, count in values)
    mean = math.fsum(value * count for value, count in values) / deals
    powers = range(2, highest + 1)
    return deals, mean, [math.fsum((v - mean) ** k * count for v, count in values) / deals for k in powers]
