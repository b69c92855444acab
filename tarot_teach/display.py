"""Display of values in notebooks, by the methods that IPython, marimo, Streamlit and others ask a value for.

The methods are set here, below all values; what they show is made by :mod:`tarot_teach.notebook`, which is loaded
when a notebook asks for the first time.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def displayed(kind: type[T]) -> type[T]:
    """Class decorator: give a kind of values ``_repr_html_``, ``_repr_mimebundle_`` and, where it has none, ``__str__``."""
    methods = (_repr_html_, _repr_mimebundle_, *([__str__] if kind.__str__ is object.__str__ else []))
    for method in methods:
        setattr(kind, method.__name__, method)
    return kind


def __str__(self: object) -> str:  # noqa: N807
    """The value as text."""
    return str(import_module("tarot_teach.notebook").as_text(self))


def _repr_html_(self: object) -> str:
    """The value as HTML."""
    return str(import_module("tarot_teach.notebook").as_html(self))


def _repr_mimebundle_(self: object, include: Any = None, exclude: Any = None) -> dict[str, str]:  # noqa: ARG001
    """The value as HTML and as text, by media type."""
    notebook = import_module("tarot_teach.notebook")
    return {"text/html": notebook.as_html(self), "text/plain": notebook.as_text(self)}
