"""How long the solver takes for endings, by number of tricks, and how many positions it searches; in processor time of one core.

    python tests/benchmarks/solve.py [--positions 30] [--tricks 6 8 9 10] [--ruleset fft-4]

Endings are of deals played by the simple players, before a lead. Compiling is not counted.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import suppress

import tarot_teach
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.solver import Objective, Position, Solver, position_of
from tarot_teach.table import Phase
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.players import seat_players

SEED, CONTRACT = 2006, "garde"


def endings(engine: Engine, tricks: int) -> Iterator[Position]:
    """Positions with so many tricks left that the solver takes, of one deal after the other."""
    simulator = DealSimulator(engine, seat_players(("simple",), engine, None, len(engine.seats())), CONTRACT)
    number = 0
    while True:
        for move in simulator.play(SEED, number).moves:
            state = move.before
            if state.phase is Phase.PLAY and not state.trick.cards and state.hand_size(0) == tricks:
                with suppress(SolveError):
                    yield position_of(engine, state)
                break
        number += 1


def share(values: list[float], part: float) -> float:
    """The value that a part of all do not exceed."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--tricks", type=int, nargs="+", default=[6, 8, 9, 10])
    parser.add_argument("--ruleset", default="fft-4")
    args = parser.parse_args()
    engine = Engine(tarot_teach.load(args.ruleset))
    warm = next(endings(engine, 2))
    Solver(warm.rules).value(warm)
    for tricks in args.tricks:
        for objective in Objective:
            times, nodes, cut = [], [], 0
            for _number, position in zip(range(args.positions), endings(engine, tricks), strict=False):
                solver = Solver(position.rules, objective)
                begun = time.process_time()
                value = solver.value(position)
                times.append(1000 * (time.process_time() - begun))
                nodes.append(float(value.nodes))
                cut += not value.exact
            print(
                f"{args.ruleset}, {tricks} tricks, {objective}: median {share(times, 0.5):.2f} ms, 95 % {share(times, 0.95):.1f} ms; "
                f"nodes {share(nodes, 0.5):.0f}, {share(nodes, 0.95):.0f}; {sum(nodes) / sum(times):.0f} nodes/ms; {cut} cut short"
            )


if __name__ == "__main__":
    main()
