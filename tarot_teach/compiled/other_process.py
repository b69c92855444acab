"""Other processes that compile into the cache while this one does other work. Needs no numba, which takes a second to load."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from typing import Any

_running: dict[str, subprocess.Popen[bytes]] = {}


def calling(module: str, function: str) -> str:
    """The command in Python that calls a function of a module."""
    return f"from {module} import {function}; {function}()"


def cpus() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start_compiling(command: str) -> None:
    """Run a command in Python in another process, unless it is under way or there is one processor."""
    if command in _running or cpus() == 1:
        return
    quiet: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with suppress(OSError):
        _running[command] = subprocess.Popen([sys.executable, "-c", command], **quiet)


def wait_for_compiling(command: str, seconds: float) -> None:
    """Wait for the process of a command, and end it after some seconds."""
    process = _running.pop(command, None)
    if process is not None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.kill()
        process.wait()


@atexit.register
def _end_all() -> None:
    for command in list(_running):
        wait_for_compiling(command, 0)
