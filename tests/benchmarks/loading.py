"""The time of the loader for files of one size, each made of one shape.

    python tests/benchmarks/loading.py [--bytes 100000] [--limit 1.0] [NAME ...]

Each shape is read, checked as whatever kind of file it is, and its faults are put into words and into JSON. With
``--limit``, the program ends with 1 when a shape takes more seconds than that.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tarot_teach.errors import TarotError
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.topics.check.check_file import check_file

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from tests.fuzz.shapes import SHAPES


def seconds(path: Path, beside: bool) -> tuple[float, int]:
    """Processor time for a file, and the number of its faults. ``beside`` loads it as the neighbour of another file."""
    begun = time.process_time()
    faults = 0
    try:
        if beside:
            library_for([path.parent / "own.yaml"], print)
        else:
            check_file(path, Library())
    except TarotError as error:
        str(error)
        faults = len(error.problems)
        json.dumps([problem.as_data() for problem in error.problems])
    return time.process_time() - begun, faults


def main() -> int:
    """Measure and print; 1 when a shape takes too long."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bytes", type=int, default=100_000)
    parser.add_argument("--limit", type=float)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    slow = 0
    with TemporaryDirectory() as folder:
        (Path(folder) / "own.yaml").write_text("format: 1\nid: own\ntitle: Own\nextends: fft-4\n", encoding="utf-8")
        path = Path(folder) / "shape.yaml"
        check_file(Path(folder) / "own.yaml", Library())  # imports
        for name, shape in SHAPES.items():
            if asked.names and name not in asked.names:
                continue
            path.write_bytes(shape(asked.bytes))
            alone, faults = seconds(path, beside=False)
            neighbour, _faults = seconds(path, beside=True)
            late = asked.limit is not None and max(alone, neighbour) > asked.limit
            slow += late
            print(f"{name:34} {alone:7.2f} s  as a neighbour {neighbour:6.2f} s  {faults:5} faults{'  SLOW' * late}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
