"""The base of questions and answers: fields with the words about them, refusals, and reports that print themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import Field, dataclass, field, fields
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, get_args, get_origin, get_type_hints

from tarot_teach.blocks import Block
from tarot_teach.cards import Card, Deck
from tarot_teach.display import displayed
from tarot_teach.errors import OutputError, RangeError, UnfitError, spot, suggest
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.records.gathered import Source, line_named
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.rules import Ruleset
from tarot_teach.table.facts import OF_SIDES, by_names, names_of, spelling_of

# ---------------------------------------------------------------- answers


@displayed
class Report(ABC):
    """An answer that prints itself as text, shows itself in a notebook, and turns into plain data."""

    __slots__ = ()

    @abstractmethod
    def blocks(self) -> list[Block]:
        """The answer as blocks, for :mod:`tarot_teach.render`."""

    def narrow_blocks(self) -> list[Block]:
        """The answer as blocks for text of a terminal's width."""
        return self.blocks()

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data: that of the command's ``--json``."""

    @abstractmethod
    def _summary(self) -> str:
        """The answer in a few words, for ``repr``."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._summary()}>"


@dataclass(frozen=True, slots=True, repr=False)
class Page(Report):
    """A report of blocks and of data that are made when they are asked for, and of the words for ``repr``."""

    make: Callable[[], Iterable[Block]]
    data: Callable[[], Any]
    words: str

    def blocks(self) -> list[Block]:
        return [*self.make()]

    def to_dict(self) -> Any:
        return self.data()

    def _summary(self) -> str:
        return self.words


class LinkedReport(Report):
    """A report that is JSON-LD, too."""

    __slots__ = ()

    @abstractmethod
    def linked(self) -> dict[str, Any]:
        """The answer as JSON-LD: a context, and a graph of nodes."""


class Exchanged(NamedTuple):
    """A table that `import` reads again, and sentences about what has no place in it."""

    columns: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    notes: Sequence[str]


class ExchangeReport(Report):
    """A report that is a table for other programs, too."""

    __slots__ = ()

    @abstractmethod
    def exchanged(self) -> Exchanged:
        """The table, and what has no place in it. Raises RecordError for an answer that it cannot hold."""


class TableReport(Report):
    """A report that is a table, too."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table: one value for each column."""

    def columns(self) -> list[str]:
        """The columns that a CSV file has."""
        return [*next(iter(self.rows()), {})]

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame. Raises OutputError where pandas is not installed."""
        try:
            pandas: Any = import_module("pandas")
        except ImportError:
            message = _("a DataFrame needs pandas, which is not installed")
            hint = _("pip install pandas; or take rows(), a list of dicts")
            raise OutputError.of("frame.no-pandas", message, hint=hint) from None
        return pandas.DataFrame(self.rows())


def counted(number: int, what: str) -> str:
    """A number of things, for ``repr``: ``1 rule`` or ``2 rules``."""
    return f"{number} {what}{'s' * (number != 1)}"


# ---------------------------------------------------------------- questions

PAGE = ("text", "markdown", "html", "latex")
"""The formats of an answer that is a page."""
TABLE = (*PAGE, "csv")
"""The formats of an answer that is a table, too."""


class Asked(NamedTuple):
    """A field of a question: its name, its type (``bool``, ``int``, ``float`` or ``str``), and the help about it.

    Where there may be ``several``, the value is a tuple; of a field ``by`` rule or player, it has a value for each of these. ``choices`` are
    the words that it may have, if they are a closed list, ``least`` and ``most`` limit a number, which may be a text as well if ``loose``.
    ``option`` is the name as an option of commands and directives; in one text, several values stand with a ``separator``, or blanks.
    """

    name: str
    type: type
    help: str
    choices: tuple[str, ...]
    metavar: str | None
    several: bool
    needed: bool
    default: Any
    option: str
    least: int | None
    most: int | None
    by: str
    loose: bool
    separator: str | None

    @property
    def names(self) -> dict[str, str]:
        """The words of facts in the choices, each with its name as it is typed in the language in use; none for choices of another kind."""
        words = {word for choice in self.choices for word in choice.split("-")}
        return names_of(word for word in OF_SIDES if word in words) if words <= {*OF_SIDES} else {}

    def chosen(self, given: Any) -> Any:
        """A value, or several, where words of facts may be typed by their names, as choices have them."""
        if isinstance(given, str):
            return spelling_of(given, self.names) if self.choices else given
        return tuple(map(self.chosen, given)) if self.choices and self.several else given

    def check_range(self, number: int) -> None:
        """Raise RangeError for a number beyond the limits."""
        least, last = self.least, self.most
        if least is None or (least <= number and (last is None or number <= last)):
            return
        message, hint = (
            _("{field} is a number from {least} to {last}, not {number}"),
            _("take a number from {least} on"),
        )
        if last is None:
            message = _("{field} is at least {least}, not {number}")
        named = {"field": spot(self.name), "least": least, "last": last, "number": number}
        raise RangeError.of("usage.value", message.format(**named), hint=hint.format(least=least))


def asks(help: str, *, default: Any = None, needed: bool = False, **words: Any) -> Any:
    """A field of a question, with the help about it and what else :class:`Asked` has. ``needed`` fields have no default."""
    return field(metadata={"help": help, "needed": needed, **words}, **({} if needed else {"default": default}))


class Files(Protocol):
    """Files found by name where a question is asked. Raises LoadError for an unknown name."""

    @property
    def library(self) -> Library: ...

    def ruleset(self, name: str) -> Ruleset: ...

    def record_path(self, kind: str, name: str) -> Path: ...

    def line_named(self, name: str) -> Source | None: ...

    def replayed(self, name: str) -> Replay: ...


class LibraryFiles(NamedTuple):
    """Files found by name in a library."""

    library: Library

    def ruleset(self, name: str) -> Ruleset:
        return self.library.load(name)

    def record_path(self, kind: str, name: str) -> Path:
        return self.library.find_record(kind, name)

    def line_named(self, name: str) -> Source | None:
        return line_named(name)

    def replayed(self, name: str) -> Replay:
        return replay_example(name, self.library)


class Watch:
    """Progress of a long search as a place of asking shows it; nothing here."""

    jobs: int | None = 1
    """In how many processes deals are played; None for as many as there are processors."""

    def note(self, text: str) -> None:
        """Tell what is no part of the answer."""

    def remark(self, text: str) -> None:
        """Tell what makes no difference for the answer."""

    @contextmanager
    def progress(self, total: int) -> Iterator[Callable[..., None]]:
        """Yield a function that shows how many deals are done, perhaps with a remark and another total."""
        yield lambda *_progress: None


QUIET = Watch()
"""Shows nothing."""

A = TypeVar("A", bound=Report, covariant=True)


@dataclass(frozen=True, kw_only=True)
class Question(ABC, Generic[A]):
    """A question with its fields. The docstring of its class is the help of the command.

    It is about something with a name, as a rule a ruleset, which the help of the command calls ``argument``, unless that is empty; there may be ``many`` names. The fields ``beyond_rows`` ask for what has no rows. ``formats`` are those of the answer beside JSON. HTML
    and LaTeX of a ``document`` are whole also where they go to no file. The command asks a question of ``instead`` where the flag of
    its name is given, with the help ``flag``.
    """

    name: ClassVar[str]
    formats: ClassVar[tuple[str, ...]] = ("text",)
    document: ClassVar[bool] = False
    argument: ClassVar[str] = "name"
    many: ClassVar[bool] = False
    beyond_rows: ClassVar[tuple[str, ...]] = ()
    instead: ClassVar[tuple[type[Question[Report]], ...]] = ()
    flag: ClassVar[str] = ""

    def __post_init__(self) -> None:
        """Read the choices of fields that are words of facts by their names. Raises UnfitError for a word that is not among the choices of its field."""
        for each in self.asked():
            given = each.chosen(getattr(self, each.name))
            object.__setattr__(self, each.name, given)
            for word in given if each.several else (given,):
                if each.choices and word not in (None, *each.choices):
                    known = [by_names(choice, each.names) for choice in each.choices]
                    message, hint = _("{field} cannot be {word}"), suggest(str(word), known, _("it is one of"))
                    raise UnfitError.of("usage.value", message, hint=hint, field=spot(each.name), word=shown(word))
                if each.least is not None and word is not None:
                    each.check_range(word)

    @classmethod
    def names_in(cls, given: Mapping[str, Any]) -> tuple[str, ...]:
        """The names in the fields that may be files."""
        return ()

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        """The fields for what the question is about, by its name or names; ``given`` are the other fields. Raises LoadError for unknown names."""
        raise NotImplementedError

    @abstractmethod
    def title_of(self, answer: Any) -> str:
        """The title of a document with the answer."""

    @abstractmethod
    def answer(self, library: Library) -> A:
        """The answer. Raises UnfitError for what the game does not ask for, or lacks, and other errors of what is asked."""

    @classmethod
    def asked(cls) -> Iterator[Asked]:
        """The fields of the question that somebody fills in, in the order of the command's options."""
        hints = get_type_hints(cls)
        return (_asked(each, hints[each.name]) for each in fields(cls) if each.metadata)

    @classmethod
    def option_of(cls, field: str) -> str:
        """The name of a field as an option of commands and directives."""
        return next((each.option for each in cls.asked() if each.name == field), field)


@dataclass(frozen=True, kw_only=True)
class GameQuestion(Question[A]):
    """A question about a game."""

    game: Ruleset

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"game": files.ruleset(names[0])}

    def title_of(self, answer: Any) -> str:
        return self.game.title


def _asked(each: Field[Any], hint: Any) -> Asked:
    words, parts = each.metadata, {hint, *get_args(hint)}
    return Asked(
        each.name,
        next((kind for kind in (bool, int, float) if kind in parts), str),
        words["help"],
        words.get("choices", ()),
        words.get("metavar"),
        get_origin(hint) is tuple,
        words["needed"],
        each.default,
        words.get("option", each.name.replace("_", "-")),
        words.get("least"),
        words.get("most"),
        words.get("by", ""),
        {int, str} <= parts,
        words.get("separator"),
    )


# ---------------------------------------------------------------- cards

Cards = str | Iterable[str | Card]
"""Cards: their codes in one text (``SR H3 T5``), a list of codes or cards, or a set of cards."""


def read_cards(name: str, deck: Deck, value: object) -> list[Card]:
    """Cards as typed, or as a list of codes and cards. Raises TypeError, and NotationError with a suggestion."""
    if isinstance(value, str):
        return list(deck.parse(value))
    cards: list[Any] = list(value) if isinstance(value, Iterable) else [value]
    if all(isinstance(card, Card | str) for card in cards):
        return [card if isinstance(card, Card) else deck.card(card) for card in cards]
    raise TypeError(_("{name} is cards, such as 'SR H3 T5', not {shown}").format(name=name, shown=shown(value)))


def shown(value: object) -> str:
    """A wrong argument, for a message: its value where that is short, else its type."""
    text = repr(value)
    return text if len(text) <= 40 else _("a value of type {name}").format(name=type(value).__name__)
