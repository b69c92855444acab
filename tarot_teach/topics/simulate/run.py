"""Runs of very many deals: batches are given out, and what comes back is kept. Which batches there are, who plays them and in
which order they come back makes no difference to what is found."""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from tarot_teach.errors import RunError, TarotError
from tarot_teach.language import _
from tarot_teach.topics.simulate.run_results import Ranges, RulesetStamp, RunResults
from tarot_teach.topics.simulate.tally import Tally
from tarot_teach.topics.simulate.task import Task
from tarot_teach.topics.simulate.workers import RESUME_HINT, DaskCluster, InProcess, WorkerProcesses, Workers, cpus
from tarot_teach.version import __version__

BATCH_SECONDS = 1.5
"""How long a batch should take, in seconds: long enough to be worth sending, short enough for progress to be seen."""
FIRST_BATCH, LARGEST_BATCH = 50, 1 << 20
"""The deals of the first batch, and of any."""
SINGLE_PROCESS_SECONDS = 2.0
"""Seconds after which other processes are called in, where nobody said how many."""
POLL_SECONDS = 0.2
"""Seconds between looks at whether the run is to end."""
MAX_BREAKDOWNS = 3
"""How often in a row workers may break down."""

OnProgress = Callable[[int], None]
"""Is told how many deals have been played so far, after each batch."""


class CountedBatch(NamedTuple):
    """Deals played by a worker, counted, and the seconds that it took."""

    played: Tally
    seconds: float


def play_deals(
    task: Task,
    saved: RunResults,
    deals: int,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    on_progress: OnProgress = lambda _deals: None,
) -> bool:
    """Play what is missing of the first ``deals`` deals, and keep it in ``saved``; False when Ctrl-C ended it before.

    ``jobs`` is the number of processes (1: this one); without it, as many as there are processors are called in when it takes
    long. With ``cluster``, the address of a scheduler of dask.distributed, its workers play. Raises RunError where
    nobody is there to play; ``saved`` is whole at any time.
    """
    with _interrupts() as stop:
        if cluster is not None:
            _run(task, saved, deals, DaskCluster(cluster), stop, on_progress)
        elif jobs is not None and jobs > 1:
            _run(task, saved, deals, WorkerProcesses(jobs), stop, on_progress)
        else:
            until = time.monotonic() + SINGLE_PROCESS_SECONDS if jobs is None and cpus() > 1 else None
            _run(task, saved, deals, InProcess(), stop, on_progress, until)
            if until is not None:
                _run(task, saved, deals, WorkerProcesses(cpus()), stop, on_progress)
    return not saved.missing(deals)


def play_batch(task: Task, fingerprints: tuple[str, ...], version: str, first: int, count: int) -> CountedBatch:
    """Deals in a row, counted. Raises RunError where this process knows other rulesets by the same names."""
    begun = time.perf_counter()
    if (version, fingerprints) != (__version__, _fingerprints(task)):
        raise RunError.of(
            "simulate.other-rules",
            _("a worker has another version of tarot_teach, or other files of the rulesets"),
            hint=_("install the same version everywhere, and put your own files in the same places"),
        )
    played = task.play(first, count)
    return CountedBatch(played, time.perf_counter() - begun)


@lru_cache(maxsize=4)
def _fingerprints(task: Task) -> tuple[str, ...]:
    return tuple(RulesetStamp.of(runner.simulator).fingerprint for runner in task.runners())


class _Todo:
    """What is still to be played, handed out in pieces."""

    def __init__(self, ranges: Ranges) -> None:
        self.ranges = deque(ranges)

    def __bool__(self) -> bool:
        return bool(self.ranges)

    @property
    def left(self) -> int:
        """How many deals."""
        return sum(end - first for first, end in self.ranges)

    def take(self, most: int) -> tuple[int, int]:
        """The first deal of a piece, and how many."""
        first, end = self.ranges.popleft()
        count = min(most, end - first)
        if first + count < end:
            self.ranges.appendleft((first + count, end))
        return first, count

    def put_back(self, first: int, count: int) -> None:
        """A piece that nobody played."""
        self.ranges.appendleft((first, first + count))


class _Run:
    """A run under way."""

    def __init__(self, task: Task, saved: RunResults, deals: int, workers: Workers, on_progress: OnProgress) -> None:
        self.task, self.saved, self.workers, self.on_progress = task, saved, workers, on_progress
        self.todo = _Todo(saved.missing(deals))
        self.pending: dict[Future[CountedBatch], tuple[int, int]] = {}
        self.size = FIRST_BATCH
        self.broken = 0
        self.executor = workers.open()

    def submit_batches(self) -> None:
        """As many batches as there is room for."""
        room = self.workers.room()
        while self.todo and len(self.pending) < room:
            first, count = self.todo.take(min(self.size, max(FIRST_BATCH, self.size // 4, self.todo.left // room)))
            order = (self.task, self.saved.fingerprints, self.saved.version, first, count)
            try:
                self.pending[self.executor.submit(play_batch, *order)] = first, count
            except BrokenExecutor:
                self.todo.put_back(first, count)
                self.restart_workers()

    def collect(self, seconds: float) -> None:
        """What has come back, waiting for it so long at most."""
        done, _rest = wait(self.pending, seconds, FIRST_COMPLETED)
        for future in done:
            order = self.pending.pop(future)
            try:
                self.keep(order[0], future.result())
            except (BrokenExecutor, CancelledError):
                self.todo.put_back(*order)
                self.restart_workers()
                return
            except (TarotError, OSError):
                raise
            except Exception as error:
                told = _("a worker could not play deal {order} and those after it: {name}: {error}").format(
                    order=order[0], name=type(error).__name__, error=error
                )
                raise RunError.of("simulate.failed", told, hint=RESUME_HINT) from error

    def keep(self, first: int, batch: CountedBatch) -> None:
        """What a worker has found."""
        self.saved.add(first, batch.played)
        self.broken = 0
        fitting = batch.played.deals * BATCH_SECONDS / max(batch.seconds, 1e-6)
        self.size = int(min(max(fitting, FIRST_BATCH), 4 * self.size, LARGEST_BATCH))
        self.on_progress(self.saved.deals)

    def restart_workers(self) -> None:
        """New workers in place of those that broke down, for all that they had been given."""
        self.broken += 1
        if self.broken > MAX_BREAKDOWNS:
            raise RunError.of(
                "simulate.workers",
                _("the workers ended {broken} times, without having played a deal").format(broken=self.broken),
                hint=_("is there memory enough? Try fewer of them: --jobs 1"),
            )
        for order in self.pending.values():
            self.todo.put_back(*order)
        self.pending = {}
        self.executor = self.workers.open()

    def end(self) -> None:
        """Give out no more, and take in what is being played."""
        self.pending = {future: order for future, order in self.pending.items() if not future.cancel()}
        until = time.monotonic() + 4 * BATCH_SECONDS
        while self.pending and (left := until - time.monotonic()) > 0:
            self.collect(left)


def _run(
    task: Task,
    saved: RunResults,
    deals: int,
    workers: Workers,
    stop: threading.Event,
    on_progress: OnProgress,
    until: float | None = None,
) -> None:
    """Play what is missing, until told to stop, or until a moment of :func:`time.monotonic`."""
    if stop.is_set() or not saved.missing(deals):
        return
    try:
        run = _Run(task, saved, deals, workers, on_progress)
        while run.todo or run.pending:
            if stop.is_set() or (until is not None and time.monotonic() > until):
                run.end()
                return
            run.submit_batches()
            run.collect(POLL_SECONDS)
    except OSError as error:
        raise RunError.of(
            "simulate.lost", _("the workers cannot be reached any more: {error}").format(error=error), hint=RESUME_HINT
        ) from None
    finally:
        workers.close()


@contextmanager
def _interrupts() -> Iterator[threading.Event]:
    """Ctrl-C ends the run between two batches; a second one ends it at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def noted(_signal: int, _frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, noted)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
