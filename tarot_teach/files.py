"""Files that are written completely or not at all, by one process at a time."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

from tarot_teach.errors import OutputError, Place, system_reason
from tarot_teach.messages import _

PART = ".part"
"""The end of the names of files that are not yet complete."""
_HELD: set[Path] = set()
"""Lock files that this process holds."""


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file once all of its new content is written; a device or pipe is written to directly.

    Raises OutputError, and then the old file is unchanged.
    """
    temporary = None
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        prefix = _prefix(path)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=prefix, suffix=PART, delete=False) as stream:
            temporary = Path(stream.name)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        raise _unwritable(path, system_reason(error)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _prefix(path: Path) -> str:
    """The beginning of the names of temporary files for a path: short, and that of no other path in the folder."""
    return f".tarot-teach-{hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]}-"


def _clean_up(path: Path) -> None:
    """Remove what a killed process has begun to write for a path."""
    ours = re.compile(rf"{re.escape(_prefix(path))}[^-]+{re.escape(PART)}")
    for left in path.parent.iterdir():
        if ours.fullmatch(left.name) and left.is_file() and not left.is_symlink():
            left.unlink(missing_ok=True)


@contextmanager
def file_lock(path: Path | None, *, wait: bool = False) -> Iterator[None]:
    """Hold an advisory lock on a path: a locked file in the same folder, removed afterwards.

    The lock ends with the process, so a lock file left by a killed process blocks nobody. No-op without a path, for a
    device, and on systems without locks. Raises OutputError where another process holds the lock, or the folder cannot
    be written to. With ``wait`` it waits for another process. What a killed process has left of the path is removed.
    """
    real = Path(os.path.realpath(path or ""))
    if path is None or sys.platform == "win32" or (real.exists() and not (real.is_file() or real.is_dir())):
        yield
        return
    lock, owner = real.parent / f".tarot-teach-{real.name[:100]}.lock", os.getpid()
    try:
        descriptor = _locked(lock, wait=wait)
    except BlockingIOError:
        message, hint = _("another tarot-teach is writing this now"), _("wait until it is done, or take another name")
        raise OutputError.of("file.busy", message, Place(str(path)), hint) from None
    except OSError as error:
        raise _unwritable(path, system_reason(error)) from None
    _HELD.add(lock)
    try:
        with suppress(OSError):
            _clean_up(real)
        yield
    finally:
        if os.getpid() == owner:  # a process forked meanwhile does not hold the lock
            _HELD.remove(lock)
            lock.unlink(missing_ok=True)
            os.close(descriptor)


def _locked(lock: Path, *, wait: bool) -> int:
    """Open and lock a lock file. Raises BlockingIOError while it is held, by this process or another."""
    while lock not in _HELD:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            os.close(descriptor)
            raise
        except OSError:
            return descriptor  # the system or the disk has no locks
        if lock.exists() and os.path.samestat(lock.stat(), os.fstat(descriptor)):
            return descriptor
        os.close(descriptor)  # the previous owner has just removed this file
    raise BlockingIOError


def check_writable(path: Path) -> None:
    """Raise OutputError where a file can obviously not be written."""
    if path.is_dir():
        raise _unwritable(path, _("it is a folder"))
    if not path.parent.is_dir():
        raise _unwritable(path, _("there is no folder {parent}").format(parent=path.parent))
    if not os.access(path.parent, os.W_OK):
        raise _unwritable(path, _("the folder is read-only"))


def _unwritable(path: Path, reason: str) -> OutputError:
    hint = _("check the path, whether you may write there, and whether the disk is full")
    return OutputError.of("file.unwritable", _("cannot be written: {reason}"), Place(str(path)), hint, reason=reason)
