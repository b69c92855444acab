"""Questions of records about cards that are laid away: as a discard, or where a rule of the exchange asks for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tarot_teach.errors import RecordError
from tarot_teach.explain.exercises import POSSIBLE, RIGHT, exercises_of
from tarot_teach.records.format import Ask
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay, replay_example
from tests.helpers import LIBRARY


def asked_of(example: str, ask: Ask) -> Replay:
    """The replay of a shipped example with one question."""
    done = replay_example(example, LIBRARY)
    record = replace(done.record, file=done.record.file.model_copy(update={"asks": [ask]}))
    return replay(record, done.engine)


@pytest.mark.parametrize(
    ("example", "at", "answer", "pick", "said"),
    [
        ("scarto-a-whole-deal", None, "D2 DN DQ", 3, "West is the dealer."),
        ("piedmont-a-whole-deal", "W", "C8 C4", 2, "West is the dealer."),
        ("ruff-the-ruff", None, "H9 H10 C6 CK", 4, "East is the dealer. Trumps are diamonds."),
        ("slovenian-a-whole-deal", None, "SD D4 CD", 3, "South"),
        ("hombre-a-whole-deal", None, "S7 D5 DA", 0, "Trumps are clubs."),
        ("hombre-a-whole-deal", "S", "S3 S5", 0, "Trumps are clubs."),
        ("tresillo-a-whole-deal", "E", "S3 S5 B4", 0, "Trumps are coins."),
        ("course-whole-deal", None, "", 6, "garde"),
    ],
)
def test_whoever_lays_cards_away_is_asked_what(example: str, at: str | None, answer: str, pick: int, said: str) -> None:
    done = asked_of(example, Ask(ask="discard", at=at))
    (exercise,) = exercises_of(done)
    right = [choice.code for choice in exercise.choices if choice.grade == RIGHT]
    assert exercise.pick == pick and len(right) == (pick or len(right))
    assert not answer or sorted(right) == sorted(answer.split())
    assert any(choice.grade == POSSIBLE for choice in exercise.choices)
    words = " ".join(" ".join(str(getattr(block, "text", "")) for block in exercise.setting).split())
    assert said in words, words


@pytest.mark.parametrize(
    ("example", "ask", "message"),
    [
        ("burro-a-whole-deal", Ask(ask="discard"), "nothing is laid away here"),
        ("scarto-a-whole-deal", Ask(ask="discard", at="S"), "South lays nothing away here"),
        ("hombre-a-whole-deal", Ask(ask="discard", at="S", answer=["S3", "HQ"]), "the rules refuse this answer"),
        ("ruff-the-ruff", Ask(ask="discard", answer="S3 S5"), "the rules refuse this answer"),
    ],
)
def test_who_lays_nothing_away_is_not_asked(example: str, ask: Ask, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        asked_of(example, ask)
