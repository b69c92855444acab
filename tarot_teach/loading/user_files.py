"""A user's files: those named, and their neighbours in the same folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from tarot_teach.errors import TarotError
from tarot_teach.language import _
from tarot_teach.loading.document import kind_of
from tarot_teach.loading.file_catalogue import relative_path, shipped
from tarot_teach.loading.library import Library
from tarot_teach.loading.yaml_reader import read_yaml


def library_for(names: Iterable[str | Path], note: Callable[[str], None]) -> Library:
    """A library with the shipped files, those of a user's that are named (also with options behind), and the neighbours of these.

    Neighbours are rulesets, options, packs, advice, courses and examples in the folder of a named file, in its folder ``examples``, and, for a
    file in such a folder, in the folder above. A file that cannot be read is skipped here. A neighbour with the id of a named file is left
    out, and ``note`` gets a sentence about it.
    """
    given = [Path(str(name) if is_file(Path(name)) else str(name).partition("+")[0]) for name in names]
    paths = [path for path in given if is_file(path) and shipped() not in path.resolve().parents]
    neighbours: list[Path] = []
    for path in paths:
        above = [path.parent / ".."] if path.resolve().parent.name == "examples" else []
        for folder in (path.parent, path.parent / "examples", *above):
            neighbours += sorted(folder.glob("*.yaml"))
    probe = Library()
    files = dict.fromkeys(path.resolve() for path in paths if _known_as(probe, path))
    ids = {_known_as(probe, file): file for file in files}
    for path in dict.fromkeys(neighbours):
        key, file = _known_as(probe, path), path.resolve()
        if key and key in ids and file not in files:
            message = _("{path} is left out: {relative_path} has the id {key!r} too")
            note(message.format(path=path, relative_path=relative_path(ids[key]), key=key[1]))
        elif key is not None:
            files[file] = None
    return Library(files)


def is_file(path: Path) -> bool:
    """True for the path of a YAML file that exists."""
    return path.suffix in (".yaml", ".yml") and os.path.isfile(path)  # noqa: PTH113 -- Path.is_file fails for names too long


def readable(path: Path) -> bool:
    """True for a YAML file that can be read."""
    with suppress(TarotError):
        return bool(read_yaml(path))
    return False


def _known_as(probe: Library, path: Path) -> tuple[str, str] | None:
    """The kind and id of a file that others may name; None for other kinds, and for files that cannot be read."""
    with suppress(TarotError):
        document = probe.document(path.resolve())
        kind = kind_of(document)
        if kind in ("ruleset", "option", "example", "deck", "advice", "course"):
            return kind, str(document.data.get("id"))
    return None
