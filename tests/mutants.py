"""Mutation testing of ``engine/`` and ``mechanisms/``, run by hand: ``python -m tests.mutants --help``.

mutmut makes the mutants; they are judged here, because its own runner collects the tests anew for every one of them. The
tests are collected once. For each mutant a process is forked, in which the code of one function is exchanged; the tests
that call this function are run, first some that hold much, then the quickest, until one fails. Texts within ``say(_("…"))``
are left alone, as ``pyproject.toml`` has it, since wording is held by other tests. What came of each mutant is kept in ``mutants/``; delete
the folder when tests or modules have changed much.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.mutating import PACKAGES, ROOT, Mutant, all_mutants, function_of, shown

KNOWN = ROOT / "mutants"
TESTS = [
    "mechanisms",
    "announcing",
    "cases",
    "golden_texts",
    "engine",
    "sources",
    "examples",
    "variants",
    "invalid",
    "naive",
    "compare_deals",
    "advice",
    "loading",
    "sessions",
    "situation",
]

FIRST, MANY = "test_golden_texts", 3
"""The tests that hold most, and how many of them come first."""


def follows(names: list[str]) -> Iterator[tuple[str, str]]:
    """Each name with the one after it; the first one stands after the last."""
    return zip(names, [*names[1:], *names[:1]], strict=True)


class Judge:
    """A plugin for pytest, which runs the tests again and again, against one mutant each time."""

    def __init__(self, mutants: list[Mutant], jobs: int, seconds: float, minutes: float) -> None:
        self.mutants, self.jobs, self.seconds = mutants, jobs, seconds
        self.until = time.monotonic() + 60 * minutes
        self.items: dict[str, pytest.Item] = {}
        self.fates: dict[str, str] = {}
        self.killers: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        self.failed = False
        self.callers: dict[str, list[str]] = {}
        self.durations: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self._watch()
        self._judge()
        return True

    def _run(self, name: str, then: str) -> bool:
        """True if a test passes; fixtures that the test ``then`` needs as well are kept."""
        self.failed = False
        self.items[name].config.hook.pytest_runtest_protocol(item=self.items[name], nextitem=self.items[then])
        return not self.failed

    def _watch(self) -> None:
        """Note the tests that call each function, and their time (seconds of the processor)."""
        stored = KNOWN / "callers.json"
        if not stored.exists():
            child = os.fork()
            if child == 0:
                os._exit(self._watched(stored))
            if os.waitpid(child, 0)[1]:
                raise SystemExit("the tests fail without any mutant")
        self.callers, self.durations = json.loads(stored.read_text())

    def _watched(self, stored: Path) -> int:
        seen: set[str] = set()
        folders = tuple(str(ROOT / "tarot_teach" / package) for package in PACKAGES)

        def notice(frame: Any, event: str, _arg: Any) -> None:
            code = frame.f_code
            if event == "call" and code.co_filename.startswith(folders):
                seen.add(f"{code.co_filename}:{code.co_qualname}")

        callers, durations, failed = defaultdict(list), {}, False
        for name, then in follows(list(self.items)):
            began = time.process_time()
            sys.setprofile(notice)
            passed = self._run(name, then)
            sys.setprofile(None)
            failed = failed or not passed
            durations[name] = time.process_time() - began
            for called in seen:
                callers[called].append(name)
            seen.clear()
        stored.write_text(json.dumps([callers, durations]))
        return int(failed)

    def _tests_of(self, mutant: Mutant) -> list[str]:
        function = function_of(mutant)
        names = [
            name
            for name in self.callers.get(f"{function.__code__.co_filename}:{function.__qualname__}", [])
            if name in self.items
        ]
        often = self.killers[(mutant.module, *mutant.called)]
        quickest = sorted(names, key=self.durations.__getitem__)
        first = [name for name in quickest if FIRST in name][:MANY]
        ordered = sorted(quickest, key=lambda name: (-often[name], name not in first))
        total = 0.0
        chosen: list[str] = []
        for name in ordered:
            total += self.durations[name]
            if total > self.seconds and chosen:
                break
            chosen.append(name)
        return chosen

    def _judge(self) -> None:
        running: dict[int, tuple[Mutant, list[str]]] = {}
        for number, mutant in enumerate(self.mutants):
            if time.monotonic() > self.until:
                break
            tests = self._tests_of(mutant)
            if not tests:
                self.fates[mutant.name] = "not called"
                continue
            child = os.fork()
            if child == 0:
                self._attack(mutant, tests)
            running[child] = mutant, tests
            while len(running) >= self.jobs:
                self._wait(running)
            if number % 10 == 0:
                print(number, len(self.mutants), dict(Counter(self.fates.values())), file=sys.stderr, flush=True)
                self._store()
        while running:
            self._wait(running)
        self._store()

    def _wait(self, running: dict[int, tuple[Mutant, list[str]]]) -> None:
        child, status = os.wait()
        mutant, _ = running.pop(child)
        if os.WIFSIGNALED(status):
            self.fates[mutant.name] = (
                "timed out" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM) else "killed"
            )
            return
        code = os.WEXITSTATUS(status)
        self.fates[mutant.name] = "killed" if code else "survived"
        if code and (KNOWN / f"killer-{child}").exists():
            killer = KNOWN / f"killer-{child}"
            self.killers[(mutant.module, *mutant.called)][killer.read_text()] += 1
            killer.unlink()

    def _attack(self, mutant: Mutant, tests: list[str]) -> None:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        limit = int(10 + 5 * sum(self.durations[name] for name in tests))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        signal.alarm(10 * limit)
        function = function_of(mutant)
        function.__code__ = mutant.code
        for name, then in follows(tests):
            try:
                passed = self._run(name, then)
            except BaseException:
                passed = False
            if not passed:
                (KNOWN / f"killer-{os.getpid()}").write_text(name)
                os._exit(1)
        os._exit(0)

    def _store(self) -> None:
        stored = KNOWN / "fates.json"
        known = json.loads(stored.read_text()) if stored.exists() else {}
        stored.write_text(json.dumps({**known, **self.fates}, indent=0, ensure_ascii=False))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="parts of names of mutants (all)")
    parser.add_argument("--share", type=float, default=1.0, help="how many of them, drawn at random (1.0)")
    parser.add_argument("--seed", type=int, default=0, help="of the draw (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--seconds", type=float, default=20, help="of tests for each mutant at most (20)")
    parser.add_argument("--minutes", type=float, default=600, help="stop then; the order is random (600)")
    parser.add_argument("--survivors", action="store_true", help="only those that survived before")
    parser.add_argument("--show", action="store_true", help="run nothing, show the survivors")
    args = parser.parse_args()
    os.chdir(ROOT)
    KNOWN.mkdir(exist_ok=True)
    stored = KNOWN / "fates.json"
    before = json.loads(stored.read_text()) if stored.exists() else {}
    if args.show:
        for name, fate in before.items():
            if fate in ("survived", "not called") and (not args.only or any(part in name for part in args.only)):
                print(shown(name), fate, sep="\n", end="\n\n")
        return
    mutants = [mutant for mutant in all_mutants() if not args.only or any(part in mutant.name for part in args.only)]
    if args.survivors:
        mutants = [mutant for mutant in mutants if before.get(mutant.name) in ("survived", "not called")]
    mutants = random.Random(args.seed).sample(mutants, round(args.share * len(mutants)))
    judge = Judge(mutants, args.jobs, args.seconds, args.minutes)
    tests = [f"tests/test_{name}.py" for name in TESTS]
    pytest.main(
        [
            "-o",
            "addopts=",
            "-p",
            "no:terminal",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-k",
            "not comes_to_an_end",
            *tests,
        ],
        plugins=[judge],
    )
    for package in PACKAGES:
        counted = Counter(fate for name, fate in judge.fates.items() if name.startswith(f"tarot_teach.{package}"))
        print(package, sum(counted.values()), dict(counted))


if __name__ == "__main__":
    main()
