"""Card points, counted exactly: an integer number of half-points."""

from __future__ import annotations

from fractions import Fraction

from tarot_teach.errors import NotationError

HINT = "write card points as 41, 41.5 or 41½"
Halves = int


def parse_halves(text: str) -> Halves:
    """``"41"``, ``"41.5"``, ``"41½"`` or ``"83/2"`` as half-points. Raises NotationError for anything else."""
    plain = text.strip().replace("½", ".5")
    if plain.startswith("."):
        plain = "0" + plain
    try:
        if len(plain) > 12:
            raise ValueError
        halves = Fraction(plain) * 2
    except (ValueError, ZeroDivisionError):
        halves = Fraction(1, 3)
    if halves.denominator != 1:
        raise NotationError.of("cards.points", f"{text!r} is not a number of card points", hint=HINT)
    return int(halves)


def halves_text(halves: Halves) -> str:
    """Half-points as people write them: ``83`` is ``41½``."""
    sign, size = ("-" if halves < 0 else ""), abs(halves)
    whole, half = divmod(size, 2)
    if not half:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½"
