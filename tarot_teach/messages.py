"""The language of what is printed, and the catalogues in which sentences are looked up when they are used.

A catalogue is one of GNU gettext, which :mod:`tarot_teach.catalogues` finds by the name of a language. A sentence that stands in a constant is
marked by :func:`N_` there and translated by :func:`_` where it is used.

A placeholder may ask for a form of its word, ``{talon:the}``: the translation of any sentence may ask for another than the
English one, and a catalogue may define forms of its own.
"""

from __future__ import annotations

import gettext
import itertools
import re
import string
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from numbers import Number
from typing import Any

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
def printed_by(chosen: gettext.NullTranslations) -> Iterator[None]:
    """A block in which everything is printed by a catalogue."""
    token = _catalogue.set(chosen)
    try:
        yield
    finally:
        _catalogue.reset(token)


class Message(str):
    """A translation with placeholders, which may ask for forms of their words; ``original`` is the English sentence.

    Where the translation cannot be filled, since a placeholder is wrong, the English sentence takes its place.
    """

    original: str

    def format(self, *values: Any, **named: Any) -> str:
        try:
            return _FORMATTER.vformat(self, values, named)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return self.original.format(*values, **named)

    def __add__(self, more: str) -> Message:
        """This translation with another, or with a text in any language, behind it."""
        return _joined(self, more)

    def __radd__(self, before: str) -> Message:
        """This translation behind a text in any language."""
        return _joined(before, self)


def _joined(first: str, second: str) -> Message:
    joined = Message(f"{first}{second}")
    joined.original = "".join(part.original if isinstance(part, Message) else part for part in (first, second))
    return joined


class _Formatter(string.Formatter):
    """Fills a sentence as ``str.format`` does, with words in the forms that are asked for, and numbers with the separators of the language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "," and isinstance(value, int):
            return number_text(value)
        if not format_spec.isidentifier() or isinstance(value, Number):
            return format(value, format_spec)
        return in_form(value if isinstance(value, str) else str(value), format_spec)


_FORMATTER = _Formatter()


def _message(found: str, original: str) -> str:
    """A text of the catalogue, with its original where it has places to be filled."""
    if "{" not in found or found == original:
        return found
    message = Message(found)
    message.original = original
    return message


def is_untranslated(template: str) -> bool:
    """True for a sentence in English while another language is in use: the catalogue lacks it. Placeholders alone are no sentence."""
    if isinstance(template, Message) or current_catalogue() is ENGLISH:
        return False
    return any(map(str.isalpha, _PLACES.sub("", template)))


_PLACES = re.compile(r"\{[^{}]*\}")


def N_(message: str) -> str:  # noqa: N802
    """Mark a sentence for translation without translating it."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Mark a sentence for a number for translation without translating it."""
    return one, many


def NP_(_context: str, message: str) -> str:  # noqa: N802
    """Mark a word in a context for translation without translating it."""
    return message


def NJ_(message: str) -> str:  # noqa: N802
    """Mark a sentence for translation that a script of a page fills: places in it take no form."""
    return message


def J_(message: str) -> str:  # noqa: N802
    """A sentence in the language in use, which a script of a page fills: places in it take no form."""
    return _(message)


def _(message: str) -> str:
    """A sentence in the language in use."""
    return _message(_catalogue.get().gettext(message), message) if message else ""


def pgettext(context: str, message: str) -> str:
    """A word in the language in use, where English has one word for two; the context says which is meant."""
    return _message(_catalogue.get().pgettext(context, message), message)


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
    written = f"{value:,}" if isinstance(value, int) and not places else f"{value:,.{places}f}"
    return "".join(separators.get(sign, sign) for sign in written)


MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"), N_("August"), N_("September"),
    N_("October"), N_("November"), N_("December"),
)  # fmt: skip


def date_text(date: str) -> str:
    """A day, a month or a year as it stands in a sentence: ``16 September 1440`` for ``1440-09-16``."""
    year, *rest = date.split("-")
    if len(rest) < 2:
        return _("{month} {year}").format(month=_(MONTHS[int(rest[0]) - 1]), year=year) if rest else year
    return days_of_months()[int(rest[0]) - 1].format(day=int(rest[1]) if int(rest[1]) > 1 else first_day(), year=year)


def days_of_months() -> list[str]:
    """The sentences for a day of each month, with ``{day}`` and ``{year}``, which scripts fill, too: ``{day} January {year}``."""
    return [_("{day} {month} {year}").format(day="{day}", month=_(month), year="{year}") for month in MONTHS]


def first_day() -> str:
    """The number of the first day of a month in a date: ``1``, ``1er``."""
    return pgettext("the first of a month", "1")


def percent_text(number: str) -> str:
    """A number as a percentage."""
    return pgettext("percentage", "{number}%").format(number=number)


def colon() -> str:
    """The sign between a name and the value that follows, with the spaces of the language in use."""
    return pgettext("between name and value", ": ")


def semicolon() -> str:
    """The sign between parts of a list, with the spaces of the language in use."""
    return pgettext("between parts of a list", "; ")


def collated(word: str) -> str:
    """A word as it is placed in an alphabetical list: letters small and without marks, ``œ`` as ``oe``."""
    letters = unicodedata.normalize("NFD", word.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def typed_word(word: str) -> str:
    """A word that people type, as the language in use has it: ``passe`` for ``pass``. It is marked in the context ``typed``."""
    return pgettext("typed", word)


def is_typed(text: str, *words: str) -> bool:
    """True for a text that is one of some words that people type."""
    return word_named(text, {word: typed_word(word) for word in words}) is not None


def word_named(text: str, names: Mapping[str, str]) -> str | None:
    """The word that a text is, by the word itself or by its name in the language in use; None for any other text.

    Capitals, marks on letters, and signs between words do not count.
    """
    said = _folded(text)
    by_word = (word for word in names if _folded(word) == said)
    by_name = (word for word, name in names.items() if _folded(name) == said)
    return next(itertools.chain(by_word, by_name), None)


def thing_named(text: str, names: Mapping[str, str]) -> str | None:
    """The word that a text names, as :func:`word_named`, where the name may stand for one thing or for several: ``épée``, ``piques``."""
    several = {word: in_form(name, "plural") for word, name in names.items()}
    return word_named(text, names) or word_named(text, several) or word_named(in_form(text.strip(), "plural"), names)


def as_typed(names: Mapping[str, str]) -> list[str]:
    """Words as they are typed, from their names in the language in use: in English the words themselves."""
    return [*(names if current_catalogue() is ENGLISH else names.values())]


def _folded(text: str) -> str:
    return re.sub(r"[\s_'’-]+", " ", collated(text.strip()))


def as_words(name: str) -> str:
    """The name of a parameter, a value, a contract or a level, as it stands in a sentence: ``garde sans`` for ``garde_sans``.

    Numbers and codes, in which there is no small letter, stay as they are.
    """
    return pgettext("name", name.replace("_", " ")) if any(map(str.islower, name)) else name


def _kinds() -> dict[str, tuple[str, str]]:
    """Kinds of files and of what stands in them, each with its word for one and for several."""
    return {
        "advice": (pgettext("kind", "advice"), pgettext("kinds", "advice")),
        "bundle": (pgettext("kind", "bundle"), pgettext("kinds", "bundles")),
        "contract": (pgettext("kind", "contract"), pgettext("kinds", "contracts")),
        "course": (pgettext("kind", "course"), pgettext("kinds", "courses")),
        "coverage": (pgettext("kind", "coverage"), pgettext("kinds", "coverage")),
        "deck": (pgettext("kind", "deck"), pgettext("kinds", "decks")),
        "errata": (pgettext("kind", "errata"), pgettext("kinds", "errata")),
        "example": (pgettext("kind", "example"), pgettext("kinds", "examples")),
        "glossary": (pgettext("kind", "glossary"), pgettext("kinds", "glossaries")),
        "history": (pgettext("kind", "history"), pgettext("kinds", "histories")),
        "option": (pgettext("kind", "option"), pgettext("kinds", "options")),
        "rule": (pgettext("kind", "rule"), pgettext("kinds", "rules")),
        "ruleset": (pgettext("kind", "ruleset"), pgettext("kinds", "rulesets")),
        "session": (pgettext("kind", "session"), pgettext("kinds", "sessions")),
        "sources": (pgettext("kind", "sources"), pgettext("kinds", "sources")),
        "source": (pgettext("kind", "source"), pgettext("kinds", "sources")),
        "term": (pgettext("kind", "term"), pgettext("kinds", "terms")),
        "translation": (pgettext("kind", "translation"), pgettext("kinds", "translations")),
    }


def kind_in_words(kind: str) -> str:
    """The word for one of a kind of files, or of what stands in them: ``ruleset``."""
    return _kinds()[kind][0] if kind in _kinds() else as_words(kind)


def kinds_in_words(kind: str) -> str:
    """The word for several of a kind: ``rulesets``."""
    return _kinds()[kind][1]


SHORT_NAMES = frozenset({"by", "leave", "of", "to", "turns"})
"""Names of parameters that mean something else in each kind of rule."""


def parameter_in_words(name: str, mechanism: str) -> str:
    """The name of a parameter as it stands before its value; one of :data:`SHORT_NAMES` has a word for each kind of rule."""
    if name not in SHORT_NAMES:
        return as_words(name)
    context = f"name, {mechanism}"
    own = pgettext(context, name)
    return as_words(name) if own == name else own


def ngettext(one: str, many: str, number: int) -> str:
    """The sentence for a number in the language in use; both hold the placeholder of the number."""
    return _message(_catalogue.get().ngettext(one, many, number), one if number == 1 else many)


class PersonName(str):
    """The name of a person or a seat, whose forms may differ from those of nouns: ``de Denis``, but ``du preneur``."""

    __slots__ = ()


FORMS: Mapping[str, Callable[[], tuple[str, str]]] = {
    "the": lambda: (pgettext("the", "the {word}"), pgettext("the, before a vowel", "the {word}")),
    "a": lambda: (pgettext("a", "a {word}"), pgettext("a, before a vowel", "an {word}")),
    "of": lambda: (pgettext("of", "{word}'s"), pgettext("of, before a vowel", "{word}'s")),
    "to": lambda: (pgettext("to", "to the {word}"), pgettext("to, before a vowel", "to the {word}")),
    "in": lambda: (pgettext("in", "in the {word}"), pgettext("in, before a vowel", "in the {word}")),
}
"""The patterns of the forms that every language has, each for words that begin with a consonant and with a vowel when spoken."""

PERSON = "a person"
"""The kind of word that the name of a person or a seat is, as contexts name it: ``of, a person``."""
FIGURES = "several figures"
"""The kind of word that several cards of a suit are, if all of them are called by figures: ``5 and 8 of hearts``."""
RANKS = "several ranks"
"""The kind of word that several cards of a suit are, if one of them has a rank in words: ``8 and king of hearts``."""

FORMS_OF_KINDS: Mapping[tuple[str, str], Callable[[], tuple[str, str]]] = {
    ("the", PERSON): lambda: (pgettext("the, a person", "{word}"), pgettext("the, a person, before a vowel", "{word}")),
    ("a", PERSON): lambda: (pgettext("a, a person", "{word}"), pgettext("a, a person, before a vowel", "{word}")),
    ("of", PERSON): lambda: (
        pgettext("of, a person", "{word}'s"),
        pgettext("of, a person, before a vowel", "{word}'s"),
    ),
    ("to", PERSON): lambda: (
        pgettext("to, a person", "to {word}"),
        pgettext("to, a person, before a vowel", "to {word}"),
    ),
    ("in", PERSON): lambda: (
        pgettext("in, a person", "in {word}"),
        pgettext("in, a person, before a vowel", "in {word}"),
    ),
    ("the", FIGURES): lambda: (pgettext("the, several figures", "the {word}"),) * 2,
    ("a", FIGURES): lambda: (pgettext("a, several figures", "{word}"),) * 2,
    ("of", FIGURES): lambda: (pgettext("of, several figures", "{word}'s"),) * 2,
    ("to", FIGURES): lambda: (pgettext("to, several figures", "to the {word}"),) * 2,
    ("in", FIGURES): lambda: (pgettext("in, several figures", "in the {word}"),) * 2,
    # Translators: {each} may stand in place of {word}, for the cards each in the form: “le 3 et le roi de cœur”.
    ("the", RANKS): lambda: (pgettext("the, several ranks", "the {word}"),) * 2,
    ("a", RANKS): lambda: (pgettext("a, several ranks", "{word}"),) * 2,
    ("of", RANKS): lambda: (pgettext("of, several ranks", "{word}'s"),) * 2,
    ("to", RANKS): lambda: (pgettext("to, several ranks", "to the {word}"),) * 2,
    ("in", RANKS): lambda: (pgettext("in, several ranks", "in the {word}"),) * 2,
}
"""The patterns of these forms for names of people, and for several cards of a suit."""

_BARE = "{word}"
"""The message of forms that a catalogue defines."""


def pattern_of(word: str, form: str, kind: str = "") -> str:
    """The pattern by which a word of a kind gets a form: ``le {word}``. Raises KeyError where the language has no such form.

    ``plural`` is a form, too. Any other is one of the catalogue's own: a context with the message ``{word}``, for words
    that begin with a vowel and for kinds where it has them. It must differ from the bare word.
    """
    if form == "plural":
        return _BARE if _is_same_in_plural(word) else pgettext("plural", "{word}s")
    vowel = _begins_with_vowel(word)
    if form in FORMS:
        return (FORMS_OF_KINDS[form, kind] if kind else FORMS[form])()[vowel]
    for name in ([f"{form}, {kind}"] if kind else []) + [form]:
        for context in ([f"{name}, before a vowel"] if vowel else []) + [name]:
            own = pgettext(context, _BARE)
            if own != _BARE:
                return own
    raise KeyError(form)


def _begins_with_vowel(word: str) -> bool:
    """True for a word that begins with a vowel when it is spoken."""
    # Translators: a regular expression for the beginnings of words that are spoken with a vowel first.
    vowels = _expression(pgettext("vowels", r"(?!uni|us|one\b|eu)[aeiouéèœ]|hono"), re.IGNORECASE)
    return vowels is not None and vowels.match(word) is not None


def _is_same_in_plural(word: str) -> bool:
    """True for a word whose plural is the word itself."""
    # Translators: a regular expression for whole words that are the same in the plural; (?!) for none.
    same = _expression(pgettext("same in the plural", "(?!)"), re.IGNORECASE)
    return same is not None and same.fullmatch(word) is not None


def _expression(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str] | None:
    """A regular expression of the catalogue; None for one that cannot be read, which ``check`` refuses."""
    with suppress(re.error):
        return re.compile(pattern, flags)
    return None


def within_sentence(title: str) -> str:
    """A title as it stands within a sentence: with a small letter first, unless the language keeps its capital, as that of a German noun."""
    # Translators: a regular expression for the beginnings of titles that keep their capital within a sentence; (?!) for none.
    kept = _expression(pgettext("keeps its capital", "(?!)"))
    return title if kept is None or kept.match(title) else title[:1].lower() + title[1:]


def own_form(word: str, form: str) -> str | None:
    """The form of a word that stands in the catalogue by itself, ``la dame`` for ``dame``; None for a word that goes by the pattern."""
    own = pgettext(form, word)
    return None if own == word else own


def in_form(word: str, form: str) -> str:
    """A word with its article or preposition, or in the plural; ``The`` is ``the`` with a capital, and so for every form.

    Raises KeyError where the language has no such form.
    """
    if form[:1].isupper():
        formed = in_form(word, form[:1].lower() + form[1:])
        return formed[:1].upper() + formed[1:]
    own = own_form(word, form)
    return own or pattern_of(word, form, PERSON if isinstance(word, PersonName) else "").format(word=word)
