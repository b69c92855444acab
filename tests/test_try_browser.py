"""The page “Try it” in headless Chromium, with the engine that runs in it, under the policy that the how-to names."""

from __future__ import annotations

import functools
import http.server
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.catalogues import language
from tarot_teach.engine.notation import action_text
from tarot_teach.loading import Library
from tarot_teach.topics.check.check_file import check_file
from tarot_teach.topics.review.review import machine_deal
from tarot_teach.try_it.answers import Answers
from tarot_teach.try_it.engine_files import share_engine
from tests.conftest import in_ci
from tests.firefox import Firefox
from tests.helpers import HUNG, LIBRARY, ask, barriers, build, cards_at_table, opened, some_whole
from tests.short_deal import short_deal
from tests.test_try_it import built

pytestmark = pytest.mark.browser

SHORT = short_deal()
UNSET = "PYODIDE does not name a folder with the runtime; .ci/run makes it"
HOWTO = Path(__file__).parent.parent / "docs" / "howto" / "try-it.md"
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
VIOLATIONS = """window.violations = []; document.addEventListener('securitypolicyviolation', event =>
    violations.push([event.effectiveDirective, event.blockedURI, event.sample, event.lineNumber]));"""


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Path:
    """A site with the engine in it."""
    if not os.environ.get("PYODIDE"):
        pytest.skip(UNSET)
    return request.getfixturevalue("whole_site")  # type: ignore[no-any-return]


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a folder, served under the policy."""

    class Strict(http.server.SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing of requests."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Strict, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address of the site."""
    with serving(site) as address:
        yield address


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


def test_the_engine_that_several_languages_share_runs_in_each(browser: Any, tmp_path: Path) -> None:
    if not os.environ.get("PYODIDE"):
        pytest.skip(UNSET)
    said = {
        "en": "The player holds no hearts.",
        "fr": "Le joueur n’a pas de cœur.",
    }
    asks = {"en": "What may be played?", "fr": "Que peut-on jouer"}
    for name in said:
        with language(name):
            out, _warnings = built(tmp_path / f"{name}-source", language=name, tarot_runtime=os.environ["PYODIDE"])
        out.rename(tmp_path / name)
        share_engine(tmp_path / name / "_static/tarot_teach/engine", tmp_path / "engine")
    with serving(tmp_path) as address:
        for name, words in said.items():
            page, asked = visit(browser, f"{address}/{name}/index.html")
            page.wait_for_selector(".tt-hand-laid button")
            page.get_by_role("button", name=asks[name]).click()
            flags(page)
            page.locator(".tt-hand-laid [data-card=T4]").click()
            page.wait_for_selector(".tt-reply.tt-no")
            assert words in page.inner_text(".tt-reply")
            assert len([url for url in asked if url.startswith(f"{address}/engine/")]) == 7
            page.context.close()


def test_the_policy_of_the_test_is_the_one_in_the_docs() -> None:
    assert f"Content-Security-Policy: {POLICY}\n" in HOWTO.read_text(encoding="utf-8")


def test_a_hand_is_laid_and_judged_and_a_house_rule_changes_the_answer(
    browser: Any, address: str, tmp_path: Path
) -> None:
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
    with page.expect_download() as saved:
        page.get_by_role("button", name="Write it as an example").click()
    laid = tmp_path / saved.value.suggested_filename
    saved.value.save_as(laid)
    assert check_file(laid, Library([laid])) == "example" and "cards: [S H10, E H2]" in laid.read_text(encoding="utf-8")
    assert page.locator("textarea.tt-yaml").input_value() == laid.read_text(encoding="utf-8")
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


def touch(page: Any, card: str) -> None:
    """Touch a card at the table, where it may lie under others of the hand."""
    page.locator(f"tt-deal .tt-card.tt-live[data-card={card}]").wait_for(state="attached")
    page.evaluate(f"document.querySelector('tt-deal .tt-card[data-card={card}]').click()")


def gone(page: Any, card: str) -> None:
    """Wait until a card has left the hand of South."""
    page.locator(f"tt-deal .tt-card[data-card={card}][data-at=S]").wait_for(state="detached")


def test_a_task_is_played_to_its_end_and_stepped_through(browser: Any, address: str) -> None:
    page, asked = visit(browser, f"{address}/try.html#{SHORT.address}&goal=points:91&hints=0&reasons=0")
    page.get_by_role("button", name="Deal the cards").click()
    page.locator("tt-deal .tt-say", has_text="91 card points").wait_for()
    assert not page.get_by_role("button", name="Hint").is_visible()
    assert page.locator("tt-deal .tt-card[data-at=S]").count() == 3
    for card in SHORT.cards:
        if card == SHORT.cards[1]:
            touch(page, SHORT.cards[2])
            page.locator("tt-deal .tt-reply", has_text="Not allowed").wait_for()
            assert "holds" not in page.inner_text("tt-deal .tt-reply"), "no reasons are given"
            assert page.inner_text("tt-deal .tt-flag") == "Not allowed"
        touch(page, card)
        gone(page, card)
    page.locator(".tt-told", has_text="the task is not solved").wait_for()
    assert SHORT.score in page.inner_text("tt-lesson .tt-paper .tt-scores")
    page.get_by_label("give hints").check()
    assert "hints" not in page.evaluate("location.hash") and "reasons=0" in page.evaluate("location.hash")
    page.get_by_role("button", name="Hint").wait_for()
    assert page.evaluate("violations") == [] and all(url.startswith((address, "data:", "blob:")) for url in asked)


def test_a_deal_is_kept_over_a_reload_and_each_step_of_it_has_an_address(browser: Any, address: str) -> None:
    page, _asked = visit(browser, f"{address}/play.html#{SHORT.address}")
    page.get_by_role("button", name="Deal the cards").click()
    first, second, last = SHORT.cards
    for card, left in ((first, 2), (second, 1)):
        touch(page, card)
        gone(page, card)
        page.locator("tt-deal .tt-live-now").wait_for()
        lies = page.eval_on_selector_all(
            "tt-deal .tt-card[data-at=table]", "cards => cards.map(card => card.dataset.card)"
        )
        page.reload()
        page.get_by_role("button", name="Go on with the deal").click()
        page.locator(f"tt-deal .tt-card.tt-live[data-card={last}]").wait_for(state="attached")
        assert page.locator("tt-deal .tt-card[data-at=S]").count() == left
        assert lies == page.eval_on_selector_all(
            "tt-deal .tt-card[data-at=table]", "cards => cards.map(card => card.dataset.card)"
        )
    assert page.evaluate("location.hash").endswith(f"&done={first}.{second}")
    page.get_by_role("button", name="Take back").click()
    touch(page, second)
    gone(page, second)
    touch(page, last)
    page.locator("tt-lesson.tt-on").wait_for()
    page.locator("tt-lesson [data-go=back]").click()
    end = page.evaluate("location.hash")
    assert f"&done={first}.{second}.{last}&step=" in end and "&step=0" not in end
    words = page.inner_text("tt-lesson .tt-say")
    page.reload()
    page.get_by_role("button", name="Go on with the deal").click()
    page.locator("tt-lesson.tt-on").wait_for()
    assert page.inner_text("tt-lesson .tt-say") == words and page.evaluate("location.hash") == end
    page.goto(f"{address}/play.html#{SHORT.address}&done={first}.{last}.{second}")
    page.locator(".tt-fault", has_text="cannot go on with").wait_for()
    page.locator(f"tt-deal .tt-card.tt-live[data-card={last}]").wait_for(state="attached")
    assert page.locator("tt-deal .tt-card[data-at=S]").count() == 2
    page.goto(f"{address}/play.html#try=play&game=backgammon&seed=3")
    page.locator(".tt-main .tt-warning", has_text="The link is to backgammon").wait_for()
    assert page.evaluate("violations") == []


HOLD = """() => {
  const { postMessage } = Worker.prototype, held = window.held = [];
  Worker.prototype.postMessage = function (...given) { held.push([this, given]); };
  window.letGo = () => { Worker.prototype.postMessage = postMessage; for (const [worker, given] of held.splice(0)) worker.postMessage(...given); };
}"""
"""Keeps what a page asks its worker, until `letGo` sends it."""


@pytest.mark.parametrize(
    ("deal", "first", "later"),
    [(SHORT.address, *SHORT.cards[:2]), ("try=play&game=casita-robada&seed=3", "SN", "B7")],
)
def test_a_touch_before_the_answer_counts_for_nothing_and_the_words_say_so(
    browser: Any, address: str, deal: str, first: str, later: str
) -> None:
    page, _asked = visit(browser, f"{address}/play.html#{deal}")
    page.get_by_role("button", name="Deal the cards").click()
    page.locator("tt-deal .tt-stage:not([aria-busy=true]) .tt-live").first.wait_for(state="attached")
    page.evaluate(HOLD)
    touch(page, first)
    page.locator("tt-deal .tt-stage[aria-busy=true]").wait_for()
    assert not page.locator("tt-deal .tt-moment").count()
    touch(page, later)
    page.locator("tt-deal .tt-moment", has_text="One moment").wait_for()
    page.get_by_role("button", name="Hint").click()
    assert page.locator("tt-deal .tt-moment").count() == page.evaluate("held.length") == 1
    page.evaluate("letGo()")
    gone(page, first)
    page.locator("tt-deal .tt-stage[aria-busy=false]").wait_for()
    assert not page.locator("tt-deal .tt-moment").count()
    assert page.evaluate("location.hash").endswith(f"&done={first}")
    touch(page, later)
    gone(page, later)


def test_a_deal_kept_with_other_cards_or_without_a_mark_is_named(browser: Any, address: str) -> None:
    page, _asked = visit(browser, f"{address}/play.html#try=play&game=casita-robada&seed=3&done=SN.B7")
    page.get_by_role("button", name="Go on with the deal").click()
    page.locator("tt-deal .tt-say", has_text="could not be compared").wait_for()
    mark = re.search("&digest=[0-9a-f]{8}&", page.evaluate("location.hash"))
    assert mark
    page.evaluate("location.hash = location.hash.replace(/digest=\\w+/, 'digest=01234567')")
    page.locator("tt-deal .tt-fault", has_text="kept with other rules, cards or players").wait_for()
    assert mark[0] in page.evaluate("location.hash") and "01234567" in page.evaluate(
        "localStorage[`tarot-teach-deal ${location.pathname}`]"
    )
    touch(page, "D2")
    gone(page, "D2")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Keep this deal").click()
    assert "S SN" in Path(saved.value.path()).read_text(encoding="utf-8")
    page.get_by_label("How the others play").select_option("strong:2")
    page.locator("tt-deal .tt-card.tt-live[data-card=SN]").wait_for(state="attached")
    touch(page, "SN")
    gone(page, "SN")
    link = page.evaluate("location.hash")
    assert "&players=strong%3A2&digest=" in link
    page.reload()
    assert page.get_by_label("How the others play").input_value() == "strong:2"
    page.get_by_role("button", name="Go on with the deal").click()
    page.locator("tt-deal .tt-card.tt-live[data-card=D2]").wait_for(state="attached")
    assert page.evaluate("location.hash") == link and not page.locator(".tt-fault").count()


def test_another_allowed_card_of_a_lesson_leads_to_the_play_page(browser: Any, address: str) -> None:
    page, asked = visit(browser, f"{address}/examples/course-whole-deal.html")
    page.get_by_label("Show").select_option("plays S")
    page.evaluate("document.querySelector('tt-lesson').go(33)")
    assert "on another page" in page.inner_text("[data-step-words]")
    lesson = page.url
    assert not [url for url in asked if "/engine/" in url]
    page.evaluate("document.querySelector('tt-lesson').touch('EX')")
    page.wait_for_url("**/play.html#*")
    page.locator("tt-deal .tt-say", has_text="goes on from here with the machine").wait_for()
    assert page.locator("tt-deal .tt-card[data-card=EX][data-at=S]").count() == 0
    link = page.evaluate("location.hash")
    assert link.endswith("&done=EX") and "&example=course-whole-deal&" in link and "go=" not in link
    page.reload()
    page.get_by_role("button", name="Go on with the deal").click()
    page.locator("tt-deal .tt-say", has_text="goes on from here with the machine").wait_for()
    assert page.evaluate("location.hash") == link and page.evaluate("violations") == []
    page.get_by_role("link", name="Back to the lesson").click()
    page.wait_for_url(lesson)
    assert page.get_by_label("Show").input_value() == "plays S" and "Your turn" in page.inner_text("[data-step-words]")


DEAL = 27
"""The seed of a deal of simple players in which several cards of South are dear, and one of them has a theme."""


@pytest.fixture(scope="module")
def looked_back() -> tuple[str, list[dict[str, Any]]]:
    """The address of a deal that simple players have played at all seats, and the cards of South that are looked back on and are not best, by the
    engine: the dearest first."""
    ruleset, answers = LIBRARY.load("fft-4"), Answers()
    moves = machine_deal(ruleset, advice_for(LIBRARY, ruleset), DEAL).deal.moves
    done = [action_text(move.action, move.before.phase) for move in moves if move.action.seat == 0]
    assert ask(answers, ask="play", game=ruleset.id, seed=DEAL, seat="S", done=done)["over"]
    cards = ask(answers, ask="review", game=ruleset.id)["cards"]
    asked = [card["move"] for card in cards if card["unasked"]]
    costs = [ask(answers, ask="review_card", game=ruleset.id, move=move) for move in asked]
    dear = sorted((cost for cost in costs if cost.get("instead")), key=lambda cost: -cost["cost"])
    return f"#try=play&game={ruleset.id}&seed={DEAL}&seat=S&done={quote('.'.join(done))}", dear


def test_a_deal_that_is_over_is_looked_back_on(
    browser: Any, address: str, looked_back: tuple[str, list[dict[str, Any]]]
) -> None:
    deal, dear = looked_back
    page, asked = visit(browser, f"{address}/play.html{deal}")
    page.get_by_role("button", name="Go on with the deal").click()
    page.get_by_role("button", name="What did each card cost?").click()
    page.locator(".tt-review-rest", has_text="nothing was better").wait_for()
    moves = page.locator("tt-review .tt-moves > button")
    assert moves.count() == len(dear) >= 2
    for row, cost in zip(moves.all_inner_texts(), dear, strict=True):
        assert f"Trick {cost['trick']}" in row and "there was better" in row and cost["text"] in row
    assert page.evaluate("violations") == []
    assert not barriers(page)
    assert page.locator("tt-review details[open] .tt-lines ol").count() == 2
    themed = next(number for number, cost in enumerate(dear) if cost["theme"])
    moves.nth(themed).click()
    way = page.get_by_role("link", name=f"Practise this theme: {dear[themed]['theme']['name']}")
    assert way.get_attribute("href") == f"tactics/fft-4.html#theme-{dear[themed]['theme']['id']}"
    moves.nth(1).click()
    assert page.locator("tt-review .tt-look h3").inner_text() == dear[1]["name"]
    lines = page.locator("tt-review .tt-lines ol")
    assert lines.first.locator("li").count() == len(dear[1]["lines"][0]["tricks"])
    page.locator("tt-review .tt-marks button").last.click()
    assert page.locator("tt-review .tt-look h3").inner_text() == max(dear, key=lambda cost: cost["move"])["name"]
    page.get_by_role("button", name="Bids and discards").click()
    page.locator("tt-review .tt-before", has_text="The strong player would have done this").first.wait_for()
    assert "mistake" not in page.inner_text("tt-review").lower()
    kept = page.get_by_role("button", name="Practise these:")
    kept.wait_for()
    number = int(kept.inner_text().rpartition(" ")[2])
    kept.click()
    page.locator(".tt-review-rest", has_text=f"Kept as questions: {number}.").wait_for()
    assert page.evaluate("violations") == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    moves.first.click()
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".tt-table-trick, tt-deal").first.wait_for()
    assert page.evaluate("document.querySelector('tt-try').done.length") == dear[0]["decisions"]
    page.goto(f"{address}/known.html")
    shown = page.locator(".tt-known-games tbody th").all_inner_texts()
    latest = sorted(dear, key=lambda cost: -cost["move"])
    assert shown[: len(dear)] == [f"Trick {cost['trick']}: {cost['name']}" for cost in latest]
    assert len(shown) == number and all(row.startswith("Before the play: ") for row in shown[len(dear) :])
    cards_at_table(page, "right").first.click()
    page.locator(".tt-known-games", has_text="once right").wait_for()
    assert page.evaluate("violations") == []
    assert all(url.startswith((address, "data:", "blob:")) for url in asked)


DECIDE = """async () => {
  const asker = document.querySelector("tt-try"), deal = document.querySelector("tt-deal"), { pick, least, said, others } = deal.answer;
  const { card } = await asker.ask({ ask: "hint" }), click = what => deal.querySelector(what).click();
  const mine = [...deal.querySelectorAll(".tt-card.tt-live")].map(button => button.dataset.card).sort();
  if (card) click(`.tt-card[data-card=${card}]`);
  else if (pick > 1 || least === 0) { for (const one of mine.filter(one => !/^T|R$|EX/.test(one)).slice(0, pick)) click(`.tt-card[data-card=${one}]`); click("[data-go=away]"); }
  else if (said.length) click(`[data-go=say][value="${said.at(said[0][0] === "pass" ? 1 : 0)[0]}"]`);
  else click(others.length ? `[data-go=say][value=${others[0]}]` : `.tt-card[data-card=${mine.find(one => !/^T|R$/.test(one))}]`);
}"""
"""Bids the lowest contract, lays away small cards, announces nothing, and plays what the machine would play."""


PLAYED = ("fft-4", "early-17c", "hombre-1674", "slovenian-pagat")
"""The games of which a whole deal is played."""


def begin_whole_deal(page: Any, game: str) -> None:
    """Deal the cards of a game, the first of a page whose engine is not there yet."""
    page.evaluate("hash => { location.hash = hash; }", f"#try=play&game={game}&seed=12&seat=S")
    page.locator("tt-deal.tt-on, tt-try button:has-text('Deal the cards')").first.wait_for()
    if page.locator("tt-deal.tt-on").count() == 0:
        page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("tt-deal.tt-on")


def play_to_the_review(page: Any) -> None:
    """Play a deal to its sheet, and have it looked back on."""
    for done in range(40):
        page.locator(f"tt-deal[data-done='{done}'], tt-lesson").first.wait_for(state="attached")
        if page.locator("tt-lesson").count():
            break
        page.evaluate(DECIDE)
    assert page.locator("tt-lesson .tt-paper .tt-scores").count() == 1
    page.get_by_role("button", name="What did each card cost?").click()
    page.locator(".tt-review-rest", has_text="nothing was better").wait_for()


def test_whole_deals_are_played_by_touch_to_their_sheets_and_looked_back_on(browser: Any, address: str) -> None:
    page, asked = visit(browser, f"{address}/play.html", viewport={"width": 390, "height": 780})
    for game in PLAYED:
        begin_whole_deal(page, game)
        if game == "fft-4":
            page.locator("tt-deal .tt-pays", has_text="75 if just made").wait_for()
        play_to_the_review(page)
    assert page.evaluate("violations") == [] and all(url.startswith((address, "data:", "blob:")) for url in asked)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of one file, with the engine and all games in it."""
    if not os.environ.get("PYODIDE"):
        pytest.skip(UNSET)
    page = tmp_path_factory.mktemp("one") / "played.html"
    assert build("fft-4", "--runtime", os.environ["PYODIDE"], "--one-file", str(page)) == 0
    return page


def from_disk(browser: Any, file: Path, place: str = "") -> tuple[Any, list[str]]:
    """A page of one file, opened from the disk without a network, and the addresses that it asks for."""
    page, asked = visit(browser, f"file://{file}{place}", offline=True)
    return page, asked


def held(page: Any, asked: list[str]) -> bool:
    """True if a page has asked for nothing but itself and what it made."""
    return [url for url in asked if not url.startswith("blob:")] == [page.evaluate("location.href.split('#')[0]")]


def test_one_file_is_played_at_from_a_disk_without_any_request(browser: Any, file: Path) -> None:
    page, asked = from_disk(browser, file, f"#{SHORT.address}")
    page.get_by_role("button", name="Deal the cards").click()
    for card in SHORT.cards:
        touch(page, card)
        gone(page, card)
    assert SHORT.score in page.inner_text("tt-lesson .tt-paper .tt-scores")
    assert page.evaluate("location.hash").endswith(
        f"&done={'.'.join(SHORT.cards)}&step=" + page.evaluate("`${document.querySelector('tt-lesson').at}`")
    )
    assert held(page, asked) and page.evaluate("violations") == []


@pytest.mark.parametrize("game", some_whole(PLAYED, 4))
def test_a_whole_deal_of_each_game_is_played_from_one_file(browser: Any, file: Path, game: str) -> None:
    page, asked = from_disk(browser, file)
    begin_whole_deal(page, game)
    play_to_the_review(page)
    assert held(page, asked) and page.evaluate("violations") == []


def test_game_place_and_number_are_chosen_before_the_engine_is_asked(browser: Any, address: str) -> None:
    page, asked = visit(browser, f"{address}/play.html", viewport={"width": 390, "height": 780})
    places = page.locator(".tt-mat button")
    assert places.all_inner_texts() == ["You: South", "East", "North", "West"]
    places.nth(1).click()
    page.get_by_label("Deal number").fill("12")
    page.get_by_label("Deal number").blur()
    assert places.nth(1).get_attribute("aria-pressed") == "true" and places.nth(1).inner_text() == "You: East"
    assert page.evaluate("location.hash") == "#try=play&game=fft-4&seed=12&seat=E"
    page.get_by_label("Ruleset").select_option(LIBRARY.load("hombre-1674").title)
    assert len(places.all_inner_texts()) == 3 and not [url for url in asked if "/engine/" in url]
    box = page.get_by_role("button", name="Deal the cards").bounding_box()
    assert box and box["y"] + box["height"] <= 780
    page.get_by_role("button", name="Deal the cards").click()
    page.locator("tt-deal.tt-on").wait_for()
    assert page.evaluate("document.querySelector('tt-deal').you + document.querySelector('tt-try').seed") == "E12"
    assert page.get_by_label("Deal number").input_value() == "12" and page.locator(".tt-mat").count() == 0


KEPT = "localStorage[`tarot-teach-deal ${location.pathname}`]"


def test_a_deal_is_kept_in_the_browser_and_what_stands_in_the_way_is_said(browser: Any, address: str) -> None:
    first, second, _last = SHORT.cards
    page, _asked = visit(browser, f"{address}/play.html#try=play&game=fft-4&seed=3.5&at=%E0%A4%A&seat=Q&goal=gold")
    assert "cannot be read, and is left out: %E0%A4%A, goal=gold, seed=3.5" in page.inner_text(".tt-main .tt-warning")
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".tt-fault", has_text="nobody sits at 'Q'").wait_for()
    page.get_by_role("button", name="Another deal").click()
    page.locator("tt-deal .tt-live-now").wait_for()
    assert page.evaluate(KEPT) is None
    page.evaluate(f"{KEPT} = '{{\"version\": 99}}'")
    page.evaluate("hash => { location.hash = hash; }", f"#{SHORT.address}")
    page.locator(f"tt-deal .tt-card.tt-live[data-card={first}]").wait_for(state="attached")
    touch(page, first)
    gone(page, first)
    assert page.evaluate(KEPT) == '{"version": 99}', "what another version has written is left alone"
    page.goto(f"{address}/play.html")
    assert "another version of this page" in page.inner_text(".tt-told")
    page.get_by_role("button", name="Erase it").click()
    assert page.evaluate(KEPT) is None and "another version" not in page.inner_text(".tt-told")
    page.evaluate("hash => { location.hash = hash; }", f"#{SHORT.address}&done={first}&go=1")
    page.locator(f"tt-deal .tt-card.tt-live[data-card={second}]").wait_for(state="attached")
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    touch(page, second)
    gone(page, second)
    page.locator(".tt-main [role=status]", has_text="no room to keep the deal").wait_for()
    assert page.evaluate("location.hash").endswith(f"&done={first}.{second}") and f"done={first}" in page.evaluate(KEPT)
    page.goto(f"{address}/play.html")
    page.get_by_role("button", name="Go on with the deal").click()
    page.locator(f"tt-deal .tt-card.tt-live[data-card={second}]").wait_for(state="attached")
    assert page.locator("tt-deal .tt-card[data-at=S]").count() == 2
    assert page.evaluate("location.hash").endswith(f"&done={first}") and page.evaluate("violations") == []


@pytest.mark.parametrize("fault", ["unreachable", "damaged"])
def test_a_runtime_that_fails_to_load_is_reported_and_loads_after_a_reload(
    browser: Any, address: str, fault: str
) -> None:
    page, _asked = visit(browser, f"{address}/play.html")
    wasm = "**/pyodide.asm.wasm"
    if fault == "unreachable":
        page.context.route(wasm, lambda route: route.abort())
    else:
        page.context.route(wasm, lambda route: route.fulfill(body="cut off", content_type="application/wasm"))
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".tt-fault", has_text="load the page again").wait_for()
    page.context.unroute(wasm)
    page.reload()
    page.get_by_role("button", name="Deal the cards").click()
    page.locator("tt-deal .tt-live-now").wait_for()


@pytest.mark.parametrize("place", ["site", "file"])
def test_firefox_plays_too(place: str, address: str, file: Path, tmp_path: Path) -> None:
    program = shutil.which("firefox-esr")
    if program is None and not in_ci():
        pytest.skip("no firefox-esr here; .ci/run installs it")
    assert program is not None
    begin = f"{address}/play.html" if place == "site" else f"file://{file}"
    click = "document.querySelector(`tt-deal .tt-card.tt-live[data-card=${arguments[0]}]`)"
    with Firefox(program, tmp_path) as firefox:
        firefox.go(f"{begin}#{SHORT.address}")
        firefox.run("document.querySelector('.tt-told button').click()")
        for card in SHORT.cards:
            firefox.wait_for(f"return !!{click}", card)
            firefox.run(f"{click}.click()", card)
            firefox.wait_for("return !document.querySelector(`tt-deal [data-at=S][data-card=${arguments[0]}]`)", card)
        firefox.wait_for("return !!document.querySelector('tt-lesson .tt-scores')")
        assert SHORT.score in firefox.run("return document.querySelector('tt-lesson .tt-scores').innerText")
        assert f"&done={'.'.join(SHORT.cards)}" in firefox.run("return location.hash")


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
        "Play a deal": "tt-deal .tt-card.tt-live, tt-deal .tt-acts button",
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


def test_each_game_has_the_cards_of_its_pack(browser: Any, address: str) -> None:
    page, _asked = visit(browser, f"{address}/try.html#try=legal&game=tresillo&hand=S4.C5&trick=C7.C4")
    page.wait_for_selector(".tt-hand-laid button")
    shown = ".tt-main .tt-pack [data-card]"
    codes = {card.code for card in LIBRARY.load("tresillo").deck.cards}
    assert {*page.eval_on_selector_all(shown, "all => all.map(b => b.dataset.card)")} == codes
    page.get_by_role("button", name="What may be played?").click()
    assert flags(page).keys() == {"S4", "C5"}
    page.locator(".tt-main .tt-pack [data-card=D2]").click()
    assert flags(page).keys() == {"S4", "C5", "D2"}
    page.get_by_label("Ruleset").select_option(LIBRARY.load("fft-4").title)
    codes = {card.code for card in LIBRARY.load("fft-4").deck.cards}
    assert {*page.eval_on_selector_all(shown, "all => all.map(b => b.dataset.card)")} == codes
    page.locator(".tt-main .tt-pack [data-card=T21]").click()
    assert "T21" in flags(page) and not page.locator(".tt-warning").count()
    drawn = "all => all.every(b => document.querySelector(b.querySelector('use').getAttribute('href')))"
    assert page.eval_on_selector_all(shown, drawn)
