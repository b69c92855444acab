"""Files of other programs as records: the format is found by what stands in the file, and the record is replayed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, Problem, RecordError, TarotError
from tarot_teach.loading import Library, write_yaml
from tarot_teach.messages import _
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.gathered import Source, line_named, line_record, places_in
from tarot_teach.records.lines.as_records import CHANGED
from tarot_teach.records.lines.text import is_line
from tarot_teach.records.record import Record, write_record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay, replay_by
from tarot_teach.table import Play
from tarot_teach.topics.other_programs.diagrams import is_diagram, read_diagram
from tarot_teach.topics.other_programs.evenings import (
    PARTIES,
    Evening,
    is_table,
    read_history,
    read_table,
    with_honours,
)
from tarot_teach.topics.other_programs.found import Found
from tarot_teach.topics.other_programs.given_text import GivenText, read_text
from tarot_teach.topics.other_programs.not_read import check_readable
from tarot_teach.topics.other_programs.openspiel_histories import is_history
from tarot_teach.topics.other_programs.openspiel_histories import read_history as read_openspiel
from tarot_teach.topics.other_programs.tarotclub import read_tarotclub
from tarot_teach.topics.sessions.scorekeeper import Session, score_of


@dataclass(frozen=True, slots=True)
class Imported:
    """A record that was made of a file of another program, and replayed. ``notes`` say what the file does not tell; ``fits`` are other
    rulesets by which the deal can be played."""

    format: str
    done: Replay
    notes: tuple[str, ...]
    fits: tuple[str, ...]

    @property
    def said(self) -> list[str]:
        """The record that was read, the gaps of the file, and other rulesets by which the deal can be played."""
        start = self.done.record.file.start
        head = _("{format}: {players} players, dealer {dealer}, from the {step} on; played by {name}")
        dealer, name = start.dealer or _("not told"), self.done.engine.ruleset.name
        head = head.format(
            format=self.format, players=self.done.start.players, dealer=dealer, step=start.step, name=name
        )
        fits = _("It can be played by these rulesets too: {names}").format(names=", ".join(self.fits))
        return [head, *(f"  {note}" for note in (*self.notes, *([fits] if self.fits else [])))]

    @property
    def yaml(self) -> str:
        """The record as an example file."""
        return write_record(self.done.record)

    def to_dict(self) -> dict[str, Any]:
        """The findings as plain data."""
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


@dataclass(frozen=True, slots=True)
class ImportedEvening:
    """A session that was made of a file of another program, and scored. ``notes`` say what the file does not tell."""

    format: str
    session: Session
    notes: tuple[str, ...]

    @property
    def yaml(self) -> str:
        """The session as a file."""
        return write_yaml(self.session.file.model_dump(mode="json", exclude_unset=True))

    @property
    def said(self) -> list[str]:
        """The session that was read, and the gaps of the file."""
        file = self.session.file
        head = _("{format}: {deals} deals of {players} players, scored by {name}")
        head = head.format(format=_(self.format), deals=len(file.deals), players=len(file.players), name=file.ruleset)
        return [head, *(f"  {note}" for note in self.notes)]

    def to_dict(self) -> dict[str, Any]:
        """The findings as plain data."""
        file = self.session.file
        evening = {"ruleset": file.ruleset, "players": len(file.players), "notes": list(self.notes)}
        return {"format": self.format, **evening, "session": file.model_dump(mode="json", exclude_unset=True)}


class Wanted(NamedTuple):
    """The wishes of the caller: the id of the record or session, a ruleset in place of that of the file's game, one of several sessions,
    whether names of players are kept, and whether plays stand that the rules refuse."""

    id: str
    ruleset: str | None = None
    part: int | None = None
    names: bool = False
    go_on: bool = False


def read_foreign(path: Path, wanted: Wanted, library: Library) -> Imported | ImportedEvening:
    """The record or session of a file of another program.

    Raises LoadError where the file cannot be read, and RecordError where the deal breaks a rule, each with its place in the file.
    """
    given = read_text(path)
    found = _read(given, wanted, library)
    return replace(found, notes=(*given.notes, *found.notes))


def _read(given: GivenText, wanted: Wanted, library: Library) -> Imported | ImportedEvening:
    """The record or session of a text, by the format that is found in it. Raises LoadError and RecordError."""
    if is_line(given.text):
        return _of_line(given, library)
    if is_table(given):
        return _evening(read_table(given, wanted.ruleset, wanted.names), wanted.id, library)
    if f'"{PARTIES}"' in given.text:
        return _evening(read_history(given, wanted.ruleset, wanted.part, wanted.names), wanted.id, library)
    if is_history(given):
        return _record(read_openspiel(given, library, wanted.ruleset), wanted, library)
    if is_diagram(given):
        return _record(read_diagram(given, library, wanted.ruleset), wanted, library)
    check_readable(given)
    if given.text.lstrip()[:1] not in ("{", "[", "<"):
        message, hint = _("this is no deal of a program that is known here"), _("formats: {known}")
        known = _("TarotClub, OpenSpiel, Tarot345Scores, a table of an evening, a deal on one line, a diagram of hands")
        raise LoadError.of("import.format", message, given.place(0), hint.format(known=known))
    return _record(read_tarotclub(given, library, wanted.ruleset), wanted, library)


def _record(found: Found, wanted: Wanted, library: Library) -> Imported:
    """The record of a deal, replayed. Raises RecordError for a play that a rule refuses, unless such plays are to stand."""
    program = found.format.partition(" ")[0]
    title = _("A deal saved by {program}").format(program=program) if program != "a" else _("A deal of a diagram")
    head = {"format": 1, "id": wanted.id, "ruleset": found.ruleset, "title": title}
    notes, data = [*found.notes], {**found.data}
    record = Record(ExampleFile.model_validate(head | data), found.document)
    try:
        done = replay_by(record, library, Path(), go_on=wanted.go_on)
    except RecordError as error:
        raise RecordError([_with_cure(problem) for problem in error.problems]) from None
    for move in done.deal:
        if move.irregular and move.trick is not None and isinstance(move.action, Play):
            seat, card = done.start.seats[move.action.seat], move.action.card.code
            said = _("Trick {number}: {seat} plays {card}, which a rule refuses.")
            notes.append(said.format(number=move.number, seat=seat, card=card))
            data["tricks"][move.trick].setdefault("irregular", []).append(f"{seat} {card}")
    file = ExampleFile.model_validate({**head, "about": " ".join(notes) + "\n", **data})
    done = replace(done, record=Record(file, found.document))
    return Imported(found.format, done, tuple(notes), _fits(done, library))


def _with_cure(problem: Problem) -> Problem:
    """A problem of a replay, with the cure for a file that is to be imported."""
    hint = _("a card stands in a wrong place, or --go-on lets the play stand, and marks it")
    return replace(problem, hint=hint) if problem.code == "record.illegal" else problem


def _evening(found: Evening, id: str, library: Library) -> ImportedEvening:
    """The session of an evening, scored."""
    head = {"format": "1", "id": id, "title": _("An evening of tarot"), "ruleset": found.ruleset}

    def scored(data: Mapping[str, Any]) -> Session:
        return score_of(replace(found.document, data=head | dict(data)), library, Path())

    data, notes = with_honours(found, scored)
    return ImportedEvening(found.format, scored(data), (*found.notes, *notes))


def _of_line(given: GivenText, library: Library) -> Imported:
    """The record of a line that stands in a file. Raises LoadError for a file of several."""
    source = line_named(given.file) or Source(given.file, 1, given.text)
    read = line_record(source, library)
    with places_in(source):
        done = replay_by(read.record, library, Path(given.file).parent)
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
