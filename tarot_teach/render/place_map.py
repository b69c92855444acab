"""The map of places as SVG, in the colour of the text around it: degrees as lines, and no coasts."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, radians, sin
from typing import NamedTuple

from markupsafe import Markup

from tarot_teach.render.common import curly
from tarot_teach.render.pictures import LETTER_WIDTH
from tarot_teach.render.time_axis import OPEN
from tarot_teach.topics.history.places import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    PlaceDot,
    PlaceMap,
    latitude_words,
    longitude_words,
)

_DEGREE = 42.0  # pixels of a degree of latitude
_ACROSS = _DEGREE * cos(radians((SOUTH + NORTH) / 2))  # of a degree of longitude in the middle of the map
_STEP = 5  # degrees between lines
_EDGE, _ROW = 40.0, 22.0  # pixels for the degrees at the edge, and for a line of the key
_NEAR, _LINE = 9.0, 15.0  # pixels from a sign to its name, and the height of a name
_NO_LINE = 13.0  # pixels within which a name needs no line to its sign
_ANGLES = 24
_CIRCLE = "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z"
SIGNS = (
    _CIRCLE,
    "M-4.2 -4.2h8.4v8.4h-8.4z",
    "M0 -5.5l5.4 9.6h-10.8z",
    "M0 -6l6 6l-6 6l-6 -6z",
    "M0 5.5l5.4 -9.6h-10.8z",
    "M-6 -3h12v6h-12z",
)
"""Paths of the signs of lands; lands beyond these have the small sign of none."""
_SMALL = "M-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0z"


class Box(NamedTuple):
    """The box of a name or a sign."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """True if the boxes have a point in common."""
        aside = self.right <= other.left or other.right <= self.left
        return not (aside or self.bottom <= other.top or other.bottom <= self.top)


def map_svg(picture: PlaceMap) -> Markup:
    """Places as signs on lines of degrees, with names, and below a key of the signs."""
    width, field = 2 * _EDGE + (EAST - WEST) * _ACROSS, 2 * _EDGE + (NORTH - SOUTH) * _DEGREE
    height = field + _ROW * len(picture.regions) + 4
    parts = [
        OPEN.format(w=width, h=height),
        Markup("<title>{}</title><desc>{}</desc>").format(picture.caption, curly(picture.description)),
        *_lines_of_degrees(width, field),
    ]
    signs, names = list[Markup](), list[Markup]()
    boxes = name_boxes(picture.dots, width, field)
    for dot, box in zip(picture.dots, boxes, strict=True):
        x, y = _point(dot)
        if _on_the_line(dot, box):
            parts.append(_LEADER.format(x, y, *_end(dot, box)))
        signs.append(_sign(dot.region, x, y, is_open=dot.land))
        names.append(_NAME.format(box.left, box.bottom - 4, curly(_label(dot))))
    for number, region in enumerate(picture.regions):
        y = field + _ROW * number + 8
        names += [_sign(number, _EDGE, y, is_open=False), _NAME.format(_EDGE + 12, y + 4.5, curly(region))]
    return Markup("").join([*parts, *signs, *names, Markup("</svg>")])


def name_boxes(dots: tuple[PlaceDot, ...], width: float, height: float) -> list[Box]:
    """For each place the box of its name: the nearest one to its sign, inside the map, that meets no sign, name or line to a name, nor does its line."""
    signs = [Box(x - 6, y - 6, x + 6, y + 6) for x, y in map(_point, dots)]
    taken, boxes = [*signs], list[Box]()
    for dot, sign in zip(dots, signs, strict=True):
        for box in _around(dot):
            line = _on_the_line(dot, box)
            others = [each for each in taken if each != sign]
            met = any(map(box.meets, taken)) or any(point.meets(each) for point in line for each in others)
            if _is_inside(box, width, height) and not met:
                break
        else:
            box, line = next(_around(dot)), []
        boxes.append(box)
        taken += [box, *line]
    return boxes


def _end(dot: PlaceDot, box: Box) -> tuple[float, float]:
    """The point of a box at which the line from a sign ends."""
    x, y = _point(dot)
    return min(max(x, box.left), box.right), min(max(y, box.top + 3), box.bottom - 3)


def _on_the_line(dot: PlaceDot, box: Box) -> list[Box]:
    """Small boxes on the line from a sign to its name; none where the name is so near that no line is drawn."""
    (x, y), (end_x, end_y) = _point(dot), _end(dot, box)
    far = hypot(end_x - x, end_y - y)
    if far <= _NO_LINE:
        return []
    steps = [at / far for at in range(0, int(far), 2)]
    points = [(x + (end_x - x) * part, y + (end_y - y) * part) for part in steps]
    return [Box(at_x - 1, at_y - 1, at_x + 1, at_y + 1) for at_x, at_y in points]


def _around(dot: PlaceDot) -> Iterator[Box]:
    """Boxes for the name of a place: on the right, and then round the sign in wider and wider rings."""
    x, y = _point(dot)
    wide = LETTER_WIDTH * len(_label(dot))
    for ring in range(12):
        for step in range(_ANGLES):
            angle = 2 * pi * step / _ANGLES
            far = _NEAR + 9 * ring
            at_x, at_y = x + far * cos(angle), y + far * sin(angle)
            left = at_x - wide * (1 - cos(angle)) / 2  # the box leans away from the sign
            yield Box(left, at_y - _LINE / 2, left + wide, at_y + _LINE / 2)


def _is_inside(box: Box, width: float, height: float) -> bool:
    return box.left > _EDGE and box.right < width - _EDGE and box.top > _EDGE and box.bottom < height - _EDGE


def _label(dot: PlaceDot) -> str:
    return f"{dot.name} {dot.games}" if dot.games else dot.name


def _point(dot: PlaceDot) -> tuple[float, float]:
    return _x(dot.longitude), _y(dot.latitude)


def _x(longitude: float) -> float:
    return _EDGE + (longitude - WEST) * _ACROSS


def _y(latitude: float) -> float:
    return _EDGE + (NORTH - latitude) * _DEGREE


def _lines_of_degrees(width: float, height: float) -> Iterator[Markup]:
    for degrees in range(-180, 181, _STEP):
        if WEST <= degrees <= EAST:
            path = f"M{_x(degrees):.0f} {_EDGE:.0f}V{height - _EDGE:.0f}"
            yield _DEGREES.format(path, _x(degrees), 16, "middle", longitude_words(degrees))
        if SOUTH <= degrees <= NORTH:
            path = f"M{_EDGE:.0f} {_y(degrees):.0f}H{width - _EDGE:.0f}"
            yield _DEGREES.format(path, 0, _y(degrees) + 4, "start", latitude_words(degrees))


def _sign(region: int | None, x: float, y: float, *, is_open: bool) -> Markup:
    path = SIGNS[region] if region is not None and region < len(SIGNS) else _SMALL
    return _SIGN.format(x, y, path, Markup(' class="tt-open"') if is_open else "")


_DEGREES = Markup(
    '<path d="{}" stroke-opacity=".18"/><text x="{:.0f}" y="{:.0f}" fill="currentColor" stroke="none" text-anchor="{}" '
    'fill-opacity=".75">{}</text>'
)
_LEADER = Markup('<path d="M{:.0f} {:.0f}L{:.0f} {:.0f}" stroke-opacity=".45"/>')
_SIGN = Markup('<path transform="translate({:.1f} {:.1f})" d="{}" stroke-width="1.3" fill="currentColor"{}/>')
_NAME = Markup('<text class="tt-name" x="{:.1f}" y="{:.1f}" fill="currentColor" stroke="none">{}</text>')
