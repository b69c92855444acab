"""The project's own errors: each one says what is wrong, where, and what would mend it.

A file with several faults gives one error that holds a :class:`Problem` for each of them.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple

__all__ = [
    "Explained",
    "IllegalActionError",
    "LoadError",
    "NotationError",
    "OutputError",
    "Place",
    "Problem",
    "RecordError",
    "RunError",
    "TarotError",
    "catalogue",
    "did_you_mean",
    "suggest",
]


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file: 1-based line and column, and the text of that line for the caret."""

    file: str
    line: int = 0
    column: int = 0
    source: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: a stable code (``rules.unknown-mechanism``), a sentence, a place and a cure.

    ``more`` is the number of faults that are only counted in this one, by :func:`first_of_each_file`.
    """

    code: str
    message: str
    place: Place | None = None
    hint: str | None = None
    more: int = 0

    def __str__(self) -> str:
        where = f"{printable(str(self.place))}: " if self.place else ""
        lines = [where + "\n".join(printable(shortened(line)) for line in self.message.split("\n"))]
        if self.place and self.place.source.strip():
            shown, caret = _window(self.place.source, self.place.column)
            lines += [f"    {shown}", f"    {' ' * caret}^"]
        if self.hint:
            lines.append(f"  hint: {printable(shortened(self.hint))}")
        return "\n".join(lines)

    def told(self) -> str:
        """The problem in words, with its code behind them, by which the reference explains it."""
        return f"{self} [{self.code}]" if self.hint else f"{self}\n  [{self.code}]"

    def as_data(self) -> dict[str, Any]:
        """The problem as JSON-able data."""
        data: dict[str, Any] = {"code": self.code, "message": self.message, "hint": self.hint}
        if self.place:
            data |= {"file": self.place.file, "line": self.place.line, "column": self.place.column}
        return data


class TarotError(Exception):
    """Base of every error that tarot_teach raises on purpose."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        given = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.problems: tuple[Problem, ...] = first_of_each_file(given)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)

    @classmethod
    def of(cls, code: str, message: str, place: Place | None = None, hint: str | None = None) -> TarotError:
        """An error of this class with one problem."""
        return cls(Problem(code, message, place, hint))


class NotationError(TarotError):
    """A card, hand or seat that cannot be read."""


class LoadError(TarotError):
    """A ruleset, option, deck, glossary or bibliography that is refused."""


class RecordError(TarotError):
    """A worked example or record that is refused, or does not do what it says."""


class IllegalActionError(TarotError):
    """An action that the rules refuse; the message is the verdict in words."""


class OutputError(TarotError):
    """Something that could not be written."""


class RunError(TarotError):
    """Deals that could not be simulated: nobody there to play them, or earlier results that they do not go with."""


class Explained(NamedTuple):
    """What a code stands for: what is wrong, and what mends it. Words that are typed stand in backticks."""

    cause: str
    cure: str


def catalogue() -> dict[str, Explained]:
    """Every code that a problem may have, by ``errors.toml``, in alphabetical order."""
    areas = tomllib.loads(files("tarot_teach").joinpath("errors.toml").read_text(encoding="utf-8"))
    found = {f"{area}.{name}": Explained(*words) for area, names in areas.items() for name, words in names.items()}
    return dict(sorted(found.items()))


SHOWN = 20
"""The number of faults printed for one file; further ones are only counted."""

Hint = str | Callable[[], str] | None
"""A cure, or the function that finds it."""


def first_of_each_file(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The first faults of each file, and behind them the number of further ones in that file."""
    if len(problems) <= SHOWN:
        return problems
    files: dict[str, list[Problem]] = {}
    for problem in problems:
        files.setdefault(problem.place.file if problem.place else "", []).append(problem)
    return tuple(problem for found in files.values() for problem in _first(found))


def _first(problems: list[Problem]) -> list[Problem]:
    """The first faults of a file, and one that counts the rest."""
    told = [problem for problem in problems if not problem.more]
    counted = len(told[SHOWN:]) + sum(problem.more for problem in problems)
    if not counted:
        return told
    place = told[SHOWN].place if len(told) > SHOWN else next(problem.place for problem in problems if problem.more)
    hint = "mend those above, and check again"
    rest = Problem("file.more", f"and {counted:,} more, the first of them here", place, hint, counted)
    return [*told[:SHOWN], rest]


def resolved(hint: Hint, found: int) -> str | None:
    """A hint in words. None behind very many faults, so that the search for names takes no longer than the file does."""
    if callable(hint):
        return hint() if found < 10 * SHOWN else None
    return hint


def printable(text: str) -> str:
    """Text in which nothing can steer a terminal: what cannot be printed is shown as an unknown sign."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)


def shortened(text: str) -> str:
    """Text in which a word of more than 300 signs, longer than any file's name, is cut after 40."""
    return re.sub(r"(\S{40})\S{260,}", r"\1…", text)


def did_you_mean(given: str, known: Iterable[str]) -> str | None:
    """A suggestion for a mistyped name, or None when nothing is near."""
    names = [str(name) for name in known]
    near = difflib.get_close_matches(given, names, n=1, cutoff=0.6)
    if not near:
        folded = {name.casefold().replace("-", "_"): name for name in names}
        match = folded.get(given.casefold().replace("-", "_"))
        near = [match] if match else []
    return f"did you mean {near[0]!r}?" if near else None


def suggest(given: str, known: Iterable[str], what: str) -> str:
    """A near name, or else the list of what there is (shortened)."""
    names = sorted(str(name) for name in known)
    shown = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
    return did_you_mean(given, names) or f"{what}: {shown or 'none'}"


def _window(source: str, column: int, width: int = 100) -> tuple[str, int]:
    """The part of a line round a column, and where the caret stands in it; control characters are blanked."""
    start = max(0, column - 1 - width // 2) if len(source) > width else 0
    clean = "".join(c if c.isprintable() else " " for c in source[start : start + width])
    return clean.rstrip(), max(0, column - 1 - start)
