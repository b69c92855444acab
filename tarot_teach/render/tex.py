"""Text that LaTeX sets as text."""

from __future__ import annotations

from tarot_teach.render.quotes import curly
from tarot_teach.text import on_one_line

_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "*": "{*}",
    "♠": r"\ensuremath{\spadesuit}",
    "♥": r"\ensuremath{\heartsuit}",
    "♦": r"\ensuremath{\diamondsuit}",
    "♣": r"\ensuremath{\clubsuit}",
    "★": r"\ensuremath{\star}",
    "½": r"\ensuremath{\tfrac12}",
    "−": r"\ensuremath{-}",
    "≠": r"\ensuremath{\neq}",
    "×": r"\ensuremath{\times}",
    "±": r"\ensuremath{\pm}",
    "→": r"\ensuremath{\to}",
    "←": r"\ensuremath{\leftarrow}",
    "↑": r"\ensuremath{\uparrow}",
    "↓": r"\ensuremath{\downarrow}",
    "↖": r"\ensuremath{\nwarrow}",
    "↗": r"\ensuremath{\nearrow}",
    "▲": r"\ensuremath{\triangle}",
    "▶": r"\ensuremath{\triangleright}",
    "●": r"\ensuremath{\bullet}",
    "�": r"\ensuremath{\diamond}",
    "✓": r"\ensuremath{\surd}",
    "·": r"\ensuremath{\cdot}",
}
_LINES = {"┘": "+", "┤": "+", "┼": "+", "█": r"\rule{.5em}{1.5ex}", "▌": r"\rule{.25em}{1.5ex}"}
"""Parts of drawings in plain letters, as they stand in listings."""


def declarations() -> str:
    """Lines for the preamble of a document for pdfLaTeX: every sign of ours beyond Latin-1, however it gets into the document."""
    signs = {sign: macro for sign, macro in {**_SIGNS, **_LINES}.items() if ord(sign) > 0xFF}
    return "\n".join(rf"\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{macro}}}" for sign, macro in signs.items())


def escape(text: str) -> str:
    """Text that LaTeX sets as text, with curly quotation marks."""
    return "".join(_SIGNS.get(sign, sign) for sign in curly(on_one_line(text)))


def own_signs(fragment: str) -> str:
    """A fragment for XeLaTeX or LuaLaTeX with fonts that have suits, stars and halves themselves."""
    for sign, macro in _SIGNS.items():
        if not sign.isascii():
            fragment = fragment.replace(macro, sign)
    return fragment
