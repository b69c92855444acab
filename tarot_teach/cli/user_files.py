"""A user's own files: those named on the command line, and what belongs to them in the folders beside."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from tarot_teach.cli.output import note
from tarot_teach.errors import TarotError
from tarot_teach.loading import Library, kind_of, read_yaml, shipped
from tarot_teach.loading.catalogue import relative_path

OURS = ("ruleset", "option", "example", "deck", "advice")


def library_for(names: Iterable[str | Path]) -> Library:
    """A library that knows, beside the shipped files, those named and their neighbours.

    Neighbours are rulesets, options, packs, advice and examples in the same folder, in a folder ``examples`` below it, and in the folder
    above, where the file itself is in such a folder. Files that cannot be read are left for others to complain about; a
    neighbour that has the id of a named file is left out, with a word on standard error.
    """
    probe = Library()
    named: list[Path] = []
    neighbours: list[Path] = []
    for name in names:
        path = Path(name)
        if not is_file(path) or shipped() in path.resolve().parents:
            continue
        folders = [path.parent, path.parent / "examples"]
        if path.resolve().parent.name == "examples":
            folders.append(path.parent / "..")
        named.append(path)
        neighbours += [file for folder in folders for file in sorted(folder.glob("*.yaml"))]
    own = dict.fromkeys(file.resolve() for file in named if _known_as(probe, file))
    ids = {key: file for file in own if (key := _known_as(probe, file))}
    for path in dict.fromkeys(neighbours):
        key, file = _known_as(probe, path), path.resolve()
        if key and key in ids and file not in own:
            note(f"{path} is left out: {relative_path(ids[key])} has the id {key[1]!r} too")
        elif key is not None:
            own[file] = None
    return Library(own)


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


def _known_as(probe: Library, path: Path) -> tuple[str, str] | None:
    """The kind and id of a file that others may name; None for a file of another kind, or that cannot be read."""
    try:
        document = probe.document(path.resolve())
    except TarotError:
        return None
    kind = kind_of(document)
    return (kind, str(document.data.get("id"))) if kind in OURS else None
