"""Pictures of cards, drawn for this project: plain data (``drawing``), dressed as SVG and as TikZ."""

from tarot_teach.render.cardart.designs import drawing
from tarot_teach.render.cardart.parts import FIGURES, SUITS, Drawing, Style
from tarot_teach.render.cardart.svg import card_svg, sprite, use
from tarot_teach.render.cardart.tikz import TIKZ_PACKAGES, tikz_card, tikz_definitions

__all__ = [
    "FIGURES",
    "SUITS",
    "TIKZ_PACKAGES",
    "Drawing",
    "Style",
    "card_svg",
    "drawing",
    "sprite",
    "tikz_card",
    "tikz_definitions",
    "use",
]
