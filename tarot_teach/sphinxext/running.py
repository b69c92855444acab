"""Running Sphinx in this process, and putting what was made in its place only when it is whole."""

from __future__ import annotations

import ctypes
import gc
import io
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tarot_teach.errors import OutputError, Place
from tarot_teach.files import file_lock
from tarot_teach.loading import Library
from tarot_teach.render.cardart import Style
from tarot_teach.sphinxext.domain import share
from tarot_teach.sphinxext.pages import TITLE
from tarot_teach.topics.simulate.workers import cpus, ending_with_this_process

MARKER = ".tarot-teach-site"
WORK = ".work"
"""How the names of temporary folders end."""
NEW_OBJECTS = 200_000
"""The number of new objects after which a build collects garbage."""
AT_FDCWD, RENAME_EXCHANGE = -100, 2
Progress = Callable[[str], None]


def run_sphinx(
    work: Path,
    builder: str,
    library: Library,
    style: Style,
    settings: Mapping[str, Any],
    handlers: Iterable[tuple[str, Callable[..., Any], int]] = (),
) -> None:
    """Build ``work/source`` into a folder of ``work`` named like the builder.

    Each handler comes with the event that it is for, and with its priority. Raises OutputError for any warning.
    """
    common = {
        "project": TITLE,
        "extensions": ["tarot_teach.sphinxext"],
        "tarot_files": [str(path) for path in library.own],
        "nitpicky": True,
        "smartquotes_action": "qe",  # options keep their two hyphens
        **{f"tarot_{name}": value for name, value in asdict(style).items()},
    }
    warnings = io.StringIO()
    share(library)
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(work / "source"),
            None,
            str(work / builder),
            str(work / "doctrees"),
            builder,
            confoverrides={**common, **settings},
            status=None,
            warning=warnings,
            freshenv=True,
            parallel=cpus(),
        )
        for event, handler, priority in handlers:
            app.connect(event, handler, priority)
        with ending_with_this_process(), _rare_collections():
            app.build(force_all=True)
    found = re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue()).strip()
    if found:
        for source in {str(work / "source"), os.path.realpath(work / "source")}:
            found = re.sub(rf"{re.escape(source)}/(\S+?)\.rst(:\d+)?: WARNING: ", r"\1: ", found)
        message = f"the tutorial was not built, because of warnings:\n{found}"
        raise OutputError.of("build.warnings", message, hint="mend the pages or files that they name")


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Look for garbage less often: a build makes many nodes that live to its end, and counting them took a quarter of its time."""
    before = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def folder_in_place(out: Path, progress: Progress) -> Iterator[Path]:
    """A temporary folder to work in; what is in its folder ``new`` afterwards takes the place of ``out``.

    Raises OutputError where nothing can be written, or where ``out`` is a file or holds something else.
    """
    with _working(out, _check_folder) as (work, target):
        yield work
        (work / "new" / MARKER).write_text("made by tarot-teach build\n", encoding="utf-8")
        progress("moving it into place")
        _swap(work / "new", target, work / "old")


@contextmanager
def file_in_place(out: Path, progress: Progress) -> Iterator[Path]:
    """A temporary folder to work in; the file ``new`` in it takes the place of ``out`` afterwards.

    An older file of that name is replaced. Raises OutputError where nothing can be written, or where ``out`` is a folder or
    a device.
    """
    with _working(out, _check_file) as (work, target):
        yield work
        progress("moving it into place")
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
        hint = "name another place with --out"
        raise OutputError.of("build.unwritable", f"cannot write it: {reason}", Place(str(out)), hint) from None


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
        message = f"this is {what}, not a file"
        raise OutputError.of("build.occupied", message, Place(str(target)), "name a file with --out")


def _check_folder(target: Path) -> None:
    if target.is_dir() and any(target.iterdir()) and not (target / MARKER).exists():
        raise OutputError.of(
            "build.occupied",
            "this folder holds something that tarot-teach has not made",
            Place(str(target)),
            "name an empty or new folder with --out",
        )
    if target.exists() and not target.is_dir():
        raise OutputError.of(
            "build.occupied", "this is a file, not a folder", Place(str(target)), "name a folder with --out"
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
