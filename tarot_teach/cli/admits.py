"""``tarot-teach admits``."""

from __future__ import annotations

import csv
import io
import json
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import click
from click.core import ParameterSource

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import INTERRUPTED, emit, in_json, note, page_options, progress, usage
from tarot_teach.cli.questions import answered, cell, options_of, show_answer
from tarot_teach.compiled.other_process import cpus
from tarot_teach.errors import OutputError, Place, printable
from tarot_teach.files import file_lock
from tarot_teach.mechanisms.own_code import has_run
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.questions.admits import AdmitsQuestion
from tarot_teach.records.gathered import Source, has_many, hidden_in, sources_in
from tarot_teach.topics.admits.many import COLUMNS, Answer, Asked, answers
from tarot_teach.topics.simulate.run import interrupts
from tarot_teach.topics.simulate.workers import WorkerProcesses, Workers

FEW = 64
"""The most records for which no other processes are started, if nobody says how many."""
NAMED = 3
"""The rulesets that a line names of those that admit a record."""
OF_RECORDS = N_("{task.completed:,.0f} of {task.total:,.0f} records"), N_("{speed:,.0f} records/s")
"""The words of a progress bar for records."""


@click.command("admits")
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@options_of(AdmitsQuestion)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Of many records, in how many processes; by default as many as there are processors.",
)
@page_options(*AdmitsQuestion.formats)
@mechanisms_option
@click.pass_context
def command(
    context: click.Context, /, records: tuple[str, ...], jobs: int | None, kind: str, out: Path | None, **given: Any
) -> None:
    """Say which rulesets admit RECORD, an example by its id, a file or a line: each is tried, with house rules on top, by its cards, seats, auction, plays and
    results alone; and which rules would decide among those that admit it.

    Several records, a folder or a file with a deal on each line are answered one after the other, each on a line: as text, a table (CSV) or JSON. A record that cannot be
    read has its line, too, with place and cure; they are counted at the end, and the exit code is 1. After Ctrl-C the same command goes on in the file of --out.
    """
    if has_many(records):
        context.exit(_answer_each(context, records, jobs, kind, out, given))
    if jobs is not None:
        raise usage("usage.wrong", _("--jobs is for many records"), _("leave it out"))
    asked, answer = answered(AdmitsQuestion, records, given)
    show_answer(answer, kind, out, title=asked.title_of(answer))


# ---------------------------------------------------------------- many records


def _answer_each(
    context: click.Context, names: tuple[str, ...], jobs: int | None, kind: str, out: Path | None, given: dict[str, Any]
) -> int:
    """Answer the question about each of many records, and print or write the answers at once; the exit code."""
    _check_many(context, names, kind, out)
    library = library_of(*names, *given["rulesets"], records=False)
    for name in given["rulesets"]:
        library.load(name)
    total = sum(1 for _source in sources_in(names))
    if not total:
        hint = _("name a folder with examples as YAML files, or files of lines")
        raise OutputError.of("admits.nothing", _("there is no record here"), Place(names[0]), hint)
    run = tuple(filter(has_run, library.mechanisms))
    asked = Asked(given["rulesets"], given["options"], tuple(library.user_files), run)
    jobs = jobs or (cpus() if total > FEW else 1)
    workers = WorkerProcesses(jobs) if jobs > 1 else Workers()
    count, sources = _Count(), sources_in(names)
    with ExitStack() as opened:
        opened.enter_context(file_lock(out))
        stop = opened.enter_context(interrupts())
        if out is not None and out.is_file():
            _go_on(out, kind, sources, asked, count)
        sink = Sink(kind, opened.enter_context(out.open("ab", 0)) if out is not None else None)
        if not count.number:
            sink.head()
        shown = opened.enter_context(_bar(total, count.number, out))
        for answer in answers(asked, sources, workers, stop):
            sink.add(answer)
            count.add(answer.to_dict())
            shown(count.number)
    left = total if stop.is_set() and count.number < total else 0
    _say(count, left, hidden_in(names), out)
    if left:
        return INTERRUPTED
    return 1 if count.unread else 0


def _check_many(context: click.Context, names: tuple[str, ...], kind: str, out: Path | None) -> None:
    """Raise a usage error for what means nothing where there are many records."""
    for name, option in (("everything", "--all"), ("answers", "--answer"), ("deals", "--deals"), ("seed", "--seed")):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            message = _("{option} is for one record, and there are many here")
            raise usage("usage.wrong", message, _("leave it out, or name one record"), option=option)
    if kind not in ("text", "csv", "json"):
        message, hint = (
            _("many records are not answered as {kind}"),
            _("take text, csv, or --json for a line of JSON each"),
        )
        raise usage("usage.forms", message, hint, kind=kind)
    if kind == "text" and out is not None:
        message = _("answers to many records go to a file as a table or as lines of JSON")
        raise usage("usage.forms", message, _("add --format csv or --json"))
    if out is not None and any(Path(name).resolve() in (out.resolve(), out.resolve().parent) for name in names):
        message = _("the answers cannot go among the records: {path}")
        raise usage("usage.wrong", message, _("write them into another folder"), path=out)


@contextmanager
def _bar(total: int, done: int, out: Path | None) -> Iterator[Any]:
    """A progress bar, unless the answers are printed on the same terminal."""
    if out is None and sys.stdout.isatty():
        yield lambda _done: None
        return
    with progress(total, done, OF_RECORDS) as show:
        yield show


@dataclass(frozen=True, slots=True)
class Sink:
    """Standard output or a file, to which each answer is written whole, in a ``kind`` of output."""

    kind: str
    file: BinaryIO | None = None

    def head(self) -> None:
        """Write what stands above all answers: the columns of a table."""
        if self.kind == "csv":
            self._write(_row(COLUMNS))

    def add(self, answer: Answer) -> None:
        """Write an answer."""
        self._write(line_of(answer, self.kind))

    def _write(self, text: str) -> None:
        if self.file is None:
            emit(text)
        else:
            self.file.write(text.encode("utf-8"))


def line_of(answer: Answer, kind: str) -> str:
    """An answer on one line, as JSON, as a row of a table, or in words."""
    cells = {key: printable(each) if isinstance(each, str) else each for key, each in answer.to_dict().items()}
    if kind == "json":
        return in_json(cells)
    if kind == "csv":
        return _row([cell(each) if not isinstance(each, list) else " ".join(each) for each in cells.values()])
    return f"{_words(answer, cells)}\n"


def _row(cells: Any) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(cells)
    return stream.getvalue()


def _words(answer: Answer, row: Mapping[str, Any]) -> str:
    """An answer in a sentence."""
    if not answer.read:
        words = _("{place}: not read: {reason} (hint: {cure})") if row["cure"] else _("{place}: not read: {reason}")
        return words.format(**row)
    if not answer.admitted:
        return _("{record}: none of {tried} admits it; {ruleset}: {reason} ({place})").format(**row)
    names = ", ".join(answer.admitted[:NAMED]) + (" …" if len(answer.admitted) > NAMED else "")
    return _("{record}: {number} of {tried} admit it: {names}").format(
        record=row["record"], number=len(answer.admitted), tried=answer.tried, names=names
    )


# ---------------------------------------------------------------- counting, and going on


@dataclass(slots=True)
class _Count:
    """The number of answers, of records that none admits, and of those that were not read, by code with the first."""

    number: int = 0
    unadmitted: int = 0
    unread: int = 0
    last: str = ""
    faults: dict[str, tuple[int, Mapping[str, Any]]] = field(default_factory=dict)

    def add(self, row: Mapping[str, Any]) -> None:
        """Count an answer as plain data."""
        self.number += 1
        self.last = row["record"]
        if row["read"]:
            self.unadmitted += not row["admitted"]
            return
        self.unread += 1
        number, first = self.faults.get(row["code"], (0, row))
        self.faults[row["code"]] = number + 1, first


def _say(count: _Count, total: int, hidden: int, out: Path | None) -> None:
    """Say on standard error how many records were read, and what kept others from being read; and how to go on to a ``total`` after an interrupt."""
    words = ngettext(
        "{number:,} record: {read:,} read, {unread:,} not",
        "{number:,} records: {read:,} read, {unread:,} not",
        count.number,
    )
    note(words, number=count.number, read=count.number - count.unread, unread=count.unread)
    if count.unadmitted:
        words = ngettext(
            "  {number:,} that was read is admitted by no ruleset",
            "  {number:,} that were read are admitted by no ruleset",
            count.unadmitted,
        )
        note(words, number=count.unadmitted)
    for code, (number, first) in sorted(count.faults.items()):
        words = _("  {number:,} × [{code}] {place}: {reason}")
        note(words, number=number, code=code, place=printable(first["place"]), reason=printable(first["reason"]))
        if first["cure"]:
            note("    {hint} {cure}", hint=_("hint:"), cure=printable(first["cure"]))
    if hidden:
        words = ngettext(
            "{number:,} file with a dot before its name is passed over",
            "{number:,} files with a dot before their names are passed over",
            hidden,
        )
        note(words, number=hidden)
    if out is not None:
        note(_("Written: {path}"), path=out)
    if total:
        where = _("not kept: that takes --out FILE with --format csv or --json")
        if out is not None:
            where = _("kept in {out}; go on with the same command").format(out=out)
        words = _("stopped: {number:,} of {total:,} records are answered, {where}")
        note(words, number=count.number, total=total, where=where)


def _go_on(out: Path, kind: str, sources: Iterator[Source], asked: Asked, count: _Count) -> None:
    """Count the answers that a file has, and pass over their sources; a last line that was cut short is cut off.

    Raises OutputError for a file of something else, or of other records.
    """
    size, last, source = 0, "", None
    with out.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if not line.endswith(b"\n"):
                break
            size += len(line)
            last = line.decode("utf-8", "replace")
            if kind == "csv" and number == 1 and last == _row(COLUMNS):
                continue
            row = _read_row(last, kind)
            if row is None:
                raise _other_answers(out, number, _("this is no answer to a record"))
            source = next(sources, None)
            here = printable(str(source)) if source else _("no record")
            if here != row["record"]:
                message = _("this is the answer to {record}, where {source} comes now")
                raise _other_answers(out, number, message.format(record=row["record"], source=here))
            count.add(row)
    if source is not None:
        now = next(answers(asked, iter([source]), Workers(), threading.Event()))
        if line_of(now, kind) != last:
            message = _("{record} is answered otherwise now")
            raise _other_answers(out, number, message.format(record=count.last))
    with out.open("rb+") as stream:
        stream.truncate(size if count.number else 0)


def _read_row(line: str, kind: str) -> dict[str, Any] | None:
    """An answer that was written on a line; None for anything else."""
    if kind == "csv":
        cells = next(csv.reader([line]), [])
        row = dict(zip(COLUMNS, cells, strict=True)) if len(cells) == len(COLUMNS) else {}
        return {**row, "read": row["read"] == "true"} if row else None
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) and [*row] == [*COLUMNS] else None


def _other_answers(out: Path, line: int, message: str) -> OutputError:
    """The error for a file with which this run cannot go on."""
    hint = _("answers are added to those of the same records and options alone: take another file")
    return OutputError.of("admits.kept", message, Place(str(out), line, 1), hint)
