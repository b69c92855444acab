"""A YAML file's content in memory, with the place of everything in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tarot_teach.errors import Place

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Comment:
    """Comments that belong to an entry: lines above it, and one behind it."""

    above: tuple[str, ...] = ()
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A file's content as dicts, lists, strings and None, with the places of keys and values, and its comments.

    ``comments`` are by path; those under ``()`` stand at the head (above) and at the end of the file (behind).
    """

    file: str
    data: Any
    keys: Mapping[KeyPath, Place] = field(default_factory=dict)
    values: Mapping[KeyPath, Place] = field(default_factory=dict)
    comments: Mapping[KeyPath, Comment] = field(default_factory=dict)
    blocks: frozenset[KeyPath] = frozenset()
    lines: tuple[str, ...] = ()

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """Where something stands: its value (or its key), or else the nearest thing around it."""
        for end in range(len(path), -1, -1):
            part = tuple(path[:end])
            if key and end == len(path) and part in self.keys:
                return self.keys[part]
            if part in self.values:
                return self.values[part]
            if part in self.keys:
                return self.keys[part]
        return Place(self.file, 1, 1)

    def line_of_prose(self, path: KeyPath, line: int) -> Place:
        """The place of a line within a scalar: a block scalar begins on the line below its mark."""
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


def exists(path: Path) -> bool:
    """Whether there is such a file or folder; names that no system could have exist nowhere."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
