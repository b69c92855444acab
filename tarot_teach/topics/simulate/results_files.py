"""Files of simulation results: JSON (packed or not) to go on from, and figures as CSV and Parquet tables."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tarot_teach.errors import Place, RunError, system_reason
from tarot_teach.files import write_atomically
from tarot_teach.messages import _
from tarot_teach.plain_data import attributes
from tarot_teach.topics.simulate.figures import Figures, compute_figures
from tarot_teach.topics.simulate.run_results import Ranges, RulesetStamp, RunResults
from tarot_teach.topics.simulate.tally import (
    COUNT_COLUMNS,
    FACT_COLUMNS,
    ROW_FIELDS,
    DealRow,
    RowChange,
    Tally,
    as_text,
)

FORMAT = 1
SUFFIXES = (".json", ".json.gz")
"""Endings of the names of results files."""
UNPACKED = (10_000_000, 30)
"""The most bytes of an unpacked file, and the most for each packed byte; real files unpack to some 15 times their size."""
MOST_POINTS, MOST_DEALS = 10_000, 10**15
"""Larger card points of a deal, and numbers of deals, are refused."""
Counted = list[tuple[Annotated[int, Field(gt=0, le=MOST_DEALS)], list[Any]]]
_STRICT = ConfigDict(strict=True)
_ROW, _CHANGE = TypeAdapter(DealRow, config=_STRICT), TypeAdapter(RowChange, config=_STRICT)


_CELLS = [TypeAdapter(column.form, config=_STRICT) for _kind, column in (*COUNT_COLUMNS, *FACT_COLUMNS)]


class _FileHead(BaseModel):
    simulation: int


class _ResultsFile(_FileHead):
    version: str
    rulesets: tuple[RulesetStamp, ...]
    players: list[str]
    seed: int
    contract: str | None
    deals: int
    done: Ranges
    row_fields: list[str]
    change_fields: list[str]
    rows: list[Counted]
    changes: list[Counted]
    seats: list[Counted]


def _stamp_as_data(stamp: RulesetStamp) -> dict[str, Any]:
    """A stamp as files have it; ``lacks`` is left out where it is empty."""
    return {name: value for name, value in asdict(stamp).items() if value or name != "lacks"}


def results_as_data(results: RunResults, figures: Figures) -> dict[str, Any]:
    """Results and their figures as JSON-able data, without rows."""
    return {
        "simulation": FORMAT,
        "version": results.version,
        "rulesets": [_stamp_as_data(stamp) for stamp in results.stamps],
        **attributes(results, "players", "seed", "contract", "deals", "done"),
        "confidence": figures.confidence,
        "figures": [
            {"ruleset": stamp.name, "against": first.name if first else None, **asdict(figure)}
            for stamp, first, figure in figures.all()
        ],
    }


def is_results_file(path: Path) -> bool:
    """True if the name of a file is one for results."""
    return path.name.endswith(SUFFIXES)


def save_results(results: RunResults, path: Path, confidence: float = 0.95) -> None:
    """Write results into a file, whole or not at all, packed if the name ends in ``.gz``. Equal results give equal files. Raises OutputError."""
    data = results_as_data(results, compute_figures(results, confidence))
    data |= {"row_fields": _row_fields(results.tally), "change_fields": list(RowChange._fields)}
    parts = {"rows": results.tally.rows, "changes": results.tally.changes, "seats": results.tally.seats}
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    content = "".join([head, *(f',\n "{name}": {_counted(counters)}' for name, counters in parts.items()), "\n}\n"])
    packed = gzip.compress(content.encode(), mtime=0) if path.suffix == ".gz" else content.encode()
    write_atomically(path, packed)


def load_results(path: Path) -> RunResults:
    """Read results from a file. Raises RunError for any other file."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, _("it is no file"))
        content = path.read_bytes()
    except OSError as error:
        message = _("cannot be read: {strerror}").format(strerror=system_reason(error))
        raise RunError.of("simulate.unreadable", message, Place(str(path)), _("check the path")) from None
    try:
        if path.suffix == ".gz":
            most = UNPACKED[0] + UNPACKED[1] * len(content)
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
                content = stream.read(most + 1)
            if len(content) > most:
                raise ValueError(most)
        head = _FileHead.model_validate_json(content)
        if head.simulation <= FORMAT:
            return _results_of(_ResultsFile.model_validate_json(content))
    except (ValueError, TypeError, OSError, EOFError, zlib.error):
        raise RunError.of(
            "simulate.no-run",
            _("this is no file of simulated deals, or it has been changed"),
            Place(str(path)),
            _("name a file that `simulate --out` has written"),
        ) from None
    message = _("results of format {simulation} are not known").format(simulation=head.simulation)
    raise RunError.of(
        "simulate.format",
        message,
        Place(str(path)),
        _("this version reads format {format}; install a newer tarot_teach").format(format=FORMAT),
    )


def _results_of(file: _ResultsFile) -> RunResults:
    """The results in a file. Raises ValueError or TypeError for contents that no run gives."""
    stamps = file.rulesets
    rows, changes, seats = (
        [Counter({as_text(fields): deals for deals, fields in table}) for table in counted]
        for counted in (file.rows, file.changes, file.seats)
    )
    tally = Tally(rows, changes, seats, file.deals)
    shape = [*map(len, (tally.rows, tally.changes, tally.seats))]
    ends = [number for numbers in file.done for number in numbers]
    totals = {sum(counted.values()) for counted in (*tally.rows, *tally.changes)}
    possible = (
        file.simulation == FORMAT
        and (file.row_fields, file.change_fields) == (_row_fields(tally), list(RowChange._fields))
        and shape == [len(stamps), len(stamps) - 1, len(stamps)]
        and ends == sorted(set(ends))
        and all(0 <= number <= MOST_DEALS for number in ends)
        and totals == {file.deals}
        and file.deals == sum(end - first for first, end in file.done)
        and all(_fits(tally, i, stamp) for i, stamp in enumerate(stamps))
    )
    if not possible:
        raise ValueError(file.simulation)
    for i in range(len(tally.changes)):
        for change, _deals in tally.changes_of(i):
            _CHANGE.validate_python(change)
    return RunResults(stamps, tuple(file.players), file.seed, file.contract, tally, file.done, file.version)


def _fits(tally: Tally, number: int, stamp: RulesetStamp) -> bool:
    """True if all rows and scores can be those of a ruleset. Raises ValidationError for no row."""
    if not (2 <= stamp.seats <= 8 and 0 <= stamp.unit.places <= 4):
        return False
    for row, _deals in tally.rows_of(number):
        _ROW.validate_python(row)
        for cell, form in zip((*row.cards, *row.cells), _CELLS, strict=True):
            form.validate_python(cell)
        given_words = [cell for cell in (*row.cells, *(value for _rule, value in row.facts)) if isinstance(cell, int)]
        numbers = (row.halves, row.margin, *row.cards, row.tricks, *given_words)
        alone = not stamp.sides or not (row.scores or row.halves or row.margin or row.made)
        if len(row.scores) != (0 if row.void or alone else 3) or min(row.cards, default=0) < 0:
            return False
        defended = stamp.seats > 2 or not row.scores or row.scores[1] is None
        if not defended or max(map(abs, numbers)) > MOST_POINTS:
            return False
    return all(0 <= seat < stamp.seats for seat, _score, _deals in tally.scores_of(number))


def _row_fields(tally: Tally) -> list[str]:
    """The names of the values of rows; ``facts`` among them where a row has such."""
    rows = (row for counted in tally.rows for row in counted)
    return [*ROW_FIELDS, *(["facts"] if any(len(json.loads(row)) > len(ROW_FIELDS) for row in rows) else [])]


def _counted(counters: Iterable[Mapping[str, int]]) -> str:
    tables = (",\n".join(f"  [{counted[row]},{row}]" for row in sorted(counted)) for counted in counters)
    return "[" + ",".join(f"[\n{table}]" for table in tables) + "]"


COLUMNS = ("ruleset", "against", "figure", "group", "unit", "estimate", "low", "high", "deals", "confidence")


def write_csv(figures: Figures, path: Path) -> None:
    """Write a row for each figure. Raises OutputError."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(figure_rows(figures))
    write_atomically(path, stream.getvalue().encode())


def write_parquet(figures: Figures, path: Path) -> None:
    """Write a row for each figure. Raises OutputError, and RunError without pyarrow."""
    check_parquet()
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = {name: pa.string() for name in COLUMNS[:5]}
    numbers = {name: pa.float64() for name in ("estimate", "low", "high", "confidence")}
    types = {**texts, **numbers, "deals": pa.int64()}
    table = pa.Table.from_pylist([*figure_rows(figures)], schema=pa.schema([(name, types[name]) for name in COLUMNS]))
    stream = io.BytesIO()
    pq.write_table(table, stream)
    write_atomically(path, stream.getvalue())


def check_parquet(instead: str = ".csv") -> None:
    """Raises RunError if pyarrow is missing; what can be taken ``instead`` is named."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise RunError.of(
            "simulate.no-pyarrow",
            _("a Parquet file needs pyarrow, which is not installed"),
            hint=_("pip install 'tarot-teach[parquet]', or take {instead}").format(instead=instead),
        ) from None


def figure_rows(figures: Figures) -> Iterator[dict[str, Any]]:
    """A row for each figure, with the columns of :data:`COLUMNS`."""
    for stamp, first, figure in figures.all():
        values = (stamp.name, first and first.name, *astuple(figure), figures.confidence)
        yield dict(zip(COLUMNS, values, strict=True))
