"""Two players against each other on the same deals, with seats exchanged, run by hand:

    python -m tests.benchmarks.players fft-4 --deals 2000 --players strong:4,simple --out pairs.jsonl

Each deal is played twice: with the first player in some seats and the second in the others, and the other way round. A line of JSON for each deal goes to the file, which a later
run goes on with. At the end: by how much the first player's mean score a seat and deal lies above the mean of both, which is its mean score where scores sum to zero, with its 95 % interval, the contracts of
both, and the time a decision takes.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.figures import Estimator
from tests.helpers import LIBRARY


def seats_of_first(players: int, number: int) -> set[int]:
    """The seats of the first player in the first play of a deal: every other one, from another seat on in each deal."""
    return {(number + 2 * i) % players for i in range(players // 2)}


def play(name: str, names: tuple[str, str], seed: int, number: int) -> dict[str, Any]:
    """Play a deal twice: the scores of the seats of the first player, and contract, made and taker's player by play."""
    players = len(DealSimulator.of(LIBRARY, name, ["simple"]).seats)
    seats, scores, contracts, begun = seats_of_first(players, number), [], [], time.process_time()
    for turn in range(2):
        firsts = seats if not turn else set(range(players)) - seats
        key = tuple(names[0] if seat in firsts else names[1] for seat in range(players))
        simulator = SIMULATORS.setdefault((name, *key), DealSimulator.of(LIBRARY, name, key))
        ending = simulator.ending(seed, number)
        for seat, score in enumerate(ending.scores):
            scores.append(float(score) / 2 if seat in firsts else -float(score) / 2)
        by = "" if ending.outcome is None else names[0 if ending.taker in firsts else 1]
        contracts.append([by, ending.row.contract, ending.row.made])
    return {
        "deal": number,
        "mean": sum(scores) / players,
        "contracts": contracts,
        "seconds": time.process_time() - begun,
    }


SIMULATORS: dict[tuple[str, ...], DealSimulator] = {}


def main() -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--players", default="strong:4,simple")
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seconds", type=float, default=1e9, help="Stop after so much time.")
    given = parser.parse_args()
    one, two = given.players.split(",")
    lines = given.out.read_text().splitlines() if given.out and given.out.exists() else []
    pairs, until = [json.loads(line) for line in lines], time.monotonic() + given.seconds
    play(given.ruleset, (one, two), given.seed, 0)
    while len(pairs) < given.deals and time.monotonic() < until:
        pairs.append(play(given.ruleset, (one, two), given.seed, len(pairs)))
        if given.out:
            with given.out.open("a") as file:
                file.write(json.dumps(pairs[-1]) + "\n")
    report(given.ruleset, (one, two), pairs)


def report(name: str, names: tuple[str, str], pairs: list[dict[str, Any]]) -> None:
    """Print the figures of some pairs."""
    figure = Estimator(0.95).mean("", "", "game points", [*Counter(pair["mean"] for pair in pairs).items()])
    print(f"{name}, {names[0]} against {names[1]}: {figure.estimate:+.2f} game points a seat and deal")
    print(f"95 % from {figure.low} to {figure.high}; {len(pairs)} deals, each played twice")
    print(f"{sum(pair['seconds'] for pair in pairs) / len(pairs) * 1000:.0f} ms a pair")
    for player in names:
        taken = [(contract, made) for pair in pairs for by, contract, made in pair["contracts"] if by == player]
        shares = Counter(contract for contract, _made in taken)
        kept = Counter(contract for contract, made in taken if made)
        words = [
            f"{contract} {number / len(taken):.1%} ({kept[contract] / number:.0%} made)"
            for contract, number in shares.most_common()
        ]
        print(f"contracts of {player}: {len(taken)}: " + ", ".join(words))


if __name__ == "__main__":
    main()
