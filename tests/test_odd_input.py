"""Odd questions on the command line: refused with a cure, never answered wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import run

SESSION = "format: 1\nid: evening\ntitle: Evening\nruleset: fft-4\nplayers: {A: Ann, B: Bob, C: Cid, D: Dan}\n"
DEALS = "deals:\n  - record: ./other.yaml\n"


@pytest.mark.parametrize(
    ("args", "message", "hint"),
    [
        (["odds", "fft-4", "--players", "0"], "fft-4 is not for 0 players", "it is for 4"),
        (
            ["odds", "fft-4", "--holding", "honour=3 trumps=1"],
            "a hand with 3 of honour cannot have 1 of trumps",
            "it has at least 2",
        ),
        (
            ["odds", "fft-4", "--holding", "trumps=1 honour=3"],
            "a hand with 3 of honour cannot have 1 of trumps",
            "it has at least 2",
        ),
        (
            ["odds", "fft-4", "--holding", "king=1 trumps=18"],
            "a hand cannot have both 1 of king and 18 of trumps",
            "a hand has 18 cards",
        ),
        (
            ["legal", "fft-5", "--hand", "S2 SR", "--called", "T21", "--first-trick"],
            "the 21 of trumps (T21) may not be called",
            "cards that may be called: ",
        ),
        (
            ["legal", "enc2011-5", "--hand", "S2 SR", "--called", "SV"],
            "the jack of spades (SV) may not be called",
            "cards that may be called: CC, CD, CR, DC",
        ),
        (
            ["score", "fft-4", "--contract", "garde", "--points", "41", "--honours", "2", "--small-slam", "made"],
            "fft-4 has no bonus for a small slam",
            "take an option that adds it",
        ),
        (["simulate", "fft-4", "--deals", "9" * 20], "deals cannot be played", "take at most 1,000,000,000,000,000"),
        (
            ["session", "going-over.yaml"],
            "going-over.yaml:1:1: this file is an example, not a session",
            "name a session",
        ),
        (["session", "evening.yaml"], "other.yaml:1:1: this file is a session, not an example", "name an example"),
        (["replay", "other.yaml"], "other.yaml:1:1: this file is a session, not an example", "name an example"),
        (["simulate", "--again", "evening.json"], "this is no file of simulated deals", "`simulate --out` has written"),
    ],
)
def test_an_odd_question_is_refused_with_a_cure(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: list[str],
    message: str,
    hint: str,
) -> None:
    example = next((Path(__file__).parent.parent / "rulesets").rglob("going-over.yaml"))
    for name, text in {
        "evening.yaml": SESSION + DEALS,
        "other.yaml": SESSION + DEALS,
        "evening.json": "{}",
        "going-over.yaml": example.read_text(encoding="utf-8"),
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *args)
    assert code and not out
    assert message in err and hint in err


@pytest.mark.parametrize("called", ["SR", "HD", "CC", "DV"])
def test_each_card_that_the_taker_may_come_to_call_is_taken(capsys: pytest.CaptureFixture[str], called: str) -> None:
    assert not run(capsys, "legal", "fft-5", "--hand", "S2 S3", "--called", called)[0]


def test_numbers_that_go_together_are_answered(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = run(capsys, "odds", "fft-4", "--holding", "honour=3 trumps=2 king=1")
    assert not code and "3 oudlers, 2 trumps and one of the kings" in " ".join(out.split())
