"""Questions made of random deals: they are what the engine says, for every ruleset, and answers are judged by it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Exercise, Spoiler, Stepper, TrickDiagram
from tarot_teach.cli import main
from tarot_teach.cli.quiz import exercise_data
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import trick_position
from tarot_teach.errors import LoadError, NotationError
from tarot_teach.explain.exercises import ExerciseBuilder, exercises_of
from tarot_teach.explain.lesson import annotate
from tarot_teach.explain.levels import DIFFICULTIES, LEVELS, difficulties, level_of
from tarot_teach.explain.proved import PROVED
from tarot_teach.explain.snippets import ask_about_trick, ask_about_trumps, describe_trick
from tarot_teach.records.runner import replay_example
from tarot_teach.table import State
from tarot_teach.topics.quiz.quiz import ENDINGS, IN_TURN, Judgement, Quiz, judge
from tests.helpers import HUNG, LIBRARY

EACH = 3  # questions of each kind
ASKED = [
    (name, kind) for name in LIBRARY.ids() for kind in Quiz(Engine(LIBRARY.load(name)), None, 0).in_turn
]  # fmt: skip


def quiz(name: str, seed: int = 1) -> Quiz:
    ruleset = LIBRARY.load(name)
    return Quiz(Engine(ruleset), advice_for(LIBRARY, ruleset), seed)


def right(exercise: Exercise) -> list[str]:
    return [choice.code for choice in exercise.choices if choice.grade == "right"]


@pytest.mark.parametrize(("name", "kind"), ASKED)
def test_right_is_right_and_wrong_is_wrong(name: str, kind: str) -> None:
    for number in range(EACH):
        exercise = quiz(name).exercise(number, kind)
        assert exercise.kind == kind and str(exercise.question)
        if exercise.amount:
            assert judge(exercise, exercise.amount).grade == "right"
            assert judge(exercise, exercise.sign + exercise.amount.replace("-", "−")).grade == "right"
            assert judge(exercise, str(Fraction(exercise.amount) + 1).split("/")[0]).grade == "wrong"
            continue
        sought = right(exercise)
        assert sought, "nothing is right"
        answer = sought[: exercise.pick or len(sought)]
        assert judge(exercise, " ".join(answer)).grade == "right"
        assert judge(exercise, ", ".join(reversed(answer)).lower()).grade == "right"
        for choice in exercise.choices:
            if choice.grade != "right":
                others = answer[1:] if exercise.pick else answer
                assert judge(exercise, " ".join([choice.code, *others])).grade == choice.grade
        if not exercise.pick and len(sought) > 1:
            assert judge(exercise, sought[0]).grade == "part"


ANY_CARD_GOES = {"casita-robada", "karnoeffel-reconstructed"}
"""Rulesets by which any card of the hand may be played, but for one at the first lead, so that nothing can be asked about it."""


@pytest.mark.parametrize("name", [name for name in LIBRARY.ids() if name not in ANY_CARD_GOES])
def test_what_may_be_played_is_what_the_engine_allows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[State] = []
    asked = ExerciseBuilder.legal

    def spy(asker: ExerciseBuilder, state: State) -> Exercise:
        states.append(state)
        return asked(asker, state)

    monkeypatch.setattr(ExerciseBuilder, "legal", spy)
    made = quiz(name)
    for number in range(EACH):
        exercise = made.exercise(number, "legal")
        state = states.pop()
        playable = {card.code for card in state.deck.set(made.engine.legal(state).cards)}
        assert set(right(exercise)) == playable
        assert {choice.code for choice in exercise.choices} == {card.code for card in state.hand(state.turn or 0)}
        assert len(playable) < len(exercise.choices), "nothing is refused: there is nothing to ask"


def test_the_same_seed_asks_the_same() -> None:
    for number in range(5):
        assert quiz("fft-4", 7).exercise(number) == quiz("fft-4", 7).exercise(number)
    assert quiz("fft-4", 7).exercise(0) != quiz("fft-4", 8).exercise(0)
    assert quiz("fft-4", 7).exercise(0) != quiz("fft-4", 7).exercise(5)
    assert [quiz("fft-4").exercise(number).kind for number in range(len(IN_TURN))] == list(IN_TURN), "each kind in turn"


@pytest.mark.parametrize("kind", IN_TURN)
def test_questions_as_data(kind: str) -> None:
    exercise = quiz("fft-4").exercise(0, kind)
    data = json.loads(json.dumps(exercise_data(exercise)))
    assert set(data) == {
        "id", "kind", "ruleset", "rules", "level", "setting", "given", "question", "pick", "choices", "amount", "misses",
        "answer",
    }  # fmt: skip
    assert data["kind"] == kind and data["question"] == str(exercise.question)
    assert [choice["grade"] for choice in data["choices"]] == [choice.grade for choice in exercise.choices]
    assert bool(data["choices"]) != bool(data["amount"]), "either there is something to choose, or an amount"
    assert "<" not in data["setting"] and data["answer"]


def test_a_kind_that_cannot_be_asked() -> None:
    with pytest.raises(LoadError, match=r"no question of the kind 'bid' can be asked about early-17c") as caught:
        quiz("early-17c").exercise(0, "bid")
    assert caught.value.problems[0].hint == "ask for one of legal, winner, score, points, tactics"


@pytest.mark.parametrize(("name", "kind"), ASKED)
def test_a_question_names_rules_of_its_ruleset(name: str, kind: str) -> None:
    exercise = quiz(name).exercise(0, kind)
    assert exercise.ruleset == name and exercise.rules and {*exercise.rules} <= {*LIBRARY.load(name).rules}


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_what_is_asked_for_and_the_question_is_found_again(level: int) -> None:
    made = quiz("fft-4")
    for number in range(5):
        exercise = made.exercise(number, level=level)
        assert level_of(exercise) == level == min(3, 1 + len({*difficulties(exercise)}))
        assert quiz("fft-4", 99).by_id(exercise.id) == exercise
    assert made.by_id("quiz-legal-1") is None and made.by_id("going-over-ask-1") is None


def test_the_difficulties_are_documented() -> None:
    page = (Path(__file__).parent.parent / "docs" / "howto" / "practise.md").read_text(encoding="utf-8")
    assert re.findall(r"^- (.*)$", page.partition("## Levels")[2], re.MULTILINE) == [*DIFFICULTIES.values()]


def test_a_level_that_does_not_arise_is_refused() -> None:
    with pytest.raises(LoadError, match=r"no question of level 1 arose in 240 deals of fft-4"):
        quiz("fft-4").exercise(0, "discard", 1)


def test_the_facts_of_a_position_make_its_level(french: Engine) -> None:
    def asked(plays: str, hand: str) -> tuple[int, set[str]]:
        parse = french.ruleset.deck.parse
        spot = trick_position(french, parse(hand), parse(plays))
        exercise = ExerciseBuilder(french, spot.name, "x").legal(spot)
        return level_of(exercise), {*difficulties(exercise)}

    assert asked("H10 H2", "H3 S5 C4") == (1, set())
    assert asked("H10 H2", "H3 S5 EX") == (3, {"excuse", "rules"})
    assert asked("H10 T7", "T4 T18 S5") == (3, {"rules", "height"})
    assert asked("H10 H2", "H3 S1 S2 S3 S4 S5 C1 C2 C3 C4") == (2, {"hand"})


@pytest.mark.parametrize("name", ["fft-4", "early-17c"])
def test_a_pool_is_mixed_and_the_same_each_time(name: str) -> None:
    pool = quiz(name).pool(40)
    asked = [each for each in pool.blocks if each.kind in IN_TURN]
    levels, kinds = [level_of(each) for each in asked], [each.kind for each in asked]
    assert levels == sorted(levels) and {*levels} == {*LEVELS} and {*kinds} == {*quiz(name).in_turn}
    assert 36 <= len({each.id for each in asked}) == len(asked) <= 44
    proved = pool.blocks[len(asked) :]
    assert [each.kind for each in proved] == [kind for kind in quiz(name).kinds if kind in PROVED] * ENDINGS
    assert {level_of(each) for each in proved} <= {1}
    assert pool == quiz(name).pool(40)
    assert [id for id, _title in pool.rules] == [*LIBRARY.load(name).rules]


def said(exercise: Exercise, answer: str) -> tuple[str, str]:
    with pytest.raises(NotationError) as caught:
        judge(exercise, answer)
    (problem,) = caught.value.problems
    assert problem.hint
    return problem.message, problem.hint


def test_what_is_no_answer() -> None:
    legal, discard = (quiz("fft-4").exercise(0, kind) for kind in ("legal", "discard"))
    for nothing in ("", "   ", ",,\t"):
        assert said(legal, nothing)[0] == "nothing is chosen"
    missing = next(code for code in ("H2", "S2", "D2", "C2") if code not in {c.code for c in legal.choices})
    assert said(legal, missing)[0] == f"{missing!r} is not among the choices"
    assert said(legal, "\0")[0] == "'\\x00' is not among the choices"
    assert len(said(legal, "x" * 100_000)[0]) < 100
    assert said(discard, right(discard)[0]) == ("1 are chosen", "choose 6")
    assert said(discard, " ".join([right(discard)[0]] * 6)) == ("1 are chosen", "choose 6"), "a card counts once"


@pytest.mark.parametrize("answer", ["", "abc", "+", "--5", "1.2.3", "1e5", "1,000", "SR T18", "7 8", "9" * 100_000])
def test_what_is_no_amount(answer: str) -> None:
    message, hint = said(quiz("fft-4").exercise(0, "score"), answer)
    assert message.endswith("is not an amount") and len(message) < 100 and hint == "write it like -75"


def test_an_amount_may_have_its_unit() -> None:
    exercise = quiz("guide-4").exercise(0, "score")
    assert exercise.sign == "$"
    amount = Fraction(exercise.amount)
    written = f"{abs(float(amount)):.2f}"
    for answer in (f"${written}", f"$ {written}", f"{written.replace('.', ',')} points"):
        minus = "−" if amount < 0 else ""
        assert judge(exercise, minus + answer).grade == "right"


def test_a_bid_may_be_called_by_its_name() -> None:
    exercise = quiz("fft-4").exercise(0, "bid")
    longest = max(exercise.choices, key=lambda choice: len(str(choice.label)))
    assert " " in str(longest.label)
    assert judge(exercise, str(longest.label)) == judge(exercise, longest.code)


def test_replies_tell_why() -> None:
    exercise = quiz("fft-4").exercise(0, "legal")
    wrong = next(choice for choice in exercise.choices if choice.grade == "wrong")
    found = judge(exercise, wrong.code)
    assert found == Judgement("wrong", (found.said[0], wrong.reply)) and "may not play" in str(found.said[1])
    winner = quiz("fft-4").exercise(0, "winner")
    best = next(choice for choice in winner.choices if choice.grade == "right")
    for choice in winner.choices:
        if choice is not best:
            assert judge(winner, choice.code).said[1] == choice.reply and str(best.label) not in str(choice.reply)


def test_any_of_several_discards_is_right() -> None:
    exercise = quiz("fft-4").exercise(0, "discard")
    for chosen in list(combinations(right(exercise), exercise.pick))[:20]:
        assert judge(exercise, " ".join(chosen)).grade == "right"


# ------------------------------------------------------------ on the command line

COMMAND = [sys.executable, "-c", "from tarot_teach.cli import main; main()", "quiz"]


def typed(answers: bytes, *args: str, **env: str) -> tuple[int, str, str]:
    asked = [*COMMAND, *args]
    done = subprocess.run(
        asked, input=answers, capture_output=True, check=False, env={**os.environ, **env}, timeout=HUNG
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    return done.returncode, out, err


def test_a_quiz_ends_with_the_input() -> None:
    code, out, err = typed(b"", "fft-4", "--kind", "legal", "--seed", "1")
    assert (code, err) == (0, "") and "Question 1" in out and "of 0 right" not in out


def test_a_quiz_judges_whatever_is_typed() -> None:
    answers = b"\n\0\n\xff\xfe\n" + b"x" * 1_000_000 + b"\nT5 T5,,\n?\n"
    code, out, err = typed(answers, "fft-4", "--kind", "legal", "--seed", "1", "--count", "1")
    assert (code, err) == (0, "") and len(out) < 10_000
    assert out.count("is not among the choices") == 4 and "The answer:" in out and "0 of 1 right." in out


def test_a_quiz_in_ascii() -> None:
    amount = quiz("fft-4").exercise(0, "score").amount
    code, out, _err = typed(
        f"½ é\n{amount}\n".encode(), "fft-4", "--kind", "score", "--seed", "1", "--count", "1",
        PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C",
    )  # fmt: skip
    assert code == 0 and out.isascii() and "is not an amount" in out and "1 of 1 right." in out


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["fft-6"], 1, "there is no ruleset 'fft-6'"),
        (["early-17c", "--kind", "discard"], 1, "no question of the kind 'discard' can be asked about early-17c"),
        (["early-17c", "--kind", "made"], 1, "can be asked about early-17c: nobody plays a contract"),
        (["fft-4", "--kind", "card"], 2, "'card' is not one of"),
        (["fft-4", "--count", "0"], 2, "0 is not in the range"),
        (["fft-4", "--seed", "-1"], 2, "-1 is not in the range"),
        (["a" * 300 + ".yaml"], 1, "there is no file aaa"),
    ],
)
def test_a_quiz_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], args: Sequence[str], code: int, words: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["quiz", *args])
    out, err = capsys.readouterr()
    assert (caught.value.code, out) == (code, "") and words in err


def read_to(screen: int, end: bytes) -> bytes:
    """Return the output of a terminal, up to some last sign or to its end."""
    shown = b""
    while not shown.endswith(end):
        try:
            shown += os.read(screen, 65536)
        except OSError:  # the other end is closed
            break
    return shown


def wait_until_it_reads(command: subprocess.Popen[bytes]) -> None:
    """Wait for a program that has shown its prompt to sleep; Python does not see a signal that comes just before."""
    state = Path(f"/proc/{command.pid}/stat")
    while state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "SZ":
        time.sleep(0.01)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")
@pytest.mark.parametrize("keys", [[b"\xff\n", b"\x04"], [b"foo\n", b"\x03"], [b"q\n"]], ids=repr)
def test_a_quiz_on_a_terminal_ends_quietly(keys: list[bytes]) -> None:
    screen, other = pty.openpty()
    asked = [*COMMAND, "fft-4", "--kind", "legal", "--seed", "1"]
    command = subprocess.Popen(
        asked, stdin=other, stdout=other, stderr=other, start_new_session=True, preexec_fn=_take_terminal
    )
    os.close(other)
    try:
        shown = read_to(screen, b"> ")
        for key in keys:
            wait_until_it_reads(command)
            os.write(screen, key)
            shown += read_to(screen, b"> ")
        assert command.wait(HUNG) == 0, shown
    finally:
        command.kill()
        command.wait()
        os.close(screen)
    assert b"Traceback" not in shown and b"Error" not in shown


def _take_terminal() -> None:
    """Have the terminal on standard input send signals to this process, which may have been told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


# ------------------------------------------------------------ a trick by itself


@pytest.mark.parametrize(
    ("plays", "hand", "words"),
    [
        ("", "", "is not a trick"),
        ("E H10 H2", "", "is not a trick"),
        ("X H2", "", "nobody sits at 'X'"),
        ("E H10, W H2", "", "the seats do not play in this order"),
        ("E H10, N H10", "", "named twice"),
        ("E H10, N H2, W H3, S H4, E H5", "", "5 cards are played, and 4 players sit here"),
        ("E H10, N H2, W H3, S H4", "E H5", "the trick is complete"),
        ("E H10, N H2", "S H3", "S does not play next"),
        ("E H10, N H2", "W", "the hand is empty"),
        ("E H10, N H2", "W H10", "in the hand and in the trick"),
    ],
)
def test_what_is_no_trick(french: Engine, plays: str, hand: str, words: str) -> None:
    with pytest.raises(NotationError, match=words) as caught:
        describe_trick(french, plays, hand)
    (problem,) = caught.value.problems
    assert problem.hint or "twice" in words


@pytest.mark.parametrize(
    ("name", "plays", "hand", "right"),
    [
        ("fft-4", "S H10, E HV, N HC, W H1", "", {"N"}),
        ("fft-4", "N S6, W SV", "S S3 S9 H2", {"S3", "S9"}),
        ("scarto", "S B3, E BQ, W T2", "", {"W"}),
        ("slovenian-pagat", "S T3, E T20", "N T19 HR", {"T19"}),
    ],
)
def test_a_question_about_a_written_trick(name: str, plays: str, hand: str, right: set[str]) -> None:
    engine = Engine(LIBRARY.load(name))
    exercise = ask_about_trick(engine, plays, hand, contract="three" if name == "slovenian-pagat" else None)
    assert {choice.code for choice in exercise.choices if choice.grade == "right"} == right
    assert [type(block) for block in exercise.setting] == [TrickDiagram] and not exercise.setting[0].number


@pytest.mark.parametrize(
    ("name", "trumps", "plays", "hand", "right", "because"),
    [
        ("fft-4", "", "E S9, N SV, W S6", "S S4 SC S8", {"SC"}, "beaten"),
        ("fft-4", "", "E S9, N SD, W S6", "S S4 SC S8", {"none"}, "beaten"),
        ("fft-4", "", "E S9, N T4, W S6", "S S4 T5 EX", {"none"}, "holds one card of it"),
        ("fft-4", "", "E S9, N T4, W S6", "S T2 T5 T21 EX", {"T5", "T21"}, "over"),
        ("scarto", "", "S C7, E C10", "W C2 C3 CJ", {"C2", "C3", "CJ"}, ""),
        ("hombre-1674", "spades", "S HK, E H7", "W S3 C5 CA", {"S3", "CA"}, "cannot win"),
        ("slovenian-pagat", "", "S T21, E T5, N T9", "W T22 T10", {"T22"}, "beaten"),
        ("slovenian-pagat", "", "S T21, E T1, N T9", "W T22 T10", {"none"}, "by a rule of its own"),
    ],
)
def test_a_question_which_cards_win(
    name: str, trumps: str, plays: str, hand: str, right: set[str], because: str
) -> None:
    engine = Engine(LIBRARY.load(name), trumps)
    exercise = ask_about_trick(
        engine, plays, hand, contract="three" if name == "slovenian-pagat" else None, winning=True
    )
    assert {choice.code for choice in exercise.choices if choice.grade == "right"} == right
    assert {choice.code for choice in exercise.choices} == {*hand.split()[1:], "none"}
    assert because in " ".join(str(choice.reply) for choice in exercise.choices if choice.code not in right)
    assert judge(exercise, " ".join(sorted(right))).grade == "right"


@pytest.mark.parametrize(("plays", "hand"), [("E S9, N SV", "W S4"), ("E S9, N SV, W S6, S S4", ""), ("E S9", "")])
def test_which_cards_win_is_asked_of_the_last_player(french: Engine, plays: str, hand: str) -> None:
    with pytest.raises(NotationError, match="asked of the last player") as caught:
        ask_about_trick(french, plays, hand, winning=True)
    assert "give the cards of 3 players" in str(caught.value.problems[0].hint)


@pytest.mark.parametrize(
    ("name", "suit", "hand", "right"),
    [
        ("fft-4", "", "T21 EX SR T1", {"T21", "T1"}),
        ("fft-4", "", "EX SR", {"none"}),
        ("hombre-1674", "hearts", "SA CA H2 DA", {"SA", "CA", "H2"}),
        ("scarto", "", "EX T20 CK", {"T20"}),
        ("slovenian-pagat", "", "T22 HR T1", {"T22", "T1"}),
    ],
)
def test_a_question_which_cards_are_trumps(name: str, suit: str, hand: str, right: set[str]) -> None:
    engine = Engine(LIBRARY.load(name), suit)
    exercise = ask_about_trumps(engine, engine.ruleset.deck.parse(hand), {})
    assert {choice.code for choice in exercise.choices if choice.grade == "right"} == right
    assert judge(exercise, " ".join(sorted(right))).grade == "right" and exercise.rules


def test_trumps_are_asked_where_there_are_some() -> None:
    for name, hand, words in (("burro", "S2 CK", "no card of burro is a trump"), ("hombre-1674", "SA", "trumps")):
        engine = Engine(LIBRARY.load(name))
        with pytest.raises(NotationError, match=words):
            ask_about_trumps(engine, engine.ruleset.deck.parse(hand), {})


def test_a_plain_example_names_no_taker_and_counts_its_tricks_from_one() -> None:
    done = replay_example("course-following", LIBRARY)
    said = " ".join(str(block) for block in annotate(done))
    assert "taker" not in said and "prise" not in said
    (stepper,) = (block for block in annotate(done) if isinstance(block, Stepper))
    tricks = [block for part in stepper.blocks for block in (part.blocks if isinstance(part, Spoiler) else [part])]
    assert [trick.number for trick in tricks if isinstance(trick, TrickDiagram)] == [1, 2, 3, 4, 5, 6]
    assert all("South is" not in str(exercise.setting) for exercise in exercises_of(done))


def test_a_trick_is_not_first_and_last(french: Engine) -> None:
    with pytest.raises(NotationError, match="the first or the last, not both"):
        describe_trick(french, "E H10", "N H3", first_trick=True, last_trick=True)
    assert describe_trick(french, "E H10", "  ") == describe_trick(french, "E H10"), "no hand is given"
