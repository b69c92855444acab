r"""Cards for LaTeX: the same paths, drawn by PGF. A document defines each card once, and sets it with ``\ttcard{SR}``.

The card's name lies under its paper as tiny text, so that the cards of a PDF can be searched, copied and read aloud.
"""

from __future__ import annotations

from collections.abc import Iterable

from tarot_teach.cards import Card
from tarot_teach.render.cardart import parts
from tarot_teach.render.cardart.designs import drawing
from tarot_teach.render.cardart.motifs import MOTIFS
from tarot_teach.render.cardart.parts import HEIGHT, WIDTH, Drawing, Element, Put, Shape, Style, identifier
from tarot_teach.render.common import spoken
from tarot_teach.render.latex import escape

TIKZ_PACKAGES = r"\usepackage{pgf}\usepgflibrary{svg.path}"
"""The packages for the preamble of a document; ``tikz`` with its library ``svg.path`` does as well."""

_MACROS = rf"""
\def\ttshape#1#2{{\begin{{pgfscope}}#1\pgfpathsvg{{#2}}\ttpaint\end{{pgfscope}}}}
\def\ttfill#1{{\pgfsetfillcolor{{tt#1}}\def\ttpaint{{\pgfusepath{{fill}}}}}}
\def\ttline#1#2{{\pgfsetstrokecolor{{tt#1}}\pgfsetlinewidth{{#2pt}}\def\ttpaint{{\pgfusepath{{stroke}}}}}}
\def\ttboth#1#2#3{{\ttfill{{#1}}\ttline{{#2}}{{#3}}\def\ttpaint{{\pgfusepath{{fill,stroke}}}}}}
\def\ttput#1#2#3#4#5{{\begin{{pgfscope}}\pgflowlevel{{\pgftransformcm{{#4}}{{0}}{{0}}{{#5}}{{\pgfpoint{{#2pt}}{{#3pt}}}}}}%
  \csname tt-motif-#1\endcsname\end{{pgfscope}}}}
\def\ttown#1{{\colorlet{{ttown}}{{tt#1}}}}
\def\tttext#1#2#3#4{{\begin{{pgfscope}}\pgflowlevel{{\pgftransformcm{{#3}}{{0}}{{0}}{{-#3}}{{\pgfpoint{{#1pt}}{{#2pt}}}}}}%
  \pgfsetcolor{{ttown}}\pgftext{{\fontsize{{10pt}}{{10pt}}\selectfont\bfseries #4}}\end{{pgfscope}}}}
\def\ttdraw#1#2#3#4#5{{\begin{{pgfpicture}}\pgfpathrectangle{{\pgfpointorigin}}{{\pgfpoint{{{WIDTH}pt}}{{{HEIGHT}pt}}}}%
  \pgfusepath{{use as bounding box,clip}}\pgfsetroundcap\pgfsetroundjoin
  \pgflowlevel{{\pgftransformcm{{1}}{{0}}{{0}}{{-1}}{{\pgfpoint{{0pt}}{{{HEIGHT}pt}}}}}}%
  \ttown{{#1}}\tttext{{{WIDTH // 2}}}{{{HEIGHT // 2}}}{{0.6}}{{#2}}#3#4%
  \begin{{pgfscope}}\pgflowlevel{{\pgftransformcm{{-1}}{{0}}{{0}}{{-1}}{{\pgfpoint{{{WIDTH}pt}}{{{HEIGHT}pt}}}}}}#4\end{{pgfscope}}%
  #5\end{{pgfpicture}}}}
\newcommand\ttcard[2][12mm]{{\leavevmode
  \ifcsname tt-card-#2\endcsname\resizebox{{#1}}{{!}}{{\csname tt-card-#2\endcsname}}\else\fbox{{\detokenize{{#2}}}}\fi}}
"""


def tikz_definitions(cards: Iterable[Card], style: Style | None = None) -> str:
    r"""The definitions for a document, after ``TIKZ_PACKAGES``: colours, motifs, cards, and ``\ttcard[width]{code}`` to draw a card."""
    drawings = {card: drawing(card, style or Style()) for card in cards}
    names = dict.fromkeys(name for drawn in drawings.values() for name in drawn.motifs)
    lines = [
        rf"\definecolor{{tt{role}}}{{HTML}}{{{colour[1:].upper()}}}" for role, (_name, colour) in parts.PALETTE.items()
    ]
    lines.append(_MACROS.strip())
    lines += [_definition(f"tt-motif-{name}", "".join(map(_part, MOTIFS[name]))) for name in names]
    lines += [_definition(f"tt-card-{identifier(card)}", _card(card, drawn)) for card, drawn in drawings.items()]
    return "\n".join(lines) + "\n"


def tikz_card(card: Card, *, width: str | None = None) -> str:
    r"""A card that the document has defined: ``\ttcard{SR}``; ``width`` is a length such as ``9mm``. A code not defined is set in a box."""
    return rf"\ttcard{f'[{width}]' if width else ''}{{{identifier(card)}}}"


def _definition(name: str, body: str) -> str:
    return rf"\expandafter\def\csname {name}\endcsname{{{body}}}"


def _card(card: Card, drawn: Drawing) -> str:
    half, middle = ("".join(map(_part, elements)) for elements in (drawn.half, drawn.middle))
    return rf"\ttdraw{{{drawn.colour}}}{{{escape(spoken(card))}}}{{{_part(Put(drawn.ground))}}}{{{half}}}{{{middle}}}"


def _part(part: Element) -> str:
    match part:
        case Shape(path, fill, stroke, width, dash):
            if not stroke:
                paint = rf"\ttfill{{{fill}}}"
            elif not fill:
                paint = rf"\ttline{{{stroke}}}{{{width:g}}}"
            else:
                paint = rf"\ttboth{{{fill}}}{{{stroke}}}{{{width:g}}}"
            if dash:
                paint += rf"\pgfsetdash{{{{{dash[0]:g}pt}}{{{dash[1]:g}pt}}}}{{0pt}}"
            return rf"\ttshape{{{paint}}}{{{path}}}"
        case Put(name, x, y, across, down, colour):
            put = rf"\ttput{{{name}}}{{{x:g}}}{{{y:g}}}{{{across:g}}}{{{down:g}}}"
            return put if colour == parts.SUIT_COLOUR else rf"{{\ttown{{{colour}}}{put}}}"
    return rf"\tttext{{{part.x:g}}}{{{part.y:g}}}{{{part.size / 10:g}}}{{{escape(part.text)}}}"
