"""Rules of the play in words: methods of masks and whole numbers alone, which Python runs as they stand and numba compiles from the same source.

A method marked by :func:`in_words` reads what it is given, the attributes of the rule that the mark names, and the functions of this module
and of :mod:`tarot_teach.masks`. Of a trick it may read ``led``, ``above``, ``mask``, ``leader`` and ``best``, of a state the properties that
:class:`tarot_teach.words.records.DealWords` has. ``wide(0)`` is the empty mask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from tarot_teach.masks import Mask

F = TypeVar("F", bound=Callable[..., Any])

ROW = 8
"""The most masks in an attribute that is a row of them."""


class Words(NamedTuple):
    """The attributes of a rule that a method reads: masks of cards, rows of masks, and whole numbers."""

    masks: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


def in_words(
    *, masks: tuple[str, ...] = (), rows: tuple[str, ...] = (), numbers: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """Mark a method as one of words, and name the attributes of the rule that it reads."""

    def marked(method: F) -> F:
        vars(method)["words"] = Words(masks, rows, numbers)
        return method

    return marked


def words_of(method: Callable[..., Any] | None) -> Words | None:
    """The attributes that a method of words reads; None for any other method."""
    found: Words | None = getattr(method, "words", None)
    return found


def card_at(trick: Any, place: int) -> Mask:
    """The card at a place of a trick, as a mask."""
    card = trick.cards[place]
    mask: int = 1 << card if type(card) is int else card.bit
    return mask


def place_of(trick: Any, cards: Mask) -> int:
    """The place of the first card in a trick that is one of some; one of them must be in it."""
    place = 0
    while not card_at(trick, place) & cards:
        place += 1
    return place


def tricks_of_side(state: Any, seat: int) -> int:
    """The number of tricks that a seat and those of its side have won."""
    won = 0
    for other in range(state.players):
        if state.sides[seat] >> other & 1:
            won += state.tricks_won[other]
    return won


def seat_at(leader: int, place: int, players: int) -> int:
    """The seat that plays the card at a place of a trick."""
    seat = leader + place
    return seat - players if seat >= players else seat
