"""Prose that names what a ruleset no longer has: dropped contracts and other rules, and cards of another pack.

Interpolated names are checked when prose is filled; this is a search for plain words. It gives warnings, since an author may
have reasons to name what is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tarot_teach.cards import Deck
from tarot_teach.errors import KeyPath, Place, Problem
from tarot_teach.language import _
from tarot_teach.loading.document import Document
from tarot_teach.loading.inherit import Flattener, Layer, RawRule
from tarot_teach.mechanisms.interfaces import Contract
from tarot_teach.rules import STEPS

PROSE = ("title", "text", "note", "because")
_INTERPOLATED = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_RULE_ID = re.compile(rf"\b(?:{'|'.join(STEPS)})\.[a-z][a-z0-9_]*\b")
_LEADS_TO_A_NAME = r"(?:a|an|the|in|for|of|under|like|as)\s+(?:a\s+|an\s+|the\s+)?"


class Gone(NamedTuple):
    """A thing that a ruleset no longer has: description, pattern of its names, index of the layer that removed it, and place."""

    what: str
    pattern: re.Pattern[str]
    layer: int
    place: Place


class StaleProse:
    """Finds stale prose in a sound ruleset, or in an example of it. ``packs`` come with the index of the layer that names them."""

    def __init__(self, flat: Flattener, layers: Sequence[Layer], packs: Sequence[tuple[int, Deck]]) -> None:
        self.flat: Flattener = flat
        self.layers: Sequence[Layer] = layers
        self.number: dict[str, int] = {layer.document.file: i for i, layer in enumerate(layers)}
        contracts = [raw for raw in flat.rules.values() if raw.answers(Contract)]
        self.present: re.Pattern[str] | None = _any_of(
            name for raw in contracts for name in (*_names(raw), _short(raw))
        )
        dropped = [raw for id, raw in flat.gone.items() if id in flat.dropped and id not in flat.rules]
        self.gone: list[Gone] = [*self._contracts(dropped), *self._rules(dropped), *self._cards(packs)]

    def warnings(self) -> Iterator[Problem]:
        """Warnings for titles, texts, notes and reasons of rules, and for the heading."""
        for raw in self.flat.rules.values():
            for field in PROSE:
                if raw.values[field]:
                    yield from self._of(
                        _("the {field} of {id}").format(field=field, id=raw.id), raw.values[field], *raw.origin(field)
                    )
        heading = [layer for layer in self.layers if layer.option is None][-1]
        yield from self._of("`about`", heading.file.about, heading.document, ("about",))

    def of_comments(self, comments: Iterable[tuple[str, KeyPath]], document: Document) -> Iterator[Problem]:
        """Warnings for comments of an example, but for what its options removed, which may be its subject."""
        for words, path in comments:
            for gone, name in self._named(words):
                if self.layers[gone.layer].option:
                    continue
                message = _("this speaks of {what}, which is gone ({place})").format(what=gone.what, place=gone.place)
                hint = _("name something that the ruleset has, or say it without the name")
                yield Problem("rules.stale", message, _place_of(document, path, name), hint)

    def _of(self, what: str, words: str, document: Document, path: KeyPath) -> Iterator[Problem]:
        writer = self.number[document.file]
        of_option = self.layers[writer].option
        for gone, name in self._named(words):
            by_option = self.layers[gone.layer].option
            if path == ("about",) and by_option:
                continue  # a ruleset's heading is about the game without options
            if writer < gone.layer or (of_option and writer != gone.layer):
                at = _place_of(document, path, name)
                hint = _(
                    "it is written at {at}; give another text under `changes`, or interpolate what changes"
                ).format(at=at)
                yield Problem(
                    "rules.stale",
                    _("{what} speaks of {gone}, which is gone").format(what=what, gone=gone.what),
                    gone.place,
                    hint,
                )
        for match in _RULE_ID.finditer(_INTERPOLATED.sub(" ", words)):
            if match[0] not in self.flat.rules:
                message = _("{what} names {match}, and there is no such rule").format(what=what, match=match[0])
                at = _place_of(document, path, match[0])
                yield Problem("rules.stale", message, at, "write {{ rule.ID }}, which is checked and becomes a link")

    def _named(self, words: str) -> Iterator[tuple[Gone, str]]:
        """The removed things that a text names, each with the words that name it."""
        bare = _INTERPOLATED.sub(" ", words)
        if self.present:
            bare = self.present.sub(" ", bare)
        for gone in self.gone:
            match = gone.pattern.search(bare)
            if match:
                yield gone, match[0]

    def _gone(self, what: str, pattern: str, raw: RawRule) -> Gone:
        place = self.flat.dropped[raw.id].place
        return Gone(what, re.compile(pattern, re.IGNORECASE), self.number[place.file], place)

    def _contracts(self, dropped: Sequence[RawRule]) -> Iterator[Gone]:
        for raw in dropped:
            if raw.answers(Contract):
                name, title = _names(raw)
                other = title if " " in title else f"{_LEADS_TO_A_NAME}{title}"
                yield self._gone(_("the contract {name}").format(name=name), rf"\b(?:{name}|{other})s?\b", raw)

    def _rules(self, dropped: Sequence[RawRule]) -> Iterator[Gone]:
        """Other dropped rules with titles of several words that no rule has now."""
        titles = {str(raw.values["title"]).casefold() for raw in self.flat.rules.values()}
        for raw in dropped:
            title = str(raw.values["title"])
            if " " in title and title.casefold() not in titles and not raw.answers(Contract):
                yield self._gone(_("the rule “{title}”").format(title=title), rf"\b{re.escape(title)}\b", raw)

    def _cards(self, packs: Sequence[tuple[int, Deck]]) -> Iterator[Gone]:
        """Cards, ranks and suits of earlier packs that the last one does not have."""
        for i, pack in packs[:-1]:
            layer = next(j for j, _deck in packs if j > i)
            place = self.layers[layer].place("deck")
            for word in sorted(_words(pack) - _words(packs[-1][1])):
                pattern = re.compile(rf"\b{re.escape(word)}s?\b")
                yield Gone(_("{word!r} of the {title}").format(word=word, title=pack.title), pattern, layer, place)


def _names(raw: RawRule) -> tuple[str, str]:
    """Patterns of the name and title of a contract."""
    name = raw.id.partition(".")[2].replace("_", " ")
    return re.escape(name), re.escape(str(raw.values["title"]))


def _short(raw: RawRule) -> str:
    """The first two words of a title: ``keep without`` of ``Keep without the talon``."""
    return re.escape(" ".join(str(raw.values["title"]).split()[:2]))


def _any_of(names: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern of some names, the longest first, so that a garde sans is not taken for a garde."""
    by_length = sorted(set(names), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(by_length)})s?\b", re.IGNORECASE) if by_length else None


def _words(deck: Deck) -> set[str]:
    """Codes of the cards, and names of suits and ranks."""
    words = {card.code for card in deck.cards} | {suit.name for suit in deck.suits.values()}
    return words | {card.rank_name or card.name for card in deck.cards if not card.rank_name[:1].isdigit()}


def _place_of(document: Document, path: KeyPath, words: str) -> Place:
    """The place of words in a text, or of the text's beginning where a line end separates them."""
    at = document.place(path)
    for number in range(at.line, min(len(document.lines), at.line + 60) + 1):
        line = document.lines[number - 1]
        column = line.casefold().find(words.casefold(), at.column - 1 if number == at.line else 0)
        if column >= 0:
            return Place(at.file, number, column + 1, line)
        if (
            number > at.line
            and line.strip()
            and len(line) - len(line.lstrip()) < at.column - 1
            and path not in document.blocks
        ):
            break
    return at
