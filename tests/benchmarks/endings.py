"""The time of the search over words by tricks left, run by hand:

    python -m tests.benchmarks.endings scarto zwanzigerrufen slovenian-pagat:three --most 8 --deals 15

Endings of deals of simple players, each solved anew for what the game is about, at the lead of a trick. It prints medians and maxima of processor time in
milliseconds, and of positions searched.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from tarot_teach.solver import EndingSolver, objective_of
from tarot_teach.table import Phase, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY


def leads(simulator: DealSimulator, tricks: int, deals: int) -> list[State]:
    """The leads with so many tricks left, one for each deal that comes so far."""
    found = []
    for number in range(deals):
        states = (move.before for move in simulator.play(19, number).moves)
        found += [
            state
            for state in states
            if state.phase is Phase.PLAY and not state.trick.cards and state.hand_size(state.turn or 0) == tricks
        ][:1]
    return found


def main() -> None:
    """Search, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+", metavar="GAME[:CONTRACT]")
    parser.add_argument("--fewest", type=int, default=3)
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--deals", type=int, default=15)
    parser.add_argument("--nodes", type=int, default=2_000_000)
    given = parser.parse_args()
    for game in given.games:
        name, _colon, contract = game.partition(":")
        simulator = DealSimulator.of(LIBRARY, name, ["simple"], contract or None)
        for tricks in range(given.fewest, given.most + 1):
            times, nodes, cut = [], [], 0
            states = leads(simulator, tricks, given.deals)
            for state in states[:1] + states:  # the first is searched twice, since code may have to be compiled
                begun = time.process_time()
                aim = objective_of(simulator.engine, state.auction.contract)
                value = EndingSolver(simulator.engine, state, aim, given.nodes).value()
                times.append(1000 * (time.process_time() - begun))
                nodes.append(value.nodes)
                cut += not value.exact
            if states:
                figures = f"{median(times[1:]):.1f} / {max(times[1:]):.1f} ms, {median(nodes[1:]):.0f} / {max(nodes[1:])} positions"
                print(f"{game}, {tricks} tricks, {len(states)} endings: {figures}, {cut} cut short", flush=True)


if __name__ == "__main__":
    main()
