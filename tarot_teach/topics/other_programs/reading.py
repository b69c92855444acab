"""Files of other programs as records: the format is found by what stands in the file, and the record is replayed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, TarotError
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.lines.as_records import CHANGED, read_line
from tarot_teach.records.lines.text import is_line
from tarot_teach.records.record import Record, write_record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay, replay_by
from tarot_teach.topics.other_programs.given_text import GivenText, read_text
from tarot_teach.topics.other_programs.tarotclub import read_tarotclub


@dataclass(frozen=True, slots=True)
class Imported:
    """A record that was made of a file of another program, and replayed. ``notes`` say what the file does not tell; ``fits`` are other
    rulesets by which the deal can be played."""

    format: str
    done: Replay
    notes: tuple[str, ...]
    fits: tuple[str, ...]

    @property
    def yaml(self) -> str:
        """The record as an example file."""
        return write_record(self.done.record)

    def to_dict(self) -> dict[str, Any]:
        """What was found, as plain data."""
        file, start = self.done.record.file, self.done.start
        return {
            "format": self.format,
            "ruleset": file.ruleset,
            "fits": list(self.fits),
            "players": start.players,
            "seats": list(start.seats),
            "dealer": file.start.dealer,
            "begins": file.start.step,
            "notes": list(self.notes),
            "record": file.model_dump(mode="json", exclude_unset=True),
        }


def read_foreign(path: Path, id: str, library: Library, ruleset: str | None = None) -> Imported:
    """The record of a file of another program, with an id, played by a ruleset, by default the one that the file's game has.

    Raises LoadError where the file cannot be read, and RecordError where the deal breaks a rule, each with its place in the file.
    """
    given = read_text(path)
    if is_line(given.text):
        return _of_line(given, library)
    if given.text.lstrip()[:1] not in ("{", "[", "<"):
        message, hint = _("this is no deal of a program that is known here"), _("formats: {known}")
        known = _("TarotClub, or a deal on one line")
        raise LoadError.of("import.format", message, given.place(0), hint.format(known=known))
    found = read_tarotclub(given, library, ruleset)
    title = _("A deal saved by {program}").format(program=found.format.partition(" ")[0])
    head = {"format": 1, "id": id, "ruleset": found.ruleset, "title": title, "about": " ".join(found.notes) + "\n"}
    record = Record(ExampleFile.model_validate(head | dict(found.data)), found.document)
    done = replay_by(record, library, Path())
    return Imported(found.format, done, tuple(found.notes), _fits(done, library))


def _of_line(given: GivenText, library: Library) -> Imported:
    """The record of a line that stands in a file."""
    read = read_line(given.text, library)
    done = replay_by(read.record, library, Path())
    return Imported(_("a line"), done, (_(CHANGED),) if read.changed else (), _fits(done, library))


def _fits(done: Replay, library: Library) -> tuple[str, ...]:
    """The other rulesets of the library, with the same pack, by which the record is played without a fault."""
    found = []
    for name in library.ids():
        engine = Engine(library.load(name))
        if name == done.engine.ruleset.name or engine.ruleset.deck.id != done.engine.ruleset.deck.id:
            continue
        try:
            replay(done.record, engine)
        except TarotError:
            continue
        found.append(name)
    return tuple(found)
