"""Words with their references kept: a :class:`Text` is a sequence of plain strings and references.

Mechanisms and explanations build texts; renderers decide how a card, a term, a rule or a citation looks.
Phrases are whole sentences with placeholders and go through gettext.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from tarot_teach.cards import Card, CardSet
from tarot_teach.messages import (
    ENGLISH,
    FIGURES,
    N_,
    PERSON,
    RANKS,
    Message,
    PersonName,
    _,
    colon,
    is_untranslated,
    ngettext,
    own_form,
    pattern_of,
    printed_by,
)


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card, spoken of by its name; the article stands before it as a string."""

    card: Card


@dataclass(frozen=True, slots=True)
class CardsRef:
    """Several cards of one suit, spoken of together: ``5, 8 and king of hearts``, with the article before it; or each in a form,
    which has a capital at the start of a sentence."""

    cards: tuple[Card, ...]
    form: str = ""

    def __str__(self) -> str:
        form = self.form.lower()
        ranks = [in_form(card.rank_name, form) if form else Text((card.rank_name,)) for card in self.cards]
        words = self.cards[0].named(str(listed(ranks)))
        return words if self.form == form else words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class TermRef:
    """A concept of the glossary, with the word that this ruleset has for it; ``many`` is its plural where that is irregular,
    ``by`` the ruleset that gives it another meaning than the glossary."""

    id: str
    label: str
    many: str = ""
    by: str = field(default="", compare=False)

    @property
    def plural(self) -> TermRef:
        """The concept with its word in the plural."""
        own = own_form(self.label, "plural")
        return replace(self, label=own or self.many or pattern_of(self.label, "plural").format(word=self.label))

    def count(self, number: int) -> Text:
        """A number of them: ``no oudlers``, ``1 oudler``, ``3 oudlers``."""
        if not number:
            return _filled(_("no {term:plural}"), {"term": self})
        return _filled(ngettext("{number} {term}", "{number} {term:plural}", number), {"number": number, "term": self})


def term_classes(term: TermRef) -> list[str]:
    """The classes of a term on a page: ``tt-term tt-term-honour``, and ``tt-by-RULESET`` where a ruleset gives it a meaning."""
    return ["tt-term", f"tt-term-{term.id}", *([f"tt-by-{term.by}"] if term.by else [])]


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A rule, by id; ``title`` is what a reader sees. ``ruleset`` is the name of the one whose rule it is, where a page speaks of
    several."""

    id: str
    title: str = ""
    ruleset: str = ""


@dataclass(frozen=True, slots=True)
class Cite:
    """A source, the place in it, and what it says there where that needs a word."""

    key: str
    at: str = ""
    says: str = ""

    @property
    def behind(self) -> str:
        """Words behind the key of a citation: ``, “Bidding”: only with four players``."""
        place = _(", “{place}”").format(place=self.at) if self.at else ""
        return place + (f"{colon()}{self.says}" if self.says else "")


@dataclass(frozen=True, slots=True)
class PageRef:
    """A page (``kind`` is ``example``, ``option`` or ``ruleset``) by its id; ``title`` is what a reader sees."""

    kind: str
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class WebRef:
    """A page on the web; its address is what a reader sees."""

    address: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words that an author stresses, ``strong`` in bold type, or that are of another ``language``."""

    words: str
    strong: bool = False
    language: str = ""


Part = str | Emphasis | CardRef | CardsRef | TermRef | RuleRef | PageRef | WebRef | Cite


class Text(tuple[Part, ...]):
    """An immutable sequence of strings and references."""

    __slots__ = ()

    def __add__(self, other: object) -> Text:
        if isinstance(other, str):
            return Text((*self, other))
        return Text((*self, *other))  # type: ignore[misc]

    def __str__(self) -> str:
        return "".join(_plain(part) for part in self)

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def upper_first(self) -> Text:
        """The text with a capital at its start, when it starts with a string, a term or cards in a form."""
        first = self[0] if self else ""
        if isinstance(first, str) and first:
            return Text((first[:1].upper() + first[1:], *self[1:]))
        if isinstance(first, CardsRef):
            return Text((replace(first, form=first.form.capitalize()), *self[1:]))
        if isinstance(first, TermRef):
            return Text((replace(first, label=first.label[:1].upper() + first.label[1:]), *self[1:]))
        return self


NO_TEXT = Text()
"""A text without words."""

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")


def say(template: str, **values: Any) -> Text:
    """Fill a sentence: ``say(_("{who} holds no {suit}."), who="North", suit="hearts")``.

    Values may be strings, numbers, cards, card sets and lists of cards (joined with commas and "and"),
    references, or other texts. Raises KeyError when a placeholder has no value.
    """
    return filled(template, values)


def phrase(template: str, **values: Any) -> Text:
    """Fill words that stand within a sentence, without a capital at the start. Raises KeyError as :func:`say` does."""
    return _filled(template, values)


def filled(template: str, values: Mapping[str, Any], terms: Mapping[str, TermRef] = MappingProxyType({})) -> Text:
    """Fill a sentence from a mapping of values, and words of a game.

    A placeholder may ask for a form of a word: ``{talon:the}`` (the chien), ``{honour:a}`` (an oudler), ``{handful:plural}``.
    Mechanisms and rulesets fill sentences with the words of the ruleset (:meth:`~tarot_teach.rules.Ruleset.say`).
    Raises KeyError when a placeholder has no value, or asks for a form that there is not.
    """
    return _filled(template, values, terms).upper_first()


def _filled(template: str, values: Mapping[str, Any], terms: Mapping[str, TermRef] = MappingProxyType({})) -> Text:
    """Words filled as :func:`filled` does, without a capital at the start; a translation that cannot be filled gives way to English."""
    try:
        return _with_values(template, values, terms)
    except KeyError:
        if not isinstance(template, Message):
            raise
        return _with_values(template.original, values, terms)


def _with_values(template: str, values: Mapping[str, Any], terms: Mapping[str, TermRef]) -> Text:
    """A template with its values as parts. A sentence that the catalogue lacks is English, and so are the forms in it."""
    forms = english_forms if is_untranslated(template) else in_form
    parts: list[Part] = []
    at = 0
    for match in _PLACEHOLDER.finditer(template):
        name, form = match.groups()
        parts.append(template[at : match.start()])
        value = values[name] if name in values else terms[name]
        parts.extend(forms(value, form) if form else as_parts(value))
        at = match.end()
    return Text(_merged([*parts, template[at:]]))


def in_form(value: Any, form: str) -> Text:
    """A word with its article or preposition, or in the plural; ``The`` is ``the`` with a capital, and so for every form.

    A word that goes by no rule stands in a catalogue by itself, as it is printed there, in the context of the form:
    ``msgctxt "the"``, ``msgid "dame de cœur"``. Raises KeyError where the language has no such form.
    """
    if form[:1].isupper():
        return in_form(value, form[:1].lower() + form[1:]).upper_first()
    if _is_cards(value):
        return _cards(list(value), form)
    if isinstance(value, list | tuple) and not isinstance(value, Text):
        return listed([in_form(item, form) for item in value])
    if isinstance(value, Text) and len(value) == 1:
        (value,) = value
    if isinstance(value, TermRef) and form == "plural":
        return Text((value.plural,))
    word = Text(as_parts(value.card if isinstance(value, CardRef) else value, article=False))
    plain = str(word)
    own = own_form(plain, form)
    first = word[0] if len(word) == 1 else ""
    if own is None and isinstance(first, CardRef) and not (first.card.word or first.card.is_excuse):
        rank = own_form(first.card.rank_name, form)
        own = first.card.named(rank) if rank else None
    if own is not None:
        before, found, after = own.partition(plain)
        around = replace(first, label=own) if isinstance(first, TermRef) else own
        return Text(_merged((before, *word, after) if found else (around,)))
    kind, each = "", word
    if isinstance(value, PersonName):
        kind = PERSON
    elif isinstance(value, CardsRef):
        kind = FIGURES if all(card.rank_name.isdigit() for card in value.cards) else RANKS
        each = Text((replace(value, form=form),))
    return _filled(pattern_of(plain, form, kind), {"word": value if kind else word, "each": each})


def english_forms(value: Any, form: str) -> Text:
    """A word in a form of an English sentence, whatever language is in use. Raises KeyError where English has no such form."""
    with printed_by(ENGLISH):
        return in_form(value, form)


def _is_cards(value: Any) -> bool:
    """True for several cards."""
    return isinstance(value, CardSet) or (
        isinstance(value, list | tuple) and bool(value) and isinstance(value[0], Card)
    )


def as_parts(value: Any, *, article: bool = True) -> Iterable[Part]:
    """A value as parts of a text; a card with the definite article, unless it is asked for without."""
    if isinstance(value, Text):
        return value
    if isinstance(value, str | Emphasis | CardRef | CardsRef | TermRef | RuleRef | PageRef | WebRef | Cite):
        return (value,)
    if isinstance(value, Card):
        return in_form(value, "the") if article else (CardRef(value),)
    if _is_cards(value):
        return _cards(list(value), "the")
    if isinstance(value, list | tuple):
        return listed([Text(as_parts(item)) for item in value])
    return (str(value),)


def _cards(cards: list[Card], form: str) -> Text:
    """Cards in a form, named suit by suit, and those with a name of their own by themselves."""
    kinds = list(dict.fromkeys(card if card.word else card.suit for card in cards))
    groups = [tuple(card for card in cards if kind in (card, None if card.word else card.suit)) for kind in kinds]
    return listed([in_form(CardsRef(group) if len(group) > 1 else group[0], form) for group in groups])


def listed(items: list[Text], joint: str = N_("{first} and {last}")) -> Text:
    """``a, b and c``; the joint has places for all but the last, with commas, and for the last."""
    if len(items) < 2:
        return Text(items[0] if items else ())
    first: list[Part] = [*items[0]]
    for item in items[1:-1]:
        first += [_(", "), *item]
    return _filled(_(joint), {"first": Text(first), "last": items[-1]})


def row_of(words: Iterable[str]) -> str:
    """Words in a row: ``a, b and c``."""
    return str(listed([Text((word,)) for word in words]))


def separated_by_dots(parts: Iterable[Part]) -> Text:
    """Parts with dots between them: ``Going over · Trumping in vain``."""
    return Text([words for part in parts for words in (" · ", part)][1:])


def joined(texts: Iterable[Text]) -> Text:
    """Sentences, one after another."""
    line = Text()
    for text in texts:
        line = line + " " + text if line else text
    return line


def split(text: Text, between: str) -> tuple[Text, ...]:
    """A text split where its strings match a pattern, without empty pieces."""
    pieces: list[list[Part]] = [[]]
    for part in text:
        first, *others = re.split(between, part) if isinstance(part, str) else (part,)
        pieces[-1].append(first)
        pieces += [[other] for other in others]
    return tuple(Text(piece) for piece in pieces if any(piece))


_STRESS = re.compile(r"\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*|(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])")


def emphasized(words: str) -> Iterator[Part]:
    """Yield the parts of an author's words: those between asterisks are stressed, with two of them in bold type."""
    at = 0
    for match in _STRESS.finditer(words):
        yield words[at : match.start()]
        yield Emphasis(match[1] or match[2], strong=bool(match[1]))
        at = match.end()
    yield words[at:]


def on_one_line(words: str) -> str:
    """Words as they stand within a paragraph or a heading, which a blank line would end in LaTeX."""
    return re.sub(r"[ \t]*[\n\r\v\f\x85\u2028\u2029]\s*", " ", words)


def with_single_blanks(words: str) -> str:
    """Words in one line, with one blank in place of several and of line ends; spaces at which no line breaks stay."""
    return re.sub(r"[ \t\n\r\v\f\x85\u2028\u2029]+", " ", words).strip()


def _merged(parts: Iterable[Part]) -> list[Part]:
    merged: list[Part] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return merged


def _plain(part: Part) -> str:
    match part:
        case CardRef(card):
            return card.name
        case TermRef(_id, label):
            return label
        case RuleRef(id, title):
            return title or id
        case PageRef():
            return part.title
        case WebRef(address):
            return address
        case Emphasis(words):
            return words
        case Cite(key):
            return f"[{key}{part.behind}]"
    return str(part)
