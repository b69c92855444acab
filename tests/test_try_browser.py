"""The page “Try it” in headless Chromium, with the engine that runs in it, under the policy that the how-to names."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import HUNG, LIBRARY, barriers, opened

pytestmark = pytest.mark.browser

HOWTO = Path(__file__).parent.parent / "docs" / "howto" / "try-it.md"
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
VIOLATIONS = """window.violations = []; document.addEventListener('securitypolicyviolation', event =>
    violations.push([event.effectiveDirective, event.blockedURI, event.sample, event.lineNumber]));"""


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Path:
    """A site with the engine in it."""
    if not os.environ.get("PYODIDE"):
        pytest.skip("PYODIDE does not name a folder with the runtime; .ci/run makes it")
    return request.getfixturevalue("whole_site")  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address of the site, served under the policy."""

    class Strict(http.server.SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing of requests."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Strict, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def visit(browser: Any, address: str, **context: Any) -> tuple[Any, list[str]]:
    """A page, and the addresses that it asks for from now on."""
    page = browser.new_context(reduced_motion="reduce", **context).new_page()
    page.set_default_timeout(1000 * HUNG)
    page.add_init_script(VIOLATIONS)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    return page, asked


def flags(page: Any) -> dict[str, str]:
    """The answers at the cards of the hand."""
    page.locator(".tt-hand-laid button:not(:has(span))").first.wait_for(state="detached")
    shown = page.eval_on_selector_all(
        ".tt-hand-laid button", "all => all.map(b => [b.dataset.card, b.querySelector('span').textContent])"
    )
    return dict(shown)


def test_the_policy_of_the_test_is_the_one_in_the_docs() -> None:
    assert f"Content-Security-Policy: {POLICY}\n" in HOWTO.read_text(encoding="utf-8")


def test_a_hand_is_laid_and_judged_and_a_house_rule_changes_the_answer(browser: Any, address: str) -> None:
    page, asked = visit(browser, f"{address}/try.html", viewport={"width": 1280, "height": 900})
    page.wait_for_selector(".tt-hand-laid button")
    assert not [url for url in asked if "/engine/" in url or "worker" in url]
    page.get_by_role("button", name="What may be played?").click()
    assert flags(page) == {"T18": "yes", "T4": "no", "SR": "no", "S3": "no", "D2": "no"}
    page.locator(".tt-hand-laid [data-card=T4]").click()
    page.wait_for_selector(".tt-reply.tt-no")
    assert "above the 7 of trumps" in page.inner_text(".tt-reply")
    assert page.get_attribute(".tt-reply .tt-ruleref", "href") == "rules/fft-4.html#play-overtrump"
    page.get_by_role("button", name="Clear").click()
    page.locator(".tt-main .tt-pack [data-card=T1]").click()
    page.locator(".tt-main .tt-pack [data-card=H2]").click()
    page.get_by_role("button", name="Lay into the trick").click()
    page.locator(".tt-main .tt-pack [data-card=H10]").click()
    page.locator(".tt-told", has_text="2 of hearts").wait_for()
    assert flags(page) == {"T1": "no", "H2": "yes"}
    page.get_by_role("checkbox", name="Petit imprenable").check()
    page.wait_for_selector(".tt-hand-laid [data-card=T1].tt-may")
    assert flags(page) == {"T1": "yes", "H2": "yes"}
    assert page.evaluate("location.hash") == "#try=legal&game=fft-4.petit-imprenable&hand=T1.H2&trick=H10"
    link = page.url
    page.get_by_label("Ruleset").select_option(LIBRARY.load("fft-5").title)
    page.get_by_label("The card that is called").select_option("SR")
    page.locator(".tt-hand-laid .tt-may").first.wait_for()
    assert page.url.endswith("&called=SR") and "game=fft-5" in page.url
    page.get_by_label("Ruleset").select_option(LIBRARY.load("early-17c").title)
    page.locator(".tt-told", has_text="2 of hearts").wait_for()
    assert flags(page) == {"T1": "no", "H2": "yes"}
    assert page.evaluate("violations") == [] and all(url.startswith((address, "data:", "blob:")) for url in asked)
    again, _asked = visit(browser, link)
    assert again.get_by_role("checkbox", name="Petit imprenable").is_checked()
    assert again.eval_on_selector_all(".tt-laid button", "all => all.map(b => b.dataset.card)") == ["H10", "T1", "H2"]


def test_faults_are_told_and_questions_go_on(browser: Any, address: str) -> None:
    page, _asked = visit(browser, f"{address}/try.html#try=legal&game=fft-4.pousse.old-bids&hand=T1")
    page.get_by_role("button", name="What may be played?").click()
    page.wait_for_selector(".tt-fault")
    assert "pousse" in page.inner_text(".tt-fault")
    page.get_by_role("checkbox", name="Pousse above the prise").uncheck()
    assert flags(page) == {"T1": "yes"}
    page.get_by_role("button", name="Questions without end").click()
    page.get_by_label("Kind of question").select_option("winner")
    page.wait_for_selector("tt-exercise[data-kind=winner]")
    first = page.get_attribute("tt-exercise", "id")
    page.locator("tt-exercise input[data-grade=right]").first.check()
    page.get_by_role("button", name="Check").click()
    assert "That is right." in page.inner_text(".tt-verdict")
    page.get_by_role("button", name="Next question").click()
    page.locator(f"tt-exercise:not([id='{first}'])").wait_for()
    second = page.get_attribute(f"tt-exercise:not([id='{first}'])", "id")
    page.reload()
    page.get_by_role("button", name="Ask me a question").click()
    page.wait_for_selector("tt-exercise")
    assert page.get_attribute("tt-exercise", "id") == second
    assert page.evaluate("violations") == []


def test_a_task_is_played_to_its_end_and_stepped_through(browser: Any, address: str) -> None:
    page, asked = visit(
        browser, f"{address}/try.html#try=play&game=fft-4&seed=3&seat=S&trick=16&goal=points:41&hints=0&reasons=0"
    )
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".tt-task", has_text="41 card points").wait_for()
    assert not page.get_by_role("button", name="Hint").is_visible()
    hand = page.locator(".tt-played [aria-label='The hand to play'] button")
    assert hand.count() == 3
    for card in ("H8", "T12", "C7"):
        if card == "T12":
            page.locator(".tt-played [data-card=C7]").click()
            page.locator(".tt-told", has_text="Not allowed.").wait_for()
            assert "clubs" not in page.inner_text(".tt-told"), "no reasons are given"
        page.locator(f".tt-played [data-card={card}]").click()
        page.locator(f".tt-played .tt-laid button[data-card={card}]").wait_for(state="detached")
    page.locator(".tt-told", has_text="the task is not solved").wait_for()
    assert "−40" in page.inner_text(".tt-question .tt-scores")
    page.get_by_role("button", name="Step through this deal").click()
    page.locator("tt-lesson.tt-on").wait_for()
    page.get_by_label("give hints").check()
    assert "hints" not in page.evaluate("location.hash") and "reasons=0" in page.evaluate("location.hash")
    page.get_by_role("button", name="Hint").wait_for()
    assert page.evaluate("violations") == [] and all(url.startswith((address, "data:", "blob:")) for url in asked)


def test_a_result_is_scored_and_a_ruleset_is_written(browser: Any, address: str) -> None:
    page, _asked = visit(
        browser, f"{address}/try.html#try=score&game=fft-4.rounded-scores=5&result=contract:garde,points:56,honours:2"
    )
    assert page.locator(".tt-tick", has_text="Rounding to ten = 5").locator("input").is_checked()
    page.locator(".tt-answer-box").get_by_role("button", name="Score a deal").click()
    page.locator(".tt-question .tt-scores", has_text="Taker 240").wait_for()
    page.locator(".tt-form [name=handfuls]").select_option("single")
    page.locator(".tt-question .tt-scores", has_text="Taker 300").wait_for()
    page.locator(".tt-form [name=points]").fill("95")
    page.locator(".tt-form [name=points]").blur()
    page.locator(".tt-fault", has_text="95 card points are impossible").wait_for()
    page.get_by_role("button", name="Write rules").click()
    page.locator(".tt-told", has_text="Write, and check it").wait_for()
    text = page.get_by_label("The ruleset").input_value()
    page.get_by_label("The ruleset").fill(text.replace("extends: fft-4", "extends: fft-44"))
    page.get_by_role("button", name="Check it").click()
    page.locator(".tt-fault", has_text="there is no ruleset 'fft-44'").get_by_role("button", name="line").click()
    chosen = "e => e.value.slice(e.selectionStart, e.selectionEnd)"
    assert page.get_by_label("The ruleset").evaluate(chosen) == "extends: fft-44"
    page.get_by_label("The ruleset").fill(text)
    page.get_by_role("button", name="Check it").click()
    page.locator(".tt-told", has_text="Our house is sound.").wait_for()
    assert "the other way round" in page.inner_text(".tt-question")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    assert Path(saved.value.path()).read_text(encoding="utf-8") == text
    page.get_by_role("button", name="What may I play?").click()
    page.locator(".tt-hand-laid .tt-may").first.wait_for()
    assert (
        "our-house" in page.evaluate("location.hash")
        or page.get_by_label("Ruleset", exact=True).input_value() == "Our house"
    )
    assert page.evaluate("violations") == []


def test_the_page_fits_and_is_open_to_all(browser: Any, address: str) -> None:
    page, _asked = visit(browser, f"{address}/try.html", bypass_csp=True)
    shown = {
        "What may I play?": ".tt-hand-laid .tt-may-not",
        "Questions without end": "tt-exercise",
        "Play a deal": ".tt-played .tt-laid button",
        "Score a deal": ".tt-question .tt-sheet",
        "Write rules": ".tt-yaml",
    }
    page.get_by_role("button", name="What may be played?").click()
    for part, seen in shown.items():
        page.locator(".tt-tabs").get_by_role("button", name=part).click()
        page.locator(seen).first.wait_for()
        for width in (1280, 360, 320):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (part, width)
        assert not barriers(page), part


def test_a_frame_has_the_table_alone(browser: Any, address: str) -> None:
    page, _asked = visit(browser, f"{address}/try.html", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Put it in a page").click()
    code = page.get_by_role("textbox", name="Put it in a page").input_value()
    page.evaluate("code => { document.body.innerHTML = code }", code)
    frame = page.frame_locator("iframe")
    frame.locator(".tt-hand-laid button").first.wait_for()
    assert not frame.locator(".sidebar-drawer").is_visible()


def test_a_page_from_a_disk_says_what_to_do(browser: Any, site: Path) -> None:
    page = opened(browser, site / "try.html")
    assert "python -m http.server" in page.inner_text("tt-try > .tt-warning")
    assert "North may not play" in page.inner_text("tt-try") or "may not play the 4 of trumps" in page.inner_text(
        "tt-try"
    )
    assert not page.locator(".tt-main").count()


def test_the_page_reads_without_javascript(browser: Any, site: Path) -> None:
    page = opened(browser, site / "try.html", java_script_enabled=False)
    assert "may not play the 4 of trumps" in page.inner_text("tt-try")
    assert "allow this page its scripts" in page.inner_text("tt-try")
