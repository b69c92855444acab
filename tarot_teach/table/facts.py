"""Facts of the score: what a rule observes in a finished deal, each with one spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from tarot_teach.errors import suggest
from tarot_teach.messages import NP_, _, typed_word, word_named

TAKER, DEFENCE = NP_("typed", "taker"), NP_("typed", "defence")
BOTH_SIDES = (TAKER, DEFENCE)
ANNOUNCED, MADE, FAILED = NP_("typed", "announced"), NP_("typed", "made"), NP_("typed", "failed")
OF_SIDES = (*BOTH_SIDES, ANNOUNCED, MADE, FAILED)
"""The words by which spellings tell what became of something that a side has tried."""

_WORD = re.compile(r"(?<![\w.])[^\W\d_]{2,}(?!\w|\.\w)")


class FactError(ValueError):
    """A text that spells no fact; ``hint`` says what to write."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint: str = hint


class Fact:
    """A fact that a rule observes in a finished deal; frozen and hashable.

    ``parse`` reads the spelling that ``str`` gives: files, options and rows of simulations use no other. ``measure`` says how
    simulations count it: by its spelling, or as a number. ``vocabulary`` are the words in its spellings.
    """

    __slots__ = ()
    vocabulary: ClassVar[tuple[str, ...]] = ()
    measure: ClassVar[Literal["category", "number"]] = "category"

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        """The fact that a text spells; ``seats`` are the letters of the players, where they are known. Raises FactError."""
        raise NotImplementedError

    def turned(self, by: int, seats: int) -> Self:
        """The fact with all seats moved on by ``by``."""
        return self


@dataclass(frozen=True, slots=True)
class SideFact(Fact):
    """The side that has brought something about: ``taker`` or ``defence``."""

    vocabulary: ClassVar[tuple[str, ...]] = BOTH_SIDES
    side: str

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        return cls(one_of(text.strip(), BOTH_SIDES))

    def __str__(self) -> str:
        return self.side


@dataclass(frozen=True, slots=True)
class NumberFact(Fact):
    """A whole number of things, zero or more."""

    measure: ClassVar[Literal["category", "number"]] = "number"
    number: int

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        word = text.strip()
        if not (word.isascii() and word.isdecimal() and len(word) <= 6):
            raise FactError(
                _("{text!r} is not a whole number").format(text=text),
                _("write plain digits, such as {given}").format(given=3),
            )
        return cls(int(word))

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class SeatsFact(Fact):
    """Seats in their order, spelled by their numbers from 1, ``1+3``, or by their letters."""

    seats: tuple[int, ...]

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        return cls(tuple(seat_of(word, seats) for word in words_of(text)))

    def __str__(self) -> str:
        return "+".join(str(seat + 1) for seat in self.seats)

    def turned(self, by: int, seats: int) -> Self:
        return type(self)(tuple((seat + by) % seats for seat in self.seats))


def seat_of(word: str, seats: Sequence[str] = ()) -> int:
    """The seat of a player who is named by number from 1, or by letter where letters are known. Raises FactError."""
    if word in seats:
        return seats.index(word)
    numbers = [str(number) for number in range(1, (len(seats) or 8) + 1)]
    return numbers.index(word) if word in numbers else [*seats].index(one_of(word, seats or numbers))


def words_of(text: str) -> list[str]:
    """The words of a spelling, which stand between plus signs, commas or blanks. Raises FactError where there are none."""
    words = text.replace("+", " ").replace(",", " ").split()
    if not words:
        raise FactError(_("it says nothing"), _("leave it out where there is nothing to tell"))
    return words


def one_of(word: str, known: Sequence[str]) -> str:
    """A word that is among those known. Raises FactError with a suggestion."""
    if word not in known:
        message = _("{word!r} is not one of {known}").format(word=word, known=", ".join(known))
        raise FactError(message, suggest(word, known, _("words")))
    return word


def names_of(words: Iterable[str]) -> dict[str, str]:
    """Words of spellings, each with its name as it is typed in the language in use."""
    return {word: typed_word(word) for word in words}


def spelling_of(text: str, names: Mapping[str, str]) -> str:
    """The spelling of a fact whose words are typed by their names in the language in use: ``taker-failed`` for ``preneur-manqué``."""
    return _WORD.sub(lambda found: found[0] if found[0] in names else word_named(found[0], names) or found[0], text)


def by_names(text: str, names: Mapping[str, str]) -> str:
    """A text with the words of spellings by their names."""
    return _WORD.sub(lambda found: names.get(found[0], found[0]), text)


class Facts(Mapping[str, Fact]):
    """Facts by the id of the rule that observes them; immutable and hashable."""

    __slots__ = ("_facts",)

    def __init__(self, facts: Mapping[str, Fact] | None = None) -> None:
        self._facts = dict(facts or {})

    def __getitem__(self, rule: str) -> Fact:
        return self._facts[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __hash__(self) -> int:
        return hash(frozenset(self._facts.items()))

    def __repr__(self) -> str:
        return f"Facts({self._facts!r})"

    def spelled(self) -> dict[str, str]:
        """The spelling of each fact by its rule."""
        return {rule: str(fact) for rule, fact in self._facts.items()}


NO_FACTS = Facts()
