"""Directives among what else stands on a page: in notes, with names and titles, and with an example in their body."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.test_extension import CONF, built
from tests.test_foreign_project import Page, faults_of

BODY = """\
title: Void in hearts
ruleset: fft-4
start: {step: play, taker: S, contract: garde, leader: W}
hands: {W: [H10, S5], S: [T7, D3], E: [H4, S6], N: [T18, SR]}
tricks:
  - cards: [W H10, S T7, E H4, N T18]
"""


def indented(words: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in words.splitlines())


PAGE = f"""\
A class
=======

.. tarot:example::
   :name: my-lesson
   :class: large

{indented(BODY, 3)}

.. tarot:hand:: fft-4 T21 EX
   :name: my-hand
   :class: small

.. _labelled:

.. tarot:trick:: fft-4 E H10, N H2, W T5, S EX

:ref:`lesson <my-lesson>`, :ref:`hand <my-hand>`, :ref:`trick <labelled>`, :tarot:example:`in-a-note`

.. note::

   .. tarot:example::
      :title: In a note
      :name: noted

      id: in-a-note
{indented(BODY, 6)}
   .. tarot:rules:: fft-4
      :step: play

   :ref:`noted`

.. list-table::

   * - .. tarot:session:: an-evening

* .. tarot:rules:: fft-5
     :rule: play.overtrump

.. tarot:rules:: fft-3
   :step: deal
   :no-title:
   :name: dealing

.. tarot:example:: going-over
   :title: Going higher

:ref:`dealing <dealing>`, :tarot:example:`going-over`
"""


def rst(folder: Path, page: str) -> Path:
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.rst").write_text(page, encoding="utf-8")
    return folder


def test_names_classes_titles_and_bodies(tmp_path: Path) -> None:
    out, warnings, _read = built(rst(tmp_path, PAGE), nitpicky=True)
    assert not warnings
    assert not list(faults_of(out))
    text, page = (out / "index.html").read_text(encoding="utf-8"), Page(out / "index.html")
    assert '<section class="large" id="index-1">\n<span id="my-lesson"></span><h2>Void in hearts' in text
    assert '<div class="small" id="my-hand">' in text and '<div id="labelled">' in text
    assert [page.links[words] for words in ("lesson", "hand", "trick", "dealing")] == [
        {"#my-lesson"}, {"#my-hand"}, {"#labelled"}, {"#dealing"}
    ]  # fmt: skip
    assert page.links["In a note"] == {"#noted"} and page.links["Void in hearts"] == {"#in-a-note"}
    assert "<h2>Going higher" in text and "#going-over" in page.links["Going over"]


def test_no_section_stands_in_a_note_or_table(tmp_path: Path) -> None:
    out, warnings, _read = built(rst(tmp_path, PAGE), "xml")
    assert not warnings
    xml = (out / "index.xml").read_text(encoding="utf-8")
    for around in ("note", "entry", "list_item"):
        for inside in re.findall(rf"<{around}[ >].*?</{around}>", xml, re.DOTALL):
            assert "<section" not in inside
    assert xml.count("<rubric") > 10 and ">In a note</rubric>" in xml
    out, _warnings, _read = built(tmp_path, "latex")
    for note in re.findall(
        r"\\begin\{sphinxadmonition\}.*?\\end\{sphinxadmonition\}",
        (out / "aclass.tex").read_text(encoding="utf-8"),
        re.DOTALL,
    ):
        assert r"\subsubsection*{In a note}" in note and not re.search(r"\\(chapter|section|subsection)\{", note)


MARKDOWN = f"""\
# A class

```{{tarot:example}}
:name: my-lesson

{BODY}```

:::{{note}}
```{{tarot:example}}
---
title: Another title
---
{BODY.replace("N T18]", "N SR]")}```
:::

[Here](#my-lesson)
"""


def test_an_example_in_markdown(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF + 'myst_enable_extensions = ["colon_fence"]\n', encoding="utf-8")
    (tmp_path / "index.md").write_text(MARKDOWN, encoding="utf-8")
    out, warnings, _read = built(tmp_path, nitpicky=True)
    line = 1 + MARKDOWN.splitlines().index("  - cards: [W H10, S T7, E H4, N SR]")
    assert f"index.md:{line}: WARNING: index.md:{line}:32: illegal: North may not play the king of spades." in warnings
    assert warnings.count("WARNING") == 1
    assert Page(out / "index.html").links["Here"] == {"#my-lesson"}


FAULTS = {
    "tricks:\n  - cards: [W H10, S T7, E H4, N ZZ]": (6, 38, "'ZZ' is not a card"),
    "trick:\n  - cards: [W H10, S T7, E H4, N T18]": (5, 7, "did you mean 'tricks'"),
    "tricks:\n  - {cards: [W H10, S T7, E H4, N T18], expect: {winner: S}}": (6, 0, "N wins"),
    "tricks: {": (6, 1, "this is not YAML"),
}


@pytest.mark.parametrize("end", FAULTS)
def test_faults_in_a_body_are_reported_at_their_lines(tmp_path: Path, end: str) -> None:
    body = BODY.partition("tricks:")[0] + end + "\n"
    page = f"A class\n=======\n\n.. note::\n\n   .. tarot:example::\n\n{indented(body, 6)}\nThe rest.\n"
    out, warnings, _read = built(rst(tmp_path, page), nitpicky=True)
    line, column, words = FAULTS[end]
    place = f"index.rst:{line + 7}:{column or ''}"
    assert f"index.rst:{line + 7}: WARNING: {place}" in warnings and words in warnings, warnings
    assert "Traceback" not in warnings and "The rest." in (out / "index.html").read_text(encoding="utf-8")


WRONG = {
    ".. tarot:example::": "there is no example here",
    ".. tarot:example:: going-over\n\n   title: x": "an example is named and another one written",
    ".. tarot:example:: going-over\n   :tricks: 14\n   :title: x": "there is no title here for :title:",
    ".. tarot:example:: going-over\n   :step: 3\n   :no-title:": "there is no title here for :no-title:",
    ".. tarot:rules:: fft-4\n   :title: x\n   :no-title:": "are both given",
    ".. tarot:example::\n\n   - a\n   - b": "index.rst:",
    ".. tarot:example::\n\n   id: X y": "id",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_uses_of_directives_are_reported(tmp_path: Path, wrong: str) -> None:
    warnings = built(rst(tmp_path, f"A\n=\n\n{wrong}\n"))[1]
    assert WRONG[wrong] in warnings and "Traceback" not in warnings


def test_a_page_with_a_fault_is_built_anew_when_it_is_mended(tmp_path: Path) -> None:
    """A file of one's own that cannot be read, and one that is not there yet."""
    from tests.test_extension import MINE

    (tmp_path / "conf.py").write_text(CONF + 'tarot_files = ["mine.yaml"]\n', encoding="utf-8")
    (tmp_path / "index.rst").write_text(
        "A\n=\n\n.. tarot:example:: mine\n\n.. tarot:example:: later.yaml\n", encoding="utf-8"
    )
    (tmp_path / "mine.yaml").write_text(MINE.replace("title:", "titel:"), encoding="utf-8")
    warnings = built(tmp_path)[1]
    assert "did you mean 'title'" in warnings and "later.yaml" in warnings
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    (tmp_path / "later.yaml").write_text(MINE.replace("id: mine", "id: later"), encoding="utf-8")
    out, warnings, _read = built(tmp_path)
    assert not warnings and "later-deal" in (out / "index.html").read_text(encoding="utf-8")


def test_outputs_of_notebooks_bring_no_second_pictures(tmp_path: Path) -> None:
    from tarot_teach import notebook, replay

    lesson = replay("going-over")
    shown = "".join(f".. raw:: html\n\n{indented(notebook.as_html(value), 3)}\n" for value in (lesson, lesson.start))
    out, warnings, _read = built(rst(tmp_path, f"A\n=\n\n.. tarot:example:: going-over\n\n{shown}"))
    assert not warnings and not list(faults_of(out))


TITLES = """\
format: 1
id: mine
extends: fft-4
title: Signs
evidence: house
because: Played at our table.
changes:
  play.overtrump: {title: "<i> Going over", because: So called here.}
  play.excuse: {title: "& the Excuse", because: So called here.}
  play.follow_suit: {title: "“Following”", because: So called here.}
"""


@pytest.mark.parametrize("builder", ["epub", "html"])
def test_titles_that_begin_with_a_sign(tmp_path: Path, builder: str) -> None:
    (tmp_path / "mine.yaml").write_text(TITLES, encoding="utf-8")
    rst(tmp_path, "A\n=\n\n.. tarot:rules:: mine\n   :step: play\n\n.. tarot:glossary::\n")
    (tmp_path / "conf.py").write_text(CONF + 'tarot_files = ["mine.yaml"]\n', encoding="utf-8")
    out, warnings, _read = built(tmp_path, builder, version="1", epub_copyright="us", epub_basename="book")
    assert not warnings
    if builder == "epub":
        with zipfile.ZipFile(out / "book.epub") as book:
            for name in book.namelist():
                if name.endswith((".xhtml", ".opf", ".ncx")):
                    ElementTree.fromstring(book.read(name))
    index = (out / f"tarot-rules.{'xhtml' if builder == 'epub' else 'html'}").read_text(encoding="utf-8")
    assert "&lt;i&gt; Going over" in index and "&amp; the Excuse" in index and "<strong>Signs</strong>" in index


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    page = Path(__file__).parent.parent / "docs" / "howto" / "your-sphinx-project.md"
    (shown,) = re.findall(
        r"````markdown\n(```\{tarot:example\}\n.*?```\n)````", page.read_text(encoding="utf-8"), re.DOTALL
    )
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    (tmp_path / "index.md").write_text(f"# A\n\n{shown}", encoding="utf-8")
    out, warnings, _read = built(tmp_path, nitpicky=True)
    assert not warnings and "Void in hearts" in (out / "index.html").read_text(encoding="utf-8")


def test_an_overview_lists_what_the_project_shows(tmp_path: Path) -> None:
    page = "A\n=\n\n.. tarot:overview:: fft-4 fft-5\n\n.. tarot:example:: going-over\n"
    out, warnings, _read = built(rst(tmp_path, page), nitpicky=True)
    text = (out / "index.html").read_text(encoding="utf-8")
    overview = text.partition('id="about-fft-4"')[2].partition("<tt-lesson")[0]
    assert not warnings
    assert Page(out / "index.html").links["Going over"] >= {"#going-over"}
    assert "{{" not in overview and "how many of three cards are captured with them, the" in overview
    assert overview.count("<li>") == 1 and 'id="about-fft-5"' in overview


def test_headings_behind_questions_have_anchors_of_their_own(tmp_path: Path) -> None:
    page = "A\n=\n\n.. tarot:example:: half-a-point-for-three\n\n.. tarot:example:: the-called-king\n\nResult\n------\n"
    out, warnings, _read = built(rst(tmp_path, page))
    assert not warnings and not list(faults_of(out))


CONF_WITH_DIAGRAM = (
    CONF
    + """

def setup(app):
    from docutils.parsers.rst import Directive
    from tarot_teach.blocks import Paragraph, Spoiler
    from tarot_teach.sphinxext.nodes import diagram
    from tarot_teach.text import RuleRef, Text

    class Rules(Directive):
        def run(self):
            refs = [RuleRef("play.overtrump", name or "here", name) for name in ("", "fft-4", "fft-5")]
            veil = Spoiler(Text(("More",)), tuple(Paragraph(Text((ref,))) for ref in refs))
            return [diagram("", block=veil, ruleset="fft-4", page="index", anchors={})]

    app.add_directive("of-several", Rules)
"""
)


def test_a_diagram_links_each_rule_in_its_ruleset(tmp_path: Path) -> None:
    rules = "".join(f".. tarot:rules:: {name}\n   :rule: play.overtrump\n\n" for name in ("fft-4", "fft-5"))
    rst(tmp_path, f"A\n=\n\n{rules}.. of-several::\n")
    (tmp_path / "conf.py").write_text(CONF_WITH_DIAGRAM, encoding="utf-8")
    out, warnings, _read = built(tmp_path)
    links = Page(out / "index.html").links
    assert not warnings and links["here"] == links["fft-4"] == {"#play-overtrump"}
    assert links["fft-5"] == {"#fft-5-play-overtrump"}
