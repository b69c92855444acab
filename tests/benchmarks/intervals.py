"""The share of intervals that hold the true value, in groups of a few deals and of many.

    python tests/benchmarks/intervals.py [--deals 40000] [--groups 2000] [--contract garde_sans] [--ruleset fft-4]

The deals are played once; what all of them have together is taken for the truth. Groups of them are drawn at random, and the
figures of each group are made as those of a run are. A share in brackets says in how many groups there is an interval at all,
where it is not in all of them: where none would hold, none is given.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Callable
from itertools import accumulate

from tarot_teach.topics.simulate.figures import CARDS, GAME, Estimator, Figure, Sample
from tarot_teach.topics.simulate.tally import DealRow
from tarot_teach.topics.simulate.task import Task

SIZES = (2, 5, 10, 20, 30, 100, 300, 1000)
KINDS: dict[str, tuple[Callable[[DealRow], float], Callable[[Estimator, Sample], Figure]]] = {
    "contract made": (lambda row: row.made, lambda estimator, sample: _share(estimator, sample)),
    "card points": (lambda row: row.halves / 2, lambda estimator, sample: estimator.mean("", "", CARDS, sample)),
    "game points": (lambda row: float(row.scores[0] or 0), lambda estimator, sample: estimator.mean("", "", GAME, sample)),
    "their deviation": (
        lambda row: float(row.scores[0] or 0), lambda estimator, sample: estimator.deviation("", "", GAME, sample),
    ),
}  # fmt: skip


def _share(estimator: Estimator, sample: Sample) -> Figure:
    return estimator.share(
        "", "", sum(count for value, count in sample if value), sum(count for _value, count in sample)
    )


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=40_000)
    parser.add_argument("--groups", type=int, default=2000)
    parser.add_argument("--contract", default="garde_sans")
    parser.add_argument("--ruleset", default="fft-4")
    printed = parser.parse_args()
    tally = Task((printed.ruleset,), ("simple",), 1, printed.contract).play(0, printed.deals)
    rows = [(row, count) for row, count in tally.rows_of(0) if not row.void]
    rng, estimator = random.Random(1), Estimator(0.95)
    print(f"| deals in a group | {' | '.join(map(str, SIZES))} |\n|{' --- |' * (len(SIZES) + 1)}")
    for name, (value, figure) in KINDS.items():
        values = [value(row) for row, _count in rows]
        weights = list(accumulate(count for _row, count in rows))
        whole = figure(estimator, [(each, count) for each, (_row, count) in zip(values, rows, strict=True)])
        truth = whole.estimate
        cells = []
        for size in SIZES:
            found = [
                figure(estimator, [*Counter(rng.choices(values, cum_weights=weights, k=size)).items()])
                for _group in range(printed.groups)
            ]
            given = [one for one in found if one.low is not None and one.high is not None]
            held = sum((one.low or 0) <= truth <= (one.high or -math.inf) or one.high == truth for one in given)
            there = "" if len(given) == len(found) else f" ({len(given) / len(found):.0%})"
            cells.append(f"{held / len(given):.1%}{there}" if given else "none")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
