"""Pictures of blocks: plots as SVG and in signs of a text, the family tree of rulesets as SVG, all in the colour of the text around them.

Where the labels of a plot are long, each stands above its bar, so that a plot is never wider than a telephone can show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from markupsafe import Markup

from tarot_teach.blocks import FamilyTree, Plot, PlotRow, Relative
from tarot_teach.language import _

_LETTER = 7.2  # about the width of a letter, where letters are 13 high
_FIELD = 220.0  # the width in which values are drawn
_ROOM = 200.0  # the most room for label and figure beside a bar; longer ones stand above it
_GAP = 6.0
_STEP, _BAR = 22.0, 12.0
_SIGNS = 24  # the number of signs in which values are drawn in a text


def plot_svg(plot: Plot) -> str:
    """The picture of a plot, without its table."""
    draw = intervals if plot.kind == "intervals" else bars
    return draw(plot.rows, str(plot.title), str(plot.description))


def bars(rows: Sequence[PlotRow], title: str, description: str) -> str:
    """An ``<svg>`` with a horizontal bar for the value of each row, at least 0; the longest bar fills the width.

    Title and description are the text alternative.
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
    """An ``<svg>`` with a dot at the value of each row, a line from ``low`` to ``high``, and an upright line at zero.

    Title and description are the text alternative.
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
    """A function from values to places: 0 is the least of zero and all ends of intervals, 1 the greatest."""
    ends = [0.0, *(end for row in rows for end in (row.low, row.value, row.high))]
    least = min(ends)
    span = (max(ends) - least) or 1.0
    return lambda value: (value - least) / span


def in_signs(plot: Plot) -> list[str]:
    """A plot in signs of a text, a line for each row."""
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
    """The layout of a plot: the places of its rows, and the room for their words."""

    def __init__(self, rows: Sequence[PlotRow]) -> None:
        self.rows = rows
        label = max((len(str(row.label)) for row in rows), default=0) * _LETTER
        shown = max((len(row.shown) for row in rows), default=0) * _LETTER
        self.above = label + shown > _ROOM
        self.step = _STEP * (2 if self.above else 1)
        self.height = self.step * len(rows)
        self.left = _GAP if self.above else label + _GAP
        both = max((len(f"{row.label}: {row.shown}") for row in rows), default=0) * _LETTER
        self.width = max(both, _FIELD + 3 * _GAP) if self.above else self.left + _FIELD + 2 * _GAP + shown

    def lines(self) -> Iterator[tuple[PlotRow, float]]:
        """Each row with the height of the middle of its bar, from the top."""
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


_ROW, _INDENT, _COLUMN = 28, 22, 20  # between rows, generations and house rules, in pixels
_LETTER_WIDTH = 7.3  # how wide a letter is, about
_SLANT = 0.71  # labels stand at 45 degrees

Placed = tuple[int, int, Relative]  # generation, number of the parent's row (-1: none), ruleset


def family_rows(tree: FamilyTree) -> list[Placed]:
    """All rulesets of a tree, each before those made from it."""
    rows: list[Placed] = []
    for root in tree.roots:
        _place(root, 0, -1, rows)
    return rows


def family_svg(tree: FamilyTree) -> Markup:
    """A family tree as SVG: the tree on the left, a dot on the right for each house rule that fits."""
    rows = family_rows(tree)
    names = max((_INDENT * depth + _LETTER_WIDTH * len(kin.name) for depth, _parent, kin in rows), default=0) + 36
    longest = max((len(option) for option in tree.options), default=0) * _LETTER_WIDTH * _SLANT
    top = longest + 16
    reach = max(
        (_COLUMN * i + _LETTER_WIDTH * _SLANT * len(option) for i, option in enumerate(tree.options, 1)), default=0
    )
    width, height = names + reach + 8, top + _ROW * len(rows) + 4
    parts = [
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" class="tt-family" role="img" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" '
            'height="{h:.0f}" fill="none" stroke="currentColor" font-size="13">'
        ).format(w=width, h=height),
        Markup("<title>{}</title><desc>{}</desc>").format(tree.caption, " ".join(_sentences(rows))),
        *_labels(tree, names, top),
    ]
    for number, (depth, _parent, kin) in enumerate(rows):
        parts += _row(tree, kin, number, top + _ROW * (number + 0.5), depth, names, width)
    parts += _lines(rows, top)
    return Markup("").join([*parts, Markup("</svg>")])


def _place(kin: Relative, depth: int, parent: int, rows: list[Placed]) -> None:
    rows.append((depth, parent, kin))
    number = len(rows) - 1
    for child in kin.children:
        _place(child, depth + 1, number, rows)


def _lines(rows: list[Placed], top: float) -> Iterator[Markup]:
    """Lines from each parent down to its last child, and across to each child."""
    for number, (depth, parent, _kin) in enumerate(rows):
        if parent < 0:
            continue
        x, across = _x(depth - 1), top + _ROW * (number + 0.5)
        last = all(other != parent for _depth, other, _kin in rows[number + 1 :])
        down = Markup("M{x} {from_:.0f}V{y:.0f}").format(x=x, from_=top + _ROW * (parent + 0.5) + 5, y=across)
        yield Markup('<path d="{}M{} {:.0f}h{}"/>').format(down if last else "", x, across, _INDENT - 5)


def _x(depth: int) -> int:
    return 12 + _INDENT * depth


def _labels(tree: FamilyTree, names: float, top: float) -> Iterator[Markup]:
    for i, option in enumerate(tree.options):
        at = f"translate({names + _COLUMN * (i + 0.5):.0f} {top - 8:.0f}) rotate(-45)"
        yield Markup('<text transform="{}" fill="currentColor" stroke="none">{}</text>').format(at, option)


def _row(
    tree: FamilyTree, kin: Relative, number: int, y: float, depth: int, names: float, width: float
) -> Iterator[Markup]:
    """A ruleset's name and dots; every other row is shaded."""
    if number % 2 == 0:
        band = (
            '<rect x="0" y="{:.0f}" width="{:.0f}" height="{}" fill="currentColor" fill-opacity=".06" stroke="none"/>'
        )
        yield Markup(band).format(y - _ROW / 2, width, _ROW)
    yield Markup('<circle cx="{}" cy="{:.0f}" r="5" fill="currentColor"/>').format(_x(depth), y)
    text = '<text x="{}" y="{:.0f}" fill="currentColor" stroke="none" font-weight="600">{}</text>'
    yield Markup(text).format(_x(depth) + 11, y + 4.5, kin.name)
    for i, option in enumerate(tree.options):
        if option in kin.options:
            dot = '<circle cx="{:.0f}" cy="{:.0f}" r="4.5" fill="currentColor" stroke="none"/>'
            yield Markup(dot).format(names + _COLUMN * (i + 0.5), y)


def _sentences(rows: list[Placed]) -> Iterator[str]:
    """The tree in sentences, as the text alternative."""
    for _depth, parent, kin in rows:
        if parent < 0:
            yield _("{name} alters no other.").format(name=kin.name)
        if kin.children:
            children = ", ".join(child.name for child in kin.children)
            yield _("From {name} are made {children}.").format(name=kin.name, children=children)
