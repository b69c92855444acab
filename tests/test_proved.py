"""Questions about endings with all cards open: what is right is held against a brute force by the engine, and every line is played by it.

``PROVED_QUESTIONS`` in the environment says how many questions of each kind are held against it under each ruleset. Without it there is one, under two of the
rulesets, others at each commit.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Exercise
from tarot_teach.cli.quiz import exercise_data
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, NotationError
from tarot_teach.explain.levels import level_of
from tarot_teach.explain.proved import PROVED, SHORT_ENDING, Line, Proof, proved_exercise
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.render import latex
from tarot_teach.render.html import block_html
from tarot_teach.render.quiz_files import gift
from tarot_teach.solver import Objective
from tarot_teach.table import Play, State
from tarot_teach.text import Text
from tarot_teach.topics import endings
from tarot_teach.topics.endings import FEWEST, MOST, Endings
from tarot_teach.topics.quiz import Quiz, judge
from tarot_teach.topics.simulate import simple_deals
from tests.helpers import LIBRARY, TURN

NUMBER = int(os.environ.get("PROVED_QUESTIONS", "0")) or 1
GAMES = ("fft-4", "fft-3", "fft-5", "guide-4", "blog-3", "blog-4")
if "PROVED_QUESTIONS" not in os.environ:
    GAMES = GAMES[TURN % 3 :: 3]


@cache
def found(name: str, compiled: bool | None = False) -> Endings:
    ruleset = LIBRARY.load(name)
    return Endings(Engine(ruleset), advice_for(LIBRARY, ruleset), compiled)


def quiz(name: str, seed: int = 1, *, compiled: bool | None = False) -> Quiz:
    ruleset = LIBRARY.load(name)
    return Quiz(Engine(ruleset), advice_for(LIBRARY, ruleset), seed, compiled=compiled)


def proofs(name: str, kind: str, tricks: int, number: int) -> Iterator[Proof]:
    """So many endings with so many tricks left."""
    rng = random.Random(f"{name} {kind} {tricks}")
    while number:
        proof = found(name).find(Objective(kind), rng.randrange(2**32), tricks)
        if proof is not None:
            yield proof
            number -= 1


def by_trying(engine: Engine, state: State, objective: Objective) -> int:
    """The value of a state: every play is tried."""
    if state.result is not None:
        return at_the_end(state, objective)
    values = [by_trying(engine, engine.apply(state, play)[0], objective) for play in engine.legal(state)]  # type: ignore[arg-type]
    return (max if state.turn in takers_side(state) else min)(values)


def at_the_end(state: State, objective: Objective) -> int:
    """The result of a finished deal."""
    assert state.result is not None
    if objective is Objective.PETIT:
        pile = state.side_piles[0]
        for seat in takers_side(state):
            pile |= state.piles[seat]
        return int(bool(pile & state.deck.marks["petit"]))
    outcome = state.result.sheets[0].outcome
    return outcome.halves if objective is Objective.POINTS else int(bool(outcome.made))


@pytest.mark.parametrize("kind", PROVED)
@pytest.mark.parametrize("name", GAMES)
def test_the_value_of_each_card_is_that_of_a_brute_force(name: str, kind: str) -> None:
    engine = found(name).engine
    for proof in proofs(name, kind, FEWEST, NUMBER):
        assert [*proof.values] == [*proof.state.deck.set(engine.legal(proof.state).cards)]
        for card, value in proof.values.items():
            assert proof.state.turn is not None
            after, _events = engine.apply(proof.state, Play(proof.state.turn, card))
            assert by_trying(engine, after, proof.objective) == value, (proof.state, card)


def end_of(engine: Engine, proof: Proof, line: Line) -> State:
    """The end of a line, each card of which the engine allows."""
    state = proof.state
    for seat, card in line.plays:
        assert state.turn == seat and card.bit & engine.legal(state).cards
        state, _events = engine.apply(state, Play(seat, card))
    return state


@pytest.mark.parametrize("kind", PROVED)
@pytest.mark.parametrize(("name", "tricks"), [(name, 4) for name in GAMES] + [("fft-4", 5)])
def test_each_line_is_legal_play_and_ends_with_the_value_of_its_card(name: str, tricks: int, kind: str) -> None:
    for proof in proofs(name, kind, tricks, NUMBER):
        for card, line in proof.lines.items():
            assert line.plays[0] == (proof.state.turn, card)
            assert at_the_end(end_of(found(name).engine, proof, line), proof.objective) == proof.values[card]


@pytest.mark.parametrize("name", GAMES)
def test_right_cards_come_to_the_same_and_each_wrong_one_has_its_line(name: str) -> None:
    for kind in PROVED[:2]:
        for number in range(2):
            exercise = quiz(name).exercise(number, kind, 1)
            grades = [choice.grade for choice in exercise.choices]
            assert "right" in grades and {*grades} == {"right", "possible"}
            assert all("Trick" in str(choice.reply) for choice in exercise.choices if choice.grade == "possible")
            for choice in exercise.choices:
                assert judge(exercise, choice.code).grade == choice.grade


def test_points_that_are_still_to_be_had_are_those_of_the_best_card() -> None:
    for proof in proofs("fft-3", "points", FEWEST, 4):
        exercise = proved_exercise(found("fft-3").engine, proof, "x")
        assert Fraction(exercise.amount) == Fraction(proof.best - proof.position.halves, 2)
        assert judge(exercise, exercise.amount).grade == "right"
        others = {value - proof.position.halves for value in proof.values.values() if value != proof.best}
        replies = {2 * Fraction(missed): str(reply) for missed, reply in exercise.misses}
        assert len(replies) == len(exercise.misses) and others <= {*replies}
        assert all("is better for" in replies[halves] and "Trick" in replies[halves] for halves in others)
        for missed, _reply in exercise.misses:
            assert len(judge(exercise, missed).said) == 2 and judge(exercise, missed).grade == "wrong"


def test_half_points_may_be_typed_in_any_way_in_which_they_are_written() -> None:
    exercise = Exercise("x", "points", (), Text(()), amount="5.5")
    for answer in ("5½", "5.5", "5,5", "5½ points"):
        assert judge(exercise, answer).grade == "right"
    for answer in ("½", ".5", "0,5"):
        assert judge(replace(exercise, amount="0.5"), answer).grade == "right"
    with pytest.raises(NotationError, match=r"'five' is not an amount\n.* 12\.5"):
        judge(exercise, "five")


def test_compiled_code_asks_the_same() -> None:
    pytest.importorskip("numba")
    for kind in PROVED:
        rng = random.Random(kind)
        for _deal in range(12):
            seed, tricks = rng.randrange(2**32), rng.randrange(FEWEST, 6)
            both = [found("fft-4", compiled).find(Objective(kind), seed, tricks) for compiled in (True, False)]
            assert both[0] == both[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_comes_to_the_same_tricks_as_the_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="no kernel without numba; .ci/run installs it")
    engine, by_kernel = found(name).deals, Endings(found(name).engine, found(name).advice).deals
    petit = found(name).engine.ruleset.deck.marks["petit"]
    for seed in range(6):
        for cards, to_end in ((0, True), (petit, False)):
            one = engine.trick(seed, 6, cards, to_end=to_end)
            with monkeypatch.context() as patch:
                patch.setattr(simple_deals, "FEW", 0)
                assert by_kernel.trick(seed, 6, cards, to_end=to_end) == one


@pytest.mark.parametrize("kind", PROVED)
def test_a_question_is_found_by_its_id_under_any_seed(kind: str) -> None:
    exercise = quiz("fft-4").exercise(1, kind, 1)
    assert level_of(exercise) == 1 and not exercise.difficulties
    assert quiz("fft-4", 99).by_id(exercise.id) == exercise


def test_each_difficulty_of_an_ending_raises_the_level() -> None:
    for kind in PROVED:
        for proof in proofs("fft-4", kind, SHORT_ENDING + 1, 1):
            exercise = proved_exercise(found("fft-4").engine, proof, "x")
            assert level_of(exercise) == min(3, 1 + len(exercise.difficulties)) > 1


def test_an_easy_ending_is_short() -> None:
    for number in range(5):
        exercise = quiz("fft-4").exercise(number, "made", 1)
        hands = next(block for block in exercise.setting if hasattr(block, "hands"))
        assert max(len(hand.cards) for hand in hands.hands) <= SHORT_ENDING <= MOST


def test_an_ending_that_reaches_the_limit_of_nodes_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = [seed for seed in range(20) if found("fft-4").find(Objective.POINTS, seed, 4)]
    monkeypatch.setattr(endings, "NODES", 3)
    assert {seed for seed in seeds if found("fft-4").find(Objective.POINTS, seed, 4)} < {*seeds}


@pytest.mark.parametrize("name", ["early-17c", "slovenian-pagat", "scarto", "tresillo"])
def test_rulesets_that_the_solver_refuses_are_named_with_the_reason(name: str) -> None:
    made = quiz(name)
    assert not {*PROVED} & {*made.kinds}
    with pytest.raises(
        LoadError, match=rf"'made' can be asked about {name}: \w+\.\w+ .* the solver does not know"
    ) as caught:
        made.exercise(0, "made")
    assert caught.value.problems[0].code == "quiz.kind" and "made" not in str(caught.value.problems[0].hint)


@pytest.mark.parametrize("kind", PROVED)
def test_a_question_as_data_has_its_proof(kind: str) -> None:
    data = json.loads(json.dumps(exercise_data(quiz("fft-4").exercise(0, kind, 1))))
    assert data["kind"] == kind and "Trick" in data["proof"] and data["level"] == 1
    assert bool(data["choices"]) != bool(data["amount"])


def test_a_question_for_moodle_shows_each_hand_once() -> None:
    exercise = quiz("fft-4").exercise(0, "made", 1)
    text = gift([exercise], "fft-4", "Questions")
    assert "The hand\\:" not in text and text.count("<p>West\\:") == 1


def test_books_print_the_line_that_refutes_each_wrong_card() -> None:
    exercise = quiz("fft-4").exercise(0, "made", 1)
    wrong = [choice for choice in exercise.choices if choice.grade == "possible"]
    assert wrong and latex([exercise]).count("In the end") == 1 + len(wrong)


def test_an_answer_in_card_points_is_asked_for_as_such() -> None:
    exercise = quiz("fft-4").exercise(0, "points", 1)
    assert "Write an amount, like 12.5." in block_html(exercise)
