"""Workers that play batches of deals: this process, other processes, or a cluster."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.util import register_after_fork
from typing import Any

from tarot_teach.errors import RunError
from tarot_teach.messages import N_, _

BATCHES_PER_WORKER = 2
"""Batches submitted for each worker, so that none waits for the next."""
CONNECT_TIMEOUT = 5.0
"""Seconds in which a cluster has to answer."""
RESUME_HINT = N_("what was played until then is kept, with --out FILE.json: the same command goes on")


class Workers:
    """This process as the one worker; the base of other sources of executors for batches."""

    def open(self) -> Executor:
        """A new executor; called again after it broke down. Raises RunError if there are no workers."""
        return _AtOnce()

    def room(self) -> int:
        """The number of batches that may be under way."""
        return 1

    def close(self) -> None:
        """Drop batches that have not begun, and end."""


class WorkerProcesses(Workers):
    """Other processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def open(self) -> Executor:
        """A new pool of processes, which leave Ctrl-C to this one."""
        self.close()
        self._pool = _Pool(self.jobs, multiprocessing.get_context("spawn"), _prepare_worker)
        return self._pool

    def room(self) -> int:
        return BATCHES_PER_WORKER * self.jobs

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


class DaskCluster(Workers):
    """A running cluster of dask.distributed, by the address of its scheduler."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client: Any = None

    def open(self) -> Executor:
        """The executor of the cluster, which repeats what a dead worker was playing."""
        if self._client is not None:
            raise RunError.of(
                "simulate.cluster-lost",
                _("the cluster at {address} is gone").format(address=self.address),
                hint=_(RESUME_HINT),
            )
        self._client = _client(self.address)
        if not self._client.nthreads():
            raise RunError.of(
                "simulate.cluster-empty",
                _("the cluster at {address} has no workers").format(address=self.address),
                hint=_("start some: dask worker {address}").format(address=self.address),
            )
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def room(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return BATCHES_PER_WORKER * max(1, sum(threads.values()))

    def close(self) -> None:
        if self._client is not None:
            self._client.close(timeout=CONNECT_TIMEOUT)


class _AtOnce(Executor):
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class _Pool(ProcessPoolExecutor):
    """Processes that ignore Ctrl-C from their first moment on."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        # what is blocked here is so in new processes
        before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def ending_with_this_process() -> Iterator[None]:
    """Have every worker process that is forked meanwhile end when this process ends, even if it is killed, or when an error ends the work."""
    before = multiprocessing.active_children()
    registered = threading.Event()  # any object will do: the registration ends with it
    register_after_fork(registered, lambda _registered: _end_with_parent())
    try:
        yield
    except BaseException:
        for worker in multiprocessing.active_children():
            if worker not in before:
                worker.kill()  # else it would wait for ever to hand over its results, and this process for the worker
        raise
    del registered


def _end_with_parent() -> None:
    """Have this worker process end with its parent; otherwise it would wait for ever to hand over its results."""
    parent = multiprocessing.parent_process()

    def wait_and_end(sentinel: int) -> None:
        wait([sentinel])
        os._exit(1)

    if parent is not None:
        threading.Thread(target=wait_and_end, args=(parent.sentinel,), daemon=True).start()


def _prepare_worker() -> None:
    """Start a worker of a pool: ignore Ctrl-C, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()


def _client(address: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise RunError.of(
            "simulate.no-distributed",
            _("a cluster needs dask.distributed, which is not installed"),
            hint="pip install 'tarot-teach[cluster]'",
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told by the error
    try:
        if (kind := asyncio.run(_identity(address))) != "Scheduler":
            raise ValueError(_("a {kind} answers, not a scheduler").format(kind=kind.lower()))
        client: Any = distributed.Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
        return client
    except Exception as error:  # whoever else listens at an address may say anything
        what = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise RunError.of(
            "simulate.cluster",
            _("no cluster answers at {address!r} ({what})").format(address=address, what=what),
            hint=_("give the address of a scheduler, such as tcp://127.0.0.1:8786"),
        ) from None


async def _identity(address: str) -> str:
    """Name of the program that listens at an address. A client would wait for ever for anything but a scheduler."""
    import distributed

    options = distributed.Security().get_connection_args("client")  # type: ignore[no-untyped-call]
    async with distributed.rpc(address, timeout=CONNECT_TIMEOUT, connection_args=options) as peer:  # type: ignore[no-untyped-call]
        kind: str = (await asyncio.wait_for(peer.identity(), CONNECT_TIMEOUT))["type"]
    return kind
