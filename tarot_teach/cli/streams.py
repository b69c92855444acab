"""Standard streams: what a command does where one of them is closed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any


def open_streams() -> None:
    """Open the standard streams that were closed before the program began, so that no other file gets their numbers.

    Nothing comes from standard input then, and what is said on standard error is lost. Standard output stays closed to
    writing: a command that has something to print is refused, one that only writes a file is not.
    """
    modes = (("stdin", os.O_RDONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY))
    for number, (name, flags) in enumerate(modes):
        if getattr(sys, name) is None and not _is_open(number):
            os.dup2(os.open(os.devnull, flags), number)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def closed_output() -> Any:
    """The error of a command that has something to print where standard output is closed."""
    from tarot_teach.errors import OutputError

    hint = "let standard output go to the terminal, a pipe or a file; /dev/null where nothing is to be seen"
    return OutputError.of("system.closed", "standard output is closed: nothing can be printed", hint=hint)


def give_up_printing() -> None:
    """Drop what could not be printed; otherwise Python would try again on leaving."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
