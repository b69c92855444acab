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
from tarot_teach.loading.document import Document
from tarot_teach.loading.inherit import Flattener, Layer, RawRule, number_by_file
from tarot_teach.mechanisms.interfaces import Contract
from tarot_teach.messages import _
from tarot_teach.rules import STEPS

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
        self.number: dict[str, int] = number_by_file(layers)
        self.present: set[str] = _names_of(flat.rules.values())
        names = self.present | _names_of(raw for id, raw in flat.gone.items() if id in flat.dropped)
        longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))  # a garde sans is no garde
        self.contracts: re.Pattern[str] = re.compile(rf"\b({longest_first})s?\b" if names else r"(?!)", re.IGNORECASE)
        self.gone: list[Gone] = [*self._rules(), *self._cards(packs)]

    def warnings(self) -> Iterator[Problem]:
        """Warnings for titles, texts, notes and reasons of rules, and for the heading."""
        for raw in self.flat.rules.values():
            for field in ("title", "text", "note", "because"):
                if raw.values[field]:
                    what = _("the {field} of {id}").format(field=field, id=raw.id)
                    yield from self._of(what, raw.values[field], *raw.origin(field))
        heading = [layer for layer in self.layers if layer.option is None][-1]
        yield from self._of("`about`", heading.file.about, heading.document, ("about",))

    def of_comments(self, comments: Iterable[tuple[str, KeyPath]], document: Document) -> Iterator[Problem]:
        """Warnings for comments of an example, but for what its options removed, which may be its subject."""
        hint = _("name something that the ruleset has, or say it without the name")
        for words, path in comments:
            for gone, name in self._named(words):
                if not self.layers[gone.layer].option:
                    message = _("this speaks of {what}, which is gone ({place})").format(
                        what=gone.what, place=gone.place
                    )
                    yield Problem("rules.stale", message, place_of_words(document, path, name), hint)

    def _of(self, what: str, words: str, document: Document, path: KeyPath) -> Iterator[Problem]:
        writer = self.number[document.file]
        of_option = self.layers[writer].option
        for gone, name in self._named(words):
            if path == ("about",) and self.layers[gone.layer].option:
                continue  # a ruleset's heading is about the game without options
            if writer < gone.layer or (of_option and writer != gone.layer):
                message, at = _("{what} speaks of {gone}, which is gone"), place_of_words(document, path, name)
                hint = _("it is written at {at}; give another text under `changes`, or interpolate what changes")
                yield Problem.of("rules.stale", message, gone.place, hint.format(at=at), what=what, gone=gone.what)
        for match in _RULE_ID.finditer(_INTERPOLATED.sub(" ", words)):
            if match[0] not in self.flat.rules:
                message, at = (
                    _("{what} names {match}, and there is no such rule"),
                    place_of_words(document, path, match[0]),
                )
                hint = _("write {{ rule.ID }}, which is checked and becomes a link")
                yield Problem.of("rules.stale", message, at, hint, what=what, match=match[0])

    def _named(self, words: str) -> Iterator[tuple[Gone, str]]:
        """The removed things that a text names, each with the words that name it."""
        plain = _INTERPOLATED.sub(" ", words)
        bare = self.contracts.sub(lambda found: " " if found[1].casefold() in self.present else found[0], plain)
        found = ((gone, gone.pattern.search(bare)) for gone in self.gone)
        return ((gone, match[0]) for gone, match in found if match)

    def _rules(self) -> Iterator[Gone]:
        """Dropped contracts, then other dropped rules with titles of several words that no rule has now."""
        flat = self.flat
        titles = {(raw.values["title"] or "").casefold() for raw in flat.rules.values()}
        dropped = [raw for id, raw in flat.gone.items() if id in flat.dropped and id not in flat.rules]
        for raw in sorted(dropped, key=lambda raw: not raw.answers(Contract)):
            title, place = (raw.values["title"] or ""), flat.dropped[raw.id].place
            what, pattern = _("the rule “{title}”").format(title=title), re.escape(title)
            if raw.answers(Contract):
                name = _name(raw.id)
                what = _("the contract {name}").format(name=name)
                pattern = rf"(?:{re.escape(name)}|{pattern if ' ' in title else _LEADS_TO_A_NAME + pattern})s?"
            elif " " not in title or title.casefold() in titles:
                continue
            yield Gone(what, re.compile(rf"\b{pattern}\b", re.IGNORECASE), self.number[place.file], place)

    def _cards(self, packs: Sequence[tuple[int, Deck]]) -> Iterator[Gone]:
        """Cards, ranks and suits of earlier packs that the last one does not have."""
        for i, pack in packs[:-1]:
            layer = next(j for j, _deck in packs if j > i)
            place = self.layers[layer].place("deck")
            for word in sorted(_words(pack) - _words(packs[-1][1])):
                pattern = re.compile(rf"\b{re.escape(word)}s?\b")
                yield Gone(_("{word!r} of the {title}").format(word=word, title=pack.title), pattern, layer, place)


def _names_of(rules: Iterable[RawRule]) -> set[str]:
    """The names of the contracts among some rules, their titles, and the first two words of these: “Keep without” the talon."""
    contracts = [(raw, (raw.values["title"] or "")) for raw in rules if raw.answers(Contract)]
    names = (name for raw, title in contracts for name in (_name(raw.id), title, " ".join(title.split()[:2])))
    return {name.casefold() for name in names}


def _name(id: str) -> str:
    """The name of a contract."""
    return id.partition(".")[2].replace("_", " ")


def _words(deck: Deck) -> set[str]:
    """Codes of the cards, and names of suits and ranks."""
    words = {card.code for card in deck.cards} | {suit.name for suit in deck.suits.values()}
    return words | {card.rank_name or card.name for card in deck.cards if not card.rank_name[:1].isdigit()}


def place_of_words(document: Document, path: KeyPath, words: str) -> Place:
    """The place of words in a text, or of the text's beginning where a line end separates them."""
    at = document.place(path)
    for number, line in enumerate(document.lines[at.line - 1 : at.line + 60], at.line):
        column = line.casefold().find(words.casefold(), at.column - 1 if number == at.line else 0)
        if column >= 0:
            return Place(at.file, number, column + 1, line)
        outdented = line.strip() and len(line) - len(line.lstrip()) < at.column - 1
        if number > at.line and outdented and path not in document.blocks:
            break
    return at
