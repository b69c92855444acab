"""Kinds of rules, and the values of their parameters, with the games that have them, by the oldest source of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_origin

from tarot_teach.cards import Deck, halves_text
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.explain.param_words import param_label
from tarot_teach.explain.rulebook import param_leaves, value_text
from tarot_teach.loading import Library
from tarot_teach.mechanisms import bound_to, interfaces
from tarot_teach.messages import N_, _
from tarot_teach.rules import Citation, Evidence, Rule, Ruleset
from tarot_teach.text import listed
from tarot_teach.topics.history.format import History

_YEAR = re.compile(r"\d{4}")
WORTH = "worth"
"""The kind of what cards are worth, which stands in the pack and is told by the first rule of counting."""
FEW = 8
"""Cards of a mark, for their worth to be a value: a rank or a few honours, and not all the low cards."""
EXCUSE = "excuse"
"""The parameter of the worth of a card outside of all suits, whatever the pack calls it."""


@dataclass(frozen=True, slots=True)
class Attested:
    """A rule of a game by the oldest source with a year that tells it of this game; no citation and year where none has one.

    ``game`` is its id in the history, or the oldest ancestor of a ruleset of which the history does not speak.
    """

    game: str
    ruleset: Ruleset
    rule: Rule
    citation: Citation | None
    year: int | None


@dataclass(frozen=True, slots=True)
class RuleForm:
    """A kind of rule in any form, or with one value of a parameter, and the games that have it so, the first known one in front.

    ``kind`` has the step and the mechanism, and the id of the rule where rules of one kind are in force together. ``parameter`` and ``value`` are
    empty for any form; ``words`` name the parameter.
    """

    kind: tuple[str, ...]
    parameter: str
    words: str
    value: str
    games: tuple[Attested, ...]

    @property
    def first(self) -> Attested:
        """The first known game, or one of those without a year."""
        return self.games[0]


def rule_forms(history: History, library: Library) -> list[list[RuleForm]]:
    """For each kind of rule its forms: any, and then each value of a parameter that differs between games. Raises LoadError.

    Rules that are reconstructed, and those of a house, are left out. So are values of tables (an amount for each contract), and empty values.
    """
    rulesets = [library.load(name) for name in library.ids()]
    together = {kind for ruleset in rulesets for kind in _in_force_together(ruleset)}
    found: dict[tuple[str, ...], dict[tuple[str, str], dict[str, Attested]]] = {}
    for ruleset in rulesets:
        for kind, rule, values in _stated_rules(ruleset):
            forms = found.setdefault((*kind, rule.id) if kind in together else kind, {})
            attested = _attested(history, library, ruleset, rule)
            for form in [("", ""), *values]:
                games = forms.setdefault(form, {})
                games[attested.game] = min(games.get(attested.game, attested), attested, key=_age)
    return [_forms(kind, forms) for kind, forms in found.items()]


def _forms(kind: tuple[str, ...], forms: dict[tuple[str, str], dict[str, Attested]]) -> list[RuleForm]:
    """The forms of a kind: any, and the values of parameters that differ between games, in the order of time."""
    values: dict[str, set[str]] = {}
    for parameter, value in forms:
        values.setdefault(parameter, set()).add(value)
    order = [*values]
    kept = [
        (form, sorted(games.values(), key=_age))
        for form, games in forms.items()
        if not form[0] or len(values[form[0]]) > 1
    ]
    kept.sort(key=lambda each: (order.index(each[0][0]), _age(each[1][0])))
    names: dict[str, str] = {}  # a parameter has one name, that of the first game known with any value
    for (parameter, _value), games in kept:
        names.setdefault(parameter, _name(kind, parameter, games[0]))
    return [
        RuleForm(kind, parameter, names[parameter], _value_words(kind, parameter, value, games[0]), tuple(games))
        for (parameter, value), games in kept
    ]


def _age(attested: Attested) -> tuple[bool, int]:
    return attested.year is None, attested.year or 0


StatedRule = tuple[tuple[str, ...], Rule, list[tuple[str, str]]]


def _stated_rules(ruleset: Ruleset) -> Iterator[StatedRule]:
    """The rules that a source tells, each with its kind and values; and the first of those that count card points once more, with the worth of cards."""
    stated = {
        id: rule for id, rule in ruleset.rules.items() if rule.evidence in (Evidence.CODIFIED, Evidence.DESCRIBED)
    }
    yield from (((rule.step, rule.mechanism), rule, [*_values(ruleset, rule)]) for rule in stated.values())
    counting = [each.rule for each in RuleIndex(ruleset).all(interfaces.Counts) if each.rule in stated]
    if ruleset.deck.halves and counting:
        rule = stated[counting[0]]
        yield (rule.step, WORTH), rule, [*_worth(ruleset.deck)]


def _worth(deck: Deck) -> Iterator[tuple[str, str]]:
    """The card points of the cards of a mark, for each of few cards that are worth the same."""
    marks = {mark: cards for mark, cards in deck.marks.items() if cards != deck.excuse} | {EXCUSE: deck.excuse}
    for mark, cards in marks.items():
        worths = {card.halves for card in deck.set(cards)}
        if len(worths) == 1 and len(deck.set(cards)) <= FEW:
            yield mark, halves_text(worths.pop())


def _values(ruleset: Ruleset, rule: Rule) -> Iterator[tuple[str, str]]:
    """The numbers, answers, choices and cards among the parameters of a rule, but no tables, nothing empty, and no names that authors give."""
    for name, value in _leaves(rule).items():
        if "." in name or value in (None, "", []):
            continue
        names = [each for each in _listed(value) if isinstance(each, str)]
        choice = get_origin(type(rule.params).model_fields[name].annotation) is Literal
        if choice or not names or _are_cards(ruleset.deck, names):
            yield name, str(value)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _are_cards(deck: Deck, names: list[str]) -> bool:
    """True for marks, suits and cards of a pack."""
    return {*deck.marks, *deck.suits, *deck.by_code}.issuperset(names)


def _leaves(rule: Rule) -> dict[str, Any]:
    return dict(param_leaves(rule.params.model_dump()))


def _name(kind: tuple[str, ...], parameter: str, first: Attested) -> str:
    """A parameter in words; cards as a game calls them."""
    if not parameter or kind[1] != WORTH:
        return param_label(parameter, first.rule) if parameter else ""
    deck = first.ruleset.deck
    one, *more = deck.set(deck.excuse if parameter == EXCUSE else deck.marks[parameter])
    cards = bound_to(first.rule, first.ruleset).called([parameter])[0] if more else one.name
    return _("Card points for {cards}").format(cards=cards)


def _value_words(kind: tuple[str, ...], parameter: str, value: str, first: Attested) -> str:
    """A value in words; cards as a game calls them."""
    if not parameter or kind[1] == WORTH:
        return value
    found = _leaves(first.rule)[parameter]
    cards = [each for each in _listed(found) if isinstance(each, str) and _are_cards(first.ruleset.deck, [each])]
    called = bound_to(first.rule, first.ruleset).called(cards)
    return str(listed(called, N_("{first}, {last}"))) if called else value_text(found)


def _in_force_together(ruleset: Ruleset) -> Iterator[tuple[str, ...]]:
    """The kinds of which a ruleset has two rules that are in force under one contract."""
    seen: dict[tuple[str, str], list[Rule]] = {}
    for rule in ruleset.rules.values():
        kind = rule.step, rule.mechanism
        for other in seen.get(kind, ()):
            if not (rule.under and other.under) or {*rule.under} & {*other.under}:
                yield kind
        seen.setdefault(kind, []).append(rule)


def _attested(history: History, library: Library, ruleset: Ruleset, rule: Rule) -> Attested:
    """A rule by its oldest source, of those that do not speak of an ancestor of another game, and are cited without a comment."""
    game, taken, parent = _game(history, ruleset), set[Citation](), ruleset.parent
    while parent is not None:
        if _game(history, parent) != game and rule.id in parent.rules:
            taken |= {*parent.rules[rule.id].sources}
        parent = parent.parent
    dated = [
        (int(year[0]), citation)
        for citation in rule.sources
        if citation not in taken
        and not citation.says
        and (year := _YEAR.search(library.sources()[citation.source].year))
    ]
    oldest, citation = min(dated, key=lambda each: each[0], default=(None, None))
    return Attested(game, ruleset, rule, citation, oldest)


def _game(history: History, ruleset: Ruleset) -> str:
    """The game whose rules a ruleset, or the nearest of its ancestors, states."""
    states = {name: id for id, game in history.games.items() for name in game.rulesets}
    return next((states[name] for name in (ruleset.id, *ruleset.lineage) if name in states), ruleset.root)
