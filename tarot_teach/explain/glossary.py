"""The glossary: concepts with their names in the language in use and in others, their meanings, and where the names are found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.messages import N_, _, collated, current_language
from tarot_teach.rules import Concept
from tarot_teach.text import Cite, Emphasis, TermRef, Text, say

_LANGUAGES = {"en": N_("English"), "fr": N_("French"), "de": N_("German"), "it": N_("Italian")}
"""The names of languages; one that has none here goes by its code."""


def language_name(language: str) -> str:
    """The name of a language in the one in use."""
    return _(_LANGUAGES[language]) if language in _LANGUAGES else language


def describe_glossary(glossary: Mapping[str, Concept]) -> list[Block]:
    """The glossary as a table with a column for each language, and the sources of the names in each."""
    concepts = sorted(glossary.values(), key=lambda concept: collated(concept.general))
    languages = _in_order({language for concept in concepts for language in concept.names})
    others = [language for language in languages if language != _in_use()]
    first = language_name(_in_use()) if _in_use() in languages else _("In general")
    head = (first, _("Meaning"), *map(language_name, others))
    rows = tuple(
        (
            _in_general(concept),
            Text((concept.meaning,)),
            *(_foreign(concept.name_in(language), language) for language in others),
        )
        for concept in concepts
    )
    lead = _("The things that rulesets speak of, whatever the players of a game call them.")
    return [
        Heading(1, say(_("Glossary")), "glossary"),
        Paragraph(say(lead), "lead"),
        Table(tuple(map(say, head)), rows, ids=tuple(f"term-{concept.id}" for concept in concepts)),
        *(block for language in languages for block in _where_found(language, concepts)),
    ]


def _in_use() -> str:
    """The language in use, without its land."""
    return current_language().replace("-", "_").partition("_")[0]


def _in_order(languages: Iterable[str]) -> list[str]:
    """Languages in the order in which their names are known, then others."""
    known = [*_LANGUAGES]
    return sorted(languages, key=lambda name: (known.index(name) if name in known else len(known), name))


def _foreign(words: str, language: str) -> Text:
    """Words of a language, marked where it is not the one in use; a dash where there are none."""
    return Text((Emphasis(words, language=language) if words and language != _in_use() else words or "–",))


def _in_general(concept: Concept) -> Text:
    """The name that is printed, and further ones of the glossary in brackets."""
    others = [name for name in concept.words_in(_in_use()) if collated(name) != collated(concept.general)]
    behind = (f" ({', '.join(others)})",) if others else ()
    return Text((TermRef(concept.id, concept.general), *behind))


def _where_found(language: str, concepts: Iterable[Concept]) -> Iterator[Block]:
    """Yield a table of the names in a language by their sources; nothing where none has a source."""
    found: dict[Cite, list[str]] = defaultdict(list)
    uncited = []
    for concept in concepts:
        words = concept.words_in(language) or ([concept.general] if language == _in_use() else [])
        for word in words:
            cited = concept.sources.get((language, word), ())
            for citation in cited:
                found[citation.cite].append(word)
            uncited += [] if cited else [word]
    if not found:
        return
    title = say(_("Where the words are found: {language}"), language=language_name(language))
    rows = [(words, Text((cite,))) for cite, words in sorted(found.items(), key=lambda each: str(each[0]))]
    if uncited:
        rows.append((uncited, say(_("Chosen by the translators: no source is known."))))
    yield Heading(2, title, f"words-{language}")
    yield Table(
        (say(_("Words")), say(_("Source"))),
        tuple((_foreign(_row(words), language), source) for words, source in rows),
    )


def _row(words: Iterable[str]) -> str:
    """Words in a row, in alphabetical order."""
    return ", ".join(sorted(words, key=collated))
