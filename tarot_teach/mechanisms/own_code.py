"""Mechanisms in a folder of a user's: Python files that are run only where somebody asks for it."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from tarot_teach.errors import LoadError, Place, suggest
from tarot_teach.mechanisms import registry
from tarot_teach.messages import _
from tarot_teach.rules import STEPS

FOLDER = "mechanisms"
"""The name of the folder, beside the files of rulesets."""

Stamp = tuple[tuple[str, int, int], ...]
_RUN: dict[Path, Stamp] = {}
"""The folders whose files this process has run, with the files as they were then."""


def stamp_of(folder: Path) -> Stamp:
    """The Python files of a folder that define mechanisms, each with the time of its last change and its size."""
    files = [(path, path.stat()) for path in sorted(folder.glob("*.py")) if not path.name.startswith("_")]
    return tuple((path.name, status.st_mtime_ns, status.st_size) for path, status in files)


def has_run(folder: Path) -> bool:
    """True for a folder whose mechanisms this process has."""
    return folder.resolve() in _RUN


def run_folder(folder: Path) -> None:
    """Run the Python files of a folder, unless they have been run as they are, and offer their mechanisms to all rulesets.

    A file's name begins with the step to which its mechanisms belong: ``score.py``, ``score_first_trick.py``. Raises LoadError for a file
    that cannot be run, that belongs to no step, or whose mechanism has the name of another.
    """
    folder = folder.resolve()
    stamp = stamp_of(folder)
    if _RUN.get(folder) == stamp:
        return
    registry.forget(folder)
    found: dict[tuple[str, str], str] = {}
    for name, _time, _size in stamp:
        path = folder / name
        step = path.stem.partition("_")[0]
        if step not in STEPS:
            message, hint = _("the name of the file does not begin with a step"), suggest(step, STEPS, _("steps"))
            raise LoadError.of("mechanisms.step", message, Place(str(path)), hint)
        module = _module_of(path)
        for kind in registry.defined_in(module):
            if kind.name in registry.names(step) or (step, kind.name) in found:
                message, hint = _("there is a mechanism {name!r} for the step {step!r} already"), _("take another name")
                raise LoadError.of("mechanisms.taken", message, Place(str(path)), hint, name=kind.name, step=step)
            found[step, kind.name] = f"{module.__name__}:{kind.__name__}"
    registry.offer(folder, found)
    _RUN[folder] = stamp


def _module_of(path: Path) -> ModuleType:
    """The module of a file, run anew. Raises LoadError with the line at which it stops."""
    name = f"tarot_teach_own_{hashlib.sha256(str(path.parent).encode()).hexdigest()[:12]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        lines = [
            frame.lineno or 1 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)
        ]
        line = (error.lineno or 1) if isinstance(error, SyntaxError) else lines[-1] if lines else 1
        message, hint = (
            _("this Python file cannot be run: {kind}: {error}"),
            _("mend the file, or take it out of the folder"),
        )
        kind = type(error).__name__
        raise LoadError.of(
            "mechanisms.code", message, Place(str(path), line, 1), hint, kind=kind, error=error
        ) from None
    return module
