"""The pages of the history as people see and hear them: drawings with names, tables with the same, wide and narrow, with and without scripts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.topics.history.page import history_of
from tests.helpers import LIBRARY, barriers, opened

DRAWINGS = (r"37 games, each below", "The games by land and time.", "The places of the games.")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The page of a directive in a project with the theme of our own pages."""
    folder = tmp_path_factory.mktemp("history")
    conf = 'extensions = ["tarot_teach.sphinxext"]\nproject = "A class"\nhtml_theme = "furo"\n'
    (folder / "conf.py").write_text(conf, encoding="utf-8")
    (folder / "index.rst").write_text("History\n=======\n\n.. toctree::\n\n   games\n   timeline\n", encoding="utf-8")
    for name in ("games", "timeline"):
        (folder / f"{name}.rst").write_text(f".. tarot:{name}::\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "sphinx", "-q", str(folder), str(folder / "out")], check=True)
    return lambda name: folder / "out" / f"{name}.html"


@pytest.mark.parametrize("name", ["games", "timeline"])
def test_each_table_that_may_be_scrolled_is_a_region_with_a_name_of_its_own(
    page: Callable[[str], Path], name: str
) -> None:
    text = page(name).read_text(encoding="utf-8")
    tables = re.findall(r'<div ([^>]*)class="table-wrapper[^"]*tt-(?:wide|scrolled)[^>]*>', text)
    names = [re.search(r'tabindex="0" role="region" aria-label="([^"]+)"', table) for table in tables]
    assert len(tables) > 3 and all(names)
    assert len({each[1] for each in names if each}) == len(tables)
    assert 'aria-label="A wide table: The games"' in text or name == "timeline"
    assert 'aria-label="A wide table: Laying away"' in text or name == "games"


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False])
def test_drawings_have_names_and_their_tables_are_read(
    browser: Any, page: Callable[[str], Path], scripts: bool
) -> None:
    shown = opened(browser, page("games"), java_script_enabled=scripts, viewport={"width": 390, "height": 844})
    for name in DRAWINGS:
        drawing = shown.get_by_role("img", name=re.compile(name))
        assert drawing.count() == 1 and drawing.is_visible()
        assert drawing.evaluate("svg => parseFloat(getComputedStyle(svg.querySelector('text')).fontSize)") >= 13
        assert drawing.evaluate("svg => svg.getScreenCTM().a") == 1, "it is scrolled on a phone, not made small"
        assert drawing.locator("desc").text_content().strip()
    history = history_of(LIBRARY)
    places = shown.get_by_role("region", name="A wide table: Where the games are at home")
    for name, place in history.places.items():
        label = f"{name} (land)" if place.land else name
        assert places.get_by_role("cell", name=label, exact=True).count() == 1
    assert [head.inner_text() for head in places.get_by_role("columnheader").all()][:2] == ["Place", "Degrees"]
    known = shown.get_by_role("region", name="A wide table: When, where, and by whose rules")
    for game in history.games.values():
        assert known.get_by_role("cell", name=game.name.replace("'", "’"), exact=True).count() == 1


@pytest.mark.browser
@pytest.mark.parametrize("name", ["games", "timeline"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_of_the_history_is_a_barrier(browser: Any, page: Callable[[str], Path], name: str, width: int) -> None:
    shown = opened(browser, page(name), reduced_motion="reduce", viewport={"width": width, "height": 844})
    assert barriers(shown) == []
    found = shown.evaluate("axe.run('article').then(result => result.violations.map(each => each.id))")
    assert found == [], "nor anything less serious"
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
