"""Typical wrong answers: each has a reply of its own wherever the question is asked, and what is claimed of an amount is true."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.blocks import Exercise
from tarot_teach.cli import main
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.loading import Library
from tarot_teach.records.replay import Question, Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.render.html import block_html
from tarot_teach.render.quiz_files import gift
from tarot_teach.topics.quiz.quiz import VERDICTS, judge
from tests.helpers import opened, wait_for_words

LIBRARY = Library()


def missed() -> Iterator[tuple[Replay, Question, Exercise]]:
    """Every question of a shipped example that has typical misses."""
    for id in LIBRARY.ids("example"):
        done = replay_example(id, LIBRARY)
        for asked, exercise in zip(done.asked, exercises_of(done), strict=True):
            if exercise.misses:
                yield done, asked, exercise


def exercise_of(example: str, number: int) -> Exercise:
    """A question of an example, by its number in the file."""
    exercises = exercises_of(replay_example(example, LIBRARY))
    return next(each for each in exercises if each.id == f"{example}-ask-{number}")


def test_most_questions_of_the_course_have_replies_to_misses() -> None:
    assert sum(done.record.file.id.startswith("course-") for done, _asked, _exercise in missed()) >= 15


def test_a_miss_is_answered_with_its_reply_and_not_as_right() -> None:
    for _done, _asked, exercise in missed():
        right = [choice.code for choice in exercise.choices if choice.grade == "right"]
        for code, reply in exercise.misses:
            judged = judge(exercise, " ".join([code, *right[: (exercise.pick or 1) - 1]]))
            assert judged.grade in ("wrong", "possible") and reply in judged.said and len(str(reply)) > 20


def amounts(done: Replay, seat: int) -> dict[str, set[Fraction]]:
    """The amounts for a seat when the score is counted wrongly, by mistake."""
    result = done.end.result
    assert result is not None
    (sheet,) = result.sheets

    def total(lines: Any) -> Fraction:
        amount = Fraction(0)
        for line in lines:
            change = -line.amount if line.operation == "-" else line.amount
            amount = amount * line.amount if line.operation == "×" else amount + change
        return amount

    right, score = total(sheet.lines), result.scores[seat]
    payers, shared = score / right, {abs(each) for each in result.scores}
    found = {
        "sign": {-score},
        "one": {right, -right},
        "one payer": {-each for each in result.scores} - {score},
        "the taker's": {sign * max(shared) for sign in (1, -1)} - {score},
        "one payer more": {(payers + 1) * right, (payers - 1) * right},
        "two shares": {2 * right, -2 * right},
        "even shares": {Fraction(sum(each for each in result.scores if each > 0), 2)},
    }
    points, whole = sheet.outcome.points, done.engine.index.halves_of(done.end.deck.all) // 2
    if points is not None:
        found["card points"] = {Fraction(points)}
        found["points above half"] = {points - Fraction(whole, 2)}
        found["points above the least"] = {Fraction(points - whole // 2 - 1)}
    for i, line in enumerate(sheet.lines):
        others = (*sheet.lines[:i], *sheet.lines[i + 1 :])
        found[f"without {line.rule}"] = {payers * total(others)}
        found[f"one without {line.rule}"] = {total(others), -total(others)}
        found[f"{line.rule} reversed"] = {payers * (2 * total(others) - right)}
        found[f"{line.rule} last"] = {payers * total((*others, line))}
    return found


@pytest.mark.parametrize(
    ("example", "mistakes"),
    [
        ("course-counting", {74: "one", 162: "without score.last_trick_bonus", 192: "score.last_trick_bonus last"}),
        ("course-whole-deal", {84: "one", 126: "without score.multiplier", 102: "without score.base"}),
        ("scoring-a-failed-garde", {216: "sign", -72: "one", -156: "without score.last_trick_bonus"}),
        ("half-a-point-for-three", {104: "sign", -52: "one", -156: "one payer more"}),
        ("the-called-king", {52: "sign", -104: "the taker's"}),
        ("course-slovenian-deal", {46: "without score.value", 56: "without score.trula"}),
        (
            "course-koenigrufen-deal",
            {1: "score.value reversed", 2: "without score.value", 6: "one payer more"},
        ),
        ("course-hungarian-deal", {2: "without score.pagat", 6: "without score.trull", 14: "two shares"}),
        (
            "course-dreiertarock-deal",
            {4: "without score.kakadu", 10: "one", 22: "without score.mond"},
        ),
        ("course-point-deal", {12: "one", 15: "one payer", 24: "two shares"}),
        ("course-strohmandeln-deal", {3: "without score.value", 5: "without score.grammel"}),
        ("course-tapp-deal", {3: "one", 6: "two shares", 9: "one payer more"}),
        (
            "course-zwanzigerrufen-deal",
            {2: "two shares", 8: "points above the least", 9: "points above half", 53: "card points"},
        ),
        ("five-half-a-point", {50: "without score.margin", 26: "one"}),
        ("slovenian-three-mond-left", {-24: "one", -20: "one payer more"}),
        ("slovenian-three-one-against-two", {26: "without score.trula", 30: "without score.difference"}),
        ("three-thirteen-trumps", {-90: "without score.handful", -220: "the taker's"}),
        ("three-two-pay", {68: "one", 204: "one payer more"}),
        ("five-alone", {-31: "one", -62: "two shares"}),
        ("five-eight-trumps", {-136: "without score.handful", -96: "score.handful reversed", -88: "one"}),
        ("five-shares-of-a-garde", {136: "the taker's", 102: "even shares"}),
        ("slovenian-three-pagat-beaten", {-20: "without score.pagat_ultimo", -5: "score.value reversed"}),
        (
            "three-petit-of-the-defence",
            {66: "without score.last_trick_bonus", 23: "one", 33: "one without score.last_trick_bonus"},
        ),
    ],
)
def test_an_amount_is_what_the_mistake_makes_of_it(example: str, mistakes: dict[int, str]) -> None:
    (found,) = [
        (done, asked, exercise)
        for done, asked, exercise in missed()
        if exercise.amount and done.record.file.id == example
    ]
    done, asked, exercise = found
    assert asked.seat is not None and {int(code) for code, _reply in exercise.misses} == set(mistakes)
    wrong = amounts(done, asked.seat)
    for amount, mistake in mistakes.items():
        assert Fraction(amount) in wrong[mistake]


def test_the_amount_of_klop_is_that_of_one_point_more() -> None:
    (codes,) = [
        [code for code, _reply in exercise.misses]
        for done, _asked, exercise in missed()
        if exercise.amount and done.record.file.id == "slovenian-three-klop"
    ]
    rule = LIBRARY.load("slovenian-pagat-3").rules["score.klop"]
    assert codes == [str(-rule.params.full)]  # type: ignore[attr-defined]


def test_the_amounts_of_cards_that_count_are_those_of_the_pile() -> None:
    ((done, exercise),) = [
        (done, exercise)
        for done, _asked, exercise in missed()
        if exercise.amount and done.record.file.id == "course-twelve-deal"
    ]
    result = done.end.result
    assert result is not None
    lines, cards = result.sheets[0].lines, done.end.won[0].bit_count()
    fool, world = (max(line.amount for line in lines if line.amount < most) for most in (6, 5))
    score = result.scores[0]
    assert {int(code) for code, _reply in exercise.misses} == {cards, score + cards, score - fool, score - world}


def missed_amount(example: str) -> tuple[Replay, set[int]]:
    """The replay of an example with one question about an amount, and the amounts that are missed."""
    ((done, exercise),) = [
        (done, exercise) for done, _asked, exercise in missed() if exercise.amount and done.record.file.id == example
    ]
    return done, {int(code) for code, _reply in exercise.misses}


def test_the_amounts_of_an_eine_are_those_of_one_step_left_out() -> None:
    done, codes = missed_amount("course-cego-deal")
    result = done.end.result
    assert result is not None
    margin, factor, rounding = (line.amount for line in result.sheets[0].lines)
    paid = margin * factor + rounding
    assert codes == {paid, 3 * margin * factor, 3 * margin, 3 * 5 * math.ceil(margin / 5)}


def test_the_amounts_of_combinations_are_those_without_the_cards_or_the_last_trick() -> None:
    done, codes = missed_amount("ottocento-one-hundred-and-eighty-one")
    result, last = done.end.result, done.engine.ruleset.rules["count.last"]
    assert result is not None
    cards, *combinations = (line.amount for line in result.sheets[0].lines)
    assert codes == {sum(combinations), cards + sum(combinations) - last.params.points}  # type: ignore[attr-defined]


def test_every_amount_is_among_those_that_are_proven() -> None:
    proven = {
        "course-hungarian-deal",
        "course-koenigrufen-deal",
        "course-dreiertarock-deal",
        "course-point-deal",
        "course-strohmandeln-deal",
        "course-tapp-deal",
        "course-zwanzigerrufen-deal",
        "course-counting",
        "course-slovenian-deal",
        "course-whole-deal",
        "five-alone",
        "five-eight-trumps",
        "five-half-a-point",
        "five-shares-of-a-garde",
        "half-a-point-for-three",
        "scoring-a-failed-garde",
        "slovenian-three-mond-left",
        "slovenian-three-one-against-two",
        "slovenian-three-pagat-beaten",
        "the-called-king",
        "three-petit-of-the-defence",
        "three-thirteen-trumps",
        "three-two-pay",
    }
    proven |= {
        "slovenian-three-klop",
        "course-twelve-deal",
        "course-cego-deal",
        "ottocento-one-hundred-and-eighty-one",
    }  # the tests above
    assert {done.record.file.id for done, _asked, exercise in missed() if exercise.amount} == proven


def test_who_wins_is_not_given_away_by_a_miss() -> None:
    exercise = exercise_of("course-high-cards", 1)
    judged = judge(exercise, "W")
    assert [str(said) for said in judged.said] == [
        VERDICTS["wrong"],
        "The 1 is no ace that beats the rest. It is the lowest card of its suit.",
        "The 1 of hearts is beaten by the 10 of hearts. (Who wins the trick)",
    ]
    best = next(choice for choice in exercise.choices if choice.grade == "right")
    assert not any(str(best.label) in str(said) for said in judged.said)


def test_amounts_are_compared_as_numbers() -> None:
    exercise = exercise_of("course-whole-deal", 7)
    for typed in ("84", "+84", "84.00", "84 points"):
        assert "each defender pays" in str(judge(exercise, typed).said[-1])
    assert len(judge(exercise, "85").said) == 1


def test_a_page_and_moodle_have_the_replies() -> None:
    amount, card = exercise_of("course-whole-deal", 7), exercise_of("course-excuse", 2)
    page = block_html(amount)
    assert 'data-miss="84" hidden="">84 is what each defender pays; the taker gets it from three.' in page
    assert "data-miss" not in block_html(amount, live=False)
    asked = gift([amount, card], "fft-4", "Questions")
    assert (
        "=252:0#" in asked
        and "=%0%84:0#That is not right. 84 is what each defender pays; the taker gets it from three." in asked
    )
    assert "The 21 takes this trick" in asked


def test_questions_as_data_have_the_replies(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["quiz", "course-counting", "--json", "--count", "1"])
    (asked,) = json.loads(capsys.readouterr().out)
    assert asked["misses"]["74"] == "74 is what each defender pays. South gets it from three."


@pytest.mark.browser
def test_a_miss_is_answered_on_the_table(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples" / "course-whole-deal.html", reduced_motion="reduce")
    page.evaluate(
        "const lesson = document.querySelector('tt-lesson'); lesson.go(1 + lesson.steps.findLastIndex(step => step.matches('tt-exercise')))"
    )
    for typed, printed in (("85", False), ("84", True), ("84,0", True), ("-84", False)):
        page.locator(".tt-acts").get_by_label("The amount").fill(typed)
        page.get_by_role("button", name="Answer").click()
        said = page.inner_text("[data-step-words]")
        assert "That is not right." in said and ("84 is what each defender pays" in said) == printed
    page.get_by_role("button", name="Show me").click()
    wait_for_words(page, "The answer is 252.")
    said = page.inner_text("[data-step-words]")
    assert "is what each defender pays" not in said, "replies to misses are for who makes them"


@pytest.mark.browser
def test_a_miss_is_answered_in_the_form_of_a_page(browser: Any, site: Path) -> None:
    page = opened(browser, site / "examples" / "course-high-cards.html", reduced_motion="reduce")
    page.get_by_role("button", name="As a list").click()
    form = page.locator("tt-exercise").first
    form.get_by_label("West").check()
    form.get_by_role("button", name="Check").click()
    said = form.locator(".tt-verdict").inner_text()
    assert "That is not right." in said and "no ace that beats the rest" in said and "knight" not in said
