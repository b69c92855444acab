"""Numpy records of the classes in :mod:`.tables`."""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from tarot_teach.topics.simulate.kernel.tables import DealTable, RulesetTables, TracedPlay, TracedTrick

Ints = npt.NDArray[np.int64]


def _dtype(hint: Any) -> np.dtype[Any]:
    """The numpy type of a field, or of the record of a class by its fields."""
    if hint is int:
        return np.dtype(np.int64)
    if get_origin(hint) is Annotated:
        kind, size = get_args(hint)
        return np.dtype(size) if isinstance(size, str) else np.dtype((_dtype(get_args(kind)[0]), (size,)))
    return np.dtype([(name, _dtype(field)) for name, field in get_type_hints(hint, include_extras=True).items()])


TABLES, TABLE, PLAY, TRICK = map(_dtype, (RulesetTables, DealTable, TracedPlay, TracedTrick))


def records(count: int, kind: np.dtype[Any]) -> Any:
    """An array of empty records."""
    return np.zeros(count, kind)


class TooLargeError(ValueError):
    """A ruleset has more of something than the tables have room for; the message is the name of the table."""


def laid_out(tables: RulesetTables) -> Any:
    """The tables as an array of one record (numba takes long to receive a record by itself). Raises TooLargeError."""
    array = records(1, TABLES)
    _fill(array, 0, tables, "")
    return array


def _fill(place: Any, key: int | str, value: Any, name: str) -> None:
    if isinstance(value, int):
        place[key] = value.to_bytes(16, "little") if isinstance(place[key], np.void) else value
        return
    parts = value._asdict() if hasattr(value, "_asdict") else dict(enumerate(value))
    if len(parts) > len(place[key]):
        raise TooLargeError(name)
    for part, inner in parts.items():
        _fill(place[key], part, inner, part if isinstance(part, str) else name)
