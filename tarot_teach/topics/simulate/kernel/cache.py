"""The folder of compiled functions. It needs no numba, so that a run can ask for it before numba is loaded."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

KEPT_FOR = 30 * 24 * 3600.0
"""Seconds for which compiled functions are kept after the sources have changed."""


def cache_folder() -> Path:
    """The folder for this version of numba and of all source files of the kernel (numba itself checks one file only).

    Raises RuntimeError where there is no home directory.
    """
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base else Path.home() / ".cache"
    digest = hashlib.sha256(version("numba").encode())
    here = Path(__file__).parent
    for path in (*sorted(here.glob("*.py")), *(here.parent / "players" / name for name in ("maxims.py", "pack.py"))):
        digest.update(path.read_bytes())
    return root / "tarot-teach" / f"kernel-{digest.hexdigest()[:16]}"


def is_cached(function: str) -> bool:
    """True if the folder has compiled code of a function, by its name."""
    with suppress(OSError, RuntimeError):
        return any(cache_folder().glob(f"**/*.{function}-*.nbi"))
    return False


def remove_old() -> None:
    """Remove the folders of other versions that have not been written to for a month."""
    with suppress(OSError, RuntimeError):
        for folder in cache_folder().parent.glob("kernel-*"):
            if folder != cache_folder() and time.time() - folder.stat().st_mtime > KEPT_FOR:
                shutil.rmtree(folder, ignore_errors=True)
