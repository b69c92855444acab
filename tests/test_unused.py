"""Entries of an example without effect are refused at their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.errors import RecordError
from tarot_teach.loading import Library
from tarot_teach.topics.check.check_file import check_file

HEAD = "format: 1\nid: mine\nruleset: fft-4\ntitle: Mine\n"
ENDING = (
    "start: {step: play, taker: S, contract: garde, leader: W}\n"
    "hands: {W: [H10, S1], N: [T20, D3], E: [H4, D4], S: [HD, T1]}\n"
    "tricks:\n  - cards: [W H10, S HD, E H4, N T20]\n"
)
DISCARD = (
    "start: {step: discard, taker: S, contract: garde}\n"
    "hands: {S: [S1, S2, S3, S4, S5, S6, SR, H1, H2, H3, H4, H5, H6, D1, D2, D3, D4, D5, T1, T2, T3, T4, T5, T6]}\n"
    "discard: [S1, S2, S3, S4, S5, S6]\ndiscard_tries: [[SR, S1, S2, S3, S4, S5]]\n"
)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (ENDING + "    irregular: [E H5]\n", 9, "this irregular play is told"),
        (ENDING + "    before: {Q: who}\n", 9, "this comment is told"),
        (ENDING + "cut: 7\n", 9, "this cut is told"),
        (ENDING + "talon_after: [1]\n", 9, "this way of dealing is told"),
        (ENDING + "discard: [S2]\n", 9, "this discard is told"),
        (ENDING + "    pay: [S S1]\n", 9, "this payment is told"),
        (ENDING + "shown: [{seat: E, level: single}]\n", 0, ""),
        (ENDING + "claims: [E void.petit_sec]\n", 9, "this claim is told"),
        (ENDING + "auction: [E pass]\n", 9, "this call is told"),
        (
            "start: {step: deal, seed: 22}\nauction: [S pass, E pass, N pass, W pass, S garde]\n",
            6,
            "this call is told, and has no place in the deal",
        ),
        (
            DISCARD + "expect: {refused: discard.count}\n",
            9,
            "the rule that refuses it is discard.never, not discard.count",
        ),
        (DISCARD + "expect: {refused: discard.never}\n", 0, ""),
    ],
)
def test_entries_of_an_example_have_a_place_in_the_deal(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    if not line:
        assert check_file(path, Library()) == "example"
        return
    with pytest.raises(RecordError) as caught:
        check_file(path, Library())
    (problem,) = caught.value.problems
    assert message in problem.message and problem.place and problem.place.line == line and problem.hint
