"""A YAML file's content in memory, with the place of every entry."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tarot_teach.errors import KeyPath, LoadError, Place
from tarot_teach.messages import _, in_form, kind_in_words

FOLDERS = ("decks", "bundles", "options", "examples", "sessions", "courses", "advice")
"""Folders in the folder of a user's files that belong to it."""
_TELLING_KEYS = (
    ("advice", {"evaluation", "signals"}),
    ("session", {"deals"}),
    ("example", {"start", "hands", "tricks"}),
    ("course", {"chapters"}),
    ("deck", {"suits", "cards", "total"}),
    ("bundle", {"gives"}),
    ("ruleset", {"extends", "rules", "uses"}),
    ("glossary", {"concepts"}),
    ("coverage", {"points"}),
    ("history", {"descents", "events"}),
    ("errata", {"tables", "scores", "statements"}),
    ("option", {"changes", "adds", "drops", "fits"}),
    ("sources", {"sources"}),
)
"""Kinds of files, each with keys of which one is enough to recognize it."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file's content as dicts, lists, strings and None, with the places of keys and values by path.

    ``blocks`` are the paths of block scalars, ``lines`` the file's text.
    """

    file: str
    data: Any
    keys: Mapping[KeyPath, Place] = field(default_factory=dict)
    values: Mapping[KeyPath, Place] = field(default_factory=dict)
    blocks: frozenset[KeyPath] = frozenset()
    lines: tuple[str, ...] = ()

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """The place of an entry's value (or key), or else of the nearest entry around it."""
        if key and path in self.keys:
            return self.keys[path]
        around = (path[:end] for end in range(len(path), -1, -1))
        found = (self.values.get(part) or self.keys.get(part) for part in around)
        return next(filter(None, found), Place(self.file, 1, 1))

    def line_of_prose(self, path: KeyPath, line: int) -> Place:
        """The place of a line of a scalar, counted from 1; a block scalar begins below its mark."""
        at = self.place(path)
        number = at.line + line - 1
        if path in self.blocks:
            first = at.line
            while first < len(self.lines) - 1 and not self.lines[first].strip():
                first += 1
            number = first + line
        if number == at.line or number > len(self.lines):
            return at
        source = self.lines[number - 1]
        return Place(at.file, number, len(source) - len(source.lstrip()) + 1, source)


def home_of(path: Path) -> Path:
    """The folder of a user's files to which a file belongs: its own, or the one above where its own belongs to that."""
    return path.parent.parent if path.parent.name in FOLDERS else path.parent


def kind_of(document: Document) -> str | None:
    """The kind of a file, recognized by its keys: ``ruleset``, ``option``, ``deck``, ``example`` and so on, or None."""
    keys = set(document.data) if isinstance(document.data, dict) else set()
    return next((kind for kind, telling in _TELLING_KEYS if keys & telling), None)


def expect_kind(document: Document, kind: str) -> None:
    """Raise LoadError for a document that is clearly of another kind."""
    actual = kind_of(document) or kind
    if actual != kind:
        given, wanted = (in_form(kind_in_words(name), "a") for name in (actual, kind))
        message, hint = _("this file is {actual}, not {kind}"), _("name {a} here").format(a=wanted)
        raise LoadError.of("file.kind", message, Place(document.file, 1, 1), hint, actual=given, kind=wanted)


def is_folder(path: Path) -> bool:
    """True for a folder that exists; False for a name that no system can have."""
    return os.path.isdir(path)  # noqa: PTH112 -- Path.is_dir fails for names too long


def exists(path: Path) -> bool:
    """True for a file or folder that exists; False for a name that no system can have."""
    with suppress(OSError, ValueError):
        return path.exists()
    return False


def relative_path(path: Path) -> Path:
    """A path relative to the working folder, where it lies in it."""
    working = Path.cwd()
    return path.relative_to(working) if path.is_relative_to(working) else path
