"""Finding mechanisms: the shipped ones by file name, those of other packages by entry point.

A package offers a mechanism with an entry point in the group ``tarot_teach.mechanisms`` named ``<step>.<name>`` that
gives the class.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from tarot_teach.errors import LoadError, suggest
from tarot_teach.language import _
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.rules import STEPS, Rule, Ruleset


@cache
def names(step: str) -> dict[str, str]:
    """The mechanisms of a step: name → where it is (a module, or an entry point)."""
    try:
        package = importlib.import_module(f"tarot_teach.mechanisms.{step}")
    except ModuleNotFoundError:
        found = {}
    else:
        found = {module.name: f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__)}
    for entry in entry_points(group="tarot_teach.mechanisms"):
        of_step, _dot, name = entry.name.partition(".")
        if of_step == step:
            found[name] = entry.value
    return found


@cache
def find(step: str, name: str) -> type[Mechanism[Any]]:
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
    if attribute:
        found: type[Mechanism[Any]] = getattr(module, attribute)
    else:
        classes: list[type[Mechanism[Any]]] = [
            value
            for value in vars(module).values()
            if inspect.isclass(value) and issubclass(value, Mechanism) and value.__module__ == module_name
        ]
        if len(classes) != 1:
            message = _("the module {module} has {number} mechanisms, and not one").format(
                module=module_name, number=len(classes)
            )
            raise LoadError.of("rules.unknown-mechanism", message, hint=_("put each mechanism into its own module"))
        (found,) = classes
    found.step, found.name = step, name
    return found


def bound_to(rule: Rule, ruleset: Ruleset) -> Mechanism[Any]:
    """The mechanism of a rule, with the rule's parameters and in the words of its ruleset."""
    mechanism = find(rule.step, rule.mechanism)(rule.id, rule.params, ruleset.deck)
    mechanism.terms = ruleset.terms
    return mechanism


def all_mechanisms() -> list[type[Mechanism[Any]]]:
    """Every mechanism there is, by step and name."""
    return [find(step, name) for step in STEPS for name in sorted(names(step))]
