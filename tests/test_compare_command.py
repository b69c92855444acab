"""``tarot-teach compare``: one question answered in words, in one hand, and in figures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tarot_teach.cli import main

PETIT = ("enc2011-4", "enc2011-4+petit-in-last-trick")


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The exit code of the command, and all that it says, in one line."""

    def compare(*args: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as caught:
            main(["compare", *args])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return int(caught.value.code or 0), " ".join((out + err).split())

    return compare


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--features", "--solve"), "--solve means nothing with --features"),
        (("--for-players", "--hand", "going-over"), "--hand means nothing with --for-players"),
        (("--features", "--family"), "--features means nothing with --family"),
    ],
)
def test_an_option_of_another_question_is_refused(run: Run, args: tuple[str, ...], message: str) -> None:
    code, words = run("fft-4", "fft-5", *args)
    assert code == 2 and message in words and "hint: leave it out" in words


def test_what_it_changes_if_the_petit_need_only_be_in_the_last_trick(run: Run) -> None:
    """The question of the issue: the rule, a hand that is looked for, and simulated deals, by one command."""
    code, words = run(*PETIT, "--hand", "find", "--deals", "2000")
    assert code == 0
    assert "They differ in 1 rule of 45." in words
    assert "the hand is played alike to the last card. The score sheets differ in one line: Petit au bout." in words
    assert "Played: 2,000 deals under each ruleset, with the same cards under all" in words
    assert "of deals are scored differently under enc2011-4+petit-in-last-trick and enc2011-4." in words


def test_an_examples_hand_and_a_policy(run: Run) -> None:
    rulesets = ("blog-4+petit-imprenable", "blog-4")
    code, words = run(*rulesets, "--hand", "petit-imprenable-free", "--policy", "lowest_allowed")
    assert code == 0
    assert "worth least" in words


def test_as_data(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "petit.json"
    assert run(*PETIT, "--hand", "petit-lost-at-the-end", "--deals", "50", "--json", "--out", str(out))[0] == 0
    data = json.loads(out.read_text(encoding="utf-8"))
    assert data["hand"]["scores"][0]["E"] == -120
    assert data["hand"]["scores"][1]["E"] == -150
    assert [game["name"] for game in data["figures"]["rulesets"]] == list(PETIT)


def test_one_page_holds_all_three(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "petit.html"
    asked = ("--hand", "petit-lost-at-the-end", "--deals", "50", "--format", "html", "--out", str(out))
    assert run(*PETIT, *asked)[0] == 0
    page = out.read_text(encoding="utf-8")
    assert page.count("<h2") >= 3
    assert "<svg" in page


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((*PETIT, "--deals", "0"), "0 is not in the range x>=1"),
        ((*PETIT, "--hand", "petit-lost-at-the-ned"), "did you mean 'petit-lost-at-the-end'"),
        (("fft-4", "fft-4", "--hand", "find"), "does not differ from itself"),
    ],
)
def test_options_that_make_no_sense_are_refused(run: Run, args: tuple[str, ...], words: str) -> None:
    code, printed = run(*args)
    assert code in (1, 2)
    assert words in printed


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("fft-4", "fft-5", "--hand", "petit-lost-at-the-end"), "fft-5 is for 5 players"),
        (("fft-4", "fft-5", "--hand", "find"), "cannot be dealt the same hands"),
        (("fft-4", "early-17c", "--deals", "10"), "cannot be dealt the same hands"),
    ],
)
def test_other_games_are_compared_as_far_as_that_makes_sense(run: Run, args: tuple[str, ...], why: str) -> None:
    code, printed = run(*args)
    assert code == 0
    assert "They differ in" in printed
    assert "Compared by their rules alone" in printed
    assert why in printed
    data = run(*args, "--json")[1]
    assert why in data
