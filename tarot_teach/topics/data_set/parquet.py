"""Rows as Parquet, with writer settings that give the same bytes for the same rows."""

from __future__ import annotations

import io
import json
from typing import Any

from tarot_teach.topics.data_set.manifest import Kind


def version_of_pyarrow() -> str:
    """The version of pyarrow, on which the bytes of Parquet files depend."""
    import pyarrow as pa

    return str(pa.__version__)


def parquet_of(kind: Kind, lines: bytes) -> bytes:
    """The rows of JSON lines as a Parquet file, in one row group; results of deals are a column of JSON text, since each ruleset has fields of its kind."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, _type(form)) for name, form in _COLUMNS[kind].items()])
    rows = [json.loads(line) for line in lines.splitlines()]
    for row in rows:
        if row.get("result"):
            row["result"] = json.dumps(row["result"], ensure_ascii=False, separators=(",", ":"))
    stream = io.BytesIO()
    table = pa.Table.from_pylist(rows, schema=schema)
    pq.write_table(
        table,
        stream,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=3,
        use_dictionary=True,
        write_statistics=True,
        row_group_size=max(1, len(rows)),
        store_schema=False,
    )
    return stream.getvalue()


def _type(form: Any) -> Any:
    """The type of a column: a list in brackets, a record in braces."""
    import pyarrow as pa

    if isinstance(form, list):
        return pa.list_(_type(form[0]))
    if isinstance(form, dict):
        return pa.struct([(name, _type(inner)) for name, inner in form.items()])
    return {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}[form]


_DEALS = {
    "ruleset": str,
    "number": int,
    "seats": [str],
    "dealer": str,
    "line": str,
    "void": str,
    "scores": [float],
    "result": str,
}
_ENDINGS = {
    "ruleset": str,
    "number": int,
    "trick": int,
    "seat": str,
    "position": str,
    "objective": str,
    "side": [str],
    "high": bool,
    "cards": [str],
    "values": [float],
    "best": [str],
    "played": str,
}
_SUMS = {"lines": int, "low": int, "first": int, "last": int, "made": int}
_TACTICS = {
    "ruleset": str,
    "number": int,
    "tricks": int,
    "laid": int,
    "seat": str,
    "hand": [str],
    "trick": [str],
    "groups": [[str]],
    "best": [int],
    "costs": [float],
    "right": str,
    "tempting": str,
    "played": str,
    "worlds": int,
    "memory": int,
    "gain": float,
    "better": int,
    "worse": int,
    "after_right": _SUMS,
    "after_tempting": _SUMS,
    "theme": str,
    "excuse": str,
}
_COLUMNS: dict[Kind, dict[str, Any]] = {"deals": _DEALS, "endings": _ENDINGS, "tactics": _TACTICS}
"""The columns of each kind of rows, with their types."""
