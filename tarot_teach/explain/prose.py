"""Authors' prose as blocks: paragraphs, lists and tables. The layout is described in :mod:`tarot_teach.rules`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tarot_teach.blocks import Block, Bullets, Paragraph, Table
from tarot_teach.messages import colon, semicolon
from tarot_teach.text import NO_TEXT, Part, Text, joined, split

ITEM, ROW = "- ", "|"
"""The beginnings of lines that are items of a list and rows of a table."""


def prose_blocks(text: Text, kind: str = "normal") -> tuple[Block, ...]:
    """A text as paragraphs of a kind, lists and tables."""
    return tuple(_block(begin, lines, kind) for begin, lines in _parts(text))


def prose_lines(text: Text) -> tuple[Text, ...]:
    """A text as paragraphs alone: each item of a list by itself, and each row of a table but its head, with commas between the cells."""
    found: list[Text] = []
    for begin, lines in _parts(text):
        if begin == ROW:
            found += [_in_a_row(row) for row in _table(lines).rows]
        else:
            found += lines if begin == ITEM else [joined(lines)]
    return tuple(found)


def _parts(text: Text) -> Iterator[tuple[str, list[Text]]]:
    """Yield lines that belong together, without the signs of a list, after the sign with which they begin, if any."""
    for paragraph in split(text, r"\n\n"):
        for begin, lines in groupby(split(paragraph, r"\n"), _beginning):
            yield begin, [_without(line, begin) if begin == ITEM else line for line in lines]


def _beginning(line: Text) -> str:
    first = line[0]
    return next((sign for sign in (ITEM, ROW) if isinstance(first, str) and first.startswith(sign)), "")


def _without(line: Text, begin: str) -> Text:
    return Text(part for part in (str(line[0]).removeprefix(begin), *line[1:]) if part)


def _block(begin: str, lines: list[Text], kind: str) -> Block:
    if begin == ROW:
        return _table(lines)
    return Bullets(tuple(lines)) if begin == ITEM else Paragraph(joined(lines), kind)


def _table(lines: list[Text]) -> Table:
    """A table of its rows: the first is the head, where a row of hyphens follows."""
    rows = [_cells(line) for line in lines]
    ruled = [set(str(joined(row)).replace(" ", "")) <= {"-", ":"} for row in rows]
    head = rows[0] if ruled[1:2] == [True] else ()
    return Table(head, tuple(row for row, line in zip(rows, ruled, strict=True) if not line and row is not head))


def _cells(line: Text) -> tuple[Text, ...]:
    """The cells of a row, which stand between upright strokes."""
    pieces: list[list[Part]] = [[]]
    for part in line:
        first, *others = part.split(ROW) if isinstance(part, str) else (part,)
        pieces[-1].append(first)
        pieces += [[other] for other in others]
    return tuple(_stripped(piece) for piece in pieces[1:-1])


def _stripped(parts: list[Part]) -> Text:
    """A cell without blanks at its ends."""
    ends = {0: str.lstrip, len(parts) - 1: str.rstrip}
    cell = [ends[i](part) if i in ends and isinstance(part, str) else part for i, part in enumerate(parts)]
    if len(cell) == 1 and isinstance(cell[0], str):
        cell = [cell[0].strip()]
    return Text(part for part in cell if part) or NO_TEXT


def _in_a_row(cells: tuple[Text, ...]) -> Text:
    """The cells of a row as one sentence: the first with a colon behind it, semicolons between the others."""
    first, *others = cells
    line = first + colon() if others else first
    for i, cell in enumerate(others):
        line = line + (semicolon() if i else "") + cell
    return line
