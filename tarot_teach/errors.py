"""Errors of the package: each says what is wrong, in which file and line, and how to correct it.

A file with several faults raises one error with a :class:`Problem` for each, collected by :class:`Faults`.
"""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any, NamedTuple, Protocol, Self

from tarot_teach.messages import N_, _, colon, pgettext

KeyPath = tuple[str | int, ...]
"""The path of an entry in a YAML file: keys of maps and indices of lists."""

Hint = str | Callable[[], str] | None
"""A hint, or a function that finds it where that takes long."""

SHOWN = 20
"""Number of faults printed per file; further ones are only counted."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file: line and column from 1, and the text of the line, for the caret."""

    file: str
    line: int = 0
    column: int = 0
    source: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: a stable code (``rules.unknown-mechanism``), a sentence, a place and a hint.

    ``more`` is the number of further faults that this problem stands for, where not all of a file are printed; ``rule`` the id of the
    rule that refuses an action.
    """

    code: str
    message: str
    place: Place | None = None
    hint: str | None = None
    more: int = 0
    rule: str = ""

    @classmethod
    def of(
        cls, code: str, message: str, /, place: Place | None = None, hint: str | None = None, **values: object
    ) -> Problem:
        """A problem; ``values`` are those that the message names."""
        return cls(code, message.format(**values) if values else message, place, hint)

    def __str__(self) -> str:
        where = f"{printable(str(self.place))}: " if self.place else ""
        lines = [where + "\n".join(printable(shortened(line)) for line in self.message.split("\n"))]
        if self.place and self.place.source.strip():
            source, column = self.place.source, self.place.column - 1
            start = max(0, column - 50) if len(source) > 100 else 0
            excerpt = "".join(c if c.isprintable() else " " for c in source[start : start + 100])
            lines += [f"    {excerpt.rstrip()}", f"    {' ' * max(0, column - start)}^"]
        if self.hint:
            lines.append(f"  {_('hint:')} {printable(shortened(self.hint))}")
        return "\n".join(lines)

    @property
    def sort_key(self) -> tuple[str, int, int]:
        """File, line and column."""
        place = self.place or Place("")
        return place.file, place.line, place.column

    def with_code(self) -> str:
        """The problem in words, followed by its code in brackets."""
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
        self.problems: tuple[Problem, ...] = limited_per_file(given)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)

    @classmethod
    def of(
        cls, code: str, message: str, /, place: Place | None = None, hint: str | None = None, **values: object
    ) -> Self:
        """An error of this class with one problem; ``values`` are those that the message names."""
        return cls(Problem.of(code, message, place, hint, **values))

    def spelled(self, spell: Callable[[str], str]) -> Self:
        """The error with the names of fields as they are spelled in one place of asking."""

        def words(text: str | None) -> Any:
            return text and _SPOT.sub(lambda found: spell(found[1]), text)

        return type(self)(
            replace(
                problem,
                message=words(problem.message),
                hint=words(problem.hint),
                place=problem.place and replace(problem.place, file=words(problem.place.file)),
            )
            for problem in self.problems
        )


class NotationError(TarotError):
    """A card, hand or seat that cannot be read."""


class UnfitError(NotationError):
    """A question that does not fit the game: a field too many, a field missing, or a value that the game does not have."""


class RangeError(UnfitError):
    """A number beyond the limits of its field."""


_SPOT = re.compile("\ue000(\\w+)\ue001")


def spot(name: str) -> str:
    """The name of a field in a message, which each place of asking spells in its way: ``--trumps``, ``trumps``, ``:trumps:``."""
    return f"\ue000{name}\ue001"


class LoadError(TarotError):
    """A ruleset, option, deck, glossary or bibliography that is refused."""


class RecordError(TarotError):
    """A worked example or record that is refused, or does not do what it says."""


class IllegalActionError(TarotError):
    """An action that the rules refuse; the message is the verdict in words."""


class OutputError(TarotError):
    """A file or folder that cannot be written."""


class RunError(TarotError):
    """Deals that cannot be simulated: a worker failed, or earlier results do not match the task."""


class SolveError(TarotError):
    """A position that the solver cannot take."""


class HasPlaces(Protocol):
    """A document or record that knows where its entries stand in the file."""

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """The place of an entry's value, or of its key."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Collects problems, so that one error reports all of them.

    ``source`` finds the places of entries (None where every fault comes with its place); ``base`` is the path in front of
    the paths given to :meth:`fault`.
    """

    source: HasPlaces | None = None
    base: KeyPath = ()
    problems: list[Problem] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.problems)

    def place(self, at: KeyPath | Place, *, key: bool = False) -> Place:
        """The place of an entry, or of its key."""
        if isinstance(at, Place):
            return at
        assert self.source is not None
        return self.source.place((*self.base, *at), key=key)

    def fault(
        self, code: str, message: str, /, at: KeyPath | Place, hint: Hint = None, *, key: bool = False, **values: object
    ) -> None:
        """Add a problem at a place or entry; ``key`` points to the entry's key, ``values`` are those that the message names."""
        if callable(hint):  # takes long, and is not printed after very many faults
            hint = hint() if len(self.problems) < 10 * SHOWN else None
        self.problems.append(Problem.of(code, message, self.place(at, key=key), hint, **values))

    def below(self, *path: str | int) -> Faults:
        """This collection, for paths relative to an entry."""
        return Faults(self.source, (*self.base, *path), self.problems)

    def add(self, error: TarotError, at: KeyPath | Place) -> None:
        """Add the problems of an error; those without a place get that of the entry."""
        place = self.place(at)
        self.problems.extend(replace(problem, place=problem.place or place) for problem in error.problems)

    def check(self, kind: type[TarotError] = LoadError, *, in_order: bool = False) -> None:
        """Raise an error of a kind with all problems, if there are any; ``in_order`` sorts them by file and line."""
        if self.problems:
            raise kind(sorted(self.problems, key=lambda problem: problem.sort_key) if in_order else self.problems)


class ErrorCode(NamedTuple):
    """An error code explained: its cause and its cure. What is typed stands in backticks."""

    cause: str
    cure: str


def error_codes() -> dict[str, ErrorCode]:
    """The codes of all problems, explained in ``errors.toml``, in alphabetical order."""
    areas = tomllib.loads(files("tarot_teach").joinpath("errors.toml").read_text(encoding="utf-8"))
    codes = {
        f"{area}.{name}": ErrorCode(*map(_, words)) for area, names in areas.items() for name, words in names.items()
    }
    return dict(sorted(codes.items()))


def limited_per_file(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The first :data:`SHOWN` problems of each file, followed by one that counts the rest of that file."""
    if len(problems) <= SHOWN:
        return problems
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        by_file.setdefault(problem.place.file if problem.place else "", []).append(problem)
    shown: list[Problem] = []
    for group in by_file.values():
        single = [problem for problem in group if not problem.more]
        rest = [*single[SHOWN:], *(problem for problem in group if problem.more)]
        shown += single[:SHOWN]
        if rest:
            number = sum(problem.more or 1 for problem in rest)
            message, hint = _("and {number:,} more, the first of them here"), _("mend those above, and check again")
            shown.append(Problem("file.more", message.format(number=number), rest[0].place, hint, number))
    return tuple(shown)


def printable(text: str) -> str:
    """Text for a terminal: unprintable characters, which might control it, are replaced by the unknown sign; spaces of all widths stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or unicodedata.category(c) == "Zs" else "�" for c in text)


def shortened(text: str) -> str:
    """Text with words of more than 300 characters (longer than any file's name) cut after 40."""
    return re.sub(r"(\S{40})\S{260,}", r"\1…", text)


def did_you_mean(given: str, known: Iterable[str]) -> str | None:
    """A suggestion for a mistyped name, or None where no known name is similar."""
    names = [str(name) for name in known]
    near = difflib.get_close_matches(given, names, n=1, cutoff=0.6)
    if not near:
        folded = {name.casefold().replace("-", "_"): name for name in names}
        match = folded.get(given.casefold().replace("-", "_"))
        near = [match] if match else []
    return _("did you mean {near!r}?").format(near=near[0]) if near else None


SYSTEM = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Operation not permitted"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("Directory not empty"),
    N_("No space left on device"),
    N_("Disk quota exceeded"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("Too many open files"),
    N_("Too many levels of symbolic links"),
    N_("Broken pipe"),
    N_("Connection refused"),
    N_("Network is unreachable"),
)
"""The messages of the system about files and connections, those that are most frequent."""


def system_reason(error: OSError) -> str:
    """The message of the system about an error, in the language in use."""
    return _(error.strerror) if error.strerror else str(error)


def suggest(given: str, known: Iterable[str], what: str) -> str:
    """A similar name as a suggestion, or else the first twenty names, headed by ``what``."""
    names = sorted(str(name) for name in known)
    listed = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
    return did_you_mean(given, names) or f"{what}{colon()}{listed or pgettext('list', 'none')}"
