"""Pages that are read, in headless Chromium: terms that show their meaning, and rules that show themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers import barriers, opened

pytestmark = pytest.mark.browser

PHONE, WINDOW = {"width": 360, "height": 740}, {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def rules(four_rulesets: Path) -> Path:
    """The page of rules of a site with relatives."""
    return four_rulesets / "rules" / "fft-4.html"


def a_term(page: Any) -> Any:
    return page.locator("#bid-prise a:has(.tt-term-talon)").first


def test_a_term_shows_its_meaning_to_the_keyboard(browser: Any, rules: Path) -> None:
    page = opened(browser, rules, viewport=WINDOW)
    term, pop = a_term(page), page.get_by_role("dialog")
    term.focus()
    assert term.get_attribute("aria-haspopup") == "dialog" and not pop.is_visible()
    page.keyboard.press("Enter")
    pop.wait_for()
    assert page.get_by_role("dialog", name="chien").count() == 1, "the word is its name"
    assert pop.locator("p").inner_text() == "Cards that are dealt to nobody and lie on the table."
    assert "In general: talon; in French: talon (chien)." in pop.inner_text()
    assert (
        pop.evaluate(
            "pop => pop === document.activeElement && document.getElementById(pop.getAttribute('aria-describedby')).tagName"
        )
        == "P"
    )
    assert term.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    pop.wait_for(state="hidden")
    assert term.evaluate("term => term === document.activeElement") and term.get_attribute("aria-expanded") == "false"


def test_a_meaning_leads_to_its_place_in_the_glossary(browser: Any, rules: Path) -> None:
    page = opened(browser, rules, viewport=WINDOW)
    a_term(page).click()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/glossary.html#term-talon")
    page.locator("td .tt-term-petit").first.click()
    assert not page.get_by_role("dialog").is_visible(), "on the page that explains a term its link is only a link"


def test_a_term_is_a_plain_link_without_the_script(browser: Any, rules: Path) -> None:
    page = opened(browser, rules, java_script_enabled=False)
    a_term(page).click()
    page.wait_for_url("**/glossary.html#term-talon")


@pytest.mark.parametrize("size", [PHONE, WINDOW], ids=["phone", "window"])
def test_every_meaning_stands_within_the_window(browser: Any, rules: Path, size: dict[str, int]) -> None:
    page = opened(browser, rules, viewport=size, reduced_motion="reduce")
    terms = page.locator("section a:has(.tt-term):visible")
    for i in range(0, terms.count(), 9):
        terms.nth(i).scroll_into_view_if_needed()
        terms.nth(i).click()
        box = page.get_by_role("dialog").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"], i
        assert box["y"] >= -1 and box["y"] + box["height"] <= size["height"] + 1, i
        page.keyboard.press("Escape")


def test_a_card_answers_for_itself(browser: Any, rules: Path) -> None:
    page = opened(browser, rules, viewport=WINDOW)
    hand = page.locator("#play-overtrump .tt-judged")
    caption, cards = hand.locator("figcaption"), hand.locator("li[data-code] button")
    assert "South may not play the 5 of trumps" in caption.inner_text()
    king = hand.locator("li[data-code=SR] button")
    king.focus()
    page.keyboard.press("Enter")
    assert (
        "South may not play the king of spades" in caption.inner_text() and "5 of trumps." not in caption.inner_text()
    )
    assert king.get_attribute("aria-pressed") == "true"
    assert cards.evaluate_all("all => all.filter(one => one.getAttribute('aria-pressed') === 'true').length") == 1
    assert caption.get_attribute("aria-live") == "polite"


def test_a_hand_stands_beside_its_rule_where_there_is_room(browser: Any, rules: Path) -> None:
    page = opened(browser, rules, viewport=WINDOW)
    text, hand, more = (f"#play-overtrump .tt-columns > :nth-child({i})" for i in (1, 2, 3))
    boxes = [page.locator(part).bounding_box() for part in (text, hand, more)]
    assert boxes[1]["x"] >= boxes[0]["x"] + boxes[0]["width"] and abs(boxes[1]["y"] - boxes[0]["y"]) < 30
    page.set_viewport_size(PHONE)
    boxes = [page.locator(part).bounding_box() for part in (text, hand, more)]
    assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"] and len({box["x"] for box in boxes}) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_nothing_serious_for_accessibility_with_a_meaning_open(browser: Any, rules: Path) -> None:
    page = opened(browser, rules, viewport=WINDOW)
    a_term(page).click()
    assert not barriers(page)


def test_a_reader_chooses_the_differences_to_be_shown(browser: Any, rules: Path) -> None:
    page = opened(browser, rules, viewport=WINDOW)
    shown, choice = page.locator(".tt-variant:visible"), page.get_by_label("Show beside it what is different in")
    assert not shown.count()
    choice.select_option(label="The federation’s game for five")
    assert page.get_by_text("Rules added: 2. Changed: 3. Left out: 0.").is_visible()
    assert shown.count() == 5
    assert (
        "one rule more · Calling a king"
        in page.locator("#talon-unseen, #bid-all-pass").locator(".tt-added:visible").inner_text()
    )
    changed = page.locator("#declare-handful .tt-changed:visible")
    assert "8 trumps or more" in changed.locator(".tt-new").inner_text()
    assert (
        "Nobody has to show a poignée." in changed.inner_text()
        and not changed.locator(".tt-new", has_text="Nobody has").count()
    )
    assert not barriers(page)
    choice.select_option(value="")
    assert not shown.count()


def test_differences_stay_hidden_without_the_script(browser: Any, rules: Path) -> None:
    page = opened(browser, rules, java_script_enabled=False)
    assert page.locator(".tt-variant").count() and not page.locator(".tt-variant:visible, .tt-differ").count()
