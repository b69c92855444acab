"""Figures with the intervals in which the truth lies, at a level of confidence."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

SHARE, CARDS, GAME, TRICKS = "share", "card points", "game points", "tricks"
"""Units. A share is a part of 1."""

Sample = list[tuple[float, int]]
"""Values, each with the number of deals in which it came up."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: of what (``name``), of which of it (``group``: a contract, a level …; empty: of all), in which ``unit``.
    ``low`` and ``high`` are the ends of the confidence interval, None where a single deal, or deals that are all alike, allow none; ``deals`` is the
    number of deals that it is the share of, or the mean over."""

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
        self.z: float = NormalDist().inv_cdf((1 + confidence) / 2)

    def share(self, name: str, group: str, hits: int, deals: int) -> Figure:
        """A share, with the interval of Wilson (1927). There have to be deals."""
        z2 = self.z * self.z
        p = hits / deals
        middle = (p + z2 / (2 * deals)) / (1 + z2 / deals)
        half = self.z * math.sqrt(p * (1 - p) / deals + z2 / (4 * deals * deals)) / (1 + z2 / deals)
        low = 0.0 if hits == 0 else max(0.0, middle - half)
        high = 1.0 if hits == deals else min(1.0, middle + half)
        return Figure(name, group, SHARE, p, low, high, deals)

    def mean(self, name: str, group: str, unit: str, sample: Sample) -> Figure:
        """A mean, with the interval of a normal distribution. There have to be deals."""
        deals, mean, moments = _moments(sample, 2)
        if not moments[0]:
            return Figure(name, group, unit, mean, None, None, deals)
        half = self.z * math.sqrt(moments[0] / (deals - 1))
        return Figure(name, group, unit, mean, mean - half, mean + half, deals)

    def deviation(self, name: str, group: str, unit: str, sample: Sample) -> Figure:
        """A standard deviation; its interval is that of a large sample, from the fourth moment."""
        deals, _mean, moments = _moments(sample, 4)
        variance, fourth = moments[0], moments[2]
        root = math.sqrt(variance)
        if not root:
            return Figure(name, group, unit, root, None, None, deals)
        half = self.z * math.sqrt(max(0.0, fourth - variance * variance) / deals) / (2 * root)
        return Figure(name, group, unit, root, max(0.0, root - half), root + half, deals)


def _moments(sample: Iterable[tuple[float, int]], highest: int) -> tuple[int, float, list[float]]:
    """How many deals, their mean, and the central moments from the second on. Sums do not depend on the order."""
    values = list(sample)
    deals = sum(count for _value, count in values)
    mean = math.fsum(value * count for value, count in values) / deals
    powers = range(2, highest + 1)
    return deals, mean, [math.fsum((v - mean) ** k * count for v, count in values) / deals for k in powers]
