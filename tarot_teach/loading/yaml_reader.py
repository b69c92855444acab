"""Reading YAML strictly, from parse events, with the place of every key and value kept.

Scalars stay text; what they mean is said by the models. Refused are anchors, aliases, tags, merge keys, duplicate keys,
several documents, files over one megabyte, nesting deeper than 40, and characters that cannot be seen.
"""

from __future__ import annotations

import re
import stat
import unicodedata
from pathlib import Path
from typing import Any

import yaml

from tarot_teach.errors import LoadError, Place, Problem
from tarot_teach.loading.document import Comment, Document, KeyPath

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_NODES = 50_000
UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")

_SIGN = re.compile(r"(?:(?<=[ \t])|^)#")

_Loader: Any = getattr(yaml, "CLoader", yaml.Loader)


def read_yaml(source: str | Path, *, name: str = "") -> Document:
    """Read a file, or YAML text when ``name`` says what to call it in messages. Raises LoadError with every fault."""
    if name:
        file, text = name, str(source)
        if len(text.encode("utf-8", "replace")) > MAX_BYTES:
            raise LoadError.of("yaml.too-big", "the text is larger than 1 MB", Place(file), "split it")
    else:
        file = str(source)
        text = _file_text(Path(source), file)
    return _Builder(file, text.replace("\r\n", "\n").replace("\r", "\n")).build()


def _file_text(path: Path, file: str) -> str:
    place = Place(file, 1, 1)
    try:
        if path.is_dir():
            raise LoadError.of("yaml.unreadable", "this is a folder, not a file", place, "name a file in it")
        status = path.stat()
        if stat.S_ISFIFO(status.st_mode):
            raise LoadError.of("yaml.unreadable", "this is a pipe, not a file", place, "write it to a file first")
        size = status.st_size
        if size > MAX_BYTES:
            message = f"the file has {size:,} bytes; more than {MAX_BYTES:,} are not read"
            raise LoadError.of("yaml.too-big", message, place, "a ruleset or example takes a few thousand bytes")
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise LoadError.of(
            "yaml.unreadable", f"cannot be read: {error.strerror or error}", place, "check the path"
        ) from None
    if len(raw) > MAX_BYTES:
        raise LoadError.of("yaml.too-big", f"more than {MAX_BYTES:,} bytes are not read", place, "split it")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        message = f"byte {raw[error.start]:#04x} is not UTF-8"
        raise LoadError.of("yaml.encoding", message, Place(file, line, column), "save the file as UTF-8") from None


class _Builder:
    """Builds a document from events, without recursion."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.lines = text.split("\n")
        self.problems: list[Problem] = []
        self.keys: dict[KeyPath, Place] = {}
        self.values: dict[KeyPath, Place] = {}
        self.blocks: set[KeyPath] = set()
        self.spans: list[tuple[int, int, int, int]] = []
        self.ends: dict[int, KeyPath] = {}
        self.doubled: set[KeyPath] = set()

    def build(self) -> Document:
        """The document. Raises LoadError."""
        self._unseen_characters()
        try:
            data = self._compose()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = self._at(mark.line, mark.column) if mark else Place(self.file, 1, 1)
            message = " ".join(part for part in (error.problem, error.context) if part) or "not well formed"
            self.problems.append(
                Problem("yaml.syntax", f"this is not YAML: {message}", place, _syntax_hint(message, place.source))
            )
            data = None
        except yaml.YAMLError as error:
            hint = "check the line for brackets, quotes and colons"
            self.problems.append(Problem("yaml.syntax", f"this is not YAML: {error}", Place(self.file, 1, 1), hint))
            data = None
        if self.problems:
            raise LoadError(self.problems)
        comments = self._comments()
        return Document(self.file, data, self.keys, self.values, comments, frozenset(self.blocks), tuple(self.lines))

    def _at(self, line: int, column: int) -> Place:
        source = self.lines[line] if line < len(self.lines) else ""
        return Place(self.file, line + 1, column + 1, source)

    def _fault(self, code: str, message: str, mark: Any, hint: str | None = None) -> None:
        self.problems.append(Problem(code, message, self._at(mark.line, mark.column), hint))

    def _stop(self, code: str, message: str, mark: Any, hint: str | None = None) -> None:
        self._fault(code, message, mark, hint)
        raise LoadError(self.problems)

    def _unseen_characters(self) -> None:
        for number, line in enumerate(self.lines):
            if line.isascii() and line.isprintable():
                continue
            for column, char in enumerate(line):
                if char.isprintable() or char == "\t":
                    continue
                if unicodedata.category(char) in UNSEEN:
                    self.problems.append(_unseen(char, self._at(number, column)))
        if self.problems:
            raise LoadError(self.problems)

    def _compose(self) -> Any:
        root: list[Any] = []
        stack: list[tuple[Any, KeyPath]] = [(root, ())]
        pending: list[str | None] = [None]
        nodes = documents = 0
        event: Any
        for event in yaml.parse(self.text, Loader=_Loader):
            kind = type(event).__name__
            mark: Any = event.start_mark
            if kind == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    self._stop(
                        "yaml.documents", "a second document begins here; a file holds one", mark, "use two files"
                    )
                continue
            if kind in ("StreamStartEvent", "StreamEndEvent", "DocumentEndEvent"):
                continue
            if kind == "AliasEvent" or getattr(event, "anchor", None):
                self._stop("yaml.alias", "anchors and aliases (& and *) are not allowed", mark, "write the value out")
            if getattr(event, "tag", None):
                self._stop("yaml.tag", f"tags such as {event.tag} are not allowed", mark, "leave it out")
            nodes += 1
            if nodes > MAX_NODES:
                self._stop("yaml.too-big", f"more than {MAX_NODES:,} entries are not read", mark, "split the file")
            if kind in ("MappingEndEvent", "SequenceEndEvent"):
                stack.pop()
                pending.pop()
                continue
            container, base = stack[-1]
            starts = kind in ("MappingStartEvent", "SequenceStartEvent")
            if isinstance(container, dict) and pending[-1] is None:
                if starts:
                    hint = _BRACES if "{{" in self.lines[mark.line] else "quote it, or check the brackets"
                    self._stop("yaml.key", "a key must be plain text", mark, hint)
                pending[-1] = self._key(base, event)
                continue
            key = str(pending[-1])
            path: KeyPath = (
                (*base, key) if isinstance(container, dict) else (*base, len(container)) if base or stack[1:] else ()
            )
            value: Any = self._scalar(event, path)
            if starts:
                value = {} if kind == "MappingStartEvent" else []
                if len(stack) > MAX_DEPTH:
                    self._stop("yaml.depth", f"nested deeper than {MAX_DEPTH} levels", mark, "check the brackets")
            self.values[path] = self._at(mark.line, mark.column)
            if not starts and isinstance(container, list):
                self.ends.setdefault(mark.line, path)
            if isinstance(container, dict):
                container[key] = value
                pending[-1] = None
            else:
                container.append(value)
            if starts:
                stack.append((value, path))
                pending.append(None)
        return root[0] if root else None

    def _key(self, base: KeyPath, event: Any) -> str:
        key = str(event.value)
        self._span(event)
        path = (*base, key)
        if key == "<<" and event.implicit[0]:
            self._fault("yaml.merge", "merge keys (<<) are not allowed", event.start_mark, "write the entries out")
        if path in self.keys and not any(path[:end] in self.doubled for end in range(1, len(path) + 1)):
            self.doubled.add(path)
            first = self.keys[path]
            message = f"the key {key!r} stands here a second time (first on line {first.line})"
            self._fault("yaml.duplicate-key", message, event.start_mark, "delete one of them, or rename it")
        self.keys.setdefault(path, self._at(event.start_mark.line, event.start_mark.column))
        self.ends.setdefault(event.start_mark.line, path)
        return key

    def _scalar(self, event: Any, path: KeyPath) -> Any:
        if type(event).__name__ != "ScalarEvent":
            return None
        self._span(event)
        if event.style in ("|", ">"):
            self.blocks.add(path)
        if not event.style and event.value in ("", "~", "null"):
            return None
        return str(event.value)

    def _span(self, event: Any) -> None:
        """Where a scalar lies, and whether escapes brought in what cannot be seen (``"\\u202E"``)."""
        start, end = event.start_mark, event.end_mark
        block = event.style in ("|", ">")  # behind its mark a comment may stand
        self.spans.append((start.line + block, 0 if block else start.column, end.line, end.column))
        for char in event.value:
            if char not in "\n\t" and unicodedata.category(char) in UNSEEN:
                self.problems.append(_unseen(char, self._at(start.line, start.column)))
                break

    def _comments(self) -> dict[KeyPath, Comment]:
        """Comments by the entry that they stand above or behind; those after the last entry end the file."""
        self.spans.sort()
        found: dict[KeyPath, Comment] = {}
        above: list[str] = []
        spans = 0  # how many scalars end before the place that is looked at
        for number, line in enumerate(self.lines):
            column, spans = self._comment_column(number, line, spans)
            path = self.ends.get(number)
            if column is None:
                if path is not None and above:
                    found[path] = Comment(tuple(above), found.get(path, Comment()).behind)
                    above = []
                continue
            text = line[column:].rstrip()
            if path is None:
                above.append(text)
            else:
                found[path] = Comment(tuple(above), text)
                above = []
        if above:
            found[()] = Comment((), "\n".join(above))
        return found

    def _comment_column(self, number: int, line: str, spans: int) -> tuple[int | None, int]:
        """The column of a line's comment, outside of scalars, or None; and how many scalars end before it.

        Scalars are passed once, in the order in which they stand in the file.
        """
        for sign in _SIGN.finditer(line):
            at = (number, sign.start())
            while spans < len(self.spans) and self.spans[spans][2:] <= at:
                spans += 1
            if spans == len(self.spans) or at < self.spans[spans][:2]:
                return sign.start(), spans
        return None, spans


def _unseen(char: str, place: Place) -> Problem:
    message = f"the character U+{ord(char):04X} cannot be seen and is not allowed"
    return Problem("yaml.character", message, place, "delete it")


_BRACES = "a text with curly braces, such as {{ params.amount }}, needs quotes"


def _syntax_hint(message: str, line: str) -> str | None:
    if "{{" in line:
        return _BRACES
    if "tab" in message or "\\t" in message:
        return "indent with blanks, not tabs"
    if "mapping values are not allowed" in message:
        return "a text that contains a colon and a blank needs quotes"
    if "expected ',' or" in message:
        return "a bracket is not closed, or a comma is missing"
    return None
