"""Blocks that are tables, or pictures drawn of tables."""

from __future__ import annotations

from dataclasses import dataclass

from tarot_teach.text import Text

NO_TEXT = Text()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a head. ``numeric`` are the numbers of columns that are set flush right, ``ids`` the anchors of the
    rows, where they have some."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    caption: Text = NO_TEXT
    numeric: tuple[int, ...] = ()
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One bar or interval: its label, the value in what the plot measures, and how that is written. Of an interval, ``low`` and
    ``high`` are the ends. ``more`` stands in further columns of the table."""

    label: Text
    value: float
    shown: str
    low: float = 0
    high: float = 0
    more: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """Figures as a picture, and below it as a table. ``kind``: ``bars`` (from zero) or ``intervals`` (a dot between two ends, and a
    line at zero). ``description`` says what there is to be seen; ``head`` names the columns: label, value, and further ones."""

    title: Text
    description: Text
    kind: str
    rows: tuple[PlotRow, ...]
    head: tuple[Text, ...]

    def table(self) -> Table:
        """The same figures as a table."""
        rows = tuple((row.label, Text((row.shown,)), *row.more) for row in self.rows)
        return Table(self.head, rows, self.title, tuple(range(1, len(self.head))))


@dataclass(frozen=True, slots=True)
class Relative:
    """A ruleset in a family tree: its name, what is said of it, the house rules that fit it, and what is made from it."""

    name: str
    said: Text
    options: tuple[str, ...] = ()
    children: tuple[Relative, ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyTree:
    """Which ruleset is made from which. ``options`` are the house rules that fit some of them, in order; ``id`` is the anchor."""

    id: str
    caption: Text
    roots: tuple[Relative, ...]
    options: tuple[str, ...] = ()
