"""Whole random deals a second through the public engine, on one core, and how long the command line takes to start.

    python tests/benchmarks/engine.py [--deals 3000] [--ruleset fft-4]

Each deal is shuffled, cut, dealt, bid, discarded, played, counted and scored; every action is chosen at random among the
legal ones. Reasons are not asked for.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time

import tarot_teach
from tarot_teach.engine import Engine


def deals_per_second(engine: Engine, deals: int) -> float:
    """Play deals one after the other."""
    rng = random.Random(1)
    begun = time.perf_counter()
    for seed in range(deals):
        state = engine.start(seed=seed)
        while state.turn is not None:
            choices = engine.legal(state)
            state, _events = engine.apply(state, choices.random(rng), among=choices)
    return deals / (time.perf_counter() - begun)


def seconds(*code: str) -> float:
    """The median wall time of a Python process over five runs."""
    runs = []
    for _run in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", *code], stdout=subprocess.DEVNULL, check=True)
        runs.append(time.perf_counter() - begun)
    return statistics.median(runs)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--ruleset", default="fft-4")
    args = parser.parse_args()
    engine = Engine(tarot_teach.load(args.ruleset))
    deals_per_second(engine, 50)
    rates = [deals_per_second(engine, args.deals) for _run in range(3)]
    print(f"{args.ruleset}: {statistics.median(rates):.0f} deals/s (median of 3 runs of {args.deals})")
    yardstick = seconds("import click, yaml")
    help_time = seconds("import sys; from tarot_teach.cli import main; main(['--help'])")
    print(f"tarot-teach --help: {help_time * 1000:.0f} ms, import click, yaml: {yardstick * 1000:.0f} ms")
    print(f"  ratio {help_time / yardstick:.2f}")


if __name__ == "__main__":
    main()
