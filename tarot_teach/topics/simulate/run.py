"""Runs of many deals: batches go to workers, and their counts are added up. The results do not depend on the sizes of the batches, on
who plays them, or on the order in which they come back."""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

from tarot_teach.compiled.other_process import cpus
from tarot_teach.errors import RunError, TarotError
from tarot_teach.messages import _
from tarot_teach.topics.simulate.kernel import FEW, compile_kernel, is_compiled
from tarot_teach.topics.simulate.run_results import Ranges, RulesetStamp, RunResults
from tarot_teach.topics.simulate.tally import Tally
from tarot_teach.topics.simulate.task import Task, TaskRunner
from tarot_teach.topics.simulate.workers import RESUME_HINT, DaskCluster, WorkerProcesses, Workers
from tarot_teach.version import __version__

BATCH_SECONDS = 1.5
"""The time that a batch should take: long enough to be worth sending, short enough for progress to show."""
FIRST_BATCH, LARGEST_BATCH = 50, 1 << 20
"""Deals of the first batch, and of any."""
SINGLE_PROCESS_SECONDS = 2.0
"""Seconds after which other processes are started, if nobody said how many."""
START_SECONDS = 3.0
"""Seconds of work for which it is not worth starting other processes."""
POLL_SECONDS = 0.2
"""Seconds between checks for the end of the run."""
MAX_BREAKDOWNS = 3
"""The most breakdowns of workers in a row."""

OnProgress = Callable[[int], None]
"""Called after each batch with the number of deals played so far."""


def play_deals(
    task: Task,
    results: RunResults,
    deals: int,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    on_progress: OnProgress = lambda _deals: None,
) -> bool:
    """Play what is missing of the first ``deals`` deals and add it to ``results``; False if Ctrl-C ended the run before.

    ``jobs`` is the number of processes (1: this one); without it, a run that takes long starts as many as there are processors.
    ``cluster`` is the address of a scheduler of dask.distributed, whose workers play. ``results`` are whole at any time. Raises
    RunError if there are no workers, or if they fail.
    """
    with interrupts() as stop:
        if cluster is not None:
            _run(task, results, deals, DaskCluster(cluster), stop, on_progress)
            return not results.missing(deals)
        task = _choose_player(task, results.missing(deals))
        if jobs is not None and jobs > 1:
            _run(task, results, deals, WorkerProcesses(jobs), stop, on_progress)
        else:
            until = time.monotonic() + SINGLE_PROCESS_SECONDS if jobs is None and cpus() > 1 else None
            _run(task, results, deals, Workers(), stop, on_progress, until)
            if until is not None:
                _run(task, results, deals, WorkerProcesses(cpus()), stop, on_progress)
    return not results.missing(deals)


def _choose_player(task: Task, missing: Ranges) -> Task:
    """The task with the kernel compiled, or without it where the engine has played the missing deals sooner."""
    by_kernel = sum(runner.misfit is None for runner in task.runners())
    if not by_kernel or not missing or is_compiled():
        return task
    if by_kernel * sum(end - first for first, end in missing) <= FEW:
        return replace(task, kernel=False)
    compile_kernel()
    return task


def play_batch(task: Task, fingerprints: tuple[str, ...], version: str, first: int, count: int) -> tuple[Tally, float]:
    """Play ``count`` deals from number ``first`` on: their tally, and the seconds that it took.

    Raises RunError if this process has other rulesets of these names.
    """
    begun = time.perf_counter()
    if (version, fingerprints) != (__version__, _fingerprints(task.runners())):
        raise RunError.of(
            "simulate.other-rules",
            _("a worker has another version of tarot_teach, or other files of the rulesets"),
            hint=_("install the same version everywhere, and put your own files in the same places"),
        )
    return task.play(first, count), time.perf_counter() - begun


@lru_cache(maxsize=4)
def _fingerprints(runners: tuple[TaskRunner, ...]) -> tuple[str, ...]:
    return tuple(RulesetStamp.of(runner.simulator).fingerprint for runner in runners)


class _Run:
    """A run under way: the ranges still to be played, the batches that workers are playing, and the size of the next batch."""

    def __init__(self, task: Task, results: RunResults, deals: int, workers: Workers, on_progress: OnProgress) -> None:
        self.task, self.results, self.workers, self.on_progress = task, results, workers, on_progress
        self.queue = deque(results.missing(deals))
        self.pending: dict[Future[tuple[Tally, float]], tuple[int, int]] = {}
        self.size = FIRST_BATCH
        self.breakdowns = 0
        self.executor = workers.open()

    @property
    def deals_left(self) -> int:
        """The number of deals that are not being played."""
        return sum(end - first for first, end in self.queue)

    def submit_batches(self) -> None:
        """Submit as many batches as the workers have room for."""
        room = self.workers.room()
        while self.queue and len(self.pending) < room:
            size = min(self.size, max(FIRST_BATCH, self.size // 4, self.deals_left // room))
            first, end = self.queue.popleft()
            piece = first, min(end, first + size)
            if piece[1] < end:
                self.queue.appendleft((piece[1], end))
            order = (self.task, self.results.fingerprints, self.results.version, first, piece[1] - first)
            try:
                self.pending[self.executor.submit(play_batch, *order)] = piece
            except BrokenExecutor:
                self.restart_workers(piece)

    def collect(self, seconds: float) -> None:
        """Add the batches that come back within so many seconds. Raises RunError for a worker that fails."""
        done, _rest = wait(self.pending, seconds, FIRST_COMPLETED)
        for future in done:
            piece = self.pending.pop(future)
            try:
                played, took = future.result()
            except (BrokenExecutor, CancelledError):
                self.restart_workers(piece)
                return
            except (TarotError, OSError):
                raise
            except Exception as error:
                message = _("a worker could not play deal {order} and those after it: {name}: {error}").format(
                    order=piece[0], name=type(error).__name__, error=error
                )
                raise RunError.of("simulate.failed", message, hint=RESUME_HINT) from error
            self.results.add(piece[0], played)
            self.breakdowns = 0
            fitting = played.deals * BATCH_SECONDS / max(took, 1e-6)
            self.size = int(min(max(fitting, FIRST_BATCH), 4 * self.size, LARGEST_BATCH))
            self.on_progress(self.results.deals)

    def restart_workers(self, piece: tuple[int, int]) -> None:
        """Start new workers, and put back a piece and what the old ones were playing. Raises RunError after too many breakdowns."""
        self.breakdowns += 1
        if self.breakdowns > MAX_BREAKDOWNS:
            raise RunError.of(
                "simulate.workers",
                _("the workers ended {broken} times, without having played a deal").format(broken=self.breakdowns),
                hint=_("is there memory enough? Try fewer of them: --jobs 1"),
            )
        self.queue.extendleft([piece, *self.pending.values()])
        self.pending = {}
        self.executor = self.workers.open()

    def finish(self) -> None:
        """Submit nothing more, and add what is being played."""
        self.pending = {future: piece for future, piece in self.pending.items() if not future.cancel()}
        until = time.monotonic() + 4 * BATCH_SECONDS
        while self.pending and (left := until - time.monotonic()) > 0:
            self.collect(left)


def _run(
    task: Task,
    results: RunResults,
    deals: int,
    workers: Workers,
    stop: threading.Event,
    on_progress: OnProgress,
    until: float | None = None,
) -> None:
    """Play what is missing until ``stop`` is set; from the moment ``until`` of :func:`time.monotonic` on, only if little is left."""
    if stop.is_set() or not results.missing(deals):
        return
    try:
        run = _Run(task, results, deals, workers, on_progress)
        while run.queue or run.pending:
            seconds_left = run.deals_left / run.size * BATCH_SECONDS
            if stop.is_set() or (until is not None and time.monotonic() > until and seconds_left > START_SECONDS):
                run.finish()
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
def interrupts() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets, to end a run after a batch; a second Ctrl-C ends the run at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def interrupt(_signal: int, _frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
