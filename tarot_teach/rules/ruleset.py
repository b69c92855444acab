"""Rulesets with parents and options resolved, as the engine plays them, and the names that their prose may interpolate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from pydantic import BaseModel

from tarot_teach.cards import Deck
from tarot_teach.display import displayed
from tarot_teach.errors import LoadError, Place, suggest
from tarot_teach.language import _
from tarot_teach.rules.prose import Prose
from tarot_teach.text import Cite, TermRef, Text, filled, say

STEPS = ("deal", "void", "bid", "call", "talon", "discard", "declare", "play", "count", "score", "match")
"""The steps of a deal, in order. A rule's id begins with its step."""


class Evidence(StrEnum):
    """Grade of evidence for a ruleset or rule."""

    CODIFIED = "codified"  # laid down by a governing body
    DESCRIBED = "described"  # described by a player or a historian
    RECONSTRUCTED = "reconstructed"  # inferred; `because` says from what
    HOUSE = "house"  # a custom of some tables


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of the bibliography."""

    key: str
    title: str
    author: str = ""
    year: str = ""
    published: str = ""
    note: str = ""


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
class Concept:
    """An entry of the glossary: meaning, and names in English and French."""

    id: str
    meaning: str
    en: str
    fr: str = ""
    see: tuple[str, ...] = ()
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A writing of a rule by a ruleset or option: its id, the place, the altered parameters with their values before, and why."""

    by: str
    place: Place
    params: tuple[str, ...] = ()
    because: str = ""
    before: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False)
class Rule:
    """A rule. ``params`` is the validated model of its mechanism; ``history`` begins with the change that added it."""

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


NOWHERE = Place("")


@dataclass(frozen=True, slots=True)
class Unit:
    """Notation of game points: a sign in front, and a number of decimal places (``$0.25`` for 25)."""

    sign: str = ""
    places: int = 0

    def show(self, amount: Fraction) -> str:
        """An amount of game points, with a proper minus sign."""
        minus = "−" if amount < 0 else ""
        if not self.places:
            return f"{minus}{self.sign}{abs(amount)}"
        return f"{minus}{self.sign}{float(abs(amount)) / 10**self.places:.{self.places}f}"


POINTS = Unit()


@displayed
@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """A ruleset with its parents and options resolved; ``rules`` are in order of application.

    ``players`` are the numbers of players it is for. ``lineage`` has the ids of its ancestors, nearest first; ``dropped`` the
    rules that they or it left out. ``parent`` is the ruleset that it alters: for a name with options the ruleset without
    them, else the next ancestor. ``short`` is its name in a sentence of other rulesets (“the federation”), ``follows`` the
    source whose game it states. ``pages`` are the titles of examples and options that its prose may name, by kind and id.
    """

    name: str
    id: str
    options: tuple[str, ...]
    title: str
    about: str
    players: tuple[int, ...]
    deck: Deck
    evidence: Evidence
    because: str
    terms: Mapping[str, TermRef]
    rules: Mapping[str, Rule]
    lineage: tuple[str, ...] = ()
    dropped: Mapping[str, Change] = field(default_factory=dict)
    place: Place = NOWHERE
    parent: Ruleset | None = None
    short: str = ""
    follows: str = ""
    unit: Unit = POINTS
    pages: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def called(self) -> str:
        """The title, with the options on top."""
        if not self.options:
            return self.title
        options = [option.replace("-", " ") for option in self.options]
        return str(say(_("{title}, with {options}"), title=self.title, options=options))

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}: {self.title}>"

    def say(self, template: str, **values: Any) -> Text:
        """A sentence in the terms of this ruleset: ``{talon:the}`` is “the chien” where that is the ruleset's word."""
        return filled(template, values, self.terms)

    def rule(self, id: str) -> Rule:
        """A rule by id. Raises LoadError with a suggestion."""
        try:
            return self.rules[id]
        except KeyError:
            raise LoadError.of(
                "rules.unknown-rule",
                _("{name} has no rule {id!r}").format(name=self.name, id=id),
                hint=suggest(id, self.rules, _("its rules")),
            ) from None

    def at(self, step: str) -> list[Rule]:
        """The rules of one step, in order."""
        return [rule for rule in self.rules.values() if rule.step == step]


def prose_scope(ruleset: Ruleset, rule: Rule | None = None) -> dict[str, Mapping[str, Any]]:
    """The values that prose may interpolate, by namespace; without ``rule``, for prose outside of rules."""
    return {
        "params": _named(rule.params.model_dump()) if rule else {},
        "term": ruleset.terms,
        "card": ruleset.deck.by_code,
        "rule": {other.id: other.title for other in ruleset.rules.values()},
        **ruleset.pages,
    }


def rule_text(ruleset: Ruleset, rule: Rule) -> Text | None:
    """The prose of a rule with its values; None where the mechanism words the rule."""
    return rule.text.fill(prose_scope(ruleset, rule)) if rule.text else None


def _named(value: Any) -> Any:
    """A value with all keys of maps as text, so that prose can name them."""
    return {str(key): _named(item) for key, item in value.items()} if isinstance(value, Mapping) else value
