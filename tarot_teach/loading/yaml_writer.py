"""Writing of YAML for readers: short lists on one line, long texts folded."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH = 110

_PLAIN = re.compile(r"[A-Za-zÀ-ɏ][\w ½♠♥♦♣+./()’“”–-]*[\w½)”’.]|[A-Za-z]|-?[1-9]\d*|0", re.UNICODE)
_READ_OTHERWISE = re.compile(
    r"(?i)yes|no|on|off|true|false|null|~|[-+.]?\d[\d_.:e+-]*|\d{4}-\d\d.*|0x.*|0o.*|\.inf|\.nan"
)


def write_yaml(data: Any) -> str:
    """Data of dicts, lists, strings, numbers and None as YAML text; reading it gives the same data, with scalars as text."""
    lines: list[str] = []
    _entry(lines, data, 0, "")
    return "\n".join(lines) + "\n"


def _entry(lines: list[str], value: Any, indent: int, lead: str) -> None:
    """Write a value after its lead (``key:`` or ``-``), which is empty at the top."""
    pad = " " * indent
    flow = _flow(value)
    if flow is not None and (not lead or len(pad) + len(lead) + len(flow) < WIDTH or not isinstance(value, list)):
        lines.append(f"{pad}{lead}{' ' if lead else ''}{flow}")
    elif isinstance(value, str):
        _text(lines, value, indent, lead)
    elif isinstance(value, Mapping):
        _mapping(lines, value, indent, lead)
    else:
        _sequence(lines, value, indent, lead)


def _mapping(lines: list[str], value: Mapping[str, Any], indent: int, lead: str) -> None:
    if lead and lead != "-":
        lines.append(f"{' ' * indent}{lead}")
    inner, start = indent + (2 if lead else 0), len(lines)
    for key, item in value.items():
        _entry(lines, item, inner, f"{_scalar(key)}:")
    if lead == "-":
        lines[start] = f"{' ' * indent}- {lines[start][inner:]}"


def _sequence(lines: list[str], value: Sequence[Any], indent: int, lead: str) -> None:
    if all(_is_short(item) for item in value):
        lines += _wrapped(value, indent, lead)
        return
    if lead:
        lines.append(f"{' ' * indent}{lead}")
    for item in value:
        _entry(lines, item, indent + (2 if lead else 0), "-")


def _wrapped(value: Sequence[Any], indent: int, lead: str) -> list[str]:
    """A long list of short items in brackets, over several lines."""
    pad = " " * (indent + 2)
    rows, row = [], pad
    for item in value:
        word = f"{_scalar(item)}, "
        if len(row) + len(word) > WIDTH:
            rows.append(row.rstrip())
            row = pad
        row += word
    rows.append(row.rstrip(", ") + "]")
    rows[0] = f"{pad if lead else ''}[{rows[0].lstrip()}"
    return [f"{' ' * indent}{lead}", *rows] if lead else rows


def _text(lines: list[str], value: str, indent: int, lead: str) -> None:
    """Write a long text folded or as a block where that reads back the same, else in double quotes."""
    body = value.removesuffix("\n")
    keep = "-" if body == value else ""
    rows = body.split("\n")
    plain = bool(lead) and rows[0] and not any(row != row.strip() or "\t" in row for row in rows) and rows[-1]
    if not plain or (len(rows) == 1 and "  " in body):
        lines.append(f"{' ' * indent}{lead}{' ' if lead else ''}{_quoted(value)}")
        return
    if len(rows) == 1:
        rows = textwrap.wrap(body, WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False)
    sign = "|" if "\n" in body else ">"
    lines.append(f"{' ' * indent}{lead} {sign}{keep}")
    lines += [" " * (indent + 2) + row if row else "" for row in rows]


def _flow(value: Any) -> str | None:
    """A value on one line, or None for maps, long texts and lists with long entries."""
    if isinstance(value, str):
        return _scalar(value) if len(value) <= WIDTH - 20 and "\n" not in value else None
    if not isinstance(value, Mapping | list | tuple):
        return _scalar(value)
    if not value:
        return "{}" if isinstance(value, Mapping) else "[]"
    if isinstance(value, Mapping) or not all(_is_short(item) for item in value):
        return None
    return "[" + ", ".join(_scalar(item) for item in value) + "]"


def _is_short(item: Any) -> bool:
    return not isinstance(item, Mapping | list | tuple) and len(str(item)) <= 30 and "\n" not in str(item)


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
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
