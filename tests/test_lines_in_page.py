"""Deals and positions on one line in the page: pasted, stepped through, judged, played on, and copied."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.engine import Deal
from tarot_teach.records.lines.deals import deal_line
from tarot_teach.records.lines.written import position_line
from tarot_teach.table import Play
from tarot_teach.try_it.answers import Answers
from tests.helpers import CLICKED, LIBRARY, ask, barriers, build, settle

GAMES = ("hombre-1674", "scarto", "slovenian-pagat", "fft-4")
FIELD = "A deal or a position on one line"
COPIES = """window.copied = []; window.refuses = false;
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { if (refuses) throw 'no'; copied.push(text); } } });"""


@pytest.fixture
def answers() -> Answers:
    return Answers()


def deal_of(name: str) -> Deal:
    """A random deal that comes to its tricks, played out."""
    for seed in range(50):
        rng, deal = random.Random(seed), tt.deal(LIBRARY.load(name), seed=seed)
        while not deal.over:
            deal = deal.push(deal.legal.random(rng))
        if len(deal.state.tricks) > 4:
            return deal
    raise AssertionError(name)


def before_play(deal: Deal, number: int) -> Deal:
    """The deal before one of its cards is played."""
    plays = [i for i, move in enumerate(deal.moves) if isinstance(move.action, Play)]
    return deal.undo(len(deal.moves) - plays[number])


@pytest.mark.parametrize("name", GAMES)
def test_a_pasted_line_is_a_lesson_with_what_is_legal_at_its_end(answers: Answers, name: str) -> None:
    """The game is that of the line, whatever is chosen on the page; it is played on from each of its moves by the seat that is to move."""
    whole = deal_of(name)
    cut = before_play(whole, 5)
    for deal, line in (
        (whole, deal_line(whole, LIBRARY)),
        (cut, deal_line(cut, LIBRARY)),
        (cut, position_line(cut, LIBRARY)),
    ):
        shown = ask(answers, ask="line", game="fft-5", text=line)
        assert shown["game"] == name and shown["title"] == LIBRARY.load(name).title and shown["playable"]
        assert "<tt-lesson" in shown["html"] and bool(shown["legal"]) == (not deal.over)
        if deal.over:
            assert shown["turns"][-1] == "" and len(shown["turns"]) == len(whole.moves) + 1
            continue
        assert shown["turns"][-1] == deal.state.seats[deal.state.turn or 0]
        assert shown["legal"] == answers.html(name, tt.position(line).blocks())
        at = len(shown["turns"]) - 1
        goes = ask(answers, ask="play", game=name, seed=1, example=line, at=at, seat=shown["turns"][at])
        assert goes["hand"] and {*goes["hand"]} == {card.code for card in deal.hand(deal.state.turn or 0)}
        assert not goes["done"] and not goes["over"]


def test_a_line_with_a_house_rule_names_it(answers: Answers) -> None:
    line = deal_line(tt.deal("fft-4+misere", seed=2), LIBRARY)
    assert ask(answers, ask="line", game="fft-4", text=line)["game"] == "fft-4+misere"


def test_a_position_of_which_hands_are_not_known_is_judged_and_not_played(answers: Answers) -> None:
    cut = before_play(deal_of("scarto"), 7)
    shown = ask(answers, ask="line", game="scarto", text=position_line(cut, LIBRARY, cut.state.turn))
    assert shown["legal"] and not shown["playable"]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", "line.kind", "this is not the line of a deal or a position"),
        ("going-over", "line.kind", "this is not the line of a deal or a position"),
        ("d1 fft-44 W x x x", "library.unknown", "there is no ruleset 'fft-44'"),
        ("d2 fft-4 W x x x", "line.version", "lines of the version d2 are not known here"),
        ("{cut}", "line.form", "a line of this kind has 6 parts, and this one has 4"),
        ("{twice}", "line.twice", "stands twice in the line"),
        ("{refused}", "line.move", "the move"),
    ],
)
def test_what_is_wrong_in_a_line_is_said_with_its_place(answers: Answers, text: str, code: str, said: str) -> None:
    deal = deal_of("hombre-1674")
    line = deal_line(deal, LIBRARY)
    game, hand = line.split()[1], line.split()[3].partition("/")[0]
    lines = {
        "cut": " ".join(line.split()[:4]),
        "twice": line.replace(f"{hand}/", f"{hand}/".replace(hand[:2], hand[:2] + "." + hand[1], 1), 1),
        "refused": " ".join([*line.split()[:5], "no_such_bid,pass"]),
    }
    (fault,) = ask(answers, ask="line", game=game, text=text.format(**lines))["faults"]
    assert fault["code"] == code and said in fault["message"] and fault["hint"]
    assert fault["column"] or code == "line.kind"


@pytest.mark.parametrize("name", GAMES)
def test_the_deal_that_is_played_is_copied_as_its_player_knows_it(answers: Answers, name: str) -> None:
    """Before the end no card that the player does not see stands in the line; after it the line has the whole deal, with the same moves."""
    whole = deal_line(deal_of(name), LIBRARY)
    start = before_play(tt.from_line(whole), 0)
    at = len(start.moves)
    deal = ask(answers, ask="play", game=name, seed=1, example=whole, at=at)
    seen = 0
    while not deal["over"]:
        if deal["phase"] == "play" and deal["hand"] and not deal["said"]:
            line = ask(answers, ask="line_of_deal", game=name)["line"]
            game = answers.played.game
            state, seat = game.state, game.seat
            shown = tt.from_line(line).state
            known = state.view(seat)
            for other in range(state.players):
                assert shown.hands[other] & ~known.hands[other] == 0 and (
                    other == seat or not shown.hands[other] & state.hands[other] & ~known.hands[other]
                )
            assert [*tt.position(line).legal] == [*game.choices]
            seen += 1
        hint = ask(answers, ask="hint", game=name)
        deal = ask(answers, ask="do", game=name, text=hint["card"] or deal["said"][0][0])
    assert seen > 2
    line = ask(answers, ask="line_of_deal", game=name)["line"]
    assert line.startswith("d1 ") and tt.from_line(line).to_dict() == answers.played.game.deal.to_dict()


def test_what_no_line_holds_of_a_deal_is_said(answers: Answers) -> None:
    (fault,) = ask(answers, ask="line_of_deal", game="fft-4")["faults"]
    assert fault["code"] == "try.deal"
    ask(answers, ask="play", game="fft-4", seed=3)
    (fault,) = ask(answers, ask="line_of_deal", game="fft-4")["faults"]
    assert fault["code"] == "line.untold" and "no card is to be played yet" in fault["message"]


# ------------------------------------------------------------ in the browser


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of one file with four games of three kinds."""
    if not os.environ.get("PYODIDE"):
        pytest.skip("PYODIDE does not name a folder with the runtime; .ci/run makes it")
    out = tmp_path_factory.mktemp("lines") / "play.html"
    build(*GAMES, "--one-file", str(out), "--runtime", os.environ["PYODIDE"])
    return out


def visit(browser: Any, address: str, **context: Any) -> Any:
    page = browser.new_context(reduced_motion="reduce", **context).new_page()
    page.set_default_timeout(1000 * CLICKED)
    page.add_init_script(COPIES)
    page.goto(address)
    return page


def paste(page: Any, text: str) -> None:
    page.get_by_label(FIELD).first.fill(text)
    page.get_by_role("button", name="Show it").click()


def play_out(page: Any) -> None:
    """Touch cards, or give answers, until the deal is over."""
    while not page.locator(".tt-told", has_text="The deal is over.").count():
        page.locator("tt-deal.tt-on, .tt-table > tt-lesson.tt-on").first.wait_for()
        page.evaluate(
            "() => { const deal = document.querySelector('tt-deal'), held = deal?.answer.hand ?? [];"
            "[...deal?.querySelectorAll('.tt-acts [data-go=say], .tt-card.tt-live') ?? []]"
            ".find(one => !one.dataset.card || held.includes(one.dataset.card))?.click(); }"
        )
        settle(page)


@pytest.mark.browser
@pytest.mark.parametrize("name", GAMES[:3])
def test_a_position_is_pasted_played_on_and_copied(browser: Any, one_file: Path, name: str) -> None:
    cut = before_play(deal_of(name), -2)
    line = deal_line(cut, LIBRARY)
    page = visit(browser, f"file://{one_file}", viewport={"width": 390, "height": 800})
    page.get_by_role("button", name="Paste a deal").click()
    paste(page, f"see https://example.org/try.html#line={line.replace(' ', '~')}")
    reply = page.locator(".tt-told", has_text="Allowed: ")
    reply.wait_for()
    assert ("The line is of another game" in reply.inner_text()) == (name != GAMES[0])
    assert page.get_by_label(FIELD).first.input_value() == line
    assert page.evaluate("location.hash").startswith(f"#line={line.replace(' ', '~')}")
    assert not barriers(page) and page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Play on from this step").click()
    page.locator("tt-deal.tt-on").wait_for()
    page.get_by_role("button", name="Copy as a line").click()
    page.get_by_role("status").filter(has_text="The line is copied.").wait_for()
    (copied,) = page.evaluate("copied")
    assert copied == position_line(cut, LIBRARY, cut.state.turn)
    page.evaluate("refuses = true")
    page.get_by_role("button", name="Copy as a line").click()
    page.get_by_role("status").filter(has_text="Copy this by hand.").wait_for()
    assert page.locator("textarea:visible").input_value() == copied and not barriers(page)
    play_out(page)
    page.evaluate("refuses = false")
    page.get_by_role("button", name="Copy as a line").click()
    page.get_by_role("status").filter(has_text="The line is copied.").wait_for()
    end = tt.from_line(page.evaluate("copied.at(-1)"))
    assert end.over and [str(move.action) for move in end.moves[: len(cut.moves)]] == [
        str(move.action) for move in cut.moves
    ]


@pytest.mark.browser
def test_the_rulesets_that_admit_a_pasted_deal_are_named(browser: Any, one_file: Path) -> None:
    """All of the library are tried, not only those of the page."""
    line = deal_line(deal_of("scarto"), LIBRARY)
    page = visit(browser, f"file://{one_file}#line={line.replace(' ', '~')}", viewport={"width": 390, "height": 800})
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Which rules admit it?").click()
    page.get_by_role("heading", name="Each ruleset").wait_for()
    rows = page.locator("table", has_text="With house rules").locator("tr").all_inner_texts()
    decided = {row.split("\t")[0].strip(): row.split("\t")[1].strip() for row in rows[1:]}
    decisions = {trial.name: str(trial.decision) for trial in tt.admits(line).trials}
    assert decided["scarto"] == "admitted" and len(decided) > 3
    assert {name: decisions[name].replace("open", "left open") for name in decided} == decided
    assert not barriers(page) and page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
def test_a_link_opens_a_deal_at_a_step_and_faults_are_shown(browser: Any, one_file: Path) -> None:
    line = deal_line(deal_of("scarto"), LIBRARY)
    page = visit(browser, f"file://{one_file}#line={line.replace(' ', '~')}&step=9")
    assert page.get_by_label("Ruleset").input_value() == "Scarto" and page.get_by_label(FIELD).input_value() == line
    page.get_by_role("button", name="Show it").click()
    page.locator("tt-lesson.tt-on").wait_for()
    page.get_by_role("button", name="Play on from this step").wait_for()
    page.locator("[data-go=last]").click()
    page.get_by_role("button", name="Play this deal from its beginning").wait_for()
    for text, said in fault_lines(line):
        paste(page, text)
        fault = page.locator(".tt-told .tt-fault", has_text=said)
        fault.wait_for()
        assert not page.locator("tt-lesson").count()
    page.get_by_role("button", name=re.compile("^sign ")).click()
    assert page.evaluate("document.activeElement.selectionStart") > 0
    paste(page, deal_line(tt.deal("early-17c", seed=1), LIBRARY))
    page.locator(".tt-fault", has_text="which this page does not have").wait_for()
    assert not barriers(page)


def fault_lines(line: str) -> Iterator[tuple[str, str]]:
    """Lines with a fault, and the words about it; the last has a place behind the first sign."""
    yield "nothing", "this is not the line of a deal"
    yield line.replace("d1", "d3"), "the version d3 are not known"
    yield " ".join(line.split()[:4]), "a line of this kind has 6 parts"
