"""The glossary: names in the languages of the catalogues, their sources, faults in them, and the page that shows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarot_teach.blocks import Table
from tarot_teach.catalogues import language, languages
from tarot_teach.errors import LoadError
from tarot_teach.explain.glossary import describe_glossary
from tarot_teach.loading import Library
from tarot_teach.loading.glossary import LANGUAGES
from tarot_teach.render.html import html
from tarot_teach.render.markdown import markdown
from tarot_teach.render.terminal import plain_text
from tarot_teach.topics.check.check_file import check_file

HEAD = "format: 1\nconcepts:\n  trull:\n    meaning: Three cards.\n    en: trull\n"
UNCITED = {"it": {"carte in mano"}}
"""The German and Italian names of the glossary for which no source was found."""


def faults(tmp_path: Path, more: str) -> list[str]:
    """The faults of a glossary with a concept, each with its place and its hint."""
    path = tmp_path / "glossary.yaml"
    path.write_text(HEAD + more, encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        check_file(path, Library([path]))
    return [
        f"{each.place.line}:{each.place.column}: {each.message} ({each.hint})"
        for each in caught.value.problems
        if each.place
    ]


def table_of(name: str) -> Table:
    """The table of concepts, in a language."""
    with language(name):
        return next(block for block in describe_glossary(Library().glossary()) if isinstance(block, Table))


def test_a_concept_has_names_in_each_language_of_the_catalogues() -> None:
    glossary = Library().glossary()
    assert {name for concept in glossary.values() for name in concept.names} == {*languages()}
    taker = glossary["taker"]
    assert taker.name_in("de") == "Alleinspieler (Spieler)" and taker.words_in("de") == ["Alleinspieler", "Spieler"]
    assert taker.name_in("nl") == "" and taker.words_in("nl") == []


def test_the_english_name_is_known_in_another_language() -> None:
    with language("de"):
        trick = Library().glossary()["trick"]
    assert (trick.general, trick.en, trick.name_in("fr")) == ("Stich", "trick", "pli (levée)")


@pytest.mark.parametrize("name", ["de", "it"])
def test_german_and_italian_names_are_cited(name: str) -> None:
    glossary, sources = Library().glossary(), Library().sources()
    named = {(concept.id, word) for concept in glossary.values() for word in concept.words_in(name)}
    cited = {(concept.id, word) for concept in glossary.values() for of, word in concept.sources if of == name}
    assert len(named) > 45 and {word for _id, word in named - cited} == UNCITED.get(name, set())
    assert all(
        each.source in sources for concept in glossary.values() for all_ in concept.sources.values() for each in all_
    )


def test_a_language_without_a_catalogue_has_no_names(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "    nl: trul\n")
    assert fault.startswith("6:5: 'nl' is not known here") and "known: also, de, en, fr, it" in fault


def test_a_source_has_to_be_in_the_bibliography(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "    de: Trull\n    sources:\n      de: [{source: hausruckcap}]\n")
    assert fault.startswith("8:21: 'hausruckcap' is not in the bibliography") and "'hausruckcup'" in fault


def test_a_source_of_a_language_needs_a_name_in_it(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "    sources:\n      de: [{source: hausruckcup}]\n")
    assert fault.startswith("7:7: 'trull' has sources in the language 'de', and no name (write `de:`")


def test_a_source_has_a_name_of_the_concept(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "    de: Trull (Drull)\n    sources:\n      de: [{source: hausruckcup, word: Drul}]\n")
    assert fault.startswith("8:40: 'Drul' is not among the names of 'trull'") and "'Drull'" in fault


def test_names_of_a_users_concept_stand_beside_the_others(tmp_path: Path) -> None:
    path = tmp_path / "glossary.yaml"
    path.write_text(HEAD + "    de: Trull\n    sources:\n      de: [{source: hausruckcup}]\n", encoding="utf-8")
    check_file(path, Library([path]))
    concept = Library([path]).glossary()["trull"]
    assert concept.names == {"en": "trull", "de": "Trull"} and [*concept.sources] == [("de", "Trull")]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("en", ["trick", "pli (levée)", "Stich", "presa (levata)"]),
        ("fr", ["pli (levée)", "trick", "Stich", "presa (levata)"]),
        ("de", ["Stich", "trick", "pli (levée)", "presa (levata)"]),
        ("it", ["presa (levata)", "trick", "pli (levée)", "Stich"]),
    ],
)
def test_the_page_begins_with_the_language_of_the_reader(name: str, row: list[str]) -> None:
    table = table_of(name)
    at = table.ids.index("term-trick")
    assert [str(cell) for cell in (table.rows[at][0], *table.rows[at][2:])] == row
    assert [str(each[0]) for each in table.rows] == sorted(
        (str(each[0]) for each in table.rows), key=str.casefold
    ) or name != "en"


def test_the_page_says_where_words_are_found_and_which_have_no_source() -> None:
    with language("de"):
        said = plain_text(describe_glossary(Library().glossary()), width=400)
    assert re.search(r"Lizitation +\[tirolcup-2020, „2\) Lizitation“\]", said)
    assert re.search(r"halbes Auge.*Von den Übersetzern gewählt", said)
    assert "Woher die Wörter sind: Italienisch" in said


def test_words_of_another_language_are_marked() -> None:
    blocks = describe_glossary(Library().glossary())
    assert '<i lang="de">Stich</i>' in html(blocks) and '<i lang="de">Stich</i>' in markdown(blocks)
    assert '<i lang="en"' not in html(blocks)


def test_each_catalogue_has_its_language_in_the_glossary() -> None:
    assert [*LANGUAGES] == languages()
