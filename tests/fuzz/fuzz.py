"""Hostile files by the thousand, run by hand.

    python tests/fuzz/fuzz.py --minutes 10                       chance alone, every loader in turn
    python tests/fuzz/fuzz.py --minutes 10 --guided ruleset      led by coverage (needs atheris), one loader

An input counts as a fault when another error than the project's own comes out, when it takes more than 2 seconds of
processor time, or more than 200 MB beyond what the program has when it begins. It is kept in the folder ``broken``, whose files the
test-suite feeds to the loaders again. The last line says how many inputs there were, and for how long.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import subprocess
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

SECONDS, MEGABYTES = 2.0, 200
BROKEN = HERE / "broken"
LAST = Path(os.environ.get("TMPDIR", "/tmp")) / f"fuzz-last-{os.getpid()}"
"""Where an input lies while it is tried, should it take the process with it."""


class Run:
    """Tries inputs, and counts them."""

    def __init__(self, found: Path) -> None:
        self.found, self.begun = found, time.monotonic()
        self.tried: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()

    def try_one(self, target: str, data: bytes) -> None:
        """One input to one loader."""
        from tests.fuzz.targets import run

        self.tried[target] += 1
        LAST.write_bytes(data)
        begun = time.process_time()
        fault = ""
        try:
            self.taken[target] += run(target, data)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            ours = [frame for frame in frames if "tarot_teach" in frame.filename] or frames
            fault = f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno}"
            printed = "".join(traceback.format_exception(error))[-3000:]
        else:
            if (took := time.process_time() - begun) > SECONDS:
                fault = printed = f"{took:.1f} s"
        if fault:
            self._keep(target, data, fault if " s" not in fault else "slow", printed)

    def _keep(self, target: str, data: bytes, fault: str, printed: str) -> None:
        self.faults[f"{target}: {fault}"] += 1
        if self.faults[f"{target}: {fault}"] > 3:
            return
        name = f"{target}.{hashlib.sha256(data).hexdigest()[:10]}"
        (self.found / name).write_bytes(data)
        print(f"FAULT {name}: {fault}\n{printed}", flush=True)

    def report(self) -> None:
        """A report of the inputs tried so far."""
        minutes = (time.monotonic() - self.begun) / 60
        total, taken = sum(self.tried.values()), sum(self.taken.values())
        print(f"{total:,} inputs in {minutes:.1f} minutes, {taken:,} of them accepted; {dict(self.tried)}", flush=True)
        print(f"faults: {dict(self.faults) or 'none'}", flush=True)


def _bound() -> None:
    """From here on the process gets only so much more memory."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    most = used + MEGABYTES * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> None:
    """Fuzz for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--guided", action="store_true")
    parser.add_argument("--found", type=Path, default=BROKEN)
    parser.add_argument("--simulate", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.simulate:
        asked.simulate.write_text(a_run(), encoding="utf-8")
        return
    results = LAST.with_suffix(".run")  # by another process: instrumented code does not compile
    subprocess.run([sys.executable, __file__, "--simulate", str(results)], check=True)
    simulated = results.read_text(encoding="utf-8")
    asked.found.mkdir(exist_ok=True)
    if asked.guided:
        import atheris

        with atheris.instrument_imports(include=["tarot_teach"]):
            from tests.fuzz import targets
    else:
        from tests.fuzz import targets
    from tests.fuzz.hostile import Dice, an_input

    chosen = asked.targets or list(targets.TARGETS)
    assert set(chosen) <= set(targets.TARGETS), f"known: {', '.join(targets.TARGETS)}"
    targets.shelf()
    run, until = Run(asked.found), time.monotonic() + 60 * asked.minutes
    warm = random.Random(1)
    for target in chosen * 3:
        run.try_one(target, an_input(target, Dice(warm.randbytes(400)), simulated))
    if asked.guided:

        def one(data: bytes) -> None:
            target = chosen[data[0] % len(chosen)] if data else chosen[0]
            run.try_one(target, an_input(target, Dice(data[1:]), simulated))
            if time.monotonic() > until:
                run.report()
                os._exit(0)

        atheris.Setup([sys.argv[0], "-max_len=400", "-len_control=0", "-rss_limit_mb=4000"], one)
        atheris.Fuzz()
        return
    _bound()
    dice = random.Random(asked.seed)
    printed = time.monotonic()
    while time.monotonic() < until:
        target = dice.choice(chosen)
        run.try_one(target, an_input(target, Dice(dice.randbytes(dice.choice((20, 100, 400)))), simulated))
        if time.monotonic() > printed + 120:
            printed = time.monotonic()
            run.report()
    run.report()


def a_run() -> str:
    """A file of simulated deals, as text."""
    from tarot_teach.topics.simulate.results_files import save_results
    from tarot_teach.topics.simulate.run import play_deals
    from tarot_teach.topics.simulate.run_results import RunResults
    from tarot_teach.topics.simulate.task import Task

    task = Task(("fft-4", "fft-4+garde-contre-x8"), ("random",), 1, None)
    saved = RunResults.of(task)
    play_deals(task, saved, 20, jobs=1)
    path = LAST.with_suffix(".json")
    save_results(saved, path)
    return json.dumps(json.loads(path.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
