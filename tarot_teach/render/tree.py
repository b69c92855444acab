"""The family tree of rulesets as a drawing in SVG, in the colour of the text around it; and flat, for renderers that list it."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from tarot_teach.blocks import FamilyTree, Relative
from tarot_teach.text import _

_ROW, _INDENT, _COLUMN = 28, 22, 20  # between rows, generations and house rules, in pixels
_LETTER = 7.3  # how wide a letter is, about
_SLANT = 0.71  # labels stand at 45 degrees

Placed = tuple[int, int, Relative]  # generation, number of the parent's row (-1: none), ruleset


def family_rows(tree: FamilyTree) -> list[Placed]:
    """Rulesets in the order in which they are listed: each before those made from it."""
    rows: list[Placed] = []
    for root in tree.roots:
        _place(root, 0, -1, rows)
    return rows


def family_svg(tree: FamilyTree) -> Markup:
    """The drawing: the tree on the left, a dot on the right for each house rule that fits."""
    rows = family_rows(tree)
    names = max((_INDENT * depth + _LETTER * len(kin.name) for depth, _parent, kin in rows), default=0) + 36
    longest = max((len(option) for option in tree.options), default=0) * _LETTER * _SLANT
    top = longest + 16
    reach = max((_COLUMN * i + _LETTER * _SLANT * len(option) for i, option in enumerate(tree.options, 1)), default=0)
    width, height = names + reach + 8, top + _ROW * len(rows) + 4
    parts = [
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" class="tt-family" role="img" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" '
            'height="{h:.0f}" fill="none" stroke="currentColor" font-size="13">'
        ).format(w=width, h=height),
        Markup("<title>{}</title><desc>{}</desc>").format(tree.caption, " ".join(_told(rows))),
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
    """Down from each parent to its last child, and across to each of them."""
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
    """A ruleset's name and its dots, on a ground that is shaded in every other row."""
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


def _told(rows: list[Placed]) -> Iterator[str]:
    """The tree in sentences, for those who do not see it."""
    for _depth, parent, kin in rows:
        if parent < 0:
            yield _("{name} alters no other.").format(name=kin.name)
        if kin.children:
            children = ", ".join(child.name for child in kin.children)
            yield _("From {name} are made {children}.").format(name=kin.name, children=children)
