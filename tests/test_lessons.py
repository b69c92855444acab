"""Stepping through a lesson and answering exercises, as people do it: with keys, a finger, a shared address, on a phone."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli import main
from tarot_teach.errors import NotationError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.loading import Library
from tarot_teach.records.gathered import load_example
from tarot_teach.records.runner import replay_by
from tarot_teach.table import Play
from tarot_teach.topics.quiz.quiz import judge
from tarot_teach.tui.model import ReplayCursor
from tests.conftest import some_site
from tests.helpers import TURN, barriers, in_turn, opened, settle, wait_for_words

pytestmark = pytest.mark.browser

WHOLE = "examples/tarotmag-16.html"
ASKS = "examples/going-over.html"
TRUMPS = "examples/course-trumps.html"

PACE = 1800
"""Milliseconds between the steps of a lesson that plays by itself."""


@pytest.fixture(scope="module")
def site(four_rulesets: Path) -> Path:
    return four_rulesets


def at(page: Any) -> int:
    """The position of the lesson: how many of its steps have been taken, questions and lines of the score among them."""
    return int(page.evaluate("document.querySelector('tt-lesson').at"))


def press(page: Any, key: str, times: int = 1) -> None:
    for _time in range(times):
        page.keyboard.press(key)


def stop_clock(page: Any) -> None:
    """Have time pass on a page only when a test says so."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def lying(page: Any, place: str) -> list[str]:
    """The cards that are to be seen at a place: a seat, ``table``, ``talon`` or ``discard``."""
    found = page.locator(f".tt-card[data-at='{place}']:not(.tt-gone, .tt-closed)")
    return list(found.evaluate_all("cards => cards.map(card => card.dataset.card)"))


def words(page: Any) -> str:
    """The words of the step."""
    return str(page.inner_text("[data-step-words]"))


def touch(page: Any, *cards: str) -> None:
    """Touch cards at their upper left corner, where no other card lies over them."""
    for card in cards:
        page.locator(f".tt-card[data-card={card}]").click(position={"x": 4, "y": 14})


def opened_at(browser: Any, page: Path, step: int, **context: Any) -> Any:
    """A page at a step of its lesson."""
    shown = opened(browser, page, reduced_motion="reduce", **context)
    press(shown, "ArrowRight", step)
    return shown


def test_arrow_keys_step_and_the_address_follows(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    assert at(page) == 0 and "#" not in page.url
    press(page, "ArrowRight", 3)
    assert at(page) == 3 and re.search(r"#tarotmag-16-\d+$", page.url)
    press(page, "ArrowLeft")
    assert at(page) == 2
    page.locator("[data-go=on]").focus()
    press(page, "End")
    assert at(page) == page.evaluate("document.querySelector('tt-lesson').steps.length")
    press(page, "ArrowRight")
    assert page.locator("[data-go=on]").get_attribute("aria-disabled") == "true"
    press(page, "ArrowLeft")  # a disabled button would have swallowed it
    assert page.locator("[data-go=on]").get_attribute("aria-disabled") == "false"
    press(page, "Home")
    assert at(page) == 0


def test_a_shared_address_opens_at_its_step(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    press(page, "ArrowRight", 17)
    said = words(page)
    again = browser.new_context().new_page()
    again.goto(page.url)
    again.wait_for_function("document.querySelector('tt-lesson.tt-on')")
    assert words(again) == said
    again.evaluate("location.hash = 'tarotmag-16-2'")
    again.wait_for_function("document.querySelector('.tt-count').textContent.startsWith('2/')")


def test_back_shows_what_was_there(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, reduced_motion="reduce")
    places, seen = ("S", "E", "N", "W", "table"), []
    for _step in range(24):
        seen.append([lying(page, place) for place in places])
        press(page, "ArrowRight")
    for before in reversed(seen):
        press(page, "ArrowLeft")
        assert [lying(page, place) for place in places] == before


def test_every_card_is_somewhere_at_each_step(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, reduced_motion="reduce")
    for _step in range(30):
        shown = [card for place in (*"SENW", "table", "talon", "discard") for card in lying(page, place)]
        won = sum(int(number) for number in re.findall(r"won (\d+)", page.inner_text("[data-table]")))
        assert len(shown) == len(set(shown)) and len(shown) + 4 * won == 78
        press(page, "ArrowRight")


@pytest.fixture(scope="module")
def talons(request: pytest.FixtureRequest) -> Path:
    """A site with a game in which a talon is turned up, and one in which nobody sees it but the declarer."""
    return some_site(request, "talons", "tapp-classical", "cego-parlett")


@pytest.mark.parametrize(
    "example, opens, taken, cards", [("course-tapp-deal", 3, 4, 6), ("course-cego-deal", None, 5, 10)]
)
@pytest.mark.parametrize("width, view", [(390, ""), (390, "sees S"), (1200, "sees S"), (1200, "")])
def test_a_talon_lies_face_up_where_all_see_it(
    browser: Any, talons: Path, example: str, opens: int | None, taken: int, cards: int, width: int, view: str
) -> None:
    """``opens`` is the action that turns the talon up, ``taken`` the one by which its cards have left the table."""
    page = opened(
        browser,
        talons / "examples" / f"{example}.html",
        viewport={"width": width, "height": 800},
        reduced_motion="reduce",
    )
    page.locator("[data-go=view]").select_option(view)
    for action in range(taken):
        up = (not view and width > 1000) or (opens is not None and action >= opens)
        assert len(lying(page, "talon")) == (cards if up else 0), action
        assert page.locator(".tt-card[data-at=talon]:not(.tt-gone)").count() == cards
        while int(page.inner_text(".tt-count").partition("/")[0] or action) == action:
            press(page, "ArrowRight")
    assert not lying(page, "talon")


def test_any_card_of_the_hand_to_play_may_be_asked_about(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / ASKS, 2)
    assert page.locator(".tt-live").count() >= 5
    touch(page, "T20")
    assert "Allowed" in words(page) and "20 of trumps" in words(page)
    assert page.inner_text(".tt-flag") == "Allowed"
    touch(page, "S8")
    assert "Not allowed" in words(page) and "Trumping when void" in words(page)
    assert page.locator("[data-step-words]").get_by_role("link", name="fft").count()
    page.keyboard.press("Escape")
    assert "allowed" not in words(page).lower()


def test_a_trick_goes_to_its_winner_and_the_fool_comes_back(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples" / "excuse-debt.html", reduced_motion="reduce")
    gathered = page.locator("[data-g]").evaluate_all("tricks => tricks.map(trick => trick.dataset.g)")
    assert any("EX>=" in moves for moves in gathered)
    page.locator(".tt-strip button").nth(2).click()
    winner = page.locator("[data-g]").first.evaluate(
        "trick => trick.querySelector('.tt-wins .tt-who').textContent.trim()"
    )
    (plate,) = [text for text in page.locator(".tt-plate").all_inner_texts() if text.startswith(winner)]
    assert "won 1" in plate


def test_cards_glide_unless_motion_is_reduced(browser: Any, site: Path) -> None:
    moving = opened(browser, site / WHOLE)
    press(moving, "ArrowRight", 4)
    assert moving.evaluate("document.getAnimations().length") > 0
    still = opened(browser, site / WHOLE, reduced_motion="reduce")
    press(still, "ArrowRight", 4)
    assert still.evaluate("document.getAnimations().length") == 0


def test_one_seats_view_hides_the_other_hands(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 12)
    while not ("might have played" in words(page) and not words(page).startswith("East")):
        press(page, "ArrowRight")
    page.get_by_label("Show").select_option("sees E")
    assert not lying(page, "S") and lying(page, "E")
    assert "might have played" not in words(page)
    assert page.locator(".tt-card[data-at=S]").first.get_attribute("aria-label") == "a card, face down"
    box, felt = page.locator(".tt-card[data-at=E]").first.bounding_box(), page.locator(".tt-felt").bounding_box()
    assert box["y"] > felt["y"] + felt["height"] / 2  # who looks on sits at the foot of the table


@pytest.mark.parametrize("width", [360, 480, 720])
def test_a_long_hand_ends_above_the_buttons(browser: Any, site: Path, width: int) -> None:
    page = opened(browser, site / WHOLE, reduced_motion="reduce", viewport={"width": width, "height": 900})
    assert page.locator(".tt-stage").get_attribute("data-layout") == "tall"
    bottoms = page.locator(".tt-card[data-at=S]").evaluate_all(
        "all => all.map(card => card.getBoundingClientRect().bottom)"
    )
    own = page.locator(".tt-own").bounding_box()
    assert len(bottoms) >= 18 and max(bottoms) <= own["y"] + own["height"]


def test_jump_play_and_list(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    page.locator(".tt-strip").get_by_role("button", name="Trick 5").click()
    assert page.inner_text(".tt-where") == "Trick 5"
    assert page.locator(".tt-strip [aria-current=step]").inner_text() == "5"
    was, play = at(page), page.get_by_role("button", name="Run", exact=True)
    stop_clock(page)
    play.click()
    for steps in (1, 2):
        page.clock.run_for(PACE)
        assert at(page) == was + steps
    play.click()
    page.clock.run_for(PACE)
    assert at(page) == was + 2
    page.get_by_role("button", name="As a list").click()
    assert page.locator(".tt-play").first.is_visible() and page.locator(".tt-play").last.is_visible()
    page.get_by_role("button", name="Step by step").click()
    assert page.locator(".tt-stage").is_visible() and at(page) == was + 2


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_the_end_leads_to_a_seat_to_play_and_to_the_next_example(
    browser: Any, site: Path, size: tuple[int, int]
) -> None:
    page = opened(
        browser, site / "examples" / "going-over.html", viewport=dict(zip(("width", "height"), size, strict=True))
    )
    while page.locator("[data-go=last][aria-disabled=false]").count():
        page.click("[data-go=last]")
    page.get_by_role("button", name="Show me").click()
    assert "Next: Trumping in vain" in page.inner_text(".tt-say")
    rules = page.locator(".tt-say a", has_text="The rules of this game")
    assert rules.evaluate("link => link.href").endswith("/rules/fft-4.html")
    following = page.locator(".tt-say a", has_text="Trumping in vain")
    assert following.get_attribute("href").endswith("undertrumping.html")
    page.get_by_role("button", name="Now play South").click()
    assert at(page) == 0 and page.locator("[data-go=view]").input_value() == "plays S"


def test_the_sheet_builds_up_line_by_line(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    page.locator("[data-go=last]").click()
    paper = page.locator(".tt-paper")
    lines = paper.locator("tbody tr").count()
    assert lines > 1 and paper.locator("tfoot").is_visible()
    press(page, "ArrowLeft")
    assert paper.locator("tbody tr").count() == lines - 1 and not paper.locator("tfoot").count()


SWIPE = """([from, to, on]) => { const target = document.querySelector(on), box = target.getBoundingClientRect();
  const touch = x => [new Touch({identifier: 1, target, clientX: x, clientY: box.top + 20})];
  target.dispatchEvent(new TouchEvent('touchstart', {bubbles: true, touches: touch(from), changedTouches: touch(from)}));
  target.dispatchEvent(new TouchEvent('touchend', {bubbles: true, touches: [], changedTouches: touch(to)})); }"""


def test_a_finger_steps_on_a_phone(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, viewport={"width": 320, "height": 700}, has_touch=True, is_mobile=True)
    page.evaluate(SWIPE, [250, 80, ".tt-felt"])
    page.evaluate(SWIPE, [250, 80, ".tt-felt"])
    assert at(page) == 2
    page.evaluate(SWIPE, [80, 250, ".tt-felt"])
    assert at(page) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    heights = page.locator(".tt-stage button:not(.tt-card)").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert all(height >= 44 for height in heights if height)


@pytest.mark.parametrize("as_list", [False, True])
@pytest.mark.parametrize("example", ["tarotmag-16", "going-over", "course-whole-deal"])
def test_print_shows_everything(browser: Any, site: Path, tmp_path: Path, example: str, as_list: bool) -> None:
    page = opened(browser, site / "examples" / f"{example}.html", reduced_motion="reduce")
    press(page, "ArrowRight", 3)
    place = at(page)
    if as_list:
        page.get_by_role("button", name="As a list").click()
    page.pdf(path=str(tmp_path / "page.pdf"))
    command = ["pdftotext", "-layout", "page.pdf", "-"]
    printed = set(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split())
    output = page.evaluate(
        """() => [...document.querySelectorAll('.tt-outcome, .tt-note, .tt-reason, .tt-answer p, .tt-sheet td, .tt-mark, .tt-head, .tt-list li')].filter(part => part.closest('.tt-read'))
        .filter(part => !part.hidden).map(part => { const copy = part.cloneNode(true); copy.querySelectorAll('svg, summary').forEach(one => one.remove());
        return copy.textContent; })"""
    )
    missing = [word for words in output for word in set(words.split()) - printed]
    assert len(output) > 9 and not missing
    assert "Skip" not in printed
    page.emulate_media(media="print")
    frames = page.locator(".tt-exercise").evaluate_all("all => all.map(one => getComputedStyle(one).display)")
    assert set(frames) <= {"block"} and not page.locator(".tt-stage, .tt-check").first.is_visible()
    page.emulate_media(media="screen")
    assert at(page) == place and page.locator("tt-lesson.tt-on").count() == (not as_list)


def test_a_question_is_answered_on_the_table(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / ASKS, 5)
    assert page.inner_text(".tt-where") == "A question" and "Going over" not in words(page)
    page.get_by_role("button", name="Answer").click()
    assert "Choose first" in words(page)
    touch(page, "T4")
    page.get_by_role("button", name="Answer").click()
    assert words(page).startswith("What") or "That is not right." in words(page)
    assert "That is not right." in words(page) and "Going over" in words(page)
    touch(page, "T4", "T18")
    page.get_by_role("button", name="Answer").click()
    wait_for_words(page, "The answer")
    assert page.evaluate("!document.querySelector('tt-lesson').question")
    press(page, "ArrowRight")
    assert page.inner_text(".tt-where") != "A question"


def test_an_amount_is_read_as_on_the_command_line(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples/scoring-a-failed-garde.html")
    exercise = page.locator("tt-exercise")
    library = Library()
    path = library.find_record("example", "scoring-a-failed-garde")
    (asked,) = exercises_of(replay_by(load_example(str(path), library), library, path.parent))
    for typed, output in (
        ("", "Write an amount"),
        ("abc", "Write an amount"),
        ("2e16", "Write an amount"),
        ("2 16", "Write an amount"),
        ("216", "That is not right."),
        ("−216", "That is right."),
        ("- 216 points", "That is right."),
        ("-216,00", "That is right."),
    ):
        exercise.locator("input[name=amount]").fill(typed)
        exercise.get_by_role("button", name="Check").click()
        assert output in exercise.locator(".tt-verdict").inner_text(), typed
        try:
            assert str(judge(asked, typed).said[0]) == output
        except NotationError:
            assert output == "Write an amount"


@pytest.mark.parametrize(
    ("typed", "output"),
    [("abc", "Write an amount, like -75."), ("84", "That is not right."), ("+252", "The answer is 252.")],
)
def test_an_amount_is_given_on_the_stage(browser: Any, site: Path, typed: str, output: str) -> None:
    page = opened_at(browser, site / TOLD, 89)
    page.locator(".tt-acts").get_by_label("The amount").fill(typed)
    page.keyboard.press("Enter")
    wait_for_words(page, output)


def test_playing_stops_at_a_question_and_goes_on_from_it(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / ASKS, 4)
    play = page.get_by_role("button", name="Run", exact=True)
    stop_clock(page)
    play.click()
    assert play.get_attribute("aria-pressed") == "true"
    page.clock.run_for(9 * PACE)
    assert play.get_attribute("aria-pressed") == "false" and at(page) == 5
    play.click()
    page.clock.run_for(PACE)
    assert at(page) == 6 and page.inner_text(".tt-where") != "A question"


@pytest.mark.parametrize("width", [320, 1200])
@pytest.mark.parametrize("steps", [0, 5, 9])
def test_nothing_serious_for_accessibility_at_any_step(browser: Any, site: Path, width: int, steps: int) -> None:
    page = opened(browser, site / ASKS, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    press(page, "ArrowRight", steps)
    assert not barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


OF_THE_THEME = ("documentation_options.js", "doctools.js", "pygments.css", "scripts/", "sphinx_highlight.js", "styles/")
"""Scripts and styles that Sphinx and the theme bring, by the beginning of their names."""


@pytest.mark.parametrize("name", ["course-whole-deal", "tarotmag-16", "course-calling"])
def test_pages_stay_small(whole_site: Path, name: str) -> None:
    """A page of a lesson up to 50 kB, gzipped, with all scripts and styles of ours that it names."""
    page, static = whole_site / "examples" / f"{name}.html", whole_site / "_static"
    named = re.findall(r'(?:href|src)="\.\./_static/([^"?]+\.(?:css|js))\b', page.read_text(encoding="utf-8"))
    own = [name for name in named if not name.startswith(OF_THE_THEME)]
    assert {"lesson-page.css", "tarot_teach/tarot.css", "tarot_teach/lesson.js", "tarot_teach/remember.js"} <= {*own}
    sizes = [len(gzip.compress(path.read_bytes(), 9)) for path in (page, *(static / name for name in own))]
    assert sum(sizes) <= 50_000


@pytest.mark.parametrize(
    "name, needed",
    {
        "index": "front-page.css learn",
        "learn/from-zero": "front-page.css",
        "learn/from-zero/2-tricks": "terms reading lesson learn",
        "examples/course-whole-deal": "terms lesson",
        "examples/base-values": "terms",
        "questions/fft-4": "terms lesson learn",
        "rules/fft-4": "terms reading",
        "sources": "",
    }.items(),
)
def test_pages_load_what_stands_on_them(whole_site: Path, name: str, needed: str) -> None:
    text = (whole_site / f"{name}.html").read_text(encoding="utf-8")
    parts = re.findall(
        r"_static/(?:tarot_teach/(terms|reading|lesson|learn|try|what-if)\.(?:css|js)|(front-page\.css))\b", text
    )
    assert {script or style for script, style in parts} == {*needed.split()}


@pytest.mark.parametrize("name", ["casita-a-whole-deal", "burro-drawing"])
def test_cards_drawn_dealt_anew_and_captured_lie_where_they_are_in_the_game(
    browser: Any, request: pytest.FixtureRequest, name: str
) -> None:
    site = some_site(request, "open", "casita-robada", "burro")
    library = Library()
    page = opened_at(browser, site / "examples" / f"{name}.html", 0, viewport={"width": 1280, "height": 800})
    for move in replay_by(load_example(name, library), library, Path()).deal.moves:
        if not isinstance(move.action, Play):
            continue
        state, card = move.before, move.action.card
        for _step in range(20):
            press(page, "ArrowRight")
            if f"{state.name(move.action.seat)} plays the {card.name}" in words(page):
                break
        tops = sum(top.bit for top in state.table.tops if top)
        places = {letter: hand & ~card.bit for letter, hand in zip(state.seats, state.hands, strict=True)}
        places |= {
            "talon": sum(drawn.bit for drawn in state.stock),
            "table": state.table.cards | state.trick.mask | card.bit,
            "pile": tops,
        }
        for place, cards in places.items():
            assert {*lying(page, place)} == {each.code for each in state.deck.set(cards)}, (card.code, place)
    page.evaluate("document.querySelector('tt-lesson').go(1000)")
    if page.locator(".tt-read .tt-sheet").count():
        page.locator(".tt-paper").wait_for()
        assert not page.locator(".tt-felt > .tt-label:visible").count(), "no label of cards that the sheet hides"


TOLD = "examples/course-whole-deal.html"


def test_who_wins_is_not_told_before_it_is_asked(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 30)
    for _step in range(2):  # the last card of the trick, and the question
        press(page, "ArrowRight")
        assert not page.locator(".tt-takes").count() and not page.inner_text(".tt-flag")
        assert "13" in page.inner_text(".tt-tally") and "11" not in page.inner_text(".tt-tally")
    touch(page, "T19")
    page.get_by_role("button", name="Answer").click()
    wait_for_words(page, "The answer")
    assert page.locator(".tt-takes").count() == 1 and "11" in page.inner_text(".tt-tally")


def test_a_card_is_not_marked_as_winning_before_the_trick_is_over(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 20)  # the 21 is led, and will win
    assert lying(page, "table") == ["T21"] and not page.locator(".tt-takes").count()


def test_the_taker_is_named_with_the_contract(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 9)
    (plate,) = [text for text in page.locator(".tt-plate").all_inner_texts() if text.startswith("South")]
    assert "taker · Garde" in plate
    page.locator(".tt-strip button").first.click()
    press(page, "ArrowRight", 4)
    assert page.locator(".tt-call").all_inner_texts() == ["pass", "Prise"]


def test_closing_words_wait_for_the_end(browser: Any, site: Path) -> None:
    page = opened(browser, site / TOLD)
    page.locator("[data-go=last]").click()
    assert "The last five tricks" in words(page)
    press(page, "ArrowLeft", 4)
    assert "The last five tricks" not in words(page)


def test_one_seats_view_keeps_what_was_laid_away(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 9)
    assert "lays away the 2" in words(page) and len(lying(page, "discard")) == 6
    page.get_by_label("Show").select_option("sees E")
    assert "6 cards" in words(page) and "spades" not in words(page) and not lying(page, "discard")
    page.locator(".tt-strip").get_by_role("button", name="Trick 3").click()
    assert not page.inner_text(".tt-tally").strip()  # the taker's points would tell what lies there
    page.locator("[data-go=last]").click()
    assert page.inner_text(".tt-tally").strip() and len(lying(page, "discard")) == 6


def test_focus_stays_in_the_lesson(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 6)
    page.locator("[data-go=on]").focus()
    press(page, "Enter")
    assert at(page) == 7 and page.evaluate("document.activeElement.closest('tt-lesson') !== null")
    press(page, "Home")
    assert at(page) == 0


def test_a_hand_is_one_stop_and_arrows_go_from_card_to_card(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 8)
    stops = page.locator(".tt-card[tabindex='0']")
    assert stops.count() == 1
    stops.focus()
    first = page.evaluate("document.activeElement.dataset.card")
    press(page, "ArrowRight")
    assert page.evaluate("document.activeElement.dataset.card") != first and at(page) == 8


def test_few_presses_lead_to_step_forward(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    for _presses in range(8):
        press(page, "Tab")
        if page.evaluate("document.activeElement.dataset.go") == "on":
            return
    pytest.fail("more than 8 presses of Tab from the top of the page to the button for a step")


def test_a_step_is_read_out_whole(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 3)
    region = page.locator("[data-step-words][role=status]")
    assert region.inner_text() == "North passes."
    press(page, "ArrowRight", 11)
    assert "West wins the trick" in region.inner_text()
    page.locator("[data-go=last]").click()
    assert "× 2" in region.inner_text() and "Each defender pays 84." in region.inner_text()


def test_words_that_are_too_long_for_a_phone_open(browser: Any, site: Path) -> None:
    page = opened(browser, site / TOLD, viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    more, box = page.locator(".tt-more"), page.locator(".tt-box")
    closed = box.bounding_box()["height"]
    more.click()
    assert more.inner_text() == "less" and box.bounding_box()["height"] > closed
    more.click()
    assert box.bounding_box()["height"] == closed


def test_a_closed_fold_needs_no_room_on_a_phone(browser: Any, site: Path) -> None:
    page = opened(browser, site / TOLD, viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    fold = page.locator("[data-step-words] > details.tt-open")
    page.evaluate(
        """() => { const lesson = document.querySelector("tt-lesson");
          lesson.go(1 + lesson.steps.findIndex(step => step.querySelector(".tt-said > details.tt-open") && !step.querySelector(".tt-said > p:not(.tt-say)"))); }"""
    )
    fold.wait_for()
    assert not page.locator(".tt-more").is_visible()
    fold.locator("summary").click()
    page.locator(".tt-more:visible").wait_for()


def test_the_trick_and_the_step_are_named_on_a_phone(browser: Any, site: Path) -> None:
    page = opened(browser, Path(f"{site / WHOLE}#tarotmag-16-trick-4"), viewport={"width": 360, "height": 740})
    assert page.inner_text(".tt-where") == "Trick 4" and "/" in page.inner_text(".tt-count")
    parts = (".tt-tools select", ".tt-place", ".tt-tools [data-go=list]")
    boxes = [page.locator(part).bounding_box() for part in parts]
    assert all(one["x"] + one["width"] <= other["x"] for one, other in pairwise(boxes))


def test_cards_of_the_own_hand_can_be_touched_on_a_phone(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 8, viewport={"width": 360, "height": 740})
    hand = page.locator(".tt-card[data-at=S]").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    rows: dict[float, list[float]] = {}
    for box in hand:
        rows.setdefault(box["top"], []).append(box["left"])
    assert all(right - left >= 43 for row in rows.values() for left, right in pairwise(sorted(row)))
    assert all(lower - upper >= 41 for upper, lower in pairwise(sorted(rows)))


def test_a_trick_may_be_addressed(browser: Any, site: Path) -> None:
    page = opened(browser, Path(f"{site / WHOLE}#tarotmag-16-trick-4"))
    assert page.inner_text(".tt-where") == "Trick 4"


def test_unknown_hands_say_so(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples" / "trumps-in-the-discard.html")
    plates = page.locator(".tt-plate").all_inner_texts()
    assert sum("cards not known" in plate for plate in plates) == 3


def test_a_wide_table_can_be_pushed_without_stepping(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, viewport={"width": 320, "height": 700}, has_touch=True, is_mobile=True)
    page.locator("[data-go=last]").click()
    was = at(page)
    page.evaluate(SWIPE, [80, 250, ".tt-paper td"])
    assert at(page) == was


def test_two_lessons_on_a_page_step_apart(browser: Any, site: Path, tmp_path: Path) -> None:
    both = [(site / name).read_text(encoding="utf-8") for name in (ASKS, "examples/excuse-last-trick.html")]
    lesson = re.search(r"<tt-lesson.*?</tt-lesson>", both[1], re.DOTALL)
    symbols = "".join(re.findall(r"<symbol.*?</symbol>", both[1], re.DOTALL))
    assert lesson is not None
    page_of_two = shutil.copytree(site, tmp_path / "site", copy_function=os.link) / "examples" / "two.html"
    end = "</tt-lesson>"
    page_of_two.write_text(both[0].replace(end, f"{end}<svg hidden>{symbols}</svg>{lesson[0]}", 1), encoding="utf-8")
    page = opened(browser, page_of_two)
    press(page, "ArrowRight", 2)
    page.locator("[data-go=on]").last.click()
    press(page, "ArrowRight", 2)
    assert page.locator("tt-lesson").evaluate_all("all => all.map(lesson => lesson.at)") == [2, 3]
    assert page.url.endswith("#excuse-last-trick-2")


def test_address_bar_and_terminal_count_alike(browser: Any, site: Path) -> None:
    page = opened(browser, Path(f"{site / TOLD}#course-whole-deal-27"))
    library = Library()
    path = library.find_record("example", "course-whole-deal")
    stepper = ReplayCursor(replay_by(load_example(str(path), library), library, path.parent))
    actions = len(stepper.replay.deal.moves)
    assert page.inner_text(".tt-count") == f"27/{actions}" and "North plays the 2 of clubs." in words(page)
    while stepper.now.done < 27:
        stepper.go(stepper.place + 1)
    assert stepper.step is not None and isinstance(stepper.step.action, Play)
    assert stepper.step.action.card.name == "2 of clubs" and stepper.count == f"27/{actions}"
    page.locator(".tt-strip button").first.click()
    seen = [0]
    for _step in range(page.evaluate("document.querySelector('tt-lesson').steps.length")):
        page.locator("[data-go=on]").click()
        seen.append(int(page.inner_text(".tt-count").partition("/")[0]))
        number = re.search(r"#course-whole-deal-(\d+)$", page.url)
        assert number is None or int(number[1]) == seen[-1]
    assert seen == sorted(seen) and set(seen) == set(range(actions + 1))


SIZES = [(1280, 800), (1440, 900), (360, 740), (844, 390)]
SIZES, HALVES = ([*in_turn(SIZES)], [TURN // len(SIZES) % 2]) if "TURN" in os.environ else (SIZES, [0, 1])
"""The windows in which each step of each example is looked at, and which halves of the examples: all, or one by one in turn."""


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_words_and_table_are_in_the_window_at_every_step(
    browser: Any, whole_site: Path, width: int, height: int, half: int
) -> None:
    steps, outside, moved = 0, [], []
    page = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce").new_page()
    for example in sorted((whole_site / "examples").glob("*.html"))[half::2]:
        page.goto(f"file://{example}")
        if not page.evaluate("!!document.querySelector('tt-lesson.tt-on')"):
            continue
        seen = page.evaluate("""() => { const lesson = document.querySelector('tt-lesson'), seen = [];
            const box = part => { const { left, top, right, bottom } = lesson.querySelector(part).getBoundingClientRect(); return [left, top, right, bottom].map(Math.round); };
            for (let at = 0; at <= lesson.steps.length; at++) { lesson.go(at); seen.push([box('[data-step-words]'), box('[data-table]'), lesson.say.textContent.trim().length]); }
            return seen; }""")
        steps += len(seen)
        for step, ((left, top, right, bottom), table, length) in enumerate(seen):
            if left < 0 or top < 0 or right > width or bottom > height or bottom - top < 40 or not length:
                outside.append((example.stem, step))
            if table != seen[0][1] or table[1] < 0 or table[3] > height:
                moved.append((example.stem, step))
    assert steps > 1000 and not outside and not moved


def test_strip_and_bar_show_who_is_ahead(browser: Any, site: Path) -> None:
    page = opened(browser, Path(f"{site / TOLD}#course-whole-deal-60"))
    sides = page.locator(".tt-strip button").evaluate_all("all => all.map(one => one.dataset.side || '-')")
    assert sides[:6] == ["-", "defence", "taker", "taker", "taker", "defence"] and set(sides[14:]) == {"-"}
    widths = page.evaluate(
        "['--taker', '--defence'].map(side => parseFloat(document.querySelector('.tt-sum').style.getPropertyValue(side)))"
    )
    assert widths == pytest.approx([3000 / 91, 3300 / 91])
    page.get_by_label("Show").select_option("plays S")
    page.wait_for_function("!document.querySelector('.tt-sum')")
    five = opened_at(browser, site / "examples" / "course-calling.html", 30)
    assert "taker" in five.locator(".tt-strip button").evaluate_all("all => all.map(one => one.dataset.side)")
    five.get_by_label("Show").select_option(index=1)
    assert not any(five.locator(".tt-strip button").evaluate_all("all => all.map(one => one.dataset.side)"))


def test_a_step_restyles_the_lesson_and_not_the_page(browser: Any, site: Path, tmp_path: Path) -> None:
    page = opened_at(browser, site / TOLD, 20)
    browser.start_tracing(page=page, path=str(tmp_path / "trace"), categories=["devtools.timeline"])
    elements = page.evaluate("""() => { const lesson = document.querySelector('tt-lesson');
        for (let at = 21; at <= 25; at++) { lesson.go(at); lesson.getBoundingClientRect(); }
        return document.querySelectorAll('*').length; }""")
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = sum(event["args"]["elementCount"] for event in trace if event["name"] == "UpdateLayoutTree")
    assert 0 < restyled < 5 * elements


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_shared_step_is_in_the_window_whole(browser: Any, site: Path, width: int, height: int) -> None:
    page = opened(browser, Path(f"{site / TOLD}#course-whole-deal-27"), viewport={"width": width, "height": height})
    whole = """() => { const { top, bottom } = document.querySelector('.tt-stage').getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight + 1; }"""
    page.wait_for_function(whole)
    page.evaluate("location.hash = 'course-whole-deal-40'")
    page.wait_for_function("document.querySelector('.tt-count').textContent.startsWith('40/')")
    page.wait_for_function(whole)


CARDS_OF_A_TURN = """() => { const lesson = document.querySelector('tt-lesson'), step = lesson.turn;
    const hand = [...lesson.state.where].filter(([, place]) => place === lesson.seat).map(([card]) => card), of = card => lesson.verdict(step, card);
    return [hand.find(card => of(card).played), hand.find(card => of(card).refusal), hand.find(card => !of(card).played && !of(card).refusal)]; }"""
"""The card of the record, one that may not be played, and another one that may."""


def to_turn(page: Any) -> None:
    """Step to the next turn of the seat that is played, past questions."""
    while not page.evaluate("!!document.querySelector('tt-lesson').turn"):
        press(page, "ArrowRight")


@pytest.mark.parametrize("seat", ["plays S", "plays E"])
def test_a_reader_plays_a_seat_by_one_touch_a_card(browser: Any, site: Path, seat: str) -> None:
    page = opened(browser, site / TOLD, reduced_motion="reduce")
    page.get_by_label("Show").select_option(seat)
    name, turns = {"S": "South", "E": "East"}[seat[-1]], 0
    while turns < 6:
        to_turn(page)
        played, refused, free = page.evaluate(CARDS_OF_A_TURN)
        before, turns = at(page), turns + 1
        assert words(page).startswith("Your turn")
        if refused:
            page.evaluate("card => document.querySelector('tt-lesson').touch(card)", refused)
            assert "Not allowed" in words(page) and at(page) == before
        if free:
            page.evaluate("card => document.querySelector('tt-lesson').touch(card)", free)
            assert "another card was played" in words(page) and "only as it is recorded" in words(page)
            page.get_by_role("button", name="As recorded").click()
        else:
            touch(page, played)
        after, said = at(page), words(page)
        assert played not in lying(page, seat[-1]) and after > before
        if page.evaluate("!!document.querySelector('tt-lesson').turn"):
            others = [
                other for other in ("North", "East", "South", "West") if other != name and f"{other} plays" in said
            ]
            assert said.startswith("Your turn") and len(others) == min(3, after - before - 1)
    press(page, "ArrowLeft")
    assert at(page) == after - 1, "after a touch the arrow keys step"


def test_the_others_play_on_a_card_at_a_time(browser: Any, site: Path) -> None:
    page = opened(browser, site / TOLD)
    stop_clock(page)
    page.get_by_label("Show").select_option("plays S")
    page.evaluate("document.querySelector('tt-lesson').go(43)")
    to_turn(page)
    before, played = at(page), page.evaluate(CARDS_OF_A_TURN)[0]
    touch(page, played)
    seen = [at(page)]
    assert seen == [before + 1]
    while not page.evaluate("!!document.querySelector('tt-lesson').turn"):
        assert len(seen) < 8
        page.clock.run_for(319)
        assert at(page) == seen[-1]
        page.clock.run_for(1)
        if at(page) == seen[-1]:  # a whole trick lies for a second
            page.clock.run_for(680)
        seen.append(at(page))
    assert seen == [*range(before + 1, seen[-1] + 1)] and len(seen) == 3
    page.clock.run_for(5000)
    assert at(page) == seen[-1], "nothing moves by itself"


def test_who_plays_by_the_keyboard_stays_in_the_hand(browser: Any, site: Path) -> None:
    page = opened(browser, site / TOLD, reduced_motion="reduce")
    page.get_by_label("Show").select_option("plays S")
    page.evaluate("document.querySelector('tt-lesson').go(43)")
    to_turn(page)
    card = page.evaluate(CARDS_OF_A_TURN)[0]
    before = at(page)
    page.locator(f".tt-card[data-card={card}]").focus()
    press(page, "Enter")
    assert at(page) > before
    held = "document.activeElement.matches('.tt-card.tt-live') && document.activeElement.dataset.card"
    first, now = page.evaluate(held), at(page)
    press(
        page,
        "ArrowRight" if page.evaluate("document.activeElement.nextElementSibling.matches('.tt-live')") else "ArrowLeft",
    )
    assert first and page.evaluate(held) and page.evaluate(held) != first and at(page) == now


@pytest.mark.parametrize("example", ["guide-example-1", "going-over"])
def test_arrows_never_lead_to_another_page(browser: Any, site: Path, example: str) -> None:
    page = opened(browser, site / "examples" / f"{example}.html")
    address = page.url
    press(page, "ArrowRight", 20)
    press(page, "ArrowLeft", 25)
    if example == "going-over":
        page.get_by_role("button", name="As a list").click()
        press(page, "ArrowRight")
    settle(page)
    assert page.url.partition("#")[0] == address


def test_a_swipe_to_the_right_is_a_step_back_and_not_the_browsers(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 3, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    assert page.locator(".tt-stage").evaluate("one => getComputedStyle(one).touchAction") == "pan-y pinch-zoom"
    box = page.locator(".tt-box").bounding_box()
    fingers = page.context.new_cdp_session(page)
    for kind, x in (("Start", 60), ("Move", 120), ("Move", 200), ("Move", 300), ("End", None)):
        points = [{"x": x, "y": box["y"] + box["height"] / 2}] if x else []
        fingers.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    page.wait_for_function("document.querySelector('tt-lesson').at === 2")


def test_a_list_has_whole_hands_round_the_table(browser: Any, site: Path) -> None:
    page = opened(browser, site / ASKS, viewport={"width": 1280, "height": 900})
    page.get_by_role("button", name="As a list").click()
    rows = "hands => hands.map(hand => new Set([...hand.querySelectorAll('.tt-c')].map(card => card.getBoundingClientRect().top)).size)"
    assert page.locator(".tt-table-top .tt-hand").evaluate_all(rows) == [1, 1, 1, 1]


def test_five_players_sit_round_the_table(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples" / "the-called-king.html", viewport={"width": 1280, "height": 900})
    plates = page.locator(".tt-plate").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    first, right, upper_right, upper_left, left = plates
    assert right["left"] > left["right"] and upper_right["left"] > upper_left["left"]
    assert max(upper_right["bottom"], upper_left["bottom"]) <= min(right["top"], left["top"])
    assert max(right["bottom"], left["bottom"]) <= first["top"]
    page.get_by_role("button", name="As a list").click()
    boxes = page.locator(".tt-hand").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    assert (
        boxes[1]["left"] > boxes[4]["right"]
        and boxes[2]["bottom"] <= boxes[1]["top"]
        and boxes[1]["bottom"] <= boxes[0]["top"]
    )


BOXES = "all => all.map(one => one.getBoundingClientRect().toJSON())"


def covers(upper: dict[str, float], lower: dict[str, float]) -> bool:
    """True if two boxes have more than a pixel in common."""
    return all(
        min(upper[end], lower[end]) - max(upper[begin], lower[begin]) > 1
        for begin, end in (("left", "right"), ("top", "bottom"))
    )


@pytest.mark.parametrize(
    ("example", "width", "height"),
    [
        ("the-called-king", 1280, 900),
        ("the-called-king", 390, 844),
        ("half-a-point-for-three", 360, 640),
        ("scarto-a-whole-deal", 390, 844),
        ("tarotmag-16", 360, 640),
        ("tarotmag-16", 1280, 720),
    ],
)
def test_no_card_of_a_trick_covers_another_or_a_name(
    browser: Any, whole_site: Path, example: str, width: int, height: int
) -> None:
    """At the end of each of the first tricks, with two to five cards on the table."""
    page = opened_at(
        browser, whole_site / "examples" / f"{example}.html", 0, viewport={"width": width, "height": height}
    )
    seen = 0
    for step in page.evaluate(
        "(() => { const { steps } = document.querySelector('tt-lesson'); return steps.map((step, i) => step.matches('.tt-play:last-child') ? i + 1 : 0).filter(Boolean).slice(0, 4); })()"
    ):
        page.evaluate(f"document.querySelector('tt-lesson').go({step})")
        cards = page.locator(".tt-card[data-at=table]:not(.tt-gone)").evaluate_all(BOXES)
        names = page.locator(".tt-plate").evaluate_all(BOXES)
        boxes = [*cards, *names]
        assert not [
            (i, j) for i, card in enumerate(cards) for j, box in enumerate(boxes) if i != j and covers(card, box)
        ]
        seen += len(cards) > 1
    assert seen


def test_a_question_can_be_skipped_on_a_phone_and_no_button_is_cut(browser: Any, site: Path) -> None:
    page = opened(browser, site / ASKS, viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    at_question = "document.querySelector('tt-lesson').steps.findIndex(step => step.matches('tt-exercise'))"
    page.evaluate(f"document.querySelector('tt-lesson').go({at_question} + 1)")
    buttons = page.locator(".tt-stage :is(.tt-go, .tt-acts) button:visible")
    assert [label.strip() for label in buttons.all_inner_texts()[1:]] == ["Skip", "Answer", "Show me"]
    boxes = buttons.evaluate_all(BOXES)
    assert all(box["right"] <= following["left"] for box, following in pairwise(boxes)) and boxes[-1]["right"] <= 360
    assert len({box["top"] for box in boxes}) == 1
    before = at(page)
    page.get_by_role("button", name="Skip").click()
    assert at(page) == before + 1


@pytest.mark.parametrize(
    ("width", "height", "view", "label"),
    [
        (360, 740, "", "West’s hand"),
        (740, 360, "", "West’s hand"),
        (1280, 800, "", "all hands"),
        (360, 740, "sees S", "West’s hand"),
    ],
)
def test_the_hand_that_is_asked_about_is_shown(
    browser: Any, site: Path, width: int, height: int, view: str, label: str
) -> None:
    page = opened_at(browser, site / TRUMPS, 0, viewport={"width": width, "height": height})
    if view:
        page.locator("[data-go=view]").select_option(view)
    page.evaluate("document.querySelector('tt-lesson').go(3)")
    assert words(page).startswith("Which cards may West play?") and lying(page, "W") == ["T9", "T6", "S10", "C7"]
    assert page.evaluate("document.querySelector('[data-go=view]').options[0].text") == label
    touch(page, "T9", "T6")
    page.get_by_role("button", name="Answer", exact=True).click()
    wait_for_words(page, "That is right.")


def test_the_strip_has_each_trick_once_and_tells_no_winner_before_the_end(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TRUMPS, 0)
    tricks = page.locator(".tt-strip button")
    assert tricks.all_inner_texts() == ["1", "2", "3", "4"]
    sides = "document.querySelectorAll('.tt-strip button')[0].dataset.side"
    for step, side in ((3, ""), (6, ""), (7, ""), (8, "taker")):
        page.evaluate(
            f"(at => {{ const lesson = document.querySelector('tt-lesson'); if (at === 8) lesson.steps[6].reveal(); lesson.go(at); }})({step})"
        )
        assert page.evaluate(sides) == side, step
    tricks.first.click()
    assert at(page) == 0


def test_a_card_is_asked_about_only_where_it_is_in_view(browser: Any, site: Path) -> None:
    for width, asked in ((1280, True), (390, False)):
        page = opened_at(browser, site / ASKS, 0, viewport={"width": width, "height": 844})
        step = "document.querySelector('tt-lesson').steps.findIndex(step => step.matches('.tt-play') && step.dataset.seat !== 'S' && step.querySelector('.tt-refusal'))"
        page.evaluate(f"document.querySelector('tt-lesson').go({step} + 1)")
        assert ("Touch one to see why." in words(page)) is asked, words(page)


def test_arrows_step_after_a_card_was_touched(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 8)
    page.locator(".tt-card.tt-live").first.click()
    press(page, "ArrowRight")
    assert at(page) == 9
    page.keyboard.press("Tab")
    page.locator(".tt-card[tabindex='0']").focus()
    press(page, "ArrowRight")
    assert at(page) == 9, "from card to card"


EMBEDDING = """<!doctype html><title>A platform</title><body style="margin: 0">
<iframe src="lesson.html" style="border: 0; width: 100%; height: 150px"></iframe>
<script>
  const told = [];
  addEventListener("message", ({ data }) => {
    told.push(data);
    document.querySelector("iframe").style.height = `${data.height}px`;
  });
</script>"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (844, 390)])
def test_a_lesson_in_one_file_tells_its_height_to_the_page_that_embeds_it(
    browser: Any, tmp_path: Path, width: int, height: int
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["replay", "going-over", "--format", "html", "--out", str(tmp_path / "lesson.html")])
    (tmp_path / "platform.html").write_text(EMBEDDING)
    page = opened(browser, tmp_path / "platform.html", viewport={"width": width, "height": height})
    (frame,) = page.frames[1:]
    frame.wait_for_function("document.documentElement.scrollHeight === innerHeight && innerHeight > 299")
    before = None
    while before != (before := page.evaluate("[told.length, told.at(-1).height]")):
        settle(page)
        settle(frame)
    output, last = before
    assert output < 10 and page.evaluate("told.every(message => message.type === 'tarot-teach-height')")
    assert frame.evaluate("innerHeight") == last
    frame.get_by_role("button", name="Step forward").click()
    stage, said = frame.locator(".tt-stage").bounding_box(), frame.locator("[data-step-words]").bounding_box()
    assert stage["height"] <= max(300, height) and stage["y"] <= said["y"] < stage["y"] + stage["height"]
    assert page.evaluate("told.at(-1).height") == last


def test_values_with_open_cards_unfold_at_a_play(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 40)
    for _step in range(40):
        if page.locator("[data-step-words] .tt-open").count():
            break
        press(page, "ArrowRight")
    folded = page.locator("[data-step-words] .tt-open")
    assert folded.count() == 1 and not folded.locator("p").is_visible()
    folded.locator("summary").click()
    assert "With all cards open" in folded.locator("p").inner_text()
