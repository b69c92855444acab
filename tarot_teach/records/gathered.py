"""Records by their names: examples, files, deals on one line, and many one after the other, of folders and of files with a deal on each line."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from tarot_teach.errors import LoadError, Place, Problem, TarotError, system_reason
from tarot_teach.loading import Library
from tarot_teach.loading.document import is_folder
from tarot_teach.messages import _
from tarot_teach.records.lines.as_records import LineRecord, read_line
from tarot_teach.records.lines.text import FILE, is_line
from tarot_teach.records.record import Record, read_record

MOST_SIGNS = 100_000
"""The most signs of a line that are read."""
_HEAD = 1 << 16
"""The signs at the head of a file in which a deal on one line is looked for."""
_SHOWN = 1000
"""The signs of a line that a fault shows at most."""
_ENDINGS = (".yaml", ".yml")
_NUMBERED = re.compile(r"(.+):([1-9][0-9]{0,8})")


class Source(NamedTuple):
    """The source of one record: a file, or a ``line`` of it, counted from 1, with its text; or the name of an example, or a text alone."""

    name: str
    line: int = 0
    text: str = ""

    def __str__(self) -> str:
        return f"{self.name}:{self.line}" if self.line else self.name


def has_many(names: Sequence[str]) -> bool:
    """True for names of more than one record: several, a folder, or a file of more than one line."""
    return len(names) > 1 or any(is_folder(Path(name)) or len(_first_lines(name)) > 1 for name in names)


def _first_lines(name: str) -> list[Source]:
    """The first two lines of a file of lines."""
    return [*islice(_in_file(Path(name), name), 2)] if has_lines(Path(name)) else []


def has_lines(path: Path) -> bool:
    """True for a file that is no YAML by its name, and has a deal or a position on some line at its head."""
    if path.suffix in _ENDINGS or not os.path.isfile(path):  # noqa: PTH113 -- Path.is_file fails for names too long
        return False
    try:
        with path.open(encoding=_encoding_of(path), errors="replace") as stream:
            return any(map(is_line, stream.read(_HEAD).splitlines()))
    except OSError:
        return False


def _encoding_of(path: Path) -> str:
    """The encoding of a file by its byte order mark, UTF-8 without one. Raises OSError."""
    with path.open("rb") as stream:
        return "utf-16" if stream.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"


def line_named(name: str) -> Source | None:
    """The source of the one deal or position that a name means: a line, a file in which one stands, or one of a file's by its number, as ``FILE:2``; None
    for other names. Raises LoadError for a file of several, and for a number that it does not have."""
    if is_line(name):
        return Source(name, text=name)
    numbered = _NUMBERED.fullmatch(name)
    if numbered and has_lines(Path(numbered[1])):
        number, hint = int(numbered[2]), _("name one with a deal, as `tarot-teach admits {name}` lists them")
        found = next((each for each in _in_file(Path(numbered[1]), numbered[1]) if each.line == number), None)
        if found is None:
            message, place = _("the file has no deal on line {number}"), Place(numbered[1])
            raise LoadError.of("record.line", message, place, hint.format(name=numbered[1]), number=number)
        return found
    lines = _first_lines(name)
    if len(lines) > 1:
        message = _("the file has more than one line, and one deal is asked for")
        place = Place(lines[1].name, lines[1].line, 1, lines[1].text[:_SHOWN])
        hint = _("name one by its number, as {first}; `tarot-teach admits` takes them all").format(first=lines[0])
        raise LoadError.of("record.line", message, place, hint)
    return lines[0] if lines else None


def source_named(name: str, library: Library) -> Source:
    """The source of one record by its name: an example by its id or path, or as of ``line_named``. Raises LoadError with a suggestion."""
    return line_named(name) or Source(str(library.find_record("example", name)))


def load_example(name: str, library: Library) -> Record:
    """Read a shipped example by id, another by path, or a deal or position on one line. Raises LoadError with a suggestion."""
    return read_source(source_named(name, library), library)[0]


def sources_in(names: Sequence[str]) -> Iterator[Source]:
    """The sources of all records that some names mean, in a fixed order: of a folder all files by their names, of a file of lines all lines that are not
    empty. Of the contents only lines are read, one by one. Raises LoadError for a folder that cannot be read."""
    return chain.from_iterable(map(_sources_of, names))


def _sources_of(name: str) -> Iterator[Source]:
    if not is_folder(Path(name)):
        yield from _in_file(Path(name), name)
        return
    for file in _files_of(name):
        yield from _in_file(Path(file), file)


def _files_of(folder: str) -> list[str]:
    """The paths in a folder by their names, without those of hidden files. Raises LoadError."""
    try:
        return [os.path.join(folder, file) for file in sorted(os.listdir(folder)) if not file.startswith(".")]  # noqa: PTH118, PTH208 -- as it was typed
    except OSError as error:
        message, strerror = _("cannot be read: {strerror}"), system_reason(error)
        hint = _("check the path, and who may read the folder")
        raise LoadError.of("yaml.unreadable", message, Place(folder), hint, strerror=strerror) from None


def hidden_in(names: Sequence[str]) -> int:
    """The number of files in the folders among some names that are passed over, since their names begin with a dot."""
    folders = [name for name in names if is_folder(Path(name))]
    return sum(file.startswith(".") for folder in folders for file in os.listdir(folder))  # noqa: PTH208 -- names alone


def _in_file(path: Path, name: str) -> Iterator[Source]:
    """The source of a file, or of each line of a file of lines."""
    if not has_lines(path):
        yield Source(name)
        return
    number, whole = 0, True
    encoding = _encoding_of(path)
    errors = "replace" if encoding == "utf-16" else "surrogateescape"
    with path.open(encoding=encoding, errors=errors, newline="\n") as stream:
        while text := stream.readline(MOST_SIGNS):
            number += whole
            if whole and text.strip():
                yield Source(name, number, text.rstrip("\r\n"))
            whole = text.endswith("\n")  # else the line goes on beyond what is read


def read_source(source: Source, library: Library) -> tuple[Record, Path]:
    """A record, and the folder to which paths in it are relative. Raises TarotError with the place in the file."""
    path = Path(source.name)
    if source.line or is_line(source.name):
        return line_record(source, library).record, path.parent if source.line else Path()
    if is_folder(path):
        hint = _("name it too, behind the folder in which it lies: {folder}").format(folder=source.name)
        raise LoadError.of("yaml.unreadable", _("this is a folder, not a file"), Place(source.name), hint)
    if os.path.lexists(path) and path.suffix not in _ENDINGS:
        raise _no_record(path, source.name)
    path = path if os.path.lexists(path) else library.find_record("example", source.name)
    return read_record(path), path.parent


def _no_record(path: Path, name: str) -> LoadError:
    """The error for a file that is neither YAML by its name nor one of lines."""
    place = Place(name)
    try:
        if not path.is_file():
            path.stat()
            message, hint = _("this is a pipe or a device, not a file"), _("write it to a file first")
            return LoadError.of("yaml.unreadable", message, place, hint)
        with path.open("rb"):
            pass
    except OSError as error:
        message, strerror = _("cannot be read: {strerror}"), system_reason(error)
        return LoadError.of("yaml.unreadable", message, place, _("check the path"), strerror=strerror)
    message = _("this is no record: neither a YAML file nor a file of lines that begin with d1 or p1")
    hint = _("leave it out of the folder; `tarot-teach import` reads files of other programs")
    return LoadError.of("record.source", message, place, hint)


def line_record(source: Source, library: Library) -> LineRecord:
    """The record of a line, or of a line of a file. Raises TarotError with the place in the file."""
    if not source.line:
        return read_line(source.name, library)
    text, place = source.text, Place(source.name, source.line, 1, source.text[:_SHOWN])
    if len(text) >= MOST_SIGNS - 1:
        message, hint = _("more than {most:,} bytes of a line are not read"), _("end the line behind each deal")
        raise LoadError.of("line.form", message, place, hint, most=MOST_SIGNS)
    wrong = next((at for at, sign in enumerate(text) if "\udc80" <= sign <= "\udcff"), None)
    if wrong is not None:
        message, hint = _("byte {raw:#04x} is not UTF-8"), _("save the file as UTF-8")
        at = replace(place, column=wrong + 1, source="")
        raise LoadError.of("yaml.encoding", message, at, hint, raw=ord(text[wrong]) - 0xDC00)
    if not is_line(text):
        message, hint = _("this line is no deal and no position"), _("begin it with d1 or p1 and a blank")
        raise LoadError.of("line.form", message, place, hint)
    with places_in(source):
        return read_line(text, library)


@contextmanager
def places_in(source: Source) -> Iterator[None]:
    """Raise the errors of a record with their places in its source."""
    try:
        yield
    except TarotError as error:
        if not source.line:
            raise
        raise type(error)([in_file(problem, source) for problem in error.problems]) from None


def in_file(problem: Problem, source: Source) -> Problem:
    """A problem of a record with its place in the source: a line says no file of its own."""
    place = problem.place or Place(source.name)
    if not source.line or place.file == source.name:
        return replace(problem, place=place)
    column = place.column if place.file == FILE else 1
    return replace(problem, place=Place(source.name, source.line, column, source.text[:_SHOWN]))
