"""Settings of questions: they say all on which the answer rests, in words and as data, by every ruleset with each house rule.

``SETTING_QUESTIONS`` in the environment says how many questions of each kind are asked about each ruleset, with all house rules; without it there are a few,
and a part of the house rules, others at each commit.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tarot_teach.advice.evaluate import evaluate
from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Exercise, ScoreSheet
from tarot_teach.cards import Card, parse_halves
from tarot_teach.cli.quiz import exercise_data
from tarot_teach.engine import Engine, trick_position
from tarot_teach.engine.phases.discard import limited
from tarot_teach.explain.exercises import RIGHT, WRONG
from tarot_teach.explain.laid_trick import lay_trick
from tarot_teach.explain.proved import PROVED
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.records.typed_results import read_result
from tarot_teach.render.quiz_files import gift
from tarot_teach.solver import Objective, Solver, position_of
from tarot_teach.table import Auction, Phase, State, seat_name
from tarot_teach.text import CardRef, say
from tarot_teach.topics.open_cards.typed_position import typed_position
from tarot_teach.topics.quiz.endings import NODES
from tarot_teach.topics.quiz.quiz import IN_TURN, Quiz
from tests.helpers import LIBRARY, NAMES, in_turn

MANY = int(os.environ.get("SETTING_QUESTIONS", "0"))
NUMBER = MANY or 3
ALONE, WITH_OPTIONS = LIBRARY.ids(), [name for name in NAMES if "+" in name]
ASKED = [*ALONE, *(WITH_OPTIONS if MANY else in_turn(WITH_OPTIONS, 12))]
Given = Mapping[str, Any]


@cache
def quiz(name: str, seed: int = 7) -> Quiz:
    ruleset = LIBRARY.load(name)
    return Quiz(Engine(ruleset), advice_for(LIBRARY, ruleset), seed)


def right(exercise: Exercise) -> set[str]:
    return {choice.code for choice in exercise.choices if choice.grade == RIGHT}


# ------------------------------------------------------------ asked again, with what the data says and nothing else


def engine_of(engine: Engine, given: Given) -> Engine:
    """The engine of a command to which the suit of trumps is given."""
    return Engine(engine.ruleset, given["trumps"]) if "trumps" in given else engine


def played(engine: Engine, given: Given) -> list[Card]:
    return [engine.ruleset.deck.card(play.split()[1]) for play in given["trick"]]


def playable(quiz: Quiz, given: Given) -> set[str]:
    """The cards that may be played, as the command ``legal`` says it."""
    engine, deck, seats = engine_of(quiz.engine, given), quiz.engine.ruleset.deck, given["seats"]
    state = trick_position(
        engine,
        deck.parse(" ".join(given["hand"])),
        played(engine, given),
        leader=seats.index(given["leader"]),
        players=len(seats),
        first_trick=given["number"] == 1,
        before=deck.parse(" ".join(given.get("played", ()))),
        called=deck.card(given["called"]) if "called" in given else None,
        contract=given.get("contract"),
    )
    return {card.code for card in deck.set(engine.legal(state).cards)}


def winner(quiz: Quiz, given: Given) -> set[str]:
    """The seat that wins the trick, as the command ``trick`` says it."""
    engine = engine_of(quiz.engine, given)
    laid = lay_trick(
        engine,
        played(engine, given),
        leader=given["leader"],
        taker=given.get("taker", ""),
        partner=given.get("partner", ""),
        contract=given.get("contract"),
        last_trick=given.get("last_trick", False),
        won_every_trick=given.get("won_every_trick"),
    )
    return {laid.seats[laid.seat(laid.position)]}


def laid_away(quiz: Quiz, given: Given) -> set[str]:
    """The cards that may be laid away."""
    deck = quiz.engine.ruleset.deck
    index = quiz.engine.index.under(given.get("contract"), given.get("trumps", ""))
    cards, _obliged = limited(index, deck.mask(deck.parse(" ".join(given["hand"]))), given["number"])
    return {card.code for card in deck.set(cards)}


def bids(quiz: Quiz, given: Given) -> set[str]:
    """The bids that are open, as the engine says it."""
    engine, seats = quiz.engine, tuple(given["seats"])
    deck, seat = engine.ruleset.deck, seats.index(given["seat"])
    size = engine.index.deals.hand_size(len(seats))
    calls = tuple((seats.index(call.split()[0]), call.split()[1]) for call in given["calls"])
    state = State(engine.ruleset.name, deck, seats, seats.index(given["dealer"]), phase=Phase.BID, turn=seat)
    hands = tuple(deck.mask(deck.parse(" ".join(given["hand"]))) if i == seat else 0 for i in range(len(seats)))
    unseen = tuple(0 if i == seat else size for i in range(len(seats)))
    return {*engine.legal(state._replace(hands=hands, unseen=unseen, auction=Auction(calls))).bids}


def brought(quiz: Quiz, given: Given) -> Fraction:
    """The game points of a seat for a result, as the command ``score`` says it."""
    typed = read_result(quiz.engine.scorer, given["result"])
    result = typed.result()
    return result.sheets[0].total if typed.single else result.scores[typed.seats.index(given["seat"])]


def assert_repeatable(quiz: Quiz, exercise: Exercise) -> None:
    """Ask a question again with its data alone: the answer is the same."""
    given: Given = dict(exercise.given)
    match exercise.kind:
        case "legal":
            assert playable(quiz, given) == right(exercise), (exercise.id, given)
        case "winner":
            assert winner(quiz, given) == right(exercise), (exercise.id, given)
        case "discard":
            assert laid_away(quiz, given) == right(exercise), (exercise.id, given)
        case "bid":
            allowed = {choice.code for choice in exercise.choices if choice.grade != WRONG}
            assert bids(quiz, given) == allowed, (exercise.id, given)
            deck = quiz.engine.ruleset.deck
            if quiz.advice is not None:
                hand = deck.parse(" ".join(given["hand"]))
                assert evaluate(quiz.advice, deck, deck.mask(hand), quiz.engine.index.ranking).bid in right(exercise)

        case "score":
            amount, unit = brought(quiz, given), quiz.engine.ruleset.unit
            assert amount == Fraction(exercise.amount) * 10**unit.places, (exercise.id, given)
            sheets = [block for block in exercise.answer if isinstance(block, ScoreSheet)]
            assert [sheet.total for sheet in sheets] == [unit.show(amount)], exercise.id


def check_said(quiz: Quiz, data: Mapping[str, Any]) -> None:
    """Hold the data of a setting against its words."""
    given, setting, engine = data["given"], data["setting"], quiz.engine
    if "contract" in given:
        assert engine.ruleset.rules[f"bid.{given['contract']}"].title.casefold() in setting.casefold()
    if "trumps" in given:
        assert f"Trumps are {engine.ruleset.deck.suits[given['trumps']].name}." in setting
    for role in {"taker", "partner", "dealer"} & {*given}:
        assert seat_name(given[role], quiz.engine.seats()) in setting
    if "alone" in given:
        assert "alone" in setting


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("kind", IN_TURN)
def test_equal_settings_have_equal_answers_and_a_question_asked_again_has_its_own(name: str, kind: str) -> None:
    made, answers = quiz(name), dict[tuple[str, ...], object]()
    if kind not in made.in_turn:
        pytest.skip("no such questions here")
    for number in range(NUMBER):
        exercise = made.exercise(number, kind)
        data = exercise_data(exercise)
        codes = sorted(choice.code for choice in exercise.choices)
        key, answer = (data["setting"], data["question"], *codes), (right(exercise), exercise.amount)
        assert answers.setdefault(key, answer) == answer, (exercise.id, key)
        check_said(made, data)
        assert_repeatable(made, exercise)


# ------------------------------------------------------------ endings


def solved(quiz: Quiz, exercise: Exercise) -> set[str] | Fraction:
    """The answer to a question about an ending, by the solver, from what the data says of the position."""
    given: Given = dict(exercise.given)
    deck, objective = quiz.engine.ruleset.deck, Objective(exercise.kind)
    hands = {seat: deck.parse(" ".join(cards)) if cards else [] for seat, cards in given["hands"].items()}
    state = typed_position(
        quiz.engine,
        hands,
        taker=given["taker"],
        partner=given.get("partner"),
        leader=given["leader"],
        trick=played(quiz.engine, given),
        contract=given["contract"],
    )
    won = {"taker": 1, "defence": 2}.get(given.get("won_every_trick", ""), 3)
    halves = parse_halves(given["points"])
    position = position_of(quiz.engine, state)._replace(halves=halves, honours=given["honours"], tricks_by=won)
    solver = Solver(position.rules, objective, NODES, compiled=False)
    if objective is Objective.POINTS:
        return Fraction(solver.value(position).low - halves, 2)
    values = {}
    for card in deck.set(quiz.engine.legal(state).cards):
        after = position._replace(played=(*position.played, position.rules.number(card)))
        values[card.code] = solver.value(after).low
    best = (max if state.turn in takers_side(state) else min)(values.values())
    return {code for code, value in values.items() if value == best}


@pytest.mark.parametrize("kind", PROVED)
@pytest.mark.parametrize("name", ["fft-4", "fft-5"])
def test_an_ending_asked_again_with_what_is_said_has_its_answer(name: str, kind: str) -> None:
    if kind not in quiz(name).kinds:
        pytest.skip("no such questions here")
    for number in range(2 + MANY // 100):
        exercise = quiz(name).exercise(number, kind, 1)
        check_said(quiz(name), exercise_data(exercise))
        assert solved(quiz(name), exercise) == (Fraction(exercise.amount) if exercise.amount else right(exercise))


# ------------------------------------------------------------ the deals asked about, and the words


@pytest.mark.parametrize("name", ["slovenian-pagat", "zwanzigerrufen"])
def test_deals_are_of_players_who_bid_and_announce_like_people(name: str) -> None:
    asked = [exercise_data(quiz(name).exercise(number, "score")) for number in range(60)]
    announced = [each for each in asked if "announced the bonus" in each["setting"]]
    valats = [each for each in announced if "announced the bonus “Valat”, and failed" in each["setting"]]
    assert len(announced) <= 15 and len(valats) <= 1
    assert len({each["given"]["contract"] for each in asked}) >= 3, "not the same contract each time"


def test_a_deal_without_a_taker_speaks_of_no_side_of_a_taker() -> None:
    asked = [exercise_data(quiz("slovenian-pagat").exercise(number, "score")) for number in range(40)]
    klop = [each for each in asked if each["given"]["contract"] == "klop"]
    assert klop
    for each in klop:
        assert "declarer" not in each["setting"] and "The contract is klop: all play for themselves." in each["setting"]
        assert all(f"{seat} has won" in each["setting"] for seat in ("South", "East", "North", "West"))


def test_pool_memory_and_payments_are_told_where_a_game_has_them() -> None:
    asked = [exercise_data(quiz("hombre-1674").exercise(number, "score")) for number in range(12)]
    assert all("Before the deal: The pool" in each["setting"] for each in asked)
    assert all("Paid in (" in each["setting"] for each in asked)
    assert {"The pool is empty." in each["setting"] for each in asked} == {True, False}, "some deals come after others"


def test_a_taker_alone_is_said_to_be_where_other_contracts_have_a_partner() -> None:
    for number in range(20):
        data = exercise_data(quiz("zwanzigerrufen").exercise(number, "score"))
        alone = data["given"]["contract"] != "normal"
        assert ("alone against the others" in data["setting"]) == alone == bool(data["given"].get("alone"))


def test_whoever_lays_cards_away_is_asked_what() -> None:
    exercise = quiz("scarto").exercise(0, "discard")
    assert "is the dealer" in exercise_data(exercise)["setting"] and exercise.pick == 3
    assert "discard" in quiz("slovenian-pagat").in_turn and "discard" not in quiz("hombre-1674").in_turn


@pytest.mark.parametrize("name", ["fft-4", "hombre-1674", "tresillo", "slovenian-pagat", "zwanzigerrufen", "scarto"])
def test_a_card_that_does_not_win_has_its_reason_without_the_winning_card(name: str) -> None:
    deck = quiz(name).engine.ruleset.deck
    for number in range(15):
        exercise = quiz(name).exercise(number, "winner")
        (best,) = right(exercise)
        plays = dict(play.split() for play in dict(exercise.given)["trick"])
        for choice in exercise.choices:
            if choice.code != best:
                beating = (part.card for part in choice.reply if isinstance(part, CardRef))
                assert str(choice.reply).endswith(")") and deck.card(plays[best]) not in beating


def test_an_answer_names_cards_in_one_order() -> None:
    text = gift([quiz("fft-4").exercise(0, "legal")], "fft-4", "Questions")
    (hand,) = (line for line in text.splitlines() if "The hand" in line)
    deck = quiz("fft-4").engine.ruleset.deck
    exercise = quiz("fft-4").exercise(0, "legal")
    cards = sorted((choice.card for choice in exercise.choices if choice.card), key=lambda card: card.index)
    assert str(say("{cards}", cards=deck.set(deck.mask(cards)))) in hand.replace("\\", "")
    offered = [line.split("#")[0].rpartition("%")[2] for line in text.splitlines() if line.startswith("\t~%")]
    assert offered == [card.name for card in cards] and "right.  " not in text
