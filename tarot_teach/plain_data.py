"""Values as plain data for JSON: amounts as numbers, cards as codes, citations as maps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

from tarot_teach.cards import Card, CardSet
from tarot_teach.text import Text


def number(amount: Fraction | None) -> int | float | None:
    """An amount of game points: an integer where it is whole, else the nearest decimal number."""
    if amount is None:
        return None
    return int(amount) if amount.denominator == 1 else float(amount)


def from_halves(halves: int | None) -> int | float | None:
    """An amount in halves as :func:`number` gives it."""
    return None if halves is None else number(Fraction(halves, 2))


def by_name(names: Sequence[str], amounts: Sequence[Fraction]) -> dict[str, int | float | None]:
    """The game points of each player or seat, by name."""
    return dict(zip(names, map(number, amounts), strict=True))


def cited(citations: Iterable[object]) -> list[dict[str, Any]]:
    """The source and place of each citation."""
    return [attributes(citation, "source", "at") for citation in citations]


def attributes(value: object, *names: str) -> dict[str, Any]:
    """The attributes of a value that are named, as plain data in that order."""
    return {name: plain_data(getattr(value, name)) for name in names}


def plain_data(value: Any) -> Any:
    """A value as plain data: cards as codes, sets of cards as lists of codes, words and anything unknown as text."""
    match value:
        case Card():
            return value.code
        case Fraction():
            return number(value)
        case Text() | Enum():
            return str(value)
        case dict():
            return {str(key): plain_data(item) for key, item in value.items()}
        case CardSet() | list() | tuple():
            return [plain_data(item) for item in value]
        case str() | int() | float() | None:
            return value
    return str(value)
