"""The design of each card: its parts and their places."""

from __future__ import annotations

import re
from math import pi

from tarot_teach.cards import Card
from tarot_teach.render.cardart.motifs import GLYPHS, LINE, circle
from tarot_teach.render.cardart.parts import SUIT_COLOUR, Drawing, Element, Put, Shape, Style, Words
from tarot_teach.render.common import colour

SIGNS = {
    "spades": ("spade", "sword"),
    "clubs": ("club", "baton"),
    "diamonds": ("diamond", "coin"),
    "hearts": ("heart", "cup"),
}
"""The signs of the suits, French and Italian. A pack may name its suits by either."""
ITALIAN = {"swords": "spades", "batons": "clubs", "coins": "diamonds", "cups": "hearts"}
GERMAN = {"acorns": "acorn", "leaves": "leaf", "bells": "bell"}
"""The signs of suits that German packs alone have; their hearts are those of French ones."""

_BAND = Shape("M9 78.7H91V81.3H9Z", "gold", "ink", 0.8)
"""The band between the two halves of a court."""
COURTS = ("king", "queen", "knight", "jack")
_COURT_OF = {"R": 0, "K": 0, "D": 1, "Q": 1, "C": 2, "N": 2, "O": 2, "V": 3, "J": 3, "U": 3}
"""The court of a letter, in French, English and German packs."""

_LEFT, _MID, _RIGHT = 37.0, 50.0, 63.0
_CORNERS = ((_LEFT, 28), (_RIGHT, 28))
_FOUR = ((_LEFT, 25), (_RIGHT, 25), (_LEFT, 61.7), (_RIGHT, 61.7))
_SIDES = ((_LEFT, 80), (_RIGHT, 80))
_CENTRE = ((_MID, 80),)
PIPS: dict[str, tuple[float, tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]]] = {
    "A": (2.6, (), _CENTRE),
    "1": (2.6, (), _CENTRE),
    "2": (1.4, ((_MID, 36),), ()),
    "3": (1.4, ((_MID, 30),), _CENTRE),
    "4": (0.92, _CORNERS, ()),
    "5": (0.92, _CORNERS, _CENTRE),
    "6": (0.92, _CORNERS, _SIDES),
    "7": (0.92, _CORNERS, (*_SIDES, (_MID, 54))),
    "8": (0.92, (*_CORNERS, (_MID, 54)), _SIDES),
    "9": (0.86, _FOUR, _CENTRE),
    "10": (0.86, (*_FOUR, (_MID, 43.3)), ()),
}
"""By figure: the size of the pips, their places in the upper half, which are repeated upside down, and the single places."""

_CORNER, _HIGH, _SIZE = 15.0, 9.0, 0.88
"""The middle of the index, its top, and its size."""


def drawing(card: Card, style: Style) -> Drawing:
    """The drawing of a card."""
    if card.is_excuse:
        return Drawing("excuse", "paper", (Put("star", 17, 22, 1.15, 1.15), *_field("fool")), (_BAND,))
    return _trump(card, style) if card.is_trump else _plain(card, style)


def _trump(card: Card, style: Style) -> Drawing:
    honour = card.figure in ("1", "21")
    rim = (Shape(circle(50, 80, 25.5), "paper", SUIT_COLOUR, 6), Shape(circle(50, 80, 25.5), stroke="gold", width=3.4))
    middle: list[Element] = [*rim] if honour else [Shape(circle(50, 80, 26), "paper", SUIT_COLOUR)]
    if number := _number(card.figure):
        middle.append(Shape(circle(50, 80, 32), stroke=SUIT_COLOUR, width=4, dash=(0, 64 * pi / number)))
    if style.trumps == "roman":
        frame = Shape("M9 42H91V118H9Z", stroke=SUIT_COLOUR)
        half = _figure(roman(card.figure), 50, 11, 1, 70)
        return Drawing("trump", "tint", half, (frame, *middle, Put("flower", 50, 80)))
    index = _figure(card.figure, 24 if len(card.figure) > 1 else _CORNER, _HIGH, 1, 32)
    half = (*index, Shape("M46 9H91V118", stroke=SUIT_COLOUR), Put("scroll", 67, 26, 0.7, 0.7))
    return Drawing("trump", "tint", half, (*middle, *_figure(card.figure, 50, 68, 1, 36)))


def _plain(card: Card, style: Style) -> Drawing:
    court = _COURT_OF.get(card.figure)
    letter = style.courts[court] if court is not None and style.courts else card.figure
    half: list[Element] = [*_figure(letter, _CORNER, _HIGH, _SIZE, 17.5), _sign(card, style, _CORNER, 45, 0.82)]
    middle: list[Element] = []
    if court is not None:
        half += [*_field(COURTS[court]), *(_sign(card, style, x, 70.5, 0.6, "paper") for x in (40, 80))]
        middle.append(_BAND)
    elif card.figure in PIPS:
        size, twice, once = PIPS[card.figure]
        half += [_sign(card, style, x, y, size) for x, y in twice]
        middle += [_sign(card, style, x, y, size) for x, y in once]
    else:
        middle.append(_sign(card, style, 50, 80, 2.4))
    red = colour(card) == "red" or card.suit.id in ("cups", "coins", "bells")
    return Drawing("red" if red else "ink", "paper", tuple(half), tuple(middle))


def _sign(card: Card, style: Style, x: float, y: float, size: float, tone: str = SUIT_COLOUR) -> Element:
    """A suit sign, Italian or German where the suit has such a name, or the symbol of the pack for a suit without a motif."""
    if card.suit.id in GERMAN:
        return Put(GERMAN[card.suit.id], x, y, size, size, tone)
    pair = SIGNS.get(ITALIAN.get(card.suit.id, card.suit.id))
    if pair is None:
        return Words(card.suit.symbol or card.suit.letter, x, y, 22 * size)
    return Put(pair[style.suits == "italian" or card.suit.id in ITALIAN], x, y, size, size, tone)


def _field(court: str) -> tuple[Element, ...]:
    """A court's half of the card, beside the index."""
    return Put(court, 60, 80), Shape("M29 80V10H91V80Z", stroke=SUIT_COLOUR, width=1.4)


def _figure(text: str, x: float, y: float, size: float, widest: float) -> tuple[Element, ...]:
    """Figures and letters side by side around ``x``, made narrower to fit into ``widest``."""
    if any(sign not in GLYPHS for sign in text):
        return (Words(text, x, y + 12 * size, 26 * size),)
    gap = LINE + 2
    width = sum(GLYPHS[sign][0] for sign in text) + gap * (len(text) - 1)
    across = min(size, widest / width) if width else size
    at = x - width * across / 2
    parts = []
    for sign in text:
        parts.append(Put(sign, round(at, 2), y, round(across, 3), size))
        at += (GLYPHS[sign][0] + gap) * across
    return tuple(parts)


def _number(figure: str) -> int:
    """The number of a figure, or 0."""
    return int(figure) if re.fullmatch(r"[0-9]{1,2}", figure) else 0


def roman(figure: str) -> str:
    """A number in Roman figures; any other text unchanged."""
    letters, rest = "", _number(figure)
    for value, sign in ((90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        count, rest = divmod(rest, value)
        letters += sign * count
    return letters or figure
