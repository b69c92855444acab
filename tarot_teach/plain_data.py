"""Values as plain data for JSON: amounts as numbers, cards as codes, citations as maps."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tarot_teach.cards import Card, CardSet
from tarot_teach.rules import Citation


def number(amount: Fraction | None) -> int | float | None:
    """An amount of game points: an integer where it is whole, else the nearest decimal number."""
    if amount is None:
        return None
    return int(amount) if amount.denominator == 1 else float(amount)


def cited(citations: Iterable[Citation]) -> list[dict[str, str]]:
    """The source and place of each citation."""
    return [{"source": citation.source, "at": citation.at} for citation in citations]


def plain_data(value: Any) -> Any:
    """A fact of an event or a rule: cards as codes, sets of cards as lists of codes, anything unknown as text."""
    match value:
        case Card():
            return value.code
        case Fraction():
            return number(value)
        case dict():
            return {str(key): plain_data(item) for key, item in value.items()}
        case CardSet() | list() | tuple():
            return [plain_data(item) for item in value]
        case str() | int() | float() | None:
            return value
    return str(value)
