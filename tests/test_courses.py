"""Courses: read and checked, put first on a site, and a teacher's own."""

from __future__ import annotations

import re
import shlex
from html import unescape
from pathlib import Path

import pytest

from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.topics.check.check_file import check_file
from tarot_teach.topics.courses.course import read_course
from tests.helpers import build
from tests.test_docs import DOCS, commands_in, files_of

MINE = "format: 1\nid: mine\ntitle: Our house\nextends: fft-4\nchanges:\n  count.target: {because: Too easy., params: {by_honours: {3: 40}}}\n"
COURSE = """\
format: 1
id: evenings
title: Evenings & <b>cards</b>
ruleset: ./mine.yaml
about: For beginners.
chapters:
  - {page: one.md, title: "*One*", learns: trumps, minutes: 20}
  - {page: two.md, title: Two, learns: bids, minutes: 30, examples: [going-over]}
"""
ONE = """\
# One

{tarot:rule}`Ours <mine:count.target>`, [then](two.md), {tarot:ruleset}`of others <fft-5>`.

```{tarot:exercise} going-over 1
```
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A teacher's folder with a ruleset and a course."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evenings").mkdir()
    for name, text in {
        "mine.yaml": MINE,
        "evenings.yaml": COURSE,
        "evenings/one.md": ONE,
        "evenings/two.md": "# Two\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "evenings" / "draft.md").write_text("# Not yet\n", encoding="utf-8")
    return tmp_path


def test_every_shipped_course_is_sound_and_has_all_its_pages() -> None:
    library = Library()
    assert library.ids("course") == [
        "beyond-four",
        "burro-from-zero",
        "casita-from-zero",
        "cego-from-zero",
        "danish-tarok-from-zero",
        "dreiertarock-from-zero",
        "from-zero",
        "hungarian-tarokk-from-zero",
        "karnoeffel-from-zero",
        "koenigrufen-from-zero",
        "minchiate-from-zero",
        "ombre-from-zero",
        "ottocento-from-zero",
        "piedmont-from-zero",
        "point-from-zero",
        "ruff-and-honours-from-zero",
        "scarto-from-zero",
        "sicilian-from-zero",
        "slovenian-from-zero",
        "strohmandeln-from-zero",
        "tapp-from-zero",
        "tresillo-from-zero",
        "troccas-from-zero",
        "twelve-cards-from-zero",
        "zwanzigerrufen-from-zero",
    ]
    for path in library.paths("course"):
        course = read_course(path, library)
        assert {page.name for page in course.folder.glob("*.md") if page.name.count(".") == 1} == {
            chapter.page for chapter in course.chapters
        }
        for chapter in course.chapters:
            title = (course.folder / chapter.page).read_text(encoding="utf-8").partition("\n")[0]
            assert title.lstrip("# 0123456789.") == chapter.title
    assert "mine" not in library.ids(), "files of a page are in no catalogue"


@pytest.mark.parametrize(
    "file, old, new, code, printed",
    [
        ("evenings.yaml", "two.md", "tow.md", "course.page", "evenings.yaml:8:12: there is no page tow.md in evenings.*'two.md'"),
        ("evenings.yaml", "two.md", "one.md", "course.page", "evenings.yaml:8:12: one.md is the page of chapter 1 too"),
        ("evenings.yaml", "two.md", "../two.md", "file.value", "evenings.yaml:8:12: '../two.md' is not of the right form"),
        ("evenings.yaml", "[going-over]", "[going-ovr]", "course.example", "evenings.yaml:8:70: .*'going-ovr'.*'going-over'"),
        ("evenings.yaml", "minutes: 20", "minutes: 0", "file.value", "evenings.yaml:7:61: '0' is out of range"),
        ("evenings.yaml", "minutes: 20", "minutes: an hour", "file.value", "evenings.yaml:7:61: 'an hour' is not a whole number"),
        ("evenings.yaml", "./mine.yaml", "fft4", "library.unknown", "evenings.yaml:4:10: there is no ruleset 'fft4'.*'fft-4'"),
        ("evenings.yaml", "chapters:", "chapters: []\nchapter:", "file.unknown-key", "'chapter' is not known.*'chapters'"),
        ("evenings/one.md", "going-over 1", "going-ovr 1", "course.example", "evenings/one.md:5:21: .*'going-ovr'.*'going-over'"),
    ],
)  # fmt: skip
def test_a_fault_has_its_place(folder: Path, file: str, old: str, new: str, code: str, printed: str) -> None:
    path = folder / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        check_file(folder / "evenings.yaml", library_for([folder / "evenings.yaml"], print))
    found = next(problem for problem in caught.value.problems if problem.code == code)
    assert re.search(printed, str(found).replace(f"{folder}/", ""), re.S), str(found)


@pytest.mark.turn(1, 2)
def test_a_teachers_course_makes_a_site(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build("./evenings.yaml", "--title", "Ann <i>& Bob</i>") == 0
    assert str(folder / "site" / "index.html") in capsys.readouterr().out
    pages = {str(path.relative_to(folder / "site" / "learn")) for path in (folder / "site" / "learn").rglob("*.html")}
    assert pages == {"evenings.html", "evenings/one.html", "evenings/two.html"}
    index = (folder / "site" / "index.html").read_text(encoding="utf-8")
    assert (
        "<i>& Bob" not in index
        and "<title>Ann &lt;i&gt;&amp; Bob&lt;/i&gt;</title>" in index
        and "<b>cards" not in index
    )
    assert '<a class="reference internal" href="learn/evenings/one.html"><span class="doc">Start here: *One*' in index
    one = (folder / "site" / "learn" / "evenings" / "one.html").read_text(encoding="utf-8")
    assert 'href="../../rules/mine.html#count-target"' in one and "of others" in one and "rules/fft-5" not in one
    assert (folder / "site" / "examples" / "going-over.html").exists() and "Check" in one


def test_a_course_names_and_introduces_its_site(folder: Path) -> None:
    path = folder / "evenings.yaml"
    site = "site: {title: Our <b>club</b>, introduction: 'Come *in*, `sit` down. Not_ a link_'}\n"
    path.write_text(path.read_text(encoding="utf-8") + site, encoding="utf-8")
    assert build("./evenings.yaml") == 0
    index = (folder / "site" / "index.html").read_text(encoding="utf-8")
    assert "<title>Our &lt;b&gt;club&lt;/b&gt;</title>" in index
    assert "Come *in*, `sit` down. Not_ a link_</p>" in index and "Sit down at the table" not in index


def test_a_ruleset_brings_the_course_of_its_folder(folder: Path) -> None:
    assert build("./mine.yaml") == 0
    assert (folder / "site" / "learn" / "evenings" / "one.html").exists()
    assert not (folder / "site" / "learn" / "from-zero.html").exists()


def test_a_fault_of_a_page_has_its_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "evenings" / "two.md").write_text("# Two\n\n```{tarot:hand} mine T23\n```\n", encoding="utf-8")
    assert build("./evenings.yaml") == 1
    assert "evenings/two.md:3: WARNING: 'T23' is not a card" in capsys.readouterr().err


@pytest.mark.parametrize("site", [False, pytest.param(True, marks=[pytest.mark.whole, pytest.mark.turn(1, 2)])])
@pytest.mark.parametrize("name", ["course-format.md", "course-format.fr.md"])
def test_the_course_of_the_reference_is_sound_and_built(
    name: str, site: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (DOCS / "reference" / name).read_text(encoding="utf-8")
    assert files_of(f"reference/{name}", tmp_path)
    (tmp_path / "thursday").mkdir()
    text = page.partition(":caption: thursday/first-evening.md\n\n")[2].partition("````")[0]
    (tmp_path / "thursday" / "first-evening.md").write_text(text, encoding="utf-8")
    assert check_file(tmp_path / "thursday.yaml", library_for([tmp_path / "thursday.yaml"], print)) == "course"
    command = shlex.split(commands_in(DOCS / "reference" / name)[1])
    assert command[1] == "build" and (not site or build(*command[2:]) == 0)


@pytest.mark.whole
def test_the_course_comes_first(site: Path) -> None:
    index = (site / "index.html").read_text(encoding="utf-8")
    captions = re.findall(r'<p class="caption"[^>]*><span class="caption-text">(\w+)', index)
    assert captions == ["Learn", "Questions", "Rules", "More"]
    assert re.findall(r'<section class="tt-door" id="([\w-]+)"', index) == ["i-learn", "i-play", "i-teach"]
    assert index.index("Start here: The cards") < index.index('id="i-play"')
    library = Library()
    for path in library.paths("course"):
        for id in read_course(path, library).within(["fft-4", "early-17c"]).examples():
            assert id not in library.ids("example") or (site / "examples" / f"{id}.html").exists(), id
    chapter = (site / "learn" / "from-zero" / "3-trumps.html").read_text(encoding="utf-8")
    before, after = re.findall(r'<a class="(?:prev|next)-page" href="([^"]+)"', chapter)[::-1]
    assert (before, after) == ("2-tricks.html", "4-the-excuse.html")


@pytest.mark.whole
def test_every_link_of_the_course_leads_somewhere(site: Path) -> None:
    found = 0
    for page in [site / "index.html", *(site / "learn").rglob("*.html")]:
        for address, anchor in re.findall(
            r'(?:href|src)="(?!https?:|data:)([^"#?]*)[^"#]*(?:#([^"]+))?"', page.read_text(encoding="utf-8")
        ):
            there = (page.parent / unescape(address)).resolve() if address else page
            assert there.exists(), (page, address)
            if anchor and there.suffix == ".html" and "tt-" not in anchor and "=" not in anchor:
                assert f'id="{unescape(anchor)}"' in there.read_text(encoding="utf-8"), (page, address, anchor)
                found += 1
    assert found > 100


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 360])
def test_pages_of_the_course_fit_the_window(browser: object, site: Path, width: int) -> None:
    from tests.helpers import opened

    for name in ("index", "learn/from-zero", "learn/from-zero/3-trumps", "learn/beyond-four/write-a-ruleset"):
        page = opened(browser, site / f"{name}.html", viewport={"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        for box in page.evaluate(
            "[...document.querySelectorAll('.content tt-lesson, .content tt-exercise')].map(e => e.getBoundingClientRect().width)"
        ):
            assert box <= min(width, 760), (name, box)
