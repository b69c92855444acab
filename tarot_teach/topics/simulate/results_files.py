"""Files of simulation results: JSON (packed or not) to go on from, and figures as CSV and Parquet tables."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tarot_teach.errors import Place, RunError
from tarot_teach.files import write_atomically
from tarot_teach.language import _
from tarot_teach.rules import Unit
from tarot_teach.topics.simulate.figures import Figures, compute_figures
from tarot_teach.topics.simulate.run_results import Ranges, RulesetStamp, RunResults
from tarot_teach.topics.simulate.tally import DealRow, RowChange, Tally, as_text

FORMAT = 1
KEPT = (".json", ".json.gz")
"""How the names of files end in which runs are kept."""
UNPACKED = (10_000_000, 30)
"""Packed files are read up to so many bytes, and so many more for each byte they have; real ones unpack to some 15 times their size."""
MOST, MOST_DEALS = 10_000, 10**15
"""Beyond these no card points of a deal, and no number of deals, are believed."""
Counted = list[tuple[Annotated[int, Field(gt=0, le=MOST_DEALS)], list[Any]]]
_ROW, _CHANGE = (
    TypeAdapter(DealRow, config=ConfigDict(strict=True)),
    TypeAdapter(RowChange, config=ConfigDict(strict=True)),
)


class _Entry(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="ignore")


class _Unit(_Entry):
    sign: str
    places: int = Field(ge=0, le=4)


class _Game(_Entry):
    name: str
    title: str
    fingerprint: str
    seats: int = Field(ge=2, le=8)
    sides: bool
    unit: _Unit
    contracts: dict[str, str]
    terms: dict[str, str]
    titles: dict[str, str]


class _FileHead(_Entry):
    simulation: int


class _Stored(_FileHead):
    version: str
    rulesets: list[_Game]
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


def results_as_data(saved: RunResults, found: Figures) -> dict[str, Any]:
    """What a run has found, as JSON-able data, without its rows."""
    return {
        "simulation": FORMAT,
        "version": saved.version,
        "rulesets": [asdict(game) for game in saved.games],
        "players": list(saved.players),
        "seed": saved.seed,
        "contract": saved.contract,
        "deals": saved.deals,
        "done": [list(numbers) for numbers in saved.done],
        "confidence": found.confidence,
        "figures": [
            {"ruleset": game.name, "against": first.name if first else None, **asdict(figure)}
            for game, first, figure in found.all()
        ],
    }


def is_results_file(path: Path) -> bool:
    """Whether the name of a file is one for a run."""
    return path.name.endswith(KEPT)


def save_results(saved: RunResults, path: Path, confidence: float = 0.95) -> None:
    """Write a run into a file, whole or not at all, packed by gzip where its name says so; the same run always gives the same
    file. Raises OutputError."""
    content = _content(saved, confidence)
    write_atomically(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def _content(saved: RunResults, confidence: float) -> bytes:
    data = results_as_data(saved, compute_figures(saved, confidence))
    data |= {"row_fields": list(DealRow._fields), "change_fields": list(RowChange._fields)}
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    parts = {"rows": saved.tally.rows, "changes": saved.tally.changes, "seats": saved.tally.seats}
    tail = "".join(f',\n "{name}": {_counted(counters)}' for name, counters in parts.items())
    return f"{head}{tail}\n}}\n".encode()


def load_results(path: Path) -> RunResults:
    """A run that was kept in a file. Raises RunError when it is none."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, _("it is no file"))
        content = path.read_bytes()
    except OSError as error:
        message = _("cannot be read: {strerror}").format(strerror=error.strerror)
        raise RunError.of("simulate.unreadable", message, Place(str(path)), _("check the path")) from None
    try:
        if path.suffix == ".gz":
            content = _unpacked(content)
        head = _FileHead.model_validate_json(content)
        if head.simulation <= FORMAT:
            return _saved(_Stored.model_validate_json(content))
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


def _unpacked(content: bytes) -> bytes:
    """Packed content; ValueError where it would be out of all proportion."""
    most = UNPACKED[0] + UNPACKED[1] * len(content)
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
        unpacked = stream.read(most + 1)
    if len(unpacked) > most:
        raise ValueError(most)
    return unpacked


def _saved(found: _Stored) -> RunResults:
    games = tuple(RulesetStamp(**{**dict(game), "unit": Unit(**dict(game.unit))}) for game in found.rulesets)
    tally = Tally(_counters(found.rows), _counters(found.changes), _counters(found.seats), found.deals)
    fields = (found.row_fields, found.change_fields) == (list(DealRow._fields), list(RowChange._fields))
    shape = [*map(len, (tally.rows, tally.changes, tally.seats))] == [len(games), len(games) - 1, len(games)]
    if found.simulation != FORMAT or not fields or not shape or not _in_order(found.done):
        raise ValueError(found.simulation)
    for i, game in enumerate(games):
        if not all(_fits(row, game) for row, _deals in tally.rows_of(i)):
            raise ValueError(game.name)
        if not all(0 <= seat < game.seats for seat, _score, _deals in tally.scores_of(i)):
            raise ValueError(game.name)
    for i in range(len(tally.changes)):
        for change, _deals in tally.changes_of(i):
            _CHANGE.validate_python(change)
    sums = {sum(counted.values()) for counted in (*tally.rows, *tally.changes)}
    played = sum(end - first for first, end in found.done)
    if sums != {found.deals} or played != found.deals:
        raise ValueError(found.deals)
    return RunResults(games, tuple(found.players), found.seed, found.contract, tally, found.done, found.version)


def _in_order(done: Ranges) -> bool:
    """Whether ranges are of deals that there can be, in order and apart from each other."""
    ends = [number for numbers in done for number in numbers]
    return ends == sorted(set(ends)) and all(0 <= number <= MOST_DEALS for number in ends)


def _fits(row: DealRow, game: RulesetStamp) -> bool:
    """Whether a row can be one of a game. Raises ValidationError where it is not even a row."""
    _ROW.validate_python(row)
    numbers = (row.halves, row.margin, row.honours, row.tricks, row.apart)
    if len(row.scores) != (3 if game.sides and not row.void else 0) or row.honours < 0:
        return False
    defended = game.seats > 2 or not row.scores or row.scores[1] is None
    return defended and all(abs(number) <= MOST for number in numbers)


def _counters(counted: list[Counted]) -> list[Counter[str]]:
    return [Counter({as_text(fields): deals for deals, fields in rows}) for rows in counted]


def _counted(counters: Iterable[Mapping[str, int]]) -> str:
    tables = (",\n".join(f"  [{counted[row]},{row}]" for row in sorted(counted)) for counted in counters)
    return "[" + ",".join(f"[\n{table}]" for table in tables) + "]"


COLUMNS = ("ruleset", "against", "figure", "group", "unit", "estimate", "low", "high", "deals", "confidence")


def write_csv(found: Figures, path: Path) -> None:
    """A row for each figure. Raises OutputError."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(figure_rows(found))
    write_atomically(path, stream.getvalue().encode())


def write_parquet(found: Figures, path: Path) -> None:
    """A row for each figure. Raises OutputError, and RunError where pyarrow is missing."""
    check_parquet()
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = {name: pa.string() for name in COLUMNS[:5]}
    numbers = {name: pa.float64() for name in ("estimate", "low", "high", "confidence")}
    types = {**texts, **numbers, "deals": pa.int64()}
    table = pa.Table.from_pylist([*figure_rows(found)], schema=pa.schema([(name, types[name]) for name in COLUMNS]))
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
            _("a Parquet file needs pyarrow, which is not installed"),
            hint="pip install 'tarot-teach[parquet]', or take .csv",
        ) from None


def figure_rows(found: Figures) -> Iterator[dict[str, Any]]:
    """A row for each figure, with the columns of :data:`COLUMNS`."""
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
