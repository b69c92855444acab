"""Pictures of blocks: plots as SVG and in signs of a text, the family tree of rulesets as SVG, all in the colour of the text around them.

Where the labels of a plot are long, each stands above its bar, so that a plot is never wider than a telephone can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from markupsafe import Markup

from tarot_teach.blocks import FamilyTree, Plot, PlotRow, Relative
from tarot_teach.messages import _, colon

_LETTER = 7.2  # about the width of a letter, where letters are 13 high
_FIELD = 220.0  # the width in which values are drawn
_ROOM = 200.0  # the most room for label and figure beside a bar; longer ones stand above it
_GAP = 6.0
_STEP, _BAR = 22.0, 12.0
_SIGNS = 24  # the number of signs in which values are drawn in a text


def plot_svg(plot: Plot) -> Markup:
    """The picture of a plot, without its table: for each row a bar, the longest as wide as the field, or a dot on a line from ``low`` to
    ``high``, with an upright line at zero. Title and description are the text alternative."""
    rows = plot.rows
    label, shown = _widest(str(row.label) for row in rows), _widest(row.shown for row in rows)
    above = label + shown > _ROOM
    left = _GAP if above else label + _GAP
    step = _STEP * (2 if above else 1)
    most, place = max((row.value for row in rows), default=0) or 1, scale(rows)
    labels, drawn = [], []
    for i, row in enumerate(rows):
        y = step * (i + 1) - _STEP / 2
        if plot.kind == "intervals":
            zero, low, at, high = (left + _FIELD * place(value) for value in (0, row.low, row.value, row.high))
            drawn += [
                _rect(zero - 0.5, y - _STEP / 2, 1, _STEP, 'fill-opacity=".5"'),
                _rect(low, y - 0.75, max(high - low, 0), 1.5),
                _rect(low - 0.75, y - 4, 1.5, 8) + _rect(high - 0.75, y - 4, 1.5, 8),
                f'<circle cx="{at:g}" cy="{y:g}" r="4"/>',
            ]
            end = left + _FIELD + 2 * _GAP
        else:
            long = _FIELD * row.value / most
            drawn.append(_rect(left, y - _BAR / 2, max(long, 0.5 if row.value else 0), _BAR, 'fill-opacity=".6"'))
            end = left + long + _GAP
        if above:
            labels.append(_words(0, y - 20, f"{row.label}{colon()}{row.shown}"))
        else:
            labels.append(_words(left - _GAP, y, str(row.label), 'text-anchor="end"'))
            drawn.append(_words(end, y, row.shown))
    width, height = left + _FIELD + 2 * _GAP + shown, step * len(rows)
    if above:
        width = max(_widest(f"{row.label}{colon()}{row.shown}" for row in rows), _FIELD + 3 * _GAP)
    said = escape(f"{str(plot.title).rstrip('.')}. {plot.description}".strip())
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    look = 'class="tt-drawn" fill="currentColor" font-size="13"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look} role="img" aria-label="{said}">'
    return Markup(f"{opening}{''.join(labels)}{''.join(drawn)}</svg>")


def _widest(texts: Iterable[str]) -> float:
    return max(map(len, texts), default=0) * _LETTER


def scale(rows: Sequence[PlotRow]) -> Callable[[float], float]:
    """A function from values to places: 0 is the least of zero and all ends of intervals, 1 the greatest."""
    ends = [0.0, *(end for row in rows for end in (row.low, row.value, row.high))]
    least = min(ends)
    span = (max(ends) - least) or 1.0
    return lambda value: (value - least) / span


def in_signs(plot: Plot) -> list[str]:
    """A plot in signs of a text, a line for each row."""
    if plot.kind != "intervals":
        most = max((row.value for row in plot.rows), default=0) or 1
        halves = [round(2 * _SIGNS * row.value / most) for row in plot.rows]
        return ["█" * (half // 2) + "▌" * (half % 2) for half in halves]
    place = scale(plot.rows)
    lines = []
    for row in plot.rows:
        zero, low, value, high = (round(place(end) * (_SIGNS - 1)) for end in (0, row.low, row.value, row.high))
        signs = ["─" if low <= i <= high else " " for i in range(_SIGNS)]
        signs[low], signs[high] = "├", "┤"
        signs[zero] = "┼" if low < zero < high else "│"
        signs[value] = "●"
        lines.append("".join(signs).rstrip())
    return lines


def _rect(x: float, y: float, width: float, height: float, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{" " if more else ""}{more}/>'


def _words(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y + 4.5:g}"{" " if more else ""}{more}>{escape(words)}</text>'


_TOP, _ROW, _INDENT = 16, 28, 22  # above the first row, between rows and between generations, in pixels
LETTER_WIDTH = 7.3  # how wide a letter is, about
_GUTTER = 14  # between lines to further parents

Placed = tuple[int, int, Relative]  # generation, number of the parent's row (-1: none), ruleset


def family_rows(tree: FamilyTree) -> list[Placed]:
    """All rulesets of a tree, each before those made from it."""
    rows: list[Placed] = []

    def place(kin: Relative, depth: int, parent: int) -> None:
        rows.append((depth, parent, kin))
        number = len(rows) - 1
        for child in kin.children:
            place(child, depth + 1, number)

    for root in tree.roots:
        place(root, 0, -1)
    return rows


def family_svg(tree: FamilyTree) -> Markup:
    """A family tree as SVG: the tree on the left, and on the right the lines to further parents."""
    rows = family_rows(tree)
    names = max((_length(depth, kin) for depth, _parent, kin in rows), default=0) + 36
    further = [(number, *other) for number, (_depth, _parent, kin) in enumerate(rows) for other in kin.others]
    width, height = names + _GUTTER * len(further) + 8, _TOP + _ROW * len(rows) + 4
    parts = [
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" class="tt-family" role="img" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" '
            'height="{h:.0f}" fill="none" stroke="currentColor" font-size="13">'
        ).format(w=width, h=height),
        Markup("<title>{}</title><desc>{}</desc>").format(tree.caption, tree.description or _in_sentences(rows)),
    ]
    ys = [_TOP + _ROW * (number + 0.5) for number in range(len(rows))]
    for number, ((depth, _parent, kin), y) in enumerate(zip(rows, ys, strict=True)):
        parts += [_BAND.format(y - _ROW / 2, width, _ROW)] if number % 2 == 0 else []
        x = 12 + _INDENT * depth
        beside = _BESIDE.format(kin.beside) if kin.beside else ""
        parts += [_DOT.format(x, y, 5), _NAME.format(x + 11, y + 4.5, kin.name, beside)]
    for number, (depth, parent, kin) in enumerate(rows):
        if parent >= 0:  # down from the parent to its last child, and across to each child
            x = 12 + _INDENT * (depth - 1)
            last = all(other != parent for _depth, other, _kin in rows[number + 1 :])
            down = f"M{x} {ys[parent] + 5:.0f}V{ys[number]:.0f}" if last else ""
            if kin.certainty and down:  # the line of all children is none of a certain style
                parts.append(Markup('<path d="{}" stroke-opacity=".45"/>').format(down))
                down = ""
            style = LINES.get(kin.certainty, Markup())
            parts.append(Markup('<path d="{}M{} {:.0f}h{}"{}/>').format(down, x, ys[number], _INDENT - 5, style))
    for column, (number, name, certainty) in enumerate(further):
        parent = next(at for at, (_depth, _parent, kin) in enumerate(rows) if kin.name == name)
        start, end = (_length(depth, kin) + 27 for depth, _parent, kin in (rows[parent], rows[number]))
        gutter = names + _GUTTER * column
        path = f"M{start:.0f} {ys[parent]:.0f}H{gutter:.0f}V{ys[number]:.0f}H{end:.0f}"
        parts.append(Markup('<path d="{}"{}/>').format(path, LINES.get(certainty, Markup())))
        parts.append(Markup('<path d="M{0:.0f} {1:.0f}l6 -4m-6 4l6 4"/>').format(end, ys[number]))
    return Markup("").join([*parts, Markup("</svg>")])


def _length(depth: int, kin: Relative) -> float:
    """The distance that a name reaches into the drawing; with words beside it rather too far, since fonts differ."""
    if kin.beside:
        return _INDENT * depth + 8.4 * len(kin.name) + _GAP + 7.2 * len(kin.beside)
    return _INDENT * depth + LETTER_WIDTH * len(kin.name)


_BAND = Markup(
    '<rect x="0" y="{:.0f}" width="{:.0f}" height="{}" fill="currentColor" fill-opacity=".06" stroke="none"/>'
)
_DOT = Markup('<circle cx="{:.0f}" cy="{:.0f}" r="{}" fill="currentColor"/>')
_BESIDE = Markup('<tspan dx="6" font-weight="400" fill-opacity=".75">{}</tspan>')
LINES = {"argued": Markup(' stroke-dasharray="5 3"'), "disputed": Markup(' stroke-dasharray="1.5 3"')}
"""The style of the line of a descent by its certainty."""
_NAME = Markup('<text x="{}" y="{:.0f}" fill="currentColor" stroke="none" font-weight="600">{}{}</text>')


def _in_sentences(rows: list[Placed]) -> str:
    """The tree in sentences, as the text alternative."""
    said = []
    for _depth, parent, kin in rows:
        if parent < 0:
            said.append(_("{name} alters no other.").format(name=kin.name))
        if kin.children:
            children = ", ".join(child.name for child in kin.children)
            said.append(_("From {name} are made {children}.").format(name=kin.name, children=children))
    return " ".join(said)
