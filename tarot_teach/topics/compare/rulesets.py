"""Rulesets set against each other, rule by rule, as plain facts: what is a change of rule, and what is only said otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from tarot_teach.explain.rulebook import param_differences
from tarot_teach.rules import STEPS, Rule, Ruleset

MIN = 2  # rulesets, for a comparison


class DifferenceKind(StrEnum):
    """In what a rule differs. All but the last are changes of rule."""

    ONLY_SOME = "only_some"  # not every ruleset has it
    MECHANISM = "mechanism"  # another kind of rule in its place
    VALUES = "values"  # parameters
    ORDER = "order"  # it is applied before or after other rules of its step
    WORDS = "words"  # title, wording, note, sources or evidence


@dataclass(frozen=True, slots=True)
class ParamDifference:
    """A parameter by its path (``levels.single``), and its value in each ruleset; None where there is none."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One rule in each of the rulesets (None where it is lacking), and in what it differs: in nothing, if ``kinds`` is empty.

    ``words`` names what is said otherwise: ``title``, ``text``, ``note``, ``sources``, ``evidence``. ``moved`` tells of each
    ruleset whether it applies the rule elsewhere in its step than the first one does.
    """

    rule: str
    kinds: tuple[DifferenceKind, ...]
    rules: tuple[Rule | None, ...]
    params: tuple[ParamDifference, ...] = ()
    words: tuple[str, ...] = ()
    moved: tuple[bool, ...] = ()

    @property
    def step(self) -> str:
        """The step at which the rule applies."""
        return self.rule.partition(".")[0]

    @property
    def of_rule(self) -> bool:
        """Whether the rule itself differs, and not only its words."""
        return any(kind is not DifferenceKind.WORDS for kind in self.kinds)

    def state(self, i: int) -> tuple[object, ...] | None:
        """What counts when a rule is held against the same rule elsewhere, for the ruleset of this number; None where it is lacking."""
        rule = self.rules[i]
        if rule is None:
            return None
        return rule.mechanism, tuple(str(param.values[i]) for param in self.params), self.moved[i]

    @property
    def title(self) -> str:
        """What the first ruleset that has the rule calls it."""
        return next(rule.title for rule in self.rules if rule)


@dataclass(frozen=True, slots=True)
class GameDifference:
    """Something about the games as wholes that differs, with its value in each: ``players`` (numbers of them), ``deck`` (its
    id), ``evidence``, ``unit`` (how one game point is written) or ``term.ID`` (what the game calls a concept)."""

    name: str
    values: tuple[Any, ...]


def compare(*rulesets: Ruleset) -> list[GameDifference | RuleDifference]:
    """In what rulesets differ: the games as wholes first, then rule by rule in order of application.

    ``compare(a, a) == []``. Rules are the same if they have the same id.
    """
    return [*compare_games(rulesets), *compare_rules(rulesets)]


def compare_games(rulesets: Sequence[Ruleset]) -> list[GameDifference]:
    """In what the games as wholes differ."""
    features = [
        GameDifference("players", tuple(ruleset.players for ruleset in rulesets)),
        GameDifference("deck", tuple(ruleset.deck.id for ruleset in rulesets)),
        GameDifference("evidence", tuple(str(ruleset.evidence) for ruleset in rulesets)),
        GameDifference("unit", tuple(ruleset.unit.show(Fraction(1)) for ruleset in rulesets)),
    ]
    terms = dict.fromkeys(id for ruleset in rulesets for id in ruleset.terms)
    for id in terms:
        called = tuple(ruleset.terms[id].label if id in ruleset.terms else None for ruleset in rulesets)
        features.append(GameDifference(f"term.{id}", called))
    return [feature for feature in features if _differ(feature.values)]


def compare_rules(rulesets: Sequence[Ruleset], *, everything: bool = False) -> list[RuleDifference]:
    """The rules that differ, in order of application; with ``everything`` also those that are the same in all."""
    moved = [_moved(rulesets[0], other) for other in rulesets]
    found = (_difference(id, rulesets, tuple(id in ids for ids in moved)) for id in _ids(rulesets))
    return [difference for difference in found if everything or difference.kinds]


def _difference(id: str, rulesets: Sequence[Ruleset], moved: tuple[bool, ...]) -> RuleDifference:
    rules = tuple(ruleset.rules.get(id) for ruleset in rulesets)
    there = [rule for rule in rules if rule is not None]
    told = [_told(ruleset, rule) for ruleset, rule in zip(rulesets, rules, strict=True) if rule]
    params = tuple(ParamDifference(name, values) for name, values in param_differences(rules))
    words = tuple(name for name in told[0] if _differ([found[name] for found in told]))
    other_kind = _differ([rule.mechanism for rule in there])
    kinds = {
        DifferenceKind.ONLY_SOME: len(there) < len(rules),
        DifferenceKind.MECHANISM: other_kind,
        DifferenceKind.VALUES: bool(params) and not other_kind,
        DifferenceKind.ORDER: any(moved),
        DifferenceKind.WORDS: bool(words),
    }
    return RuleDifference(id, tuple(kind for kind, holds in kinds.items() if holds), rules, params, words, moved)


def _told(ruleset: Ruleset, rule: Rule) -> dict[str, Any]:
    """What is said of a rule. Evidence counts where it is other than that of the whole ruleset."""
    own = rule.evidence != ruleset.evidence
    return {
        "title": rule.title,
        "text": rule.text.source.split() if rule.text else None,
        "note": rule.note.source.split() if rule.note else None,
        "sources": rule.sources,
        "evidence": (rule.evidence, rule.because) if own else rule.because,
    }


def _ids(rulesets: Iterable[Ruleset]) -> list[str]:
    """Every rule once, step by step: a rule that the first ruleset has not, behind the one that it follows elsewhere."""
    ids: list[str] = []
    for ruleset in rulesets:
        at = 0
        for id in ruleset.rules:
            if id not in ids:
                ids.insert(at, id)
            at = ids.index(id) + 1
    return sorted(ids, key=lambda id: STEPS.index(id.partition(".")[0]))


def _moved(first: Ruleset, other: Ruleset) -> set[str]:
    """The rules, as few as possible, that another ruleset applies elsewhere among those of their step that both have."""
    found: set[str] = set()
    for step in STEPS:
        ours = [rule.id for rule in first.at(step) if rule.id in other.rules]
        theirs = [rule.id for rule in other.at(step) if rule.id in first.rules]
        if ours != theirs:
            found |= set(ours) - set(_in_order([ours.index(id) for id in theirs], ours))
    return found


def _in_order(places: list[int], ids: list[str]) -> list[str]:
    """The longest row of ids that stand in ascending places."""
    rows: list[list[int]] = []
    for place in places:
        before = [row for row in rows if row[-1] < place]
        rows.append([*max(before, key=len, default=[]), place])
    return [ids[place] for place in max(rows, key=len, default=[])]


def _differ(values: Sequence[Any]) -> bool:
    return any(value != values[0] for value in values[1:])
