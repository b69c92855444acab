"""The author's comments in a record: checked prose that may name terms, cards and rules."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.errors import KeyPath, Problem, RecordError
from tarot_teach.language import _
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.rules import Prose, ProseError, Ruleset, prose_scope
from tarot_teach.text import Text


def commentary(record: Record, ruleset: Ruleset, source: str, path: KeyPath) -> tuple[Text, ...]:
    """A comment as paragraphs. Raises RecordError with its place."""
    scope = prose_scope(ruleset)
    try:
        return tuple(Prose.compile(part).fill(scope) for part in source.strip().split("\n\n") if part.strip())
    except ProseError as error:
        place = (
            record.document.line_of_prose((*record.base, *path), error.line) if record.document else record.place(path)
        )
        raise RecordError.of(
            "record.prose", _("in this text: {message}").format(message=error.message), place, error.hint
        ) from None


def check_commentary(record: Record, ruleset: Ruleset) -> Iterator[Problem]:
    """The faults of every comment."""
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
