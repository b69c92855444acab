"""The French site, its books and the answers of commands hold no English word, and no fault of grammar that a pattern finds."""

from __future__ import annotations

import html
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import click
import furo
import pytest
from jinja2 import Environment
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

import tarot_teach
import tarot_teach as tt
from tarot_teach.cli.main import group
from tarot_teach.errors import system_reason
from tarot_teach.mechanisms import all_mechanisms
from tarot_teach.messages import ENGLISH, _, printed_by
from tarot_teach.sphinxext.tutorials.theme_words import WORDS, ThemeInLanguage
from tarot_teach.topics.mechanisms.catalogue import kinds_of_rules
from tarot_teach.topics.sources.export import as_biblatex
from tests.english_left import english_left, of_data, texts_of, wrong
from tests.golden_commands import REFUSED, WRONG, commands, said
from tests.helpers import LIBRARY, build

GAMES = ("fft-4", "hombre-1674", "scarto", "slovenian-pagat")
GROUPS = [LIBRARY.ids()[first::12] for first in range(12)]
"""The rulesets of the library, in as many sites."""
NOT_WORDS = re.compile(r"--json|--format (?:latex|html|gift)")
"""Answers for programs; pages and books are read as such."""
IN_COLUMNS = re.compile(r"(?:compare|history|replay|rules|session) (?!.*--help|nothing-here)")
"""Commands whose answers have cells of several lines, or what is typed beside its name, which Markdown has not."""
NAMED_IN_A_LIST = r"^ *[a-z][\w:=\[\]-]*(?= {2,}\S)"
"""A command, or what can be searched for, at the beginning of a line that explains it."""
KINDS = ("course", "deck", "example", "none", "pack", "ruleset", "session", "sessions")
"""The kinds of files that commands make, and another word that is typed."""
LINES = {"at", "deal", "ends", "lines", "points", "record", "signs", "whole"}
"""Keys of a script with lines of a lesson whose values are codes and numbers."""
LISTING = r"^```yaml\n(?:.*\n)*?```$"
NAME_OF_A_KIND = r"^### .*$"
STEP = r" \(\w+\)$"
NAME_AND_VALUES = r"^\| [\w\\]+ \| (?:\\\||[^|\n])* (?=\| )"
"""The first cells of a row about a parameter."""
NOT_FRENCH = re.compile(r'\]\([^)]*\)|<i lang="(?!fr)\w+">[^<]*</i>')
"""Addresses of a page in Markdown, and words that are marked as those of another language."""
LEFT_OUT = " est laissé de côté"


def faults(texts: Iterator[tuple[str, str]], *typed: str) -> list[str]:
    """English words but those that are typed, and faults of grammar, of texts with their places, each once."""
    found = dict[str, str]()
    for place, text in texts:
        for fault in (*english_left(text, *typed), *wrong(text)):
            found.setdefault(f"{fault} in {text[:200]!r}", place)
    return [f"{place}: {fault}" for fault, place in found.items()]


def answers(asked: Iterator[str] | list[str]) -> Iterator[tuple[str, str]]:
    """The lines of the answers to commands, each with its command."""
    for command in asked:
        with printed_by(ENGLISH):  # the language that a command sets is left with the block
            wide = " --format markdown" if IN_COLUMNS.match(command) and "--format" not in command else ""
            text = said(f"{command}{wide} --language fr")[1].replace("\\", "")
        text = re.sub(r"«[^»]*»", "«…»", text)
        for line in re.sub(NAMED_IN_A_LIST, "", text, flags=re.MULTILINE).splitlines():
            if LEFT_OUT not in line:
                yield command, re.sub(r" {2,}", " | ", line.strip())


def in_french(*arguments: str) -> int:
    """The exit code of a build in French."""
    with printed_by(ENGLISH):
        return build(*arguments, "--language", "fr")


def of_site(site: Path) -> Iterator[tuple[str, str]]:
    """The texts of the pages of a site, of its search and of the scripts with lines of lessons, each once and with its file."""
    files, seen = (
        [*sorted(site.rglob("*.html")), *sorted(site.rglob("lines/*.js")), site / "searchindex.js"],
        set[str](),
    )
    assert len(files) > 1
    for file in files:
        words = file.read_text(encoding="utf-8")
        read = {".html": texts_of, ".js": of_lines}[file.suffix] if file.name != "searchindex.js" else of_search
        for text in read(words):
            if text not in seen:
                seen.add(text)
                yield file.relative_to(site).as_posix(), text


def of_lines(script: str) -> Iterator[str]:
    """The texts of a script with lines of a lesson."""
    data = json.loads(script.partition("] = ")[2].rstrip(";\n"))
    assert {*data} <= LINES | {"words", "whose", "cards"}
    return of_data([data.get("words"), data.get("whose"), data.get("cards")])


def of_search(script: str) -> Iterator[str]:
    """Titles and names of what the search of a site finds, and kinds of things; its other words are those of the pages, stemmed."""
    index = json.loads(script.removeprefix("Search.setIndex(").rstrip(")"))
    named = [entry[4] for entries in index["objects"].values() for entry in entries]
    kinds = [name for _domain, _kind, name in index["objnames"].values()]
    assert named and kinds and index["titles"]
    yield from map(html.unescape, (*index["titles"], *index["alltitles"], *index["indexentries"], *named, *kinds))


def typed_words() -> set[str]:
    """Names of commands and kinds of files, and the values from which options choose."""
    commands = [
        (name, group.get_command(click.Context(group), name)) for name in group.list_commands(click.Context(group))
    ]
    choices = (param.type for _name, command in commands if command for param in command.params)
    values = {str(value) for kind in choices if isinstance(kind, click.Choice) for value in kind.choices}
    return {word for text in (*values, *(name for name, _command in commands), *KINDS) for word in text.split("-")}


def test_help_has_no_english_word() -> None:
    names = ("", *group.list_commands(click.Context(group)))
    assert faults(answers([f"{name} --help" for name in names]), *typed_words()) == []


@pytest.mark.parametrize("command", sorted({*REFUSED, *WRONG}))
def test_refusals_have_no_english_word(command: str) -> None:
    given = REFUSED.get(command) or ["fft-4", WRONG[command]]
    assert faults(answers([f"{command} {' '.join(given)}"]), *KINDS) == []


@pytest.mark.parametrize(
    "name", [pytest.param(id, marks=pytest.mark.turn(i % 8, 8)) for i, id in enumerate(LIBRARY.ids())]
)
def test_answers_about_a_game_have_no_english_word(name: str) -> None:
    asked = [command for command in commands(name) if not NOT_WORDS.search(command)]
    assert faults(answers([*asked, f"rules {name} --card"])) == []


@pytest.mark.parametrize("part", [pytest.param(part, marks=pytest.mark.turn(part, 8)) for part in range(8)])
def test_lessons_and_sessions_have_no_english_word(part: int) -> None:
    asked = [f"replay {name}" for name in LIBRARY.ids("example")] + [
        f"session {name}" for name in LIBRARY.ids("session")
    ]
    assert faults(answers(asked[part::8])) == []


@pytest.mark.parametrize("command", ["history ", "list --kind options", "deck tarot-78"])
def test_answers_about_the_library_have_no_english_word(command: str) -> None:
    assert faults(answers([command])) == []


def test_kinds_of_rules_have_no_english_word() -> None:
    """But names, values and rules as files write them: those of a table stand in its first cells."""
    with printed_by(ENGLISH):
        page = said("mechanisms --format markdown --language fr")[1]
    assert len(re.findall(NAME_OF_A_KIND, page, re.MULTILINE)) == len(all_mechanisms())
    lines = re.sub(f"{LISTING}|{NAME_OF_A_KIND}|{STEP}|{NAME_AND_VALUES}", "…", page, flags=re.MULTILINE)
    assert faults(("mechanisms", line.replace("\\", "")) for line in lines.splitlines()) == []
    values = re.findall(NAME_AND_VALUES, page, re.MULTILINE)
    assert values and not [each for each in values if re.search(r"a (?:whole )?n(?:umber|ame)|\bor\b|default", each)]


def test_the_page_of_kinds_of_rules_has_no_english_word(tmp_path: Path) -> None:
    """The page of the documentation, but names and values, which are typed."""
    (tmp_path / "index.rst").write_text("Index\n=====\n\n.. tarot:mechanisms::\n", encoding="utf-8")
    settings = {"extensions": ["tarot_teach.sphinxext"], "language": "fr", "project": "x", "html_theme": "basic"}
    with printed_by(ENGLISH), patch_docutils(), docutils_namespace():
        folders = (str(tmp_path), None, str(tmp_path / "html"), str(tmp_path / "trees"), "html")
        Sphinx(*folders, confoverrides=settings, status=None).build()
    with tt.language("fr"):
        kinds = kinds_of_rules(LIBRARY)
    parameters = [each for kind in kinds for each in kind.parameters]
    names, values = {each.name for each in (*kinds, *parameters)}, tuple(each.values for each in parameters)
    page = (tmp_path / "html" / "index.html").read_text(encoding="utf-8").partition('role="main"')[2]
    texts = [text for text in texts_of(page.partition('class="sphinxsidebar')[0]) if not text.startswith(values)]
    assert {kind.about for kind in kinds} | {each.meaning for each in parameters} <= {*texts}
    assert faults(("mechanisms", re.sub(STEP, "", text)) for text in texts if text.strip("¶") not in names) == []


@pytest.mark.whole
@pytest.mark.parametrize(
    "games",
    [pytest.param(games, marks=pytest.mark.turn(i, len(GROUPS)), id=games[0]) for i, games in enumerate(GROUPS)],
)
def test_a_site_has_no_english_word(games: list[str], tmp_path: Path) -> None:
    assert in_french(*games, "--out", str(tmp_path / "site")) == 0
    assert faults(of_site(tmp_path / "site")) == []


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.turn(i, len(GAMES))) for i, game in enumerate(GAMES)]
)
def test_markdown_has_no_english_word(game: str, tmp_path: Path) -> None:
    assert in_french(game, "--format", "markdown", "--out", str(tmp_path / "pages")) == 0
    pages = sorted((tmp_path / "pages").rglob("*.md"))
    assert pages
    texts = (
        (page.name, line)
        for page in pages
        for line in NOT_FRENCH.sub("", page.read_text(encoding="utf-8")).replace("\\", "").splitlines()
    )
    assert faults(texts) == []


@pytest.mark.epub
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.turn(i, len(GAMES))) for i, game in enumerate(GAMES)]
)
def test_a_book_has_no_english_word(game: str, tmp_path: Path) -> None:
    book = tmp_path / "book.epub"
    assert in_french(game, "--format", "epub", "--out", str(book)) == 0
    with zipfile.ZipFile(book) as files:
        pages = [name for name in files.namelist() if name.endswith(".xhtml")]
        assert pages
        texts = [(name, text) for name in pages for text in texts_of(files.read(name).decode("utf-8"))]
    assert faults(iter(texts)) == []


def test_words_of_the_theme_stand_in_its_templates_and_are_translated() -> None:
    templates = [path.read_text(encoding="utf-8") for path in (Path(furo.__file__).parent / "theme").rglob("*.html")]
    extension = ThemeInLanguage(Environment())
    with tt.language("fr"):
        assert all(any(word in template for template in templates) for word in WORDS)
        shown = [extension.preprocess(template, None) for template in templates]
        assert {_(word) for word in WORDS} & {*WORDS} == {"Menu"}
    assert not [
        word for word in WORDS for page in shown if word != "Menu" and re.search(rf'[>"]\s*{word}\s*[<"]', page)
    ]
    assert any('et <a href="https://github.com/pradyunsg/furo">Furo</a>, de ' in page for page in shown)


def test_what_the_system_says_is_translated() -> None:
    with tt.language("fr"):
        assert system_reason(FileNotFoundError(2, "No such file or directory")) == "aucun fichier ni dossier de ce nom"
        assert system_reason(OSError("of no number")) == "of no number"
    assert system_reason(PermissionError(13, "Permission denied")) == "Permission denied"


def test_the_bibliography_is_french_but_for_titles() -> None:
    with tt.language("fr"):
        sources = tt.Library().sources()
        assert (sources["enc2011"].published, sources["enc2011"].dated) == ("une encyclopédie en ligne", "vers 2011")
        assert (sources["enc2011"].title, sources["fft"].dated) == ("French tarot", "2012")
        assert "2011~" in as_biblatex([sources["enc2011"]])


def test_scripts_take_the_colon_from_the_language() -> None:
    """But in a fault of the network, which names an address."""
    folder = Path(tarot_teach.__file__).parent / "render" / "static" / "tarot_teach"
    colons = {path.name for path in folder.glob("*.js") if "}: ${" in path.read_text(encoding="utf-8")}
    assert colons == {"try-worker.js"}
