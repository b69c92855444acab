"""Quantiles of the beta distribution and of Student's t, by the regularized incomplete beta function."""

from __future__ import annotations

import math
from functools import lru_cache

TINY, EXACT, STEPS = 1e-300, 1e-14, 100_000


@lru_cache(maxsize=4096)
def beta_quantile(p: float, a: float, b: float) -> float:
    """The value below which a beta distribution with parameters ``a`` and ``b`` lies with probability ``p``."""
    low, high = 0.0, 1.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if incomplete_beta(middle, a, b) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@lru_cache(maxsize=4096)
def student_quantile(p: float, freedom: int) -> float:
    """The value below which Student's t with some degrees of freedom lies with probability ``p``, above a half."""
    x = beta_quantile(2 * (1 - p), freedom / 2, 0.5)
    return math.sqrt(freedom * (1 - x) / x)


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The probability that a beta distribution lies below ``x``: a continued fraction, by Lentz's method."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    c, d = 1.0, 1 / _far(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, STEPS):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _far(1 + factor * d)
            c = _far(1 + factor / c)
            fraction *= c * d
        if abs(c * d - 1) < EXACT:
            break
    return front * fraction / a


def _far(value: float) -> float:
    """A value that can be divided by."""
    return value if abs(value) > TINY else TINY
