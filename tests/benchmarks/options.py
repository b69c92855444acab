"""The time to load rulesets with a house rule, warm: the files have been read, and each ruleset by itself has been loaded.

    python tests/benchmarks/options.py [--limit 0.02]

The seconds are processor time. With ``--limit``, the program ends with 1 when the median of some ruleset takes more than that.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import median

from tarot_teach.loading import Library, shared


def main() -> int:
    """Measure and print; 1 when a ruleset takes too long."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float)
    asked = parser.parse_args()
    library = Library()
    names = {id: [f"{id}+{option}" for option in library.ids("option")] for id in library.ids()}
    fitting = {id: [name for name in stacks if library.fits(name)] for id, stacks in names.items()}
    shared._kept.clear()  # the files stay, and rulesets are put together anew
    library, slow = Library(), 0
    for id, stacks in fitting.items():
        library.load(id)
        seconds = []
        for name in stacks:
            begun = time.process_time()
            library.load(name)
            seconds.append(time.process_time() - begun)
        if not seconds:
            continue
        middle, most = median(seconds), max(seconds)
        late = asked.limit is not None and middle > asked.limit
        slow += late
        figures = f"median {middle * 1000:6.1f} ms  most {most * 1000:6.1f} ms"
        print(f"{id:28} {len(stacks):3} house rules  {figures}{'  SLOW' * late}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
