"""Many records, each with the rulesets that admit it or the fault for which it cannot be read; in this process or in others, in the order of the sources."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from tarot_teach.errors import Place, Problem, RunError, TarotError
from tarot_teach.loading import Library
from tarot_teach.mechanisms.own_code import run_folder
from tarot_teach.messages import _
from tarot_teach.records.gathered import Source, in_file, read_source
from tarot_teach.rules import Ruleset
from tarot_teach.topics.admits.candidates import Candidates, Engines, Trials
from tarot_teach.topics.admits.trial import Decision, Trial
from tarot_teach.topics.simulate.workers import WorkerProcesses, Workers

BATCH = 8
"""The records that one process tries at a time."""
MOST_GAMES = 100
"""The most rulesets in whose cards records are written for which what is the same in all records is kept."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one of many records: the rulesets that admit it, of so many ``tried``; ``left_open`` is the number of those that ask for what it does not tell.

    ``problem`` is why a record was not ``read``, or where none admits it, the first reason of its own ruleset.
    """

    source: str
    read: bool
    ruleset: str = ""
    admitted: tuple[str, ...] = ()
    tried: int = 0
    left_open: int = 0
    problem: Problem | None = None

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data."""
        problem = self.problem
        return {
            "record": self.source,
            "read": self.read,
            "ruleset": self.ruleset or None,
            "tried": self.tried,
            "open": self.left_open,
            "admitted": list(self.admitted),
            "place": str(problem.place) if problem and problem.place else None,
            "code": problem.code if problem else None,
            "rule": problem.rule or None if problem else None,
            "reason": problem.message if problem else None,
            "cure": problem.hint if problem else None,
        }


COLUMNS = (*Answer("", False).to_dict(),)
"""The columns of answers as a table."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The rulesets that are tried on each record, with at most so many house rules on top; ``own`` are a user's files, ``mechanisms`` folders of code to run."""

    rulesets: tuple[str, ...]
    options: int
    own: tuple[Path, ...] = ()
    mechanisms: tuple[Path, ...] = ()


def answers(asked: Asked, sources: Iterator[Source], workers: Workers, stop: threading.Event) -> Iterator[Answer]:
    """The answers to records in the order of their sources, until ``stop`` is set; no more sources are taken ahead than the workers have room for.

    Raises RunError for workers that end.
    """
    _table.cache_clear()  # files may have changed since
    pending: deque[Future[list[Answer]]] = deque()
    size = BATCH if isinstance(workers, WorkerProcesses) else 1
    try:
        executor = workers.open()
        while not stop.is_set():
            while len(pending) < workers.room() and (batch := tuple(islice(sources, size))):
                pending.append(executor.submit(answers_to, asked, batch))
            if not pending:
                return
            yield from pending.popleft().result()
        while pending and pending[0].done():
            yield from pending.popleft().result()
    except BrokenExecutor:
        message, hint = _("a process that tries records has ended"), _("is there memory enough? Try --jobs 1")
        raise RunError.of("admits.workers", message, hint=hint) from None
    finally:
        workers.close()


def answers_to(asked: Asked, batch: Sequence[Source]) -> list[Answer]:
    """The answers to some records."""
    table = _table(asked)
    return [table.answer(source) for source in batch]


class _Table:
    """A library, and the rulesets that are tried on each record."""

    def __init__(self, asked: Asked) -> None:
        for folder in asked.mechanisms:
            run_folder(folder)
        self.library: Library = Library(asked.own, asked.mechanisms)
        self.options = asked.options
        self.names = [self.library.load(name).name for name in asked.rulesets] or self.library.ids()
        self._candidates: dict[str, Candidates] = {}
        self._engines = Engines()

    def answer(self, source: Source) -> Answer:
        """The answer to a record."""
        try:
            record, folder = read_source(source, self.library)
            own = self.library.load(record.file.ruleset, base=folder, place=record.place(("ruleset",)))
            trials = Trials.among(self._candidates_of(own), record)
            found = [trial for name in self.names for trial in trials.of_family(name, self.options)]
            return _answer(source, own.name, found)
        except TarotError as error:
            return Answer(str(source), False, problem=in_file(error.problems[0], source))
        except Exception as error:  # one record in a hundred thousand must not cost the others
            message = _("the program fails here: {name}: {error}").format(name=type(error).__name__, error=error)
            hint = _("this is a fault of the program: report it together with the record")
            return Answer(str(source), False, problem=Problem("admits.failed", message, Place(str(source)), hint))

    def _candidates_of(self, own: Ruleset) -> Candidates:
        """The candidates of a ruleset, those of the last few rulesets kept."""
        kept = self._candidates.pop(own.name, None)
        if kept is None or kept.engine.ruleset is not own:
            kept = Candidates(own, self.library, self._engines)
        self._candidates[own.name] = kept
        if len(self._candidates) > MOST_GAMES:
            del self._candidates[next(iter(self._candidates))]
        return kept


@lru_cache(maxsize=1)
def _table(asked: Asked) -> _Table:
    return _Table(asked)


def _answer(source: Source, own: str, found: Sequence[Trial]) -> Answer:
    """The answer of all trials of a record that names its ``own`` ruleset."""
    admitted = tuple(trial.name for trial in found if trial.decision is Decision.ADMITTED)
    left_open = sum(trial.decision is Decision.OPEN for trial in found)
    first = None
    if not admitted:
        trial = min(
            found, key=lambda trial: (trial.name != own, trial.ruleset.id != own.partition("+")[0], not trial.line)
        )
        first = trial.problem and in_file(replace(trial.problem, message=trial.reason), source)
    return Answer(str(source), True, own, admitted, len(found), left_open, first)
