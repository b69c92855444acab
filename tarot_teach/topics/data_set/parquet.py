"""Rows as Parquet, with writer settings that give the same bytes for the same rows."""

from __future__ import annotations

import io
import json


def version_of_pyarrow() -> str:
    """The version of pyarrow, on which the bytes of Parquet files depend."""
    import pyarrow as pa

    return str(pa.__version__)


def parquet_of(lines: bytes) -> bytes:
    """The rows of JSON lines as a Parquet file, in one row group; results are columns of JSON text, since each ruleset has fields of its kind."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema(
        [
            ("ruleset", pa.string()),
            ("number", pa.int64()),
            ("seats", pa.list_(pa.string())),
            ("dealer", pa.string()),
            ("line", pa.string()),
            ("void", pa.string()),
            ("scores", pa.list_(pa.float64())),
            ("result", pa.string()),
        ]
    )
    rows = [json.loads(line) for line in lines.splitlines()]
    for row in rows:
        row["result"] = row["result"] and json.dumps(row["result"], ensure_ascii=False, separators=(",", ":"))
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
