"""Questions about endings with all cards open: every line of a proof is played by the engine, and ends with the value of its card.

``PROVED_QUESTIONS`` in the environment says how many questions of each kind are asked under each ruleset. Without it there is one, under two of the
rulesets, others at each commit.
"""

from __future__ import annotations

import itertools
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
from tarot_teach.explain.proved import AMOUNTS, PROVED, SHORT_ENDING, Proof, ProvedLine, proved_exercise
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.render import latex
from tarot_teach.render.html import block_html
from tarot_teach.render.quiz_files import gift
from tarot_teach.solver import EndingSolver, Objective, play_on
from tarot_teach.solver.aims import measure_of
from tarot_teach.table import Play, State
from tarot_teach.text import Text
from tarot_teach.topics.quiz import endings
from tarot_teach.topics.quiz.endings import FEWEST, MOST, Endings
from tarot_teach.topics.quiz.quiz import Quiz, judge
from tarot_teach.topics.simulate import simple_deals
from tests.helpers import LIBRARY, TURN

NUMBER = int(os.environ.get("PROVED_QUESTIONS", "0")) or 1
GAMES = ("fft-4", "fft-3", "fft-5", "guide-4", "blog-3", "blog-4")
OTHERS = (
    "scarto", "early-17c", "piedmont-4", "ruff-and-honours", "hombre-1674", "hombre-blog", "tresillo", "zwanzigerrufen",
    "slovenian-pagat", "slovenian-pagat-3",
)  # fmt: skip
"""Rulesets whose endings are solved by the search over words."""
if "PROVED_QUESTIONS" not in os.environ:
    GAMES, OTHERS = GAMES[TURN % 3 :: 3], OTHERS[TURN % 3 :: 3]
KINDS = tuple(kind for kind in PROVED if kind != "tricks")
"""The kinds of the French games."""


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


def at_the_end(engine: Engine, state: State, proof: Proof) -> int:
    """The result of a finished deal."""
    assert state.result is not None
    outcomes = [sheet.outcome for sheet in state.result.sheets]
    if proof.objective is Objective.PETIT:
        pile = state.side_piles[0]
        for seat in takers_side(state):
            pile |= state.piles[seat]
        return int(bool(pile & state.deck.marks["petit"]))
    if proof.objective is Objective.MADE:
        return int(bool(outcomes[0].made))
    if proof.objective is Objective.TRICKS:
        return sum(state.tricks_won[seat] for seat in proof.side)
    mine = next(each for each in outcomes if each.taker is not None or {*each.players} == {*proof.side})
    measure = measure_of(engine, state.auction.contract)
    if engine.index.counts_points or measure is None:
        return mine.halves
    assert mine.pile is not None
    return measure.halves(mine.pile)


def end_of(engine: Engine, proof: Proof, line: ProvedLine) -> State:
    """The end of a line, each card of which the engine allows."""
    state = proof.state
    for seat, card in line.plays:
        assert state.turn == seat and card.bit & engine.legal(state).cards
        state, _events = engine.apply(state, Play(seat, card))
        state = play_on(engine, state)
    return state


@pytest.mark.parametrize("kind", PROVED)
@pytest.mark.parametrize(("name", "tricks"), [(name, 4) for name in (*GAMES, *OTHERS)] + [("fft-4", 5)])
def test_each_line_is_legal_play_and_ends_with_the_value_of_its_card(name: str, tricks: int, kind: str) -> None:
    if found(name).unfit(Objective(kind)):
        pytest.skip("no such questions here")
    engine = found(name).engine
    for proof in proofs(name, kind, tricks, NUMBER):
        for card, line in proof.lines.items():
            assert line.plays[0] == (proof.state.turn, card)
            assert at_the_end(engine, end_of(engine, proof, line), proof) == proof.values[card]


@pytest.mark.parametrize("name", GAMES)
def test_right_cards_come_to_the_same_and_each_wrong_one_has_its_line(name: str) -> None:
    for kind in KINDS[:2]:
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
        assert Fraction(exercise.amount) == Fraction(proof.best - proof.so_far, 2)
        assert judge(exercise, exercise.amount).grade == "right"
        others = {value - proof.so_far for value in proof.values.values() if value != proof.best}
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


@pytest.mark.parametrize("name", ["fft-4", "slovenian-pagat", "hombre-1674"])
def test_compiled_code_asks_the_same(name: str) -> None:
    pytest.importorskip("numba")
    for kind in PROVED:
        rng = random.Random(kind)
        for _deal in range(12 if name == "fft-4" else 4):
            seed, tricks = rng.randrange(2**32), rng.randrange(FEWEST, 6 if name == "fft-4" else 5)
            both = [found(name, compiled).find(Objective(kind), seed, tricks) for compiled in (True, False)]
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


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_found_by_its_id_under_any_seed(kind: str) -> None:
    exercise = quiz("fft-4").exercise(1, kind, 1)
    assert level_of(exercise) == 1 and not exercise.difficulties
    assert quiz("fft-4", 99).by_id(exercise.id) == exercise


def test_each_difficulty_of_an_ending_raises_the_level() -> None:
    for kind in KINDS:
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


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("early-17c", "made", "nobody plays a contract"),
        ("scarto", "tricks", "that is not what the game is played for"),
        ("fft-4", "tricks", "that is not what the game is played for"),
        ("hombre-1674", "points", "no card counts anything by itself"),
        ("slovenian-pagat", "petit", "who gets one card is asked in games that are solved in another way"),
        ("burro", "tricks", "the cards are not played to tricks to which all play"),
        ("casita-robada", "points", "the cards are not played to tricks to which all play"),
    ],
)
def test_a_kind_that_a_game_does_not_have_is_refused_with_the_reason(name: str, kind: str, reason: str) -> None:
    made = quiz(name)
    assert kind not in made.kinds
    with pytest.raises(LoadError, match=rf"{kind!r} can be asked about {name}: {reason}") as caught:
        made.exercise(0, kind)
    problem = caught.value.problems[0]
    assert problem.code == "quiz.kind" and kind not in str(problem.hint).partition("kinds")[2].split()


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_asked_of_a_game_is_what_it_is_played_for(name: str) -> None:
    made = quiz(name)
    kinds = [kind for kind in made.kinds if kind in PROVED]
    assert kinds and sum(Objective(kind) in AMOUNTS for kind in kinds) == 1
    for kind in kinds:
        exercise = made.exercise(0, kind, 1)
        assert quiz(name, 99).by_id(exercise.id) == exercise and exercise.rules
        wrong = [missed for missed, _reply in exercise.misses]
        wrong += [choice.code for choice in exercise.choices if choice.grade != "right"]
        right = exercise.amount or next(choice.code for choice in exercise.choices if choice.grade == "right")
        assert wrong and judge(exercise, right).grade == "right"
        for answer in wrong:
            judged = judge(exercise, answer)
            assert judged.grade != "right" and "Trick" in " ".join(map(str, judged.said))


@pytest.mark.parametrize("name", OTHERS)
def test_an_amount_does_not_rest_on_cards_that_are_not_named(name: str) -> None:
    made, rng = found(name), random.Random(name)
    kind = next(objective for objective in AMOUNTS if not made.unfit(objective))
    for proof in proofs(name, kind, FEWEST, 2):
        state = proof.state
        places = [*state.won, *state.side_piles]
        gone = [card.bit for place in places for card in state.deck.set(place)]
        rng.shuffle(gone)
        mixed = [sum(gone.pop() for _card in range(place.bit_count())) for place in places]
        other = state._replace(won=tuple(mixed[: state.players]), side_piles=tuple(mixed[state.players :]))
        play, again = (EndingSolver(made.engine, each, kind, compiled=False) for each in (state, other))
        assert play.grouped == again.grouped
        found_again = {card: value.low - again.so_far for card, value in again.cards().items()}
        assert found_again == {card: value - proof.so_far for card, value in proof.values.items()}


def test_where_each_plays_for_themselves_the_question_names_the_player_whom_all_others_oppose() -> None:
    data = exercise_data(quiz("scarto").exercise(0, "points", 1))
    assert "all others are taken to play against" in data["setting"] and "which they need not do" in data["setting"]
    assert data["given"]["against_all"] in data["given"]["seats"] and "still be sure of" in data["question"]


def test_a_player_is_sure_not_to_exceed_points_where_points_cost() -> None:
    made, rng = found("slovenian-pagat-3"), random.Random(3)
    drawn = (made.find(Objective.POINTS, rng.randrange(2**32), FEWEST) for _deal in itertools.count())
    proof = next(proof for proof in drawn if proof and proof.state.auction.contract == "klop")
    assert not proof.mine and proof.best == min(proof.values.values()) < max(proof.values.values())
    exercise = proved_exercise(made.engine, proof, "x")
    assert "be sure not to exceed" in str(exercise.question)
    assert Fraction(exercise.amount) == Fraction(proof.best - proof.so_far, 2)


@pytest.mark.parametrize("kind", KINDS)
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
