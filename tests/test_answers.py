"""Answers of a quiz on the command line: kept in the data folder, due again after growing intervals, shown by rule, erased."""

from __future__ import annotations

import datetime
import io
import json
import os
import pty
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.topics.quiz import answers
from tarot_teach.topics.quiz.answers import INTERVALS, Answered, KeptAnswers, Sitting, answered, standing
from tarot_teach.topics.quiz.quiz import Quiz
from tests.helpers import HUNG, LIBRARY

FIRST = datetime.date(2026, 11, 22)
QUIZ = Quiz(Engine(LIBRARY.load("fft-4")), advice_for(LIBRARY, LIBRARY.load("fft-4")), 1)
LEGAL = QUIZ.exercise(0, "legal")
RIGHT = " ".join(choice.code for choice in LEGAL.choices if choice.grade == "right") + "\n"
WRONG = next(choice.code for choice in LEGAL.choices if choice.grade == "wrong") + "\n?\n"


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a user who has learnt nothing yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    on(monkeypatch, 0)
    return tmp_path / "data" / "tarot-teach" / "answers.json"


def on(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Set the user's clock to a day."""
    monkeypatch.setattr(answers, "today", lambda: FIRST + datetime.timedelta(days))
    monkeypatch.setattr("tarot_teach.cli.quiz.today", lambda: FIRST + datetime.timedelta(days))


def quiz(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *args: str
) -> tuple[int, str, str]:
    """Run ``quiz fft-4`` with what is typed: exit code, output and errors."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    with pytest.raises(SystemExit) as caught:
        main(["quiz", "fft-4", *args])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def ids(path: Path) -> dict[str, tuple[int, str]]:
    """The box and the day of each question about fft-4 in a file."""
    found = json.loads(path.read_text(encoding="utf-8"))["answers"]["fft-4"]
    return {id: (entry["box"], entry["due"]) for id, entry in found.items()}


def test_intervals_grow_and_a_miss_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before, found = None, []
    for days, right in ((0, False), (0, True), (0, True), (1, True), (4, True), (11, True), (32, True), (53, False)):
        on(monkeypatch, days)
        before = answered(before, right, ("play.overtrump",))
        found.append(((before.due - FIRST).days - days, before.box))
    assert found == [(0, 0), (1, 1), (1, 1), (3, 2), (7, 3), (21, 4), (21, 4), (0, 0)]
    assert INTERVALS == (0, 1, 3, 7, 21)


def test_the_site_keeps_the_same_boxes() -> None:
    script = (Path(__file__).parents[1] / "tarot_teach/render/static/tarot_teach/remember.js").read_text(
        encoding="utf-8"
    )
    assert "words.days" in script and not re.search(r"\b21\b", script), "the days come from INTERVALS"


def test_a_rule_is_known_while_all_questions_about_it_were_right() -> None:
    def entry(box: int, *rules: str) -> Answered:
        return Answered(box=box, due=FIRST, day=FIRST, rules=rules)

    now = standing({"a": entry(1, "x", "y"), "b": entry(0, "y"), "c": entry(2, "x")})
    assert {rule: (at.right, at.asked, at.known) for rule, at in now.items()} == {"x": (2, 2, True), "y": (1, 2, False)}


def test_a_missed_question_comes_back_after_three_others() -> None:
    new = [QUIZ.exercise(number, "winner") for number in range(5)]
    sitting, asked = Sitting([LEGAL], new), []
    for exercise in sitting:
        asked.append(exercise.id)
        if len(asked) == 1:
            sitting.missed(exercise)
    assert asked == [LEGAL.id, *(each.id for each in new[:3]), LEGAL.id, *(each.id for each in new[3:])]


def test_answers_are_kept_and_told_by_rule(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    args = ("--kind", "legal", "--seed", "1", "--count", "1", "--memory")
    code, out, err = quiz(monkeypatch, capsys, RIGHT, *args)
    number, known = len(LIBRARY.load("fft-4").rules), len(LEGAL.rules)
    assert (code, err) == (0, "") and f"{known} of {number} rules of fft-4 known." in out and "23 November 2026" in out
    assert ids(kept) == {LEGAL.id: (1, "2026-11-23")}
    quiz(monkeypatch, capsys, WRONG, *args)
    assert ids(kept) == {LEGAL.id: (0, "2026-11-22")}
    code, out, err = quiz(monkeypatch, capsys, "", "--known")
    title = LIBRARY.load("fft-4").rules[LEGAL.rules[0]].title
    assert f"0 of {number} rules of fft-4 known." in out and "Now" in out and title in out
    data = json.loads(quiz(monkeypatch, capsys, "", "--known", "--json")[1])
    assert (data["known"], data["rules"], [row["rule"] for row in data["asked"]]) == (0, number, [*LEGAL.rules])


def test_due_questions_come_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    quiz(monkeypatch, capsys, WRONG, "--kind", "legal", "--seed", "1", "--count", "1", "--memory")
    question = str(LEGAL.question)
    _code, out, _err = quiz(monkeypatch, capsys, RIGHT, "--count", "1", "--memory")
    assert question in out and "1 of 1 right." in out and ids(kept) == {LEGAL.id: (1, "2026-11-23")}
    quiz(monkeypatch, capsys, RIGHT, "--count", "1", "--memory")
    assert len(ids(kept)) <= 2 and ids(kept)[LEGAL.id] == (1, "2026-11-23"), "it is not due today"
    on(monkeypatch, 1)
    _code, out, _err = quiz(monkeypatch, capsys, RIGHT, "--kind", "legal", "--count", "1", "--memory")
    assert "1 of 1 right." in out and ids(kept)[LEGAL.id] == (2, "2026-11-26")


def test_a_question_of_an_example_comes_back_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"?\n")))
    with pytest.raises(SystemExit):
        main(["quiz", "going-over", "--count", "1", "--memory"])
    capsys.readouterr()
    (id,) = ids(kept)
    assert id == "going-over-ask-1"
    _code, out, _err = quiz(monkeypatch, capsys, "?\nq\n", "--memory")
    assert "Which cards may North play?" in out and ids(kept)[id] == (0, "2026-11-22")


def test_a_level_is_kept_to(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    quiz(monkeypatch, capsys, "?\n" * 3, "--level", "2", "--count", "3", "--memory")
    assert len(ids(kept)) == 3 and all(id.endswith("-2") for id in ids(kept))
    code, _out, err = quiz(monkeypatch, capsys, "", "--level", "1", "--kind", "discard")
    assert code == 1 and "no question of level 1" in err


def test_nothing_is_kept_in_a_pipe_or_without_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    for args in ((), ("--no-memory",)):
        _code, out, _err = quiz(monkeypatch, capsys, RIGHT, "--kind", "legal", "--seed", "1", "--count", "1", *args)
        assert "1 of 1 right." in out and "known" not in out and not kept.parent.exists()


def test_a_terminal_remembers(kept: Path) -> None:
    screen, other = pty.openpty()
    asked = [
        sys.executable,
        "-c",
        "from tarot_teach.cli import main; main()",
        "quiz",
        "fft-4",
        "--seed",
        "1",
        "--count",
        "1",
    ]
    command = subprocess.Popen([*asked, "--kind", "legal"], stdin=other, stdout=other, stderr=other)
    os.close(other)
    os.write(screen, b"?\n")
    try:
        while os.read(screen, 65536):
            pass
    except OSError:
        pass  # the other end is closed
    assert command.wait(HUNG) == 0
    os.close(screen)
    assert [*ids(kept)] == [LEGAL.id]


def test_forgetting_erases_one_ruleset(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    memory = KeptAnswers(kept)
    memory.record(LEGAL, True)
    memory.record(Quiz(Engine(LIBRARY.load("early-17c")), None, 1).exercise(0), False)
    assert "1 answer about fft-4 erased." in quiz(monkeypatch, capsys, "", "--forget")[1]
    assert memory.of("fft-4") == {} and len(memory.of("early-17c")) == 1
    assert "0 answers about fft-4 erased." in quiz(monkeypatch, capsys, "", "--forget")[1]
    assert quiz(monkeypatch, capsys, "", "--forget", "--known")[0] == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{broken", ":1:2"),
        ('{"version": 1,\n "answers": {"fft-4": {\n"quiz-legal-1-0": {"box": 9, "due": "2026-11-22", "day": "2026-11-22", "rules": []}}}}', ":3:"),
        ('{"version": 1, "answers": []}', ":1:"),
        ("[]", ":1:"),
        ("", ""),
        ('{"version": 0, "answers": {}}', ""),
    ],
)  # fmt: skip
def test_a_damaged_file_is_named_with_its_place_and_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path, text: str, place: str
) -> None:
    kept.parent.mkdir(parents=True)
    kept.write_text(text, encoding="utf-8")
    for args in (("--memory",), ("--known",), ("--forget",)):
        code, out, err = quiz(monkeypatch, capsys, "?\n", *args)
        assert (code, out) == (1, "") and f"{kept}{place}" in err and "--no-memory" in err
    assert kept.read_text(encoding="utf-8") == text
    assert quiz(monkeypatch, capsys, "", "--no-memory", "--count", "1")[0] == 0


def test_a_newer_file_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    kept.parent.mkdir(parents=True)
    kept.write_text('{"version": 2, "more": {}}', encoding="utf-8")
    code, _out, err = quiz(monkeypatch, capsys, "?\n", "--memory")
    assert code == 1 and "newer tarot-teach" in err and kept.read_text(encoding="utf-8") == '{"version": 2, "more": {}}'


def test_where_nothing_can_be_kept_a_quiz_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("a file in place of the folder", encoding="utf-8")
    code, out, err = quiz(monkeypatch, capsys, RIGHT, "--kind", "legal", "--seed", "1", "--count", "1", "--memory")
    assert code == 0 and "answers are not remembered" in err and "1 of 1 right." in out


def test_two_quizzes_at_once_lose_nothing(kept: Path) -> None:
    many = [QUIZ.exercise(number, "winner") for number in range(24)]
    script = (
        "import sys; from pathlib import Path\n"
        "from tarot_teach.blocks import Exercise; from tarot_teach.text import Text; from tarot_teach.topics.quiz.answers import KeptAnswers\n"
        "for id in sys.argv[2:]: KeptAnswers(Path(sys.argv[1])).record(Exercise(id, 'winner', (), Text(('x',)), ruleset='fft-4'), True)"
    )
    halves = [[each.id for each in many[i::2]] for i in range(2)]
    with ThreadPoolExecutor(2) as pool:
        done = pool.map(
            lambda half: subprocess.run([sys.executable, "-c", script, str(kept), *half], check=False), halves
        )
        assert [each.returncode for each in done] == [0, 0]
    assert set(ids(kept)) == {each.id for each in many}
