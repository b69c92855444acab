"""Pages in other projects' themes, notebooks and servers, in headless Chromium: colours, and what a strict policy lets through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sphinx.cmd.build import build_main

from tests.helpers import opened

pytestmark = pytest.mark.browser

THEMES = {
    "furo": "furo",
    "pydata_sphinx_theme": "pydata_sphinx_theme",
    "sphinx_book_theme": "sphinx_book_theme",
    "sphinx_rtd_theme": "sphinx_rtd_theme",
    "alabaster": "alabaster",
}
"""Themes of other projects, and the package that each is in."""
PICKED = ("furo", "pydata_sphinx_theme", "sphinx_book_theme")
"""Themes in which a reader picks light or dark."""
PAGE = """\
A class
=======

.. tarot:example:: going-over

.. tarot:exercise:: fft-4
   :kind: winner
   :seed: 2

.. tarot:trick:: fft-4 E H10, N H2, W T5
   :hand: S T4 T18 SR H3

.. tarot:hand:: fft-4 T21 EX SR HD C5
   :caption: A good one

.. tarot:score:: fft-4
   :contract: garde
   :points: 43
   :honours: 2
   :handful: single

.. tarot:odds:: fft-4
   :about: void handfuls

.. tarot:rules:: fft-4
   :step: play

.. tarot:compare:: fft-4 fft-5 blog-4 guide-4 enc2011-4 enc2020-4
   :matrix:

.. tarot:session:: an-evening

.. tarot:family::

.. tarot:sources::

A :tarot:card:`SR`, the :tarot:card:`T21` and the :tarot:card:`EX`.
"""

CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = (top, low) => top.slice(0, 3).map((value, i) => value * top[3] + low[i] * (1 - top[3])).concat(1);
  const light = colour => { const [r, g, b] = colour.slice(0, 3).map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b; };
  const ratio = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + .05) / (low + .05); };
  const ground = element => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.unshift(rgba(getComputedStyle(at).backgroundColor));
    return layers.reduce((low, top) => over(top, low), rgba('Canvas'));
  };
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement, style = getComputedStyle(element);
    if (!node.data.trim() || !element.closest('[class^="tt-"], [class*=" tt-"]') || element.closest('a[href], code, title, desc, style, script, option, symbol')) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-disabled=true], .tt-heard')) continue;
    texts++;
    const low = ground(element), colour = rgba(element.namespaceURI.endsWith('svg') ? style.fill : style.color), seen = ratio(over(colour, low), low);
    if (seen < 4.5) found.push([+seen.toFixed(2), node.data.trim().slice(0, 40), element.className?.baseVal ?? element.className]);
  }
  return [texts, found];
}"""
"""The number of texts that stand in our elements, and those with less than 4.5 to 1 against their ground: ratio, words, classes.

Links and code are left out: no style of ours colours them, so that their colours are the theme's.
"""


def project(folder: Path, theme: str) -> Path:
    """The page of a project that uses the extension with a theme."""
    pytest.importorskip(THEMES[theme], reason="a theme of other projects; .ci/run installs it")
    source, out = folder / "source", folder / theme
    source.mkdir(exist_ok=True)
    conf = 'extensions = ["tarot_teach.sphinxext"]\nproject = "A class"\n'
    (source / "conf.py").write_text(conf, encoding="utf-8")
    (source / "index.rst").write_text(PAGE, encoding="utf-8")
    assert build_main(["-q", "-E", "-D", f"html_theme={theme}", str(source), str(out)]) == 0
    return out / "index.html"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The page in a theme, built when it is first asked for."""
    folder, built = tmp_path_factory.mktemp("themes"), {}

    def page(theme: str) -> Path:
        if theme not in built:
            built[theme] = project(folder, theme)
        return built[theme]

    return page


COLOURS = [
    (theme, system, picked)
    for theme in THEMES
    for system, picked in (("light", ""), ("dark", ""), ("light", "dark"), ("dark", "light"))
    if not picked or theme in PICKED
]


@pytest.mark.parametrize(("theme", "system", "picked"), COLOURS)
def test_every_text_is_readable_in_every_theme(browser: Any, pages: Any, theme: str, system: str, picked: str) -> None:
    page = opened(browser, pages(theme), color_scheme=system, reduced_motion="reduce")
    if picked:  # where furo keeps a reader's choice, and where pydata and book keep theirs
        for name in ("theme", "mode"):
            page.evaluate("([name, value]) => localStorage.setItem(name, value)", [name, picked])
        page.reload()
        page.wait_for_function("document.querySelector('tt-lesson.tt-on')")
        dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        assert dark == (system == "dark")
    for _step in range(2):
        page.get_by_role("button", name="Step forward").click()
    page.locator(".tt-ask").first.click(position={"x": 6, "y": 20})  # what is said of a card
    page.get_by_role("button", name="Check").last.click()  # and of an answer
    stepping, faint = page.evaluate(CONTRAST)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.get_by_role("button", name="As a list").click()
    listed, more = page.evaluate(CONTRAST)
    assert stepping > 300 and listed > stepping
    assert not faint and not more
