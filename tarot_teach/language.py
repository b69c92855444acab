"""The language of what is printed, and the catalogues in which sentences are looked up when they are used.

A catalogue is one of GNU gettext, which :mod:`tarot_teach.catalogues` finds by the name of a language. A sentence that stands in a constant is
marked by :func:`N_` there and translated by :func:`_` where it is used.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = gettext.NullTranslations()

_catalogue: ContextVar[gettext.NullTranslations] = ContextVar("catalogue", default=ENGLISH)


def current_catalogue() -> gettext.NullTranslations:
    """The catalogue in use."""
    return _catalogue.get()


def current_language() -> str:
    """The language of the catalogue in use, as HTML names it."""
    return current_catalogue().info().get("language", "en").replace("_", "-") or "en"


def use_catalogue(chosen: gettext.NullTranslations) -> None:
    """Print by a catalogue from here on."""
    _catalogue.set(chosen)


@contextmanager
def language(chosen: gettext.NullTranslations) -> Iterator[None]:
    """A block in which everything is printed by a catalogue."""
    token = _catalogue.set(chosen)
    try:
        yield
    finally:
        _catalogue.reset(token)


def N_(message: str) -> str:  # noqa: N802
    """Mark a sentence for translation without translating it."""
    return message


def _(message: str) -> str:
    """A sentence in the language in use."""
    return _catalogue.get().gettext(message) if message else ""


def pgettext(context: str, message: str) -> str:
    """A word in the language in use, where English has one word for two; the context says which is meant."""
    return _catalogue.get().pgettext(context, message)


NUMBERS = (
    N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"), N_("nine"), N_("ten"),
    N_("eleven"), N_("twelve"),
)  # fmt: skip
"""Words for the numbers from one on."""


def number_word(number: int) -> str:
    """A number as a word, as far as there are words in :data:`NUMBERS`; in digits from there on."""
    return _(NUMBERS[number - 1]) if 0 < number <= len(NUMBERS) else str(number)


def number_text(value: float, places: int = 0) -> str:
    """A number with the separators of the language in use: ``10,500.5``."""
    separators = {",": pgettext("between thousands", ","), ".": pgettext("before decimals", ".")}
    return "".join(separators.get(sign, sign) for sign in f"{value:,.{places}f}")


def percent_text(number: str) -> str:
    """A number as a percentage."""
    return pgettext("percentage", "{number}%").format(number=number)


def as_words(name: str) -> str:
    """The name of a parameter, a value, a contract or a level, as it stands in a sentence: ``garde sans`` for ``garde_sans``.

    Numbers and codes, in which there is no small letter, stay as they are.
    """
    return pgettext("name", name.replace("_", " ")) if any(map(str.islower, name)) else name


def ngettext(one: str, many: str, number: int) -> str:
    """The sentence for a number in the language in use; both hold the placeholder of the number."""
    return _catalogue.get().ngettext(one, many, number)
