"""Strict reading of YAML, from parse events, with the place of every key and value.

Scalars stay text; the models of :mod:`.formats` say what they mean. Refused are anchors, aliases, tags, merge keys,
duplicate keys, several documents, files over one megabyte, nesting deeper than 40, and invisible characters.
"""

from __future__ import annotations

import stat
import unicodedata
from pathlib import Path
from typing import Any

import yaml

from tarot_teach.errors import Faults, KeyPath, LoadError, Place
from tarot_teach.language import _
from tarot_teach.loading.document import Document
from tarot_teach.loading.translations import translated

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_NODES = 50_000
INVISIBLE = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
"""Unicode categories of characters that are refused."""

_Loader: Any = getattr(yaml, "CLoader", yaml.Loader)
_STREAM = (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
_BRACES = "a text with curly braces, such as {{ params.amount }}, needs quotes"


def read_yaml(source: str | Path, *, name: str = "") -> Document:
    """Read a file, or YAML text under a ``name`` for messages, with its prose in the language in use.

    Raises LoadError with every fault.
    """
    if name:
        file, text = name, str(source)
        if len(text.encode("utf-8", "replace")) > MAX_BYTES:
            raise LoadError.of("yaml.too-big", _("the text is larger than 1 MB"), Place(file), _("split it"))
    else:
        file = str(source)
        text = _file_text(Path(source), file)
    return translated(_DocumentReader(file, text.replace("\r\n", "\n").replace("\r", "\n")).document())


def _file_text(path: Path, file: str) -> str:
    place = Place(file, 1, 1)
    try:
        if path.is_dir():
            raise LoadError.of("yaml.unreadable", _("this is a folder, not a file"), place, _("name a file in it"))
        status = path.stat()
        if stat.S_ISFIFO(status.st_mode):
            raise LoadError.of("yaml.unreadable", _("this is a pipe, not a file"), place, _("write it to a file first"))
        if status.st_size > MAX_BYTES:
            message = _("the file has {st_size:,} bytes; more than {max_bytes:,} are not read").format(
                st_size=status.st_size, max_bytes=MAX_BYTES
            )
            raise LoadError.of("yaml.too-big", message, place, _("a ruleset or example takes a few thousand bytes"))
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        message = _("cannot be read: {strerror}").format(strerror=error.strerror or error)
        raise LoadError.of("yaml.unreadable", message, place, _("check the path")) from None
    if len(raw) > MAX_BYTES:  # a device has no size
        raise LoadError.of(
            "yaml.too-big",
            _("more than {max_bytes:,} bytes are not read").format(max_bytes=MAX_BYTES),
            place,
            _("split it"),
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        message = _("byte {raw:#04x} is not UTF-8").format(raw=raw[error.start])
        raise LoadError.of("yaml.encoding", message, Place(file, line, column), _("save the file as UTF-8")) from None


class _DocumentReader:
    """Builds a document from parse events, without recursion."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.lines = text.split("\n")
        self.faults = Faults()
        self.keys: dict[KeyPath, Place] = {}
        self.values: dict[KeyPath, Place] = {}
        self.blocks: set[KeyPath] = set()
        self.doubled: set[KeyPath] = set()

    def document(self) -> Document:
        """The document. Raises LoadError."""
        self._check_characters()
        data = None
        try:
            data = self._compose()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = self._at(mark.line, mark.column) if mark else Place(self.file, 1, 1)
            message = " ".join(part for part in (error.problem, error.context) if part) or _("not well formed")
            self.faults.fault(
                "yaml.syntax",
                _("this is not YAML: {message}").format(message=message),
                place,
                _syntax_hint(message, place.source),
            )
        except yaml.YAMLError as error:
            hint = _("check the line for brackets, quotes and colons")
            self.faults.fault(
                "yaml.syntax", _("this is not YAML: {error}").format(error=error), Place(self.file, 1, 1), hint
            )
        self.faults.check()
        return Document(self.file, data, self.keys, self.values, frozenset(self.blocks), tuple(self.lines))

    def _at(self, line: int, column: int) -> Place:
        source = self.lines[line] if line < len(self.lines) else ""
        return Place(self.file, line + 1, column + 1, source)

    def _fault(self, code: str, message: str, mark: Any, hint: str) -> None:
        self.faults.fault(code, message, self._at(mark.line, mark.column), hint)

    def _stop(self, code: str, message: str, mark: Any, hint: str) -> None:
        self._fault(code, message, mark, hint)
        self.faults.check()

    def _invisible(self, char: str, line: int, column: int) -> None:
        message = _("the character U+{ord:04X} cannot be seen and is not allowed").format(ord=ord(char))
        self.faults.fault("yaml.character", message, self._at(line, column), _("delete it"))

    def _check_characters(self) -> None:
        for number, line in enumerate(self.lines):
            if line.isascii() and line.isprintable():
                continue
            for column, char in enumerate(line):
                if not char.isprintable() and char != "\t" and unicodedata.category(char) in INVISIBLE:
                    self._invisible(char, number, column)
        self.faults.check()

    def _compose(self) -> Any:
        """The data; keys, values and block scalars are noted with their places on the way."""
        root: list[Any] = []
        stack: list[tuple[Any, KeyPath]] = [(root, ())]
        pending: list[str | None] = [None]  # for each open map, the key whose value comes next
        nodes = documents = 0
        event: Any
        for event in yaml.parse(self.text, Loader=_Loader):
            mark: Any = event.start_mark
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    message = _("a second document begins here; a file holds one")
                    self._stop("yaml.documents", message, mark, _("use two files"))
                continue
            if isinstance(event, _STREAM):
                continue
            nodes += 1
            self._check_event(event, nodes)
            if isinstance(event, yaml.CollectionEndEvent):
                stack.pop()
                pending.pop()
                continue
            container, base = stack[-1]
            starts = isinstance(event, yaml.CollectionStartEvent)
            if isinstance(container, dict) and pending[-1] is None:
                if starts:
                    hint = _BRACES if "{{" in self.lines[mark.line] else _("quote it, or check the brackets")
                    self._stop("yaml.key", _("a key must be plain text"), mark, hint)
                pending[-1] = self._key(base, event)
                continue
            key = str(pending[-1])
            path = (*base, key) if isinstance(container, dict) else (*base, len(container)) if stack[1:] else ()
            value: Any
            if not starts:
                value = self._scalar(event, path)
            else:
                value = {} if isinstance(event, yaml.MappingStartEvent) else []
                if len(stack) > MAX_DEPTH:
                    self._stop(
                        "yaml.depth",
                        _("nested deeper than {max_depth} levels").format(max_depth=MAX_DEPTH),
                        mark,
                        _("check the brackets"),
                    )
            self.values[path] = self._at(mark.line, mark.column)
            if isinstance(container, dict):
                container[key] = value
                pending[-1] = None
            else:
                container.append(value)
            if starts:
                stack.append((value, path))
                pending.append(None)
        return root[0] if root else None

    def _check_event(self, event: Any, nodes: int) -> None:
        mark = event.start_mark
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self._stop("yaml.alias", _("anchors and aliases (& and *) are not allowed"), mark, _("write the value out"))
        if getattr(event, "tag", None):
            self._stop(
                "yaml.tag", _("tags such as {tag} are not allowed").format(tag=event.tag), mark, _("leave it out")
            )
        if nodes > MAX_NODES:
            self._stop(
                "yaml.too-big",
                _("more than {max_nodes:,} entries are not read").format(max_nodes=MAX_NODES),
                mark,
                _("split the file"),
            )

    def _key(self, base: KeyPath, event: Any) -> str:
        key = str(event.value)
        self._check_escapes(event)
        path = (*base, key)
        if key == "<<" and event.implicit[0]:
            self._fault(
                "yaml.merge", _("merge keys (<<) are not allowed"), event.start_mark, _("write the entries out")
            )
        if path in self.keys and not any(path[:end] in self.doubled for end in range(1, len(path) + 1)):
            self.doubled.add(path)
            first = self.keys[path]
            message = _("the key {key!r} stands here a second time (first on line {line})").format(
                key=key, line=first.line
            )
            self._fault("yaml.duplicate-key", message, event.start_mark, _("delete one of them, or rename it"))
        self.keys.setdefault(path, self._at(event.start_mark.line, event.start_mark.column))
        return key

    def _scalar(self, event: Any, path: KeyPath) -> str | None:
        self._check_escapes(event)
        if event.style in ("|", ">"):
            self.blocks.add(path)
        return None if not event.style and event.value in ("", "~", "null") else str(event.value)

    def _check_escapes(self, event: Any) -> None:
        """Refuse invisible characters that are written as escapes (``"\\u202E"``)."""
        for char in event.value:
            if char not in "\n\t" and unicodedata.category(char) in INVISIBLE:
                self._invisible(char, event.start_mark.line, event.start_mark.column)
                break


def _syntax_hint(message: str, line: str) -> str | None:
    if "{{" in line:
        return _BRACES
    if "tab" in message or "\\t" in message:
        return _("indent with blanks, not tabs")
    if "mapping values are not allowed" in message:
        return _("a text that contains a colon and a blank needs quotes")
    if "expected ',' or" in message:
        return _("a bracket is not closed, or a comma is missing")
    return None
