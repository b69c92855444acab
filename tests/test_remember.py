"""Chapters, steps and answers that the reader's browser keeps until they are erased."""

from __future__ import annotations

import datetime
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.render.html import static
from tests.helpers import LIBRARY, barriers, opened, settle

KEY = "tarot-teach"
TRICKS, TRUMPS = "learn/from-zero/2-tricks.html", "learn/from-zero/3-trumps.html"
FIRST = "fft-4-s-d7-e-h10-n-sd-w-d3"
"""The id of the first question of the lesson about tricks."""
QUESTIONS = "questions/fft-4.html"
TODAY = datetime.datetime(2026, 11, 22, 12)
ANSWER = """right => document.querySelectorAll("tt-exercise").forEach(asked => {
  const form = asked.querySelector("form"), fit = [...form.querySelectorAll(`[data-grade=${right ? "right" : "wrong"}]`)];
  fit.slice(0, +asked.dataset.pick || fit.length).forEach(choice => choice.checked = true);
  asked.check(form);
})"""


def visit(page: Any, site: Path, name: str) -> Any:
    """Another page of the site, in the same browser."""
    page.goto(f"file://{site / name}")
    settle(page)
    return page


def kept(page: Any) -> Any:
    """The data that the browser keeps, or None."""
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')") or "null")


def answer(page: Any, right: bool) -> None:
    """Answer every question of a page, once."""
    page.evaluate(ANSWER, right)


def on(page: Any, days: int) -> None:
    """Set the reader's clock to a day."""
    page.clock.set_fixed_time(TODAY + datetime.timedelta(days=days))


def test_pages_name_the_rules_of_their_questions(site: Path) -> None:
    text, rules = (site / TRUMPS).read_text(encoding="utf-8"), LIBRARY.load("fft-4").rules
    asked = re.findall(r'data-id="([\w-]+)" data-ruleset="fft-4" data-rules="([\w. ]*)"', text)
    named = {id: ids.split() for id, ids in asked}
    assert named["course-trumps-ask-1"] == ["play.trump_when_void"] and "play.overtrump" in named["course-trumps-ask-2"]
    assert all(rule in rules for ids in named.values() for rule in ids) and len(named) > 6


def test_the_scripts_are_small() -> None:
    assert len(gzip.compress((static("remember.js") + static("learn.js")).encode())) < 4_520


@pytest.mark.browser
def test_a_chapter_is_done_when_its_questions_are_answered(browser: Any, site: Path) -> None:
    page = opened(browser, site / "index.html")
    assert (
        page.inner_text(".tt-start a >> nth=0") == "Start here: The cards"
        and page.locator(".tt-status:visible").count() == 0
    )
    on(visit(page, site, TRICKS), 0)
    assert page.locator(".tt-course li a.tt-is-done").count() == 0
    answer(page, True)
    assert kept(page)["chapters"] == {"from-zero/2-tricks": "2026-11-22"}
    number = len(LIBRARY.load("fft-4").rules)
    assert page.inner_text(".tt-known").strip() == f"2 of {number} rules of fft-4 known."
    assert page.inner_text(".tt-knows li >> nth=0").split("\n")[-1].endswith("right, sure")
    visit(page, site, "index.html")
    assert page.inner_text(".tt-start a >> nth=0") == "Go on: Trumps, and going over"
    assert page.locator(".tt-start a >> nth=0").get_attribute("href").endswith("3-trumps.html")
    done = page.locator(".tt-door ol a[data-state=done]")
    assert done.all_inner_texts() == ["Tricks"]


@pytest.mark.browser
def test_going_on_from_a_chapter_marks_it_as_done(browser: Any, site: Path) -> None:
    page = opened(browser, site / TRUMPS)
    page.click(".tt-course-foot .tt-on")
    page.wait_for_url("**/4-the-excuse.html")
    settle(page)
    states = page.locator(".tt-course li a").evaluate_all("dots => dots.map(dot => dot.dataset.state ?? '')")
    assert states == ["", "", "done", "go on", *[""] * 6]
    assert list(kept(page)["chapters"]) == ["from-zero/3-trumps"] and not kept(page)["answers"]


@pytest.mark.browser
def test_a_missed_question_comes_back_after_growing_intervals(browser: Any, site: Path) -> None:
    page = opened(browser, site / "index.html")
    due = []
    for days, right in ((0, False), (0, True), (0, True), (1, True), (4, True), (11, True), (32, True), (53, False)):
        on(page, days)
        answer(visit(page, site, TRICKS), right)
        (asked,) = kept(page)["answers"].values()
        (found,) = {(entry["due"], entry["box"]) for entry in asked.values()}
        due.append(((datetime.date.fromisoformat(found[0]) - TODAY.date()).days - days, found[1]))
    assert due == [(0, 0), (1, 1), (1, 1), (3, 2), (7, 3), (21, 4), (21, 4), (0, 0)]
    assert page.inner_text(".tt-known").startswith("0 of ")
    visit(page, site, "index.html")
    assert "To be asked again today: 2." in page.inner_text(".tt-status")


@pytest.mark.browser
def test_an_answer_that_is_shown_is_not_known_and_the_first_one_counts(browser: Any, site: Path) -> None:
    page = opened(browser, site / TRICKS)
    page.locator("tt-exercise .tt-answer summary").first.click()
    page.wait_for_function(f"localStorage.getItem('{KEY}').includes('{FIRST}')")
    answer(page, True)
    boxes = {id: entry["box"] for id, entry in kept(page)["answers"]["fft-4"].items()}
    assert boxes[FIRST] == 0 and boxes["course-following-ask-2"] == 1


@pytest.mark.browser
def test_a_question_says_how_it_was_answered_on_another_visit(browser: Any, site: Path) -> None:
    page = opened(browser, site / TRICKS)
    on(page, 0)
    said = "[...document.querySelectorAll('tt-exercise legend')].slice(0, 2).map(one => getComputedStyle(one, '::after').content.replaceAll('\"', ''))"
    assert page.evaluate(said) == ["none", "none"]
    page.locator("tt-exercise .tt-answer summary").first.click()
    page.wait_for_function(f"localStorage.getItem('{KEY}').includes('{FIRST}')")
    assert page.evaluate(said) == ["none", "none"]
    answer(page, True)
    visit(page, site, "index.html")
    visit(page, site, TRICKS)
    assert page.evaluate(said) == ["not right on 22 November 2026", "✓ right on 22 November 2026"]
    answer(page, True)
    assert page.evaluate(said) == ["none", "none"], "the verdict stands there"
    page.emulate_media(media="print")
    visit(page, site, TRICKS)
    assert page.evaluate(said) == ["none", "none"]


@pytest.mark.browser
def test_steps_and_the_chosen_seat_are_kept(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples/going-over.html")
    page.select_option("[data-go=view]", "sees S")
    page.click("[data-go=on]")
    assert kept(page)["view"] == "sees S"
    for button in ("on", "last"):
        page.click(f"[data-go={button}]")
        shown = "{at}/{of}".format(**kept(page)["lessons"]["going-over"])
        assert shown == page.inner_text(".tt-count"), "a place is counted as the page counts it"
    visit(page, site, "examples/tarotmag-16.html")
    assert page.locator("[data-go=view]").input_value() == "sees S" and page.locator(".tt-closed").count() > 40
    page.click("[data-go=list]")
    page.select_option("[data-go=view]", "", force=True)
    visit(page, site, "examples/undertrumping.html")
    assert page.locator(".tt-read").is_visible() and page.locator("[data-go=view]").input_value() == ""
    visit(page, site, "examples/index.html")
    link = page.locator("article td a[href*='going-over.html'], article th a[href*='going-over.html']").first
    assert link.get_attribute("data-state") == "done"


def asked(page: Any) -> str:
    """The id of the question that is shown; it is the only one."""
    (shown,) = page.locator("tt-exercise:visible").evaluate_all("all => all.map(each => each.dataset.id)")
    return str(shown)


def reply(page: Any, right: bool) -> str:
    """Answer the question that is shown, and go on to the next; the words about when it comes back."""
    page.evaluate(
        """right => { const asked = document.querySelector("tt-quiz").now, form = asked.querySelector("form"), amount = form.elements.amount;
          const fit = [...form.querySelectorAll(`[name=choice][data-grade=${right ? "right" : "wrong"}]`)];
          fit.slice(0, +asked.dataset.pick || fit.length).forEach(choice => choice.checked = true);
          if (amount) amount.value = right ? amount.dataset.answer : amount.dataset.answer + "1";
          asked.check(form); }""",
        right,
    )
    said = str(page.inner_text(".tt-quiz-state"))
    page.click("[data-do=next]")
    return said


@pytest.mark.browser
def test_a_missed_question_comes_back_in_the_sitting_and_on_later_days(browser: Any, site: Path) -> None:
    page = opened(browser, site / "index.html")
    on(page, 0)
    visit(page, site, QUESTIONS)
    missed = asked(page)
    assert "in a while" in reply(page, False)
    seen = []
    while asked(page) != missed:
        seen.append(asked(page))
        assert "on 23 November 2026" in reply(page, True)
    assert len({*seen}) == len(seen) == 3
    assert "asked again" in page.inner_text(".tt-quiz-state") and "on 23 November 2026" in reply(page, True)
    assert asked(page) not in {missed, *seen}, "new questions, where nothing is due"
    on(page, 1)
    visit(page, site, QUESTIONS)
    due = []
    for _question in range(4):
        due.append(asked(page))
        assert "on 26 November 2026" in reply(page, True), "after the second right answer three days"
    assert {*due} == {missed, *seen}


@pytest.mark.browser
def test_questions_keep_to_a_level_and_say_by_rule_what_is_known(browser: Any, site: Path) -> None:
    page = opened(browser, site / QUESTIONS)
    on(page, 0)
    page.click("[data-do=level][value='3']")
    assert page.locator(".tt-levels").get_by_role("button", pressed=True).all_inner_texts() == ["3"]
    for _question in range(4):
        level = page.locator("tt-exercise:visible").get_attribute("data-level")
        assert level == "3" and page.inner_text(".tt-quiz-state").startswith("Level 3, new")
        reply(page, True)
    number, of = re.match(r"(\d+) of (\d+) rules of fft-4 known", page.inner_text(".tt-known")).groups()  # type: ignore[union-attr]
    answered = kept(page)["answers"]["fft-4"].values()
    assert int(of) == len(LIBRARY.load("fft-4").rules)
    assert (
        int(number)
        == len({rule for entry in answered for rule in entry["rules"]})
        == page.locator(".tt-knows .tt-sure").count()
    )
    assert kept(page)["level"] == "3" and not page.locator(".tt-quiz-head :is(select, input)").count()
    assert visit(page, site, QUESTIONS).locator(".tt-levels [aria-pressed=true]").inner_text() == "3"


@pytest.mark.browser
def test_a_choice_in_words_is_the_answer(browser: Any, site: Path) -> None:
    page = opened(browser, site / QUESTIONS)
    ids = page.locator("tt-exercise[data-pick='1']:not(:has(.tt-choice .tt-c))").evaluate_all(
        "all => all.map(each => each.id)"
    )
    assert len(ids) >= 4
    for id in ids:
        page.evaluate("id => { location.hash = id; }", id)
        shown = page.locator(f"[id='{id}']:visible")
        shown.wait_for()
        words = shown.locator(".tt-verdict")
        right = shown.locator(".tt-touch:has([data-grade=right])")
        other = shown.locator(".tt-touch:not(:has([data-grade=right]))").first
        other.click()
        assert (
            words.inner_text() and not words.locator(".tt-right").count() and other.get_attribute("data-mark") in "▼✕"
        )
        right.focus()
        page.keyboard.press("Enter")
        assert words.inner_text().startswith("That is right.") and right.get_attribute("data-mark") == "✓"
        assert shown.get_by_role("button", pressed=True).count() == 1
        assert not shown.locator(":is(.tt-check, fieldset :is(a, input)):visible").count()
    assert barriers(page) == []


@pytest.mark.browser
def test_cards_chosen_several_at_a_time_are_checked(browser: Any, site: Path) -> None:
    page = opened(browser, site / QUESTIONS)
    (id, *_more) = page.locator("tt-exercise[data-kind=discard]").evaluate_all("all => all.map(each => each.id)")
    page.evaluate("id => { location.hash = id; }", id)
    shown = page.locator(f"[id='{id}']:visible")
    shown.locator(".tt-choice").first.click()
    assert not shown.locator(".tt-verdict").inner_text()
    shown.get_by_role("button", name="Check").click()
    assert shown.locator(".tt-verdict").inner_text().startswith("Choose")


@pytest.mark.browser
def test_questions_that_are_not_due_are_asked_when_no_other_is_left(browser: Any, site: Path) -> None:
    page = opened(browser, site / QUESTIONS)
    on(page, 0)
    number = page.locator("tt-exercise").count()
    for _question in range(number):
        reply(page, True)
    assert len(kept(page)["answers"]["fft-4"]) == number
    assert "Nothing is due before 23 November 2026." in page.inner_text(".tt-quiz-state")
    assert page.locator("tt-exercise:visible").count() == 1


@pytest.mark.browser
def test_questions_read_without_a_script(browser: Any, site: Path) -> None:
    page = opened(browser, site / QUESTIONS, java_script_enabled=False)
    assert page.locator("tt-exercise:visible").count() >= 36 and page.locator(".tt-quiz-foot:visible").count() == 0


def test_a_page_of_questions_is_small(site: Path) -> None:
    assert len(gzip.compress((site / QUESTIONS).read_bytes())) < 50_000


@pytest.mark.browser
def test_all_is_erased_after_a_second_press(browser: Any, site: Path) -> None:
    page = opened(browser, site / TRICKS)
    answer(page, True)
    visit(page, site, "index.html")
    assert "Questions answered: 7." in page.inner_text(".tt-remembered")
    page.click("[data-do=ask]")
    page.click("[data-do=keep]")
    assert kept(page)["answers"]
    page.click("[data-do=ask]")
    page.click("[data-do=erase]")
    assert kept(page) is None and "Nothing is remembered." in page.inner_text(".tt-remembered")
    assert (
        page.inner_text(".tt-start a >> nth=0") == "Start here: The cards"
        and page.locator(".tt-door [data-state]").count() == 0
    )


@pytest.mark.browser
@pytest.mark.parametrize("text", ['{"version": 2, "chapters": {}}', "{broken"])
def test_what_cannot_be_read_is_left_alone_until_it_is_erased(browser: Any, site: Path, text: str) -> None:
    page = opened(browser, site / "index.html")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
    answer(visit(page, site, TRICKS), True)
    assert page.inner_text(".tt-known").startswith("2 of "), "on this page it is known"
    assert page.evaluate(f"localStorage.getItem('{KEY}')") == text
    visit(page, site, "index.html")
    assert "left alone" in page.inner_text(".tt-remembered")
    page.click("[data-do=ask]")
    page.click("[data-do=erase]")
    answer(visit(page, site, TRICKS), True)
    assert kept(page)["version"] == 1


@pytest.mark.browser
def test_two_open_pages_lose_nothing_of_each_other(browser: Any, site: Path) -> None:
    one = opened(browser, site / TRICKS)
    other = one.context.new_page()
    visit(other, site, TRUMPS)
    answer(one, True)
    other.wait_for_function(f"localStorage.getItem('{KEY}').includes('{FIRST}')")
    answer(other, True)
    one.wait_for_function(f"localStorage.getItem('{KEY}').includes('course-trumps-ask-1')")
    assert {FIRST, "course-trumps-ask-1"} <= set(kept(one)["answers"]["fft-4"])


@pytest.mark.browser
def test_without_storage_the_pages_work_and_say_nothing(browser: Any, site: Path) -> None:
    context = browser.new_context()
    refused = (
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    context.add_init_script(refused)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    visit(page, site, TRICKS)
    answer(page, True)
    assert page.locator(".tt-verdict .tt-right").count() and page.inner_text(".tt-known").startswith("2 of ")
    assert not [fault for fault in faults if "remember" in fault or "tt-" in fault], faults


@pytest.mark.browser
def test_without_a_script_the_bar_is_links_and_nothing_claims_to_remember(browser: Any, site: Path) -> None:
    page = opened(browser, site / TRUMPS, java_script_enabled=False)
    assert (
        page.locator(".tt-course li a:visible").count() == 10
        and page.locator(".tt-course-foot .tt-on:visible").count() == 1
    )
    assert page.locator(":is(.tt-known, .tt-knows, .tt-remembering):visible").count() == 0


@pytest.mark.browser
def test_what_is_remembered_has_nothing_serious_for_accessibility(browser: Any, site: Path) -> None:
    page = opened(browser, site / TRICKS)
    answer(page, False)
    for name in (TRICKS, QUESTIONS, "index.html"):
        assert not barriers(visit(page, site, name)), name
