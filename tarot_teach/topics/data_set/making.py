"""Data sets are made: deals are played in one process or several, and all files are written, or none."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from tarot_teach.compiled.other_process import cpus
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, OutputError, Place, RunError, TarotError
from tarot_teach.files import PART, check_writable, file_lock, write_atomically
from tarot_teach.loading import Library
from tarot_teach.messages import ENGLISH, _, printed_by
from tarot_teach.records.fingerprint import fingerprint
from tarot_teach.rules import Ruleset
from tarot_teach.solver.position import unfit_play
from tarot_teach.topics.data_set.card import card_of, licence
from tarot_teach.topics.data_set.manifest import (
    CARD,
    FORMAT,
    LICENCE,
    MANIFEST,
    SUMS,
    DealtRuleset,
    Kind,
    Manifest,
    Shard,
)
from tarot_teach.topics.data_set.parquet import parquet_of, version_of_pyarrow
from tarot_teach.topics.data_set.rows import Batch, play_rows
from tarot_teach.topics.simulate.task import Task
from tarot_teach.topics.simulate.workers import WorkerProcesses, Workers
from tarot_teach.version import __version__

BATCH, SHARD = 50, 10_000
"""The deals that are played at once, and the most rows of a shard."""
WORTH_PROCESSES = 1000
"""The number of deals from which on other processes are started, if nobody said how many."""

OnProgress = Callable[[int], None]
"""Called after each batch with the number of deals played so far."""


@dataclass(frozen=True, slots=True)
class Order:
    """A data set to be made: so many ``deals`` of each ruleset of a task, their endings with so many cards in hand (0: none), the ``tactics`` of the
    first so many of them, and Parquet files, or none."""

    task: Task
    players: str
    deals: int
    endings: int = 0
    tactics: int = 0
    parquet: bool = False

    def rulesets(self) -> dict[str, Ruleset]:
        """The rulesets by the names of the task, in the order of their own names. Raises LoadError for unknown ones, and for two of one name."""
        library = Library(self.task.own, self.task.mechanisms)
        loaded = {name: library.load(name) for name in dict.fromkeys(self.task.rulesets)}
        found = dict(sorted(loaded.items(), key=lambda item: item[1].name))
        names = [ruleset.name for ruleset in found.values()]
        for name in names:
            if names.count(name) > 1:
                message, hint = _("two of the rulesets are called {name}"), _("give one of them another id")
                raise LoadError.of("dataset.name", message, None, hint, name=name)
        return found


def make_data_set(order: Order, folder: Path, jobs: int | None, on_progress: OnProgress) -> Manifest:
    """Make a data set in a new or empty folder, with any number of processes the same.

    Raises OutputError for a folder that has something in it, LoadError for unknown rulesets, RunError where deals cannot be played.
    """
    with file_lock(folder), _new_folder(folder) as part:
        rulesets = order.rulesets()
        counted, shards, done = dict.fromkeys(rulesets, Batch()), list[Shard](), 0

        def add(kind: Kind, ruleset: str, number: int, lines: bytes) -> None:
            shard = Shard(kind=kind, name=f"{ruleset}.{number:04}", ruleset=ruleset, rows=lines.count(b"\n"))
            if shard.rows:
                shards.append(shard)
                _write(part, shard.lines, lines)
                if order.parquet:
                    _write(part, shard.parquet, parquet_of(kind, lines))

        for (name, number), batches in groupby(_played(order, [*rulesets], jobs), lambda each: each[0]):
            batch = Batch()
            for _key, played in batches:
                batch += played
                done += played.rows
                on_progress(done)
            add("deals", rulesets[name].name, number, batch.lines)
            add("endings", rulesets[name].name, number, batch.endings)
            add("tactics", rulesets[name].name, number, batch.tactics)
            counted[name] += replace(batch, lines=b"", endings=b"", tactics=b"")
        shards.sort(key=lambda shard: (shard.kind, shard.ruleset, shard.name))
        with printed_by(ENGLISH):
            manifest = _manifest(order, counted, shards)
            card = card_of(manifest, Library(order.task.own, order.task.mechanisms).sources())
        _write(part, MANIFEST, (manifest.model_dump_json(indent=1) + "\n").encode())
        _write(part, CARD, card.encode())
        _write(part, LICENCE, licence())
        sums = [
            f"{hashlib.sha256((part / name).read_bytes()).hexdigest()}  {name}\n" for name in sorted(manifest.files)
        ]
        _write(part, SUMS, "".join(sums).encode())
    return manifest


def check_folder(folder: Path) -> None:
    """Raise OutputError where a data set cannot be made in a folder: something is in it, or the system does not let it be written."""
    if not folder.is_dir():
        check_writable(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message, hint = _("there is something at this place already"), _("name a new folder, or an empty one")
        raise OutputError.of("dataset.occupied", message, Place(str(folder)), hint)


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """A folder to write in, which takes its name when it is complete, and is removed after an error."""
    check_folder(folder)
    parent = folder.resolve().parent
    part = Path(tempfile.mkdtemp(dir=parent, prefix=".tarot-teach-", suffix=PART))
    try:
        yield part
        part.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _write(folder: Path, name: str, content: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content)


def _played(order: Order, names: list[str], jobs: int | None) -> Iterator[tuple[tuple[str, int], Batch]]:
    """Batches in the order of rulesets and numbers, each with its ruleset and the number of its shard. Raises RunError where workers fail."""
    if jobs is None:
        jobs = cpus() if order.deals * len(names) >= WORTH_PROCESSES else 1
    workers = WorkerProcesses(jobs) if jobs > 1 else Workers()
    pending = deque[tuple[tuple[str, int], Future[Batch]]]()
    try:
        executor = workers.open()
        for name in names:
            task = replace(order.task, rulesets=(name,))
            for first in range(0, order.deals, BATCH):
                count = min(BATCH, order.deals - first)
                batch = executor.submit(play_rows, task, order.endings, order.tactics, first, count)
                pending.append(((name, first // SHARD), batch))
                if len(pending) >= workers.room():
                    key, future = pending.popleft()
                    yield key, future.result()
        while pending:
            key, future = pending.popleft()
            yield key, future.result()
    except BrokenExecutor:
        hint = _("is there memory enough? Try fewer of them: --jobs 1")
        raise RunError.of("simulate.workers", _("a process that plays deals has ended"), hint=hint) from None
    except (TarotError, OSError):
        raise
    except Exception as error:
        message = _("a deal under {ruleset} could not be played: {name}: {error}")
        message = message.format(ruleset=key[0], name=type(error).__name__, error=error)
        hint = _("find the deal: tarot-teach check {ruleset} --play {deals}")
        raise RunError.of("simulate.failed", message, hint=hint.format(ruleset=key[0], deals=order.deals)) from error
    finally:
        workers.close()


def _manifest(order: Order, counted: dict[str, Batch], shards: list[Shard]) -> Manifest:
    """The manifest, with the titles of rulesets in the language in use."""
    return Manifest(
        dataset=FORMAT,
        version=__version__,
        seed=order.task.seed,
        players=order.players,
        deals=order.deals,
        endings=order.endings,
        tactics=order.tactics,
        pyarrow=version_of_pyarrow() if order.parquet else None,
        rulesets=[_dealt(ruleset, counted[name], shards) for name, ruleset in order.rulesets().items()],
        shards=shards,
    )


def _dealt(ruleset: Ruleset, batch: Batch, shards: list[Shard]) -> DealtRuleset:
    engine = Engine(ruleset)
    seats = engine.seats()
    rows = Counter[str]()
    for shard in shards:
        rows[shard.kind] += shard.rows if shard.ruleset == ruleset.name else 0
    return DealtRuleset(
        name=ruleset.name,
        title=ruleset.plain_title,
        draft=ruleset.draft,
        fingerprint=fingerprint(ruleset),
        pack=ruleset.deck.id,
        players=len(seats),
        seats=[*seats],
        unit=[ruleset.unit.sign, ruleset.unit.places],
        deals=rows["deals"],
        void=batch.void,
        untyped=batch.untyped,
        unwritten=dict(sorted(batch.unwritten.items())),
        endings=rows["endings"],
        unsolved=dict(sorted(batch.unsolved.items())),
        tactics=rows["tactics"],
        without_tactics=unfit_play(engine),
        sources=sorted({each.source for rule in ruleset.rules.values() for each in rule.sources}),
    )
