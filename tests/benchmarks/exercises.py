"""Questions about endings, with their proofs, that are made in a minute; in processor time of one core.

    python tests/benchmarks/exercises.py [--number 100] [--tricks 8] [--ruleset fft-4] [--python]

Compiling is not counted. ``--python`` solves without numba.
"""

from __future__ import annotations

import argparse
import random
import time

import tarot_teach
from tarot_teach.advice.format import advice_for
from tarot_teach.engine import Engine
from tarot_teach.explain.proved import PROVED, proved_exercise
from tarot_teach.loading import Library
from tarot_teach.solver import Objective
from tarot_teach.topics.quiz.endings import Endings


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=100, help="questions of each kind")
    parser.add_argument("--tricks", type=int, default=8)
    parser.add_argument("--ruleset", default="fft-4")
    parser.add_argument("--python", action="store_true")
    args = parser.parse_args()
    ruleset = tarot_teach.load(args.ruleset)
    endings = Endings(Engine(ruleset), advice_for(Library(), ruleset), False if args.python else None)
    kinds = [kind for kind in PROVED if not endings.unfit(Objective(kind))]
    for kind in kinds:
        endings.find(Objective(kind), 2006, 3)
    if not args.python and endings.deals.kernel is not None:
        endings.deals.kernel.cards(2006, 0)
    whole = 0.0
    for kind in kinds:
        rng, made, deals = random.Random(kind), 0, 0
        begun = time.process_time()
        while made < args.number:
            proof = endings.find(Objective(kind), rng.randrange(2**32), args.tricks)
            deals += 1
            if proof is not None:
                proved_exercise(endings.engine, proof, "x")
                made += 1
        took = time.process_time() - begun
        whole += took
        print(
            f"{args.ruleset}, {args.tricks} tricks, {kind}: {1000 * took / made:.1f} ms each, of {deals / made:.1f} deals",
            flush=True,
        )
    print(f"{60 * args.number * len(kinds) / whole:.0f} questions a minute, as many of each kind")


if __name__ == "__main__":
    main()
