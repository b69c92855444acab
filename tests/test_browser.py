"""Pages as people see them: in headless Chromium, light and dark, on a phone, without JavaScript."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import built_once
from tests.helpers import barriers, opened, words_of

pytestmark = pytest.mark.browser

PAGES = ["index.html", "rules/fft-4.html", "examples/going-over.html", "examples/tarotmag-16.html",
         "examples/a-whole-deal.html", "glossary.html", "rules/blog-5.html", "options/index.html", "options/misere.html",
         "sessions/an-evening.html", "examples/signals-seen.html", "advice.html", "errata.html", "coverage.html",
         "comparison.html", "family.html"]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_nothing_has_to_be_scrolled_sideways(browser: Any, whole_site: Path, page: str) -> None:
    shown = opened(browser, whole_site / page)
    for width in (1280, 360, 320):
        shown.set_viewport_size({"width": width, "height": 800})
        assert shown.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("page", PAGES)
def test_nothing_serious_for_accessibility(browser: Any, whole_site: Path, page: str) -> None:
    shown = opened(browser, whole_site / page)
    assert not barriers(shown)


def test_the_page_reads_without_javascript(browser: Any, whole_site: Path) -> None:
    shown = opened(browser, whole_site / "examples" / "going-over.html", java_script_enabled=False)
    text = shown.text_content("article, [role=main]")
    assert "North may not play the king of spades" in text
    assert not shown.locator(".tt-stage, .tt-check").first.is_visible()
    shown.locator(".tt-veil > summary").first.click()
    details = shown.locator(".tt-play details:has-text('Why not another card?')").first
    details.locator("summary").click()
    assert "Following suit" in details.inner_text() or "Trumping when void" in details.inner_text()


def test_a_refused_card_leads_to_its_rule(browser: Any, whole_site: Path) -> None:
    shown = opened(browser, whole_site / "examples" / "going-over.html")
    shown.get_by_role("button", name="As a list").click()
    shown.locator(".tt-veil > summary").first.click()
    details = shown.locator(".tt-play", has_text="North").locator("details").first
    details.locator("summary").click()
    details.get_by_role("link", name="Going over").first.click()
    shown.wait_for_url("**/rules/fft-4.html#play-overtrump")
    shown.wait_for_function("document.querySelector('#play-overtrump').getBoundingClientRect().top < 400")


def test_cards_are_whole_and_readable(browser: Any, whole_site: Path) -> None:
    shown = opened(browser, whole_site / "examples" / "tarotmag-16.html", viewport={"width": 360, "height": 800})
    shown.get_by_role("button", name="As a list").click()
    boxes = shown.evaluate(
        "[...document.querySelectorAll('svg.tt-c')].map(c => [c.getBoundingClientRect(), c])"
        ".filter(([box, c]) => box.width && c.checkVisibility({opacityProperty: true, visibilityProperty: true}))"
        ".map(([box, c]) => ({w: box.width, h: box.height, label: c.querySelector('title').textContent, "
        "drawn: !!document.querySelector(c.querySelector('use').getAttribute('href'))}))"
    )
    assert len(boxes) > 70
    assert all(box["w"] >= 25 and 1.5 < box["h"] / box["w"] < 1.7 and box["label"] and box["drawn"] for box in boxes)


def test_a_wide_table_keeps_its_first_column_in_view(browser: Any, whole_site: Path) -> None:
    shown = opened(browser, whole_site / "errata.html", viewport={"width": 360, "height": 800})
    box = shown.locator(".table-wrapper.tt-wide").first
    assert box.evaluate("box => { box.scrollLeft = 250; return box.scrollLeft }") == 250
    left = "(cell => cell.getBoundingClientRect().left - cell.closest('.table-wrapper').getBoundingClientRect().left)"
    first, second = (box.locator(f"tbody tr:first-child td:nth-child({n})").evaluate(left) for n in (1, 2))
    assert 0 <= first < 2 and second < 0


def test_colours_follow_the_readers_choice(browser: Any, whole_site: Path) -> None:
    def background(scheme: str) -> str:
        shown = opened(browser, whole_site / "examples" / "going-over.html", color_scheme=scheme)
        return str(shown.evaluate("getComputedStyle(document.querySelector('.tt-table-top')).backgroundColor"))

    assert background("light") != background("dark")


def test_nothing_is_lost_in_print(browser: Any, whole_site: Path) -> None:
    shown = opened(browser, whole_site / "rules" / "fft-4.html")
    shown.emulate_media(media="print")
    sources = shown.locator(".tt-facts dd", has_text="Le jeu de la carte").first
    assert sources.bounding_box()["height"] > 5


def test_the_search_finds_a_rule(browser: Any, whole_site: Path) -> None:
    shown = opened(browser, whole_site / "search.html")
    shown.goto(f"file://{whole_site}/search.html?q=undertrump")
    shown.locator("ul.search li", has_text="French tarot for four").first.wait_for()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of two rulesets, also where the whole library is built: other games have words that these do not have."""
    return built_once(tmp_path_factory, "two", "fft-4", "early-17c")


def found_places(browser: Any, site: Path, query: str) -> list[str]:
    """The links that the search of a site finds, in their order, without the words that they mark."""
    shown = opened(browser, site / "search.html")
    shown.goto(f"file://{site}/search.html?q={query}")
    shown.wait_for_function("/found|not match/.test(document.querySelector('.search-summary')?.textContent)")
    found = re.search(r"found (\d+|one)", shown.inner_text(".search-summary"))
    number = 0 if found is None else 1 if found[1] == "one" else int(found[1])
    shown.wait_for_function(f"document.querySelectorAll('ul.search > li').length === {number}")
    links = shown.locator("ul.search > li > a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    return [re.sub(r"\?highlight=[^#]*", "", link) for link in links]


def found_pages(browser: Any, site: Path, query: str) -> set[str]:
    """The pages that the search of a site finds."""
    return {link.partition("#")[0] for link in found_places(browser, site, query)}


def test_the_search_finds_lessons_first_and_tables_last(browser: Any, two: Path) -> None:
    for query, lesson in (("how do I bid", "5-bidding"), ("dog", "7b-what-else-there-is"), ("joker", "4-the-excuse")):
        found = found_places(browser, two, query)
        assert found[0] == f"learn/from-zero/{lesson}.html", query
    lessons = [place.count("/") == 2 and "#" not in place for place in found]
    assert all(lessons[: sum(lessons)]) and not all(lessons), found
    texts = [place for place in found_places(browser, two, "trump") if "#" not in place]
    assert texts[0].startswith("learn/") and re.match("compar|coverage|features|if-you-know|sources", texts[-1])


def test_the_search_finds_whole_words(browser: Any, two: Path) -> None:
    site = two
    found = found_pages(browser, site, "ace")
    assert found == found_pages(browser, site, "aces")
    for page in found:
        assert re.search(r"\baces?\b", words_of((site / page).read_text(encoding="utf-8")), re.IGNORECASE), page
    whole = found_pages(browser, site, "undertrump")
    assert "rules/fft-4.html" in whole and found_pages(browser, site, "undertru") >= whole, (
        "a word may be typed in part"
    )
    assert not found_pages(browser, site, "nothing-is-called-so-anywhere")


@pytest.mark.parametrize(
    ("one", "many"),
    [("king", "kings"), ("excuse", "excuses"), ("handful", "handfuls"), ("follow suit", "follow suits")],
)
def test_the_search_finds_the_same_titles_and_names_for_one_and_many(
    browser: Any, two: Path, one: str, many: str
) -> None:
    found = found_places(browser, two, one)
    assert set(found) == set(found_places(browser, two, many)) and any("#" in place for place in found)


def test_the_search_knows_what_games_call_the_same_thing(browser: Any, two: Path) -> None:
    site = two
    excuse = found_pages(browser, site, "excuse")
    assert "rules/fft-4.html" in excuse and found_pages(browser, site, "joker") >= excuse
    dog = found_pages(browser, site, "dog")
    assert dog == found_pages(browser, site, "chien") and "rules/fft-4.html" in dog
