"""Warnings for translations that have another word for a concept than the glossary in their language.

A message names a concept where its English has the English name as a whole word. The translation may have any name that the
glossary or a ruleset gives the concept in the language, in any ending. A common word such as *lead* is meant in several ways, so
that a name of one word is looked for only where few messages have it and most translations of these keep to the glossary.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tarot_teach.errors import Problem
from tarot_teach.messages import _, collated
from tarot_teach.rules import Concept
from tarot_teach.topics.check.catalogue_part import CataloguePart, Entry, parts_of_catalogue

KEPT = 0.9
"""The share of translations that keep to the glossary from which on the others are doubtful, of a name of one word."""
FEWEST = 5
"""The least number of messages that name a concept by one word, for the share to say something."""
COMMON = 0.01
"""The share of all messages from which on a name of one word is a common word."""

_CODE = re.compile(r"`+[^`]*`+|\{\{.*?\}\}|\{[^{}]*\}|<[^<>]*>|\w+://\S+|--\w[\w-]*|[\w./-]*[_/.]\w[\w./-]*", re.DOTALL)
_LABEL = re.compile(r": (?:\w+\.)*terms\.(\w+)\.(?:label|plural)$")
_NAME = re.compile(r"glossary: concepts\.(\w+)\.en")
_WORD = re.compile(r"\w+")
_SENTENCE = 3
"""The least number of words of a message that is looked at."""


@dataclass(frozen=True, slots=True)
class Named:
    """A concept that a message names, the line of the translation, and if this has one of the words for it."""

    concept: Concept
    line: int
    kept: bool


def term_warnings(part: CataloguePart, glossary: Mapping[str, Concept]) -> Iterator[Problem]:
    """Yield a warning for each translation in a part that has none of the words of its language for a concept that its English names."""
    yield from _names_unlike_the_glossary(part, glossary)
    parts = parts_of_catalogue(part)
    known = _names(parts, glossary)
    if not known:
        return
    named = [[*_named(each.messages, glossary, known)] for each in parts]
    counts: dict[str, list[bool]] = defaultdict(list)
    for found in (found for each in named for found in each):
        counts[found.concept.id].append(found.kept)
    common = COMMON * sum(len(each.messages) for each in parts)
    for found in named[0]:
        kept = counts[found.concept.id]
        is_sure = " " in found.concept.en or (FEWEST <= len(kept) <= common and sum(kept) >= KEPT * len(kept))
        if not found.kept and is_sure:
            message = _("the English names “{term}”, and the translation has no “{word}”")
            hint = _("take the word of the glossary, unless something else is meant here")
            word = found.concept.name_in(part.language)
            yield Problem.of(
                "translation.term", message, part.place(found.line), hint, term=found.concept.en, word=word
            )


def _names_unlike_the_glossary(part: CataloguePart, glossary: Mapping[str, Concept]) -> Iterator[Problem]:
    """Yield a warning for each name of a concept in a part that is not the first one of the glossary in its language."""
    for entry in part.messages:
        name = _NAME.fullmatch(entry.context)
        if not name or name[1] not in glossary or entry.is_fuzzy:
            continue
        concept = glossary[name[1]]
        words = concept.words_in(part.language)
        for _key, line, translation in entry.translations:
            if words and translation.replace("'", "’") != words[0].replace("'", "’"):
                message = _("the glossary calls “{term}” “{word}”, and the catalogue “{other}”")
                hint = _("take one word in both: `concepts.{id}.{language}` in glossary.yaml")
                hint = hint.format(id=concept.id, language=part.language)
                yield Problem.of(
                    "translation.term",
                    message,
                    part.place(line),
                    hint,
                    term=concept.en,
                    word=words[0],
                    other=translation,
                )


def _names(parts: Iterable[CataloguePart], glossary: Mapping[str, Concept]) -> dict[str, list[list[str]]]:
    """The names of each concept in the language of a catalogue, as beginnings of words: those of the glossary and of rulesets."""
    parts = [*parts]
    names: dict[str, set[str]] = defaultdict(set)
    for id, concept in glossary.items():
        words = concept.words_in(parts[0].language)
        names[id] |= {concept.en, *words} if words else set()
    for entry in (entry for part in parts for entry in part.messages):
        label = _LABEL.search(entry.context)
        if label and names.get(label[1]):
            names[label[1]] |= {words for _key, _line, words in entry.translations}
    return {id: [_stems(name) for name in sorted(words) if name.strip()] for id, words in names.items() if words}


def _stems(name: str) -> list[str]:
    """The beginnings of the words of a name that all their endings have in common; of several words, without the short ones."""
    words = _WORD.findall(collated(name))
    stems = [
        word[: -2 if len(word) > 6 else -1 if len(word) > 4 or re.fullmatch("...[aeio]", word) else None]
        for word in words
    ]
    return [stem for stem in stems if len(stem) > 2] or stems


def _named(
    entries: Iterable[Entry], glossary: Mapping[str, Concept], known: Mapping[str, list[list[str]]]
) -> Iterator[Named]:
    """Yield the concepts that messages name, and for each translation if it has one of the words for it."""
    by_word = {
        word.casefold(): concept
        for concept in glossary.values()
        if concept.id in known
        for word in (concept.en, concept.plural or f"{concept.en}s")
    }
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, by_word), key=len, reverse=True))})\b", re.IGNORECASE)
    for entry in entries:
        prose = _CODE.sub(" ", entry.original)
        if entry.is_fuzzy or len(prose.split()) < _SENTENCE:
            continue
        for concept in {
            by_word[word.casefold()].id: by_word[word.casefold()] for word in pattern.findall(prose)
        }.values():
            for _key, line, words in entry.translations[-1:]:
                found = _WORD.findall(collated(words.replace("_", " ")))
                kept = any(
                    all(any(word.startswith(stem) for word in found) for stem in stems) for stems in known[concept.id]
                )
                yield Named(concept, line, kept)
