"""The points that tell rulesets apart: few rules and figures by which one would know which of them was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tarot_teach.explain.param_words import param_label
from tarot_teach.explain.rulebook import value_text
from tarot_teach.messages import N_, _, as_words
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.topics.compare.rulesets import DifferenceKind, RuleDifference, compare_games, compare_rules

OF_GAMES = {"players": N_("The number of players"), "deck": N_("The pack")}
"""Differences between games as wholes that count as points, with their titles."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point in which rulesets differ: a ``rule`` by itself (empty: of the game as a whole), or one of its parameters; ``answers`` has the words of each ruleset."""

    rule: str
    title: str
    param: str
    label: str
    answers: tuple[str, ...]

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """The point as plain data, with the names of the rulesets by answer."""
        return {
            **self.head(),
            "answers": {answer: [names[i] for i in places] for answer, places in self.by_answer().items()},
        }

    def head(self) -> dict[str, Any]:
        """The subject of the point, as plain data."""
        return {"rule": self.rule or None, "title": self.title, "param": self.param or None}

    def by_answer(self) -> dict[str, list[int]]:
        """The indices of the rulesets by their answers."""
        found: dict[str, list[int]] = {}
        for i, answer in enumerate(self.answers):
            found.setdefault(answer, []).append(i)
        return found


def points_between(rulesets: Sequence[Ruleset]) -> list[Point]:
    """All points in which some rulesets differ, in the order of the deal."""
    if not rulesets:
        return []
    found = [
        Point("", _(OF_GAMES[each.name]), each.name, "", tuple(map(value_text, each.values)))
        for each in compare_games(rulesets)
        if each.name in OF_GAMES
    ]
    return found + [point for each in compare_rules(rulesets) if each.of_rule for point in _points_of(each)]


def _points_of(difference: RuleDifference) -> Iterator[Point]:
    """The points of a rule that differs: that it is there, its kind, its place among others, and each parameter."""
    rule, title = difference.rule, difference.title
    some = next(each for each in difference.rules if each)
    absent = _("no such rule")
    if DifferenceKind.MECHANISM in difference.kinds:
        yield Point(
            rule, title, "", "", tuple(as_words(each.mechanism) if each else absent for each in difference.rules)
        )
        return
    if DifferenceKind.ONLY_SOME in difference.kinds:
        yield Point(rule, title, "", "", tuple(_("played") if each else absent for each in difference.rules))
    if DifferenceKind.ORDER in difference.kinds:
        places = {True: _("applied elsewhere"), False: _("applied in the usual place")}
        moved = zip(difference.rules, difference.moved, strict=True)
        yield Point(rule, title, "order", "", tuple(places[other] if each else absent for each, other in moved))
    for param in difference.params:
        values = zip(difference.rules, param.values, strict=True)
        answers = tuple(value_text(value) if each else absent for each, value in values)
        yield Point(rule, title, param.name, _label(param.name, difference.rules, some), answers)


def _label(param: str, rules: Sequence[Rule | None], some: Rule) -> str:
    """A parameter in words, as a ruleset says that has it."""
    having = (rule for rule in rules if rule and param.partition(".")[0] in type(rule.params).model_fields)
    return param_label(param, next(having, some))


def groups_by(points: Sequence[Point], number: int) -> list[list[int]]:
    """The indices of so many rulesets, together where all points have the same answer."""
    found: dict[tuple[str, ...], list[int]] = {}
    for i in range(number):
        found.setdefault(tuple(point.answers[i] for point in points), []).append(i)
    return list(found.values())


def deciding(points: Sequence[Point], number: int) -> list[Point]:
    """Few points that tell so many rulesets apart as far as all points do: the best one first each time, and without those that others make needless."""
    whole, chosen = len(groups_by(points, number)), list[Point]()
    group = [0] * number  # the group of each ruleset by the points chosen so far
    while len({*group}) < whole:
        best = max(points, key=lambda point: _pairs_split(zip(group, point.answers, strict=True)))
        chosen.append(best)
        numbers: dict[tuple[int, str], int] = {}
        group = [numbers.setdefault(key, len(numbers)) for key in zip(group, best.answers, strict=True)]
    for point in chosen[:]:
        others = [other for other in chosen if other is not point]
        if len(groups_by(others, number)) == whole:
            chosen = others
    return chosen


def _pairs_split(keys: Iterator[tuple[int, str]]) -> int:
    """A measure of the pairs with different keys: the fewer alike, the higher."""
    return -sum(size * size for size in Counter(keys).values())
