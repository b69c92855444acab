"""Figures as tables for other programs: CSV and Parquet, with the same columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tarot_teach.errors import RunError
from tarot_teach.files import write_atomically
from tarot_teach.topics.simulate.figures import Found

COLUMNS = ("ruleset", "against", "figure", "group", "unit", "estimate", "low", "high", "deals", "confidence")


def write_csv(found: Found, path: Path) -> None:
    """A row for each figure. Raises OutputError."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(found))
    write_atomically(path, stream.getvalue().encode())


def write_parquet(found: Found, path: Path) -> None:
    """A row for each figure. Raises OutputError, and RunError where pyarrow is missing."""
    check_parquet()
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = {name: pa.string() for name in COLUMNS[:5]}
    numbers = {name: pa.float64() for name in ("estimate", "low", "high", "confidence")}
    types = {**texts, **numbers, "deals": pa.int64()}
    table = pa.Table.from_pylist([*_rows(found)], schema=pa.schema([(name, types[name]) for name in COLUMNS]))
    stream = io.BytesIO()
    pq.write_table(table, stream)
    write_atomically(path, stream.getvalue())


def check_parquet() -> None:
    """Raises RunError where no Parquet files can be written."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise RunError.of(
            "simulate.no-pyarrow",
            "a Parquet file needs pyarrow, which is not installed",
            hint="pip install 'tarot-teach[parquet]', or take .csv",
        ) from None


def _rows(found: Found) -> Iterator[dict[str, Any]]:
    for game, first, figure in found.all():
        yield {
            "ruleset": game.name,
            "against": first.name if first else None,
            "figure": figure.name,
            "group": figure.group,
            "unit": figure.unit,
            "estimate": figure.estimate,
            "low": figure.low,
            "high": figure.high,
            "deals": figure.deals,
            "confidence": found.confidence,
        }
