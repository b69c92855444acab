"""Base class of mechanisms: parameters, sentences for rule pages and findings, and checks against the rest of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tarot_teach.cards import Deck
from tarot_teach.errors import suggest
from tarot_teach.language import _, as_words
from tarot_teach.table import Finding
from tarot_teach.text import TermRef, Text, as_parts, filled

if TYPE_CHECKING:
    from tarot_teach.rules import Rule, Ruleset

Who = Callable[[int], str]
"""Function from a seat to its name in a sentence."""


class Params(BaseModel):
    """Base of a mechanism's parameters: frozen, and unknown names are refused."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")


class NoParams(Params):
    """For mechanisms that have nothing to set."""


class ParamError(Exception):
    """A parameter that is well formed and makes no sense; ``at`` is its path within ``params``."""

    def __init__(self, message: str, at: tuple[str | int, ...], hint: str | None = None) -> None:
        super().__init__(message)
        self.message: str = message
        self.at: tuple[str | int, ...] = at
        self.hint: str | None = hint


P = TypeVar("P", bound=Params)


class _Ids(dict[str, TermRef]):
    """Terms by concept; a concept without a term is called by its id."""

    def __missing__(self, id: str) -> TermRef:
        return TermRef(id, as_words(id))


class Mechanism(Generic[P]):
    """A kind of rule, bound to one rule's parameters and one deck.

    A subclass names its section and its ``Params``, answers the questions of that section (see ``mechanisms/interfaces``), and
    has two voices: :meth:`says` for the rule page and :meth:`because` for the case in hand.
    """

    step: ClassVar[str]
    name: ClassVar[str]
    Params: ClassVar[type[BaseModel]] = NoParams
    marks: ClassVar[tuple[str, ...]] = ()  # marks that the pack must have, besides those in the parameters
    terms: Mapping[str, TermRef]
    """The words of the ruleset for the concepts of the glossary; a mechanism that is bound to none uses their ids."""

    def __init__(self, rule: str, params: P, deck: Deck) -> None:
        self.rule = rule
        self.params = params
        self.deck = deck
        self.terms = _Ids()

    def say(self, template: str, **values: Any) -> Text:
        """A sentence in the words of the ruleset: ``{talon:the}`` is the chien where the ruleset calls it so."""
        return filled(template, values, self.terms)

    def says(self) -> Text:
        """The rule in general, in whole sentences, for rules that bring no prose of their own."""
        raise NotImplementedError

    def because(self, finding: Finding, who: Who) -> Text:
        """The rule in the case that ``finding`` describes, in a whole sentence."""
        return self.says()

    @classmethod
    def requires(cls, rule: Rule, ruleset: Ruleset) -> list[str]:
        """Faults of the rest of the ruleset that this rule depends on, in words; empty when all is well."""
        return []

    @classmethod
    def typed(cls, rule: Rule) -> P:
        """A rule's parameters as this mechanism's own kind."""
        return cast(P, rule.params)

    def called(self, names: Sequence[str]) -> list[Text]:
        """Marks, suits and codes as the ruleset calls their cards: ``king`` is “kings”, ``T1`` “the 1 of trumps”."""
        return [self._called(name) for name in names]

    def _called(self, name: str) -> Text:
        if name in self.deck.by_code:
            return Text(as_parts(self.deck.by_code[name]))
        if name in self.deck.suits:
            suit = self.deck.suits[name]
            return Text((_("the "), suit.name)) if suit.kind == "excuse" else Text((suit.name,))
        for id in (name, f"{name}_card"):
            if id in self.terms:
                return Text((self.terms[id].plural,))
        return Text((_("cards of the kind {name}").format(name=as_words(name)),))

    def mask(self, names: list[str] | tuple[str, ...], param: str) -> int:
        """The cards that marks, suits or codes name. Raises ParamError with a suggestion."""
        mask = 0
        for i, name in enumerate(names):
            named = self.deck.named(name)
            if named is not None:
                mask |= named
            else:
                known = [*self.deck.marks, *self.deck.suits]
                raise ParamError(
                    _("{name!r} is no mark, suit or card of the {title}").format(name=name, title=self.deck.title),
                    (param, i),
                    suggest(name, known, _("marks and suits")),
                )
        return mask


class ValueFormError(ValueError):
    """A value that is not of its form; ``hint`` says what to write."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint: str = hint


def digits(value: Any) -> Any:
    """YAML scalars arrive as text: only plain digits make a number (no 1_0, no 0x10, no 1e3)."""
    if isinstance(value, str):
        text = value.strip()
        if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > 12:
            raise ValueFormError(
                _("{value!r} is not a whole number").format(value=value), _("write plain digits, such as 25")
            )
        return int(text)
    return value


Whole = Annotated[int, BeforeValidator(digits), Field(ge=-1_000_000, le=1_000_000)]
"""A whole number."""

Count = Annotated[int, BeforeValidator(digits), Field(ge=0, le=1000)]
"""A number of things, zero or more."""


@dataclass(frozen=True, slots=True)
class NameOf:
    """The kind of name that a text in a parameter holds, or each key of a map. The loader refuses names that the ruleset lacks.

    ``new`` is a name that the rule itself brings. Every text and every key in ``Params`` has to be marked so, or be one of
    a ``Literal``.
    """

    kind: Literal["contract", "handful", "apart", "honours", "card", "suit", "new"]


CardName = Annotated[str, NameOf("card")]
"""Cards, named by a mark (``king``), a suit (``trumps``) or a code (``T1``)."""

Marks = Annotated[list[CardName], Field(min_length=1)]
"""Cards, each named by a mark, a suit or a code."""

SuitName = Annotated[str, NameOf("suit")]
"""A suit of the pack."""

ContractName = Annotated[str, NameOf("contract")]
"""A contract: the last part of its rule's id."""

HandfulName = Annotated[str, NameOf("handful")]
"""A level of a handful that can be shown."""

ApartName = Annotated[str, NameOf("apart")]
"""An announcement that is paid for apart from the contract."""

Honours = Annotated[int, BeforeValidator(digits), NameOf("honours")]
"""A number of honours, none to all of the pack's."""

NewName = Annotated[str, NameOf("new")]
"""A name that the rule itself brings."""


def _flag(value: Any) -> Any:
    if isinstance(value, str):
        if value not in ("true", "false"):
            raise ValueFormError(_("{value!r} is not true or false").format(value=value), _("write true or false"))
        return value == "true"
    return value


Flag = Annotated[bool, BeforeValidator(_flag)]
"""``true`` or ``false``, and no other spelling."""
