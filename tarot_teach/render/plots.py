"""Small plots: as signs of a text, and as SVG, in the colour of the text round them, so that they fit any theme, light or dark.

Where labels are long, each stands above its bar, so that a plot is never wider than a telephone can show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from tarot_teach.blocks import Plot, PlotRow

_LETTER = 7.2  # about the width of a letter, where letters are 13 high
_FIELD = 220.0  # the width in which values are drawn
_BESIDE = 200.0  # labels and figures that take more room than this stand above their bar
_GAP = 6.0
_STEP, _BAR = 22.0, 12.0
_SIGNS = 24  # columns in which values are drawn with signs of a text


def plot_svg(plot: Plot) -> str:
    """The picture of a plot; its table is not in it."""
    draw = intervals if plot.kind == "intervals" else bars
    return draw(plot.rows, str(plot.title), str(plot.description))


def bars(rows: Sequence[PlotRow], title: str, description: str) -> str:
    """A horizontal bar from zero for each row, as long as its value, which is not to be negative; the longest fills the width.

    An ``<svg>`` in ``currentColor`` that needs nothing else; title and description are its text alternative.
    """
    most = max((row.value for row in rows), default=0) or 1
    shape = _Shape(rows)

    def drawn() -> Iterator[str]:
        for row, y in shape.lines():
            width = _FIELD * row.value / most
            yield _rect(shape.left, y - _BAR / 2, max(width, 0.5 if row.value else 0), _BAR, 'fill-opacity=".6"')
            if not shape.above:
                yield _words(shape.left + width + _GAP, y, row.shown)

    return shape.svg(title, description, "".join(drawn()))


def intervals(rows: Sequence[PlotRow], title: str, description: str) -> str:
    """A dot at the value of each row, a line from its ``low`` to its ``high``, and an upright line at zero.

    An ``<svg>`` in ``currentColor`` that needs nothing else; title and description are its text alternative.
    """
    place = scale(rows)
    shape = _Shape(rows)
    zero = shape.left + _FIELD * place(0)

    def drawn() -> Iterator[str]:
        for row, y in shape.lines():
            yield _rect(zero - 0.5, y - _STEP / 2, 1, _STEP, 'fill-opacity=".5"')
            low, at, high = (shape.left + _FIELD * place(value) for value in (row.low, row.value, row.high))
            yield _rect(low, y - 0.75, max(high - low, 0), 1.5)
            yield _rect(low - 0.75, y - 4, 1.5, 8) + _rect(high - 0.75, y - 4, 1.5, 8)
            yield f'<circle cx="{at:g}" cy="{y:g}" r="4"/>'
            if not shape.above:
                yield _words(shape.left + _FIELD + 2 * _GAP, y, row.shown)

    return shape.svg(title, description, "".join(drawn()))


def scale(rows: Sequence[PlotRow]) -> Callable[[float], float]:
    """Where a value lies between the least and the greatest end of all intervals, zero among them: from 0 to 1."""
    ends = [0.0, *(end for row in rows for end in (row.low, row.value, row.high))]
    least = min(ends)
    span = (max(ends) - least) or 1.0
    return lambda value: (value - least) / span


def in_signs(plot: Plot) -> list[str]:
    """A plot drawn with signs of a text, a line for each row."""
    return [_interval(plot, row) for row in plot.rows] if plot.kind == "intervals" else _blocks(plot)


def _blocks(plot: Plot) -> list[str]:
    most = max((row.value for row in plot.rows), default=0) or 1
    halves = [round(2 * _SIGNS * row.value / most) for row in plot.rows]
    return ["█" * (half // 2) + "▌" * (half % 2) for half in halves]


def _interval(plot: Plot, row: PlotRow) -> str:
    place = scale(plot.rows)
    zero, low, value, high = (round(place(end) * (_SIGNS - 1)) for end in (0, row.low, row.value, row.high))
    signs = ["─" if low <= i <= high else " " for i in range(_SIGNS)]
    signs[low], signs[high] = "├", "┤"
    signs[zero] = "┼" if low < zero < high else "│"
    signs[value] = "●"
    return "".join(signs).rstrip()


class _Shape:
    """Where the rows of a plot lie, and how much room their words take."""

    def __init__(self, rows: Sequence[PlotRow]) -> None:
        self.rows = rows
        label = max((len(str(row.label)) for row in rows), default=0) * _LETTER
        shown = max((len(row.shown) for row in rows), default=0) * _LETTER
        self.above = label + shown > _BESIDE
        self.step = _STEP * (2 if self.above else 1)
        self.height = self.step * len(rows)
        self.left = _GAP if self.above else label + _GAP
        both = max((len(f"{row.label}: {row.shown}") for row in rows), default=0) * _LETTER
        self.width = max(both, _FIELD + 3 * _GAP) if self.above else self.left + _FIELD + 2 * _GAP + shown

    def lines(self) -> Iterator[tuple[PlotRow, float]]:
        """Each row, and how far down the middle of its bar is."""
        for i, row in enumerate(self.rows):
            yield row, self.step * (i + 1) - _STEP / 2

    def _labels(self) -> Iterator[str]:
        for row, y in self.lines():
            if self.above:
                yield _words(0, y - 20, f"{row.label}: {row.shown}")
            else:
                yield _words(self.left - _GAP, y, str(row.label), 'text-anchor="end"')

    def svg(self, title: str, description: str, drawn: str) -> str:
        said = escape(" ".join(part for part in (f"{title.rstrip('.')}.", description) if part))
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" height="{self.height:g}"'
        look = 'class="tt-drawn" fill="currentColor" font-size="13"'
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look} role="img" aria-label="{said}">'
        return f"{opening}{''.join(self._labels())}{drawn}</svg>"


def _rect(x: float, y: float, width: float, height: float, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{" " if more else ""}{more}/>'


def _words(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y + 4.5:g}"{" " if more else ""}{more}>{escape(words)}</text>'
