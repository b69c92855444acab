"""The motifs that cards share, as path data: figures and letters, suit signs, courts. All drawn for this project.

Figures and letters are lines 24 high that start at the origin; suit signs lie around the origin, 20 high; courts stand on it,
66 high. Paths keep to what both SVG and ``svg.path`` of PGF read in the same way.
"""

from __future__ import annotations

from tarot_teach.render.cardart.parts import SUIT_COLOUR, Shape

LINE = 4.8
"""The width of the lines of figures and letters."""

GLYPHS: dict[str, tuple[float, str]] = {
    "0": (12.5, "M6.2 0C1.5 0 0 5 0 12S1.5 24 6.2 24S12.5 19 12.5 12S11 0 6.2 0Z"),
    "1": (6, "M0 5 6 0V24"),
    "2": (13, "M.5 5.5C2-1.5 12.5-2 12.5 6C12.5 12 5 17 0 24H13"),
    "3": (12.5, "M.5 4C2.5-1.5 12-1.5 12 5.7C12 10 8.5 11.4 5 11.4C9.5 11.4 12.5 14 12.5 17.7C12.5 26 1.5 26 0 19.5"),
    "4": (14.5, "M11 24V0L0 17H14.5"),
    "5": (12.5, "M12 0H2.5L1.5 11C5 7.5 12.5 8.5 12.5 16C12.5 25.5 1.5 26 0 19.5"),
    "6": (13, "M11 0C5 2.5 0 9 0 17C0 26.5 13 26.5 13 17C13 8 2 8 .3 15.5"),
    "7": (13, "M0 0H13L4.5 24"),
    "8": (13, "M6.5 11C-.5 11-.5 0 6.5 0S13.5 11 6.5 11C-2 11-2 24 6.5 24S15 11 6.5 11Z"),
    "9": (13, "M2 24C8 21.5 13 15 13 7C13-2.5 0-2.5 0 7C0 16 11 16 12.7 8.5"),
    "A": (16, "M0 24 8 0 16 24M3 16.5H13"),
    "B": (14, "M0 11H7.5C16 11 16 24 7.5 24H0V0H7C14.5 0 14.5 11 7 11"),
    "C": (14.5, "M14 4.5C10.5-1.8 0-2.5 0 12S10.5 25.8 14.5 19.5"),
    "D": (14.5, "M0 0V24H4.5C11.5 24 14.5 19 14.5 12S11.5 0 4.5 0Z"),
    "E": (12, "M12 0H0V24H12M0 11.5H10"),
    "F": (12, "M12 0H0V24M0 11.5H10"),
    "G": (15, "M14 4.5C10.5-1.8 0-2.5 0 12S9 26.5 15 20.5V13H9"),
    "H": (14, "M0 0V24M14 0V24M0 11.5H14"),
    "I": (0, "M0 0V24"),
    "J": (10, "M10 0V17C10 26.3 0 26.3 0 18"),
    "K": (14.5, "M0 0V24M14 0 .5 13.5M5 9.5 14.5 24"),
    "L": (12, "M0 0V24H12"),
    "M": (17, "M0 24V0L8.5 14 17 0V24"),
    "N": (14, "M0 24V0L14 24V0"),
    "O": (16, "M8 0C2 0 0 5 0 12S2 24 8 24S16 19 16 12S14 0 8 0Z"),
    "P": (13, "M0 24V0H6.5C15 0 15 13.5 6.5 13.5H0"),
    "Q": (16, "M8 0C2 0 0 5 0 12S2 24 8 24S16 19 16 12S14 0 8 0ZM10 17 16.5 24.5"),
    "R": (14, "M0 24V0H6.5C15 0 15 12.5 6.5 12.5H0M6.5 12.5 14 24"),
    "S": (13, "M12.5 4.5C10-1.8 .5-1.5 .5 5.8C.5 14 13 9.7 13 17.8C13 26 1.5 26 0 19"),
    "T": (15, "M0 0H15M7.5 0V24"),
    "U": (14, "M0 0V15.5C0 26.8 14 26.8 14 15.5V0"),
    "V": (15, "M0 0 7.5 24 15 0"),
    "W": (21, "M0 0 5 24 10.5 4 16 24 21 0"),
    "X": (14, "M0 0 14 24M14 0 0 24"),
    "Y": (15, "M0 0 7.5 12 15 0M7.5 12V24"),
    "Z": (13, "M0 0H13L0 24H13"),
}
"""Figures and letters: the width of each, and its line."""


def circle(x: float, y: float, radius: float) -> str:
    """The path of a circle, from its top; in curves, since PGF loses half of one made of arcs."""
    r, b = radius, round(radius * 0.5523, 2)
    quarters = (b, -r, r, -b, r, 0), (r, b, b, r, 0, r), (-b, r, -r, b, -r, 0), (-r, -b, -b, -r, 0, -r)
    numbers = (f"{(y if i % 2 else x) + value:.4g}" for quarter in quarters for i, value in enumerate(quarter))
    return f"M{x:.4g} {y - r:.4g}C{' '.join(numbers)}Z"


_EDGE = "M10 1H90Q99 1 99 10V150Q99 159 90 159H10Q1 159 1 150V10Q1 1 10 1Z"
_HEAD = "M-9.5-46V-37C-9.5-28-5-23 0-23S9.5-28 9.5-37V-46Z"
_EYES = Shape("M-4.8-39.5V-38.5M4.8-39.5V-38.5M0-37V-34.5M-2.5-30H2.5", stroke="ink", width=1.5)
_ROBE = "M-31 0V-5C-30-16-22-19-12-21H12C22-19 30-16 31-5V0Z"

_PLAIN = {
    "spade": "M0-10C3-5.5 10-1.5 10 3.8C10 8.8 3.6 9.2 1.5 6Q1.8 9 4 10H-4Q-1.8 9-1.5 6C-3.6 9.2-10 8.8-10 3.8C-10-1.5-3-5.5 0-10Z",
    "heart": "M0 10C-2.5 5.5-10 1-10-4.5C-10-10.5-2-11 0-5.5C2-11 10-10.5 10-4.5C10 1 2.5 5.5 0 10Z",
    "diamond": "M0-10.5Q3.6-4.6 8.4 0Q3.6 4.6 0 10.5Q-3.6 4.6-8.4 0Q-3.6-4.6 0-10.5Z",
    "club": (
        "M0-10C5.2-10 6-4.5 3.4-2C6.4-3.2 10-1.2 10 2.6C10 7.4 3.6 8.4 1.4 4.6Q1.6 9 4 10H-4Q-1.6 9-1.4 4.6"
        "C-3.6 8.4-10 7.4-10 2.6C-10-1.2-6.4-3.2-3.4-2C-6-4.5-5.2-10 0-10Z"
    ),
    "star": "M0-10 2.5-3.3 9.6-3.1 4 1.3 6 8.2 0 4.2-6 8.2-4 1.3-9.6-3.1-2.5-3.3Z",
}
"""Motifs of one path in the colour of the suit."""
MOTIFS: dict[str, tuple[Shape, ...]] = {
    **{name: (Shape(path, SUIT_COLOUR),) for name, path in _PLAIN.items()},
    **{sign: (Shape(path, stroke=SUIT_COLOUR, width=LINE),) for sign, (_width, path) in GLYPHS.items()},
    "paper": (Shape(_EDGE, "paper", "line", 1.6),),
    "tint": (Shape(_EDGE, "tint", "line", 1.6),),
    "sword": (
        Shape("M0-12 3.2-8V1.8H6.4Q8.4 1.8 8.4 4.6H1.8V8H-1.8V4.6H-8.4Q-8.4 1.8-6.4 1.8H-3.2V-8Z", SUIT_COLOUR),
        Shape(circle(0, 9, 2.6), SUIT_COLOUR),
        Shape("M0-7V.8", stroke="paper", width=0.7),
    ),
    "baton": (
        Shape("M-5.5 7 5-6.4", stroke=SUIT_COLOUR, width=4.2),
        Shape("M-2 2.4-6.4-.8M1-1.4 6 2M-2.8-4 .6-.8", stroke=SUIT_COLOUR, width=2.8),
        Shape(circle(5.4, -6.8, 3.6) + circle(-6, 7.6, 2.7), SUIT_COLOUR),
    ),
    "coin": (
        Shape(circle(0, 0, 8.4), stroke=SUIT_COLOUR, width=2.6),
        Shape("M0-6Q1.2-1.2 6 0Q1.2 1.2 0 6Q-1.2 1.2-6 0Q-1.2-1.2 0-6Z", SUIT_COLOUR),
    ),
    "cup": (
        Shape(
            "M-7.5-10H7.5C7.5-3 5.5 .5 1.6 1.8V5C2 7 6 7 6 10H-6C-6 7-2 7-1.6 5V1.8C-5.5 .5-7.5-3-7.5-10Z", SUIT_COLOUR
        ),
        Shape("M-5.6-6.6H5.6", stroke="paper", width=1.2),
    ),
    "acorn": (
        Shape("M-6.4-1.2C-6.6 5-3 8 0 10.4C3 8 6.6 5 6.4-1.2Z", SUIT_COLOUR),
        Shape("M-7.6-2.4C-7.6-8.6 7.6-8.6 7.6-2.4Z", SUIT_COLOUR),
        Shape("M0-6V-10.4", stroke=SUIT_COLOUR, width=2.2),
        Shape("M-7-1.7H7", stroke="paper", width=0.9),
    ),
    "leaf": (
        Shape(
            "M0-10.4C8.4-7.4 10.4 1.4 2.2 5.4C1.4 3.6 .8 5 1 6.2H-1C-.8 5-1.4 3.6-2.2 5.4C-10.4 1.4-8.4-7.4 0-10.4Z",
            SUIT_COLOUR,
        ),
        Shape("M0-5.6V10.4", stroke=SUIT_COLOUR, width=1.8),
        Shape("M0-6.4V3.4M0-1.6-3.4-4.4M0-1.6 3.4-4.4", stroke="paper", width=0.8),
    ),
    "bell": (
        Shape(circle(0, 1.2, 8.2), SUIT_COLOUR),
        Shape("M0-7V-10.4", stroke=SUIT_COLOUR, width=3),
        Shape("M-8 .2H8", stroke="paper", width=1),
        Shape("M0 3.4V7.2", stroke="paper", width=1.6),
        Shape(circle(0, 3.4, 1.3), "paper"),
    ),
    "king": (
        Shape("M-12-47C-17-36-15-29-12-21H12C15-29 17-36 12-47Z", "line", "ink"),
        Shape(_ROBE, SUIT_COLOUR),
        Shape("M-14-21.5C-11-10-5-7 0-7S11-10 14-21.5Z", "paper", "ink"),
        Shape(_HEAD, "paper", "ink"),
        Shape("M-9.5-38C-11-22-6-16 0-12.5C6-16 11-22 9.5-38C8-32 4-34.5 0-34.5S-8-32-9.5-38Z", "line", "ink"),
        Shape("M-4.8-39.5V-38.5M4.8-39.5V-38.5M-2.5-30H2.5", stroke="ink"),
        Shape("M-13-45-17-60-8.5-54 0-65 8.5-54 17-60 13-45Z", "gold", "ink"),
        Shape("M-13-43.5H13V-48H-13Z", SUIT_COLOUR, "ink"),
    ),
    "queen": (
        Shape("M0-53C-16-53-14-40-17-17H17C14-40 16-53 0-53Z", "gold", "ink"),
        Shape(_ROBE, SUIT_COLOUR),
        Shape("M-9.5-21.5C-8-13-4-11 0-10.5C4-11 8-13 9.5-21.5Z", "paper", "ink"),
        Shape(_HEAD, "paper", "ink"),
        _EYES,
        Shape("M-6.5-20C-4-14.5 4-14.5 6.5-20", stroke="gold", width=2, dash=(0, 2.7)),
        Shape("M-12-46C-8-50-4-51 0-51S8-50 12-46L14-58 7-54 0-61-7-54-14-58Z", SUIT_COLOUR, "ink"),
        Shape(circle(0, -62, 2.2) + circle(-14, -59, 2.2) + circle(14, -59, 2.2), "gold", "ink", 1.2),
    ),
    "knight": (
        Shape(_ROBE, SUIT_COLOUR),
        Shape("M-12-21.5H12L8-14.5H-8Z", "gold", "ink"),
        Shape("M5-56C10-68 24-64 25-50C25-42 21-36 17-32C18-40 15-48 5-52Z", SUIT_COLOUR, "ink"),
        Shape("M-12-36C-13-54-6-58 0-58S13-54 12-36L9-21H-9Z", "paper", "ink"),
        Shape("M-14-42H14L11-30 0-26-11-30Z", "line", "ink"),
        Shape("M-9-38H-2M2-38H9M0-34V-29", stroke="ink", width=2),
        Shape("M-3-64H3V-55H-3Z", "gold", "ink"),
    ),
    "jack": (
        Shape("M-12-48C-15-36-14-29-13-25H13C14-29 15-36 12-48Z", "ink"),
        Shape(_ROBE, SUIT_COLOUR),
        Shape("M-12-21.5 0-13 12-21.5Z", "paper", "ink"),
        Shape(_HEAD, "paper", "ink"),
        _EYES,
        Shape("M-17-45C-22-56-8-60 2-58C14-57 21-53 17-45Z", SUIT_COLOUR, "ink"),
        Shape("M-17-45H17V-49H-17Z", "gold", "ink"),
        Shape("M10-50C11-60 18-66 27-65C28-58 22-51 10-50Z", "paper", "ink"),
        Shape("M11-51 22-61", stroke="ink", width=1.2),
    ),
    "fool": (
        Shape(_ROBE, SUIT_COLOUR),
        Shape("M-19-13-12-21.5H12L19-13 11-16 6-10 0-16-6-10-11-16Z", "gold", "ink"),
        Shape("M-11-44C-24-48-30-40-28-28C-20-32-14-30-11-32Z", "gold", "ink"),
        Shape("M11-44C24-48 30-40 28-28C20-32 14-30 11-32Z", SUIT_COLOUR, "ink"),
        Shape(_HEAD, "paper", "ink"),
        _EYES,
        Shape("M-12-42C-12-50-8-54 0-66C8-54 12-50 12-42C4-46-4-46-12-42Z", "gold", "ink"),
        Shape(circle(0, -64, 2.6) + circle(-28, -26, 2.6) + circle(28, -26, 2.6), "paper", "ink", 1.2),
    ),
    "scroll": (
        Shape("M0-8Q3-3 8 0Q3 3 0 8Q-3 3-8 0Q-3-3 0-8Z", SUIT_COLOUR),
        Shape("M-13 0C-17-7-25-5-25 1S-17 6-17 1M13 0C17-7 25-5 25 1S17 6 17 1", stroke=SUIT_COLOUR, width=1.8),
    ),
    "flower": (
        Shape("M0-18Q3.5-3.5 18 0Q3.5 3.5 0 18Q-3.5 3.5-18 0Q-3.5-3.5 0-18Z", SUIT_COLOUR),
        Shape("".join(circle(x, y, 2.4) for x, y in ((-8.5, -8.5), (8.5, -8.5), (-8.5, 8.5), (8.5, 8.5))), SUIT_COLOUR),
    ),
}
