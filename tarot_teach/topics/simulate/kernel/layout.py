"""Numpy records of the kernel: the tables of a ruleset, and the state of one deal, which is overwritten for each deal."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import Any, get_type_hints

import numpy as np
import numpy.typing as npt

from tarot_teach.topics.simulate.kernel.tables import RulesetTables
from tarot_teach.topics.simulate.players.pack import Pack

CARDS, SUITS, SEATS, RULES, LEVELS, FEATURES, STEPS = 124, 8, 6, 8, 16, 32, 33
"""Room in the tables: for cards, plain suits, seats, rules of a kind (contracts, bids, ranks), levels of announcements, features
of a hand, and their points by number of cards."""

ROOM: Mapping[str, int] = {
    **dict.fromkeys(("suit", "rank", "halves"), CARDS),
    "suits": SUITS,
    **dict.fromkeys(("handful_of", "handful_least", "lacking_of", "lacking_low", "lacking_high"), LEVELS),
}


def _room(name: str) -> tuple[int, ...]:
    if name == "feature_steps":
        return (FEATURES, STEPS)
    return (ROOM.get(name, FEATURES if name.startswith("feature_") else RULES),)


def _dtype(kind: type[Any], nested: Mapping[str, np.dtype[Any]]) -> np.dtype[Any]:
    fields: list[Any] = []
    for name, annotation in get_type_hints(kind).items():
        if name in nested:
            fields.append((name, nested[name]))
        elif annotation is int:
            fields.append((name, np.int64))
        else:
            fields.append((name, np.int64, _room(name)))
    return np.dtype(fields)


PACK = _dtype(Pack, {})
TABLES = _dtype(RulesetTables, {"pack": PACK})


class TooLargeError(ValueError):
    """A ruleset has more of something than the tables have room for; the message is the name of the table."""


def blank_tables() -> Any:
    """Empty tables, as an array of one record (numba takes long to receive a record by itself)."""
    return np.zeros(1, TABLES)


def laid_out(tables: RulesetTables) -> Any:
    """The tables as an array of one record. Raises TooLargeError."""
    array = blank_tables()
    record = array[0]
    for name, value in tables._asdict().items():
        if name == "pack":
            for field, part in value._asdict().items():
                _put(record["pack"], field, part)
        else:
            _put(record, name, value)
    return array


def _put(record: Any, name: str, value: Any) -> None:
    if isinstance(value, int):
        record[name] = value
        return
    values = np.array(value, np.int64)
    if any(size > room for size, room in zip(values.shape, record[name].shape, strict=False)):
        raise TooLargeError(name)
    if values.size:
        record[name][: len(values)] = values


Ints = npt.NDArray[np.int64]
Row = MutableSequence[int]
Words = npt.NDArray[np.uint64]

(
    VOID,
    CONTRACT,
    TAKER,
    PARTNER,
    CALLED,
    PARTNER_KNOWN,
    SLAM_BY,
    SMALL_BY,
    HANDFULS,
    APART,
    EXCUSE,
    DEBT,
    LONE_BACK,
    TRICKS,
    BONUS,
) = range(15)
FACTS = 15
"""Places of ``facts``: the rule that made the deal void (from 1), the contract, the seats of taker and partner, the called card,
1 once it has been played, the seats that announced a slam and a small slam (-1: nobody), handfuls and other announcements in order, each
in six bits as seat and level or offer from 1, what became of the Excuse and of a debt for it, 1 if a lone card came back, the
tricks of the taker's side, and the side with the bonus of the last trick (1: the taker's side, 2: the defence)."""

OF_SIDE, OF_SEATS, EACH = FACTS, FACTS + 2, 5
RESULT = OF_SEATS + EACH * SEATS
"""Places of a result: the facts; half-points and honours of the taker's side; and for each seat half-points, honours, cards, and
the counted cards in two words."""


class DealTable:
    """The fields of the record of one deal. Hands and captured cards are masks in two words, by seat; ``halves`` are half-points by seat."""

    words: Words
    pack: Row
    low: Row
    high: Row
    won_low: Row
    won_high: Row
    halves: Row
    side: Row  # 0: the taker's, 1: the defence; the seat itself where all play alone
    wins: Row  # tricks by side
    lone: Row  # whether the seat held the lone card at the first lead
    kept_low: Row  # what talon and discard bring each side
    kept_high: Row
    laid_low: int  # what the taker laid away
    laid_high: int
    offered: Ints  # what may be announced now: offer and level
    made: Row  # by offer, the seats that have made it, as a mask
    debts: Ints  # owner, creditor, rule and number of the trick of each
    owing: int  # how many debts are left after the last trick
    trick: Row
    facts: Row
    drawn: int  # what a random player drew besides what it may announce


_SHAPES = {"pack": (CARDS,), "offered": (24, 2), "made": (16,), "debts": (8, 4), "facts": (FACTS,)}
TABLE = np.dtype(
    [("words", np.uint64, (2,))]
    + [
        (name, np.int64) if kind is int else (name, np.int64, _SHAPES.get(name, (SEATS,)))
        for name, kind in get_type_hints(DealTable).items()
        if name != "words"
    ]
)


def new_deal_tables(count: int) -> Any:
    """Records of deals, all zero."""
    return np.zeros(count, TABLE)
