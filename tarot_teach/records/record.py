"""A record in memory: the file's content, and the places of its entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tarot_teach.errors import KeyPath, Place
from tarot_teach.loading import Document, parse_model, read_yaml, write_yaml
from tarot_teach.loading.document import expect_kind
from tarot_teach.records.format import ExampleFile

if TYPE_CHECKING:
    from tarot_teach.loading import Library


@dataclass(frozen=True, slots=True)
class Record:
    """A worked example or hand record; equal when the contents are. ``base`` is its path in a larger file."""

    file: ExampleFile
    document: Document | None = field(default=None, compare=False, repr=False)
    base: KeyPath = field(default=(), compare=False)

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """The place of an entry's value, or of its key."""
        return self.document.place((*self.base, *path), key=key) if self.document else Place(self.file.id)


def read_record(source: str | Path, *, name: str = "") -> Record:
    """A record from a path, or from YAML text when ``name`` says what to call it in messages.

    Raises LoadError with every fault of the file.
    """
    document = read_yaml(source, name=name)
    expect_kind(document, "example")
    return Record(parse_model(ExampleFile, document), document)


def write_record(record: Record) -> str:
    """A record as readable YAML; ``read_record`` gives an equal one."""
    return write_yaml(record.file.model_dump(mode="json", exclude_unset=True))


def load_example(name: str, library: Library) -> Record:
    """A shipped example by id, or a user's by path. Raises LoadError with a suggestion."""
    return read_record(library.find_record("example", name))
