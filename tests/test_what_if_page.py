"""The sheet of a lesson with the lines after another card, as they were computed when the page was built."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli import main
from tarot_teach.loading import Library
from tarot_teach.records.runner import replay_example
from tarot_teach.topics.play.what_if import what_if
from tests.helpers import barriers, opened

pytestmark = pytest.mark.browser
WHOLE = "examples/course-whole-deal.html"
TO_TRICK = """([trick, seat, after]) => { const lesson = document.querySelector('tt-lesson');
  lesson.go(lesson.steps.findIndex(step => step.matches('.tt-play') && step.dataset.seat === seat && +step.closest('.tt-trick').dataset.number === trick) + after); }"""
ROWS = """lists => lists.map(list => [...list.children].map(row => [row.firstChild.textContent,
  [...row.querySelectorAll('.tt-glyph')].map(card => card.textContent.replaceAll('\\ufe0e', '')).join(' '), row.querySelector('.tt-takes .tt-glyph').textContent.replaceAll('\\ufe0e', ''), row.lastChild.textContent]))"""


def words(page: Any) -> str:
    return str(page.inner_text("[data-step-words]"))


def asked(page: Any, card: str) -> None:
    """Touch a card, and ask what had come of it."""
    page.evaluate("card => document.querySelector('tt-lesson').touch(card)", card)
    page.get_by_role("button", name="What if?").click()
    page.wait_for_function("document.querySelector('.tt-both')")


def lines_of(example: str, text: str) -> list[list[list[str]]]:
    """Both lines as the sheet shows them: the number of each trick, its cards, the winner's card and the points."""
    found = what_if(replay_example(example, Library()), text)
    seats = found.done.start.players
    return [
        [
            [str(trick.number), " ".join(card.glyph for card in trick.cards), trick.cards[(trick.winner - trick.leader) % seats].glyph, trick.points]
            for trick in line.tricks
        ]
        for line in (found.recorded, found.other)
    ]  # fmt: skip


def test_both_lines_lie_on_the_table_and_the_words_say_what_differs(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, reduced_motion="reduce")
    assert not page.locator("script[src*='/lines/'], script[src*='what-if']").count(), "loaded when it is asked for"
    page.evaluate(TO_TRICK, [8, "S", 1])
    asked(page, "HD")
    assert page.locator("script[src*='/lines/']").count() == 1
    assert page.locator(".tt-line ol").evaluate_all(ROWS) == lines_of("course-whole-deal", "8 S HD")
    said = words(page)
    assert (
        said.startswith("What if South had played the queen of hearts?")
        and "Up to trick 10 nothing else differs." in said
    )
    assert (
        "Trick 16 is the first to go elsewhere: to South after the Excuse, and to North after the queen of hearts."
        in said
    )
    assert (
        "comes to 51 points after the Excuse, and to 47 after the queen of hearts." in said
        and "program’s players" in said
    )
    assert page.locator(".tt-line-end").all_inner_texts() == [
        "51 points (41 needed)\nSouth 210 · East −70 · North −70 · West −70",
        "47 points (41 needed)\nSouth 186 · East −62 · North −62 · West −62",
    ]
    page.get_by_role("button", name="Back to the record").click()
    assert not page.locator(".tt-both").count() and "Allowed" in words(page)
    page.get_by_role("button", name="What if?").click()
    page.wait_for_function("document.querySelector('.tt-both')")
    page.keyboard.press("Escape")
    assert not page.locator(".tt-both").count()
    page.get_by_role("button", name="What if?").click()
    page.wait_for_function("document.querySelector('.tt-both')")
    page.keyboard.press("ArrowRight")
    assert not page.locator(".tt-both").count() and "queen of hearts" not in words(page).splitlines()[0]


def test_who_plays_a_seat_is_offered_it_after_another_card(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, reduced_motion="reduce")
    page.get_by_label("Show").select_option("plays S")
    page.evaluate(TO_TRICK, [11, "S", 0])
    page.evaluate("document.querySelector('tt-lesson').touch('T10')")
    assert "another card was played: 17 of trumps" in words(page)
    asked(page, "T10")
    assert page.locator(".tt-line ol").evaluate_all(ROWS) == lines_of("course-whole-deal", "11 S T10")
    assert "40" in page.locator(".tt-line-end").last.inner_text()


@pytest.mark.parametrize(
    ("example", "trick", "seat"), [("tournoi-des-maitres-2006-11", 5, "N"), ("a-whole-deal", 4, "C")]
)
def test_other_games_have_lines_of_their_own(browser: Any, site: Path, example: str, trick: int, seat: str) -> None:
    page = opened(browser, site / "examples" / f"{example}.html", reduced_motion="reduce")
    page.evaluate(TO_TRICK, [trick, seat, 1])
    card = page.evaluate(
        """() => { const lesson = document.querySelector('tt-lesson'), step = lesson.steps[lesson.at - 1];
        return [...lesson.pictures.keys()].find(card => lesson.state.where.get(card) === step.dataset.seat && lesson.lined({ step, card })); }"""
    )
    asked(page, card)
    assert page.locator(".tt-line ol").evaluate_all(ROWS) == lines_of(example, f"{trick} {seat} {card}")
    assert page.locator(".tt-both .tt-bar").count() == (
        0 if example == "a-whole-deal" else page.locator(".tt-line li").count()
    )


def test_a_card_that_was_refused_and_a_part_of_a_deal_have_none(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, reduced_motion="reduce")
    page.evaluate(TO_TRICK, [8, "S", 1])
    page.evaluate("document.querySelector('tt-lesson').touch('T18')")
    assert "Not allowed" in words(page) and not page.get_by_role("button", name="What if?").count()
    part = opened(browser, site / "examples" / "going-over.html", reduced_motion="reduce")
    part.evaluate("document.querySelector('tt-lesson').go(2)")
    part.evaluate("document.querySelector('tt-lesson').touch('T20')")
    assert "Allowed" in words(part) and not part.get_by_role("button", name="What if?").count()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (844, 390)])
def test_the_sheet_keeps_to_the_table(browser: Any, site: Path, width: int, height: int) -> None:
    page = opened(browser, site / WHOLE, viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.evaluate(TO_TRICK, [1, "S", 1])
    before = page.locator("[data-table]").bounding_box()
    asked(page, "EX")
    felt, paper, said = (
        page.locator(part).bounding_box() for part in ("[data-table]", ".tt-both", "[data-step-words]")
    )
    assert felt == before and paper["y"] >= felt["y"] and paper["y"] + paper["height"] <= felt["y"] + felt["height"] + 1
    assert said["y"] >= 0 and said["y"] + 40 <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".tt-both").evaluate("paper => paper.scrollWidth <= paper.clientWidth")
    assert (
        page.locator(".tt-glyph").first.is_visible()
        == (width < 1000)
        != page.locator(".tt-mini > svg").first.is_visible()
    )
    last = page.locator(".tt-line-end").last
    last.scroll_into_view_if_needed()
    assert last.bounding_box()["y"] + last.bounding_box()["height"] <= paper["y"] + paper["height"] + 1
    assert not barriers(page)


def test_lines_that_cannot_be_loaded_are_said_to_be_missing(browser: Any, site: Path, tmp_path: Path) -> None:
    text = (site / WHOLE).read_text(encoding="utf-8").replace("/lines/course", "/lines/no-such")
    copy = shutil.copytree(site, tmp_path / "site", copy_function=os.link) / "examples" / "unread.html"
    copy.write_text(text, encoding="utf-8")
    page = opened(browser, copy, reduced_motion="reduce")
    page.evaluate(TO_TRICK, [8, "S", 1])
    page.evaluate("document.querySelector('tt-lesson').touch('HD')")
    page.get_by_role("button", name="What if?").click()
    page.wait_for_function("document.querySelector('[data-step-words]').textContent.includes('could not be loaded')")


def test_a_lesson_in_one_file_holds_its_lines(browser: Any, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["replay", "course-whole-deal", "--format", "html", "--out", str(tmp_path / "lesson.html")])
    page = opened(browser, tmp_path / "lesson.html", reduced_motion="reduce")
    page.evaluate(TO_TRICK, [8, "S", 1])
    asked(page, "HD")
    assert page.locator(".tt-line ol").evaluate_all(ROWS) == lines_of("course-whole-deal", "8 S HD")


def test_what_it_adds_to_a_page_stays_small(site: Path) -> None:
    """Script and style up to 4 kB and the lines of a deal up to 10 kB, gzipped, loaded when they are asked for."""

    def size(path: Path) -> int:
        return len(gzip.compress(path.read_bytes(), 9))

    static = site / "_static" / "tarot_teach"
    assert size(static / "what-if.js") + size(static / "what-if.css") <= 4000
    assert all(size(path) <= 10000 for path in (static / "lines").iterdir())
