"""The records of rules and deals in words. Annotations give types and sizes, in numpy records and as plain Python objects."""

from __future__ import annotations

import struct
from collections.abc import Mapping, MutableSequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from tarot_teach.masks import Mask

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

CARDS, SEATS, RULES, STOCK, DEBTS = 128, 6, 6, 24, 6
"""The most cards of a pack, seats, rules that answer one question, cards of a stock, and debts at a time."""


class TrickWords:
    """A trick in play: ``led``, ``above``, ``mask``, ``leader`` and ``best`` as in ``table.Trick``; ``place`` is the number of its cards."""

    led: Mask
    above: Mask
    mask: Mask
    leader: int
    place: int
    best: int
    cards: Annotated[MutableSequence[int], SEATS]


class DebtWords:
    """A card owed for one that moved; ``mover`` is the number of the rule, ``trick`` that of the trick, from 1."""

    owner: int
    creditor: int
    mover: int
    trick: int


class DealWords:
    """A deal in play. The fields up to ``trick`` are what rules may read, named as the properties of a state."""

    players: int
    number: int  # of the trick being played, from 1
    hands: Annotated[MutableSequence[Mask], SEATS]
    won: Annotated[MutableSequence[Mask], SEATS]
    first_hands: Annotated[MutableSequence[Mask], SEATS]
    sides: Annotated[MutableSequence[int], SEATS]
    tricks_won: Annotated[MutableSequence[int], SEATS]
    winners: int
    unknown_winners: int
    all_played: int
    taker: int
    called: Mask
    laid_open: Mask
    talon: Mask
    side_piles: Annotated[MutableSequence[Mask], 2]
    stock_top: Mask
    trick: TrickWords
    gone: Mask  # the cards of the tricks that are over
    simple: int  # the seats of simple players, as a mask; all others draw
    draws: Annotated[MutableSequence[Any], "2u8"]  # the words of the generator of random numbers
    partner: int  # a seat, or -1
    known: int  # the called card has been played
    stock: Annotated[MutableSequence[int], STOCK]
    stocked: int  # cards of the stock at the beginning
    drawn: int  # cards of the stock that have gone
    answer: int  # between two tricks: 0 nobody has been asked, 1 “nothing”, 2 something
    answered: int  # the seat that answered
    ended: int
    tops: Annotated[MutableSequence[int], STOCK]  # cards of heaps below which others lie …
    layers: Annotated[
        MutableSequence[Mask], STOCK
    ]  # … the cards that come into the hand when such a card has been played …
    heaped: Annotated[MutableSequence[int], STOCK]  # … and the seat of the heap
    layered: int
    debts: Annotated[MutableSequence[DebtWords], DEBTS]
    owing: int
    by: int  # the number of the rule that decided the last trick; -1: none
    movements: (
        int  # of cards that left their tricks, each as four bits: the number of its kind from 1 (``PlayWords.kinds``)
    )
    paid_later: int  # a debt has been paid after the trick from which it came


class PlayRow:
    """A card played: the seat, its playable cards, the card."""

    seat: int
    may: Mask
    card: int


class TakenRow:
    """A trick that is over: its winner, and the number of the rule by which (-1: none)."""

    winner: int
    by: int


@cache
def dtype(hint: Any) -> np.dtype[Any]:
    """The numpy type of a field, or of the record of a class by its fields."""
    import numpy as np

    if hint is int:
        return np.dtype(np.int64)
    if get_origin(hint) is Annotated:
        kind, size = get_args(hint)
        return np.dtype(size) if isinstance(size, str) else np.dtype((dtype(get_args(kind)[0]), (size,)))
    return np.dtype([(name, dtype(field)) for name, field in _fields(hint).items()])


@cache
def _fields(record: type) -> Mapping[str, Any]:
    return get_type_hints(record, include_extras=True)


class _Plain:
    """A record as a plain object."""


class _Field(NamedTuple):
    """A field of a record: its kind (``number``, ``mask``, ``draws`` or ``record``), its size where it is a row, and the class of a record."""

    name: str
    kind: str
    size: int
    record: Any


@cache
def _plan(record: type) -> tuple[_Field, ...]:
    """The fields of a record."""
    return tuple(_field(name, hint, 0) for name, hint in _fields(record).items())


def _field(name: str, hint: Any, size: int) -> _Field:
    if hint is int:
        return _Field(name, "number", size, None)
    if get_origin(hint) is not Annotated:
        return _Field(name, "record", size, hint)
    kind, length = get_args(hint)
    if isinstance(length, str):
        return _Field(name, "mask" if length == "V16" else "draws", size, None)
    return _field(name, get_args(kind)[0], length)


def plain(record: type[T]) -> T:
    """An empty record of a class, as a plain object."""
    return cast("T", _empty(record))


def _empty(record: Any) -> Any:
    made = _Plain()
    fields = vars(made)
    for name, kind, size, inside in _plan(record):
        if kind == "record":
            fields[name] = [_empty(inside) for _each in range(size)] if size else _empty(inside)
        elif kind == "draws":
            fields[name] = [0, 0]
        else:
            fields[name] = [0] * size if size else 0
    return made


def packed(record: Any, kind: type) -> bytes:
    """A plain record as the bytes of a numpy record."""
    words: list[int] = []
    _flatten(record, kind, words)
    return _struct(kind).pack(*words)


def _flatten(record: Any, of: type, words: list[int]) -> None:
    values = vars(record)
    for name, kind, size, inside in _plan(of):
        value = values[name]
        if kind == "number":
            words += value if size else (value,)
        elif kind == "mask":
            for mask in value if size else (value,):
                words += (mask & _WORD, mask >> 64)
        elif kind == "draws":
            words += value
        else:
            for each in value if size else (value,):
                _flatten(each, inside, words)


_WORD = (1 << 64) - 1


@cache
def _struct(record: type) -> struct.Struct:
    """The layout of a record: a letter for each word."""
    return struct.Struct("<" + _letters(record))


def _letters(record: type) -> str:
    letters = {"number": "q", "mask": "QQ", "draws": "QQ"}
    fields = ((letters.get(kind) or _letters(inside), size) for _name, kind, size, inside in _plan(record))
    return "".join(each * (size or 1) for each, size in fields)


def mask_of(void: Any) -> int:
    """A mask from its bytes in a numpy record."""
    return int.from_bytes(bytes(void), "little")


def fill(place: Any, key: Any, value: Any) -> None:
    """Write a value, a namespace, a named tuple or a row into a numpy record. Raises IndexError for a row that is too long."""
    if isinstance(value, int):
        place[key] = value.to_bytes(16, "little") if place[key].dtype.kind == "V" else value
        return
    named = value._asdict() if hasattr(value, "_asdict") else getattr(value, "__dict__", None)
    for part, inside in (dict(enumerate(value)) if named is None else named).items():
        fill(place[key], part, inside)
