"""Finding mechanisms: the shipped ones, those of other packages by entry point, and those of a user's folders.

A package offers a mechanism with an entry point in the group ``tarot_teach.mechanisms`` named ``<step>.<name>`` that
gives the class.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from tarot_teach.errors import LoadError, suggest
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.messages import _
from tarot_teach.order import Order
from tarot_teach.rules import STEPS, Rule, Ruleset

_FINDERS: list[Callable[[str], dict[str, str]]] = []
"""Functions that find the mechanisms of a step: name → where it is."""
_OFFERED: dict[Path, dict[tuple[str, str], str]] = {}
"""Mechanisms of folders: step and name → where it is."""


def look_by(finder: Callable[[str], dict[str, str]]) -> None:
    """Look for mechanisms by a function that gives those of a step: name → where it is."""
    _FINDERS.append(finder)


def offer(folder: Path, mechanisms: dict[tuple[str, str], str]) -> None:
    """Offer the mechanisms of a folder to all rulesets, by step and name."""
    _OFFERED[folder] = mechanisms
    names.cache_clear()
    find.cache_clear()


def forget(folder: Path) -> None:
    """Offer the mechanisms of a folder no more."""
    offer(folder, {})


@cache
def names(step: str) -> dict[str, str]:
    """The mechanisms of a step: name → where it is (``module:class``, as in an entry point)."""
    found = {name: place for look in _FINDERS for name, place in look(step).items()}
    found |= {name: place for (of_step, name), place in _of_packages(tuple(sys.path)).items() if of_step == step}
    for offered in _OFFERED.values():
        found |= {name: place for (of_step, name), place in offered.items() if of_step == step}
    return found


@lru_cache(maxsize=8)
def _of_packages(_path: tuple[str, ...]) -> dict[tuple[str, str], str]:
    """The mechanisms of other packages on Python's path: step and name → where it is."""
    named = {entry.name.partition("."): entry.value for entry in entry_points(group="tarot_teach.mechanisms")}
    return {(step, name): place for (step, _dot, name), place in named.items()}


def defined_in(module: ModuleType) -> list[type[Mechanism]]:
    """The mechanisms that a module defines; bases of several begin with an underscore."""
    classes = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Mechanism)]
    return [each for each in classes if each.__module__ == module.__name__ and each.__name__[0] != "_"]


@cache
def find(step: str, name: str) -> type[Mechanism]:
    """The mechanism ``name`` of ``step``. Raises LoadError with a suggestion."""
    known = names(step)
    if name not in known:
        elsewhere = [other for other in STEPS if other != step and name in names(other)]
        hint = (
            _("{name!r} belongs to the step {elsewhere!r}: the rule's id must begin with it").format(
                name=name, elsewhere=elsewhere[0]
            )
            if elsewhere
            else suggest(name, known, _("mechanisms of the step {step!r}").format(step=step))
        )
        raise LoadError.of(
            "rules.unknown-mechanism",
            _("there is no mechanism {name!r} for the step {step!r}").format(name=name, step=step),
            hint=hint,
        )
    module_name, _colon, attribute = known[name].partition(":")
    module = importlib.import_module(module_name)
    classes = [getattr(module, attribute)] if attribute else defined_in(module)
    if len(classes) != 1:
        message = _("the module {module} has {number} mechanisms, and not one")
        hint = _("put each mechanism into its own module")
        message = message.format(module=module_name, number=len(classes))
        raise LoadError.of("rules.unknown-mechanism", message, hint=hint)
    found: type[Mechanism] = classes[0]
    found.step, found.name = step, name
    return found


def kinds_at(ruleset: Ruleset, step: str) -> list[type[Mechanism]]:
    """The mechanisms of the rules of one step of a ruleset, in their order."""
    return [find(rule.step, rule.mechanism) for rule in ruleset.at(step)]


def bound_to(rule: Rule, ruleset: Ruleset, order: Order | None = None) -> Mechanism:
    """The mechanism of a rule, with the rule's parameters, in the words of its ruleset, and under the standing order of the cards or another."""
    mechanism = find(rule.step, rule.mechanism)(rule.id, rule.params, ruleset.deck, order)
    mechanism.terms, mechanism.ruleset_rules = ruleset.terms, ruleset.rules
    return mechanism


def all_mechanisms() -> list[type[Mechanism]]:
    """Every mechanism there is, by step and name."""
    return [find(step, name) for step in STEPS for name in sorted(names(step))]
