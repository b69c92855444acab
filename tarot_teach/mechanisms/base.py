"""Base class of mechanisms: parameters, sentences for rule pages and findings, and checks against the rest of a ruleset."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model
from pydantic.fields import FieldInfo

from tarot_teach.blocks import Table
from tarot_teach.cards import Card, CardSet, Deck
from tarot_teach.errors import suggest
from tarot_teach.messages import N_, _, as_words
from tarot_teach.order import Order
from tarot_teach.rules import contract_title, counts_in_words
from tarot_teach.table import Choose, Effect, Finding, State
from tarot_teach.text import TermRef, Text, as_parts, filled, listed, phrase, with_single_blanks

if TYPE_CHECKING:
    from tarot_teach.rules import Rule, Ruleset

Who = Callable[[int], str]
"""Function from a seat to its name in a sentence."""


class Params(BaseModel):
    """Parameters of a mechanism: none, unless it declares some. They are frozen, and unknown names are refused."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")


class ParamError(Exception):
    """A parameter that is well formed and makes no sense; ``at`` is its path within ``params``."""

    def __init__(self, message: str, at: tuple[str | int, ...], hint: str | None = None) -> None:
        super().__init__(message)
        self.message: str = message
        self.at: tuple[str | int, ...] = at
        self.hint: str | None = hint


class _Ids(dict[str, TermRef]):
    """Terms by concept; a concept without a term is called by its id."""

    def __missing__(self, id: str) -> TermRef:
        return TermRef(id, as_words(id))


MARKED = 9
"""The most cards of a mark that are named one by one."""

_SEATS = ("owner", "creditor", "payer", "payee", "to", "winner")
"""Facts of findings that are seats, besides ``seat``, which a sentence calls ``{who}``."""
_CONTRACTS = ("contract", "bid", "outbid")
"""Facts of findings that are contracts."""


def name_of(class_name: str) -> str:
    """The name in rulesets of a mechanism that gives none: ``MustFollowSuit`` is ``must_follow_suit``."""
    return re.sub(r"\B(?=[A-Z])", "_", class_name).lower()


def plain_docstring(docstring: str) -> str:
    """A docstring as it is printed and translated: on one line, without code signs."""
    return with_single_blanks(docstring).replace("``", "")


class Mechanism:
    """A kind of rule, bound to one rule's parameters, one deck and an order of its cards.

    A subclass declares its parameters as fields (``points: Count = Field(description=…)``), answers the questions of its
    section (see ``mechanisms/interfaces``), and has two voices: :meth:`says` for the rule page and :meth:`because` for the
    case in hand. Its name in rulesets is :func:`name_of` the class, unless it gives another.
    """

    step: ClassVar[str]
    name: ClassVar[str]
    Params: ClassVar[type[BaseModel]] = Params
    marks: ClassVar[tuple[str, ...]] = ()  # marks that the pack must have, besides those in the parameters
    by_points: bool = False  # the rule asks for card points
    by_size: ClassVar[bool] = False  # the rule asks how many cards a hand has
    of_play: ClassVar[str] = ""  # the kind of play that the rule is for; empty: any
    heading: ClassVar[str] = ""  # the name of a rule to which the ruleset gives none; parameters fill it
    sentence: ClassVar[str] = ""  # the rule in general; parameters fill it
    reason: ClassVar[str] = ""  # the rule in the case of a finding, where that is another sentence
    terms: Mapping[str, TermRef]
    """The words of the ruleset for the concepts of the glossary; a mechanism that is bound to none uses their ids."""
    ruleset_rules: Mapping[str, Rule]
    """The rules of the ruleset by their ids; none for a mechanism that is bound to no ruleset."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = name_of(cls.__name__)
        fields = {name: value for name, value in vars(cls).items() if isinstance(value, FieldInfo)}
        if fields:
            kinds = inspect.get_annotations(cls, eval_str=True)
            declared: dict[str, Any] = {name: (kinds[name], field) for name, field in fields.items()}
            cls.Params = create_model(f"{cls.__name__}Params", __base__=cls.Params, **declared)

    def __init__(self, rule: str, params: BaseModel, deck: Deck, order: Order | None = None) -> None:
        self.rule: str = rule
        self.params: BaseModel = params
        self.deck: Deck = deck
        self.order: Order = order or deck.order()
        self.terms = _Ids()
        self.ruleset_rules = {}
        vars(self).update(params)
        self.prepare()

    @classmethod
    def description(cls) -> str:
        """What such a rule does, in English, as it is looked up in a catalogue: the docstring of the class."""
        return plain_docstring(inspect.getdoc(cls) or "")

    def prepare(self) -> None:
        """Work out what follows from the parameters alone. Raises ParamError."""

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        """Faults of the rest of the ruleset that this rule depends on, in words."""
        if self.of_play not in ("", ruleset.play):
            words = _("it is for another kind of play: write `phases: [deal, {{play: {kind}}}]`")
            yield words.format(kind=self.of_play)

    def figures(self) -> Table | None:
        """The figures of the rule as a table for its page; None for a rule that needs none."""
        return None

    def entry_words(self, key: str) -> Text:
        """The words for an entry of a parameter that is a table, by its key."""
        card = self.deck.by_code.get(key)
        return Text((card.name if card else as_words(key),))

    def judged(self, fine: bool, **facts: Any) -> list[Finding]:
        """The finding that allows or refuses an action."""
        return [Finding(self.rule, Effect.ALLOWS if fine else Effect.REFUSES, facts, decisive=not fine)]

    def decides(self, *, decisive: bool = False, **facts: Any) -> Finding:
        """The finding on what has come of the rule."""
        return Finding(self.rule, Effect.DECIDES, facts, decisive)

    def say(self, template: str, **values: Any) -> Text:
        """A sentence of parameters and values in the words of the ruleset: ``{talon:the}`` is the chien where it is called so."""
        params = {name: value for name, value in self.params if name not in self.terms}
        return filled(template, {name: counts_in_words(value) for name, value in (params | values).items()}, self.terms)

    def title(self) -> str:
        """The name of the rule where the ruleset gives none; empty where it has to."""
        return str(self.say(_(self.heading))) if self.heading else ""

    def says(self) -> Text:
        """The rule in general, in whole sentences, for rules that bring no prose of their own."""
        return self.say(_(self.sentence))

    def because(self, finding: Finding, who: Who) -> Text:
        """The rule in the case that ``finding`` describes, in a whole sentence."""
        template = self.why(finding)
        return self.say(template, **self.facts_in_words(finding, who)) if template else self.says()

    def why(self, finding: Finding) -> str:
        """The sentence for a finding, with places for its facts; empty where :meth:`says` has it."""
        return _(self.reason) if self.reason else ""

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        """The facts of a finding that a sentence can name, with names in place of seats and titles in place of contracts."""
        facts = {name: value for name, value in finding.facts.items() if not isinstance(value, bool)}
        seats = {"who": facts.get("seat"), **{name: facts.get(name) for name in _SEATS}}
        titles = {name: self.contract_title(facts[name]) for name in _CONTRACTS if facts.get(name)}
        return facts | titles | {name: who(seat) for name, seat in seats.items() if isinstance(seat, int)}

    def contract_title(self, name: str) -> str:
        """The title of a contract as it stands in a sentence; its name where the rule is bound to no ruleset."""
        return contract_title(self.ruleset_rules, name)

    def item_title(self, item: str) -> str:
        """The title of the rule that pays for what is announced by a name; the name in words where the rule is bound to no ruleset."""
        paid = [rule for rule in self.ruleset_rules.values() if rule.step == "score"]
        named = [rule for rule in paid if getattr(rule.params, "item", "") == item]
        named += [rule for rule in paid if rule.id.rpartition(".")[2] == item]
        return named[0].title if named else as_words(item)

    def called(self, names: Iterable[str]) -> list[Text]:
        """Marks, suits and codes as the ruleset calls their cards: ``king`` is “kings”, ``T1`` “the 1 of trumps”."""
        return [self._called(name) for name in names]

    def _called(self, name: str) -> Text:
        if name in self.deck.by_code:
            return Text(as_parts(self.deck.by_code[name]))
        if name in self.deck.suits:
            suit = self.deck.suits[name]
            return phrase(_("{card:the}"), card=suit.name) if suit.kind == "excuse" else Text((suit.name,))
        for id in (name, f"{name}_card"):
            if id in self.terms:
                return Text((self.terms[id].plural,))
        marked = self.deck.set(self.deck.named(name) or 0)
        if not 0 < len(marked) <= MARKED:
            return Text((_("the cards marked “{name}”").format(name=as_words(name)),))
        plain = self.deck.plain_suits()
        of_rank: dict[str, list[Card]] = {}
        for card in marked:
            of_rank.setdefault(card.rank_word if card.suit.id in plain else card.code, []).append(card)
        whole = [cards for cards in of_rank.values() if len(cards) == len(plain) > 1]
        others = [card for cards in of_rank.values() if cards not in whole for card in cards]
        ranks = [Text((_("every {rank}").format(rank=cards[0].rank_name),)) for cards in whole]
        return listed([*ranks, *(Text(as_parts(card)) for card in others)])

    def mask(self, names: Iterable[str]) -> int:
        """The cards that marks, suits or codes name. Raises ParamError with a suggestion."""
        mask = 0
        for name in names:
            named = self.deck.named(name)
            if named is None:
                message = _("{name!r} is no mark, suit or card of the {title}").format(name=name, title=self.deck.title)
                raise ParamError(message, (), suggest(name, [*self.deck.marks, *self.deck.suits], _("marks and suits")))
            mask |= named
        return mask


class LeavesChoice(Mechanism):
    """A rule by which a seat chooses something."""

    decisions: ClassVar[tuple[str, str]] = (N_("{who} may choose that."), N_("{who} may not choose that."))
    """Sentences on a choice: allowed, and refused."""
    does: ClassVar[str] = ""
    """Sentence on a choice, where one sentence serves for all."""
    prompt: ClassVar[str] = ""
    """Question to a seat, with its ``options``, and the ``number`` and ``codes`` of cards."""

    def cards_of(self, state: State, option: str) -> CardSet:
        """Open cards that an option stands for, for whoever has to choose; by default none."""
        return CardSet(state.deck)

    def option_in_words(self, option: str) -> str:
        """An option as it stands in a sentence."""
        return as_words(option.replace("-", " "))

    def sentence_on(self, action: Choose) -> str:
        """Sentence on a choice, with places for ``who``, ``option``, ``cards`` and their ``number``."""
        return _(self.does)


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


Quantity = Literal["card_points", "hand", "pack", "talon", "tricks", "trumps"]
"""A quantity of a game that is the same in every deal: card points as they are counted, cards of a hand, of the pack, of the
talon or stock, tricks of a deal, trumps."""


@dataclass(frozen=True, slots=True)
class Within:
    """The quantity that a number in a parameter does not exceed, or stays ``below``. The loader refuses a number that nothing can reach."""

    quantity: Quantity
    below: bool = False


@dataclass(frozen=True, slots=True)
class NameOf:
    """The kind of name that a text in a parameter holds, or each key of a map. The loader refuses names that the ruleset lacks.

    ``new`` is a name that the rule itself brings. Every text and every key in ``Params`` has to be marked so, or be one of
    a ``Literal``.
    """

    kind: Literal["contract", "handful", "apart", "honours", "players", "card", "suit", "variant", "fact", "pot", "new"]


CardName = Annotated[str, NameOf("card")]
"""Cards, named by a mark (``king``), a suit (``trumps``) or a code (``T1``)."""

Marks = Annotated[list[CardName], Field(min_length=1)]
"""Cards, each named by a mark, a suit or a code."""

SuitName = Annotated[str, NameOf("suit")]
"""A suit of the pack."""

VariantName = Annotated[str, NameOf("variant")]
"""A variant of the order of cards, by its name in the pack."""

ContractName = Annotated[str, NameOf("contract")]
"""A contract: the last part of its rule's id."""

HandfulName = Annotated[str, NameOf("handful")]
"""A level of a handful that can be shown."""

ApartName = Annotated[str, NameOf("apart")]
"""An announcement that is paid for apart from the contract."""

Honours = Annotated[int, BeforeValidator(digits), NameOf("honours")]
"""A number of honours, none to all of the pack's."""

Players = Annotated[int, BeforeValidator(digits), NameOf("players")]
"""A number of players for which the ruleset is."""

FactName = Annotated[str, NameOf("fact")]
"""A bonus or another thing that is observed in a deal, by the last part of its rule's id."""

PotName = Annotated[str, NameOf("pot")]
"""A pot that stays from deal to deal, by the last part of its rule's id."""

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
