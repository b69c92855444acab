"""Stepping through a lesson and answering exercises, as people do it: with keys, a finger, a shared address, on a phone."""

from __future__ import annotations

import gzip
import re
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.errors import NotationError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.loading import Library
from tarot_teach.records.record import load_example
from tarot_teach.records.runner import replay_by
from tarot_teach.table import Play
from tarot_teach.topics.quiz import judge
from tarot_teach.tui.model import ReplayCursor
from tests.helpers import barriers, build, opened, settle

pytestmark = pytest.mark.browser

WHOLE = "examples/tarotmag-16.html"
ASKS = "examples/going-over.html"

PACE = 1800
"""Milliseconds between the steps of a lesson that plays by itself."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("lessons") / "site"
    assert build("fft-4", "fft-5", "guide-4", "early-17c", "--out", str(out)) == 0
    return out


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
    """The cards that are to be seen somewhere."""
    return list(page.locator(f"{place} [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)"))


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
    card = page.inner_text(".tt-now")
    again = browser.new_context().new_page()
    again.goto(page.url)
    again.wait_for_function("document.querySelector('tt-lesson.tt-on')")
    assert again.inner_text(".tt-now") == card
    again.evaluate("location.hash = 'tarotmag-16-2'")
    again.wait_for_function("document.querySelector('.tt-now').textContent.startsWith('2/')")


def test_back_shows_what_was_there(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, reduced_motion="reduce")
    seen = []
    for _step in range(24):
        seen.append([lying(page, f"[data-seat={seat}]") for seat in "SENW"] + [lying(page, ".tt-middle")])
        press(page, "ArrowRight")
    for before in reversed(seen):
        press(page, "ArrowLeft")
        assert [lying(page, f"[data-seat={seat}]") for seat in "SENW"] + [lying(page, ".tt-middle")] == before


def test_every_card_is_somewhere_at_each_step(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, reduced_motion="reduce")
    for _step in range(30):
        shown = lying(page, ".tt-table-top")
        won = sum(int(text.split()[1]) for text in page.locator(".tt-won").all_inner_texts())
        assert len(shown) == len(set(shown)) and len(shown) + won == 78
        press(page, "ArrowRight")


def test_any_card_of_the_hand_to_play_may_be_asked_about(browser: Any, site: Path) -> None:
    page = opened(browser, Path(f"{site / ASKS}"), reduced_motion="reduce")
    press(page, "ArrowRight", 2)
    asked = page.locator(".tt-table-top .tt-ask")
    assert asked.count() == 5
    page.locator(".tt-ask", has=page.locator("[data-card=T20]")).click(position={"x": 8, "y": 30})
    assert page.inner_text(".tt-now").startswith("Allowed: 20 of trumps")
    page.locator(".tt-ask", has=page.locator("[data-card=S8]")).click(position={"x": 8, "y": 30})
    said = page.locator(".tt-now")
    assert said.inner_text().startswith("Not allowed: 8 of spades") and "Trumping when void" in said.inner_text()
    assert said.get_by_role("link", name="fft").count()
    assert page.locator(".tt-now[role=status]").count() == 1


def test_a_trick_goes_to_its_winner_and_the_fool_comes_back(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples" / "excuse-debt.html", reduced_motion="reduce")
    gathered = page.locator("[data-g]").evaluate_all("tricks => tricks.map(trick => trick.dataset.g)")
    assert any("EX>=" in moves for moves in gathered)
    page.get_by_label("Go to").select_option(index=2)
    winner, fool = page.locator("[data-g]").first.evaluate(
        "trick => [trick.querySelector('.tt-wins').dataset.seat, trick.dataset.g]"
    )
    owner = re.search(r"EX>=(\w)", fool)
    counts = {seat: page.locator(f".tt-hand[data-seat={seat}] .tt-won") for seat in "SENW"}
    assert counts[winner].count()
    if owner and owner[1] != winner:
        assert counts[owner[1]].inner_text() == "won 1"


def test_cards_fly_unless_motion_is_reduced(browser: Any, site: Path) -> None:
    moving = opened(browser, site / WHOLE)
    press(moving, "ArrowRight", 4)
    assert moving.evaluate("document.getAnimations().length") > 0
    still = opened(browser, site / WHOLE, reduced_motion="reduce")
    press(still, "ArrowRight", 4)
    assert still.evaluate("document.getAnimations().length") == 0


def test_one_seats_view_hides_the_other_hands(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    press(page, "ArrowRight", 6)
    page.get_by_label("Show").select_option("E")
    assert not lying(page, ".tt-hand[data-seat=S]") and lying(page, ".tt-hand[data-seat=E]")
    assert not page.locator(".tt-table-top .tt-ask").count() or page.locator("[data-seat=E] .tt-ask").count()
    assert not page.locator(".tt-here:not([data-seat=E]) :is(details, .tt-said)").first.is_visible()


def test_jump_play_and_list(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    page.get_by_label("Go to").select_option(label="Trick 5")
    assert "Trick 5" in page.inner_text(".tt-trick:not(.tt-off)")
    assert page.get_by_label("Go to").locator("option:checked").inner_text() == "Trick 5"
    was, play = at(page), page.get_by_role("button", name="Play")
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


def test_the_sheet_builds_up_line_by_line(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    page.locator("[data-go=last]").click()
    lines = page.locator(".tt-sheet tbody tr")
    assert lines.last.is_visible() and page.locator(".tt-sheet tfoot").is_visible()
    press(page, "ArrowLeft")
    assert not lines.last.is_visible() and lines.first.is_visible() and not page.locator(".tt-sheet tfoot").is_visible()
    assert len(lying(page, ".tt-table-top")) == 78  # all hands, and what was laid away


def test_a_finger_steps_on_a_phone(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, viewport={"width": 320, "height": 700}, has_touch=True, is_mobile=True)
    swipe = """([from, to]) => { const table = document.querySelector('.tt-table-top'); const box = table.getBoundingClientRect();
      const touch = x => [new Touch({identifier: 1, target: table, clientX: x, clientY: box.top + 20})];
      table.dispatchEvent(new TouchEvent('touchstart', {bubbles: true, touches: touch(from), changedTouches: touch(from)}));
      table.dispatchEvent(new TouchEvent('touchend', {bubbles: true, touches: [], changedTouches: touch(to)})); }"""
    page.evaluate(swipe, [250, 80])
    page.evaluate(swipe, [250, 80])
    assert at(page) == 2
    page.evaluate(swipe, [80, 250])
    assert at(page) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert all(
        height >= 24 for height in page.locator(".tt-bar button").evaluate_all("all => all.map(b => b.offsetHeight)")
    )


@pytest.mark.parametrize("as_list", [False, True])
@pytest.mark.parametrize("example", ["tarotmag-16", "going-over", "course-whole-deal"])
def test_print_shows_everything(browser: Any, site: Path, tmp_path: Path, example: str, as_list: bool) -> None:
    page = opened(browser, site / "examples" / f"{example}.html", reduced_motion="reduce")
    press(page, "ArrowRight", 7)
    place = at(page)
    if as_list:
        page.get_by_role("button", name="As a list").click()
    page.pdf(path=str(tmp_path / "page.pdf"))
    command = ["pdftotext", "-layout", "page.pdf", "-"]
    printed = set(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split())
    told = page.evaluate(
        """() => [...document.querySelectorAll('.tt-outcome, .tt-note, .tt-reason, .tt-answer p, .tt-sheet td, .tt-mark, .tt-head, .tt-list li')]
        .filter(part => !part.hidden).map(part => { const copy = part.cloneNode(true); copy.querySelectorAll('svg').forEach(one => one.remove());
        return copy.textContent; })"""
    )
    missing = [words for words in told if set(words.split()) - printed]
    assert len(told) > 9 and not missing
    assert "Skip" not in printed
    page.emulate_media(media="print")
    frames = page.locator(".tt-exercise").evaluate_all("all => all.map(one => getComputedStyle(one).display)")
    assert set(frames) <= {"block"} and not page.locator(".tt-bar, .tt-check").first.is_visible()
    page.emulate_media(media="screen")
    assert at(page) == place and page.locator("tt-lesson.tt-on").count() == (not as_list)


def test_an_exercise_hides_its_answer_and_judges(browser: Any, site: Path) -> None:
    page = opened(browser, site / ASKS)
    press(page, "ArrowRight", 5)
    exercise = page.locator("tt-exercise.tt-here")
    assert exercise.is_visible() and not exercise.locator(".tt-answer p").first.is_visible()
    assert not page.locator(".tt-table-top .tt-ask").count()  # asking would give it away
    exercise.get_by_role("button", name="Check").click()
    assert "Choose first" in exercise.locator(".tt-verdict").inner_text()
    exercise.locator("input[value=T4]").check()
    exercise.get_by_role("button", name="Check").click()
    told = exercise.locator(".tt-verdict").inner_text()
    assert told.startswith("That is not right.") and "Going over" in told
    exercise.locator("input[value=T4]").uncheck()
    exercise.locator("input[value=T18]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert "That is right." in exercise.locator(".tt-verdict").inner_text()
    assert exercise.locator(".tt-answer p").first.is_visible()
    press(page, "ArrowRight")
    assert page.locator(".tt-here").count() == 1


def test_an_amount_is_read_as_on_the_command_line(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples/scoring-a-failed-garde.html")
    exercise = page.locator("tt-exercise")
    library = Library()
    path = library.find_record("example", "scoring-a-failed-garde")
    (asked,) = exercises_of(replay_by(load_example(str(path), library), library, path.parent))
    for typed, told in (
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
        assert told in exercise.locator(".tt-verdict").inner_text(), typed
        try:
            assert str(judge(asked, typed).said[0]) == told
        except NotationError:
            assert told == "Write an amount"


def test_playing_stops_at_a_question(browser: Any, site: Path) -> None:
    page = opened(browser, site / ASKS)
    press(page, "ArrowRight", 4)
    stop_clock(page)
    play = page.get_by_role("button", name="Play")
    play.click()
    assert play.get_attribute("aria-pressed") == "true"
    page.clock.run_for(9 * PACE)
    assert play.get_attribute("aria-pressed") == "false" and at(page) == 5


@pytest.mark.parametrize("width", [320, 1200])
@pytest.mark.parametrize("steps", [0, 5, 9])
def test_nothing_serious_for_accessibility_at_any_step(browser: Any, site: Path, width: int, steps: int) -> None:
    page = opened(browser, site / ASKS, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    press(page, "ArrowRight", steps)
    assert not barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_pages_stay_small(site: Path) -> None:
    """Script up to 7 kB, its style up to 2 kB, a page of eighteen tricks with its pictures up to 40 kB, gzipped."""

    def size(path: Path) -> int:
        return len(gzip.compress(path.read_bytes(), 9))

    page, static = site / WHOLE, site / "_static" / "tarot_teach"
    assert size(static / "lesson.js") <= 7000
    assert size(static / "lesson.css") <= 2000
    own = sum(size(static / name) for name in ("lesson.js", "lesson.css", "tarot.css"))
    assert size(page) + own <= 40000
    assert "lesson.js" not in (site / "glossary.html").read_text(encoding="utf-8")


TOLD = "examples/course-whole-deal.html"


def opened_at(browser: Any, page: Path, step: int, **context: Any) -> Any:
    """A page at a step of its lesson."""
    shown = opened(browser, page, reduced_motion="reduce", **context)
    press(shown, "ArrowRight", step)
    return shown


def test_who_wins_is_not_told_before_it_is_asked(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 30)
    for _step in range(2):  # the last card of the trick, and the question
        press(page, "ArrowRight")
        assert not page.locator(".tt-spot.tt-wins, .tt-turn").count()
        assert not page.locator("#course-whole-deal-trick-5 .tt-outcome").is_visible()
        assert "13" in page.inner_text(".tt-score") and "11" not in page.inner_text(".tt-score")
        assert "wins the trick" not in page.text_content(".tt-now")
    asked = page.locator("tt-exercise.tt-here")
    asked.get_by_label("West").check()
    asked.get_by_role("button", name="Check").click()
    assert page.locator(".tt-spot.tt-wins").count() == 1 and "11" in page.inner_text(".tt-score")
    assert page.locator("#course-whole-deal-trick-5 .tt-outcome").is_visible()
    assert page.locator("#course-whole-deal-trick-5 > .tt-note").is_visible()


def test_a_card_is_not_marked_as_winning_before_the_trick_is_over(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 20)  # the 21 is led, and will win
    played = page.locator(".tt-here.tt-wins")
    assert played.count() == 1
    assert played.locator("> svg").evaluate("card => getComputedStyle(card).outlineStyle") == "none"


def test_closing_words_wait_for_the_end(browser: Any, site: Path) -> None:
    page = opened(browser, site / TOLD)
    closing = page.locator(".tt-veil > .tt-para").last
    page.locator("[data-go=last]").click()
    assert closing.is_visible()
    press(page, "ArrowLeft", 4)
    assert not closing.is_visible()


def test_what_was_laid_away_is_seen_at_the_end(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    page.locator("[data-go=last]").click()
    laid_away = page.locator("[data-place=discard] [data-card]")
    assert laid_away.count() == 6 and laid_away.first.is_visible()


def test_one_seats_view_keeps_what_was_laid_away(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 9)
    assert "lays away the 2" in page.inner_text(".tt-here")
    page.get_by_label("Show").select_option("E")
    assert not page.locator(".tt-here > *").first.is_visible() and not lying(page, "[data-place=discard]")
    assert "6 cards" in page.text_content(".tt-now") and "spades" not in page.text_content(".tt-now")
    page.get_by_label("Go to").select_option(label="Trick 2")
    assert not page.inner_text(".tt-score").strip()  # the taker's points would tell what lies there
    page.locator("[data-go=last]").click()
    assert page.inner_text(".tt-score").strip() and len(lying(page, "[data-place=discard]")) == 6


def test_a_score_that_is_asked_for_is_not_counted_along(site: Path) -> None:
    page = (site / "examples" / "a-whole-deal.html").read_text(encoding="utf-8")
    running = re.findall(r'class="tt-points">([^<]*) <b>([^<]*)</b>', page)
    assert ("Agnès", "?") in running and not [points for name, points in running if name == "Agnès" and points != "?"]
    assert ("Bertrand", "18") in running


def test_focus_stays_in_the_lesson(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 6)
    page.locator(".tt-ask").first.click(position={"x": 6, "y": 20})
    press(page, "ArrowRight")  # the card that had the focus is laid out anew
    assert page.evaluate("document.activeElement.closest('tt-lesson') !== null")
    press(page, "Home")
    assert at(page) == 0


def test_a_step_is_read_out_whole(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 3)
    assert "North passes." in page.text_content(".tt-now[role=status]")
    press(page, "ArrowRight", 11)
    assert "West wins the trick" in page.text_content(".tt-now")
    page.locator("[data-go=last]").click()
    assert "58 is 17 more" not in page.text_content(".tt-now") and "× 2, 84" in page.text_content(".tt-now")
    assert "Each defender pays 84." in page.text_content(".tt-now")


def test_what_was_said_of_a_card_stays_in_sight(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, viewport={"width": 320, "height": 640}, reduced_motion="reduce")
    page.locator("[data-go=on]").focus()
    press(page, "ArrowRight", 6)
    lefts = page.locator(".tt-ask").evaluate_all("all => all.map(one => one.getBoundingClientRect().left)")
    assert all(right - left >= 24 for left, right in pairwise(lefts) if right > left)
    page.locator(".tt-ask").last.scroll_into_view_if_needed()
    page.locator(".tt-ask").last.click(position={"x": 6, "y": 20})
    box = page.locator(".tt-now").bounding_box()
    assert page.inner_text(".tt-now").startswith(("Allowed", "Not allowed"))
    assert box["y"] >= 40 and box["y"] + box["height"] <= 640


def test_a_trick_may_be_addressed(browser: Any, site: Path) -> None:
    page = opened(browser, Path(f"{site / WHOLE}#tarotmag-16-trick-4"))
    assert "Trick 4" in page.inner_text(".tt-trick:not(.tt-off)") and page.locator(".tt-here").count() == 1


def test_hands_have_names_and_unknown_ones_no_cards(browser: Any, site: Path) -> None:
    unknown = opened(browser, site / "examples" / "trumps-in-the-discard.html")
    unknown.get_by_label("Show").select_option("S")
    assert unknown.locator(".tt-unseen").count() == 3 and not unknown.locator(".tt-back").count()
    page = opened_at(browser, site / "examples" / "excuse-last-trick.html", 0)
    assert page.get_by_role("group", name="South").locator("[data-card]").count() == 2
    summaries = page.locator("tt-lesson summary").evaluate_all(
        "all => all.map(one => one.offsetHeight).filter(Boolean)"
    )
    assert all(height >= 24 for height in summaries)


def test_a_wide_table_can_be_pushed_without_stepping(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE, viewport={"width": 320, "height": 700}, has_touch=True, is_mobile=True)
    page.locator("[data-go=last]").click()
    was = at(page)
    page.evaluate("""() => { const target = document.querySelector('.tt-scroll td');
      const touch = x => [new Touch({identifier: 1, target, clientX: x, clientY: 20})];
      target.dispatchEvent(new TouchEvent('touchstart', {bubbles: true, touches: touch(80), changedTouches: touch(80)}));
      target.dispatchEvent(new TouchEvent('touchend', {bubbles: true, touches: [], changedTouches: touch(250)})); }""")
    assert at(page) == was


def test_playing_goes_on_from_a_question(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / ASKS, 4)
    play = page.get_by_role("button", name="Play")
    stop_clock(page)
    for expected in (5, 6):  # onto the question, where it stops; and past it, if one asks again
        play.click()
        page.clock.run_for(PACE)
        assert at(page) == expected
    assert page.locator("tt-exercise.tt-here").count() == 0


def test_an_amount_has_to_be_a_number(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / TOLD, 89)
    asked = page.locator("tt-exercise.tt-here")
    for typed, told in (
        ("abc", "Write an amount, like -75."),
        ("84", "That is not right."),
        ("+252", "That is right."),
    ):
        asked.get_by_label("The amount").fill(typed)
        asked.get_by_role("button", name="Check").click()
        assert asked.locator(".tt-verdict").inner_text().startswith(told)


def test_two_lessons_on_a_page_step_apart(browser: Any, site: Path) -> None:
    both = [(site / name).read_text(encoding="utf-8") for name in (ASKS, "examples/excuse-last-trick.html")]
    lesson = re.search(r"<tt-lesson.*?</tt-lesson>", both[1], re.DOTALL)
    symbols = "".join(re.findall(r"<symbol.*?</symbol>", both[1], re.DOTALL))
    assert lesson is not None
    page_of_two = site / "examples" / "two.html"
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
    assert page.inner_text(".tt-now").startswith(f"27/{actions}. North: 2 of clubs")
    while stepper.now.done < 27:
        stepper.go(stepper.place + 1)
    assert stepper.step is not None and isinstance(stepper.step.action, Play)
    assert stepper.step.action.card.name == "2 of clubs" and stepper.count == f"27/{actions}"
    page.locator("[data-go=first]").click()
    seen = [0]
    for _step in range(page.evaluate("document.querySelector('tt-lesson').steps.length")):
        page.locator("[data-go=on]").click()
        seen.append(int(page.inner_text(".tt-now").partition("/")[0]))
        number = re.search(r"#course-whole-deal-(\d+)$", page.url)
        assert number is None or int(number[1]) == seen[-1]
    assert seen == sorted(seen) and set(seen) == set(range(actions + 1))


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_nothing_of_a_shared_step_is_hidden_under_the_buttons(
    browser: Any, site: Path, width: int, height: int
) -> None:
    page = opened(browser, Path(f"{site / TOLD}#course-whole-deal-27"), viewport={"width": width, "height": height})
    below = """() => { const bar = document.querySelector('.tt-step').getBoundingClientRect();
        const parts = [...document.querySelectorAll('.tt-table-top, .tt-trick')].filter(part => part.checkVisibility());
        return scrollY > 0 && bar.top >= 0 && bar.bottom < innerHeight / 2
            && parts.every(part => part.getBoundingClientRect().top >= bar.bottom - 1); }"""
    page.wait_for_function(below)
    page.evaluate("scrollTo(0, 0); location.hash = 'course-whole-deal-40'")
    page.wait_for_function("document.querySelector('.tt-now').textContent.startsWith('40/')")
    page.wait_for_function(below)


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
    page = opened(browser, site / WHOLE, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    assert page.locator("tt-lesson").evaluate("one => getComputedStyle(one).touchAction") == "pan-y pinch-zoom"
    page.evaluate("location.hash = 'tarotmag-16-3'")
    page.wait_for_function("document.querySelector('.tt-step').getBoundingClientRect().bottom < innerHeight / 2")
    before, box = at(page), page.locator(".tt-now").bounding_box()
    fingers = page.context.new_cdp_session(page)
    for kind, x in (("Start", 60), ("Move", 120), ("Move", 200), ("Move", 300), ("End", None)):
        points = [{"x": x, "y": box["y"] + box["height"] / 2}] if x else []
        fingers.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    page.wait_for_function(f"document.querySelector('tt-lesson').at === {before - 1}")


def test_a_list_has_whole_hands_round_the_table(browser: Any, site: Path) -> None:
    page = opened(browser, site / ASKS, viewport={"width": 1280, "height": 900})
    page.get_by_role("button", name="As a list").click()
    rows = "hands => hands.map(hand => new Set([...hand.querySelectorAll('.tt-c')].map(card => card.getBoundingClientRect().top)).size)"
    assert page.locator(".tt-table-top .tt-hand").evaluate_all(rows) == [1, 1, 1, 1]


@pytest.mark.parametrize("as_list", [False, True])
def test_five_players_sit_round_the_table(browser: Any, site: Path, as_list: bool) -> None:
    page = opened(browser, site / "examples" / "the-called-king.html", viewport={"width": 1280, "height": 900})
    if as_list:
        page.get_by_role("button", name="As a list").click()
    boxes = page.locator(".tt-hand").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    first, right, upper_right, upper_left, left = boxes
    assert right["left"] > left["right"] and upper_right["left"] > upper_left["left"]
    assert max(upper_right["bottom"], upper_left["bottom"]) <= min(right["top"], left["top"])
    assert max(right["bottom"], left["bottom"]) <= first["top"]


def test_a_closed_hand_says_how_many_cards_it_has(browser: Any, site: Path) -> None:
    page = opened(browser, site / WHOLE)
    page.get_by_label("Show").select_option("E")
    closed = page.locator(".tt-hand[data-seat=S]")
    assert closed.locator(".tt-back").inner_text() == "" and closed.locator(".tt-unseen").inner_text() == "24 cards"
    back, words = (closed.locator(part).bounding_box() for part in (".tt-back", ".tt-unseen"))
    assert words["x"] > back["x"] + back["width"] + 4 and back["y"] < words["y"] < back["y"] + back["height"]


def test_the_mark_of_the_player_to_move_underlines_only_the_name(browser: Any, site: Path) -> None:
    page = opened_at(browser, site / WHOLE, 16)
    others = page.locator(".tt-turn > .tt-who > *")
    assert others.count()
    for kind in others.evaluate_all("all => all.map(one => getComputedStyle(one).display)"):
        assert kind == "inline-block"
