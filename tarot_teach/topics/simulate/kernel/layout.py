"""Tables and table as numpy records: fixed places in memory, handed to compiled code by one pointer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

import numpy as np

from tarot_teach.topics.simulate.kernel.tables import Tables
from tarot_teach.topics.simulate.pack import Pack

CARDS, SUITS, SEATS, RULES, LEVELS, FEATURES, STEPS = 124, 8, 6, 8, 16, 32, 33
"""Room in the tables: for cards, plain suits, seats, rules of a kind (contracts, bids, ranks), levels of announcements, features
of a hand and their points by number of cards."""

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
TABLES = _dtype(Tables, {"pack": PACK})


class TooLargeError(ValueError):
    """A ruleset has more of something than the tables have room for."""


def blank_tables() -> Any:
    """Tables of nothing, as an array of one record: a record by itself takes numba long to hand over."""
    return np.zeros(1, TABLES)


def laid_out(tables: Tables) -> Any:
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
