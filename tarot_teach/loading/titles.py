"""Titles of files that prose may name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarot_teach.loading.library import Library


class Titles(Mapping[str, str]):
    """The titles of a library's files of one kind, by id; a file is read when its title is asked for."""

    def __init__(self, library: Library, kind: str) -> None:
        self.library, self.kind = library, kind

    def __getitem__(self, id: str) -> str:
        data = self.library.document(self.library.find(self.kind, id, Path(), None)).data
        return str(data.get("title", id)) if isinstance(data, dict) else id

    def __contains__(self, id: object) -> bool:
        return id in self.library.names_of(self.kind)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.library.names_of(self.kind)))

    def __len__(self) -> int:
        return len(self.library.names_of(self.kind))
