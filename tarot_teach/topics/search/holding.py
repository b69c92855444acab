"""What a hand is to hold, as it is written on the command line: ``T21, trump<=4``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from tarot_teach.cards import Deck
from tarot_teach.errors import NotationError, Place, suggest
from tarot_teach.table import SEAT_NAMES

TALON = "talon"

_ITEM = re.compile(r"\s*([^\s,<>=]+)\s*(?:([<>=]+)\s*([^\s,]*))?\s*$")
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class Amount:
    """How many cards of some there are to be."""

    cards: int
    compared: str
    number: int

    def fits(self, hand: int) -> bool:
        """Whether a hand has so many of them."""
        return _COMPARED[self.compared]((hand & self.cards).bit_count(), self.number)


@dataclass(frozen=True, slots=True)
class Holding:
    """What one hand is to hold as dealt. ``seat`` is a number, None for the taker, or -1 for the talon."""

    seat: int | None
    amounts: tuple[Amount, ...]

    def fits(self, hand: int) -> bool:
        """Whether a hand is such a one."""
        return all(amount.fits(hand) for amount in self.amounts)


def read_holding(text: str, deck: Deck, seat: int | None, *, place: str, at: int = 0, whole: str = "") -> Holding:
    """Cards (``T21``), or marks and suits with a number (``trump<=4``), parted by commas.

    ``place`` and ``whole`` are what was typed, for messages. Raises NotationError with the place and a suggestion.
    """
    amounts = []
    for item in text.split(","):
        where = Place(place, 1, at + 1 + len(item) - len(item.lstrip()), whole or text)
        amounts.append(_amount(item, deck, where))
        at += len(item) + 1
    return Holding(seat, tuple(amounts))


def read_seat_holding(text: str, deck: Deck, seats: tuple[str, ...], *, talon: bool, place: str) -> Holding:
    """A seat (or ``talon``), and what it holds: ``N: king>=2, EX``. Raises NotationError."""
    letter, colon, rest = text.partition(":")
    known = [*seats, *([TALON] if talon else [])]
    named = {SEAT_NAMES.get(seat, seat).casefold(): seat for seat in seats}
    found = named.get(letter.strip().casefold(), letter.strip())
    if not colon or found not in known:
        message = f"{letter.strip()!r} is nobody's seat" if colon else f"{text!r} does not say whose cards these are"
        hint = suggest(letter.strip(), known, "seats") if colon else f'write it like "{seats[0]}: king>=2, EX"'
        raise NotationError.of("find.seat", message, Place(place, 1, 1, text), hint)
    number = -1 if found == TALON else seats.index(found)
    return read_holding(rest, deck, number, place=place, at=len(letter) + 1, whole=text)


def _amount(item: str, deck: Deck, place: Place) -> Amount:
    matched = _ITEM.match(item)
    if matched is None:
        hint = 'cards and amounts, parted by commas: "T21, trump<=4"'
        raise NotationError.of("find.holding", f"{item.strip()!r} is not a card or an amount", place, hint)
    name, compared, number = matched[1], matched[2] or ">=", matched[3] if matched[2] else "1"
    if compared not in _COMPARED or not number.isascii() or not number.isdigit():
        hint = "write <=, >=, =, < or >, and a number: trump<=4"
        raise NotationError.of("find.holding", f"{item.strip()!r} is not an amount", place, hint)
    cards = _cards(name, deck, place)
    most = cards.bit_count()
    if len(number) > 3 or int(number) + (compared == ">") > most:
        message = f"{item.strip()!r} asks for more cards than there are"
        raise NotationError.of("find.holding", message, place, f"the pack has {most} of {name}")
    return Amount(cards, compared, int(number))


def _cards(name: str, deck: Deck, place: Place) -> int:
    for word in (name, name.lower(), name.lower().removesuffix("s")):
        mask = deck.named(word)
        if mask is not None:
            return mask
    try:
        return deck.card(name).bit
    except NotationError:
        known = [*deck.marks, *deck.suits, *deck.by_code]
        message = f"{name!r} is no card of the {deck.title}, no suit, and no kind of card"
        raise NotationError.of("find.holding", message, place, suggest(name, known, "kinds of cards")) from None
