"""Figures of simulated deals with confidence intervals: for each ruleset, and for the difference between two on the same deals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist

from tarot_teach.mechanisms.observed import RowKey
from tarot_teach.topics.simulate.run_results import RulesetStamp, RunResults
from tarot_teach.topics.simulate.tally import COUNT_COLUMNS, FACT_COLUMNS, DealRow, RowChange, Tally

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
    if x > 0.5:  # its difference from 1 has more figures by itself
        rest = beta_quantile(2 * p - 1, 0.5, freedom / 2)
        return math.sqrt(freedom * rest / (1 - rest))
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


SHARE, CARDS, GAME, TRICKS, NUMBER = "share", "card points", "game points", "tricks", "number"
"""Units. A share is a part of 1."""

Sample = list[tuple[float, int]]
"""Values, each with the number of deals in which it came up."""
Rows = list[tuple[DealRow, int]]
"""Rows, each with its number of deals."""
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
            z2 = self.z * self.z
            middle = (p + z2 / (2 * deals)) / (1 + z2 / deals)
            half = self.z * math.sqrt(p * (1 - p) / deals + z2 / (4 * deals * deals)) / (1 + z2 / deals)
            low, high = middle - half, middle + half
        else:
            low = beta_quantile(1 - self.upper, count, deals - count + 1) if count else 0.0
            high = 1 - beta_quantile(1 - self.upper, deals - count, count + 1) if count < deals else 1.0
        return Figure(name, group, SHARE, p, low, high, deals)

    def mean(self, name: str, group: str, unit: str, sample: Sample) -> Figure:
        """A mean of at least one deal, with the interval of Student's t if there are enough deals."""
        deals, mean, variance = _moments(sample)
        if not variance or not _enough(sample, deals, unit):
            return Figure(name, group, unit, mean, None, None, deals)
        half = student_quantile(self.upper, deals - 1) * math.sqrt(variance / (deals - 1))
        return Figure(name, group, unit, mean, mean - half, mean + half, deals)

    def deviation(self, name: str, group: str, unit: str, sample: Sample) -> Figure:
        """A standard deviation, with the interval of Bonett (2006), which also holds for distributions that are not normal."""
        deals, _mean, variance = _moments(sample)
        root = math.sqrt(variance)
        if not root or deals < FEWEST or not _enough(sample, deals, unit):
            return Figure(name, group, unit, root, None, None, deals)
        trimmed = _trimmed_mean(sample, deals)
        fourth = math.fsum((value - trimmed) ** 4 * count for value, count in sample) / deals
        scale = deals / (deals - self.z)
        error = scale * math.sqrt(max(0.0, fourth / variance**2 - (deals - 3) / deals) / (deals - 1))
        middle = root * math.sqrt(scale * deals / (deals - 1))
        factor = math.exp(self.z * error / 2)
        return Figure(name, group, unit, root, middle / factor, middle * factor, deals)

    def part(self, name: str, group: str, rows: Rows, test: Callable[[DealRow], object]) -> Figure:
        """The share of the rows that pass a test."""
        return self.share(name, group, sum(count for row, count in rows if test(row)), _number(rows))

    def parts(
        self, name: str, rows: Rows, groups: Callable[[DealRow], Iterable[str]], order: Iterable[str] = ()
    ) -> list[Figure]:
        """The share of each group into which rows fall; in the given order, those in which none falls too."""
        counts: Counter[str] = Counter()
        for row, count in rows:
            for group in set(groups(row)) - {""}:
                counts[group] += count
        return [self.share(name, group, counts[group], _number(rows)) for group in order or sorted(counts)]

    def average(
        self, name: str, group: str, unit: str, rows: Rows, value: Callable[[DealRow], Fraction | float]
    ) -> Figure:
        """The mean of a value of rows."""
        return self.mean(name, group, unit, [(float(value(row)), count) for row, count in rows])


def _number(rows: Rows) -> int:
    return sum(count for _row, count in rows)


def _enough(sample: Sample, deals: int, unit: str) -> bool:
    """True if there are enough deals for an interval of their mean."""
    if unit == GAME and deals < FEWEST:
        return False
    counts: Counter[float] = Counter()
    for value, count in sample:
        counts[value] += count
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


def _moments(sample: Sample) -> tuple[int, float, float]:
    """Number of deals, mean and variance. The sums do not depend on the order."""
    deals = sum(count for _value, count in sample)
    mean = math.fsum(value * count for value, count in sample) / deals
    return deals, mean, math.fsum((value - mean) ** 2 * count for value, count in sample) / deals


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
    make, dealt = Estimator(confidence), list(tally.rows_of(ruleset))
    if not dealt:
        return []
    found = [make.part("void", "", dealt, lambda row: row.void), *make.parts("void", dealt, lambda row: [row.void])]
    played = [(row, count) for row, count in dealt if not row.void]
    if not played:
        return found
    if stamp.sides:
        found += _figures_of_sides(make, played, stamp)
    else:
        scores = list(tally.scores_of(ruleset))
        for number in range(stamp.seats):
            sample = [(float(score), count) for seat, score, count in scores if seat == number]
            found.append(make.mean("seat", str(number + 1), GAME, sample))
    for rule in sorted({rule for row, _count in played for rule, _value in row.facts}):
        found += _figures_of_fact(make, played, rule)
    found += make.parts("excuse", played, lambda row: [row.excuse])
    found += make.parts("debt", played, lambda row: [row.debt])
    if any(row.lone_kept for row, _count in played):
        found.append(make.part("lone_kept", "", played, lambda row: row.lone_kept))
    return [*found, make.average("spread", "", GAME, played, lambda row: row.spread)]


def _figures_of_sides(make: Estimator, played: Rows, stamp: RulesetStamp) -> Iterator[Figure]:
    """The figures of a taker and a defence: of all deals, then of those with each contract. Deals in which all play alone are counted,
    and no more."""
    sided = [(row, count) for row, count in played if row.scores]
    for contract in ("", *stamp.contracts):
        if contract and any(row.contract == contract for row, _count in played):
            under = [(row, count) for row, count in played if row.contract == contract]
            yield make.share("contract", contract, _number(under), _number(played))
        rows = [(row, count) for row, count in sided if contract in ("", row.contract)]
        if not rows:
            continue
        yield make.part("made", contract, rows, lambda row: row.made)
        yield make.average("points", contract, CARDS, rows, lambda row: row.halves / 2)
        yield make.average("margin", contract, CARDS, rows, lambda row: row.margin / 2)
        yield make.average("taker", contract, GAME, rows, lambda row: row.scores[0] or 0)
        taker: Sample = [(float(row.scores[0] or 0), count) for row, count in rows]
        yield make.deviation("taker_deviation", contract, GAME, taker)
        helped = [(row, count) for row, count in rows if row.scores[1] is not None]
        if helped:
            yield make.average("partner", contract, GAME, helped, lambda row: row.scores[1] or 0)
        yield make.average("defender", contract, GAME, rows, lambda row: _each_defender(row, stamp.seats))
    if not sided:
        return
    if any(row.scores[1] is not None for row, _count in sided):
        yield make.part("alone", "", sided, lambda row: row.alone)
    for i, (_kind, column) in enumerate(COUNT_COLUMNS):
        if column.figure not in stamp.lacks:
            yield from _figures_of_cards(make, sided, i, column)
    yield make.average("tricks", "", TRICKS, sided, lambda row: row.tricks)
    for i, (_kind, column) in enumerate(FACT_COLUMNS):
        if column.figure not in stamp.lacks:
            yield from _figures_of_column(make, sided, i, column)


def _figures_of_cards(make: Estimator, played: Rows, i: int, column: RowKey) -> list[Figure]:
    """The share of each number of cards that the count counts one by one, by the number of their column."""
    numbers = range(1 + max(row.cards[i] for row, _count in played))
    return make.parts(column.figure, played, lambda row: column.groups(row.cards[i]), map(str, numbers))


def _figures_of_column(make: Estimator, played: Rows, i: int, column: RowKey) -> Iterator[Figure]:
    """The figures of facts that have a column of their own, by its number."""
    if column.whole and any(row.cells[i] for row, _count in played):
        yield make.part(column.figure, "", played, lambda row: row.cells[i])
    yield from make.parts(column.figure, played, lambda row: column.groups(row.cells[i]), column.order)


def _figures_of_fact(make: Estimator, played: Rows, rule: str) -> Iterator[Figure]:
    """The figures of what another rule observes: a mean of numbers, or the share of each spelling."""
    values = [(value, count) for row, count in played for id, value in row.facts if id == rule]
    numbers: Sample = [(float(value), count) for value, count in values if isinstance(value, int)]
    if numbers:
        yield make.mean(rule, "", NUMBER, numbers)
    else:
        yield make.part(rule, "", played, lambda row: rule in dict(row.facts))
        yield from make.parts(rule, played, lambda row: [str(value) for id, value in row.facts if id == rule])


def _each_defender(row: DealRow, seats: int) -> float:
    """The mean of all defenders' game points."""
    return float(row.scores[2] or 0) / (seats - 1 - (row.scores[1] is not None))


def differences_of(changes: Mapping[RowChange, int], sides: bool, confidence: float) -> list[Figure]:
    """The figures of what a second ruleset changes in the same deals.

    Means are of the second less the first; names ending in ``_where`` are means over the deals with different scores.
    """
    if not changes:
        return []
    make, deals = Estimator(confidence), sum(changes.values())
    shares = {"differs": "scores", "void_differs": "void"}
    if sides:
        shares |= {"contract_differs": "contract", "made_differs": "made"}
    found = [
        make.share(name, "", sum(count for change, count in changes.items() if getattr(change, field)), deals)
        for name, field in shares.items()
    ]
    where = [(change, count) for change, count in changes.items() if change.scores]
    for ending, those in (("", list(changes.items())), ("_where", where)):
        if those and sides:
            points: Sample = [(change.points / 2, count) for change, count in those]
            taker: Sample = [(float(change.taker), count) for change, count in those]
            found.append(make.mean(f"points_difference{ending}", "", CARDS, points))
            found.append(make.mean(f"taker_difference{ending}", "", GAME, taker))
    return found
