"""Answers to questions, kept in a file of the user's data folder: which questions are due again, and which rules are known.

The site keeps the same in the reader's browser (``remember.js``).
"""

from __future__ import annotations

import datetime
import json
import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tarot_teach.blocks import THEME_PREFIX, Exercise
from tarot_teach.errors import LoadError, OutputError, Place
from tarot_teach.files import check_writable, file_lock, write_atomically
from tarot_teach.messages import _
from tarot_teach.topics.quiz.decisions import KeptDecision

VERSION = 1
"""The version of the format."""
INTERVALS = (0, 1, 3, 7, 21)
"""Days until a question comes back: after a wrong answer, and after one, two, three, and four or more right ones in a row."""
APART = 3
"""The questions between one that was missed and the same again."""
_MOST = 50_000_000
"""Bytes of the largest file that is read."""


def today() -> datetime.date:
    """The day of the user's clock."""
    return datetime.date.today()


def answers_file() -> Path:
    """The path of the file in the user's data folder. Raises OutputError where there is no home directory."""
    base = os.environ.get("XDG_DATA_HOME")
    try:
        return (Path(base) if base else Path.home() / ".local" / "share") / "tarot-teach" / "answers.json"
    except RuntimeError:
        message, hint = _("there is no home directory to keep answers in"), _("name a data folder in XDG_DATA_HOME")
        raise OutputError.of("answers.no-home", message, hint=hint) from None


class Answered(BaseModel):
    """The last answer to a question: the number of right ones in a row, the day on which it is due again, and the rules asked about."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    box: int = Field(ge=0, lt=len(INTERVALS))
    due: datetime.date
    day: datetime.date
    rules: tuple[str, ...]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: int
    answers: dict[str, dict[str, Answered]]
    decisions: dict[str, dict[str, KeptDecision]] = Field(default_factory=dict)


def answered(before: Answered | None, right: bool, rules: tuple[str, ...]) -> Answered:
    """The entry of a question after an answer. One that is right before it is due moves nothing."""
    day = today()
    if right and before is not None and before.due > day:
        return before.model_copy(update={"day": day})
    box = min((before.box if before else 0) + 1, len(INTERVALS) - 1) if right else 0
    return Answered(box=box, due=day + datetime.timedelta(INTERVALS[box]), day=day, rules=rules)


@dataclass(frozen=True, slots=True)
class Standing:
    """The questions about one rule: how many were answered, how many of them right the last time, when one is due again, and the lowest number of
    right answers in a row."""

    asked: int
    right: int
    due: datetime.date
    box: int

    @property
    def known(self) -> bool:
        """True while all of them were right."""
        return self.asked == self.right


def standing(answers: Mapping[str, Answered]) -> dict[str, Standing]:
    """The standing of each rule that questions have asked about."""
    of: dict[str, list[Answered]] = {}
    for entry in answers.values():
        for rule in entry.rules:
            of.setdefault(rule, []).append(entry)
    return {rule: standing_of(entries) for rule, entries in of.items()}


def standing_of(entries: Collection[Answered]) -> Standing:
    """The standing of what some questions have asked about."""
    right, due = sum(entry.box > 0 for entry in entries), min(entry.due for entry in entries)
    return Standing(len(entries), right, due, min(entry.box for entry in entries))


@dataclass(frozen=True, slots=True)
class KeptAnswers:
    """The answers in one file. Each change reads the file anew under a lock, so that two quizzes lose nothing of each other."""

    path: Path

    def of(self, ruleset: str) -> dict[str, Answered]:
        """The answers about a ruleset, by id of the question. Raises LoadError for a file that cannot be read."""
        return self._read().answers.get(ruleset, {})

    def due(self, ruleset: str) -> list[str]:
        """The ids of the questions that are due, the longest due first. Raises LoadError."""
        entries = sorted(self.of(ruleset).items(), key=lambda entry: entry[1].due)
        return [id for id, entry in entries if entry.due <= today()]

    def prepare(self) -> None:
        """Make the folder and check that answers can be kept. Raises OutputError where they cannot, LoadError for a damaged file."""
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        check_writable(self.path)
        self._read()

    def record(self, exercise: Exercise, right: bool) -> None:
        """Keep the answer to a question; of one whose theme was missed the theme, which comes back in its place. Raises OutputError where nothing can be written, LoadError for a damaged file."""
        with self._changing() as kept:
            asked, id, rules = kept.answers.setdefault(exercise.ruleset, {}), exercise.remembered, exercise.rules
            if exercise.missed_theme and not right:
                asked.pop(id, None)
                id, rules = THEME_PREFIX + exercise.missed_theme, (exercise.missed_theme,)
            asked[id] = answered(asked.get(id), right, rules)

    def decisions(self, ruleset: str) -> dict[str, KeptDecision]:
        """The decisions that are kept of deals under a ruleset, by id. Raises LoadError for a file that cannot be read."""
        return self._read().decisions.get(ruleset, {})

    def keep(self, ruleset: str, decisions: Mapping[str, KeptDecision]) -> int:
        """Keep decisions by id, each due at once, and return the number of those that are new. Raises as :meth:`record`."""
        with self._changing() as kept:
            known, asked = kept.decisions.setdefault(ruleset, {}), kept.answers.setdefault(ruleset, {})
            new = {id: decision for id, decision in decisions.items() if id not in known}
            known |= new
            asked |= {id: answered(None, False, ()) for id in new}
            return len(new)

    def forget(self, ruleset: str) -> int:
        """Erase the answers about a ruleset and the decisions under it, and return the number of answers. Raises OutputError, and LoadError for a
        damaged file."""
        if not self.path.exists():
            return 0
        with self._changing() as kept:
            kept.decisions.pop(ruleset, None)
            return len(kept.answers.pop(ruleset, {}))

    @contextmanager
    def _changing(self) -> Iterator[_File]:
        self.prepare()
        with file_lock(self.path, wait=True):
            kept = self._read()
            yield kept
            parts = [f'"answers": {_lines(kept.answers)}']
            parts += [f'"decisions": {_lines(kept.decisions)}'] if kept.decisions else []
            write_atomically(self.path, f'{{"version": {VERSION}, {", ".join(parts)}}}\n'.encode())

    def _read(self) -> _File:
        try:
            if self.path.stat().st_size > _MOST:
                raise ValueError
            text = self.path.read_text(encoding="utf-8")
            data = json.loads(text)
            if isinstance(data, dict) and isinstance(data.get("version"), int) and data["version"] > VERSION:
                message = _("these answers were written by a newer tarot-teach")
                hint = _("install that one, or ask without them: --no-memory")
                raise LoadError.of("answers.version", message, Place(str(self.path)), hint)
            kept = _File.model_validate(data)
            if kept.version != VERSION:
                raise ValueError
            return kept
        except FileNotFoundError:
            return _File(version=VERSION, answers={})
        except json.JSONDecodeError as error:
            source = text.splitlines()[error.lineno - 1] if text.splitlines()[error.lineno - 1 :] else ""
            place = Place(str(self.path), error.lineno, error.colno, source)
        except ValidationError as error:
            place = self._place(text, [str(key) for key in error.errors()[0]["loc"]])
        except (ValueError, OSError, RecursionError):
            place = Place(str(self.path))
        message = _("the remembered answers cannot be read, and are left as they are")
        hint = _("mend the file, or remove it; --no-memory asks without it")
        raise LoadError.of("answers.damaged", message, place, hint)

    def _place(self, text: str, keys: list[str]) -> Place:
        """The line in which the keys of a fault stand, as far as they do."""
        found, lines = 0, text.splitlines()
        for key in keys:
            found = next((i for i in range(found, len(lines)) if json.dumps(key) in lines[i]), found)
        column = max(lines[found].find(json.dumps(key)) for key in keys) + 1 if keys and lines else 0
        return Place(str(self.path), found + 1, max(column, 1), lines[found] if lines else "")


def _lines(entries: Mapping[str, Mapping[str, BaseModel]]) -> str:
    """Entries by ruleset and id as JSON, a line each."""
    lines = ",\n".join(
        f"{json.dumps(ruleset)}: {{\n"
        + ",\n".join(f"{json.dumps(id)}: {entry.model_dump_json()}" for id, entry in asked.items())
        + "\n}"
        for ruleset, asked in entries.items()
    )
    return f"{{\n{lines}\n}}"


class Sitting:
    """The questions of one sitting: those that are due, then new ones; one that was missed, or another of its theme, after some others."""

    def __init__(self, due: Iterable[Exercise], new: Iterable[Exercise]) -> None:
        self._due, self._new = deque(due), iter(new)
        self._missed: deque[tuple[int, Exercise]] = deque()
        self._number = 0

    def __iter__(self) -> Iterator[Exercise]:
        for self._number in count(1):
            exercise = self._next()
            if exercise is None:
                return
            yield exercise

    def missed(self, exercise: Exercise) -> None:
        """Ask a question again later."""
        self._missed.append((self._number + APART + 1, exercise))

    def _next(self) -> Exercise | None:
        if self._missed and self._missed[0][0] <= self._number:
            return self._missed.popleft()[1]
        if self._due:
            return self._due.popleft()
        new = next(self._new, None)
        return self._missed.popleft()[1] if new is None and self._missed else new
