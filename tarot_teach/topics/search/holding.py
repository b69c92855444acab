"""Holdings: cards that a hand has to hold, as typed: ``T21, trump<=4``."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from typing import NamedTuple

from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError, Place, did_you_mean, suggest
from tarot_teach.messages import _
from tarot_teach.table import SEAT_NAMES

TALON = "talon"

_ITEM = re.compile(r"\s*([^\s,<>=][^,<>=]*?)\s*(?:([<>=]+)\s*([^\s,]*))?\s*$")
_COMPARED = {"<=": operator.le, ">=": operator.ge, "=": operator.eq, "<": operator.lt, ">": operator.gt}


class Amount(NamedTuple):
    """A condition on the number of certain cards (a mask)."""

    cards: int
    compared: str
    number: int


class Holding(NamedTuple):
    """The cards of one hand as dealt. ``seat`` is an index, None for the taker, or -1 for the talon."""

    seat: int | None
    amounts: tuple[Amount, ...]

    def fits(self, hand: int) -> bool:
        """True if a hand (a mask) meets all conditions."""
        return all(_COMPARED[compared]((hand & cards).bit_count(), number) for cards, compared, number in self.amounts)


def read_holdings(
    engine: Engine, seats: tuple[str, ...], taker: str | None, hands: Iterable[str], places: tuple[str, str]
) -> list[Holding]:
    """Read the holdings of the taker and of other seats, as typed; ``places`` name both inputs in messages. Raises NotationError."""
    deck, talon = engine.ruleset.deck, bool(engine.index.deals.talon_size(len(seats)))
    found = [] if taker is None else [read_holding(taker, deck, None, place=places[0])]
    return [*found, *(read_seat_holding(text, deck, seats, talon=talon, place=places[1]) for text in hands)]


def read_holding(text: str, deck: Deck, seat: int | None, *, place: str, at: int = 0, whole: str = "") -> Holding:
    """Read cards (``T21``) and amounts (``trump<=4``), separated by commas, with kinds of cards by their ids or names.

    ``place`` and ``whole`` are what was typed, for messages. Raises NotationError with the place and a suggestion.
    """
    amounts = []
    for item in text.split(","):
        where = Place(place, 1, at + 1 + len(item) - len(item.lstrip()), whole or text)
        amounts.append(_amount(item, deck, where))
        at += len(item) + 1
    return Holding(seat, tuple(amounts))


def read_seat_holding(text: str, deck: Deck, seats: tuple[str, ...], *, talon: bool, place: str) -> Holding:
    """Read a seat (or ``talon``) and its holding: ``N: king>=2, EX``. Raises NotationError."""
    letter, colon, rest = text.partition(":")
    given = letter.strip()
    known = [*seats, *([TALON] if talon else [])]
    named = {_(SEAT_NAMES.get(seat, seat)).casefold(): seat for seat in seats}
    found = named.get(given.casefold(), given)
    where = Place(place, 1, 1, text)
    if not colon:
        hint = _('write it like "{seats}: king>=2, EX"').format(seats=seats[0])
        raise NotationError.of("find.seat", _("{text!r} does not say whose cards these are"), where, hint, text=text)
    if found not in known:
        hint = suggest(given, known, _("seats"))
        raise NotationError.of("find.seat", _("{letter!r} is nobody's seat"), where, hint, letter=given)
    number = -1 if found == TALON else seats.index(found)
    return read_holding(rest, deck, number, place=place, at=len(letter) + 1, whole=text)


def _amount(item: str, deck: Deck, place: Place) -> Amount:
    def refused(message: str, hint: str) -> NotationError:
        return NotationError.of("find.holding", message.format(item=item.strip()), place, hint)

    matched, parted = _ITEM.match(item), _('cards and amounts, parted by commas: "T21, trump<=4"')
    if matched is None:
        raise refused(_("{item!r} is not a card or an amount"), parted)
    name, compared, number = matched[1], matched[2] or ">=", matched[3] if matched[2] else "1"
    if compared not in _COMPARED or not number.isascii() or not number.isdigit():
        raise refused(_("{item!r} is not an amount"), _("write <=, >=, =, < or >, and a number: trump<=4"))
    kind = deck.kind_named(name)
    if kind is not None:
        cards = deck.named_by((kind,))
    else:
        try:
            cards = deck.card(name).bit
        except NotationError:
            message = _("{name!r} is no card of the {title}, no suit, and no kind of card")
            kinds = deck.typed_names([*deck.marks, *deck.suits])
            hint = did_you_mean(name, [*kinds, *deck.by_code]) or suggest(name, kinds, _("kinds of cards"))
            if sum(word in deck.by_code or deck.kind_named(word) is not None for word in name.split()) > 1:
                hint = parted
            raise NotationError.of("find.holding", message, place, hint, name=name, title=deck.title) from None
    most = cards.bit_count()
    if len(number) > 3 or int(number) + (compared == ">") > most:
        hint = _("the pack has {most} of {name}").format(most=most, name=name)
        raise refused(_("{item!r} asks for more cards than there are"), hint)
    return Amount(cards, compared, int(number))
