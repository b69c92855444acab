"""The words of all rulesets in every form of a language, as a translator reads them once, and entries of forms that no word asks for."""

from __future__ import annotations

import gettext
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tarot_teach.blocks import Block, Heading, Table
from tarot_teach.cards import Card
from tarot_teach.catalogues import OWN, compile_parts
from tarot_teach.errors import LoadError, Place, Problem
from tarot_teach.explain.score_sheet import contract_noun
from tarot_teach.loading import Library
from tarot_teach.messages import FORMS, N_, _, collated, printed_by
from tarot_teach.rules import Ruleset, contract_title
from tarot_teach.table import default_seats, seat_name
from tarot_teach.text import TermRef, Text, in_form
from tarot_teach.topics.check.catalogue_part import CataloguePart, parts_of_catalogue, read_part

KINDS = {
    "term": N_("Terms"),
    "contract": N_("Contracts"),
    "card": N_("Cards"),
    "suit": N_("Suits"),
    "seat": N_("Seats"),
}
"""The kinds of words that sentences put into forms, with their headings."""


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A word, its kind, the ruleset that has it first, and each form of it by name."""

    kind: str
    word: str
    ruleset: str
    forms: Mapping[str, str]

    def as_data(self) -> dict[str, Any]:
        """The word as JSON-able data."""
        return {"kind": self.kind, "word": self.word, "ruleset": self.ruleset, "forms": dict(self.forms)}


@dataclass(frozen=True, slots=True)
class FormsTable:
    """All words of a catalogue in its forms, and what is doubtful about them."""

    language: str
    words: list[FormedWord]
    warnings: list[Problem]

    def blocks(self) -> list[Block]:
        """A table for each kind of words."""
        made: list[Block] = []
        for kind, title in KINDS.items():
            words = [each for each in self.words if each.kind == kind]
            names = " · ".join(dict.fromkeys(name for each in words for name in each.forms))
            rows = [tuple(Text((cell,)) for cell in (each.word, " · ".join(each.forms.values()))) for each in words]
            made += [Heading(2, Text((_(title),))), Table((Text((self.language,)), Text((names,))), tuple(rows))]
        return made


def forms_tables(paths: Iterable[Path], opened: Callable[[], Library]) -> list[FormsTable]:
    """The words of all rulesets in the forms of each catalogue to which ``.po`` files belong; a library is opened in its language."""
    firsts = {path.absolute().parent: path for path in reversed([*paths])}
    return [_forms_table(read_part(path), opened) for path in firsts.values()]


def _forms_table(part: CataloguePart, opened: Callable[[], Library]) -> FormsTable:
    parts = parts_of_catalogue(part)
    compiled, _faults = compile_parts(part.language, [each.path for each in parts])
    with printed_by(gettext.GNUTranslations(io.BytesIO(compiled))):
        values = _words(opened())
        names = [*FORMS, "plural", *_own_names(parts)]
        of_many = {name for name in names if _is_plural(name, parts)}
        words, small = [], []
        for (kind, word), (value, ruleset) in values.items():
            forms = [name for name in names if kind in _COUNTED or name not in of_many]
            formed = {name: str(in_form(value, name)) for name in forms}
            words.append(FormedWord(kind, word, ruleset, formed))
            small += [(word, name) for name in forms if str(in_form(value, name.capitalize()))[:1].islower()]
    words.sort(key=lambda each: ([*KINDS].index(each.kind), collated(each.word)))
    asked = {text for each in words for text in (each.word, *each.forms.values())}
    doubts = [*_unasked(parts, asked), *_small(parts, small)]
    return FormsTable(part.language, words, doubts)


_COUNTED = ("term", "contract")
"""The kinds of words that have a plural."""


def _own_names(parts: Iterable[CataloguePart]) -> list[str]:
    """The names of the forms that a catalogue defines."""
    entries = (entry for part in parts for entry in part.messages if entry.original == "{word}" and entry.context)
    names = dict.fromkeys(entry.context.partition(",")[0] for entry in entries)
    return [name for name in names if name not in FORMS]


def _is_plural(name: str, parts: Iterable[CataloguePart]) -> bool:
    """True for the plural, and for a form whose pattern asks for it."""
    patterns = [
        words
        for part in parts
        for entry in part.messages
        if entry.context == name and entry.original == "{word}"
        for _key, _line, words in entry.translations
    ]
    return name == "plural" or any("{word:plural}" in words for words in patterns)


def _words(library: Library) -> dict[tuple[str, str], tuple[Any, str]]:
    """Words by kind and as they are printed, each with the value to be put into forms and the first ruleset that has it.

    Cards of one rank have the same forms in all suits, and so have suits behind all ranks: of each there is one card.
    """
    found: dict[tuple[str, str], tuple[Any, str]] = {}
    seen: set[tuple[str, ...]] = set()
    for id in library.ids():
        try:
            ruleset = library.load(id)
        except LoadError:  # which a check of its file tells
            continue
        for kind, key, value in _words_of(ruleset):
            if (kind, *key) not in seen:
                seen.add((kind, *key))
                found.setdefault((kind, _bare(value)), (value, id))
    return found


def _bare(value: Any) -> str:
    """A value as it is printed without a form."""
    if isinstance(value, list):
        return str(value[0].named(", ".join(card.rank_name for card in value)))
    return str(value.label if isinstance(value, TermRef) else value.name if isinstance(value, Card) else value)


def _words_of(ruleset: Ruleset) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """Yield the words of a ruleset, each with its kind and with what tells it from others: cards by rank or suit, and of each suit two by
    figures and two of which one has a rank in words."""
    for term in ruleset.terms.values():
        yield "term", (term.label,), term
    for rule in ruleset.at("bid"):
        if rule.mechanism == "contract":
            name = rule.id.rpartition(".")[2]
            for title in (contract_title(ruleset.rules, name), contract_noun(ruleset, name).title):
                yield "contract", (title,), title
    for suit in ruleset.deck.suits.values():
        if suit.kind == "excuse":
            continue
        yield "suit", (suit.name,), suit.name
        cards = [card for card in ruleset.deck.cards if card.suit is suit and not card.word]
        figures = [card for card in cards if card.rank_name.isdigit()]
        several = {
            "figures": figures[:2],
            "ranks": [*figures[:1], *(card for card in cards if card not in figures)][:2],
        }
        for sort, pair in several.items():
            if len(pair) > 1:
                yield "card", (sort, suit.name), pair
    for card in ruleset.deck.cards:
        yield "card", (card.word or card.suit.kind, card.rank_name), card
    for players in ruleset.players:
        for seat in default_seats(players):
            yield "seat", (seat,), seat_name(seat, default_seats(players))


def _unasked(parts: Iterable[CataloguePart], asked: set[str]) -> Iterator[Problem]:
    """Yield a warning for each word with forms of its own that is printed nowhere; one that differs in its capitals alone is the cure."""
    texts = {
        text
        for part in parts
        if part.path.stem != OWN
        for entry in part.messages
        for text in (entry.original, *(words for _key, _line, words in entry.translations))
    }
    printed = asked | texts | {text[:1].lower() + text[1:] for text in texts}
    alike = {word.casefold(): word for word in sorted(printed)}
    forms = {*FORMS, "plural", *_own_names(parts)}
    for part in parts:
        lines: dict[str, int] = {}
        for entry in part.messages if part.path.stem == OWN else ():
            word = entry.original
            if entry.context in forms and entry.translations and "{" not in word and word not in printed:
                lines.setdefault(word, entry.texts["msgid"][0])
        for word, line in lines.items():
            hint = _("leave its forms out, or write the word as it is printed")
            if word.casefold() in alike:
                hint = _("write {word}, as it is printed").format(word=alike[word.casefold()])
            message = _("no word asks for the forms of {word}")
            yield Problem.of("translation.unasked", message, part.place(line), hint, word=word)


def _small(parts: Sequence[CataloguePart], small: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """Yield a warning for each word whose form begins with a small letter where it is asked for with a capital, as at the start of a sentence."""
    for word, form in small:
        entries = [
            (part, each) for part in parts for each in part.messages if (each.context, each.original) == (form, word)
        ]
        place = entries[0][0].place(entries[0][1].texts["msgid"][0]) if entries else None
        message = _("{word} keeps its small letter in the form {form} at the start of a sentence")
        hint = _("give it an article in this form, or ask for another form there")
        yield Problem.of("translation.capital", message, place or Place(str(parts[0].path)), hint, word=word, form=form)
