"""Temporary folders for building, and moving a result into its place only when it is complete."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tarot_teach.errors import OutputError, Place, system_reason
from tarot_teach.files import file_lock
from tarot_teach.messages import _

MARKER = ".tarot-teach-site"
"""A file in each folder that a build has made, which lists the other files."""
OF_SYSTEMS = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""Files that systems put into folders that one looks at, and that nobody misses."""
WORK = ".work"
"""The end of the names of temporary folders."""
AT_FDCWD, RENAME_EXCHANGE = -100, 2  # of renameat2(2)
Progress = Callable[[str], None]


@contextmanager
def folder_in_place(out: Path, progress: Progress) -> Iterator[Path]:
    """Yield a temporary folder; its folder ``new`` takes the place of ``out`` afterwards.

    Raises OutputError if nothing can be written, or if ``out`` is a file or a folder with other content.
    """
    with _work_folder(out, _check_folder) as (work, target):
        yield work
        listed = "".join(f"{name}\n" for name in sorted(_files_in(work / "new")))
        (work / "new" / MARKER).write_text(f"made by tarot-teach build\n{listed}", encoding="utf-8")
        progress(_("moving it into place"))
        _check_folder(target)  # again, since others may have written there meanwhile
        _swap(work / "new", target, work / "old")


@contextmanager
def file_in_place(out: Path, progress: Progress) -> Iterator[Path]:
    """Yield a temporary folder; its file ``new`` takes the place of ``out`` afterwards, also of an older file.

    Raises OutputError if nothing can be written, or if ``out`` is a folder or a device.
    """
    with _work_folder(out, _check_file) as (work, target):
        yield work
        progress(_("moving it into place"))
        (work / "new").replace(target)


@contextmanager
def _work_folder(out: Path, check: Callable[[Path], None]) -> Iterator[tuple[Path, Path]]:
    """Yield a temporary folder beside the target, so that moving is renaming, and the target, which is locked meanwhile."""
    try:
        target = Path(os.path.realpath(out))
        check(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        prefix = f".tarot-teach-{target.name[:100]}-"
        with file_lock(target):
            _clean_up(target, prefix)
            with tempfile.TemporaryDirectory(prefix=prefix, suffix=WORK, dir=target.parent) as folder:
                yield Path(folder), target
    except OSError as error:
        message = _("cannot write it: {reason}").format(reason=system_reason(error))
        raise OutputError.of("build.unwritable", message, Place(str(out)), _("name another place with --out")) from None


def _clean_up(target: Path, prefix: str) -> None:
    """Remove the temporary folders of killed builds, and put back a site that one of them had moved away."""
    ours = re.compile(
        rf"{re.escape(prefix)}[^-]+{re.escape(WORK)}"
    )  # and not those for a neighbour whose name begins like this one
    for left in target.parent.iterdir():
        if ours.fullmatch(left.name) and left.is_dir() and not left.is_symlink():
            if (left / "old").is_dir() and not target.exists():
                (left / "old").rename(target)
            shutil.rmtree(left, ignore_errors=True)


def _check_file(target: Path) -> None:
    if target.exists() and not target.is_file():
        message = _("this is a folder, not a file") if target.is_dir() else _("this is a device, not a file")
        raise OutputError.of("build.occupied", message, Place(str(target)), _("name a file with --out"))


def _check_folder(target: Path) -> None:
    message, hint = "", ""
    if target.exists() and not target.is_dir():
        message, hint = _("this is a file, not a folder"), _("name a folder with --out")
    elif target.exists() and any(target.iterdir()) and not (target / MARKER).exists():
        message = _("this folder holds something that tarot-teach has not made")
        hint = _("name an empty or new folder with --out")
    elif target.exists() and (strangers := _strangers(target)):
        message = _("this folder holds a file that tarot-teach has not made: {name}").format(name=strangers[0])
        hint = _("move it elsewhere, or name another folder with --out")
    if message:
        raise OutputError.of("build.occupied", message, Place(str(target)), hint)


def _files_in(folder: Path) -> set[str]:
    """The files and links in a folder and those below it, as paths from there, but for the list of them."""
    found = set[str]()
    for inner, folders, names in os.walk(folder):
        linked = (name for name in folders if Path(inner, name).is_symlink())
        found |= {Path(inner, name).relative_to(folder).as_posix() for name in (*names, *linked)}
    return found - {MARKER}


def _strangers(folder: Path) -> list[str]:
    """The files in a folder that the build which made it has not written; none where an older version did not list its own."""
    _head, *listed = (folder / MARKER).read_text(encoding="utf-8", errors="replace").split("\n")
    found = _files_in(folder) - {*listed} if any(listed) else ()
    return sorted(name for name in found if Path(name).name not in OF_SYSTEMS)


def _swap(new: Path, target: Path, old: Path) -> None:
    """Put a new folder in place of the target: in one step if the system can, else in two, of which a failed one is undone."""
    if not target.exists():
        new.replace(target)
    elif not _exchanged(new, target):
        target.rename(old)
        try:
            new.rename(target)
        except OSError:
            old.rename(target)
            raise


def _exchanged(new: Path, target: Path) -> bool:
    """True if two folders have exchanged their names in one step, by renameat2(2) of Linux."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None) if sys.platform == "linux" else None
    return rename is not None and not rename(AT_FDCWD, bytes(new), AT_FDCWD, bytes(target), RENAME_EXCHANGE)
