"""Writing YAML that a person likes to read: short lists on one line, long texts folded, comments put back."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from tarot_teach.loading.document import Comment, KeyPath

WIDTH = 110

_PLAIN = re.compile(r"[A-Za-zÀ-ɏ][\w ½♠♥♦♣+./()’“”–-]*[\w½)”’.]|[A-Za-z]|-?[1-9]\d*|0", re.UNICODE)
_READ_OTHERWISE = re.compile(
    r"(?i)yes|no|on|off|true|false|null|~|[-+.]?\d[\d_.:e+-]*|\d{4}-\d\d.*|0x.*|0o.*|\.inf|\.nan"
)


def write_yaml(data: Any, comments: Mapping[KeyPath, Comment] | None = None) -> str:
    """Data of dicts, lists, strings, numbers and None as YAML text; reading it gives the same data (as text)."""
    writer = _Writer(comments or {})
    writer.entry(data, (), 0, "")
    ending = writer.comments.get((), Comment()).behind
    lines = writer.lines + (ending.split("\n") if ending else [])
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, comments: Mapping[KeyPath, Comment]) -> None:
        self.comments = comments
        self.lines: list[str] = []

    def entry(self, value: Any, path: KeyPath, indent: int, lead: str) -> None:
        """Write a value behind its lead (``key:`` or ``-``), which may be empty at the top."""
        pad = " " * indent
        comment = self.comments.get(path, Comment()) if path else Comment()
        self.lines += [pad + line for line in comment.above]
        behind = f"  {comment.behind}" if comment.behind else ""
        flow = self._flow(value, path)
        if flow is not None and (not lead or len(pad) + len(lead) + len(flow) < WIDTH or not isinstance(value, list)):
            self.lines.append(f"{pad}{lead}{' ' if lead else ''}{flow}{behind}")
        elif isinstance(value, str):
            self._text(value, indent, lead, behind)
        elif isinstance(value, Mapping):
            self._mapping(value, path, indent, lead, behind)
        else:
            self._sequence(value, path, indent, lead, behind)

    def _mapping(self, value: Mapping[str, Any], path: KeyPath, indent: int, lead: str, behind: str) -> None:
        inner = indent
        first = ""
        if lead == "-":
            first, inner = "- ", indent + 2
        elif lead:
            self.lines.append(f"{' ' * indent}{lead}{behind}")
            inner = indent + 2
        for key, item in value.items():
            start = len(self.lines)
            self.entry(item, (*path, key), inner, f"{_scalar(key)}:")
            if first:
                head = next(i for i in range(start, len(self.lines)) if not self.lines[i].lstrip().startswith("#"))
                self.lines[head] = f"{' ' * indent}{first}{self.lines[head][inner:]}"
                first = ""

    def _sequence(self, value: Sequence[Any], path: KeyPath, indent: int, lead: str, behind: str) -> None:
        inner = indent
        if lead:
            self.lines.append(f"{' ' * indent}{lead}{behind}")
            inner = indent + 2
        if all(self._is_short(item) for item in value) and not self._commented(path):
            self.lines[-1 if lead else len(self.lines) :] = self._wrapped(value, indent, lead, behind)
            return
        for i, item in enumerate(value):
            self.entry(item, (*path, i), inner, "-")

    def _wrapped(self, value: Sequence[Any], indent: int, lead: str, behind: str) -> list[str]:
        """A long list of short items in brackets over several lines."""
        pad = " " * (indent + 2)
        rows, row = [], pad
        for item in value:
            word = f"{_scalar(item)}, "
            if len(row) + len(word) > WIDTH:
                rows.append(row.rstrip())
                row = pad
            row += word
        rows.append(row.rstrip(", ") + "]")
        rows[0] = f"{' ' * indent}{lead}{behind}\n{pad}[{rows[0].lstrip()}" if lead else f"[{rows[0].lstrip()}"
        return "\n".join(rows).split("\n")

    def _text(self, value: str, indent: int, lead: str, behind: str) -> None:
        """A long text, folded or literal where that reads back the same, else in double quotes."""
        body = value.removesuffix("\n")
        keep = "-" if body == value else ""
        rows = body.split("\n")
        plain = bool(lead) and rows[0] and not any(row != row.strip() or "\t" in row for row in rows) and rows[-1]
        if not plain or (len(rows) == 1 and "  " in body):
            self.lines.append(f"{' ' * indent}{lead}{' ' if lead else ''}{_quoted(value)}{behind}")
            return
        if len(rows) == 1:
            rows = textwrap.wrap(body, WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False)
        sign = ">" if "\n" not in body else "|"
        self.lines.append(f"{' ' * indent}{lead} {sign}{keep}{behind}")
        pad = " " * (indent + 2)
        self.lines += [pad + row if row else "" for row in rows]

    def _flow(self, value: Any, path: KeyPath) -> str | None:
        """A value on one line, when it is short and nothing in it has a comment."""
        if not isinstance(value, str | Mapping | list | tuple):
            return _scalar(value)
        if isinstance(value, str):
            return _scalar(value) if len(value) <= WIDTH - 20 and "\n" not in value else None
        if not value:
            return "{}" if isinstance(value, Mapping) else "[]"
        if self._commented(path):
            return None
        if isinstance(value, Mapping):
            return None
        if all(self._is_short(item) for item in value):
            return "[" + ", ".join(_scalar(item) for item in value) + "]"
        return None

    def _is_short(self, item: Any) -> bool:
        return not isinstance(item, Mapping | list | tuple) and len(str(item)) <= 30 and "\n" not in str(item)

    def _commented(self, path: KeyPath) -> bool:
        return any(len(other) > len(path) and other[: len(path)] == path for other in self.comments)


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if _PLAIN.fullmatch(text) and not _READ_OTHERWISE.fullmatch(text) and ": " not in text and " #" not in text:
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
