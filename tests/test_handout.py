"""A handout has the questions of the examples with their positions, and the answers on pages behind them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.blocks import Heading, Paragraph, Table
from tarot_teach.loading import Library
from tarot_teach.paper import AskedOnPaper, PageBreak
from tarot_teach.records.runner import replay_example
from tarot_teach.sphinxext.tutorials.handout import handout
from tests.helpers import HUNG, printed_by, run

BIDDING, COUNTING, OTHER = "course-bidding", "course-counting", "nobody-bids"


def test_questions_are_numbered_through_and_answers_stand_behind_a_page_break(library: Library) -> None:
    made = handout("A class", [replay_example(name, library) for name in (BIDDING, COUNTING, OTHER)])
    end = next(i for i, block in enumerate(made) if isinstance(block, PageBreak))
    asked = [block for block in made if isinstance(block, AskedOnPaper)]
    assert [block.number for block in asked] == list(range(1, len(asked) + 1)) and len(asked) >= 4
    assert all(isinstance(block, AskedOnPaper) is False for block in made[end:])
    answers = [str(block.text) for block in made[end:] if isinstance(block, Paragraph)]
    assert [text.partition(" ")[0] for text in answers if re.match(r"\d+\. ", text)] == [
        f"{i + 1}." for i in range(len(asked))
    ]
    titles = [str(block.text) for block in made if isinstance(block, Heading) and block.level == 2]
    assert titles[:3] == titles[3:]


def test_the_auction_ends_before_the_bid_that_is_asked(library: Library) -> None:
    made = handout("A class", [replay_example(BIDDING, library)])
    auction = next(block for block in made if isinstance(block, Table))
    assert [str(cell) for row in auction.rows for cell in row if cell] == ["pass", "pass"]


def test_examples_that_ask_nothing_give_no_handout(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _out, err = run(capsys, "build", "burro-portuguese", "--format", "handout", "--out", str(tmp_path / "a.html"))
    assert code == 1 and "none of the examples asks a question" in err and not (tmp_path / "a.html").exists()


def test_a_handout_needs_no_script_and_no_other_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "handout.html"
    printed_by(capsys, "build", "hombre-1674", "--format", "handout", "--out", str(out))
    page = out.read_text(encoding="utf-8")
    assert "<script" not in page and "size:A4" in page
    assert page.rindex('class="tt-asked"') < page.index('<hr class="tt-page-break"/>') < page.index(">Answers<")


@pytest.mark.browser
def test_paper_has_no_answer_before_the_pages_of_answers(
    browser: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, paper = tmp_path / "handout.html", tmp_path / "handout.pdf"
    printed_by(capsys, "build", "fft-4", "--format", "handout", "--out", str(out))
    shown = browser.new_page()
    shown.goto(out.as_uri())
    shown.pdf(path=str(paper), prefer_css_page_size=True)
    words = subprocess.run(["pdftotext", "-raw", paper, "-"], capture_output=True, text=True, check=True).stdout
    pages = words.split("\f")[:-1]
    first = next(i for i, page in enumerate(pages) if page.startswith("Answers"))
    assert first > 0 and not [page for page in pages[:first] if "The answer" in page or "wins the trick with" in page]
    assert sum("The answer" in page for page in pages[first:]) >= 3


@pytest.mark.latex
@pytest.mark.parametrize(("language", "answers"), [("en", "Answers"), ("fr", "Réponses")])
def test_a_handout_is_set_by_latex(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, answers: str
) -> None:
    assert shutil.which("pdftotext"), "poppler-utils reads the pages"
    out = tmp_path / "handout.pdf"
    printed_by(capsys, "build", "slovenian-pagat", "--format", "handout", "--language", language, "--out", str(out))
    read = ["pdftotext", "-raw", str(out), "-"]
    pages = subprocess.run(read, capture_output=True, text=True, check=True, timeout=HUNG).stdout.split("\f")[:-1]
    assert len(pages) > 1 and any(page.startswith(answers) for page in pages[1:])
