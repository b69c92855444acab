"""A user's files: those named, and their neighbours in the same folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from tarot_teach.errors import TarotError
from tarot_teach.language import _
from tarot_teach.loading.document import kind_of
from tarot_teach.loading.file_catalogue import relative_path, shipped
from tarot_teach.loading.library import Library
from tarot_teach.loading.yaml_reader import read_yaml

KINDS = ("ruleset", "option", "example", "deck", "advice")


def library_for(names: Iterable[str | Path], note: Callable[[str], None]) -> Library:
    """A library with the shipped files, those of a user's that are named, and the neighbours of these.

    Neighbours are rulesets, options, packs, advice and examples in the folder of a named file, in its folder ``examples``, and, for a
    file in such a folder, in the folder above. A file that cannot be read is skipped here. A neighbour with the id of a named file is left
    out, and ``note`` gets a sentence about it.
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
    files = dict.fromkeys(file.resolve() for file in named if _known_as(probe, file))
    ids = {key: file for file in files if (key := _known_as(probe, file))}
    for path in dict.fromkeys(neighbours):
        key, file = _known_as(probe, path), path.resolve()
        if key and key in ids and file not in files:
            note(
                _("{path} is left out: {relative_path} has the id {key!r} too").format(
                    path=path, relative_path=relative_path(ids[key]), key=key[1]
                )
            )
        elif key is not None:
            files[file] = None
    return Library(files)


def is_file(path: Path) -> bool:
    """True for the path of a YAML file that exists."""
    return path.suffix in (".yaml", ".yml") and os.path.isfile(path)  # noqa: PTH113 -- Path.is_file fails for names too long


def readable(path: Path) -> bool:
    """True for a YAML file that can be read."""
    try:
        read_yaml(path)
    except TarotError:
        return False
    return True


def _known_as(probe: Library, path: Path) -> tuple[str, str] | None:
    """The kind and id of a file that others may name; None for other kinds, and for files that cannot be read."""
    try:
        document = probe.document(path.resolve())
    except TarotError:
        return None
    kind = kind_of(document)
    return (kind, str(document.data.get("id"))) if kind in KINDS else None
