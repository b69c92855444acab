"""Rules that observe a fact of a finished deal: how it is read, checked, told, counted and searched for.

A mechanism that inherits from :class:`Observes` has all of that in its own file; no other module names the fact. Facts
that files, options and rows of format 1 know by a name of their own have a :class:`ResultKey`, a :class:`RowKey` and
:class:`FeatureKey` features; all others go by the id of their rule.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, cast

from tarot_teach.mechanisms.base import Mechanism, Who
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.interfaces import DealsOut, Offers
from tarot_teach.messages import _
from tarot_teach.order import Order
from tarot_teach.rules import Ruleset
from tarot_teach.table import Fact, Outcome, State
from tarot_teach.table.facts import by_names, names_of
from tarot_teach.text import Text, say

F = TypeVar("F", bound=Fact)
M = TypeVar("M")


class Impossible(NamedTuple):
    """The reason why no deal brings a result: an error's code, message, cure, and the place within the result."""

    code: str
    message: str
    hint: str
    path: tuple[str | int, ...]


class Implied(NamedTuple):
    """Consequence of a fact for the cards: the fact in words, its place, the rule, the numbers of tricks that the taker's
    side can have, and of cards that the count counts one by one, and cards that it has or lacks for certain, as masks.

    ``cases`` are further cards that it has and lacks, as pairs of masks, one of which holds for certain; none where nothing follows. ``rank``
    puts facts in order: of the count (-1), of tricks (0), of single cards (1), of what has not come about (2).
    """

    words: tuple[str, ...]
    path: str
    rule: str
    tricks: range
    holds: int = 0
    lacks: int = 0
    rank: int = 0
    cases: tuple[tuple[int, int], ...] = ()
    counted: range = range(1000)


class Game(Protocol):
    """The rules of a game as a typed result is checked by them."""

    ruleset: Ruleset
    order: Order
    deals: DealsOut
    offers: list[Offers]
    movable: int
    ends_play: list[EndsPlay]

    def offering(self, level: str) -> Offers | None:
        """The rule that offers an announcement."""

    def all(self, kind: type[M]) -> list[M]:
        """The rules of a kind that are in force."""

    def levels_of(self, kind: str) -> tuple[str, ...]:
        """The announcements of a kind."""


@dataclass(frozen=True, slots=True)
class ResultKey:
    """The key of a fact in result files, and the option of the command ``score``.

    ``form`` is the type of its value, ``default`` that of results without it. ``option`` is empty where the command has none;
    ``choices`` are empty where any word may follow, and ``several`` allows it more than once. ``concepts`` are words of the
    glossary by which the option is known as well.
    """

    name: str
    form: Any
    default: Any
    description: str
    option: str = ""
    help: str = ""
    choices: tuple[str, ...] = ()
    several: bool = False
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowKey:
    """The column of a fact in the rows of a simulation, and its figures.

    ``form`` is the type of a cell and ``empty`` the cell of a deal without the fact; ``groups`` are the groups into which a
    cell falls, ``order`` those that are shown even where no deal falls into them. ``whole`` is the title of the share of all
    deals with the fact, empty for none, ``title`` that of a group, and ``plot`` that of a picture of them. ``main`` and ``more`` are places
    on the page.
    """

    name: str
    form: Any
    empty: Any
    figure: str
    groups: Callable[[Any], Iterable[str]]
    order: tuple[str, ...] = ()
    whole: str = ""
    title: str = ""
    group_words: Callable[[str, Mapping[str, str]], str] = lambda group, _sides: group
    main: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    plot: str = ""


@dataclass(frozen=True, slots=True)
class FeatureKey:
    """A feature by which deals with the fact are searched for.

    ``test`` is asked of the facts of a deal, its outcome and the argument of the query; ``kind`` are announcements that the
    argument may name. ``in_last_trick`` says that the last trick shows it.
    """

    name: str
    title: str
    lacking: str
    test: Callable[[Any, Outcome, str], object] = field(default=lambda _fact, _outcome, _given: True)
    in_last_trick: bool = False
    kind: str = ""


class Observes(Mechanism, Generic[F]):
    """Observation of a fact in a finished deal. A rule that has observed nothing adds no line and no payment, unless it scores something else as well."""

    observes: type[Fact]
    key: ClassVar[ResultKey | None] = None
    row: ClassVar[RowKey | None] = None
    shown: ClassVar[tuple[FeatureKey, ...]] = ()
    whole_deal: bool = True  # no single trick shows the fact
    always: ClassVar[bool] = False  # every deal has the fact, so that a typed result has to tell it
    scores_without: bool = False  # the rule adds lines without its fact, too
    of_count: ClassVar[bool] = False  # a number of cards: results tell it with the card points, by its key alone
    mark: ClassVar[str] = ""  # the mark of the cards that it counts

    @property
    def counted(self) -> int:
        """The cards whose number the fact is, as a mask."""
        return self.deck.marks.get(self.mark, 0)

    @property
    def applies(self) -> bool:
        """True if the pack has what the fact is about."""
        return True

    @abstractmethod
    def observe(self, state: State, outcome: Outcome) -> F | None:
        """The fact of a played deal that this rule reads; None: nothing to tell."""

    def fact(self, outcome: Outcome) -> F | None:
        """The fact that this rule has observed, played or typed."""
        return cast("F | None", outcome.facts.get(self.rule))

    def word_names(self) -> dict[str, str]:
        """The words in the spellings of the fact, each with its name as it is typed in the language in use."""
        return names_of(self.observes.vocabulary)

    def read(self, text: str, seats: Sequence[str] = ()) -> F:
        """The fact that a text spells. Raises FactError."""
        return cast(F, self.observes.parse(text, seats))

    def follows(self, outcome: Outcome, game: Game) -> F | None:
        """The fact that a typed result has for certain by what else it tells, where it does not tell the fact; None: nothing is certain."""
        return None

    def phrase(self, fact: F) -> Text:
        """The fact as a part of a sentence."""
        return Text((str(fact),))

    def field_label(self) -> str:
        """The label of the fact where a result is typed."""
        return self.ruleset_rules[self.rule].title

    def choices(self) -> list[tuple[str, str]]:
        """Spellings to choose from, each in words; empty where there are too many."""
        return []

    def named_by_words(self, spellings: Iterable[str]) -> list[tuple[str, str]]:
        """Spellings to choose from whose words say what they mean, each in the words of the language in use."""
        names = self.word_names()
        return [(spelling, by_names(spelling, names).replace("-", " ")) for spelling in spellings]

    def values(self, game: Game, players: int) -> str:
        """The spellings that a typed result may have, in words."""
        return ", ".join(spelling for spelling, _words in self.choices()) or _("a fact")

    def example(self, game: Game, players: int) -> str:
        """A spelling that a deal can bring; empty where the rule has none at hand."""
        return next((spelling for spelling, _words in self.choices()), "")

    def impossible(self, outcome: Outcome, fact: F, game: Game, players: int) -> Iterable[Impossible]:
        """Reasons why no deal of the game brings this outcome together with the fact."""
        return ()

    def impossible_together(self, facts: Sequence[F | None], game: Game, players: int) -> Iterable[Impossible]:
        """Reasons why no deal brings these facts to its players or parties, in their order, where there is no taker."""
        return ()

    def implies(self, outcome: Outcome, fact: F | None, game: Game, players: int) -> Iterator[Implied]:
        """Consequences for the cards of the fact, or of its absence, in a deal of so many players."""
        yield from ()

    def tells(self, fact: F, who: Who) -> Iterator[Text]:
        """The fact in sentences, without what it is worth."""
        yield say(_("By {rule}: {fact}."), rule=self.rule, fact=str(fact))

    def tells_nothing(self, outcome: Outcome, who: Who) -> Iterator[Text]:
        """Sentences about a result without the fact; none where nothing has to be said."""
        yield from ()

    def announcements(self, fact: F) -> Iterable[tuple[int, str]]:
        """Announcements by seat and level that the fact tells of."""
        return ()

    # ------------------------------------------------------------ the key in files of format 1, and the column in rows

    def from_key(self, value: Any, seats: Sequence[str]) -> F | None:
        """The fact that the value of its key in a result file gives."""
        raise NotImplementedError

    @classmethod
    def misspelt(cls, text: str) -> Iterable[Impossible]:
        """Faults of a text that is typed for the value of the key."""
        return ()

    @classmethod
    def unfit(cls, value: Any, game: Game, seats: Sequence[str]) -> Iterable[Impossible]:
        """Faults of the value of the key by itself."""
        return ()

    @classmethod
    def of_game(cls, value: Any, game: Game, present: bool) -> tuple[Any, Sequence[tuple[str, str]]]:
        """The part of a key's value that another game knows, and announcements, by letter and level, that it does not know.

        ``present`` says that the other game has a rule of this kind.
        """
        return value, ()

    @classmethod
    def cell(cls, facts: Sequence[F]) -> Any:
        """The cell of a row for the facts of all rules of this kind."""
        assert cls.row is not None
        return str(facts[0]) if facts else cls.row.empty
