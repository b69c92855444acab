"""Runs of many deals: deals a second in one process and in several, whether they find the same, and how much memory that takes.

Each is timed from a fifth of the deals on, when workers have started and have met most outcomes. A machine that others use is slow
now and then: with several rounds, each plays once alone and once in processes, and the middle of the ratios counts. How long it
takes from the start is told beside it.

With ``--cold``, the command ``simulate`` runs in a new process with nothing compiled, and the best of the rounds counts:

    python tests/benchmarks/runs.py --cold --deals 10000 --rulesets fft-4,enc2020-4 --players simple --rounds 3

python tests/benchmarks/runs.py [--deals 20000] [--jobs 2] [--players random] [--rulesets fft-4] [--engine] [--rounds 1] [--cold]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import NamedTuple

from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.task import Task


class Timed(NamedTuple):
    """A run, the deals a second once it is under way, and the seconds that it took from its start."""

    saved: RunResults
    rate: float
    seconds: float


def timed(task: Task, deals: int, jobs: int) -> Timed:
    """One run, timed."""
    saved = RunResults.of(task)
    printed: list[tuple[float, int]] = []
    start = time.perf_counter()
    play_deals(task, saved, deals, jobs=jobs, on_progress=lambda played: printed.append((time.perf_counter(), played)))
    begun, before = next(moment for moment in printed if moment[1] >= deals / 5)
    ended, played = printed[-1]
    return Timed(saved, (played - before) / (ended - begun) if played > before else 0.0, ended - start)


def cold(task: Task, deals: int) -> tuple[float, float]:
    """Seconds of the command in a new process, without compiled code, and of the processors."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "tarot_teach", "simulate", *task.rulesets, "--deals", str(deals)]
        before, begun = os.times(), time.perf_counter()
        subprocess.run(
            [*command, "--players", ",".join(task.players)],
            env={**os.environ, "XDG_CACHE_HOME": cache},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        seconds, after = time.perf_counter() - begun, os.times()
    return seconds, after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--players", default="random")
    parser.add_argument("--rulesets", default="fft-4")
    parser.add_argument("--engine", action="store_true", help="play with the engine, not the kernel")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--cold", action="store_true", help="time the command in a new process, with nothing compiled")
    args = parser.parse_args()
    task = Task(tuple(args.rulesets.split(",")), tuple(args.players.split(",")), 1, kernel=not args.engine)
    task.check()
    if args.cold:
        runs = [cold(task, args.deals) for _ in range(args.rounds)]
        print(
            f"{args.rulesets}, {args.deals:,} deals, nothing compiled: {min(run[0] for run in runs):.1f} s from the start"
        )
        print(f"  {', '.join(f'{seconds:.1f} s ({cpu:.1f} s of the processors)' for seconds, cpu in runs)}")
        return
    rounds = [(timed(task, args.deals, 1), timed(task, args.deals, args.jobs)) for _ in range(args.rounds)]
    one = rounds[0][0].saved
    assert all(run.saved == one for pair in rounds for run in pair)
    alone, together = (median(run.rate for run in runs) for runs in zip(*rounds, strict=True))
    short, long = (median(run.seconds for run in runs) for runs in zip(*rounds, strict=True))
    ratios = [pair[1].rate / max(pair[0].rate, 1e-9) for pair in rounds]
    rows = sum(map(len, (*one.tally.rows, *one.tally.changes)))
    print(
        f"{args.rulesets}, {args.players} players: {alone:,.0f} deals/s alone, {together:,.0f} in {args.jobs} processes"
    )
    each = ", ".join(f"{ratio:.2f}" for ratio in sorted(ratios))
    print(f"  ratio {median(ratios):.2f} ({each}); from the start {short:.1f} s alone, {long:.1f} s in {args.jobs}")
    print(f"  the same {rows:,} different rows of {args.deals:,} deals")
    for process in multiprocessing.active_children():
        process.join()
    begun = time.perf_counter()
    compute_figures(one)
    print(f"  figures in {time.perf_counter() - begun:.2f} s")
    own, others = (resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"  memory at most: {own:,.0f} MB in this process, {others:,.0f} MB in another")


if __name__ == "__main__":
    main()
