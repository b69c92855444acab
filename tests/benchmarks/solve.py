"""Time of the solver for endings, by number of tricks, and the number of positions that it searches; in processor time of one core.

    python tests/benchmarks/solve.py [--positions 30] [--tricks 6 8 9 10] [--ruleset fft-4] [--nodes 100000000] [--yardstick SOLVER] [--runs 4]
    python tests/benchmarks/solve.py --tricks --each-card 8 10 --whole 24 --nodes 60000000

``--each-card`` times what every allowed card brings at every play of the last tricks of a deal, with one table; ``--whole`` says of how many whole deals it is
found whether the contract is made, within the limit of nodes and parts of it.

Endings are of deals played by the simple players, before a lead. Compiling is not counted. ``--yardstick`` names another solver, a program or
C source, that takes a file of positions, ``exact`` or ``made``, a number of positions, a limit in millions of nodes, ``lastmode=0|1`` and
``v=1``, and prints a line for each with ``v=`` and ``t=``: then the same positions are timed with both in turn, and the answers ``made`` compared.
With ``--runs``, the shortest time of so many counts for each position.
"""

from __future__ import annotations

import argparse
import math
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import tarot_teach
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.solver import MANY, Objective, Position, Solver, Value, position_of
from tarot_teach.solver.layout import TO_OTHER_SIDE
from tarot_teach.table import Phase, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players

SEED, CONTRACT = 2006, "garde"


def deals(engine: Engine) -> Iterator[list[State]]:
    """The positions before each play of one deal after the other."""
    simulator = DealSimulator(engine, seat_players(("simple",), engine, None, len(engine.seats())), CONTRACT)
    for number in count():
        yield [move.before for move in simulator.play(SEED, number).moves if move.before.phase is Phase.PLAY]


def endings(engine: Engine, tricks: int) -> Iterator[Position]:
    """Positions with so many tricks left that the solver takes, of one deal after the other."""
    for states in deals(engine):
        at = [state for state in states if not state.trick.cards and state.hand_size(0) == tricks]
        with suppress(SolveError):
            yield from (position_of(engine, state) for state in at[:1])


def choices(engine: Engine, tricks: int) -> Iterator[list[Position]]:
    """The positions of the last tricks of one deal after the other in which several cards may be played, the last one first."""
    for states in deals(engine):
        with suppress(SolveError):
            yield [
                position_of(engine, state)
                for state in reversed(states)
                if max(map(state.hand_size, range(state.players))) <= tricks
                and engine.legal(state).cards.bit_count() > 1
            ]


def time_each_card(engine: Engine, tricks: int, number: int, nodes: int) -> None:
    """Print how long it takes to say what each card brings at each play of the last tricks."""
    times, cut = [], 0
    for _deal, positions in zip(range(number), choices(engine, tricks), strict=False):
        if positions:
            solver = Solver(positions[0].rules, nodes=nodes)
            begun = time.process_time()
            values = [value for position in positions for value in solver.cards(position).values()]
            times.append(1000 * (time.process_time() - begun))
            cut += not all(value.exact for value in values)
    name = engine.ruleset.name
    print(
        f"{name}, each card of the last {tricks} tricks: {figures(times)}; {cut} of {len(times)} cut short", flush=True
    )


def time_whole_deals(engine: Engine, number: int, nodes: int) -> None:
    """Print of how many whole deals it is found whether the contract is made."""
    tricks = engine.index.deals.hand_size(len(engine.seats()))
    found, times = [], []
    for deal, position in zip(range(number), endings(engine, tricks), strict=False):
        begun = time.process_time()
        value = Solver(position.rules, Objective.MADE, nodes).value(position)
        times.append(1000 * (time.process_time() - begun))
        found.append(value.nodes if value.exact else nodes + 1)
        print(
            f"    deal {deal}: {'found' if value.exact else 'cut short'} in {times[-1] / 1000:.1f} s, {value.nodes:,} nodes",
            flush=True,
        )
    shares = (f"{sum(each <= nodes // part for each in found)} within {nodes // part:,}" for part in (100, 10, 4, 1))
    print(
        f"{engine.ruleset.name}, {len(found)} whole deals, made: {', '.join(shares)} nodes; {figures(times)}",
        flush=True,
    )


def share(values: list[float], part: float) -> float:
    """The value that a part of all do not exceed."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def line_of(position: Position) -> str:
    """A position as the other solver reads it: players, leader, taker's side, its honours without a Petit in play, 0, its half-points, tricks, and
    by seat the plain cards, and trumps with the Excuse."""
    rules, trumps = position.rules, position.rules.trumps
    side = [hand for seat, hand in enumerate(position.hands) if position.takers >> seat & 1]
    held = sum((hand[trumps] & rules.honours[trumps] & ~1).bit_count() + hand[-1] for hand in side)
    numbers = [
        rules.players, position.leader, position.takers, position.honours + held, 0, position.halves, position.tricks,
    ]  # fmt: skip
    for hand in position.hands:
        numbers += [sum(mask << 14 * suit for suit, mask in enumerate(hand[:-2])), hand[-2] | hand[-1] << 21]
    return " ".join(map(str, numbers))


def compiled(source: Path, folder: Path, players: int) -> Path:
    """The other solver, from its source, which is to print times with more decimals."""
    text, solver = folder / source.name, folder / "solver"
    text.write_text(source.read_text(encoding="utf-8").replace("t=%.1fms", "t=%.4fms"), encoding="utf-8")
    wide = ["-DW=5"] if players > 4 else []
    subprocess.run(["cc", "-w", "-O3", "-march=native", *wide, "-o", solver, text], check=True)
    return solver


def yardstick(
    solver: Path, positions: list[Position], objective: Objective, limit: int
) -> tuple[list[float], list[int]]:
    """Milliseconds and answers of the other solver."""
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "positions"
        lines.write_text("\n".join(map(line_of, positions)) + "\n", encoding="utf-8")
        mode = "exact" if objective is Objective.POINTS else objective.value
        last = int(positions[0].rules.last_excuse == TO_OTHER_SIDE)
        command = [solver, lines, mode, str(len(positions)), str(limit / 1e6), f"lastmode={last}", "v=1"]
        text = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    found = re.findall(r"v=(-?\d+) t=([\d.]+)ms", text)
    return [float(milliseconds) for _value, milliseconds in found], [int(value) for value, _milliseconds in found]


def figures(times: list[float]) -> str:
    """A row of times in words."""
    return (
        f"median {share(times, 0.5):.2f} ms, 90 % {share(times, 0.9):.1f} ms, 95 % {share(times, 0.95):.1f} ms, "
        f"longest {max(times):.0f} ms"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--tricks", type=int, nargs="*", default=[6, 8, 9, 10])
    parser.add_argument("--each-card", type=int, nargs="*", default=[])
    parser.add_argument("--whole", type=int, default=0)
    parser.add_argument("--ruleset", default="fft-4")
    parser.add_argument("--nodes", type=int, default=MANY)
    parser.add_argument("--yardstick", type=Path)
    parser.add_argument("--runs", type=int, default=1)
    args = parser.parse_args()
    engine = Engine(tarot_teach.load(args.ruleset))
    with tempfile.TemporaryDirectory() as folder:
        if args.yardstick and args.yardstick.suffix == ".c":
            args.yardstick = compiled(args.yardstick, Path(folder), len(engine.seats()))
        measure(engine, args)


def measure(engine: Engine, args: argparse.Namespace) -> None:
    """Print the figures that the arguments ask for."""
    warm = next(endings(engine, 2))
    Solver(warm.rules).value(warm)
    for tricks in args.tricks:
        positions = [position for _, position in zip(range(args.positions), endings(engine, tricks), strict=False)]
        for objective in (Objective.POINTS, Objective.MADE):
            times, others = [math.inf] * len(positions), [math.inf] * len(positions)
            values, answers = list[Value](), list[int]()
            for _run in range(args.runs):
                taken, values = ours(positions, objective, args.nodes)
                times = [*map(min, times, taken)]
                if args.yardstick:
                    taken, answers = yardstick(args.yardstick, positions, objective, args.nodes)
                    others = [*map(min, others, taken)]
            nodes = [float(value.nodes) for value in values]
            print(
                f"{args.ruleset}, {tricks} tricks, {objective}: {figures(times)}; nodes {share(nodes, 0.5):.0f}, {share(nodes, 0.95):.0f}; "
                f"{sum(nodes) / sum(times):.0f} nodes/ms; {sum(not value.exact for value in values)} cut short",
                flush=True,
            )
            if args.yardstick:
                compare(times, values, others, answers, objective)
    for tricks in args.each_card:
        time_each_card(engine, tricks, args.positions, args.nodes)
    if args.whole:
        time_whole_deals(engine, args.whole, args.nodes)


def ours(positions: list[Position], objective: Objective, nodes: int) -> tuple[list[float], list[Value]]:
    """Milliseconds and values of this solver, with an empty table for each position."""
    times, values = [], []
    for position in positions:
        solver = Solver(position.rules, objective, nodes)
        begun = time.process_time()
        values.append(solver.value(position))
        times.append(1000 * (time.process_time() - begun))
    return times, values


def compare(
    times: list[float], values: list[Value], others: list[float], answers: list[int], objective: Objective
) -> None:
    """Print the figures of the other solver, how many times its time ours takes, and how many answers differ."""
    ratios = f"{share(times, 0.5) / share(others, 0.5):.2f} times its median, all in {sum(times) / sum(others):.2f} times its time"
    line = f"    the yardstick: {figures(others)}; {ratios}"
    if objective is Objective.MADE:
        differ = sum(value.exact and value.low != answer for value, answer in zip(values, answers, strict=True))
        line += f"; {differ} answers differ"
    print(line, flush=True)


if __name__ == "__main__":
    main()
