"""Rulesets as values, with parents and options resolved, as the engine plays them; and authors' prose.

Prose is a sentence or more that interpolates what it states: ``{{ params.talon }}`` is a parameter of the rule (a table is
shown entry by entry), ``{{ term.taker }}`` a concept under the name that this ruleset gives it, ``{{ card.T21 }}`` a card,
(both with a form behind, ``{{ term.taker.the }}``, ``{{ card.T21.of }}``), ``{{ rule.play.overtrump }}`` another rule, ``{{ example.going_over }}`` a worked example and ``{{ option.play_clockwise }}``
a house rule, with ``_`` for each ``-`` of the id. There is nothing else: no loops, no calls, no attributes of anything.
Prose is checked when it is loaded and filled in when it is asked for.

Its layout is that of Markdown, as far as rules need it: empty lines separate paragraphs, lines with ``- `` in front are a
list, lines of cells between ``|`` a table, and asterisks stress words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel

from tarot_teach.cards import Deck
from tarot_teach.display import displayed, view
from tarot_teach.errors import LoadError, Place, suggest
from tarot_teach.messages import FORMS, N_, _, as_words, kind_in_words, kinds_in_words, pgettext, within_sentence
from tarot_teach.text import (
    Cite,
    PageRef,
    Part,
    RuleRef,
    TermRef,
    Text,
    as_parts,
    emphasized,
    english_forms,
    filled,
    in_form,
    listed,
    say,
)

STEPS = ("deal", "void", "bid", "call", "talon", "exchange", "discard", "declare", "play", "count", "score", "match")
"""The steps of a deal, in order. A rule's id begins with its step."""

PHASES = STEPS[: STEPS.index("count")]
"""The steps that are phases of a deal, in the order of most games; the others follow the play."""

USUAL_PLAY = "tricks"
"""The kind of play of a ruleset that names no other beside the section: `phases: [deal, {play: shedding}]`."""

EVERY_CONTRACT = ("deal", "void", "bid", "match")
"""The steps before there is a contract, and after a deal: their rules are the same for every contract."""

NAMESPACES = ("params", "term", "card", "rule", "example", "option")
"""The kinds of things that prose may name."""

WITH_FORMS = ("term", "card")
"""The kinds of things whose words prose may name in a form: ``{{ term.excuse.the }}``, and ``.The`` at the beginning of a sentence."""

ENGLISH_FORM = "en"
"""Behind a form, ``{{ term.excuse.the.en }}``: the form stays English in a text that is not translated yet."""

_ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)


class Evidence(StrEnum):
    """Grade of evidence for a ruleset or rule."""

    CODIFIED = "codified"  # laid down by a governing body
    DESCRIBED = "described"  # described by a player or a historian
    RECONSTRUCTED = "reconstructed"  # inferred; `because` says from what
    HOUSE = "house"  # a custom of some tables


TO_BE_SAID = "Say here"
"""The beginnings of texts in new files that authors replace."""


_ABOUT = "about "
"""The word before a year that is not certain."""


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of the bibliography."""

    key: str
    title: str
    author: str = ""
    year: str = ""
    published: str = ""
    place: str = ""
    address: str = ""
    accessed: str = ""
    kind: str = "page"
    note: str = ""

    @property
    def authors(self) -> list[str]:
        """The authors, each as ``Surname, Given names``, or as it is written where that has no comma."""
        return [name.strip() for name in self.author.split(" and ")] if self.author else []

    @property
    def dated(self) -> str:
        """The year in the words of the language in use."""
        year = self.year.removeprefix(_ABOUT)
        return self.year if year == self.year else _("about {year}").format(year=year)

    @property
    def to_be_named(self) -> bool:
        """True for the entry of a new file of sources that still says what is to be written there."""
        return self.author.startswith(TO_BE_SAID) or self.note.startswith(TO_BE_SAID)


@dataclass(frozen=True, slots=True)
class Citation:
    """A source and the place in it (a heading, a page); ``says`` is a comment."""

    source: str
    at: str = ""
    says: str = ""

    @property
    def cite(self) -> Cite:
        """The reference to the source."""
        return Cite(self.source, self.at)


@dataclass(frozen=True, slots=True)
class Lack:
    """A part of a game that its sources tell and the ruleset does not: a sentence, and the id that its rule would have, if it has one."""

    says: Prose
    rule: str
    sources: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """An entry of the glossary: meaning, name in the language in use, names by language, and other words by which people search for it.

    A name in ``names`` may have others behind it, in brackets or behind commas; ``sources`` say by language and name where it is found.
    """

    id: str
    meaning: str
    general: str
    names: Mapping[str, str]
    see: tuple[str, ...] = ()
    plural: str = ""
    also: tuple[str, ...] = ()
    sources: Mapping[tuple[str, str], Sequence[Citation]] = field(default_factory=dict)

    @property
    def en(self) -> str:
        """The name in English."""
        return self.names["en"]

    def name_in(self, language: str) -> str:
        """The name in a language, with others behind it; empty where the glossary has none."""
        return self.names.get(language, "")

    def words_in(self, language: str) -> list[str]:
        """The names in a language, each by itself: the one that is printed first."""
        return [name.strip() for name in re.split(r"[(),]", self.name_in(language)) if name.strip()]


@dataclass(frozen=True, slots=True)
class Change:
    """A writing of a rule by a ruleset or option: its id, the place, the altered parameters with their values before, and why."""

    by: str
    place: Place
    params: tuple[str, ...] = ()
    because: str = ""
    before: Mapping[str, Any] = field(default_factory=dict)


class ProseError(Exception):
    """Prose that is not well formed, or names what it may not; ``line`` counts from 1 within the prose."""

    def __init__(self, message: str, line: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.message: str = message
        self.line: int = line
        self.hint: str = hint or _(
            "write {{ params.NAME }}, {{ term.NAME }}, {{ card.CODE }}, {{ rule.ID }}, {{ example.ID }} or {{ option.ID }}"
        )


class ByPlayers(dict[Any, Any]):
    """Values of a parameter by the number of players: a number of cards, or a list of packets."""

    def words(self) -> Text:
        """The values in words, to stand before what is counted: ``25 (3 players), 19 (4) or 15 (5)``."""
        first, other = _("{number} ({players} players)"), _("{number} ({players})")
        said = (
            say(other if i else first, number=counts_in_words(value), players=players)
            for i, (players, value) in enumerate(self.items())
        )
        return listed([*said], N_("{first} or {last}"))


def counts_in_words(value: Any) -> Any:
    """Values by the number of players, and packets (``6, 6 and 7``), in words; any other value as it is."""
    if isinstance(value, ByPlayers):
        return value.words()
    packets = isinstance(value, list) and value and all(isinstance(number, int) for number in value)
    return listed([Text((str(number),)) for number in value]) if packets else value


@dataclass(frozen=True, slots=True)
class Prose:
    """Compiled prose: strings, and expressions of a namespace, a path and a line within the prose."""

    source: str
    parts: tuple[str | tuple[str, tuple[str, ...], int], ...]

    @classmethod
    @cache
    def compile(cls, source: str) -> Prose:
        """Parse and check prose, once for all rulesets that share it. Raises ProseError."""
        try:
            tree = _ENVIRONMENT.parse(source)
        except TemplateSyntaxError as error:
            raise ProseError((error.message or _("not well formed")).rstrip("."), error.lineno) from None
        except ValueError:
            raise ProseError(_("a number has too many digits to be read")) from None
        except RecursionError:
            raise ProseError(_("the expression is nested too deeply")) from None
        parts: list[str | tuple[str, tuple[str, ...], int]] = []
        for node in tree.body:
            if not isinstance(node, nodes.Output):
                raise ProseError(_("prose may interpolate values, and do nothing else"), node.lineno)
            for child in node.nodes:
                parts.append(child.data if isinstance(child, nodes.TemplateData) else (*_path(child), child.lineno))
        return cls(source, tuple(parts))

    def fill(self, scope: Mapping[str, Any]) -> Text:
        """The prose with values; ``scope`` has a mapping for each of :data:`NAMESPACES`.

        Raises ProseError where a name has no value.
        """
        parts: list[Part] = []
        for part in self.parts:
            if isinstance(part, str):  # line ends become blanks, but before items of lists and rows of tables
                separated = re.sub(r"\n[^\S\n]*\n\s*", "\n\n", part)
                unfolded = re.sub(r"(?<!\n)\n(?!\n)(?!- |\|)[^\S\n]*", " ", separated)
                parts.extend(emphasized(unfolded))
            else:
                parts.extend(as_parts(_shown(_value(*part, scope), scope.get("rule", {}))))
        return say("{text}", text=Text(parts))


def _path(node: nodes.Node) -> tuple[str, tuple[str, ...]]:
    """The namespace and path of an expression. Raises ProseError for all but a path in a namespace."""
    path: list[str] = []
    at = node
    while isinstance(at, nodes.Getattr | nodes.Getitem):
        name = at.attr if isinstance(at, nodes.Getattr) else getattr(at.arg, "value", None)
        if not isinstance(name, str | int):
            break
        path.insert(0, str(name))
        at = at.node
    if not isinstance(at, nodes.Name) or not path:
        message = _(
            "an interpolation is a dotted name, such as params.talon, term.taker, card.T21 or rule.play.overtrump"
        )
        raise ProseError(message, node.lineno)
    message = _("{name!r} is outside of what prose may use")
    if at.name not in NAMESPACES:
        raise ProseError(
            message.format(name=at.name), node.lineno, suggest(at.name, NAMESPACES, pgettext("list", "known"))
        )
    if any(name.startswith("_") for name in path):
        hint = _("prose may name params, term, card, rule, example and option")
        raise ProseError(message.format(name=".".join(path)), node.lineno, hint)
    return at.name, tuple(path)


def _value(namespace: str, path: tuple[str, ...], line: int, scope: Mapping[str, Any]) -> Any:
    """The value of an expression. Raises ProseError where it has none."""
    value = scope.get(namespace, {})
    if namespace in ("rule", "example", "option"):
        id = ".".join(path) if namespace == "rule" else ".".join(path).replace("_", "-")
        if id not in value:
            message = _("there is no {namespace} {id!r}").format(namespace=kind_in_words(namespace), id=id)
            raise ProseError(message, line, suggest(id, value, kinds_in_words(namespace)))
        if namespace == "rule":
            return RuleRef(id, value[id])
        return say(_("“{title}”"), title=PageRef(namespace, id, value[id]))
    in_english = path[2:] == (ENGLISH_FORM,)
    form = path[1] if namespace in WITH_FORMS and (len(path) == 2 or in_english) else ""
    for name in path[:1] if form else path:
        known = value if isinstance(value, Mapping) else {}
        if name not in known:
            message = _("{namespace}.{path} has no value").format(namespace=namespace, path=".".join(path))
            raise ProseError(message, line, suggest(name, known, pgettext("list", "known")))
        value = known[name]
    if not form:
        return value
    try:
        return english_forms(value, form) if in_english else in_form(value, form)
    except KeyError:
        message = _("there is no form {form!r} of a word").format(form=form)
        raise ProseError(message, line, suggest(form, [*FORMS, "plural"], pgettext("list", "known"))) from None


def _shown(value: Any, titles: Mapping[str, str]) -> Any:
    """A value for readers: numbers as people write them, maps entry by entry with their names, contracts by their titles."""
    if isinstance(value, ByPlayers):
        return [value.words()]
    if isinstance(value, Mapping):
        named = [(titles.get(f"bid.{name}", as_words(name)), item) for name, item in value.items()]
        return [Text((f"{within_sentence(name)} ", *as_parts(_shown(item, titles)))) for name, item in named]
    if isinstance(value, Fraction) and value.denominator == 2:
        return f"{value.numerator // 2 or ''}½"
    if isinstance(value, list | tuple) and not isinstance(value, Text):
        return [_shown(item, titles) for item in value]
    return pgettext("name", value) if isinstance(value, str) and value.islower() else value


@dataclass(frozen=True, slots=True, repr=False)
class Rule:
    """A rule. ``params`` is the validated model of its mechanism; ``history`` begins with the change that added it; ``under``
    are the contracts under which the rule is in force, in their order: none where it always is."""

    id: str
    mechanism: str
    params: BaseModel
    title: str
    text: Prose | None
    note: Prose | None
    sources: tuple[Citation, ...]
    evidence: Evidence
    because: str
    history: tuple[Change, ...]
    under: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Rule {self.id}: {self.title}>"

    @property
    def step(self) -> str:
        """The step of the deal: the first part of the id."""
        return self.id.partition(".")[0]

    @property
    def place(self) -> Place:
        """The place where the rule was last written."""
        return self.history[-1].place

    def in_force(self, contract: str | None) -> bool:
        """True if the rule is in force under a contract, or, for None, before there is one."""
        return not self.under or contract in self.under


@dataclass(frozen=True, slots=True)
class Unit:
    """Notation of game points: a sign in front, and a number of decimal places (``$0.25`` for 25)."""

    sign: str = ""
    places: int = 0

    def show(self, amount: Fraction) -> str:
        """An amount of game points, with a proper minus sign."""
        size = f"{float(abs(amount)) / 10**self.places:.{self.places}f}" if self.places else str(abs(amount))
        return f"{'−' if amount < 0 else ''}{self.sign}{size}"


POINTS = Unit()


def title_of_draft(title: str) -> str:
    """The title of a draft, as pages and lists have it."""
    return _("{title} (draft)").format(title=title)


@displayed
@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """A ruleset with its parents and options resolved; ``rules`` are in order of application.

    ``players`` are the numbers of players it is for. ``phases`` is the order of the phases where it is not the usual
    one, and ``play`` the kind of play. ``lineage`` has the ids of its ancestors, nearest first; ``dropped`` the rules
    that they or it left out. ``parent`` is the ruleset that it alters: for a name with options the ruleset without
    them, else the next ancestor. ``short`` is its name in a sentence of other rulesets (“the federation”), ``follows``
    the source whose game it states. ``pages`` are the titles of examples and options that its prose may name, by kind
    and id. ``plain_title`` is the title as its file has it. Rules of a ``draft`` may have no source yet. ``meanings`` are
    those of ``terms`` that are not the glossary's, by concept. ``lacks`` are the parts of the game that the rules do not tell.
    """

    name: str
    id: str
    options: tuple[str, ...]
    plain_title: str
    about: str
    players: tuple[int, ...]
    deck: Deck
    evidence: Evidence
    because: str
    terms: Mapping[str, TermRef]
    rules: Mapping[str, Rule]
    lineage: tuple[str, ...]
    dropped: Mapping[str, Change]
    place: Place
    short: str
    follows: str
    unit: Unit
    pages: Mapping[str, Mapping[str, str]] = field(repr=False, compare=False)
    parent: Ruleset | None = None
    phases: tuple[str, ...] = ()
    play: str = USUAL_PLAY
    draft: bool = False
    meanings: Mapping[str, str] = field(default_factory=dict)
    lacks: tuple[Lack, ...] = ()

    @property
    def title(self) -> str:
        """The title; that of a draft says that it is one."""
        return title_of_draft(self.plain_title) if self.draft else self.plain_title

    @property
    def called(self) -> str:
        """The title, with the options on top."""
        return self._with_options(self.title)

    @property
    def label(self) -> str:
        """The name in a sentence, with the options on top: the short one, or else the title."""
        return self._with_options(self.short or self.title)

    def _with_options(self, title: str) -> str:
        if not self.options:
            return title
        return title + str(say(_(", with {options}"), options=self.option_names))

    @property
    def option_names(self) -> list[str]:
        """The names of the options on top, as they stand in a sentence."""
        return [as_words(option.replace("-", " ")) for option in self.options]

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}: {self.title}>"

    @property
    def root(self) -> str:
        """The id of the oldest ancestor, which its relatives share."""
        return (self.id, *self.lineage)[-1]

    def say(self, template: str, **values: Any) -> Text:
        """A sentence in the terms of this ruleset: ``{talon:the}`` is “the chien” where that is the ruleset's word."""
        return filled(template, values, self.terms)

    def rule(self, id: str) -> Rule:
        """A rule by id. Raises LoadError with a suggestion."""
        if id not in self.rules:
            hint = suggest(id, self.rules, _("its rules"))
            raise LoadError.of("rules.unknown-rule", _("{name} has no rule {id!r}"), hint=hint, name=self.name, id=id)
        return self.rules[id]

    @property
    def unsourced(self) -> list[str]:
        """The ids of rules with neither a place in a source nor a reason, as those of a draft may be."""
        return [id for id, rule in self.rules.items() if not any(each.at for each in rule.sources) and not rule.because]

    @property
    def by_contract(self) -> bool:
        """True if some rules are in force under some contracts only."""
        return any(rule.under for rule in self.rules.values())

    def at(self, step: str) -> list[Rule]:
        """The rules of one step, in order."""
        return [rule for rule in self.rules.values() if rule.step == step]

    def to_dict(self) -> dict[str, Any]:
        """The ruleset as plain data, with the words of its rules: that of ``tarot-teach rules --json``."""
        return view().as_data(self)


def prose_scope(ruleset: Ruleset, rule: Rule | None = None) -> dict[str, Mapping[str, Any]]:
    """The values that prose may interpolate, by namespace; without ``rule``, for prose outside of rules."""
    return {
        "params": _values_of(rule.params) if rule else {},
        "term": ruleset.terms,
        "card": ruleset.deck.by_code,
        "rule": {other.id: other.title for other in ruleset.rules.values()},
        **ruleset.pages,
    }


def rule_text(ruleset: Ruleset, rule: Rule) -> Text | None:
    """The prose of a rule with its values; None where the mechanism words the rule."""
    return rule.text.fill(prose_scope(ruleset, rule)) if rule.text else None


def _values_of(params: BaseModel) -> dict[str, Any]:
    """The parameters of a rule by name, as prose names them."""
    by_players = {name: ByPlayers(_named(value)) for name, value in params if isinstance(value, ByPlayers)}
    return {**_named(params.model_dump()), **by_players}


def _named(value: Any) -> Any:
    """A value with all keys of maps as text, so that prose can name them."""
    return {str(key): _named(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def contract_title(rules: Mapping[str, Rule], name: str) -> str:
    """The title of a contract as it stands in a sentence, by rules that may have it; its name in words without a title."""
    rule = rules.get(f"bid.{name}")
    return within_sentence(rule.title) if rule else as_words(name)


def missing_contracts(ruleset: Ruleset, known: Collection[str]) -> list[str]:
    """The contracts of a ruleset that are not among those known."""
    contracts = [rule.id.rpartition(".")[2] for rule in ruleset.at("bid") if rule.mechanism == "contract"]
    return [name for name in contracts if name not in known]
