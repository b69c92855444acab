"""Decisions of one's own deals: kept after a review, asked about again, and left out where they do not fit any more."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Exercise
from tarot_teach.cli import main
from tarot_teach.cli.output import as_text
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.explain.levels import level_of
from tarot_teach.render.html import block_html
from tarot_teach.topics.quiz.answers import KeptAnswers, answers_file
from tarot_teach.topics.quiz.decisions import KeptDecision
from tarot_teach.topics.quiz.quiz import Quiz, judge
from tarot_teach.topics.review.card_costs import CostVerdict, Reviewer
from tarot_teach.topics.review.earlier_choices import earlier_choices
from tarot_teach.topics.review.practice import (
    decision_exercise,
    decision_exercises,
    decision_title,
    kept_decisions,
    offer,
)
from tarot_teach.topics.review.review import Review, machine_deal, review
from tarot_teach.try_it.reviewing import keeps_of
from tests.helpers import LIBRARY, barriers, cards_at_table, opened, settle

DEALS = {"fft-4": 2, "hombre-1674": 1, "scarto": 3, "slovenian-pagat": 4}
"""A deal of each game in which there was better."""


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a user of whom nothing is kept yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "tarot-teach" / "answers.json"


@pytest.fixture(scope="module", params=DEALS)
def reviewed(request: pytest.FixtureRequest) -> Review:
    """The end of a deal of the machine, looked back on by the first seat."""
    game = LIBRARY.load(request.param)
    advice = advice_for(LIBRARY, game)
    return review(machine_deal(game, advice, DEALS[request.param]), 0, advice, worlds=20, last=9)


@pytest.fixture(scope="module")
def scarto() -> Review:
    game = LIBRARY.load("scarto")
    return review(machine_deal(game, advice_for(LIBRARY, game), 3), 0, None, worlds=20, last=9)


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *args: str) -> tuple[int, str, str]:  # fmt: skip
    """Run a command with what is typed: exit code, output and errors."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    with pytest.raises(SystemExit) as caught:
        main([*args])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def test_a_kept_decision_is_asked_as_it_was_reviewed(reviewed: Review) -> None:
    decisions = kept_decisions(reviewed)
    assert decisions, "there was better"
    engine = Engine(LIBRARY.load(reviewed.done.engine.ruleset.name))
    for id, decision in decisions.items():
        again = KeptDecision.model_validate_json(decision.model_dump_json())
        exercise, cost = decision_exercise(engine, id, again), next(each for each in reviewed.costs if each.number == decision.move)  # fmt: skip
        best, played = cost.best.action, cost.move.action
        assert judge(exercise, best.card.code).grade == "right"
        judged = judge(exercise, played.card.code)
        assert judged.grade == "possible" and "Another card is better." in str(judged.said[0])
        assert reviewed.amount(cost.cost) in str(judged.said[-1]) and "20 possible deals" in str(judged.said[-1])
        assert {choice.card for choice in exercise.choices} == {*cost.before.hand(reviewed.seat)}
        assert exercise.remembered == id and "tt-touch" not in block_html(exercise)
        hidden = {card.code for seat in range(cost.before.players) if seat != reviewed.seat for card in cost.before.hand(seat)}  # fmt: skip
        assert not hidden & {code for each in again.tried for code in each.cards}


CHOICES = [("fft-4", 1, 2, "bid"), ("hombre-1674", 1, 1, "bid"), ("scarto", 1, 2, "exchange"), ("slovenian-pagat", 4, 0, "exchange")]  # fmt: skip
"""Deals of the machine with a seat that chose worse before the play, and the step."""


def choices_of(name: str, deal: int, seat: int) -> Review:
    """A deal of the machine, of which only what a seat did before the play is looked back on."""
    game = LIBRARY.load(name)
    advice = advice_for(LIBRARY, game)
    done = machine_deal(game, advice, deal)
    reviewer = Reviewer(done.engine, advice, 40)
    return Review(done, seat, 40, 0, (), tuple(earlier_choices(done.deal, seat, reviewer)), advice)


@pytest.mark.parametrize(("name", "deal", "seat", "step"), CHOICES)
def test_a_kept_choice_before_the_play_is_asked_as_it_was_reviewed(name: str, deal: int, seat: int, step: str) -> None:
    looked_back = choices_of(name, deal, seat)
    id, decision = next((id, each) for id, each in kept_decisions(looked_back).items() if each.step == step)
    again = KeptDecision.model_validate_json(decision.model_dump_json())
    engine = Engine(LIBRARY.load(name))
    exercise = decision_exercise(engine, id, again, looked_back.advice)
    choice = next(each for each in looked_back.earlier if each.number == decision.move)
    assert choice.cost is not None and choice.cost.verdict is CostVerdict.BETTER
    replies = {choice.code: judge(exercise, choice.code) for choice in exercise.choices}
    assert len(replies) == len(choice.cost.tried) > 1
    (advised,) = (each for each in replies.values() if "and what the strong player would do" in str(each.said[-1]))
    (done,) = (each for each in replies.values() if "This is what was done." in str(each.said[-1]))
    assert advised.grade == "right" and done.grade == "possible"
    assert looked_back.amount(choice.cost.cost) in str(done.said[-1]) and "40 possible deals" in str(done.said[-1])
    shown = block_html(exercise)
    assert all(card.glyph in shown or card.code in shown for card in choice.move.before.hand(seat))
    assert ("Together" in shown) is (name == "fft-4"), (
        "what counts for and against a bid, where there is a table of features"
    )
    assert ("Card points laid away" in shown) is (name == "scarto")
    page = as_text([*looked_back.of_choice(choice)], "text")
    assert "There was better" in page and "Brings on average" in page
    data = looked_back.to_dict()["earlier"][looked_back.earlier.index(choice)]["compared"]
    assert data["verdict"] == "better" and data["worlds"] == 40 and len(data["tried"]) == len(replies)
    assert decision_title(engine.ruleset, decision).startswith("Before the play: ")


def test_choices_that_are_not_allowed_any_more_are_named() -> None:
    looked_back = choices_of("scarto", 1, 2)
    (id, decision), *_rest = kept_decisions(looked_back).items()
    for change in ({"step": "bid"}, {"played": "S1 S2"}, {"tried": (*decision.tried, decision.tried[0].model_copy(update={"cards": ("CK C1 C2",)}))}):  # fmt: skip
        with pytest.raises(LoadError, match="other choices may be made there"):
            decision_exercise(Engine(LIBRARY.load("scarto")), id, decision.model_copy(update=change))


def test_the_same_decision_is_kept_once_and_due_at_once(scarto: Review) -> None:
    answers, decisions = KeptAnswers(answers_file()), kept_decisions(scarto)
    assert answers.keep("scarto", decisions) == len(decisions) > 0
    assert answers.keep("scarto", decisions) == 0
    assert answers.due("scarto") == [*decisions] and answers.decisions("scarto") == decisions
    assert answers.forget("scarto") == len(decisions) and answers.decisions("scarto") == {}


def test_a_file_of_an_older_version_is_read_as_before(scarto: Review, kept: Path) -> None:
    kept.parent.mkdir()
    old = {"box": 2, "due": "2026-11-23", "day": "2026-11-20", "rules": ["play.overtrump"]}
    kept.write_text(json.dumps({"version": 1, "answers": {"fft-4": {"quiz-legal-1-0": old}}}))
    answers = KeptAnswers(answers_file())
    answers.keep("scarto", kept_decisions(scarto))
    assert answers.of("fft-4")["quiz-legal-1-0"].box == 2 and len(json.loads(kept.read_text())["decisions"]) == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"deal": {"title": "?"}}, "the deal cannot be read"),
        ({"move": 10_000}, "other cards may be played there"),
        ({"seat": "?"}, "other cards may be played there"),
        ({"played": "T99"}, "other cards may be played there"),
    ],
)
def test_a_decision_that_does_not_fit_is_named_and_the_others_are_asked(
    scarto: Review, change: dict[str, Any], reason: str
) -> None:
    engine, decisions = Engine(LIBRARY.load("scarto")), kept_decisions(scarto)
    (id, decision), *_rest = decisions.items()
    wrong = {"decision-wrong-1": decision.model_copy(update=change), id: decision}
    (_first, error), (_second, asked) = decision_exercises(engine, wrong)
    assert isinstance(error, LoadError) and reason in str(error) and "decision-wrong-1" in str(error)
    assert isinstance(asked, Exercise)


def test_another_game_does_not_take_a_deal(scarto: Review) -> None:
    (id, decision), *_rest = kept_decisions(scarto).items()
    with pytest.raises(LoadError, match="does not fit fft-4"):
        decision_exercise(Engine(LIBRARY.load("fft-4")), id, decision)


def test_review_keeps_and_the_quiz_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    args = ("review", "scarto", "--deal", "3", "--worlds", "20", "--last", "9", "--practise")
    code, out, _err = run(capsys, monkeypatch, "", *args)
    assert code == 0 and "tarot-teach quiz scarto --mine asks about" in out
    ids = [*json.loads(kept.read_text())["decisions"]["scarto"]]
    code, out, _err = run(capsys, monkeypatch, "?\n" * len(ids), "quiz", "scarto", "--mine", "--memory", "--count", "1")
    assert code == 0 and "What" in out and "In the deal South played" in out and "0 of 1 right." in out
    code, out, _err = run(capsys, monkeypatch, "q\n", "quiz", "scarto", "--memory")
    assert "What South has seen" in out, "a decision that is due is asked first"
    code, out, _err = run(capsys, monkeypatch, "", "quiz", "scarto", "--known", "--json")
    (first, *_rest) = json.loads(out)["decisions"]
    assert first["id"] == ids[0] and (first["asked"], first["right"], first["box"]) == (1, 0, 0)
    code, out, _err = run(capsys, monkeypatch, "", "quiz", "scarto", "--known")
    assert "Decision of your own" in out and "□□□□" in out


def test_a_decision_that_does_not_fit_is_left_out_of_the_quiz_and_stays_kept(
    scarto: Review, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    (id, decision), *_rest = kept_decisions(scarto).items()
    KeptAnswers(answers_file()).keep("scarto", {id: decision.model_copy(update={"move": 10_000})})
    before = kept.read_text()
    code, _out, err = run(capsys, monkeypatch, "q\n", "quiz", "scarto", "--memory", "--kind", "legal")
    assert code == 0 and f"the kept decision {id} does not fit scarto" in err and kept.read_text() == before
    code, _out, err = run(capsys, monkeypatch, "", "quiz", "scarto", "--mine")
    assert code and "no decision of your own about scarto is kept" in err


def test_keeping_is_offered_where_there_was_better(scarto: Review) -> None:
    assert offer(None) == []
    assert "type practise" in str(offer(scarto)[0].text)  # type: ignore[attr-defined]


@pytest.mark.parametrize("args", [("fft-4", "--kind", "winner"), ("going-over",)])
def test_decisions_are_asked_about_a_ruleset_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, monkeypatch, "", "quiz", *args, "--mine")
    assert (
        code == 2 and not out and "asked about a ruleset, and are of no other kind" in err and "leave out --kind" in err
    )


def test_known_themes_stand_beside_known_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, monkeypatch, "?\n", "quiz", "fft-4", "--kind", "tactics", "--seed", "1", "--count", "1", "--memory")
    _code, out, _err = run(capsys, monkeypatch, "", "quiz", "fft-4", "--known", "--json")
    (theme,) = json.loads(out)["themes"]
    assert theme["theme"] and theme["box"] == 0 and theme["title"] in run(capsys, monkeypatch, "", "quiz", "fft-4", "--known")[1]  # fmt: skip


@pytest.fixture(scope="module")
def excused() -> Review:
    """A deal of Scarto in which a seat twice missed the same theme of tactics, and once played worse without one."""
    game = LIBRARY.load("scarto")
    advice = advice_for(LIBRARY, game)
    return review(machine_deal(game, advice, 16), 0, advice, worlds=20, last=6)


def test_a_theme_that_a_decision_missed_comes_back_in_another_deal(
    excused: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    themes = {cost.number: cost.theme for cost in excused.better}
    assert themes == {62: "excuse-saves", 66: "excuse-saves", 58: ""}
    page = as_text([*excused.blocks()], "text")
    assert page.count("Theme: Save a card with the Fool") == 2
    assert page.count("Practise this theme: tarot-teach quiz scarto --theme excuse-saves") == 2
    with monkeypatch.context() as without_deals:
        without_deals.setattr("tarot_teach.topics.tactics.data.themes_of", lambda _name: [])
        page = as_text([*excused.blocks()], "text")
        assert "Theme: Save a card with the Fool" in page and "--theme" not in page, "there is no other deal of it"
    engine, answers, decisions = excused.done.engine, KeptAnswers(answers_file()), kept_decisions(excused)
    answers.keep("scarto", decisions)
    (one, other, without) = (decision_exercise(engine, id, decision) for id, decision in decisions.items())
    assert (one.missed_theme, without.missed_theme) == ("excuse-saves", "")
    assert "Theme: Save a card with the Fool" in as_text(one.answer, "text")
    answers.record(one, False)
    answers.record(other, True)
    answers.record(without, False)
    assert {*answers.of("scarto")} == {"theme-excuse-saves", other.id, without.id}, "another deal takes its place"
    quiz = Quiz(engine, None, 1)
    fresh = quiz.another(one)
    assert fresh.theme == "excuse-saves" and fresh.kind == "tactics" and quiz.another(without) is without
    assert {choice.card for choice in fresh.choices} != {choice.card for choice in one.choices}
    answers.record(fresh, True)
    assert answers.of("scarto")["theme-excuse-saves"].box == 1


def test_the_quiz_asks_about_a_theme_by_its_id_or_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = set()
    for theme in ("excuse-saves", "Save a card with the Fool", "sauver une carte avec l’Excuse"):
        code, out, err = run(
            capsys, monkeypatch, "?\n?\n", "quiz", "scarto", "--theme", theme, "--seed", "1", "--count", "2"
        )
        assert code == 0 and out.count("Theme: Save a card with the Fool") == 2, err
        seen.add(out)
    assert len(seen) == 1
    _code, out, _err = run(
        capsys, monkeypatch, "", "quiz", "scarto", "--theme", "excuse-kept", "--count", "9", "--json"
    )
    deals = [json.dumps(each["given"]) for each in json.loads(out)]
    assert len(deals) == 9 and len({*deals}) > 1


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (("scarto", "--theme", "excuse-kpet"), 1, "did you mean 'excuse-kept'?"),
        (("scarto", "--theme", "zzz"), 1, "its themes: excuse-kept, excuse-saves"),
        (("blog-4", "--theme", "excuse-kept"), 1, "the package has no tactics of blog-4"),
        (("scarto", "--theme", "excuse-kept", "--kind", "winner"), 2, "leave out --kind and --mine"),
        (("going-over", "--theme", "excuse-kept"), 2, "name a ruleset"),
    ],
)
def test_a_theme_that_cannot_be_asked_is_named_with_the_nearest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: tuple[str, ...], status: int, words: str
) -> None:
    code, out, err = run(capsys, monkeypatch, "", "quiz", *args)
    assert code == status and not out and words in " ".join(err.split())


def test_a_theme_without_a_question_of_a_level_names_the_levels(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quiz = Quiz(Engine(LIBRARY.load("scarto")), None, 1)
    levels = {level_of(each) for each in quiz.of_theme("low-trump-hunted")}
    (missing, *_rest) = {1, 2, 3} - levels
    code, _out, err = run(
        capsys, monkeypatch, "", "quiz", "scarto", "--theme", "low-trump-hunted", "--level", str(missing)
    )
    assert code == 1 and "[quiz.theme]" in err and "its levels: " + ", ".join(map(str, sorted(levels))) in err


def test_a_decision_of_a_game_without_tricks_names_its_round() -> None:
    game = LIBRARY.load("casita-robada")
    looked_back = review(machine_deal(game, None, 5), 0, None, worlds=8)
    titles = [decision_title(game, decision) for decision in kept_decisions(looked_back).values()]
    assert titles and all(title.startswith("Round ") for title in titles)


KNOWN, KEEP = "known.html", "found => [window.tarotPractice.keep(found)].map(({ said }) => said)[0]"

MISSED = (2, 0, 61)
"""A deal of the machine under the federation's rules, with a seat and its move that missed a theme."""
FILL = """() => { let size = 0;
  for (let more = 2 ** 23; more >= 1; more /= 2) try { localStorage.setItem("filling", "x".repeat(size + more)); size += more; } catch { /* full */ } }"""
"""Fills the storage of a page to its last letter."""


@pytest.fixture(scope="module")
def made() -> list[dict[str, Any]]:
    """Decisions of a deal under the federation's rules, as the page keeps them."""
    game = LIBRARY.load("fft-4")
    advice = advice_for(LIBRARY, game)
    looked_back = review(machine_deal(game, advice, 6), 0, advice, worlds=20, last=9)
    return [kept for cost in looked_back.dearest for kept in keeps_of(looked_back, cost)]


def go(page: Any, site: Path, name: str) -> Any:
    """Another page of the site, in the same browser."""
    page.goto(f"file://{site / name}")
    settle(page)
    return page


@pytest.mark.browser
def test_decisions_are_asked_on_the_site_and_stand_on_the_page_of_what_is_known(
    browser: Any, site: Path, made: list[dict[str, Any]]
) -> None:
    page = opened(browser, site / KNOWN)
    assert page.inner_text(".tt-what-you-know").startswith("Nothing yet") and not barriers(page)
    assert page.evaluate(KEEP, made).startswith(f"Kept as questions: {len(made)}.")
    assert page.evaluate(KEEP, made) == "These decisions are kept already."
    go(page, site, "tactics/fft-4.html")
    assert page.locator("tt-exercise:visible").get_attribute("data-id") == made[0]["id"], "it is due, and comes first"
    cards_at_table(page, "possible").first.click()
    page.locator("tt-exercise:visible [data-step-words]", has_text="Another card is better.").wait_for()
    reply = page.locator("tt-exercise:visible [data-step-words]").inner_text()
    assert "Another card is better." in reply and "of 20 possible deals" in reply and "game points" in reply
    go(page, site, f"{KNOWN}#{made[0]['id']}")
    cards_at_table(page, "right").first.click()
    row = page.locator(".tt-known-games tbody tr", has_text=f"Trick {made[0]['decision']['trick']}:").first
    assert "once right" in row.inner_text() and row.locator(".tt-full").count() == 1
    assert not barriers(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
def test_a_theme_that_a_decision_missed_comes_back_on_the_site_in_another_deal(browser: Any, site: Path) -> None:
    game = LIBRARY.load("fft-4")
    advice = advice_for(LIBRARY, game)
    done = machine_deal(game, advice, MISSED[0])
    looked_back = Review(done, MISSED[1], 40, 0, (), (), advice)
    cost = Reviewer(done.engine, advice, 40).cost(done.deal, MISSED[2])
    (kept,) = keeps_of(looked_back, cost)
    theme, id = kept["decision"]["theme"], kept["id"]
    assert theme
    page = opened(browser, site / KNOWN)
    assert page.evaluate(KEEP, [kept]).startswith("Kept as questions: 1.")
    go(page, site, "tactics/fft-4.html")
    asked = page.locator("tt-exercise:visible")
    assert asked.get_attribute("data-id") == id
    cards_at_table(page, "possible").first.click()
    asked.locator("[data-step-words]", has_text="Its theme comes back, in another deal.").wait_for()
    page.get_by_role("button", name="Practise this theme").click()
    assert asked.get_attribute("data-theme") == theme and page.locator(f"tt-exercise[data-id='{id}']").count() == 0
    assert page.evaluate("Object.keys(window.tarotKept.read().answers['fft-4'])") == [f"theme-{theme}"]
    go(page, site, KNOWN)
    page.locator(".tt-known-games tbody tr", has_text="today").wait_for()
    assert page.locator("tt-exercise").count() == 0
    page.evaluate("localStorage.clear()")
    go(page, site, KNOWN)
    page.evaluate(KEEP, [kept])
    go(page, site, "index.html")
    go(page, site, KNOWN)
    cards_at_table(page, "possible").first.click()
    asked.locator("[data-step-words]", has_text="Its theme comes back, in another deal.").wait_for()
    assert not barriers(page)
    page.locator(".tt-theme-link:visible").click()
    settle(page)
    assert asked.get_attribute("data-theme") == theme


@pytest.mark.browser
def test_a_choice_before_the_play_is_asked_on_the_site(browser: Any, site: Path) -> None:
    looked_back = choices_of("fft-4", 1, 2)
    kept = [kept for cost in looked_back.better for kept in keeps_of(looked_back, cost)]
    page = opened(browser, site / KNOWN)
    assert page.evaluate(KEEP, kept).startswith(f"Kept as questions: {len(kept)}.")
    go(page, site, "index.html")
    go(page, site, f"{KNOWN}#{kept[0]['id']}")
    asked = page.locator("tt-exercise:visible")
    assert "What should North bid?" in asked.inner_text() and "South has said pass." in asked.inner_text()
    asked.locator(".tt-touch:has(input[data-grade=possible])").first.click()
    asked.locator(".tt-verdict", has_text="what the strong player would do brings").wait_for()
    asked.locator(".tt-touch:has(input[data-grade=right])").first.click()
    asked.locator(".tt-answer", has_text="North did this: Prise.").wait_for()
    assert "Together" in asked.locator(".tt-answer").inner_text()
    page.locator(".tt-known-games tbody tr", has_text="Before the play: prise").first.wait_for()
    assert not barriers(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
def test_rules_and_themes_stand_there_and_lead_to_their_questions(browser: Any, site: Path) -> None:
    page = opened(browser, site / KNOWN)
    day = {"box": 2, "due": "2026-11-22", "day": "2026-11-20"}
    asked = {"a": {**day, "rules": ["play.overtrump"]}, "theme-hold-up": {**day, "rules": ["hold-up"]}}
    theme = page.evaluate("Object.keys(JSON.parse(document.querySelector('.tt-what-you-know').dataset.games)['fft-4'].themes)[0]")  # fmt: skip
    asked[f"theme-{theme}"] = {**day, "rules": [theme]}
    page.evaluate("answers => window.tarotKept.change(kept => { kept.answers['fft-4'] = answers; })", asked)
    rows = page.locator(".tt-known-games tbody tr")
    assert rows.count() == 2 and all("twice right" in text and "today" in text for text in rows.all_inner_texts())
    rows.nth(1).locator("a").click()
    settle(page)
    assert page.locator("tt-exercise:visible").get_attribute("data-theme") == theme
    go(page, site, KNOWN).locator(".tt-known-games a").first.click()
    settle(page)
    assert "play.overtrump" in str(page.locator("tt-exercise:visible").get_attribute("data-rules"))


@pytest.mark.browser
def test_a_kept_question_that_was_written_into_does_no_harm_and_is_left_out(
    browser: Any, site: Path, made: list[dict[str, Any]]
) -> None:
    page = opened(browser, site / KNOWN)
    evil = "<img src=x onerror='window.harm = 1'><script>window.harm = 1</script><a href='javascript:window.harm = 1'>here</a>"
    page.evaluate(KEEP, [{**made[0], "html": made[0]["html"].replace("<form>", f"<form>{evil}")}])
    page.evaluate(KEEP, [{**made[0], "id": "decision-broken-1", "html": evil}])
    go(page, site, KNOWN)
    assert "cannot ask about: 1." in page.inner_text(".tt-left-out") and page.evaluate("window.harm") is None
    assert (
        page.locator("tt-exercise:visible").count() == 1
        and page.locator("tt-exercise :is(img, script, a)").count() == 0
    )
    kept = json.loads(page.evaluate("localStorage.getItem('tarot-teach')"))["decisions"]["fft-4"]
    assert {*kept} == {made[0]["id"], "decision-broken-1"}, "it stays kept"


@pytest.mark.browser
def test_without_room_nothing_is_kept_and_nothing_is_lost(browser: Any, site: Path, made: list[dict[str, Any]]) -> None:
    page = opened(browser, site / KNOWN)
    page.evaluate("window.tarotKept.change(kept => { kept.last = 'x'; })")
    page.evaluate(FILL)
    assert page.evaluate(KEEP, made).startswith("This browser has no room left")
    kept = json.loads(page.evaluate("localStorage.getItem('tarot-teach')"))
    assert kept["last"] == "x" and "decisions" not in kept
