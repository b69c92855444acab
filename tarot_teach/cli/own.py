"""A user's own files: those named on the command line, and what belongs to them in the folders beside."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from tarot_teach.errors import TarotError
from tarot_teach.loading import Library, kind_of, read_yaml, shipped

OURS = ("ruleset", "option", "example")


def library_for(names: Iterable[str | Path]) -> Library:
    """A library that knows, beside the shipped files, those named and their neighbours.

    Neighbours are rulesets, options and examples in the same folder, in a folder ``examples`` below it, and in the folder
    above, where the file itself is in such a folder. Files that cannot be read are left for others to complain about.
    """
    probe = Library()
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if not is_file(path) or shipped() in path.resolve().parents:
            continue
        folders = [path.parent, path.parent / "examples"]
        if path.resolve().parent.name == "examples":
            folders.append(path.parent / "..")
        beside = [file for folder in folders for file in sorted(folder.glob("*.yaml"))]
        found += [file for file in [path, *beside] if _ours(probe, file)]
    return Library(own=dict.fromkeys(file.resolve() for file in found))


def is_file(path: Path) -> bool:
    """Whether it is the path of a file that may be a user's own; no, too, for a path that no file can have."""
    return path.suffix in (".yaml", ".yml") and os.path.isfile(path)  # noqa: PTH113 -- Path.is_file fails for names too long


def readable(path: Path) -> bool:
    """Whether a file can be read at all."""
    try:
        read_yaml(path)
    except TarotError:
        return False
    return True


def _ours(probe: Library, path: Path) -> bool:
    try:
        return kind_of(probe.document(path)) in OURS
    except TarotError:
        return False
