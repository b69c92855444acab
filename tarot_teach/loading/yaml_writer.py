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
    return "\n".join(_lines(data, 0, "")) + "\n"


def write_flow(data: Any) -> str:
    """Data as YAML on one line, maps in braces; reading it gives the same data, with scalars as text."""
    if isinstance(data, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {write_flow(item)}" for key, item in data.items()) + "}"
    if isinstance(data, list | tuple):
        return "[" + ", ".join(map(write_flow, data)) + "]"
    return _scalar(data)


def _lines(value: Any, indent: int, lead: str) -> list[str]:
    """The lines of a value after its lead (``key:`` or ``-``), which is empty at the top."""
    start, inner = " " * indent + lead, indent + (2 if lead else 0)
    head = [start] if lead else []
    flow = _flow(value)
    if flow is not None and (not lead or len(start) + len(flow) < WIDTH or not isinstance(value, list)):
        return [f"{start} {flow}" if lead else flow]
    if isinstance(value, str):
        return _text(value, inner, start if lead else "")
    if isinstance(value, Mapping):
        entries = [line for key, item in value.items() for line in _lines(item, inner, f"{_scalar(key)}:")]
        return [f"{start} {entries[0][inner:]}", *entries[1:]] if lead == "-" else head + entries
    if all(map(_is_short, value)):
        return head + _wrapped(value, " " * (indent + 2), bool(lead))
    return head + [line for item in value for line in _lines(item, inner, "-")]


def _wrapped(value: Sequence[Any], pad: str, indented: bool) -> list[str]:
    """A long list of short items in brackets, over several lines."""
    rows = [""]
    for item in value:
        word = f"{_scalar(item)}, "
        if len(pad + rows[-1] + word) > WIDTH:
            rows.append("")
        rows[-1] += word
    lines = [(pad + row).rstrip() for row in rows]
    lines[-1] = lines[-1].rstrip(", ") + "]"
    lines[0] = (pad if indented else "") + "[" + lines[0].lstrip()
    return lines


def _text(value: str, indent: int, start: str) -> list[str]:
    """A long text folded or as a block where that reads back the same, else in double quotes."""
    body = value.removesuffix("\n")
    keep = "-" if body == value else ""
    rows = body.split("\n")
    plain = start and rows[0] and rows[-1] and not any(row != row.strip() or "\t" in row for row in rows)
    if not plain or (len(rows) == 1 and "  " in body):
        return [f"{start} {_quoted(value)}" if start else _quoted(value)]
    if len(rows) == 1:
        rows = textwrap.wrap(body, WIDTH - indent, break_long_words=False, break_on_hyphens=False)
    sign = "|" if "\n" in body else ">"
    return [f"{start} {sign}{keep}", *(" " * indent + row if row else "" for row in rows)]


def _flow(value: Any) -> str | None:
    """A value on one line, or None for maps, long texts and lists with long entries."""
    if isinstance(value, str) and (len(value) > WIDTH - 20 or "\n" in value):
        return None
    if not isinstance(value, Mapping | list | tuple):
        return _scalar(value)
    if isinstance(value, Mapping):
        return None if value else "{}"
    return "[" + ", ".join(map(_scalar, value)) + "]" if all(map(_is_short, value)) else None


def _is_short(item: Any) -> bool:
    return not isinstance(item, Mapping | list | tuple) and len(str(item)) <= 30 and "\n" not in str(item)


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool | int):
        return str(value).lower()
    text = str(value)
    if _PLAIN.fullmatch(text) and not _READ_OTHERWISE.fullmatch(text) and ": " not in text and " #" not in text:
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
