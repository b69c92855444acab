"""Text that LaTeX sets as text."""

from __future__ import annotations

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
    "✓": r"\ensuremath{\surd}",
    "·": r"\ensuremath{\cdot}",
}


def escape(text: str) -> str:
    """Text that LaTeX sets as text."""
    return "".join(_SIGNS.get(sign, sign) for sign in on_one_line(text))


def own_signs(fragment: str) -> str:
    """A fragment for XeLaTeX or LuaLaTeX with fonts that have suits, stars and halves themselves."""
    for sign, macro in _SIGNS.items():
        if not sign.isascii():
            fragment = fragment.replace(macro, sign)
    return fragment
