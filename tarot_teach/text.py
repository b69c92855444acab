"""Words with their references kept: a :class:`Text` is a sequence of plain strings and references.

Mechanisms and explanations build texts; renderers decide how a card, a term, a rule or a citation looks.
Phrases are whole sentences with placeholders and go through gettext.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from tarot_teach.cards import Card, CardSet

__all__ = [
    "CardRef",
    "CardsRef",
    "Cite",
    "PageRef",
    "Part",
    "RuleRef",
    "TermRef",
    "Text",
    "as_parts",
    "count_of",
    "filled",
    "joined",
    "listed",
    "say",
]

_: Callable[[str], str] = gettext.translation("tarot_teach", fallback=True).gettext


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card, spoken of by its name; the article stands before it as a string."""

    card: Card


@dataclass(frozen=True, slots=True)
class CardsRef:
    """Several cards of one suit, spoken of together: ``5, 8 and king of hearts``, with the article before it."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        names = [card.name.partition(" of ")[0] for card in self.cards]
        return f"{', '.join(names[:-1])}{_(' and ')}{names[-1]} of {self.cards[0].suit.name}"


@dataclass(frozen=True, slots=True)
class TermRef:
    """A concept of the glossary, with the word that this ruleset has for it; ``many`` is its plural where that is irregular."""

    id: str
    label: str
    many: str = ""

    @property
    def plural(self) -> TermRef:
        """The concept with its word in the plural."""
        return replace(self, label=self.many or _("{word}s").format(word=self.label))

    def count(self, number: int) -> Text:
        """A number of them: ``1 oudler``, ``3 oudlers``."""
        return Text((f"{number} ", self if number == 1 else self.plural))


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
        """What stands behind the key: ``, “Bidding”: only with four players``."""
        return (f", “{self.at}”" if self.at else "") + (f": {self.says}" if self.says else "")


@dataclass(frozen=True, slots=True)
class PageRef:
    """A worked example or a house rule (``kind`` is ``example`` or ``option``), by its id; ``title`` is what a reader sees."""

    kind: str
    id: str
    title: str


Part = str | CardRef | CardsRef | TermRef | RuleRef | PageRef | Cite


class Text(tuple[Part, ...]):
    """An immutable sequence of strings and references."""

    __slots__ = ()

    def __add__(self, other: object) -> Text:
        if isinstance(other, str):
            return Text((*self, other))
        return Text((*self, *other))  # type: ignore[misc]

    def __str__(self) -> str:
        return "".join(_plain(part) for part in self)

    def upper_first(self) -> Text:
        """The text with a capital at its start, when it starts with a string or a term."""
        first = self[0] if self else ""
        if isinstance(first, str) and first:
            return Text((first[:1].upper() + first[1:], *self[1:]))
        if isinstance(first, TermRef):
            return Text((replace(first, label=first.label[:1].upper() + first.label[1:]), *self[1:]))
        return self


_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")


def say(template: str, **values: Any) -> Text:
    """Fill a sentence: ``say(_("{who} holds no {suit}."), who="North", suit="hearts")``.

    Values may be strings, numbers, cards, card sets and lists of cards (joined with commas and "and"),
    references, or other texts. Raises KeyError when a placeholder has no value.
    """
    return filled(template, values)


def filled(template: str, values: Mapping[str, Any], terms: Mapping[str, TermRef] = MappingProxyType({})) -> Text:
    """Fill a sentence from a mapping of values, and words of a game.

    A placeholder may ask for a form of a word: ``{talon:the}`` (the chien), ``{honour:a}`` (an oudler), ``{handful:plural}``.
    Mechanisms and rulesets fill sentences with the words of the ruleset (:meth:`~tarot_teach.rules.Ruleset.say`).
    Raises KeyError when a placeholder has no value, or asks for a form that there is not.
    """
    parts: list[Part] = []
    at = 0
    for match in _PLACEHOLDER.finditer(template):
        name, form = match.groups()
        parts.append(template[at : match.start()])
        value = values[name] if name in values else terms[name]
        parts.extend(FORMS[form](value) if form else as_parts(value))
        at = match.end()
    parts.append(template[at:])
    return Text(_merged(parts)).upper_first()


def _with_the(value: Any) -> Text:
    """A word with its definite article."""
    return Text((_("the "), *as_parts(value)))


def _with_a(value: Any) -> Text:
    """A word with its indefinite article."""
    word = Text(as_parts(value))
    return Text((_("an ") if _SPOKEN_WITH_A_VOWEL.match(str(word)) else _("a "), *word))


_SPOKEN_WITH_A_VOWEL = re.compile(r"(?!uni|us|one\b|eu)[aeiouéèœ]|hono", re.IGNORECASE)
"""The beginnings of English words before which the article is `an`."""

FORMS: Mapping[str, Callable[[Any], Iterable[Part]]] = {
    "the": _with_the,
    "a": _with_a,
    "plural": lambda term: (term.plural,),
}
"""The forms that a placeholder can ask for."""


def as_parts(value: Any) -> Iterable[Part]:
    """A value as parts of a text."""
    if isinstance(value, Text):
        return value
    if isinstance(value, str | CardRef | CardsRef | TermRef | RuleRef | PageRef | Cite):
        return (value,)
    if isinstance(value, Card):
        return (_("the "), CardRef(value))
    if isinstance(value, CardSet) or (isinstance(value, list | tuple) and value and isinstance(value[0], Card)):
        return _cards(list(value))
    if isinstance(value, list | tuple):
        return listed([Text(as_parts(item)) for item in value])
    return (str(value),)


def _cards(cards: list[Card]) -> Text:
    """Cards named suit by suit."""
    suits = list(dict.fromkeys(card.suit for card in cards))
    groups = [tuple(card for card in cards if card.suit is suit) for suit in suits]
    return listed([Text((_("the "), CardsRef(group) if len(group) > 1 else CardRef(group[0]))) for group in groups])


def listed(items: list[Text]) -> Text:
    """``a, b and c``."""
    if not items:
        return Text(())
    parts: list[Part] = [*items[0]]
    for item in items[1:-1]:
        parts += [", ", *item]
    if len(items) > 1:
        parts += [_(" and "), *items[-1]]
    return Text(parts)


def joined(texts: Iterable[Text]) -> Text:
    """Sentences, one after another."""
    line = Text()
    for text in texts:
        line = line + " " + text if line else text
    return line


def count_of(number: int, one: str, many: str) -> str:
    """``1 card`` or ``2 cards``."""
    return f"{number} {one if number == 1 else many}"


def on_one_line(words: str) -> str:
    """Words as they stand within a paragraph or a heading, which a blank line would end in LaTeX."""
    return re.sub(r"[ \t]*[\n\r\v\f\x85\u2028\u2029]\s*", " ", words)


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
        case CardsRef():
            return str(part)
        case TermRef(_id, label):
            return label
        case RuleRef(id, title):
            return title or id
        case PageRef(_kind, _id, title):
            return title
        case Cite(key):
            return f"[{key}{part.behind}]"
    return part
