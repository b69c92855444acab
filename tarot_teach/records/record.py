"""A record in memory: its content with the places of entries, and its comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tarot_teach.errors import KeyPath, Place, Problem, RecordError
from tarot_teach.loading import Document, parse_model, read_yaml, write_yaml
from tarot_teach.loading.document import expect_kind
from tarot_teach.messages import _
from tarot_teach.records.format import ExampleFile
from tarot_teach.rules import Prose, ProseError, Ruleset, prose_scope
from tarot_teach.text import Text


@dataclass(frozen=True, slots=True)
class Record:
    """A worked example or hand record, compared by content. ``base`` is its path in a larger file."""

    file: ExampleFile
    document: Document | None = field(default=None, compare=False, repr=False)
    base: KeyPath = field(default=(), compare=False)

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """The place of an entry's value, or of its key."""
        return self.document.place((*self.base, *path), key=key) if self.document else Place(self.file.id)


def read_record(source: str | Path, *, name: str = "") -> Record:
    """Read a record from a path, or from YAML text that messages call ``name``.

    Raises LoadError with every fault of the file.
    """
    document = read_yaml(source, name=name)
    expect_kind(document, "example")
    return Record(parse_model(ExampleFile, document), document)


def write_record(record: Record) -> str:
    """A record as readable YAML, from which ``read_record`` makes an equal one."""
    return write_yaml(record.file.model_dump(mode="json", exclude_unset=True))


def commentary(record: Record, ruleset: Ruleset, source: str, path: KeyPath) -> tuple[Text, ...]:
    """A comment as paragraphs. Raises RecordError with its place."""
    scope = prose_scope(ruleset)
    try:
        return tuple(Prose.compile(part).fill(scope) for part in source.strip().split("\n\n") if part.strip())
    except ProseError as error:
        document, message = record.document, _("in this text: {message}").format(message=error.message)
        place = document.line_of_prose((*record.base, *path), error.line) if document else record.place(path)
        raise RecordError.of("record.prose", message, place, error.hint) from None


def check_commentary(record: Record, ruleset: Ruleset) -> Iterator[Problem]:
    """The faults of all comments."""
    for source, path in comments_of(record.file):
        try:
            commentary(record, ruleset, source, path)
        except RecordError as error:
            yield from error.problems


def comments_of(file: ExampleFile) -> Iterator[tuple[str, KeyPath]]:
    """Every comment of an example with its place in the file."""
    for i, ask in enumerate(file.asks):
        yield ask.question or "", ("asks", i, "question")
        yield ask.because, ("asks", i, "because")
        yield from ((reply, ("asks", i, "misses", missed)) for missed, reply in ask.misses.items())
    yield file.about, ("about",)
    yield file.closing, ("closing",)
    if file.printed:
        yield file.printed.note, ("printed", "note")
    for i, trick in enumerate(file.tricks):
        for seat, comment in trick.before.items():
            yield comment, ("tricks", i, "before", seat)
        yield trick.after or "", ("tricks", i, "after")
        for j, tried in enumerate(trick.tries):
            yield tried.note or "", ("tricks", i, "tries", j, "note")
