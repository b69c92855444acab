"""Pages in other projects' themes and notebooks, in headless Chromium: readable colours, the right cards, lessons that step."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sphinx.cmd.build import build_main

from tarot_teach import notebook, replay
from tarot_teach.render.html import STATIC, static
from tarot_teach.render.html import page as one_file
from tarot_teach.topics.compare.deals_page import lesson
from tests.helpers import HUNG, opened

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
    return layers.reduce((low, top) => over(top, low), rgba(canvasColour));
  };
  const probe = document.documentElement.appendChild(Object.assign(document.createElement('i'), { style: 'background: Canvas' }));
  const canvasColour = getComputedStyle(probe).backgroundColor;
  probe.remove();
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

Links and code are left out: their colours are the theme's, and axe looks at them.
"""


def project(folder: Path, theme: str) -> Path:
    """The page of a project that uses the extension with a theme."""
    pytest.importorskip(THEMES[theme], reason="a theme of other projects; .ci/run installs it")
    source, out = folder / "source", folder / theme
    source.mkdir(exist_ok=True)
    conf = 'extensions = ["tarot_teach.sphinxext"]\nproject = "A class"\n'
    (source / "conf.py").write_text(conf, encoding="utf-8")
    (source / "index.rst").write_text(PAGE, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-D", f"html_theme={theme}", str(source), str(out)]
    subprocess.run(command, check=True)  # a theme that was loaded before leaves its templates to another one
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


@pytest.mark.parametrize("theme", THEMES)
def test_a_term_shows_its_meaning_in_every_theme(browser: Any, pages: Any, theme: str) -> None:
    """The project has no glossary, so that terms are words without a link."""
    page = opened(browser, pages(theme), reduced_motion="reduce")
    term, pop = page.locator(".tt-columns span.tt-term[role=button]").first, page.get_by_role("dialog")
    term.focus()
    for key in ("Enter", "Space"):
        page.keyboard.press(key)
        pop.wait_for()
        assert "In general: slam" in pop.inner_text() and not pop.locator("a").count()
        page.keyboard.press("Escape")
        pop.wait_for(state="hidden")
        assert term.evaluate("term => term === document.activeElement")
    term.click()
    texts, unreadable = page.evaluate(CONTRAST)
    assert texts > 100 and not unreadable


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
    page.locator(".tt-live").first.click(position={"x": 4, "y": 14})  # what is said of a card
    page.get_by_role("button", name="Check").last.click()  # and of an answer
    stepping, faint = page.evaluate(CONTRAST)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.get_by_role("button", name="As a list").click()
    listed, more = page.evaluate(CONTRAST)
    assert stepping > 200 and listed > stepping
    assert not faint and not more


OURS = """async () => {
    const ours = element => element && (element.closest('[class^="tt-"], [class*=" tt-"]') || element.querySelector('[class^="tt-"]'));
    const found = (await axe.run()).violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    return found.flatMap(({ id, nodes }) => nodes.filter(({ target }) => ours(document.querySelector(target[0])))
        .map(({ html, failureSummary }) => [id, html.slice(0, 160), failureSummary.slice(0, 200)]));
}"""
"""Findings of axe about our elements, and about the elements round them."""


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_of_ours_is_a_barrier_in_any_theme(browser: Any, pages: Any, theme: str) -> None:
    axe = os.environ.get("AXE_JS")
    if not axe:
        pytest.skip("AXE_JS does not name axe.min.js; .ci/run sets it")
    for width in (1280, 360):  # on a phone tables have to be scrolled
        page = opened(browser, pages(theme), reduced_motion="reduce", viewport={"width": width, "height": 800})
        page.get_by_role("button", name="As a list").click()
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        page.add_script_tag(path=axe)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(OURS) == []


def outputs(*shown: Any, suffix: str = "") -> str:
    """A notebook with a cell for each value, as it is kept once the cells have been run; the suffix makes it another notebook."""
    cells = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "metadata": {},
            "source": f"value{suffix}",
            "execution_count": number,
            "outputs": [
                {
                    "output_type": "execute_result",
                    "data": value._repr_mimebundle_(),
                    "metadata": {},
                    "execution_count": number,
                }
            ],
        }
        for number, value in enumerate(shown, 1)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(scope="module")
def values() -> list[Any]:
    """Values of the kinds that a notebook shows, and a lesson to step through."""
    lesson = replay("going-over")
    state = lesson.deal.moves[3].before
    shown = [lesson.start.deck.card("T21"), lesson.start, lesson.engine.legal(state), lesson, lesson.engine]
    return [*shown, replay("tarotmag-16").end.result, notebook.player(lesson)]


HANDS = """[..."SENW"].map(seat => document.querySelectorAll(`tt-lesson .tt-card[data-at=${seat}]`).length)"""


@pytest.mark.parametrize("theme", ["sphinx_book_theme", "furo"])
def test_a_page_with_a_lesson_and_outputs_of_a_notebook(
    browser: Any, values: list[Any], tmp_path: Path, theme: str
) -> None:
    pytest.importorskip("myst_nb", reason="notebooks as pages; .ci/run installs it")
    pytest.importorskip(theme, reason="a theme of other projects; .ci/run installs it")
    (tmp_path / "conf.py").write_text(
        'extensions = ["tarot_teach.sphinxext", "myst_nb"]\nnb_execution_mode = "off"\ntarot_suits = "italian"\n'
        'source_suffix = {".ipynb": "myst-nb"}\n'  # what is left out goes into the default of every later build
        f'html_theme = "{theme}"\n',
        encoding="utf-8",
    )
    page = json.loads(outputs(*values[1:4]))
    words = "# A class\n\n```{tarot:example} going-over\n```\n"
    page["cells"].insert(0, {"cell_type": "markdown", "id": "first", "metadata": {}, "source": words})
    (tmp_path / "index.ipynb").write_text(json.dumps(page), encoding="utf-8")
    assert build_main(["-q", "-b", "html", str(tmp_path), str(tmp_path / "out")]) == 0
    for scheme in ("light", "dark"):
        shown = opened(browser, tmp_path / "out" / "index.html", color_scheme=scheme, reduced_motion="reduce")
        assert shown.evaluate(HANDS) == [5, 5, 5, 5]
        shown.get_by_role("button", name="Step forward").click()
        assert shown.evaluate(HANDS) == [5, 5, 5, 5]
        drawn = "cards => cards.map(card => document.querySelector(card.getAttribute('href')).innerHTML)"
        (italian,) = set(shown.locator("tt-lesson .tt-hand use[href$='-SR']").evaluate_all(drawn))
        (french,) = set(shown.locator(".tt-notebook .tt-hand use[href$='-SR']").evaluate_all(drawn))
        assert italian != french
        texts, faint = shown.evaluate(CONTRAST)
        assert texts > 100 and not faint


SHAPES = """[...document.querySelectorAll(".tt-notebook svg.tt-c")].map(card => card.getBoundingClientRect())
    .filter(box => box.width).map(box => [box.width, box.height / box.width])"""


def test_cards_keep_their_shape_under_the_styles_of_jupyter(browser: Any, values: list[Any], tmp_path: Path) -> None:
    pytest.importorskip("nbconvert", reason="it has the styles of JupyterLab; .ci/run installs it")
    sheet = Path(sys.prefix, "share", "jupyter", "nbconvert", "templates", "lab", "static", "index.css").as_uri()
    lesson = replay("going-over")
    seen = [*values[:5], lesson.start.hand(0), lesson.end.tricks[-1], lesson.deal.moves[3], replay("tarotmag-16")]
    cells = "".join(f'<div class="jp-RenderedHTMLCommon">{notebook.as_html(value)}</div>' for value in seen)
    other = '<div class="jp-RenderedHTMLCommon"><svg id="other"></svg></div>'
    page = f'<!doctype html><link rel="stylesheet" href="{sheet}"><body data-jp-theme-light="true">{other}{cells}'
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    for width in (1280, 400):
        shown = opened(browser, tmp_path / "page.html", viewport={"width": width, "height": 900})
        shown.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert shown.evaluate("getComputedStyle(document.querySelector('#other')).maxWidth") == "100%"
        cards = shown.evaluate(SHAPES)
        assert len(cards) > 200 and all(wide > 20 and 1.5 < shape < 1.9 for wide, shape in cards)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory, values: list[Any]) -> Iterator[tuple[str, Path]]:
    """JupyterLab with two notebooks, ``trusted`` and ``untrusted``: its address and the folder of its settings."""
    pytest.importorskip("jupyterlab", reason="it shows notebooks; .ci/run installs it")
    from nbformat import reads
    from nbformat.sign import NotebookNotary

    root = tmp_path_factory.mktemp("lab")
    folders = {f"JUPYTER_{kind}_DIR": str(root / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    (root / "notebooks").mkdir()
    (root / "data").mkdir()
    for name in ("trusted", "untrusted"):
        (root / "notebooks" / f"{name}.ipynb").write_text(outputs(*values, suffix=name), encoding="utf-8")
    NotebookNotary(data_dir=str(root / "data")).sign(reads(outputs(*values, suffix="trusted"), as_version=4))
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--IdentityProvider.token=",
        "--ServerApp.port=0",
    ]
    server = subprocess.Popen(
        [*command, f"--ServerApp.root_dir={root / 'notebooks'}"],
        env={**os.environ, **folders},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        yield (
            _address(server),
            root / "config" / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension",
        )
    finally:
        server.terminate()
        server.wait(HUNG)


def _address(server: subprocess.Popen[bytes]) -> str:
    """The address of a Jupyter server, as soon as its log names it; the rest of the log is read and dropped."""
    assert server.stderr is not None
    found = next((match for line in server.stderr if (match := re.search(rb"(http://\S+/)lab\b", line))), None)
    assert found, "JupyterLab does not start"
    threading.Thread(target=server.stderr.read, daemon=True).start()
    return found[1].decode()


def in_lab(browser: Any, lab: tuple[str, Path], name: str, theme: str, system: str) -> Any:
    """A notebook opened in JupyterLab with a theme, on a system that is light or dark; all of it is on the screen."""
    address, settings = lab
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "themes.jupyterlab-settings").write_text(json.dumps({"theme": theme}), encoding="utf-8")
    context = browser.new_context(
        color_scheme=system, viewport={"width": 1280, "height": 12000}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(1000 * HUNG)
    page.goto(f"{address}lab/tree/{name}.ipynb?reset")
    page.wait_for_function("document.querySelectorAll('.jp-OutputArea-output').length > 6")
    page.wait_for_function(f"document.body.dataset.jpThemeLight === '{str(theme.endswith('Light')).lower()}'")
    page.evaluate("document.querySelectorAll('.jp-OutputArea details').forEach(one => { one.open = true })")
    return page


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_a_notebook_in_jupyterlab(browser: Any, lab: tuple[str, Path], theme: str, system: str) -> None:
    page = in_lab(browser, lab, "trusted", theme, system)
    texts, faint = page.evaluate(CONTRAST)
    assert texts > 600 and not faint
    assert not page.locator(".tt-untrusted").first.is_visible()
    frame = page.frame_locator(".tt-player")
    seen = [0]
    while seen[-1] < 3 and len(seen) < 12:
        frame.get_by_role("button", name="Step forward").click()
        seen.append(int(frame.locator(".tt-count").inner_text().partition("/")[0]))
    assert seen == sorted(seen) and set(seen) == {0, 1, 2, 3}
    (inside,) = (frame for frame in page.frames if frame.url == "about:srcdoc")
    texts, faint = inside.evaluate(CONTRAST)
    assert texts > 20 and not faint
    ground = "getComputedStyle(document.querySelector('.tt-table-top')).backgroundColor"
    assert inside.evaluate(ground) == page.evaluate(ground)


def test_a_notebook_that_is_not_trusted_has_no_dead_controls(browser: Any, lab: tuple[str, Path]) -> None:
    page = in_lab(browser, lab, "untrusted", "JupyterLab Light", "light")
    assert not page.locator(".jp-OutputArea-output :is(button, input, select, form, iframe, svg)").count()
    printed = page.locator(".jp-OutputArea-output").all_inner_texts()
    assert "Trust this notebook to step through the lesson." in printed[-1]
    assert "20 of trumps, 7 of trumps, 8 of spades, 3 of diamonds, 2 of clubs" in printed[1]
    assert "North may not play the king of spades" in printed[3]


def test_values_show_themselves_in_marimo(tmp_path: Path) -> None:
    pytest.importorskip("marimo", reason="it shows notebooks; .ci/run installs it")
    values = ("deck.card('T21')", "deck.set(7)", "lesson", "lesson.start", "lesson.engine.legal(lesson.deal.moves[3].before)",
              "lesson.end.tricks[-1]", "lesson.deal.moves[3].verdict", "lesson.engine", "notebook.player(lesson)")  # fmt: skip
    first = "from tarot_teach import notebook, replay\n    lesson = replay('going-over')\n    deck = lesson.start.deck\n    return deck, lesson, notebook"
    cells = [f"@app.cell\ndef _(deck, lesson, notebook):\n    {value}" for value in values]
    source = "\n\n".join(["import marimo\n\napp = marimo.App()", f"@app.cell\ndef _():\n    {first}", *cells])
    (tmp_path / "page.py").write_text(source + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "marimo", "export", "html", "page.py", "-o", "page.html"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count(r"class=\"tt-notebook") == len(values)


POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
"""The content security policy of docs/howto/your-sphinx-project.md."""
VIOLATIONS = """window.violations = []; document.addEventListener('securitypolicyviolation', event =>
    violations.push([event.effectiveDirective, event.blockedURI, event.sample, event.lineNumber]));"""


@pytest.fixture(scope="module")
def strict_site(site: Path) -> Iterator[str]:
    """The address of a site that is served under a strict policy."""

    class Strict(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(site))

        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing of requests."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Strict) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_policy_of_the_test_is_the_one_in_the_docs() -> None:
    howto = Path(__file__).parent.parent / "docs" / "howto" / "your-sphinx-project.md"
    assert f"Content-Security-Policy: {POLICY}\n" in howto.read_text(encoding="utf-8")


def test_a_site_works_under_a_strict_policy(browser: Any, strict_site: str) -> None:
    page = browser.new_context(color_scheme="light", reduced_motion="reduce").new_page()
    page.add_init_script(VIOLATIONS)
    for name in (
        "index",
        "rules/fft-4",
        "questions/fft-4",
        "odds/fft-4",
        "comparison",
        "tarot-rules",
        "glossary",
        "search",
    ):
        page.goto(f"{strict_site}/{name}.html{'?q=undertrump' if name == 'search' else ''}")
        if name == "search":
            page.wait_for_selector("ul.search li")
        assert page.evaluate("violations") == [], name
    page.goto(f"{strict_site}/examples/going-over.html")
    page.get_by_role("button", name="Step forward").click()
    page.locator(".tt-live").first.click(position={"x": 4, "y": 14})
    assert "llowed" in page.inner_text("[data-step-words]")
    page.get_by_role("button", name="As a list").click()
    page.locator("tt-exercise button").first.click()
    assert page.evaluate("document.body.dataset.theme") == "auto"
    page.locator(".theme-toggle:visible").first.click()
    assert page.evaluate("document.body.dataset.theme") == "dark"
    page.reload()
    assert page.evaluate("document.body.dataset.theme") == "dark"
    assert page.evaluate("violations") == []


def test_a_page_in_one_file_lets_only_its_own_script_run(browser: Any, tmp_path: Path) -> None:
    whole = one_file(lesson(replay("going-over")), "Going over")
    for name, text in (
        ("page", whole),
        ("hostile", whole.replace("</main>", "<script>window.bad = 1</script></main>")),
    ):
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    page = opened(browser, tmp_path / "page.html")
    page.get_by_role("button", name="Step forward").click()
    assert page.inner_text(".tt-count").startswith("0/")
    hostile = opened(browser, tmp_path / "hostile.html")
    assert hostile.evaluate("window.bad") is None and hostile.locator("tt-lesson.tt-on").count() == 1


def test_styles_mean_without_blanks_what_their_sources_mean(browser: Any) -> None:
    """A blank before a colon makes a difference in a nested rule, and is lost there: ``& .a :is(b)``."""
    page, names = browser.new_page(), [source.name for source in STATIC.iterdir() if source.name.endswith(".css")]
    rules = "text => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return [...sheet.cssRules].map(rule => rule.cssText); }"
    for name in names:
        printed, shipped = (
            page.evaluate(rules, text) for text in (STATIC.joinpath(name).read_text(encoding="utf-8"), static(name))
        )
        unspaced = [
            [re.sub(r"(, |(?<=\(color:) )", lambda blank: blank[1].strip(), rule) for rule in each]
            for each in (printed, shipped)
        ]
        assert printed and unspaced[0] == unspaced[1], name
