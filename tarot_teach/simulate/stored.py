"""Runs as JSON files, packed or not: what was played, which deals, what was counted, and the figures that follow from it."""

from __future__ import annotations

import gzip
import json
import zlib
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, ValidationError

from tarot_teach.errors import Place, RunError
from tarot_teach.files import write_whole
from tarot_teach.rules import Unit
from tarot_teach.simulate.ending import Change, Row, as_text
from tarot_teach.simulate.figures import Found, find
from tarot_teach.simulate.games import Game
from tarot_teach.simulate.saved import Ranges, Saved
from tarot_teach.simulate.tally import Tally

FORMAT = 1
KEPT = (".json", ".json.gz")
"""How the names of files end in which runs are kept."""
Counted = list[tuple[int, list[Any]]]


class _Entry(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="ignore")


class _Game(_Entry):
    name: str
    title: str
    fingerprint: str
    seats: int
    sides: bool
    unit: dict[str, Any]
    contracts: dict[str, str]
    terms: dict[str, str]
    titles: dict[str, str]


class _Stored(_Entry):
    simulation: int
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


def run_as_data(saved: Saved, found: Found) -> dict[str, Any]:
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


def keeps(path: Path) -> bool:
    """Whether the name of a file is one for a run."""
    return path.name.endswith(KEPT)


def store(saved: Saved, path: Path, confidence: float = 0.95) -> None:
    """Write a run into a file, whole or not at all, packed by gzip where its name says so; the same run always gives the same
    file. Raises OutputError."""
    content = _content(saved, confidence)
    write_whole(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def _content(saved: Saved, confidence: float) -> bytes:
    data = run_as_data(saved, find(saved, confidence))
    data |= {"row_fields": list(Row._fields), "change_fields": list(Change._fields)}
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    parts = {"rows": saved.tally.rows, "changes": saved.tally.changes, "seats": saved.tally.seats}
    tail = "".join(f',\n "{name}": {_counted(counters)}' for name, counters in parts.items())
    return f"{head}{tail}\n}}\n".encode()


def stored(path: Path) -> Saved:
    """A run that was kept in a file. Raises RunError when it is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise RunError.of("simulate.unreadable", message, Place(str(path)), "check the path") from None
    try:
        if path.suffix == ".gz":
            content = gzip.decompress(content)
        return _saved(_Stored.model_validate_json(content))
    except (ValidationError, ValueError, TypeError, OSError, EOFError, zlib.error):
        raise RunError.of(
            "simulate.no-run",
            "this is no file of simulated deals, or it has been changed",
            Place(str(path)),
            "name another file with --out",
        ) from None


def _saved(found: _Stored) -> Saved:
    games = tuple(Game(**{**dict(game), "unit": Unit(**game.unit)}) for game in found.rulesets)
    tally = Tally(_counters(found.rows), _counters(found.changes), _counters(found.seats), found.deals)
    for i in range(len(tally.rows)):
        deque(tally.rows_of(i), maxlen=0)  # each row can be read
        deque(tally.scores_of(i), maxlen=0)
    for i in range(len(tally.changes)):
        deque(tally.changes_of(i), maxlen=0)
    sums = {sum(counted.values()) for counted in (*tally.rows, *tally.changes)}
    played = sum(end - first for first, end in found.done)
    fields = (found.row_fields, found.change_fields) == (list(Row._fields), list(Change._fields))
    shape = [*map(len, (tally.rows, tally.changes, tally.seats))] == [len(games), len(games) - 1, len(games)]
    if found.simulation != FORMAT or not fields or not shape or sums != {found.deals} or played != found.deals:
        raise ValueError(found.deals)
    return Saved(games, tuple(found.players), found.seed, found.contract, tally, found.done, found.version)


def _counters(counted: list[Counted]) -> list[Counter[str]]:
    return [Counter({as_text(fields): deals for deals, fields in rows}) for rows in counted]


def _counted(counters: Iterable[Mapping[str, int]]) -> str:
    tables = (",\n".join(f"  [{counted[row]},{row}]" for row in sorted(counted)) for counted in counters)
    return "[" + ",".join(f"[\n{table}]" for table in tables) + "]"
