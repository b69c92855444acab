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
    """Nobody else who asks for the same path gets it meanwhile. Raises OutputError where somebody has it, or nothing can be
    written beside it.

    The file that stands for it is taken away afterwards. One that is left by a program that was killed is in nobody's way. On
    systems and disks without such locks, everybody gets it. Nothing is asked for without a path.
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
    try:
        yield
    finally:
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
