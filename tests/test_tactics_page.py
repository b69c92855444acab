"""The page of tactics: the card that is touched is the answer, the theme is told afterwards, and comes back in another deal."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import barriers, build, opened

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
    wrong = shown.locator(".tt-touch:has([data-grade=possible])").first
    wrong.click()
    assert "Another card is better." in shown.inner_text() and "costs" in shown.locator(".tt-verdict").inner_text()
    assert wrong.get_attribute("data-mark") == "▼"
    right = shown.locator(".tt-touch:has([data-grade=right])").first
    right.focus()
    page.keyboard.press("Enter")
    assert "Theme: " in shown.inner_text() and right.get_attribute("data-mark") == "✓"
    kept = json.loads(page.evaluate("localStorage.getItem('tarot-teach')"))["answers"][GAME]
    assert kept[f"theme-{theme}"]["box"] == 0 and kept[f"theme-{theme}"]["rules"] == [theme]
    others = []
    for _number in range(4):
        page.click("[data-do=next]")
        others.append((shown.get_attribute("data-theme"), shown.get_attribute("id")))
        shown.locator(".tt-touch:has([data-grade=right])").first.click()
    assert theme not in [each for each, _id in others[:3]] and others[3][0] == theme and others[3][1] != asked
    assert " of 10 themes sure so far." in page.inner_text(".tt-known")


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
        shown.locator(".tt-touch:has([data-grade=right])").first.click()
        more.click()
        assert shown.get_attribute("data-theme") == theme and shown.get_attribute("id") not in seen
        seen.add(str(shown.get_attribute("id")))
    alone = next(id for id, theme in found if number[theme] == 1)
    page = opened(browser, path.with_name(f"{path.name}#{alone}"))
    page.locator("tt-exercise:visible .tt-touch:has([data-grade=right])").first.click()
    page.locator(".tt-quiz-foot .tt-first").wait_for()
    assert not page.get_by_role("button", name="Practise this theme").is_visible()


@pytest.mark.browser
def test_the_page_has_nothing_serious_for_accessibility(browser: Any, site: Path) -> None:
    page = opened(browser, site / "tactics" / f"{GAME}.html")
    page.locator("tt-exercise:visible .tt-touch:has([data-grade=right])").first.click()
    assert barriers(page) == []


def test_the_first_page_leads_to_the_page_of_tactics(site: Path) -> None:
    assert f'href="tactics/{GAME}.html"' in (site / "index.html").read_text(encoding="utf-8")
