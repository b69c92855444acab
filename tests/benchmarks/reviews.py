"""The time of looking back on a deal, and how far fewer worlds agree with more on what was dearest; run by hand:

    python -m tests.benchmarks.reviews fft-4 --deals 20 --last 11 --more 2000

Deals of simple players, each looked back on from the first seat that took part in the play. It prints the processor time and the time on the clock of a deal, and with ``--more`` in how many deals the dearest card, and how many of
the three dearest, are the same with so many worlds.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from tarot_teach.advice.format import advice_for
from tarot_teach.topics.review.card_costs import WORLDS, CardCost, Reviewer
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY


def dearest(costs: list[CardCost]) -> list[int]:
    """The numbers of the three decisions that cost most."""
    chosen = sorted((cost for cost in costs if cost.tried and cost.cost > 0), key=lambda cost: -cost.cost)
    return [cost.number for cost in chosen[:3]]


def main() -> None:
    """Look back, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--last", type=int, default=11)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--more", type=int, default=0)
    given = parser.parse_args()
    simulator = DealSimulator.of(LIBRARY, given.ruleset, ["simple"])
    advice = advice_for(LIBRARY, simulator.engine.ruleset)
    used, waited, first, alike, asked, number = list[float](), list[float](), 0, 0, 0, 0
    while len(used) < given.deals:
        number += 1
        deal = simulator.play(number, 0)
        if not any(move.number for move in deal.moves):
            continue
        reviewer = Reviewer(simulator.engine, advice, given.worlds)
        if not used:
            list(reviewer.costs(deal, 0, given.last))  # what is compiled or loaded once
        begun, clock = time.process_time(), time.monotonic()
        few = dearest(list(reviewer.costs(deal, 0, given.last)))
        used.append(time.process_time() - begun)
        waited.append(time.monotonic() - clock)
        if given.more and few:
            many = dearest(list(Reviewer(simulator.engine, advice, given.more, seed=1).costs(deal, 0, given.last)))
            asked += 1
            first += few[:1] == many[:1]
            alike += len({*few} & {*many})
    print(
        f"{given.ruleset}, {given.worlds} worlds, the last {given.last} cards: of the processor {median(used):.2f} s a deal, longest {max(used):.2f}; on the clock {median(waited):.2f}, longest {max(waited):.2f}"
    )
    if given.more:
        print(
            f"against {given.more} worlds: in {first} of {asked} deals the same card is dearest; of the three dearest {alike / max(asked, 1):.1f} are the same"
        )


if __name__ == "__main__":
    main()
