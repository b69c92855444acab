"""Kinds of rules. A mechanism is one small file, ``mechanisms/<step>/<name>.py``, found by its step and name."""

from tarot_teach.mechanisms.base import Mechanism, NoParams, ParamError, Params, Who
from tarot_teach.mechanisms.registry import all_mechanisms, bound_to, find, names

__all__ = ["Mechanism", "NoParams", "ParamError", "Params", "Who", "all_mechanisms", "bound_to", "find", "names"]
