"""The tutorial site, as ``tarot-teach build`` makes it, and the Sphinx extension by itself."""

from __future__ import annotations

import gc
import json
import os
import posixpath
import re
import weakref
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from furo.navigation import get_navigation_tree
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tarot_teach.errors import OutputError
from tarot_teach.loading import Library
from tarot_teach.render.cardart import Style
from tarot_teach.sphinxext.tutorials import site as site_builder
from tarot_teach.sphinxext.tutorials.navigation import FOLDERS
from tarot_teach.sphinxext.tutorials.pages import RECORDS
from tests.helpers import STRAIGHT, WITH_ODDS, build, words_of

MINE = """\
format: 1
id: mine
title: <b>Our</b> house
about: We play it harder.
extends: fft-4
changes:
  count.target:
    because: Three oudlers made it too easy.
    params: {by_honours: {3: 40}}
"""
LESSON = """\
format: 1
id: our-lesson
ruleset: mine
title: A lesson <script>of ours</script>
start: {step: play, taker: S, contract: garde, leader: W}
hands:
  W: [H10, S5]
  S: [T7, D3]
  E: [H4, S6]
  N: [T18, SR]
tricks:
  - cards: [W H10, S T7, E H4, N T18]
    before: {N: "*North* <i>must</i> go over."}
    tries:
      - {play: N SR, expect: refused, because: play.trump_when_void}
"""


@pytest.fixture(params=["site", pytest.param("whole_site", marks=pytest.mark.whole)])
def each(request: pytest.FixtureRequest) -> Path:
    """The one and the other."""
    path: Path = request.getfixturevalue(request.param)
    return path


@pytest.mark.whole
def test_each_ruleset_and_example_has_a_page(whole_site: Path) -> None:
    assert (whole_site / "index.html").exists() and (whole_site / "searchindex.js").exists()
    assert (whole_site / "index.html").read_text(encoding="utf-8").count("<a ") < 60, "the library is one link"
    library = Library()
    assert {path.stem for path in (whole_site / "rules").glob("*.html")} == set(library.ids())
    assert {path.stem for path in (whole_site / "options").glob("*.html")} == {*library.ids("option"), "index"}
    assert {path.stem for path in (whole_site / "examples").glob("*.html")} == {
        *(p.stem for p in library.paths("example")),
        "index",
    }


@pytest.mark.whole
def test_rulesets_that_deal_alike_share_a_page_of_odds(whole_site: Path) -> None:
    assert {path.stem for path in (whole_site / "odds").glob("*.html")} == {"index", *WITH_ODDS}
    page = (whole_site / "odds" / "fft-4.html").read_text(encoding="utf-8")
    assert page.count("<svg xmlns") >= 15 and "1 in 542" in page
    index = (whole_site / "odds" / "index.html").read_text(encoding="utf-8")
    assert re.search(r'href="fft-4.html".*the same holds for.*href="../rules/blog-4.html', index, re.S)


def test_examples_stand_by_level_with_the_rules_that_they_show(site: Path) -> None:
    text = (site / "examples" / "index.html").read_text(encoding="utf-8").partition("<article")[2]
    found = list(dict.fromkeys(re.findall(r'href="(course-[a-z-]+)\.html', text)))
    assert found[:3] == ["course-high-cards", "course-following", "course-trumps"]
    parts = (
        'id="level-1"',
        "course-trumps.html",
        "going-over.html",
        'id="level-2"',
        'id="level-3"',
        "annotated-deal-6.html",
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    row = text[places[2] :].partition("</tr>")[0]
    assert 'href="../rules/fft-4.html#play-overtrump"' in row and "fft-4</p>" in row


def test_a_rule_leads_to_the_examples_that_teach_it(site: Path) -> None:
    page = (site / "rules" / "fft-4.html").read_text(encoding="utf-8")
    rule = page.partition('id="play-overtrump"')[2].partition("<details")[0]
    assert list(dict.fromkeys(re.findall(r'href="../examples/([a-z-]+).html#', rule))) == [
        "course-trumps", "course-ten-tricks", "course-whole-deal", "going-over"
    ]  # fmt: skip
    old = (site / "rules" / "early-17c.html").read_text(encoding="utf-8")
    assert 'href="../examples/course-twelve-cards.html#' in old and "examples/course-following.html#" not in old


def test_a_score_that_is_asked_for_is_not_counted_along(site: Path) -> None:
    page = (site / "examples" / "a-whole-deal.html").read_text(encoding="utf-8")
    running = re.findall(r'class="tt-points">([^<]*) <b>([^<]*)</b>', page)
    assert ("Agnès", "?") in running and not [points for name, points in running if name == "Agnès" and points != "?"]
    assert ("Bertrand", "18") in running


def test_the_rule_page_states_everything(site: Path) -> None:
    page = (site / "rules" / "fft-4.html").read_text(encoding="utf-8")
    assert 'id="play-overtrump"' in page
    text = re.sub(r"<[^>]+>", "", page)
    for words in (
        "3 cards at a time",
        "with two 41",
        "[fft, “Le jeu de la carte”]",
        "codified",
        "chien",
    ):
        assert words in text
    assert "{{" not in text


def test_each_refused_card_says_which_rule_refuses_it(site: Path) -> None:
    page = (site / "examples" / "going-over.html").read_text(encoding="utf-8")
    assert "Why not another card?" in page
    assert 'href="../rules/fft-4.html#play-overtrump"' in page
    assert 'role="img"><title>King of spades</title>' in page


def test_every_anchor_is_unique_on_its_page(each: Path) -> None:
    for page in each.rglob("*.html"):
        ids = re.findall(r'(?<=\s)id="([^"]+)"', page.read_text(encoding="utf-8"))
        doubled = {id for id in ids if ids.count(id) > 1}
        assert not doubled, (page.name, doubled)


def test_no_straight_mark_is_printed_on_a_page(each: Path) -> None:
    """But for the line of the theme, which stands in the footer without a copyright of nobody."""
    for path in each.rglob("*.html"):
        if path == each / "404.html":  # not of the theme
            continue
        text = path.read_text(encoding="utf-8")
        words = words_of(text.partition("<body>")[2].replace("@pradyunsg</a>'s", ""))
        assert not re.findall(f".*{STRAIGHT}.*", words), path
        assert "<footer>" in text and "Copyright" not in words and "©" not in words


def test_nothing_comes_from_elsewhere(each: Path) -> None:
    for path in each.rglob("*.html"):
        found = re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"(https?:[^\"]+)", path.read_text(encoding="utf-8"))
        assert not found, path


def test_a_user_ruleset_with_its_example_and_then_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "our-lesson.yaml").write_text(LESSON, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert build("./mine.yaml") == 0
    rules = (tmp_path / "site" / "rules" / "mine.html").read_text(encoding="utf-8")
    assert "Otherwise in the federation’s game for four" in rules and 'href="../compared/mine.html#' in rules
    compared = (tmp_path / "site" / "compared" / "mine.html").read_text(encoding="utf-8")
    assert "36" in compared and "Three oudlers made it too easy." in compared + rules
    lesson = (tmp_path / "site" / "examples" / "our-lesson.html").read_text(encoding="utf-8")
    assert "<script>of ours" not in lesson and "&lt;script&gt;of ours" in lesson
    assert "<i>must</i>" not in lesson and "rules/mine.html#play-trump-when-void" in lesson
    before = {path: path.read_bytes() for path in (tmp_path / "site").rglob("*.html")}
    (tmp_path / "lesson.yaml").write_text(LESSON.replace("N T18]", "N SR]"), encoding="utf-8")
    assert build("./mine.yaml") == 1, "a fault leaves the old site whole"
    assert {path: path.read_bytes() for path in (tmp_path / "site").rglob("*.html")} == before
    assert not list(tmp_path.glob(".tarot-teach-*"))


def test_a_folder_of_somebody_elses_is_not_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    assert build("early-17c", "--out", str(tmp_path)) == 1
    assert "something that tarot-teach has not made" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


PROJECT = """\
A page of mine
==============

.. tarot:example:: going-over

.. tarot:rules:: early-17c

.. tarot:glossary::

.. tarot:sources::
"""


@pytest.mark.parametrize("builder", ["html", "latex", "text", "epub", "man"])
def test_the_extension_in_a_user_project(tmp_path: Path, builder: str) -> None:
    (tmp_path / "index.rst").write_text(PROJECT, encoding="utf-8")
    warnings = run_sphinx(tmp_path, builder)
    assert "tarot:" not in warnings and "ERROR" not in warnings
    written = "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in (tmp_path / "out").rglob("index.*")
        if path.suffix in (".html", ".txt", ".xhtml")
    )
    assert builder in ("latex", "man") or "Going over" in written
    if builder == "text":
        assert "North may not play the king of spades" in written


def test_a_faulty_directive_is_warned_about_at_its_line(tmp_path: Path) -> None:
    text = "Page\n====\n\n.. tarot:rules:: fft-44\n\nThe rest stands.\n"
    (tmp_path / "index.rst").write_text(text, encoding="utf-8")
    warnings = run_sphinx(tmp_path, "html")
    assert "index.rst:4" in warnings and "there is no ruleset 'fft-44'" in warnings
    assert "The rest stands." in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def run_sphinx(folder: Path, builder: str) -> str:
    import io

    warnings = io.StringIO()
    settings = {"extensions": ["tarot_teach.sphinxext"], "exclude_patterns": ["out"], "html_theme": "furo"}
    settings["man_pages"] = [("index", "x", "y", "z", 1)]  # type: ignore[assignment]
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(folder), None, str(folder / "out"), str(folder / "trees"), builder,
            confoverrides=settings, status=None, warning=warnings, freshenv=True,
        )  # fmt: skip
        app.build(force_all=True)
    return warnings.getvalue()


@pytest.mark.whole
def test_the_page_of_records_is_found_and_leads_to_each(whole_site: Path) -> None:
    """Among the pages that compare, in the library."""
    assert 'href="which-rules.html"' in (whole_site / "library.html").read_text(encoding="utf-8")
    records = (whole_site / "which-rules.html").read_text(encoding="utf-8")
    for id in RECORDS.split():
        assert f'href="examples/{id}.html#{id}"' in records and f'id="which-rules-{id}"' in records


@pytest.mark.whole
def test_pages_that_the_coverage_names_are_there(whole_site: Path) -> None:
    from tarot_teach.topics.sources.coverage import read_coverage

    library = Library()
    points = read_coverage(library.files("coverage")[0], library).points
    titles = {
        match
        for path in whole_site.rglob("*.html")
        for match in re.findall(r"<h1>(.*?)<a ", path.read_text(encoding="utf-8"))
    }
    named = {page for point in points for page in point.pages}
    assert named <= titles, named - titles
    coverage = re.sub(r"<[^>]+>", "", (whole_site / "coverage.html").read_text(encoding="utf-8"))
    assert all(point.says.replace("'", "’") in coverage.replace("'", "’") for point in points)


def test_a_site_has_the_chapters_of_its_rulesets_and_cards_as_older_packs_had_them(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build("early-17c", "--suits", "italian", "--trumps", "roman", "--out", str(tmp_path / "old")) == 0
    lesson = Path("examples", "a-whole-deal.html")
    old, new = ((built / lesson).read_text(encoding="utf-8") for built in (tmp_path / "old", site))
    chapters = {path.name for path in (tmp_path / "old" / "learn" / "beyond-four").glob("*.html")}
    assert chapters == {"a-game-of-1659.html"}, "none of a game that this site does not have"
    assert '--sword"' in old and '--spade"' not in old and '--spade"' in new
    assert build("early-17c", "--courts", "RRRR", "--out", str(tmp_path / "x")) == 2
    assert "courts are four different capital letters" in capsys.readouterr().err


@pytest.mark.whole
def test_the_navigation_is_open_at_the_branch_of_the_page_alone_and_short(whole_site: Path) -> None:
    def listed(page: str) -> set[str]:
        text = (whole_site / f"{page}.html").read_text(encoding="utf-8")
        tree = re.search(r'<div class="sidebar-tree">.*?</div>', text, re.DOTALL)
        assert tree
        links = re.findall(r'class="([^"]*)"><a class="[^"]*reference internal" href="([^"]*)"', tree.group())
        return {
            page if "current-page" in kind else posixpath.normpath(f"{page}/../{link}").removesuffix(".html")
            for kind, link in links
        }

    deals, lesson = listed("examples/course-whole-deal"), listed("learn/from-zero/2-tricks")
    assert {page for page in deals if page.startswith("examples/")} == {"examples/index", "examples/course-whole-deal"}
    assert {"learn/from-zero/1-cards", "learn/from-zero/2-tricks", "examples/index"} <= lesson
    assert not any(page.startswith("rules/") for page in lesson), "one link to all games"
    assert {"rules/burro", "rules/fft-4"} <= listed("rules/fft-5")
    assert not any(page.startswith("learn/") for page in deals), "one link to all courses"
    assert not any(page.startswith("questions/") for page in deals) and "learn/beyond-four" in lesson
    assert {page for page in listed("examples/index") if page.startswith("examples/")} == {"examples/index"}


def test_the_search_finds_words_of_drawings_in_lessons(site: Path) -> None:
    index = json.loads(
        (site / "searchindex.js").read_text(encoding="utf-8").removeprefix("Search.setIndex(").rstrip(")")
    )

    def pages(word: str) -> set[str]:
        found = index["terms"].get(word, [])
        return {index["docnames"][number] for number in (found if isinstance(found, list) else [found])}

    lesson = "examples/petit-au-bout-lost-deal"
    assert lesson in pages("petit") & pages("bout") & pages("trump") & pages("queen")
    assert not any(word.startswith("tt-") for word in index["terms"])


def test_a_page_that_another_process_cannot_write_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"page-{number}" for number in range(40)]
    (tmp_path / "source").mkdir()
    for name in names:
        (tmp_path / "source" / f"{name}.rst").write_text(f":orphan:\n\n{name}\n=======\n", encoding="utf-8")
    (tmp_path / "source" / "index.rst").write_text("Start\n=====\n", encoding="utf-8")
    main_process = os.getpid()

    def fail(_app: Sphinx, page: str, _template: str, _context: dict[str, Any], _doctree: object) -> None:
        if os.getpid() != main_process:
            raise NameError(page)

    monkeypatch.setattr(site_builder, "cpus", lambda: 2)
    with pytest.raises(OutputError, match="Sphinx has stopped"):
        site_builder.run_sphinx(tmp_path, "html", Library(), Style(), {}, [("html-page-context", fail, 500)])


def test_the_navigation_is_that_of_sphinx_and_the_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {
        "index": "Start\n=====\n\n.. toctree::\n   :caption: Pages & more\n\n   a\n   The *second* <b>\n   https://example.org/\n   genindex\n",
        "a": "A & *stressed*\n==============\n\nOne\n---\n\nInner\n~~~~~\n\n.. toctree::\n   :hidden:\n\n   c\n\nTwo\n---\n\n.. toctree::\n\n   in/d\n",
        **{name: f"{name.upper()} page\n===========\n\nPart\n----\n" for name in ("b", "c", "in/d")},
        "alone": ":orphan:\n\nAlone\n=====\n",
    }
    (tmp_path / "source" / "in").mkdir(parents=True)
    for name, text in pages.items():
        (tmp_path / "source" / f"{name}.rst").write_text(text, encoding="utf-8")
    written: dict[str, tuple[str, str]] = {}

    def keep(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        asked = {"titles_only": True, "maxdepth": -1, "includehidden": True, "collapse": True}
        written[page] = (
            get_navigation_tree(context["toctree"](**asked)).replace('role="heading"', 'role="heading" aria-level="2"'),
            "",
        )

    def compare(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        written[page] = (written[page][0], context["furo_navigation_tree"])

    def drawn(tree: str) -> list[tuple[object, ...]]:
        found = BeautifulSoup(tree, "html.parser").find_all(True)
        return [
            (each.name, sorted((key, str(value)) for key, value in each.attrs.items()), each.text.split())
            for each in found
        ]

    monkeypatch.setattr(site_builder, "cpus", lambda: 1)
    listed = [("html-page-context", keep, 90), *site_builder.handlers(), ("html-page-context", compare, 950)]
    site_builder.run_sphinx(tmp_path, "html", Library(), Style(), {"html_theme": "furo"}, listed)
    assert {*pages, "genindex", "search"} <= set(written)
    for page, (theirs, ours) in written.items():
        assert drawn(theirs) == drawn(ours) and "The *second*" in ours and "Part" not in ours, page
    assert "D page" in written["a"][1] and "D page" not in written["b"][1]


def test_the_navigation_of_many_pages_of_a_folder_is_a_link_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most, label, _words = FOLDERS["rules"]
    listed = "".join(f"   rules/g{n}\n" for n in range(most + 1))
    (tmp_path / "source" / "rules").mkdir(parents=True)
    (tmp_path / "source" / "index.rst").write_text(
        f"Start\n=====\n\n.. toctree::\n\n{listed}   more\n\n.. toctree::\n\n{listed}\n"
    )
    (tmp_path / "source" / "more.rst").write_text("More\n====\n")
    for n in range(most + 1):
        (tmp_path / "source" / "rules" / f"g{n}.rst").write_text(f"Game {n}\n=======\n")
    trees: dict[str, str] = {}

    def keep(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        trees[page] = context["furo_navigation_tree"]

    monkeypatch.setattr(site_builder, "cpus", lambda: 1)
    site_builder.run_sphinx(
        tmp_path,
        "html",
        Library(),
        Style(),
        {"html_theme": "furo"},
        [*site_builder.handlers(), ("html-page-context", keep, 950)],
    )
    assert trees["more"].count("Game 0<") == 1, "in the list of different pages alone"
    assert f'href="library.html#{label}">All {most + 1} of them</a>' in trees["more"]
    assert (
        trees["rules/g3"].count("Game 0<") == 2
        and "of them" not in trees["rules/g3"]
        and trees["index"].count("Game 0<") == 1
    )


def test_a_build_keeps_nothing_of_an_earlier_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "index.rst").write_text("Start\n=====\n\nPart\n----\n", encoding="utf-8")
    environments: list[weakref.ref[Any]] = []

    def remember(app: Sphinx, _page: str, _template: str, _context: dict[str, Any], _doctree: object) -> None:
        environments.append(weakref.ref(app.env))

    monkeypatch.setattr(site_builder, "cpus", lambda: 1)
    for _build in range(2):
        listed = [*site_builder.handlers(), ("html-page-context", remember, 950)]
        site_builder.run_sphinx(tmp_path, "html", Library(), Style(), {}, listed)
    gc.collect()
    assert environments[0]() is None
