"""Rulesets compared rule by rule: changes of rules apart from changes of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from tarot_teach.explain.rulebook import param_differences
from tarot_teach.rules import STEPS, Rule, Ruleset

MIN = 2  # rulesets, for a comparison


class DifferenceKind(StrEnum):
    """The kinds of differences between rules. All but the last are changes of rules."""

    ONLY_SOME = "only_some"  # not every ruleset has it
    MECHANISM = "mechanism"  # another kind of rule in its place
    VALUES = "values"  # parameters
    ORDER = "order"  # it is applied before or after other rules of its step
    WORDS = "words"  # title, wording, note, sources or evidence


class Difference(NamedTuple):
    """A difference by its name, and its value in each ruleset, None where it is absent.

    Of parameters the path (``levels.single``); of games as wholes ``players``, ``deck`` (an id), ``evidence``, ``unit`` (one game
    point as written) or ``term.ID`` (the game's word).
    """

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True, repr=False)
class RuleDifference:
    """One rule in each of the rulesets (None where it is absent), and the kinds of its differences, if any.

    ``rule`` is its id in the first ruleset that has it; games that do not come from each other may have it under other ids.
    ``words`` names the fields that differ among ``title``, ``text``, ``note``, ``sources`` and ``evidence``, the last not where
    each rule is attested like the whole of its ruleset. ``moved`` is true for a ruleset that applies the rule elsewhere in its
    section than the first one does.
    """

    rule: str
    kinds: tuple[DifferenceKind, ...]
    rules: tuple[Rule | None, ...]
    params: tuple[Difference, ...] = ()
    words: tuple[str, ...] = ()
    moved: tuple[bool, ...] = ()

    def __repr__(self) -> str:
        return f"<RuleDifference {self.rule}: {', '.join(self.kinds) or 'none'}>"

    @property
    def of_rule(self) -> bool:
        """True if the rule differs, and not only its words."""
        return not {*self.kinds} <= {DifferenceKind.WORDS}

    @property
    def ids(self) -> list[str]:
        """The ids of the rule in all rulesets, each once."""
        return list(dict.fromkeys([self.rule, *(rule.id for rule in self.rules if rule)]))

    def state(self, i: int) -> tuple[object, ...] | None:
        """Mechanism, differing parameters and order of the rule in ruleset ``i``, for comparison; None where it is absent."""
        rule = self.rules[i]
        if rule is None:
            return None
        return rule.mechanism, tuple(str(param.values[i]) for param in self.params), self.moved[i]

    @property
    def title(self) -> str:
        """The title of the rule in the first ruleset that has it."""
        return next(rule.title for rule in self.rules if rule)


def compare_games(rulesets: Sequence[Ruleset]) -> list[Difference]:
    """The differences between the games as wholes."""
    features: dict[str, list[Any]] = {
        "players": [ruleset.players for ruleset in rulesets],
        "deck": [ruleset.deck.id for ruleset in rulesets],
        "evidence": [str(ruleset.evidence) for ruleset in rulesets],
        "unit": [ruleset.unit.show(Fraction(1)) for ruleset in rulesets],
    }
    for id in dict.fromkeys(id for ruleset in rulesets for id in ruleset.terms):
        features[f"term.{id}"] = [ruleset.terms[id].label if id in ruleset.terms else None for ruleset in rulesets]
    return [Difference(name, tuple(values)) for name, values in features.items() if _differ(values)]


def compare_rules(rulesets: Sequence[Ruleset], *, everything: bool = False) -> list[RuleDifference]:
    """The rules that differ, as :func:`matched` sets them beside each other; with ``everything`` also equal rules."""
    games = matched(rulesets)
    moved = [_moved(games[0], other) for other in games]
    ids: list[str] = []  # a rule that the first ruleset lacks comes after the one that it follows elsewhere
    for game in games:
        at = 0
        for id in game:
            if id not in ids:
                ids.insert(at, id)
            at = ids.index(id) + 1
    ids.sort(key=lambda id: STEPS.index(id.partition(".")[0]))
    found = (
        _difference(id, rulesets, tuple(game.get(id) for game in games), tuple(id in each for each in moved))
        for id in ids
    )
    return [difference for difference in found if everything or difference.kinds]


def matched(rulesets: Sequence[Ruleset]) -> list[dict[str, Rule]]:
    """The rules of each ruleset, in order of application, by the id under which they are compared.

    That is their own, so that a variant of a game is compared with it by ids alone. Between games that do not come from each other, a
    rule takes the id of the other game's rule of the same kind in the same step, where each of them has only one such rule that
    the other lacks by its id.
    """
    games: list[dict[str, Rule]] = []
    for i, ruleset in enumerate(rulesets):
        names: dict[str, str] = {}
        for other, game in zip(rulesets[:i], games, strict=True):
            if origin(other) != origin(ruleset):
                ours = _by_kind(rule for id, rule in ruleset.rules.items() if id not in game and id not in names)
                theirs = _by_kind(rule for id, rule in game.items() if id not in ruleset.rules)
                names |= {
                    ids[0]: next(id for id, rule in game.items() if rule.id == theirs[kind][0])
                    for kind, ids in ours.items()
                    if len(ids) == len(theirs.get(kind, ())) == 1
                }
        games.append({names.get(id, id): rule for id, rule in ruleset.rules.items()})
    return games


def origin(ruleset: Ruleset) -> str:
    """The ruleset that a ruleset and all its ancestors go back to."""
    return (ruleset.id, *ruleset.lineage)[-1]


def _by_kind(rules: Iterable[Rule]) -> dict[tuple[str, str], list[str]]:
    """The ids of rules by their step and mechanism."""
    found: dict[tuple[str, str], list[str]] = {}
    for rule in rules:
        found.setdefault((rule.step, rule.mechanism), []).append(rule.id)
    return found


def _difference(
    id: str, rulesets: Sequence[Ruleset], rules: tuple[Rule | None, ...], moved: tuple[bool, ...]
) -> RuleDifference:
    present = [rule for rule in rules if rule is not None]
    wordings = [_wording(rule) for rule in present]
    params = tuple(Difference(name, values) for name, values in param_differences(rules))
    words = tuple(name for name in wordings[0] if _differ([wording[name] for wording in wordings]))
    usual = all(rule.evidence == ruleset.evidence for ruleset, rule in zip(rulesets, rules, strict=True) if rule)
    if _differ([rule.because for rule in present]) or (not usual and _differ([rule.evidence for rule in present])):
        words += ("evidence",)
    other_kind = _differ([rule.mechanism for rule in present])
    kinds = {
        DifferenceKind.ONLY_SOME: len(present) < len(rules),
        DifferenceKind.MECHANISM: other_kind,
        DifferenceKind.VALUES: bool(params) and not other_kind,
        DifferenceKind.ORDER: any(moved),
        DifferenceKind.WORDS: bool(words),
    }
    return RuleDifference(id, tuple(kind for kind, holds in kinds.items() if holds), rules, params, words, moved)


def _wording(rule: Rule) -> dict[str, Any]:
    """The words and sources of a rule for comparison."""
    return {
        "title": rule.title,
        "text": rule.text.source.split() if rule.text else None,
        "note": rule.note.source.split() if rule.note else None,
        "sources": rule.sources,
    }


def _moved(first: dict[str, Rule], other: dict[str, Rule]) -> set[str]:
    """The fewest rules whose move explains the order of the common rules in ``other``, each by the id under which it is compared; of several
    such sets always the same, whichever ruleset comes first."""
    found: set[str] = set()
    for step in STEPS:
        ours = [id for id in first if id in other and id.startswith(f"{step}.")]

        def preferred(row: list[int], ours: list[str] = ours) -> tuple[int, list[list[str]]]:
            rules = ((first[ours[place]], other[ours[place]]) for place in row)
            return len(row), sorted(sorted(rule.id for rule in pair) for pair in rules)

        rows: list[list[int]] = []  # for each common rule, the longest row of rules in our order that ends with it
        for place in (ours.index(id) for id in other if id in first and id.startswith(f"{step}.")):
            before = [row for row in rows if row[-1] < place]
            rows.append([*max(before, key=preferred, default=[]), place])
        found |= set(ours) - {ours[place] for place in max(rows, key=preferred, default=[])}
    return found


def _differ(values: Sequence[Any]) -> bool:
    return any(value != values[0] for value in values[1:])
