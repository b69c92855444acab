"""Temporary folders for building, and moving a result into its place only when it is complete."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tarot_teach.errors import OutputError, Place
from tarot_teach.files import file_lock
from tarot_teach.language import _

MARKER = ".tarot-teach-site"
WORK = ".work"
"""How the names of temporary folders end."""
AT_FDCWD, RENAME_EXCHANGE = -100, 2
Progress = Callable[[str], None]


@contextmanager
def folder_in_place(out: Path, progress: Progress) -> Iterator[Path]:
    """A temporary folder to work in; what is in its folder ``new`` afterwards takes the place of ``out``.

    Raises OutputError where nothing can be written, or where ``out`` is a file or holds something else.
    """
    with _working(out, _check_folder) as (work, target):
        yield work
        (work / "new" / MARKER).write_text("made by tarot-teach build\n", encoding="utf-8")
        progress(_("moving it into place"))
        _swap(work / "new", target, work / "old")


@contextmanager
def file_in_place(out: Path, progress: Progress) -> Iterator[Path]:
    """A temporary folder to work in; the file ``new`` in it takes the place of ``out`` afterwards.

    An older file of that name is replaced. Raises OutputError where nothing can be written, or where ``out`` is a folder or
    a device.
    """
    with _working(out, _check_file) as (work, target):
        yield work
        progress(_("moving it into place"))
        (work / "new").replace(target)


@contextmanager
def _working(out: Path, check: Callable[[Path], None]) -> Iterator[tuple[Path, Path]]:
    """A temporary folder beside the target, so that moving is renaming; and the target, where ``check`` has nothing against it."""
    try:
        target = Path(os.path.realpath(out))
        check(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        prefix = f".tarot-teach-{target.name[:100]}-"
        with file_lock(target):
            _clear_up(target, prefix)
            with tempfile.TemporaryDirectory(prefix=prefix, suffix=WORK, dir=target.parent) as folder:
                yield Path(folder), target
    except OSError as error:
        reason = error.strerror or str(error)
        hint = _("name another place with --out")
        raise OutputError.of(
            "build.unwritable", _("cannot write it: {reason}").format(reason=reason), Place(str(out)), hint
        ) from None


def _clear_up(target: Path, prefix: str) -> None:
    """Take away what builds of the same target have left that were killed; an old site that one of them had in hand is put back."""
    for left in target.parent.iterdir():
        if left.name.startswith(prefix) and left.name.endswith(WORK) and left.is_dir() and not left.is_symlink():
            if (left / "old").is_dir() and not target.exists():
                (left / "old").rename(target)
            shutil.rmtree(left, ignore_errors=True)


def _check_file(target: Path) -> None:
    what = "a folder" if target.is_dir() else "a device" if target.exists() and not target.is_file() else ""
    if what:
        message = _("this is {what}, not a file").format(what=what)
        raise OutputError.of("build.occupied", message, Place(str(target)), _("name a file with --out"))


def _check_folder(target: Path) -> None:
    if target.is_dir() and any(target.iterdir()) and not (target / MARKER).exists():
        raise OutputError.of(
            "build.occupied",
            _("this folder holds something that tarot-teach has not made"),
            Place(str(target)),
            _("name an empty or new folder with --out"),
        )
    if target.exists() and not target.is_dir():
        raise OutputError.of(
            "build.occupied", _("this is a file, not a folder"), Place(str(target)), _("name a folder with --out")
        )


def _swap(new: Path, target: Path, old: Path) -> None:
    """Put the new folder where the old one was, at one stroke where the system can; should the last step fail, the old one is
    put back."""
    if not target.exists():
        new.replace(target)
        return
    if _exchanged(new, target):
        return
    shutil.move(target, old)
    try:
        shutil.move(new, target)
    except OSError:
        shutil.move(old, target)
        raise


def _exchanged(one: Path, other: Path) -> bool:
    """Whether two folders have changed places: on Linux, by renameat2(2) with RENAME_EXCHANGE."""
    if sys.platform != "linux":
        return False
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    return rename is not None and rename(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE) == 0
