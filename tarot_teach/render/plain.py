"""Output for streams that cannot show every sign: put into letters."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType
from rich.text import Text

_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "EX", "½": ".5", "−": "-", "×": "x", "–": "-", "—": "-"}
_SIGNS |= {"“": '"', "”": '"', "’": "'", "…": "...", "✓": "*", "→": "->", "•": "*", "≠": "!=", "±": "+/-", "é": "e"}
_SIGNS |= {"█": "#", "▌": "", "●": "o", "├": "|", "┤": "|", "│": "|", "┼": "+", "─": "-"}


def plain(text: str) -> str:
    """Text in ASCII, as well as it goes."""
    for sign, letters in _SIGNS.items():
        text = text.replace(sign, letters)
    return text.encode("ascii", "replace").decode()


def safe(renderable: RenderableType, out: Console) -> RenderableType:
    """What a console is to print, in letters where its stream cannot show more."""
    encoding = (getattr(out.file, "encoding", None) or "utf-8").lower().replace("-", "")
    return renderable if encoding.startswith("utf") else _Plain(renderable, out.width)


class _Plain:
    """Output that is rendered first, and then put into letters."""

    def __init__(self, inner: RenderableType, width: int) -> None:
        self.inner, self.width = inner, width

    def __rich__(self) -> Text:
        inner = Console(width=self.width, record=True, file=io.StringIO(), color_system=None, highlight=False)
        inner.print(self.inner)
        return Text(plain(inner.export_text().rstrip("\n")))
