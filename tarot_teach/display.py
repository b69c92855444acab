"""Display of values in notebooks, by the methods that IPython, marimo, Streamlit and others ask a value for.

The methods are set here, below all values. What they show is made by a view, which the package registers and which is loaded when a value
is shown for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class View(Protocol):
    """A module that shows values."""

    def as_text(self, shown: Any) -> str:
        """A value as text."""

    def as_html(self, shown: Any) -> str:
        """A value as HTML."""

    def as_data(self, shown: Any) -> dict[str, Any]:
        """A value as plain data, for JSON."""


_LOADERS: list[Callable[[], Any]] = []


def shown_by(load: Callable[[], Any]) -> None:
    """Let values be shown by the view that a function loads."""
    _LOADERS[:] = [load]
    view.cache_clear()


@cache
def view() -> View:
    """The view of values."""
    found: View = _LOADERS[0]()
    return found


def displayed(kind: type[T]) -> type[T]:
    """Class decorator: give a kind of values ``_repr_html_``, ``_repr_mimebundle_`` and, where it has none, ``__str__``."""
    methods = (_repr_html_, _repr_mimebundle_, *([__str__] if kind.__str__ is object.__str__ else []))
    for method in methods:
        setattr(kind, method.__name__, method)
    return kind


def __str__(self: object) -> str:  # noqa: N807
    """The value as text."""
    return str(view().as_text(self))


def _repr_html_(self: object) -> str:
    """The value as HTML."""
    return str(view().as_html(self))


def _repr_mimebundle_(self: object, include: Any = None, exclude: Any = None) -> dict[str, str]:  # noqa: ARG001
    """The value as HTML and as text, by media type."""
    return {"text/html": view().as_html(self), "text/plain": view().as_text(self)}
