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

from tarot_teach.errors import Faults, KeyPath, LoadError, Place, system_reason
from tarot_teach.loading.document import Document
from tarot_teach.loading.translations import translated
from tarot_teach.loading.yaml_faults import BRACES, cure, in_words
from tarot_teach.messages import N_, _

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
TOO_DEEP = N_("nested deeper than {max_depth} levels")
MAX_NODES = 50_000
INVISIBLE = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
"""Unicode categories of characters that are refused."""

_Loader: Any = getattr(yaml, "CLoader", yaml.Loader)
_STREAM = (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)


def read_yaml(source: str | Path, *, name: str = "") -> Document:
    """Read a file, or YAML text under a ``name`` for messages, with its prose in the language in use.

    Raises LoadError with every fault.
    """
    text = str(source) if name else _file_text(Path(source), str(source))
    if name and len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise LoadError.of("yaml.too-big", _("the text is larger than 1 MB"), Place(name), _("split it"))
    return translated(_DocumentReader(name or str(source), text.replace("\r\n", "\n").replace("\r", "\n")).document())


def _file_text(path: Path, file: str) -> str:
    place = Place(file, 1, 1)
    try:
        if path.is_dir():
            raise LoadError.of("yaml.unreadable", _("this is a folder, not a file"), place, _("name a file in it"))
        status = path.stat()
        if stat.S_ISFIFO(status.st_mode):
            raise LoadError.of("yaml.unreadable", _("this is a pipe, not a file"), place, _("write it to a file first"))
        if status.st_size > MAX_BYTES:
            message = _("the file has {st_size:,} bytes; more than {max_bytes:,} are not read")
            hint = _("a ruleset or example takes a few thousand bytes")
            raise LoadError.of("yaml.too-big", message, place, hint, st_size=status.st_size, max_bytes=MAX_BYTES)
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        message, strerror = _("cannot be read: {strerror}"), system_reason(error)
        raise LoadError.of("yaml.unreadable", message, place, _("check the path"), strerror=strerror) from None
    if len(raw) > MAX_BYTES:  # a device has no size
        message = _("more than {max_bytes:,} bytes are not read")
        raise LoadError.of("yaml.too-big", message, place, _("split it"), max_bytes=MAX_BYTES)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        place = Place(file, line, error.start - raw.rfind(b"\n", 0, error.start))
        message, hint = _("byte {raw:#04x} is not UTF-8"), _("save the file as UTF-8")
        raise LoadError.of("yaml.encoding", message, place, hint, raw=raw[error.start]) from None


class _DocumentReader:
    """Builds a document from parse events, without recursion."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text, self.lines = file, text, text.split("\n")
        self.faults = Faults()
        self.keys: dict[KeyPath, Place] = {}
        self.values: dict[KeyPath, Place] = {}
        self.blocks: set[KeyPath] = set()
        self.doubled: set[KeyPath] = set()

    def document(self) -> Document:
        """The document. Raises LoadError."""
        for number, line in enumerate(self.lines):
            if not (line.isascii() and line.isprintable()):
                for column, char in enumerate(line):
                    if not char.isprintable() and char != "\t" and unicodedata.category(char) in INVISIBLE:
                        self._invisible(char, self._at(number, column))
        self.faults.check()
        data = None
        try:
            data = self._compose()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = self._at(mark.line, mark.column) if mark else Place(self.file, 1, 1)
            message = in_words(error.problem, error.context) or _("not well formed")
            if "nesting depth" in f"{error.problem} {error.context}":  # libyaml from 0.2.6 on stops by itself
                self.faults.fault("yaml.depth", _(TOO_DEEP), place, _("check the brackets"), max_depth=MAX_DEPTH)
            else:
                hint = cure(error.problem, error.context, place.source)
                self.faults.fault("yaml.syntax", _("this is not YAML: {error}"), place, hint, error=message)
        except yaml.YAMLError as error:
            place, hint = Place(self.file, 1, 1), _("check the line for brackets, quotes and colons")
            self.faults.fault("yaml.syntax", _("this is not YAML: {error}"), place, hint, error=error)
        self.faults.check()
        return Document(self.file, data, self.keys, self.values, frozenset(self.blocks), tuple(self.lines))

    def _at(self, line: int, column: int) -> Place:
        return Place(self.file, line + 1, column + 1, self.lines[line] if line < len(self.lines) else "")

    def _start(self, event: Any) -> Place:
        return self._at(event.start_mark.line, event.start_mark.column)

    def _stop(self, code: str, message: str, event: Any, hint: str, **values: Any) -> None:
        self.faults.fault(code, message, self._start(event), hint, **values)
        self.faults.check()

    def _invisible(self, char: str, place: Place) -> None:
        message = _("the character U+{ord:04X} cannot be seen and is not allowed")
        self.faults.fault("yaml.character", message, place, _("delete it"), ord=ord(char))

    def _compose(self) -> Any:
        """The data; keys, values and block scalars are noted with their places on the way."""
        root: list[Any] = []
        stack: list[tuple[Any, KeyPath]] = [(root, ())]
        pending: list[str | None] = [None]  # for each open map, the key whose value comes next
        nodes = documents = 0
        event: Any
        for event in yaml.parse(self.text, Loader=_Loader):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    message = _("a second document begins here; a file holds one")
                    self._stop("yaml.documents", message, event, _("use two files"))
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
                    braces = "{{" in self.lines[event.start_mark.line]
                    hint = _(BRACES) if braces else _("quote it, or check the brackets")
                    self._stop("yaml.key", _("a key must be plain text"), event, hint)
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
                    self._stop("yaml.depth", _(TOO_DEEP), event, _("check the brackets"), max_depth=MAX_DEPTH)
            self.values[path] = self._start(event)
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
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            message, hint = _("anchors and aliases (& and *) are not allowed"), _("write the value out")
            self._stop("yaml.alias", message, event, hint)
        if getattr(event, "tag", None):
            message, hint = _("tags such as {tag} are not allowed"), _("leave it out")
            self._stop("yaml.tag", message, event, hint, tag=event.tag)
        if nodes > MAX_NODES:
            message, hint = _("more than {max_nodes:,} entries are not read"), _("split the file")
            self._stop("yaml.too-big", message, event, hint, max_nodes=MAX_NODES)

    def _key(self, base: KeyPath, event: Any) -> str:
        key, place = str(event.value), self._start(event)
        path = (*base, key)
        self._check_escapes(event)
        if key == "<<" and event.implicit[0]:
            message, hint = _("merge keys (<<) are not allowed"), _("write the entries out")
            self.faults.fault("yaml.merge", message, place, hint)
        if path in self.keys and not any(path[:end] in self.doubled for end in range(1, len(path) + 1)):
            self.doubled.add(path)
            message = _("the key {key!r} stands here a second time (first on line {line})").format(
                key=key, line=self.keys[path].line
            )
            self.faults.fault("yaml.duplicate-key", message, place, _("delete one of them, or rename it"))
        self.keys.setdefault(path, place)
        return key

    def _scalar(self, event: Any, path: KeyPath) -> str | None:
        self._check_escapes(event)
        if event.style in ("|", ">"):
            self.blocks.add(path)
        return None if not event.style and event.value in ("", "~", "null") else str(event.value)

    def _check_escapes(self, event: Any) -> None:
        """Refuse invisible characters that are written as escapes (``"\\u202E"``)."""
        value: str = event.value
        if value.isprintable():  # by far most
            return
        for char in value:
            if char not in "\n\t" and unicodedata.category(char) in INVISIBLE:
                self._invisible(char, self._start(event))
                break
