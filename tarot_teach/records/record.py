"""A record in memory: the file's content, its comments, and the places of everything in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarot_teach.errors import Place
from tarot_teach.loading import Document, parse_model, read_yaml, write_yaml
from tarot_teach.loading.kinds import expect_kind
from tarot_teach.records.format import ExampleFile

if TYPE_CHECKING:
    from tarot_teach.loading import Library


@dataclass(frozen=True, slots=True)
class Record:
    """A worked example or hand record. Equal when content and comments are. ``base`` is where it stands in a larger file."""

    file: ExampleFile
    comments: Mapping[Any, Any] = field(default_factory=dict)
    document: Document | None = field(default=None, compare=False, repr=False)
    base: tuple[str | int, ...] = field(default=(), compare=False)

    def place(self, path: tuple[str | int, ...]) -> Place:
        """Where something stands in the file."""
        return self.document.place((*self.base, *path)) if self.document else Place(self.file.id)


def read_record(source: str | Path, *, name: str = "") -> Record:
    """A record from a path, or from YAML text when ``name`` says what to call it in messages.

    Raises LoadError with every fault of the file.
    """
    document = read_yaml(source, name=name)
    expect_kind(document, "example")
    return Record(parse_model(ExampleFile, document), document.comments, document)


def write_record(record: Record) -> str:
    """A record as YAML that a person can read; ``read_record`` gives an equal one."""
    return write_yaml(record.file.model_dump(mode="json", exclude_unset=True), record.comments)


def load_example(name: str, library: Library) -> Record:
    """A shipped example by its id, or a user's own by its path. Raises LoadError with a suggestion."""
    return read_record(library.example_path(name))
