"""The page of tactics: the card that is touched is the answer, the theme is told afterwards, and comes back in another deal."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.cli import main
from tarot_teach.cli.output import as_text
from tarot_teach.engine import Engine
from tarot_teach.render.html import block_html, static
from tarot_teach.topics.quiz.quiz import Quiz
from tarot_teach.topics.tactics.data import themes_of
from tarot_teach.topics.tactics.seen import WhatWasSeen
from tests.helpers import LIBRARY, barriers, build, cards_at_table, opened

GAME = "slovenian-pagat-3"
BUDGET = 50_000
"""The most bytes of the page, compressed."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of a game about which the package has puzzles."""
    out = tmp_path_factory.mktemp("tactics") / "site"
    build("--out", str(out), GAME)
    return out


@pytest.mark.browser
def test_a_missed_theme_comes_back_in_another_deal(browser: Any, site: Path) -> None:
    path = site / "tactics" / f"{GAME}.html"
    assert len(gzip.compress(path.read_bytes())) < BUDGET
    found = re.findall(r'id="(quiz-tactics-[\d-]+)"[^>]* data-theme="([\w-]+)"', path.read_text(encoding="utf-8"))
    theme, number = Counter(theme for _id, theme in found).most_common(1)[0]
    asked = next(id for id, each in found if each == theme)
    page = opened(browser, path.with_name(f"{path.name}#{asked}"))
    shown = page.locator("tt-exercise:visible")
    assert number > 1 and shown.get_attribute("id") == asked
    assert shown.count() == 1 and not shown.locator("input:visible").count() and "Theme" not in shown.inner_text()
    cards_at_table(page, "possible").first.click()
    words = shown.locator("[data-step-words]")
    words.filter(has_text="Another card is better.").wait_for()
    assert "costs" in words.inner_text() and "costs" in shown.locator(".tt-flag").inner_text()
    assert shown.locator(".tt-costs").count() == 1 and not shown.locator(".tt-best").count()
    page.get_by_role("button", name="Try again").click()
    words.filter(has_text="has seen").wait_for()
    assert not shown.locator(".tt-flag").inner_text()
    cards_at_table(page, "right").first.focus()
    page.keyboard.press("Enter")
    words.filter(has_text="Theme: ").wait_for()
    assert shown.locator(".tt-flag").inner_text() == "right" and shown.locator(".tt-best").count() >= 1
    kept = json.loads(page.evaluate("localStorage.getItem('tarot-teach')"))["answers"][GAME]
    assert kept[f"theme-{theme}"]["box"] == 0 and kept[f"theme-{theme}"]["rules"] == [theme]
    others = []
    for _number in range(4):
        page.get_by_role("button", name="Next question").click()
        others.append((shown.get_attribute("data-theme"), shown.get_attribute("id")))
        cards_at_table(page, "right").first.click()
        shown.locator("[data-step-words]", has_text="Theme: ").wait_for()
    assert theme not in [each for each, _id in others[:3]] and others[3][0] == theme and others[3][1] != asked
    assert f" of {len(themes_of(GAME))} themes sure so far." in page.inner_text(".tt-known")


@pytest.mark.browser
def test_a_theme_is_practised_in_other_deals_when_it_is_asked_for(browser: Any, site: Path) -> None:
    path = site / "tactics" / f"{GAME}.html"
    found = re.findall(r'id="(quiz-tactics-[\d-]+)"[^>]* data-theme="([\w-]+)"', path.read_text(encoding="utf-8"))
    number = Counter(theme for _id, theme in found)
    id, theme = next((id, theme) for id, theme in found if number[theme] > 2)
    page = opened(browser, path.with_name(f"{path.name}#{id}"))
    shown, more, seen = (
        page.locator("tt-exercise:visible"),
        page.get_by_role("button", name="Practise this theme"),
        {id},
    )
    for _deal in range(2):
        assert not more.is_visible()
        cards_at_table(page, "right").first.click()
        more.click()
        assert shown.get_attribute("data-theme") == theme and shown.get_attribute("id") not in seen
        seen.add(str(shown.get_attribute("id")))
    alone = next(id for id, theme in found if number[theme] == 1)
    page = opened(browser, path.with_name(f"{path.name}#{alone}"))
    cards_at_table(page, "right").first.click()
    page.locator("tt-exercise:visible .tt-acts .tt-first", has_text="Next question").wait_for()
    assert not page.get_by_role("button", name="Practise this theme").is_visible()


@pytest.mark.browser
def test_the_page_has_nothing_serious_for_accessibility(browser: Any, site: Path) -> None:
    page = opened(browser, site / "tactics" / f"{GAME}.html")
    assert barriers(page) == []
    cards_at_table(page, "possible").first.click()
    page.locator("tt-exercise:visible [data-step-words]", has_text="Another card is better.").wait_for()
    assert barriers(page) == []
    cards_at_table(page, "right").first.click()
    page.locator("tt-exercise:visible [data-step-words]", has_text="Theme: ").wait_for()
    assert barriers(page) == []


@pytest.mark.browser
def test_keys_lead_through_the_hand_and_back_to_the_words(browser: Any, site: Path) -> None:
    page = opened(browser, site / "tactics" / f"{GAME}.html")
    hand = page.locator("tt-exercise:visible .tt-card.tt-live")
    hand.first.focus()
    page.keyboard.press("ArrowRight")
    at = "document.activeElement"
    assert page.evaluate(f"{at}.dataset.card") == hand.nth(1).get_attribute("data-card")
    page.get_by_role("button", name="Show me").press("Enter")
    page.locator("tt-exercise:visible [data-step-words]", has_text="The answer").wait_for()
    assert page.evaluate(f"{at}.matches('[data-step-words]')") and not page.locator(".tt-live:visible").count()
    before = page.locator("tt-exercise:visible").get_attribute("id")
    page.get_by_role("button", name="Next question").press("Enter")
    assert page.locator("tt-exercise:visible").get_attribute("id") != before
    assert page.evaluate(f"{at}.matches('tt-exercise:not([hidden]) [data-step-words]')")


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (844, 390)])
def test_the_table_fills_the_window_and_stays_where_it_is(browser: Any, site: Path, size: tuple[int, int]) -> None:
    page = opened(browser, site / "tactics" / f"{GAME}.html", viewport={"width": size[0], "height": size[1]})
    stage = page.locator("tt-exercise:visible .tt-stage")
    place = "stage => { const { x, y, width, height } = stage.getBoundingClientRect(); return [x, y + scrollY, width, height]; }"
    before = stage.evaluate(place)
    assert before[1] + before[3] <= size[1] + 1 and before[3] >= 295
    cards_at_table(page, "right").first.click()
    page.locator("tt-exercise:visible [data-step-words]", has_text="Theme: ").wait_for()
    assert stage.evaluate(place) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
def test_without_a_script_and_on_paper_the_questions_are_lists(browser: Any, site: Path) -> None:
    path = site / "tactics" / f"{GAME}.html"
    still = opened(browser, path, java_script_enabled=False)
    first = still.locator("tt-exercise").first
    assert "has seen:" in first.inner_text() and first.locator(".tt-choice:visible").count() >= 4
    assert first.locator(".tt-seen dt:visible").count() >= 5 and not still.locator(".tt-stage:visible").count()
    page = opened(browser, path)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert not page.locator(".tt-stage:visible").count() and page.locator("tt-exercise .tt-seen:visible").count() > 20
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".tt-stage:visible").count() == 1
    page.get_by_role("button", name="As a list").click()
    page.locator("tt-exercise:visible .tt-touch").first.wait_for()


TABLES = """() => [...document.querySelectorAll("tt-exercise")].flatMap(exercise => {
  const { table, id } = exercise, { stage, facts } = table, box = part => part.getBoundingClientRect(), faults = [];
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const within = (part, room, what) => { const [one, all] = [box(part), box(room)]; if (one.left < all.left - 1 || one.right > all.right + 1 || one.top < all.top - 1 || one.bottom > all.bottom + 1) faults.push(`${id}: ${what} sticks out`); };
  const plates = [...stage.querySelectorAll(".tt-plate")], cards = [...stage.querySelectorAll(".tt-card:not(.tt-gone)")], of = at => cards.filter(card => card.dataset.at === at);
  if (plates.length !== facts.seats.length) faults.push(`${id}: ${plates.length} seats`);
  plates.forEach((plate, i) => { within(plate, table.felt, plate.textContent); if (plates.slice(0, i).some(other => meet(box(plate), box(other)))) faults.push(`${id}: ${plate.textContent} on another`); });
  for (const card of of("table")) { within(card, table.felt, card.dataset.card); if (plates.some(plate => meet(box(plate), box(card)))) faults.push(`${id}: ${card.dataset.card} on a name`); }
  if (of("table").length !== exercise.querySelectorAll("form .tt-play").length) faults.push(`${id}: the trick`);
  if (of(facts.seat).length !== table.choices.size) faults.push(`${id}: the hand`);
  for (const { seat, left } of facts.seats) if (seat !== facts.seat) {
    const plate = table.seats.get(seat).plate;
    if (stage.dataset.layout === "wide" ? of(seat).length !== left : left && !plate.textContent.includes(left)) faults.push(`${id}: ${seat} has ${left}`);
  }
  const taker = facts.seats.find(({ role }) => role)?.role.split(" · ")[0];
  if (taker && !stage.textContent.includes(taker)) faults.push(`${id}: no ${taker}`);
  return faults;
})"""
"""A script that lists faults of the tables of a page: missing seats, names, cards or tricks, and parts that overlap or stick out."""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("fft-4", 4),
        ("fft-5", 5),
        ("hombre-1674", 3),
        ("scarto", 3),
        ("slovenian-pagat", 4),
        ("tapp-classical", 3),
    ],
)
def test_seats_trick_and_hand_of_each_game_lie_round_the_table(
    browser: Any, tmp_path: Path, game: str, players: int
) -> None:
    out = tmp_path / "questions.html"
    with pytest.raises(SystemExit) as caught:
        main(["quiz", game, "--kind", "tactics", "--seed", "1", "--count", "9", "--format", "html", "--out", str(out)])
    assert not caught.value.code
    page = opened(browser, out, viewport={"width": 1280, "height": 800})
    assert page.locator("tt-puzzle.tt-on").count() == 9
    assert page.locator("tt-puzzle >> nth=0").locator(".tt-plate").count() == players
    assert page.evaluate(TABLES) == []
    cards_at_table(page, "right").first.click()
    page.locator(".tt-class-state", has_text="1 of 9 answered, 1 right at the first go.").wait_for()
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("tt-puzzle [data-layout=tall]").nth(8).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(TABLES) == []


def test_what_was_seen_is_a_list_where_nothing_is_drawn() -> None:
    game = LIBRARY.load("scarto")
    (asked,) = Quiz(Engine(game), advice_for(LIBRARY, game), 1).tactics_pool(1).blocks
    (seen,) = (part for part in asked.setting if isinstance(part, WhatWasSeen))
    assert "What West has seen:" in as_text([seen], "text") and "Still out of trumps" in as_text([seen], "text")
    assert "<dl>" in block_html(seen) and "<dl>" not in block_html(seen, live=False)
    assert "Still out of trumps" in block_html(seen, live=False)
    table = json.loads(seen.table)
    assert (
        len(table["seats"]) == 3 and table["seat"] == "W" and all("costs" in cost for cost in table["costs"].values())
    )


def test_the_script_of_the_table_is_small() -> None:
    assert len(gzip.compress((static("puzzle.js") + static("puzzle.css")).encode())) < 4_000


@pytest.mark.turn(1, 2)
def test_the_first_page_leads_to_the_page_of_tactics(site: Path) -> None:
    assert f'href="tactics/{GAME}.html"' in (site / "index.html").read_text(encoding="utf-8")
