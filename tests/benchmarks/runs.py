"""Runs of many deals: deals a second in one process and in several, whether they find the same, and how much memory that takes.

python tests/benchmarks/runs.py [--deals 20000] [--jobs 2] [--players random] [--rulesets fft-4]
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time

from tarot_teach.simulate import Saved, Task, find, play_deals


def timed(task: Task, deals: int, jobs: int) -> tuple[Saved, float]:
    """A run, and deals a second once the workers are there."""
    saved = Saved.of(task)
    begun: list[float] = []

    def tell(played: int) -> None:
        begun.extend([time.perf_counter(), played] if not begun else [])

    play_deals(task, saved, deals, jobs=jobs, tell=tell)
    seconds = time.perf_counter() - begun[0]
    return saved, (deals - begun[1]) / seconds


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--players", default="random")
    parser.add_argument("--rulesets", default="fft-4")
    args = parser.parse_args()
    task = Task(tuple(args.rulesets.split(",")), tuple(args.players.split(",")), 1)
    task.check()
    one, alone = timed(task, args.deals, 1)
    many, together = timed(task, args.deals, args.jobs)
    assert one == many
    rows = sum(map(len, (*one.packed.rows, *one.packed.changes)))
    print(
        f"{args.rulesets}, {args.players} players: {alone:,.0f} deals/s in one process, {together:,.0f} in {args.jobs}"
    )
    print(f"  ratio {together / alone:.2f}; the same {rows:,} different rows of {args.deals:,} deals")
    for process in multiprocessing.active_children():
        process.join()
    begun = time.perf_counter()
    find(one)
    print(f"  figures in {time.perf_counter() - begun:.2f} s")
    own, others = (resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"  memory at most: {own:,.0f} MB in this process, {others:,.0f} MB in another")


if __name__ == "__main__":
    main()
