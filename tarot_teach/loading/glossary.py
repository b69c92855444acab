"""The glossary: the format of its file, and its concepts with their names in the languages of the catalogues."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from tarot_teach.errors import Faults, suggest
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import CitationFile, File, Format
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.messages import ENGLISH, _, printed_by
from tarot_teach.rules import Citation, Concept

LANGUAGES = ("de", "en", "fr", "it")
"""The languages in which a concept may have names: those of the catalogues, also where these are not packed, as in a page with the engine."""


class NameSourceFile(CitationFile):
    """A source of a name, and the place in it."""

    word: str = Field("", description="Which of the names is found there; by default the first.")


class _Entry(File):
    """A concept that rulesets speak of, whatever they call it."""

    meaning: str
    en: str = Field(description="Its name in English.")
    plural: str = Field("", description="The plural of the English name, where that is not the name with an `s`.")
    sources: dict[str, list[NameSourceFile]] = Field(
        default_factory=dict, description="By language, where its names are found: `{de: [{source: KEY, word: NAME}]}`."
    )
    see: list[str] = Field(default_factory=list, description="Related concepts.")
    also: list[str] = Field(default_factory=list, description="Other words by which people search for it.")


def _columns() -> dict[str, Any]:
    """A field for each language of the catalogues but English."""
    said = "Its name in the language {language!r}, as the catalogue has it; others stand behind it in brackets."
    return {
        language: (str, Field("", description=said.format(language=language)))
        for language in LANGUAGES
        if language != "en"
    }


if TYPE_CHECKING:
    ConceptFile = _Entry
else:
    ConceptFile = create_model("ConceptFile", __base__=_Entry, __doc__=_Entry.__doc__, **_columns())


class GlossaryFile(File):
    """The glossary."""

    format: Format
    concepts: dict[str, ConceptFile]


def concepts(file: GlossaryFile, document: Document, sources: Collection[str]) -> dict[str, Concept]:
    """The concepts of a file by id, with their English names also where another language is in use. ``sources`` are the keys of the bibliography.

    Raises LoadError.
    """
    english = _english(document.lines)
    found = {
        id: Concept(
            id=id,
            meaning=entry.meaning,
            general=entry.en,
            names={language: name for language in LANGUAGES if (name := getattr(entry, language))}
            | {"en": english[id]},
            see=tuple(entry.see),
            plural=entry.plural,
            also=tuple(entry.also),
        )
        for id, entry in file.concepts.items()
    }
    _check_sources(file, found, document, sources)
    return {id: replace(each, sources=_by_word(each, file.concepts[id])) for id, each in found.items()}


def _by_word(concept: Concept, entry: ConceptFile) -> dict[tuple[str, str], list[Citation]]:
    """Where the names of a concept are found, by language and name."""
    found: dict[tuple[str, str], list[Citation]] = defaultdict(list)
    for language, cited in entry.sources.items():
        for each in cited:
            found[language, each.word or concept.words_in(language)[0]].append(each.citation)
    return dict(found)


@lru_cache(maxsize=8)
def _english(lines: tuple[str, ...]) -> dict[str, str]:
    """The English names in a file, by concept."""
    with printed_by(ENGLISH):
        data = read_yaml("\n".join(lines), name="glossary").data
    return {id: entry["en"] for id, entry in data["concepts"].items()}


def _check_sources(
    file: GlossaryFile, concepts: Mapping[str, Concept], document: Document, known: Collection[str]
) -> None:
    """Raises LoadError for sources that are not among the known ones, and for those of a name that the concept does not have."""
    faults = Faults(document)
    for id, entry in file.concepts.items():
        for language, cited in entry.sources.items():
            at, words = ("concepts", id, "sources", language), concepts[id].words_in(language)
            if not words:
                message = _("{id!r} has sources in the language {language!r}, and no name")
                hint = _("write `{language}:` with the name, or leave out its sources").format(language=language)
                faults.fault("glossary.language", message, at, hint, key=True, id=id, language=language)
            for i, each in enumerate(cited):
                if each.source not in known:
                    message, near = _("{source!r} is not in the bibliography"), partial(suggest, each.source, known)
                    place = (*at, i, "source")
                    faults.fault("glossary.source", message, place, partial(near, _("sources")), source=each.source)
                if words and each.word and each.word not in words:
                    message, near = _("{word!r} is not among the names of {id!r}"), partial(suggest, each.word, words)
                    place = (*at, i, "word")
                    faults.fault("glossary.word", message, place, partial(near, _("names")), word=each.word, id=id)
    faults.check()
