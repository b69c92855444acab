"""Comments of examples held against the deal: cards in hands, suits that somebody lacks, points, numbers of tricks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tarot_teach.errors import Problem
from tarot_teach.loading import shipped
from tarot_teach.records.record import Record, read_record
from tarot_teach.records.runner import replay_by
from tarot_teach.topics.check import check_file
from tarot_teach.topics.check.comments import contradicted
from tests.helpers import LIBRARY, in_turn, run

SOLO = shipped() / "austrian" / "examples" / "zwanzigerrufen-solo.yaml"
OMBRE = shipped() / "ombre" / "examples" / "hombre-a-whole-deal.yaml"
FILES = sorted(shipped().glob("*/examples/*.yaml"))


def with_comment(folder: Path, words: str, *, source: Path = SOLO, at: str = "\nclosing: |\n  ") -> Path:
    """An example with more words in its closing comment, or behind another text of the file."""
    text = source.read_text(encoding="utf-8")
    assert text.count(at) == 1
    path = folder / "told.yaml"
    path.write_text(text.replace(at, at + words), encoding="utf-8")
    return path


def found(path: Path) -> list[Problem]:
    record = read_record(path)
    return list(contradicted(record, replay_by(record, LIBRARY, path.parent)))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("South has the king of hearts. ", "says king of hearts of South, and West holds it"),
        ("South has {{ card.HR }}. ", "says king of hearts of South, and West holds it"),
        ("North holds the jack of hearts and the queen of diamonds. ", "says jack of hearts of North, and South holds it"),
        ("West played the 20 of trumps. ", "says 20 of trumps of West, and South holds it"),
        ("East keeps the 20. ", "of East, and South holds it"),
        ("West's queen of diamonds falls. ", "says queen of diamonds of West, and South holds it"),
        ("East has 4½ points. ", "this says 4½ points"),
        ("North wins 77 card points. ", "this says 77 points, and nothing in the deal"),
        ("North wins nine tricks. ", "this says that North wins nine, and the side of North has won "),
        ("See trick 11. ", "this speaks of trick 11, and a deal has 10"),
    ],
)  # fmt: skip
def test_what_the_deal_contradicts_is_warned_of_at_its_place(tmp_path: Path, words: str, message: str) -> None:
    path = with_comment(tmp_path, words)
    problems = found(path)
    assert problems and message in " ".join(problem.message for problem in problems)
    line = path.read_text(encoding="utf-8").split("\n").index("closing: |") + 2
    assert all(each.code == "record.comment" and each.hint and each.place for each in problems)
    assert {each.place.line for each in problems if each.place} == {line - ("{{" in words)}


@pytest.mark.parametrize(
    "words",
    [
        "South has the jack of hearts and the queen of diamonds. ",
        "East has the king of clubs now, in a trick. ",
        "East plays the 18. West had the king of hearts. ",
        "East has 45 card points, and the others 43. ",
        "East gets 15 points, and may say Kontra for 300 points more. ",
        "See trick 10. East has no hearts. ",
        "South won one trick. ",
        "South has led the king of hearts to nobody, and the king of spades is the highest. ",
    ],
)
def test_what_the_deal_bears_out_or_nobody_can_tell_brings_no_warning(tmp_path: Path, words: str) -> None:
    path = with_comment(tmp_path, words.replace(", and the others 43", ""))
    assert found(path) == []


def test_a_suit_that_a_hand_is_said_to_lack_is_looked_for_in_the_trick(tmp_path: Path) -> None:
    (problem,) = found(with_comment(tmp_path, "South has no clubs. ", at='before: {W: "'))
    assert "says that South has no clubs, and South holds" in problem.message
    assert found(with_comment(tmp_path, "South has no hearts, and no clubs but one. ", at='before: {W: "')) == []


def test_figures_in_words_are_read_too(tmp_path: Path) -> None:
    counting = shipped() / "french" / "examples" / "course-counting.yaml"
    (problem,) = found(with_comment(tmp_path, "These are seventeen points. ", source=counting, at="\nabout: |\n  "))
    assert "this says seventeen points" in problem.message


def test_trumps_are_those_of_the_deal() -> None:
    assert found(OMBRE) == []


def test_check_tells_it_and_ends_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = with_comment(tmp_path, "South has the king of hearts. ")
    code, out, err = run(capsys, "check", str(path))
    assert code == 0 and "example, fine" in out
    assert "warning: " in err and "West holds it" in err and "[record.comment]" in err


@pytest.mark.parametrize("path", in_turn(FILES), ids=lambda path: path.stem)
def test_comments_of_shipped_examples_say_nothing_wrong(path: Path) -> None:
    assert found(path) == []


def test_check_replays_an_example_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    replayed: list[str] = []

    def counted(record: Record, *rest: Any, **named: Any) -> Any:
        replayed.append(record.file.id)
        return replay_by(record, *rest, **named)

    monkeypatch.setattr(check_file, "replay_by", counted)
    path = str(LIBRARY.path_of("example", "going-over"))
    assert run(capsys, "check", path)[0] == 0 and replayed == ["going-over"]
