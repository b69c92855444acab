"""Cards a second through the compiled kernel, beside a hard-coded C program, OpenSpiel and the engine, in one run.

    python tests/benchmarks/kernel.py [--deals 100000] [--ruleset fft-4]

All play at random on one core. The C program (``limit.c``, built with gcc where there is one) has the rules of one game in its
code, without auction and score; OpenSpiel's hearts (``pip install open_spiel``, else left out) is driven from Python. Each figure
is the best of many short runs in turn, so that a busy machine disturbs all alike; beside it stands the middle of them.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import numpy as np

import tarot_teach
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel import kernel_for
from tarot_teach.topics.simulate.kernel.batches import play_range
from tarot_teach.topics.simulate.kernel.kernel import Kernel
from tarot_teach.topics.simulate.task import Task

ROUNDS, SHORT, WHILE = 30, 10_000, 0.2
"""The number of turns of each, of deals, and of seconds for OpenSpiel."""
FIRST_USE = """
import time
begun = time.perf_counter()
from tarot_teach.topics.simulate.task import Task
Task(("{ruleset}",), ("random",), 1).play(0, 10)
print(time.perf_counter() - begun)
"""


def kernel_of(ruleset: str, players: str, contract: str | None) -> Kernel:
    """The kernel for a ruleset."""
    kernel = kernel_for(DealSimulator.of(Library(), ruleset, (players,), contract))
    assert isinstance(kernel, Kernel), kernel
    return kernel


def bare(kernel: Kernel, deals: int) -> float:
    """Cards a second, from the shuffle to the card points."""
    results = np.empty((deals, kernel.width), np.int64)
    begun = time.perf_counter()
    play_range(kernel.tables, 1, 0, results)
    return deals * kernel.tricks * kernel.seats / (time.perf_counter() - begun)


def whole(task: Task, deals: int) -> float:
    """Deals a second with auction, announcements, score and tally."""
    task.play(0, 100)
    begun = time.perf_counter()
    task.play(0, deals)
    return deals / (time.perf_counter() - begun)


def yardstick(folder: str) -> Callable[[int], float] | None:
    """The C program, built; None without a compiler."""
    compiler, program = shutil.which("gcc"), str(Path(folder) / "limit")
    if compiler is None:
        return None
    source = Path(__file__).with_name("limit.c")
    subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", program], check=True)

    def run(deals: int) -> float:
        printed = subprocess.run([program, str(deals)], capture_output=True, text=True, check=True).stdout
        return float(printed.split("deals/s, ")[1].split()[0])

    return run


def hearts(seconds: float) -> float:
    """Decisions a second in OpenSpiel's hearts, driven from Python."""
    import pyspiel

    game, rng = pyspiel.load_game("hearts"), random.Random(1)
    decisions, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions / (time.perf_counter() - begun)


def first_uses(ruleset: str) -> tuple[float, float]:
    """Seconds from the import to the tenth deal, in a new process: compiling, and then with what was compiled."""
    with tempfile.TemporaryDirectory() as cache:
        code = FIRST_USE.format(ruleset=ruleset)
        environment = {**os.environ, "XDG_CACHE_HOME": cache}
        runs = [
            float(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True).stdout)
            for _run in range(2)
        ]
    return runs[0], runs[1]


def beside(rates: Sequence[float]) -> str:
    """The middle of some rates."""
    return f"in the middle {median(rates) / 1e6:.1f}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--ruleset", default="fft-4")
    args = parser.parse_args()
    unseen = next((bid for bid in Engine(tarot_teach.load(args.ruleset)).index.ranking if "sans" in bid), None)
    kernel = kernel_of(args.ruleset, "random", unseen)
    cards = kernel.tricks * kernel.seats
    compiling, cached = first_uses(args.ruleset)
    print(f"first use: {compiling:.1f} s with compiling, then {cached:.2f} s")
    spiel = importlib.util.find_spec("pyspiel") is not None
    with tempfile.TemporaryDirectory() as folder:
        limit = yardstick(folder)
        ours, theirs, hearty = [], [], []
        for _round in range(ROUNDS):
            ours.append(bare(kernel, min(SHORT, args.deals)))
            theirs += [limit(min(SHORT, args.deals))] if limit else []
            hearty += [hearts(min(WHILE, args.deals / 1e6))] if spiel else []
    best = max(ours)
    print(f"kernel, {args.ruleset} at random without auction: {best / 1e6:.1f} million cards/s ({beside(ours)})")
    if theirs:
        print(
            f"  to the C program ({max(theirs) / 1e6:.1f} million cards/s, {beside(theirs)}): {best / max(theirs):.2f}"
        )
    if hearty:
        print(f"  to OpenSpiel's hearts ({max(hearty) / 1e6:.2f} million decisions/s): {best / max(hearty):.0f}")
    for players in ("random", "simple"):
        task = Task((args.ruleset,), (players,), 1)
        rate = max(whole(task, args.deals) for _round in range(3))
        slow = whole(Task((args.ruleset,), (players,), 1, kernel=False), max(50, args.deals // 400))
        printed = f"{rate * cards / 1e6:.1f} million cards/s"
        if theirs:
            printed += f", to the C program {rate * cards / max(theirs):.2f}"
        if hearty:
            printed += f", to hearts {rate * cards / max(hearty):.0f}"
        print(f"whole deals by {players} players, scored and counted: {rate:.0f} deals/s, {printed}")
        print(f"  to the engine ({slow:.0f} deals/s): {rate / slow:.0f}")


if __name__ == "__main__":
    main()
