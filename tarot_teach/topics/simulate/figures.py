"""Figures of simulated deals with confidence intervals: for each ruleset, and for the difference between two on the same deals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist

from tarot_teach.table import BOTH_SIDES
from tarot_teach.topics.simulate.run_results import RulesetStamp, RunResults
from tarot_teach.topics.simulate.tally import DealRow, RowChange, Tally

TINY, EXACT, STEPS = 1e-300, 1e-14, 100_000


@lru_cache(maxsize=4096)
def beta_quantile(p: float, a: float, b: float) -> float:
    """The quantile ``p`` of a beta distribution with parameters ``a`` and ``b``."""
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
    """The quantile ``p`` (above a half) of Student's t with some degrees of freedom."""
    x = beta_quantile(2 * (1 - p), freedom / 2, 0.5)
    return math.sqrt(freedom * (1 - x) / x)


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function: a continued fraction, by Lentz's method."""
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
    """A value that is far enough from 0 to divide by."""
    return value if abs(value) > TINY else TINY


SHARE, CARDS, GAME, TRICKS = "share", "card points", "game points", "tricks"
"""Units. A share is a part of 1."""

Sample = list[tuple[float, int]]
"""Values, each with the number of deals in which it came up."""
FEWEST, FEWEST_OTHERS = 100, 10
"""The fewest deals for an interval of a mean of game points; and, where more than half of the deals have one value, the fewest others.
With fewer deals, rare and expensive deals have often not come up yet, and an interval would be too narrow
(``tests/benchmarks/intervals.py`` measures it)."""
MANY = 1000
"""The number of deals on each side of a share from which on Wilson's interval is as good as the exact one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its ``name``, its ``group`` (a contract, a level …; empty for all deals) and its ``unit``.

    ``low`` and ``high`` are the ends of the confidence interval, None if there are too few deals for one, or if all are alike. ``deals`` is
    the number of deals in the share or the mean.
    """

    name: str
    group: str
    unit: str
    estimate: float
    low: float | None
    high: float | None
    deals: int


class Estimator:
    """Makes figures at a level of confidence between 0 and 1."""

    def __init__(self, confidence: float) -> None:
        self.upper: float = (1 + confidence) / 2
        self.z: float = NormalDist().inv_cdf(self.upper)

    def share(self, name: str, group: str, count: int, deals: int) -> Figure:
        """A share of at least one deal, with the exact interval of Clopper and Pearson (1934), or that of Wilson (1927) if there are many deals
        on both sides."""
        p = count / deals
        if min(count, deals - count) >= MANY:
            low, high = self._wilson(p, deals)
        else:
            low = beta_quantile(1 - self.upper, count, deals - count + 1) if count else 0.0
            high = 1 - beta_quantile(1 - self.upper, deals - count, count + 1) if count < deals else 1.0
        return Figure(name, group, SHARE, p, low, high, deals)

    def _wilson(self, p: float, deals: int) -> tuple[float, float]:
        z2 = self.z * self.z
        middle = (p + z2 / (2 * deals)) / (1 + z2 / deals)
        half = self.z * math.sqrt(p * (1 - p) / deals + z2 / (4 * deals * deals)) / (1 + z2 / deals)
        return middle - half, middle + half

    def mean(self, name: str, group: str, unit: str, sample: Sample) -> Figure:
        """A mean of at least one deal, with the interval of Student's t if there are enough deals."""
        deals, mean, moments = _moments(sample, 2)
        if not moments[0] or not _enough(sample, deals, unit):
            return Figure(name, group, unit, mean, None, None, deals)
        half = student_quantile(self.upper, deals - 1) * math.sqrt(moments[0] / (deals - 1))
        return Figure(name, group, unit, mean, mean - half, mean + half, deals)

    def deviation(self, name: str, group: str, unit: str, sample: Sample) -> Figure:
        """A standard deviation, with the interval of Bonett (2006), which also holds for distributions that are not normal."""
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
    """True if there are enough deals for an interval of their mean."""
    if unit == GAME and deals < FEWEST:
        return False
    counts: dict[float, int] = {}
    for value, count in sample:
        counts[value] = counts.get(value, 0) + count
    most = max(counts.values())
    return 2 * most <= deals or deals - most >= FEWEST_OTHERS


def _trimmed_mean(sample: Sample, deals: int) -> float:
    """The mean without the highest and the lowest values: a part ``1 / (2 sqrt(deals - 4))`` on each side."""
    cut = int(deals / (2 * math.sqrt(deals - 4)))
    at, terms = 0, []
    for value, count in sorted(sample):
        kept = min(at + count, deals - cut) - max(at, cut)
        terms.append(value * max(0, kept))
        at += count
    return math.fsum(terms) / (deals - 2 * cut)


def _moments(sample: Iterable[tuple[float, int]], highest: int) -> tuple[int, float, list[float]]:
    """Number of deals, mean, and central moments from the second on. The sums do not depend on the order."""
    values = list(sample)
    deals = sum(count for _value, count in values)
    mean = math.fsum(value * count for value, count in values) / deals
    powers = range(2, highest + 1)
    return deals, mean, [math.fsum((v - mean) ** k * count for v, count in values) / deals for k in powers]


Rows = list[tuple[DealRow, int]]


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a run: ``of`` each ruleset, and ``against`` the first, of each ruleset from the second on."""

    stamps: tuple[RulesetStamp, ...]
    confidence: float
    of: tuple[tuple[Figure, ...], ...]
    against: tuple[tuple[Figure, ...], ...]

    def all(self) -> Iterator[tuple[RulesetStamp, RulesetStamp | None, Figure]]:
        """Each figure with its ruleset, and the ruleset that it is compared with, or None."""
        first, *others = self.stamps
        for stamp, figures in zip(self.stamps, self.of, strict=True):
            yield from ((stamp, None, figure) for figure in figures)
        for stamp, figures in zip(others, self.against, strict=True):
            yield from ((stamp, first, figure) for figure in figures)


def compute_figures(results: RunResults, confidence: float = 0.95) -> Figures:
    """The figures of results, with intervals at a level of confidence between 0 and 1."""
    tally, (first, *others) = results.tally, results.stamps
    return Figures(
        results.stamps,
        confidence,
        tuple(tuple(figures_of(tally, i, stamp, confidence)) for i, stamp in enumerate(results.stamps)),
        tuple(
            tuple(differences_of(dict(tally.changes_of(i)), first.sides and stamp.sides, confidence))
            for i, stamp in enumerate(others)
        ),
    )


def figures_of(tally: Tally, ruleset: int, stamp: RulesetStamp, confidence: float) -> list[Figure]:
    """The figures of a ruleset, by its number. Shares of void deals are of all deals, others of the deals that were played."""
    return list(_Figures(tally, ruleset, stamp, Estimator(confidence)).all())


def differences_of(changes: Mapping[RowChange, int], sides: bool, confidence: float) -> list[Figure]:
    """The figures of what a second ruleset changes in the same deals.

    Means are of the second less the first; names ending in ``_where`` are means over the deals with different scores.
    """
    if not changes:
        return []
    estimator, deals = Estimator(confidence), sum(changes.values())

    def share(name: str, test: Callable[[RowChange], bool]) -> Figure:
        return estimator.share(name, "", sum(count for change, count in changes.items() if test(change)), deals)

    found = [share("differs", lambda change: change.scores), share("void_differs", lambda change: change.void)]
    if not sides:
        return found
    found += [
        share("contract_differs", lambda change: change.contract),
        share("made_differs", lambda change: change.made),
    ]
    where = [(change, count) for change, count in changes.items() if change.scores]
    for ending, those in (("", list(changes.items())), ("_where", where)):
        if those:
            points: Sample = [(change.points / 2, count) for change, count in those]
            taker: Sample = [(float(change.taker), count) for change, count in those]
            found.append(estimator.mean(f"points_difference{ending}", "", CARDS, points))
            found.append(estimator.mean(f"taker_difference{ending}", "", GAME, taker))
    return found


class _Figures:
    def __init__(self, tally: Tally, ruleset: int, stamp: RulesetStamp, estimator: Estimator) -> None:
        self.stamp, self.estimator = stamp, estimator
        self.scores = list(tally.scores_of(ruleset))
        self.dealt: Rows = list(tally.rows_of(ruleset))
        self.played: Rows = [(row, count) for row, count in self.dealt if not row.void]

    def all(self) -> Iterator[Figure]:
        """Every figure that there are deals for."""
        if not self.dealt:
            return
        deals = _number(self.dealt)
        yield self.estimator.share("void", "", deals - _number(self.played), deals)
        yield from self._groups("void", self.dealt, lambda row: [row.void])
        if not self.played:
            return
        yield from self._of_sides() if self.stamp.sides else self._of_seats()
        yield from self._groups("excuse", self.played, lambda row: [row.excuse])
        yield from self._groups("debt", self.played, lambda row: [row.debt])
        yield from self._some("lone_kept", lambda row: row.lone_kept)
        yield self._mean("spread", "", GAME, self.played, lambda row: row.spread)

    def _of_sides(self) -> Iterator[Figure]:
        for contract, rows in self._by_contract():
            if contract:
                yield self.estimator.share("contract", contract, _number(rows), _number(self.played))
            yield self._share("made", contract, rows, lambda row: row.made)
            yield self._mean("points", contract, CARDS, rows, lambda row: row.halves / 2)
            yield self._mean("margin", contract, CARDS, rows, lambda row: row.margin / 2)
            yield from self._scores(contract, rows)
        if any(row.scores[1] is not None for row, _count in self.played):
            yield self._share("alone", "", self.played, lambda row: row.alone)
        most = max(row.honours for row, _count in self.played)
        yield from self._groups(
            "honours", self.played, lambda row: [str(row.honours)], [str(n) for n in range(most + 1)]
        )
        yield self._mean("tricks", "", TRICKS, self.played, lambda row: row.tricks)
        yield from self._bonuses()

    def _by_contract(self) -> Iterator[tuple[str, Rows]]:
        yield "", self.played
        for contract in self.stamp.contracts:
            rows = [(row, count) for row, count in self.played if row.contract == contract]
            if rows:
                yield contract, rows

    def _scores(self, contract: str, rows: Rows) -> Iterator[Figure]:
        """Game points by role, each defender's as a mean of all defenders'."""
        yield self._mean("taker", contract, GAME, rows, lambda row: row.scores[0] or 0)
        yield self.estimator.deviation(
            "taker_deviation", contract, GAME, [(float(row.scores[0] or 0), n) for row, n in rows]
        )
        helped = [(row, count) for row, count in rows if row.scores[1] is not None]
        if helped:
            yield self._mean("partner", contract, GAME, helped, lambda row: row.scores[1] or 0)
        yield self._mean("defender", contract, GAME, rows, self._each_defender)

    def _each_defender(self, row: DealRow) -> float:
        return float(row.scores[2] or 0) / (self.stamp.seats - 1 - (row.scores[1] is not None))

    def _bonuses(self) -> Iterator[Figure]:
        yield from self._groups("last_trick_bonus", self.played, lambda row: [row.last_trick_bonus], BOTH_SIDES)
        yield from self._groups("slam", self.played, lambda row: row.slam.split("+"))
        yield from self._groups("small_slam", self.played, lambda row: row.small_slam.split("+"))
        yield from self._some("handful", lambda row: bool(row.handfuls))
        yield from self._groups("handful", self.played, lambda row: [" ".join(shown) for shown in row.handfuls])
        yield from self._some("apart", lambda row: row.apart > 0)

    def _of_seats(self) -> Iterator[Figure]:
        for number in range(self.stamp.seats):
            sample = [(float(score), count) for seat, score, count in self.scores if seat == number]
            yield self.estimator.mean("seat", str(number + 1), GAME, sample)

    def _groups(
        self, name: str, rows: Rows, groups: Callable[[DealRow], Iterable[str]], order: Iterable[str] = ()
    ) -> Iterator[Figure]:
        """The share of each group into which deals fall; in the given order, those in which none falls too."""
        counts: Counter[str] = Counter()
        for row, count in rows:
            for group in set(groups(row)) - {""}:
                counts[group] += count
        for group in order or sorted(counts):
            yield self.estimator.share(name, group, counts[group], _number(rows))

    def _some(self, name: str, test: Callable[[DealRow], bool]) -> Iterator[Figure]:
        """A share of the deals played; nothing where it never came up."""
        figure = self._share(name, "", self.played, test)
        if figure.estimate:
            yield figure

    def _share(self, name: str, group: str, rows: Rows, test: Callable[[DealRow], bool]) -> Figure:
        return self.estimator.share(name, group, _number((row, n) for row, n in rows if test(row)), _number(rows))

    def _mean(
        self, name: str, group: str, unit: str, rows: Rows, value: Callable[[DealRow], Fraction | float]
    ) -> Figure:
        return self.estimator.mean(name, group, unit, [(float(value(row)), count) for row, count in rows])


def _number(rows: Iterable[tuple[DealRow, int]]) -> int:
    return sum(count for _row, count in rows)
