"""The Sphinx extension in other people's projects: every directive and role, every builder, faults at their lines."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tarot_teach.render.html import STATIC
from tarot_teach.topics.simulate.results_files import save_results
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.task import Task

CONF = 'extensions = ["tarot_teach.sphinxext", "myst_parser"]\nproject = "A class"\nexclude_patterns = ["_*"]\n'
PAGE = """\
A class
=======

.. tarot:example:: going-over
   :tricks: 14

.. tarot:example:: going-over
   :step: 3

.. tarot:exercise:: going-over 1

.. tarot:exercise:: fft-4
   :kind: score
   :seed: 2

.. tarot:trick:: fft-4 E H10, N H2, W T5
   :hand: S T4 T18 SR H3

.. tarot:trick:: fft-4 E H10, N H2, W T5, S EX

.. tarot:hand:: fft-4 T21 EX SR HD
   :caption: A good one

.. tarot:score:: fft-4
   :contract: garde
   :points: 43
   :honours: 2
   :handful: single

.. tarot:score:: early-17c
   :pile: SR SD S2

.. tarot:odds:: fft-4
   :about: void handfuls

.. tarot:odds:: early-17c
   :players: 3
   :about: talon
   :holding: trumps=2

.. tarot:rules:: fft-4
   :rule: play.overtrump

.. tarot:rules:: early-17c
   :step: play

.. tarot:compare:: enc2011-4 enc2020-4

.. tarot:compare:: fft-4 guide-4 blog-4
   :matrix:

.. tarot:compare:: fft-4 fft-5
   :rule: score.settlement call.king

.. tarot:family::

A :tarot:card:`SR`, and :tarot:rule:`going over <fft-4:play.overtrump>`; :tarot:rule:`fft-4:play.overtrump`.
"""
MYST = """\
# In Markdown

```{tarot:compare} fft-4 fft-4+misere
:all:
```

```{tarot:family} fft-5 early-17c
```

```{tarot:exercise} fft-4
:kind: legal
:count: 2
```

{tarot:card}`T21`, {tarot:rule}`fft-4:play.overtrump`
"""


def built(folder: Path, builder: str = "html", parallel: int = 1, **settings: object) -> tuple[Path, str, list[str]]:
    """The output, what was warned of, and which pages were written."""
    out, warnings = folder / "_out" / builder, folder / "_warnings"
    with patch_docutils(), docutils_namespace(), warnings.open("w", encoding="utf-8") as stream:
        app = Sphinx(str(folder), str(folder), str(out), str(folder / "_trees"), builder, confoverrides=settings,
                     status=None, warning=stream, parallel=parallel)  # fmt: skip
        read: list[str] = []
        app.connect("env-before-read-docs", lambda _app, _env, names: read.extend(names))
        app.build()
    return out, re.sub(r"\x1b\[[0-9;]*m", "", warnings.read_text(encoding="utf-8")), read


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    (tmp_path / "index.rst").write_text(PAGE + "\n.. toctree::\n\n   other\n", encoding="utf-8")
    (tmp_path / "other.md").write_text(MYST, encoding="utf-8")
    return tmp_path


@pytest.mark.turn(0, 2)
@pytest.mark.parametrize("builder", ["html", "text", "latex", "epub", "man", "texinfo"])
def test_everything_in_every_builder(project: Path, builder: str) -> None:
    settings = {"version": "1", "epub_copyright": "us"} if builder == "epub" else {}
    out, warnings, _read = built(project, builder, **settings)
    assert "[tarot." not in warnings and "unknown node" not in warnings
    names = {"html": "index.html", "text": "index.txt", "latex": "aclass.tex", "epub": "index.xhtml", "man": "aclass.1",
             "texinfo": "aclass.texi"}  # fmt: skip
    text = (out / names[builder]).read_text(encoding="utf-8")
    for words in (
        "Which cards may North play?",
        "What does this deal bring",
        "West wins the trick",
        "25 + margin",
        "In one deal of 542",
        "15 (triple)",
        "They differ in 2 rules of 45",
        "taker and partner",
        "In commands:",
    ):
        assert words in re.sub(r"\s+|\\[a-z]+\{|\}", " ", text).replace("  ", " ") or builder in ("texinfo", "man"), (
            words
        )


def test_a_page_brings_its_cards_script_and_indices(project: Path) -> None:
    out, _warnings, _read = built(project, nitpicky=True)
    page = (out / "index.html").read_text(encoding="utf-8")
    used = set(re.findall(r'<use href="#(tt-\w+)"', page))
    assert used and all(f'<symbol id="{id}"' in page for id in used)
    assert "lesson.js" in page and (out / "_static" / "tarot_teach" / "lesson.js").exists()
    assert "play-overtrump" in (out / "tarot-rules.html").read_text(encoding="utf-8")
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("asked", [False, True])
def test_what_had_come_of_other_cards_is_computed_where_it_is_asked_for(tmp_path: Path, asked: bool) -> None:
    (tmp_path / "conf.py").write_text(f"{CONF}tarot_what_if = {asked}\n", encoding="utf-8")
    (tmp_path / "index.rst").write_text("A\n=\n\n.. tarot:example:: course-counting\n", encoding="utf-8")
    out, _warnings, _read = built(tmp_path)
    page, lines = (out / "index.html").read_text(encoding="utf-8"), out / "_static" / "tarot_teach" / "lines"
    named = dict(re.findall(r'data-(lines|written)="_static/tarot_teach/lines/([^"]+)"', page))
    assert named.keys() == ({"lines", "written"} if asked else {"written"}), "the deal on one line is always there"
    assert {file.name for file in lines.iterdir()} == {*named.values()}
    for name in named.values():
        assert name.startswith("course-counting-") and f'["{name}"] = {{' in (lines / name).read_text(encoding="utf-8")


def test_styles_and_scripts_have_no_blanks_and_are_written_once(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    (tmp_path / "index.rst").write_text("A\n=\n\n.. tarot:example:: going-over\n", encoding="utf-8")
    static = built(tmp_path)[0] / "_static" / "tarot_teach"
    files = {path: path.stat().st_mtime_ns for path in static.iterdir() if path.is_file()}
    assert {path.name for path in files} == {source.name for source in STATIC.iterdir()}
    for path in files:
        source = STATIC.joinpath(path.name).read_text(encoding="utf-8")
        assert len(path.read_text(encoding="utf-8")) < len(source), path.name
    page = (static.parents[1] / "index.html").read_text(encoding="utf-8")
    assert f"lesson.js?v={zlib.crc32((static / 'lesson.js').read_bytes()):08x}" in page
    (static / "tarot.css").write_text("old", encoding="utf-8")
    (tmp_path / "index.rst").write_text("B\n=\n\n.. tarot:example:: going-over\n", encoding="utf-8")
    built(tmp_path)
    written = {path.name for path, time in files.items() if path.stat().st_mtime_ns != time}
    assert written == {"tarot.css"} and "--tt-paper" in (static / "tarot.css").read_text(encoding="utf-8")


def test_files_of_the_author_keep_their_content(tmp_path: Path) -> None:
    names = ("lesson.css", "lesson.js", "tarot.css")
    (tmp_path / "_static").mkdir()
    for name in names:
        (tmp_path / "_static" / name).write_text(f"/* {name} of the author */", encoding="utf-8")
    own = (
        'html_static_path = ["_static"]\nhtml_css_files = ["lesson.css", "tarot.css"]\nhtml_js_files = ["lesson.js"]\n'
    )
    (tmp_path / "conf.py").write_text(CONF + own, encoding="utf-8")
    (tmp_path / "index.rst").write_text(
        "A\n=\n\n.. tarot:example:: going-over\n\n.. toctree::\n\n   b\n", encoding="utf-8"
    )
    (tmp_path / "b.rst").write_text("B\n=\n\nNo cards.\n", encoding="utf-8")
    out, warnings, _read = built(tmp_path)
    assert not warnings
    for name in names:
        assert (out / "_static" / name).read_text(encoding="utf-8") == f"/* {name} of the author */"
        assert f"_static/tarot_teach/{name}" in (out / "index.html").read_text(encoding="utf-8")
    assert "_static/tarot_teach/" not in (out / "b.html").read_text(encoding="utf-8")


def test_cards_as_the_project_wants_them(project: Path) -> None:
    page = (built(project)[0] / "index.html").read_text(encoding="utf-8")
    other = (built(project, tarot_suits="italian", tarot_courts="KQCJ")[0] / "index.html").read_text(encoding="utf-8")
    assert page.count("<symbol") == other.count("<symbol") and page != other


def test_pdflatex_gets_definitions_of_missing_signs(project: Path) -> None:
    printed = "\\DeclareUnicodeCharacter{2260}"
    assert printed in (built(project, "latex")[0] / "aclass.tex").read_text(encoding="utf-8")
    other = built(project, "latex", latex_engine="xelatex")[0] / "aclass.tex"
    assert printed not in other.read_text(encoding="utf-8")


FAULTS = {
    ".. tarot:example:: going-ovr": "did you mean 'going-over'",
    ".. tarot:example:: going-over\n   :tricks: 99": "it tells tricks 14 to 15",
    ".. tarot:example:: going-over\n   :tricks: x": "write it like 3 or 3-5",
    ".. tarot:example:: going-over\n   :step: 99": "it has steps 0 to 8",
    ".. tarot:rules:: fft-44": "did you mean 'fft-4'",
    ".. tarot:rules:: fft-4\n   :rule: play.undertrumpp": "did you mean 'play.overtrump'",
    ".. tarot:rules:: fft-4\n   :step: plai": "did you mean 'play'",
    ".. tarot:hand:: fft-4 ZZ T21": "is not a card",
    ".. tarot:hand:: fft-4 T21 T21": "is named twice",
    ".. tarot:hand:: fft-4": "no cards are given",
    ".. tarot:advice:: encyclopedia": "write a ruleset and a hand behind it: encyclopedia fft-4",
    ".. tarot:exercise:: undertrumping": "asks nothing",
    ".. tarot:exercise:: going-over 7": "it has questions 1 to 2",
    ".. tarot:exercise:: fft-4 2\n   :kind: legal": "leave out the number",
    ".. tarot:exercise:: early-17c\n   :kind: bid": "ask for one of legal, winner, score, points",
    ".. tarot:score:: fft-4\n   :contract: gard\n   :points: 43\n   :honours: 2": "did you mean 'garde'",
    ".. tarot:score:: fft-4\n   :contract: garde": "the result lacks points, honours",
    ".. tarot:score:: early-17c": "the result lacks pile",
    ".. tarot:trick:: fft-4 E H10, W H2": "the order is E, N, W, S",
    ".. tarot:trick:: fft-4 E H10 N": "is not a trick",
    ".. tarot:trick:: fft-4 E H10, N H2\n   :hand: S T1": "it is W",
    ".. tarot:trick:: fft-4 E H10, N H2\n   :hand: W H2": "is in the hand and in the trick",
    ".. tarot:trick:: fft-4 E H10, N H2\n   :ask:": "nobody has won this trick yet",
    ".. tarot:trick:: fft-4 E H10, N H2, W H3, S H4\n   :ask:\n\n   E: It is the highest.": "'E' is no wrong answer",
    ".. tarot:trick:: fft-4 E H10, N H2\n   :ask:\n   :hand: W H3 S2\n\n   H3: It is a heart.": "'H3' is no wrong answer",
    ".. tarot:trick:: scarto E H10, N H2\n   :ask:\n\n   - no reply": "is not a list of replies",
    ".. tarot:counting:: fft-4 SR S2\n   :ask:\n\n   5: King and 2.": "'5' is no wrong answer",
    ".. tarot:counting:: hombre-1674 SA S2\n   :ask:": "no rule of hombre-1674 asks for card points",
    ".. tarot:score:: fft-4\n   :contract: prise\n   :points: 45\n   :honours: 2\n   :ask:\n\n   taker: No.": "'taker' is no wrong answer",
    ".. tarot:score:: scarto\n   :pile: SK T20\n   :ask:": "nobody has to reach anything in scarto",
    ".. tarot:play:: fft-4": "there are no words for the link",
    ".. tarot:play:: fft-4\n   :seat: Q\n\n   Play": "nobody sits at 'Q'",
    ".. tarot:play:: course-trumps\n   :trick: 3\n\n   Play": "course-trumps does not tell trick 3",
    ".. tarot:exercise:: fft-4\n   :theme: excuse-save": "there are no tactics of the theme 'excuse-save'",
    ".. tarot:odds:: fft-4\n   :holding: T21": "1 card is given",
    ".. tarot:odds:: early-17c\n   :about: void": "no odds about 'void'",
    ".. tarot:odds:: early-17c\n   :players: 9": "not for 9 players",
    ".. tarot:compare:: fft-4 fft-55": "did you mean 'fft-5'",
    ".. tarot:compare:: fft-4": "at least two rulesets",
    ".. tarot:compare:: fft-4 fft-5\n   :hand: going-ovr": "did you mean 'going-over'",
    ".. tarot:compare:: fft-4 fft-5\n   :hand: tarotmag-16": "fft-5 is for 5 players",
    ".. tarot:compare:: fft-4 blog-4\n   :hand: excuse-last-trick\n   :policy: lowest": "did you mean 'lowest_allowed'",
    ".. tarot:compare:: fft-4 fft-5\n   :figures: none.json": "none.json",
    ".. tarot:compare:: fft-4 fft-5\n   :rule: score.settlment": "did you mean 'score.settlement'",
    ".. tarot:family:: fft-44": "did you mean 'fft-4'",
    ":tarot:rule:`fft-4:play.nope`": "did you mean",
    ":tarot:card:`XX`": "is not a card",
    ":tarot:source:`nope`": "there is no source 'nope'",
    ":tarot:term:`talonn`": "did you mean 'talon'",
}


def test_faults_are_reported_at_their_lines_and_the_rest_stands(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    lines: dict[str, int] = {}
    text = "Faults\n======\n\n"
    for fault in FAULTS:
        lines[fault] = text.count("\n") + 1
        text += f"{fault}\n\n"
    (tmp_path / "index.rst").write_text(text + "The rest stands.\n", encoding="utf-8")
    out, warnings, _read = built(tmp_path, nitpicky=True)
    for fault, words in FAULTS.items():
        printed = warnings.partition(f"index.rst:{lines[fault]}: WARNING:")[2].partition("WARNING")[0]
        assert words in printed, (fault, printed)
        kind = re.match(r"\W*tarot:(\w+)", fault)
        assert kind and f"[tarot.{kind[1]}]" in printed
    assert "Traceback" not in warnings
    assert "The rest stands." in (out / "index.html").read_text(encoding="utf-8")


def test_a_fault_can_be_suppressed(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF + 'suppress_warnings = ["tarot.example"]\n', encoding="utf-8")
    (tmp_path / "index.rst").write_text("A\n=\n\n.. tarot:example:: nope\n\n.. tarot:rules:: nope\n", encoding="utf-8")
    warnings = built(tmp_path)[1]
    assert "[tarot.rules]" in warnings and "[tarot.example]" not in warnings


def test_references_that_lead_nowhere_are_complained_of_when_nitpicky(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    words = "A\n=\n\n.. tarot:example:: going-over\n\n:tarot:rule:`fft-4:play.overtrump`\n"
    (tmp_path / "index.rst").write_text(words, encoding="utf-8")
    assert not built(tmp_path)[1]
    nitpicky = built(tmp_path, nitpicky=True, project="Anew")[1]
    assert nitpicky.count("reference target not found") == 1 and "index.rst:6" in nitpicky


MINE = """\
format: 1
id: mine
ruleset: fft-4
title: "A <script>alert(1)</script> title"
about: "About <img src=x onerror=alert(2)>"
start: {step: play, taker: S, contract: garde, leader: W}
hands: {W: [H10, S5], S: [T7, D3], E: [H4, S6], N: [T18, SR]}
seats: {S: "<b>Sue</b>", E: E, N: N, W: W}
asks:
  - {ask: legal, at: 17 N, question: "Which <script>alert(3)</script>?", because: "So <i>there</i> & {{ term.talon }}"}
tricks:
  - cards: [W H10, S T7, E H4, N T18]
    before: {N: "<script>alert(4)</script>"}
    after: "</tt-lesson><script>alert(5)</script>"
"""


def test_what_looks_like_a_script_is_text(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF + 'tarot_files = ["mine.yaml"]\n', encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    (tmp_path / "index.rst").write_text(
        "A\n=\n\n.. tarot:example:: mine\n\n.. tarot:exercise:: mine\n", encoding="utf-8"
    )
    page = (built(tmp_path)[0] / "index.html").read_text(encoding="utf-8")
    body = page.partition("<body")[2]
    assert "&lt;script&gt;alert(3)" in body and "&lt;/tt-lesson&gt;" in body
    assert not re.search(r"<script>alert|<img src=x|<b>Sue|<i>there", body)


def test_only_the_pages_of_a_changed_file_are_built_anew(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF + 'tarot_files = ["mine.yaml"]\n', encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    (tmp_path / "index.rst").write_text("A\n=\n\n.. toctree::\n\n   b\n   c\n", encoding="utf-8")
    (tmp_path / "b.rst").write_text("B\n=\n\n.. tarot:exercise:: mine\n", encoding="utf-8")
    (tmp_path / "c.rst").write_text("C\n=\n\n.. tarot:example:: going-over\n", encoding="utf-8")
    assert sorted(built(tmp_path)[2]) == ["b", "c", "index"]
    assert built(tmp_path)[2] == []
    (tmp_path / "mine.yaml").write_text(MINE.replace("Which", "What"), encoding="utf-8")
    out, _warnings, read = built(tmp_path)
    assert read == ["b"] and "What &lt;script" in (out / "b.html").read_text(encoding="utf-8")


def test_in_parallel_as_one_by_one(project: Path) -> None:
    for number in range(8):
        (project / f"page{number}.rst").write_text(
            f":orphan:\n\nPage\n====\n\n.. tarot:exercise:: fft-4\n   :kind: legal\n   :seed: {number}\n",
            encoding="utf-8",
        )
    alone = (built(project)[0] / "page3.html").read_text(encoding="utf-8")
    rules = (project / "_out" / "html" / "tarot-rules.html").read_text(encoding="utf-8")
    for page in (project / "_trees").glob("*"):
        page.unlink()
    out, warnings, _read = built(project, parallel=2)
    assert "[tarot." not in warnings
    assert (out / "page3.html").read_text(encoding="utf-8") == alone
    assert (out / "tarot-rules.html").read_text(encoding="utf-8") == rules


def test_an_unknown_setting_is_reported(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF + 'tarot_suits = "spanish"\n', encoding="utf-8")
    (tmp_path / "index.rst").write_text("A\n=\n", encoding="utf-8")
    with pytest.raises(Exception, match=r"conf.py: .*spanish"):
        built(tmp_path)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ('tarot_files = ["nope.yaml"]', "conf.py:{line}: tarot_files names a file 'nope.yaml', which is not there"),
        ('tarot_files = ["mime.yaml"]', "which is not there (did you mean 'mine.yaml'?)"),
        ('tarot_files = "mine.yaml"', "conf.py:{line}: tarot_files is a list of paths: write ['mine.yaml']"),
    ],
)
def test_a_file_of_the_settings_that_is_not_there_is_refused(tmp_path: Path, setting: str, words: str) -> None:
    (tmp_path / "conf.py").write_text(f"{CONF}{setting}\n", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    (tmp_path / "index.rst").write_text("A\n=\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        built(tmp_path)
    assert words.format(line=CONF.count("\n") + 1) in str(caught.value)


def test_a_mistyped_setting_brings_a_warning_and_another_variable_none(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(f'{CONF}tarot_suit = "italian"\ntarot_pages = 3\n', encoding="utf-8")
    (tmp_path / "index.rst").write_text("A\n=\n", encoding="utf-8")
    _out, warnings, _read = built(tmp_path)
    line = CONF.count("\n") + 1
    assert re.search(
        rf"conf\.py:{line}: WARNING: there is no setting 'tarot_suit': did you mean 'tarot_suits'\?", warnings
    )
    assert "pages" not in warnings


def test_an_epub_is_well_formed_and_declares_its_pictures(project: Path) -> None:
    out, _warnings, _read = built(project, "epub", version="1", epub_copyright="us", epub_basename="book")
    with zipfile.ZipFile(out / "book.epub") as book:
        assert book.namelist()[0] == "mimetype" and book.infolist()[0].compress_type == zipfile.ZIP_STORED
        manifest = book.read("content.opf").decode()
        for name in book.namelist():
            if name.endswith(".xhtml"):
                page = book.read(name)
                ElementTree.fromstring(page)
                declared = re.search(rf'<item properties="svg" [^>]*href="{re.escape(name)}"', manifest)
                assert bool(declared) == (b"<svg" in page), name


@pytest.mark.epub
def test_a_shop_accepts_the_epub_of_another_project(project: Path, epub_faults: Callable[[Path], list[str]]) -> None:
    settings = {"version": "1", "epub_copyright": "us", "epub_author": "us", "epub_basename": "book"}
    out, _warnings, _read = built(project, "epub", **settings)
    assert not epub_faults(out / "book.epub")


def test_a_hand_and_figures_compared(tmp_path: Path) -> None:
    names = ("enc2011-4", "enc2011-4+petit-in-last-trick")
    task = Task(names, ("simple",), 1, kernel=False)
    saved = RunResults.of(task)
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    assert play_deals(task, saved, 120, jobs=1)
    save_results(saved, tmp_path / "petit.json")
    page = f"""\
Page
====

.. tarot:compare:: {" ".join(names)}
   :hand: petit-lost-at-the-end

.. tarot:compare:: {" ".join(names)}
   :rule: score.last_trick_bonus
   :figures: petit.json
"""
    (tmp_path / "index.rst").write_text(page, encoding="utf-8")
    out, warnings, _read = built(tmp_path, nitpicky=True)
    shown = (out / "index.html").read_text(encoding="utf-8")
    assert not warnings
    assert "loses 120 points" in shown
    assert shown.count("The side that wins the last trick with") == 1
    assert "Played: 120 deals under each ruleset" in shown
    (tmp_path / "index.rst").write_text(page.replace(names[0] + " ", "fft-4 "), encoding="utf-8")
    _out, warnings, _read = built(tmp_path, nitpicky=True)
    assert "petit.json holds figures of enc2011-4, enc2011-4+petit-in-last-trick" in warnings
