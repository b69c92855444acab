"""The shipped mechanisms, in the module or folder of their step: ``mechanisms/<step>``."""

from __future__ import annotations

import importlib
import pkgutil

from tarot_teach.mechanisms.registry import defined_in
from tarot_teach.rules import STEPS


def shipped(step: str) -> dict[str, str]:
    """The shipped mechanisms of a step: name → where it is (``module:class``, as in an entry point)."""
    if step not in STEPS:
        return {}
    package = importlib.import_module(f"tarot_teach.mechanisms.{step}")
    inside = pkgutil.iter_modules(getattr(package, "__path__", ()), f"{package.__name__}.")
    modules = (package, *(importlib.import_module(each.name) for each in inside))
    return {kind.name: f"{module.__name__}:{kind.__name__}" for module in modules for kind in defined_in(module)}
