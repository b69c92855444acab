"""Text of other programs with places: files, JSON and XML."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any
from xml.parsers import expat

from tarot_teach.errors import KeyPath, LoadError, Place, system_reason
from tarot_teach.loading import Document
from tarot_teach.loading.document import is_folder
from tarot_teach.messages import _

MAX_BYTES = 5_000_000
MAX_DEPTH = 30
_BLANK = re.compile(r"[ \t\r\n]*")
_WORD = re.compile(r"true|false|null|-?[0-9.eE+-]+")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*encoding=["']([A-Za-z0-9_.-]+)["']""")
_WESTERN = "windows-1252"
_EIGHT_BITS = ("iso-8859-1", "iso-8859-15", "latin-1", "latin1", "cp1252", _WESTERN)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_WORDS = {"true": True, "false": False, "null": None}


class GivenText:
    """The text of a file, and the place of each of its signs. Lines end with a line feed, whatever they ended with in the file; ``notes`` say
    how the file was read."""

    def __init__(self, text: str, file: str, notes: tuple[str, ...] = ()) -> None:
        self.text = text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.file = file
        self.notes = notes
        self.lines: tuple[str, ...] = tuple(text.split("\n"))
        self._starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    def place(self, at: int) -> Place:
        """The place of a sign by its index."""
        number = bisect_right(self._starts, at)
        return self.at(number, at - self._starts[number - 1] + 1)

    def at(self, line: int, column: int) -> Place:
        """The place in a line."""
        line = min(line, len(self.lines))
        return Place(self.file, line, column, self.lines[line - 1])


def read_text(path: Path) -> GivenText:
    """The text of a file: in UTF-8, in UTF-16 with a byte order mark, in the encoding that XML names, or else in that of Western Windows, which is
    noted. Raises LoadError for other bytes.
    """
    file, place = str(path), Place(str(path), 1, 1)
    if is_folder(path):
        hint = _("name each file in it by itself; `tarot-teach admits` takes a folder of records")
        raise LoadError.of("import.text", _("this is a folder, not a file"), place, hint)
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        message, hint = _("cannot be read: {strerror}"), _("check the path")
        raise LoadError.of("import.text", message, place, hint, strerror=system_reason(error)) from None
    if len(raw) > MAX_BYTES:
        message, hint = _("more than {most:,} bytes are not read"), _("split it: a deal takes a few thousand bytes")
        raise LoadError.of("import.text", message, place, hint, most=MAX_BYTES)
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return GivenText(raw.decode("utf-16", "replace"), file)
    try:
        return GivenText(raw.decode("utf-8-sig"), file)
    except UnicodeDecodeError as error:
        wrong = error.start
    named = _ENCODING.match(raw)
    for encoding in (named[1].decode("ascii") if named else "", _WESTERN):
        if encoding.lower() in _EIGHT_BITS and not _CONTROL.search(raw):
            with suppress(UnicodeDecodeError):
                note = _("The file is not in UTF-8: it was read as {encoding}.").format(encoding=encoding)
                return GivenText(raw.decode(encoding), file, () if named else (note,))
    at = Place(file, raw.count(b"\n", 0, wrong) + 1, wrong - raw.rfind(b"\n", 0, wrong))
    message, hint = _("byte {byte:#04x} is not UTF-8"), _("save the file as UTF-8")
    raise LoadError.of("import.text", message, at, hint, byte=raw[wrong])


# ---------------------------------------------------------------- JSON


def read_json(given: GivenText) -> Document:
    """JSON with the places of its values. Raises LoadError for what is not JSON, and for a key that stands twice."""
    try:
        json.loads(given.text)
    except json.JSONDecodeError as error:
        raise _no_json(given, error) from None
    except (RecursionError, ValueError):
        raise _too_deep(given, 0) from None
    reader = _JsonReader(given)
    data, _end = reader.value(_BLANK.match(given.text, 0).end(), ())  # type: ignore[union-attr]
    return Document(given.file, data, values=reader.places, lines=given.lines)


def _no_json(given: GivenText, error: json.JSONDecodeError) -> LoadError:
    """The error for a text that is not JSON; a comma before the end of a list or map is named."""
    text, at = given.text, error.pos
    before = len(text[:at].rstrip()) - 1
    if at < len(text) and text[at] in "}]" and before >= 0 and text[before] == ",":
        at = before
    if text[at : at + 1] == "," and text[at + 1 :].lstrip()[:1] in ("}", "]"):
        message, hint = _("not JSON: a comma stands before the end of a list or map"), _("leave the comma out")
        return LoadError.of("import.json", message, given.place(at), hint)
    message, hint = _("not JSON: {fault}"), _("mend the text here, or save the deal once more")
    return LoadError.of("import.json", message, given.place(min(at, max(0, len(text) - 1))), hint, fault=error.msg)


def _too_deep(given: GivenText, at: int) -> LoadError:
    message, hint = _("nested too deep, or a number is too long"), _("no program of cards writes such a file")
    return LoadError.of("import.json", message, given.place(at), hint)


class _JsonReader:
    """Reads sound JSON once more, and keeps the places of its values."""

    def __init__(self, given: GivenText) -> None:
        self.given = given
        self.places: dict[KeyPath, Place] = {}

    def value(self, at: int, path: KeyPath) -> tuple[Any, int]:
        """The value that begins at an index, and the index after it."""
        text = self.given.text
        if len(path) > MAX_DEPTH:
            raise _too_deep(self.given, at)
        self.places[path] = self.given.place(at)
        if text[at] == '"':
            return self._text(at)
        if text[at] in "{[":
            return self._several(at, path, text[at] == "{")
        word = _WORD.match(text, at)
        assert word
        return _WORDS[word[0]] if word[0] in _WORDS else json.loads(word[0]), word.end()

    def _several(self, at: int, path: KeyPath, keyed: bool) -> tuple[Any, int]:
        text, end = self.given.text, "}" if keyed else "]"
        found: dict[str, Any] = {}
        at = self._after_blanks(at + 1)
        while text[at] != end:
            key: str | int = len(found)
            if keyed:
                begin = at
                key, at = self._text(at)
                if key in found:
                    message, hint = _("the key {entry!r} stands twice"), _("leave one of them out")
                    raise LoadError.of("import.json", message, self.given.place(begin), hint, entry=key)
                at = self._after_blanks(self._after_blanks(at) + 1)
            found[str(key)], at = self.value(at, (*path, key))
            at = self._after_blanks(at)
            if text[at] == ",":
                at = self._after_blanks(at + 1)
        return (found if keyed else [*found.values()]), at + 1

    def _text(self, at: int) -> tuple[str, int]:
        """The text whose quotes begin at an index, and the index after it."""
        found = _TEXT.match(self.given.text, at)
        assert found
        return str(json.loads(found[0])), found.end()

    def _after_blanks(self, at: int) -> int:
        found = _BLANK.match(self.given.text, at)
        assert found
        return found.end()


# ---------------------------------------------------------------- XML


@dataclass(slots=True)
class Element:
    """An element of XML with its place."""

    tag: str
    attributes: dict[str, str]
    place: Place
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def child(self, *tags: str) -> Element | None:
        """The first element that is reached by tags."""
        found: Element | None = self
        for tag in tags:
            found = next((each for each in found.children if each.tag == tag), None) if found else None
        return found

    def all(self, tag: str) -> Iterator[Element]:
        """The children with a tag."""
        return (each for each in self.children if each.tag == tag)


def read_xml(given: GivenText) -> Element:
    """The root of XML. Raises LoadError for what is not XML, and for a document type, which may name other files."""
    open_elements: list[Element] = []
    roots: list[Element] = []
    parser = expat.ParserCreate("UTF-8")  # whatever the first line says: the text has been read already
    blank = len(given.text) - len(given.text.lstrip())
    above, before = given.text.count("\n", 0, blank), blank - given.text.rfind("\n", 0, blank) - 1

    def at(line: int, column: int) -> Place:
        return given.at(line + above, column + 1 + (before if line == 1 else 0))

    def here() -> Place:
        return at(parser.CurrentLineNumber, parser.CurrentColumnNumber)

    def begin(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, here())
        (open_elements[-1].children if open_elements else roots).append(element)
        open_elements.append(element)
        if len(open_elements) > MAX_DEPTH:
            raise LoadError.of("import.xml", _("nested too deep"), here(), _("no program of cards writes such a file"))

    def end(_tag: str) -> None:
        open_elements.pop()

    def text(words: str) -> None:
        open_elements[-1].text += words

    def doctype(*_names: object) -> None:
        message, hint = _("a document type is not read"), _("leave out the line that begins with <!DOCTYPE")
        raise LoadError.of("import.xml", message, here(), hint)

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text, doctype
    try:
        parser.Parse(given.text[blank:].encode("utf-8"), True)
    except expat.ExpatError as error:
        message, hint = _("not XML: {fault}"), _("mend the text here, or save the deal once more")
        place = at(error.lineno, error.offset)
        raise LoadError.of("import.xml", message, place, hint, fault=expat.ErrorString(error.code)) from None
    return roots[0]
