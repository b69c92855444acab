"""Kinds of rules. A mechanism is a class in the module of its step, ``mechanisms/<step>``, found by its step and name."""

from tarot_teach.mechanisms.base import Mechanism, ParamError, Params, Who
from tarot_teach.mechanisms.registry import all_mechanisms, bound_to, find, look_by, names
from tarot_teach.mechanisms.shipped import shipped

look_by(shipped)

__all__ = ["Mechanism", "ParamError", "Params", "Who", "all_mechanisms", "bound_to", "find", "names"]
