"""Pages as Chromium prints them: all words of a lesson once, answers last, nothing to press, no page that is nearly empty."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sphinx.cmd.build import build_main

from tarot_teach import replay
from tarot_teach.render.html import page as one_file
from tarot_teach.topics.compare.deals_page import lesson
from tests.helpers import opened

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no poppler here; .ci/run installs it"),
]

WORDS = """() => {
  const texts = what => [...document.querySelectorAll(what)].map(part => part.textContent);
  const tricks = [...document.querySelectorAll(".tt-trick")].filter(trick => !trick.closest("tt-exercise"));
  const inside = ".tt-note, .tt-try, .tt-reason, .tt-refused, .tt-outcome, .tt-say, .tt-refusal > span:last-child";
  return {
    steps: [...texts(".tt-read > .tt-list > li > span, .tt-read .tt-veil .tt-list > li > span, .tt-about p, .tt-read > .tt-note, .tt-sheet td:not(tt-exercise td)"),
      ...tricks.flatMap(trick => [...trick.querySelectorAll(inside)].map(part => part.textContent))],
    tricks: tricks.map(trick => [...trick.querySelectorAll(".tt-say")].map(part => part.textContent)),
    veiled: texts("tt-exercise + .tt-veil > :not(summary)"),
    questions: texts("tt-exercise legend"), answers: texts("tt-exercise .tt-answer > p:not([hidden])"),
    pressed: texts(".tt-tools button, .tt-tools option, .tt-go button, .tt-back-on, .tt-trick summary, .tt-list summary").filter(words => words.trim().length > 10),
  };
}"""
"""The words of a page, by what they are, as the page has them before it is printed."""


@pytest.fixture(scope="module")
def pages(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A short and a long example, a chapter of a course, one page without a site, and a page in another theme."""
    folder = tmp_path_factory.mktemp("print")
    (folder / "one.html").write_text(one_file(lesson(replay("going-over")), "Going over"), encoding="utf-8")
    other = folder / "other"
    other.mkdir()
    (other / "conf.py").write_text("extensions = ['tarot_teach.sphinxext']\nhtml_theme = 'alabaster'\n")
    asked = "".join(f".. tarot:exercise:: fft-4\n   :kind: {kind}\n   :seed: 2\n\n" for kind in ("winner", "legal"))
    (other / "index.rst").write_text(f"A class\n=======\n\n.. tarot:example:: going-over\n\n{asked}")
    assert build_main(["-q", "-b", "html", str(other), str(other / "out")]) == 0
    return {
        "short": site / "examples" / "going-over.html",
        "long": site / "examples" / "course-whole-deal.html",
        "chapter": site / "learn" / "from-zero" / "2-tricks.html",
        "one file": folder / "one.html",
        "other theme": other / "out" / "index.html",
    }


def printed(shown: Any, to: Path) -> list[str]:
    """The words of each page of paper, without spaces, in the order of the document."""
    shown.pdf(path=str(to), format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "12mm"))
    found = subprocess.run(["pdftotext", "-raw", str(to), "-"], capture_output=True, text=True, check=True).stdout
    return [close(page) for page in found.split("\f")[:-1]]


def close(words: str) -> str:
    """Words without spaces and the signs in front of them."""
    return re.sub(r"\s", "", words)


NAMES = ("short", "long", "chapter", "one file", "other theme")


@pytest.mark.parametrize("name", NAMES)
def test_paper_has_all_words_and_the_answers_last(
    browser: Any, pages: dict[str, Path], name: str, tmp_path: Path
) -> None:
    shown = opened(browser, pages[name])
    words: dict[str, list[str]] = shown.evaluate(WORDS)
    paper = printed(shown, tmp_path / "paper.pdf")
    whole = "".join(paper)
    assert len(words["steps"]) > 20 and words["questions"] and words["answers"]
    for step, times in Counter(filter(None, map(close, words["steps"]))).items():
        assert whole.count(step) >= times, step
        if len(step) > 60 and not any(step in close(other) and step != close(other) for other in words["steps"]):
            assert whole[: whole.index("Answers")].count(step) <= times, step
    end = whole.index("Answers")
    for number, question in enumerate(words["questions"], 1):
        assert f"{number}.{close(question)}" in whole[:end]
    for answer, times in Counter(map(close, words["answers"])).items():
        assert whole[end:].count(answer) >= times, answer
    assert not [
        answer for answer in words["answers"] if close(answer).startswith("Theanswer:") and close(answer) in whole[:end]
    ]
    assert words["veiled"] and not [trick for trick in words["veiled"] if close(trick) in whole[:end]]
    for trick in words["tricks"]:
        assert any(all(close(play) in page for play in trick) for page in paper), trick
    assert words["pressed"] and not [label for label in words["pressed"] if close(label) in whole]
    assert min(map(len, paper)) > 60  # a question of cards has few words
    shown.evaluate("dispatchEvent(new Event('afterprint'))")
    assert shown.evaluate(
        "!document.querySelector('.tt-answers-last') && !document.querySelector('.tt-trick details[open]')"
    )


def test_answers_stand_upside_down_without_a_script(browser: Any, pages: dict[str, Path], tmp_path: Path) -> None:
    shown = opened(browser, pages["short"], java_script_enabled=False)
    whole = "".join(printed(shown, tmp_path / "paper.pdf"))
    assert whole.count("Theanswer:the18oftrumps.") == whole.count("Theanswer:South.") == 1
    shown.emulate_media(media="print")
    assert shown.locator(".tt-answer").first.evaluate("answer => getComputedStyle(answer).rotate") == "180deg"


def test_paper_is_the_same_in_the_dark(browser: Any, pages: dict[str, Path], tmp_path: Path) -> None:
    light, dark = (opened(browser, pages["short"], color_scheme=scheme) for scheme in ("light", "dark"))
    assert printed(light, tmp_path / "light.pdf") == printed(dark, tmp_path / "dark.pdf")
    dark.emulate_media(media="print")
    assert dark.evaluate("getComputedStyle(document.querySelector('.tt-note')).color") == "rgb(29, 29, 27)"
