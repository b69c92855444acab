"""Copying a lesson's deal, and each of its positions, as a line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.records.lines.deals import deal_line
from tarot_teach.records.lines.written import position_line
from tarot_teach.records.runner import replay_example
from tarot_teach.render.html import static
from tarot_teach.table import Play
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.play.written import WORDS, with_written, written_data
from tests.helpers import LIBRARY, barriers, opened, run
from tests.test_lines_in_page import COPIES

EXAMPLES = {"hombre-1674": 3, "scarto": 3, "slovenian-pagat": 3, "fft-4": 2}


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_position_of_a_lesson_has_its_line(name: str) -> None:
    """Before each card stands the line of that position; where the deal is whole, its line stands there too."""
    held = 0
    for path in LIBRARY.examples_of(name)[: EXAMPLES[name]]:
        done = replay_example(str(path), LIBRARY)
        text = written_data(done, LIBRARY)
        data = json.loads(text) if text else {"at": {}, "deal": ""}
        for at, line in data["at"].items():
            deal = replay_example(line, LIBRARY).deal
            assert isinstance(done.deal.moves[int(at)].action, Play)
            assert [*deal.legal] == [*done.deal.undo(len(done.deal.moves) - int(at)).legal]
            held += 1
        assert not data["deal"] or replay_example(data["deal"], LIBRARY).end.result == done.end.result
    assert held > 3


def test_a_deal_without_a_line_has_none() -> None:
    """Of a record that tells a score alone no line can be made, and the lesson has no button."""
    done = next(
        done
        for done in (replay_example(str(path), LIBRARY) for path in LIBRARY.examples_of("fft-4"))
        if done.record.file.start.step == "score"
    )
    assert written_data(done, LIBRARY) == ""
    assert with_written(lesson(done), done, LIBRARY) == lesson(done)


def test_what_is_loaded_to_copy_is_small() -> None:
    assert len(static("clip.js")) < 2_000


@pytest.mark.browser
@pytest.mark.parametrize("example", ["course-whole-deal", "going-over"])
def test_a_lesson_on_a_site_copies_its_position(browser: Any, site: Path, example: str) -> None:
    page = opened(
        browser, site / "examples" / f"{example}.html", reduced_motion="reduce", viewport={"width": 390, "height": 800}
    )
    assert not page.locator("script[src*='/lines/'], script[src*='clip']").count(), "loaded when it is asked for"
    page.evaluate(COPIES)
    check_copies(page, example)


@pytest.mark.browser
def test_a_lesson_in_one_file_copies_its_position(
    browser: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "lesson.html"
    assert run(capsys, "replay", "course-whole-deal", "--format", "html", "--out", str(out))[0] == 0
    page = opened(browser, out, reduced_motion="reduce")
    page.evaluate(COPIES)
    check_copies(page, "course-whole-deal")


def check_copies(page: Any, example: str) -> None:
    """Copy at the start, before a card, and at the end, where the browser lets it and where it does not."""
    done = replay_example(example, LIBRARY)
    copying = page.get_by_role("button", name="Copy as a line")
    said = page.locator(".tt-copy + [role=status]")
    plays = [i for i, move in enumerate(done.deal.moves) if isinstance(move.action, Play)]
    for i in (plays[0], plays[-2]):
        page.evaluate(
            "at => { const lesson = document.querySelector('tt-lesson');"
            "lesson.go([...lesson.steps.keys()].findLast(step => lesson.number(step) === at)); }",
            i,
        )
        copying.click()
        said.filter(has_text=WORDS["position"]).wait_for()
        assert page.evaluate("copied.at(-1)") == position_line(replace(done.deal, moves=done.deal.moves[:i]), LIBRARY)
    page.evaluate("document.querySelector('tt-lesson').go(1e6); refuses = true")
    copying.click()
    if done.start.number == 1 and plays[0]:
        said.filter(has_text=WORDS["byHand"]).wait_for()
        assert page.locator(".tt-copy ~ textarea").input_value() == deal_line(done.deal, LIBRARY)
    else:
        said.filter(has_text=WORDS["none"]).wait_for()
    assert not barriers(page) and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
