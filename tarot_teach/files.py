"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl

from tarot_teach.errors import OutputError, Place, TarotError

_LOCKS: set[int] = set()
"""Descriptors of the lock files that this process holds."""


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in place of what was there, once all of it is written. Raises OutputError, and then what was there stays.

    A device or a pipe is written into.
    """
    written = None
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tarot-teach-", delete=False) as stream:
            written = Path(stream.name)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        written.chmod(0o644)
        written.replace(path)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from None
    finally:
        if written is not None:
            written.unlink(missing_ok=True)


@contextmanager
def alone(path: Path | None) -> Iterator[None]:
    """Hold the lock of a path: a locked file beside it, removed afterwards.

    The lock belongs to this process alone: processes forked meanwhile do not hold it, and it ends with this process, however
    that ends; a file left behind by a killed process blocks nobody. No lock is taken without a path, nor on systems and disks
    that have none. Raises OutputError where another process holds the lock, or where nothing can be written beside the path.
    """
    if path is None:
        yield
        return
    real = Path(os.path.realpath(path))
    if sys.platform == "win32" or (real.exists() and not (real.is_file() or real.is_dir())):
        yield
        return
    lock = real.parent / f".tarot-teach-{real.name[:100]}.lock"
    try:
        held = _held(lock)
    except BlockingIOError:
        hint = "wait until it is done, or take another name"
        raise OutputError.of("file.busy", "another tarot-teach is writing this now", Place(str(path)), hint) from None
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from None
    _LOCKS.add(held)
    try:
        yield
    finally:
        if held in _LOCKS:  # and not in a process that has been forked meanwhile
            _LOCKS.remove(held)
            lock.unlink(missing_ok=True)
            os.close(held)


def _held(lock: Path) -> int:
    """A lock file that is open and ours alone. Raises BlockingIOError while it is somebody else's."""
    while True:
        opened = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(opened)
            raise
        except OSError:
            return opened
        if lock.exists() and os.path.samestat(lock.stat(), os.fstat(opened)):
            return opened
        os.close(opened)  # whoever had it has just taken it away


def _close_locks_of_parent() -> None:
    """Close the locks that a forked process has inherited, so that they are released when their owner ends."""
    for held in _LOCKS:
        os.close(held)
    _LOCKS.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_close_locks_of_parent)


def check_writable(path: Path) -> None:
    """Raises OutputError when it is plain beforehand that a file could not be written."""
    if path.is_dir():
        raise _unwritable(path, "it is a folder")
    if not path.parent.is_dir():
        raise _unwritable(path, f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise _unwritable(path, "the folder is read-only")


def _unwritable(path: Path, reason: str) -> TarotError:
    hint = "check the path, whether you may write there, and whether the disk is full"
    return OutputError.of("file.unwritable", f"cannot be written: {reason}", Place(str(path)), hint)
