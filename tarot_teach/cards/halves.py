"""Card points, counted exactly: an integer number of half-points."""

from __future__ import annotations

import re
from fractions import Fraction

from tarot_teach.errors import NotationError

HINT = "write card points as 41, 41.5 or 41½"
Halves = int

_POINTS = re.compile(r"\d{0,6}½|\d{1,6}(\.\d{1,3}|/2)?")


def parse_halves(text: str) -> Halves:
    """``"41"``, ``"41.5"``, ``"41½"`` or ``"83/2"`` as half-points. Raises NotationError for anything else."""
    plain = text.strip()
    if _POINTS.fullmatch(plain):
        halves = Fraction("0" + plain.replace("½", ".5")) * 2
        if halves.denominator == 1:
            return int(halves)
    raise NotationError.of("cards.points", f"{text!r} is not a number of card points", hint=HINT)


def halves_text(halves: Halves) -> str:
    """Half-points as people write them: ``83`` is ``41½``."""
    sign, size = ("-" if halves < 0 else ""), abs(halves)
    whole, half = divmod(size, 2)
    if not half:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½"
