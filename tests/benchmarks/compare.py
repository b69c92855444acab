"""The time of loading and comparing all shipped rulesets, after import.

    python tests/benchmarks/compare.py

The facts of all pairs, the facts of all at once, and the whole page of all at once, with its matrix.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import combinations

from tarot_teach.loading import Library
from tarot_teach.rules import Ruleset
from tarot_teach.topics.compare.rulesets import compare_games, compare_rules
from tarot_teach.topics.compare.rulesets_page import describe_comparison


def seconds(work: Callable[[], object]) -> float:
    """The median time of five runs."""
    runs = []
    for _run in range(5):
        begun = time.perf_counter()
        work()
        runs.append(time.perf_counter() - begun)
    return statistics.median(runs)


def compare(*rulesets: Ruleset) -> object:
    """The facts of a comparison."""
    return compare_games(rulesets), compare_rules(rulesets)


def main() -> None:
    """Print the figures."""
    names = Library().ids()

    def load() -> list[Ruleset]:
        library = Library()
        return [library.load(name) for name in names]

    library = Library()
    rulesets = [library.load(name) for name in names]
    print(f"{len(names)} rulesets; medians of 5 runs")
    print(f"loading them:            {seconds(load) * 1000:5.0f} ms")
    print(
        f"facts of all pairs:      {seconds(lambda: [compare(*pair) for pair in combinations(rulesets, 2)]) * 1000:5.0f} ms"
    )
    print(f"facts of all at once:    {seconds(lambda: compare(*rulesets)) * 1000:5.0f} ms")
    print(f"page of all, in blocks:  {seconds(lambda: describe_comparison(rulesets)) * 1000:5.0f} ms")


if __name__ == "__main__":
    main()
