"""Cards as bitmaps, for programs that show no SVG: browsers' icons, and sites that show a picture of a link."""

from __future__ import annotations

import math
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from tarot_teach.cards import Card
from tarot_teach.render.cardart import parts
from tarot_teach.render.cardart.designs import drawing
from tarot_teach.render.cardart.motifs import MOTIFS
from tarot_teach.render.cardart.parts import HEIGHT, PALETTE, WIDTH, Element, Put, Shape, Style

Point = tuple[float, float]
Line = list[Point]
Move = tuple[float, float, float, float, float, float]
"""A matrix ``a b c d e f`` of SVG: how a part is turned, scaled and moved."""

CLOTH = "#1f5a3f"
"""The colour of the table."""
PICTURE = (1200, 630)
"""Width and height of a picture of a link, in pixels."""
ICON = 48
"""Width and height of an icon, in pixels."""
_SUBLINES = 4  # of a line of pixels, for smooth edges
_CURVE = 8  # lines of a curve
_TOKEN = re.compile(r"[A-Z]|-?(?:\d+\.?\d*|\.\d+)")
_PAIRS = {"M": 1, "L": 1, "C": 3, "S": 2, "Q": 2}


def table_png(cards: Sequence[Card], style: Style) -> bytes:
    """A fan of cards on a table, as PNG."""
    wide, high = PICTURE
    canvas = Canvas(wide, high)
    size = 0.62 * high / HEIGHT
    for number, card in enumerate(cards):
        at = number - (len(cards) - 1) / 2
        turn = (1, 0, 0, 1, wide / 2, 2.05 * high)  # all cards turn about a point below the picture
        canvas.card(
            card, style, _then(_then(turn, _turned(7.5 * at)), (size, 0, 0, size, -size * WIDTH / 2, -1.87 * high))
        )
    return canvas.png()


def icon_ico(card: Card, style: Style) -> bytes:
    """A card as an icon of browsers."""
    canvas = Canvas(ICON, ICON)
    size = 0.96 * ICON / HEIGHT
    canvas.card(card, style, (size, 0, 0, size, (ICON - size * WIDTH) / 2, 0.02 * ICON))
    png = canvas.png()
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, ICON, ICON, 0, 0, 1, 24, len(png), 22) + png


class Canvas:
    """A picture on the cloth of the table, in which later shapes cover earlier ones."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide, self.high = wide, high
        self.rows = [bytearray(bytes(_rgb(CLOTH)) * wide) for _row in range(high)]

    def card(self, card: Card, style: Style, move: Move) -> None:
        """Draw a card, whose box is moved to its place."""
        drawn = drawing(card, style)
        upside_down = _then(move, (-1, 0, 0, -1, WIDTH, HEIGHT))
        halves = ((drawn.half, move), (drawn.half, upside_down))
        for elements, place in (((Put(drawn.ground),), move), *halves, (drawn.middle, move)):
            self._draw(elements, place, drawn.colour)

    def _draw(self, elements: Iterable[Element], move: Move, colour: str) -> None:
        """Draw parts, in words of which there is no font here, and which are left out."""
        for part in elements:
            if isinstance(part, Put):
                own = colour if part.colour == parts.SUIT_COLOUR else part.colour
                self._draw(MOTIFS[part.name], _then(move, (part.across, 0, 0, part.down, part.x, part.y)), own)
            elif isinstance(part, Shape):
                lines = list(_lines(part.path, move))
                if part.fill:
                    self._fill(lines, _colour(part.fill, colour))
                if part.stroke:
                    width = part.width * math.sqrt(abs(move[0] * move[3] - move[1] * move[2]))
                    dashes = [dash * width / part.width for dash in part.dash or ()]
                    self._fill(list(_stroked(lines, width / 2, dashes)), _colour(part.stroke, colour))

    def _fill(self, polygons: Sequence[Line], colour: tuple[int, int, int]) -> None:
        """Fill what lies within polygons that go round it once or more."""
        crossings: dict[int, list[tuple[float, int]]] = {}
        for polygon in polygons:
            for (x, y), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
                way = 1 if y < y2 else -1
                top, bottom = sorted((y, y2))
                first = max(0, math.ceil(top * _SUBLINES - 0.5))
                for subline in range(first, min(self.high * _SUBLINES, math.ceil(bottom * _SUBLINES - 0.5))):
                    at = x + ((subline + 0.5) / _SUBLINES - y) * (x2 - x) / (y2 - y)
                    crossings.setdefault(subline, []).append((at, way))
        rows: dict[int, list[float]] = {}
        for subline, found in crossings.items():
            steps = rows.setdefault(subline // _SUBLINES, [0.0] * (self.wide + 2))
            winding, begun = 0, 0.0
            for at, way in sorted(found):
                if winding == 0:
                    begun = at
                winding += way
                if winding == 0:
                    self._cover(steps, begun, 1)
                    self._cover(steps, at, -1)
        for number, steps in rows.items():
            self._blend(self.rows[number], steps, colour)

    def _cover(self, steps: list[float], x: float, way: int) -> None:
        """Note that a share of a line of pixels is covered from ``x`` on, or no more."""
        x = min(max(x, 0.0), float(self.wide))
        pixel = int(x)
        steps[pixel] += way * (pixel + 1 - x) / _SUBLINES
        steps[pixel + 1] += way * (x - pixel) / _SUBLINES

    def _blend(self, row: bytearray, steps: list[float], colour: tuple[int, int, int]) -> None:
        covered = 0.0
        for pixel in range(self.wide):
            covered += steps[pixel]
            if covered > 0.002:
                share = min(covered, 1.0)
                for i, value in enumerate(colour, 3 * pixel):
                    row[i] = round(row[i] + (value - row[i]) * share)

    def png(self) -> bytes:
        """The picture as PNG."""
        head = struct.pack(">IIBBBBB", self.wide, self.high, 8, 2, 0, 0, 0)
        data = zlib.compress(b"".join(b"\0" + row for row in self.rows), 9)
        chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
            for name, content in chunks
        )


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def _colour(role: str, own: str) -> tuple[int, int, int]:
    return _rgb(PALETTE[own if role == parts.SUIT_COLOUR else role][1])


def _turned(degrees: float) -> Move:
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0


def _then(outer: Move, inner: Move) -> Move:
    """The matrix that does what ``inner`` does, and then what ``outer`` does."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def _lines(path: str, move: Move) -> Iterator[Line]:
    """The polygons of path data, with curves as short lines, moved to their places. A closed one ends where it begins."""
    a, b, c, d, e, f = move
    for line in _flat(path):
        yield [(a * x + c * y + e, b * x + d * y + f) for x, y in line]


def _flat(path: str) -> Iterator[Line]:
    """The lines of path data in capitals of ``M L H V C S Q Z``."""
    tokens = _TOKEN.findall(path)
    line: Line = []
    command, at = "", 0
    control: Point | None = None
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        x, y = line[-1] if line else (0.0, 0.0)
        if command == "Z":
            yield [*line, line[0]]
            line = []
            continue
        if command in "HV":
            value = float(tokens[at])
            at, control = at + 1, None
            line.append((value, y) if command == "H" else (x, value))
            continue
        count = _PAIRS[command]
        points = [(float(tokens[i]), float(tokens[i + 1])) for i in range(at, at + 2 * count, 2)]
        at += 2 * count
        if command == "M":
            if len(line) > 1:
                yield line
            line, command = points, "L"
        elif command == "L":
            line += points
        else:
            if command == "S":
                points.insert(0, (2 * x - control[0], 2 * y - control[1]) if control else (x, y))
            line += _curve([(x, y), *points])
        control = points[-2] if len(points) > 1 else None
    if len(line) > 1:
        yield line


def _curve(points: Sequence[Point]) -> Iterator[Point]:
    """Points of a Bézier curve after its first one."""
    for step in range(1, _CURVE + 1):
        t, level = step / _CURVE, list(points)
        while len(level) > 1:
            level = [(x + (x2 - x) * t, y + (y2 - y) * t) for (x, y), (x2, y2) in pairwise(level)]
        yield level[0]


def _stroked(lines: Iterable[Line], radius: float, dashes: Sequence[float]) -> Iterator[Line]:
    """The outlines of lines with round ends and joints; of dashed ones, those of the dashes."""
    for line in lines:
        for piece in _dashed(line, dashes) if dashes else [line]:
            for x, y in dict.fromkeys(piece):
                corners = (2 * math.pi * i / 12 for i in range(12))
                yield [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in corners]
            for (x, y), (x2, y2) in pairwise(piece):
                length = math.hypot(x2 - x, y2 - y)
                if length:
                    u, v = radius * (y2 - y) / length, -radius * (x2 - x) / length
                    yield [(x + u, y + v), (x2 + u, y2 + v), (x2 - u, y2 - v), (x - u, y - v)]


def _dashed(line: Line, dashes: Sequence[float]) -> Iterator[Line]:
    """The dashes of a line: lengths of dashes and gaps in turn. A dash without length is a dot."""
    number, left = 0, dashes[0]
    piece: Line = [line[0]]
    for start, end in pairwise(line):
        length = math.dist(start, end)
        done = 0.0
        while length - done > left:
            done += left
            share = done / length
            point = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if number % 2 == 0:
                yield [*piece, point]
            piece = [point]
            number += 1
            left = dashes[number % len(dashes)]
        left -= length - done
        piece.append(end)
    if number % 2 == 0:
        yield piece
