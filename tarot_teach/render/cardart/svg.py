"""Cards as SVG: one by one, or as a sprite that a page holds once and refers to.

The sprite has to stand in the page itself, since browsers fetch no ``file.svg#id`` for a page opened from a disk. Colours are
custom properties of the page, each with a colour to fall back on; there is no style element, which would reach the whole page.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tarot_teach.cards import Card
from tarot_teach.render.cardart import parts
from tarot_teach.render.cardart.designs import drawing
from tarot_teach.render.cardart.motifs import MOTIFS
from tarot_teach.render.cardart.parts import HEIGHT, WIDTH, Drawing, Element, Put, Shape, Style, identifier
from tarot_teach.render.common import spoken

_BOX = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
_TURN = f'transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})"'
_ENDS = 'stroke-linecap="round" stroke-linejoin="round"'


def card_svg(card: Card, style: Style | None = None, *, width: float | None = None) -> str:
    """A card by itself: an ``<svg>`` that needs nothing else, with the card's name as its text alternative."""
    drawn = drawing(card, style or Style())
    ground, half, middle = _part(Put(drawn.ground)), _parts(drawn.half), _parts(drawn.middle)
    inside = f"{ground}<g>{half}</g><g {_TURN}>{half}</g>{middle}"
    name = escape(spoken(card))
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tt-c" {_BOX}{_size(width)} role="img" aria-label="{name}">'
    )
    return f'{opening}<title>{name}</title><g color="{_colour(drawn.colour)}" {_ENDS}>{inside}</g></svg>'


def sprite(cards: Iterable[Card], style: Style | None = None, *, prefix: str = "tt") -> str:
    """One hidden ``<svg>`` with a ``<symbol>`` for each card (``tt-SR``), to stand once in a page. The shapes that cards share are in it once.

    A page with packs of two styles gives each its own ``prefix``.
    """
    drawings = {card: drawing(card, style or Style()) for card in cards}
    names = dict.fromkeys(name for drawn in drawings.values() for name in drawn.motifs)
    shared = "".join(f'<g id="{prefix}--{name}">{_parts(MOTIFS[name])}</g>' for name in names)
    symbols = "".join(_symbol(card, drawn, prefix) for card, drawn in drawings.items())
    hidden = 'class="tt-sprite" width="0" height="0" aria-hidden="true" focusable="false"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {hidden}><defs>{shared}</defs>{symbols}</svg>'


def use(card: Card, *, width: float | None = None, prefix: str = "tt") -> str:
    """A card out of the page's sprite, with its name as its text alternative."""
    picture = f'<use href="#{prefix}-{identifier(card)}"/>'
    return f'<svg class="tt-c"{_size(width)} role="img"><title>{escape(spoken(card))}</title>{picture}</svg>'


def _size(width: float | None) -> str:
    return "" if width is None else f' width="{_n(width)}" height="{_n(width * HEIGHT / WIDTH)}"'


def _symbol(card: Card, drawn: Drawing, prefix: str) -> str:
    half, id = f"{prefix}---{identifier(card)}", f"{prefix}-{identifier(card)}"
    return (
        f'<symbol id="{id}" {_BOX} color="{_colour(drawn.colour)}" {_ENDS}>{_part(Put(drawn.ground), prefix)}'
        f'<g id="{half}">{_parts(drawn.half, prefix)}</g><use href="#{half}" {_TURN}/>{_parts(drawn.middle, prefix)}</symbol>'
    )


def _parts(elements: Iterable[Element], prefix: str = "") -> str:
    return "".join(_part(element, prefix) for element in elements)


def _part(part: Element, prefix: str = "") -> str:
    """A part as SVG; with a prefix, it refers to the motifs of that sprite."""
    match part:
        case Shape(path, fill, stroke, width, dash):
            inside = f' fill="{_colour(fill)}"' if fill else ' fill="none"'
            line = f' stroke="{_colour(stroke)}" stroke-width="{_n(width)}"' if stroke else ""
            dashes = f' stroke-dasharray="{_n(dash[0])} {_n(dash[1])}"' if dash else ""
            return f'<path d="{path}"{inside}{line}{dashes}/>'
        case Put(name) if prefix:
            return f'<use href="#{prefix}--{name}"{_placed(part)}/>'
        case Put(name):
            return f"<g{_placed(part)}>{_parts(MOTIFS[name])}</g>"
    return (
        f'<text x="{_n(part.x)}" y="{_n(part.y)}" font-size="{_n(part.size)}" font-weight="700" text-anchor="middle" '
        f'dominant-baseline="central" fill="currentColor">{escape(part.text)}</text>'
    )


def _placed(put: Put) -> str:
    tone = "" if put.colour == parts.SUIT_COLOUR else f' color="{_colour(put.colour)}"'
    if put == Put(put.name, colour=put.colour):
        return tone
    sizes = _n(put.across) if put.across == put.down else f"{_n(put.across)} {_n(put.down)}"
    scale = "" if put.across == put.down == 1 else f"scale({sizes})"
    return f'{tone} transform="translate({_n(put.x)} {_n(put.y)}){scale}"'


def _colour(role: str) -> str:
    if role == parts.SUIT_COLOUR:
        return "currentColor"
    name, fallback = parts.PALETTE[role]
    return f"var({name},{fallback})"


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
