"""The folders of compiled functions. They need no numba, so that a run can ask for them before numba is loaded."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from tarot_teach import caches

KEPT_FOR = 30 * 24 * 3600.0
"""Seconds for which compiled functions are kept after their last use."""
_HERE = Path(__file__).parent
_OF_ALL = (*sorted(_HERE.glob("*.py")), _HERE.parent / "masks.py")


def code_folder(sources: Iterable[Path] = ()) -> Path:
    """The folder for this version of numba and of all source files that are compiled in (numba itself checks one file only).

    Raises RuntimeError where there is no home directory.
    """
    files = dict.fromkeys((*_OF_ALL, *sources))
    return caches.cache_folder("kernel", [version("numba").encode(), *(path.read_bytes() for path in files)])


def is_cached(function: str, sources: Iterable[Path] = ()) -> bool:
    """True if the folder of these sources has compiled code of a function, by its name."""
    with suppress(OSError, RuntimeError):
        return any(code_folder(sources).glob(f"**/*.{function}-*.nbi"))
    return False


def note_use(sources: Iterable[Path]) -> None:
    """Keep the folder of these sources for another month."""
    with suppress(OSError, RuntimeError):
        os.utime(code_folder(sources))


def remove_old(sources: Iterable[Path]) -> None:
    """Remove the folders that have not been used for a month, but that of these sources."""
    with suppress(OSError, RuntimeError):
        current = code_folder(sources)
        for folder in current.parent.glob("kernel-*"):
            if folder != current and time.time() - folder.stat().st_mtime > KEPT_FOR:
                shutil.rmtree(folder, ignore_errors=True)
