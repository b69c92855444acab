"""Endings of every game solved by the search over words, against a brute force by the engine, and its answers and refusals.

``ENDING_DEALS`` in the environment is the number of deals of each game under each contract.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Collection
from importlib.util import find_spec

import pytest

from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.solver import EndingSolver, Objective, Solver, objective_of, position_of
from tarot_teach.solver.aims import measure_of
from tarot_teach.table import NOTHING, Phase, Play, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

DEALS = int(os.environ.get("ENDING_DEALS", "2"))
MOST_TRICKS = 4 if DEALS > 2 else 3
GAMES = (
    ("scarto", None),
    ("early-17c", None),
    ("piedmont-4", None),
    ("ruff-and-honours", None),
    ("karnoeffel-reconstructed", None),
    ("hombre-1674", "game"),
    ("tresillo", "juego"),
    ("zwanzigerrufen", "normal"),
    ("zwanzigerrufen", "suit_solo"),
    ("slovenian-pagat", "three"),
    ("slovenian-pagat", "solo_one"),
    ("slovenian-pagat", "beggar"),
    ("slovenian-pagat", "colour_valat_without"),
    ("slovenian-pagat-3", "two"),
    ("slovenian-pagat-3", "klop"),
    ("sicilian-3", "solo"),
    ("sicilian-3", "each"),
)
OBJECTIVES = (Objective.POINTS, Objective.TRICKS, Objective.MADE, Objective.ALL_TRICKS)
WITH_NUMBA = [False, *([True] if find_spec("numba") else [])]


def endings(name: str, contract: str | None, tricks: int, deals: int, players: str = "random") -> list[State]:
    """The first state of each deal in which so many cards are left to the seat to play, and one within that trick.

    Deals under a contract that nobody bids are those of simple players who have passed.
    """
    ranking, found = Engine(LIBRARY.load(name)).index.ranking, list[State]()
    passed = contract is not None and contract not in ranking
    simulator = DealSimulator.of(LIBRARY, name, ["simple" if passed else players], None if passed else contract)
    played = (simulator.play(7, number) for number in itertools.count())
    if passed:
        played = (deal for deal in played if deal.state.auction.contract == contract)
    for number, deal in enumerate(itertools.islice(played, deals)):
        plays = [
            move.before
            for move in deal.moves
            if move.before.phase is Phase.PLAY
            and isinstance(move.action, Play)
            and max(map(move.before.hand_size, range(move.before.players))) == tricks
        ]
        found += plays[: 1 + number % 2]
    return found


def result_of(engine: Engine, state: State, side: Collection[int], objective: Objective, before: int) -> int:
    """The result of a side at the end of a deal, by the engine; ``before`` is the number of tricks that are over in the ending."""
    if objective is Objective.ALL_TRICKS:
        winners = {taken.winner in side for taken in state.tricks[before:]}
        return 1 if winners == {True} else -1 if winners == {False} else 0
    if objective is Objective.TRICKS:
        return sum(taken.winner in side for taken in state.tricks)
    assert state.result is not None
    outcomes = [sheet.outcome for sheet in state.result.sheets]
    if objective is Objective.MADE:
        return int(bool(outcomes[0].made))
    mine = next(each for each in outcomes if each.taker is not None or {*each.players} == {*side})
    if engine.index.counts_points:
        return mine.halves
    measure = measure_of(engine, state.auction.contract)
    assert measure is not None
    assert mine.pile is not None
    return measure.halves(mine.pile)


def best_play(
    engine: Engine, state: State, side: Collection[int], most: Collection[int], objective: Objective, before: int
) -> int:
    """The result of a side, of which the seats of ``most`` want most, by trying every action that the engine allows; who is asked whether to play on does."""
    if state.turn is None:
        return result_of(engine, state, side, objective, before)
    choices = engine.legal(state)
    actions = [*choices]
    if state.phase is Phase.BETWEEN:
        actions = [pick.action(state.turn, state.deck) for pick in choices.picks if pick.option != NOTHING]
    results = [
        best_play(engine, engine.apply(state, action, among=choices)[0], side, most, objective, before)
        for action in actions
    ]
    return (max if state.turn in most else min)(results)


def wanting_most(state: State, side: Collection[int]) -> Collection[int]:
    """The seats that want most for a side: all others in klop, where points cost."""
    return [seat for seat in range(state.players) if (seat in side) != (state.auction.contract == "klop")]


@pytest.mark.parametrize("compiled", WITH_NUMBA)
@pytest.mark.parametrize(("name", "contract"), GAMES)
def test_values_are_those_of_trying_everything(name: str, contract: str | None, compiled: bool) -> None:
    solved = 0
    for tricks in range(1, (MOST_TRICKS if compiled else 2) + 1):
        for state in endings(name, contract, tricks, DEALS if tricks < 4 else 1 + DEALS // 20):
            engine = DealSimulator.of(LIBRARY, name, ["random"]).engine
            for objective in OBJECTIVES:
                try:
                    solver = EndingSolver(engine, state, objective, compiled=compiled)
                except SolveError as error:
                    assert error.problems[0].code == "solve.unfit"
                    continue
                value = solver.value()
                assert value.exact
                best = best_play(
                    engine, state, solver.side, wanting_most(state, solver.side), objective, len(state.tricks)
                )
                assert value.low == best, (state, objective)
                solved += 1
    assert solved or contract in ("beggar", "colour_valat_without")


def test_values_of_endings_are_those_of_the_solver_of_positions() -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    for state in endings("fft-4", "garde", 4, 4):
        solver, position = EndingSolver(engine, state), position_of(engine, state)
        cards = {card: value.low for card, value in Solver(position.rules).cards(position).items()}
        assert {card: value.low for card, value in solver.cards().items()} == cards


def test_a_line_of_best_play_comes_to_the_value_of_its_first_card() -> None:
    engine = Engine(LIBRARY.load("scarto"))
    for state in endings("scarto", None, 3, 3):
        solver = EndingSolver(engine, state)
        line, value = solver.line(), solver.value().low
        for seat, card in line:
            assert state.turn == seat
            state, _events = engine.apply(state, Play(seat, card))
        assert result_of(engine, state, solver.side, Objective.POINTS, 0) == value


def test_a_search_that_is_cut_short_gives_bounds() -> None:
    engine = Engine(LIBRARY.load("scarto"))
    state = endings("scarto", None, 6, 1)[0]
    exact, short = EndingSolver(engine, state).value(), EndingSolver(engine, state, nodes=1).value()
    assert exact.exact
    assert not short.exact
    assert short.low <= exact.low <= short.high


@pytest.mark.parametrize(
    ("name", "contract", "objective"),
    [
        ("fft-4", "garde", Objective.POINTS),
        ("scarto", None, Objective.POINTS),
        ("early-17c", None, Objective.POINTS),
        ("hombre-1674", "game", Objective.TRICKS),
        ("ruff-and-honours", None, Objective.TRICKS),
        ("slovenian-pagat", "beggar", Objective.MADE),
        ("slovenian-pagat", "three", Objective.POINTS),
    ],
)
def test_a_game_is_solved_for_what_it_is_about(name: str, contract: str | None, objective: Objective) -> None:
    assert objective_of(Engine(LIBRARY.load(name)), contract) is objective


def test_an_objective_that_a_game_does_not_have_is_refused_by_its_reason() -> None:
    for name, contract, objective, words in (
        ("scarto", None, Objective.MADE, "nobody plays a contract"),
        ("hombre-1674", "game", Objective.POINTS, "no card counts anything by itself"),
        ("scarto", None, Objective.SCORE, "ask for what the game plays for"),
    ):
        with pytest.raises(SolveError, match=words):
            EndingSolver(Engine(LIBRARY.load(name)), endings(name, contract, 2, 1)[0], objective)


def test_solve_says_what_the_values_are_where_each_plays_alone(capsys: pytest.CaptureFixture[str]) -> None:
    for args in ((), ("--json",)):
        with pytest.raises(SystemExit):
            main(["solve", "scarto-a-whole-deal", "--trick", "23", *args])
        out = " ".join(capsys.readouterr().out.split())
        if args:
            assert json.loads(out)["objective"] == "points"
        else:
            assert "Points of" in out
            assert "if all others play against" in out


def test_solve_counts_tricks_where_no_card_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["solve", "hombre-a-whole-deal", "--trick", "6", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["objective"] == "tricks"
    assert all(isinstance(row["low"], int) and row["exact"] for row in found["cards"])


def solved(*args: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The output of a command, or its error."""
    with pytest.raises(SystemExit):
        main([*args])
    out, err = capsys.readouterr()
    return out or err


@pytest.mark.parametrize(
    ("rulesets", "hand", "objective", "values"),
    [
        (("early-17c", "early-17c+every-card-a-point"), "a-whole-deal", "points", ([8, 8], [16, 16])),
        (("hombre-1674", "hombre-1674+matadors-one-each"), "hombre-a-whole-deal", "tricks", None),
        (("slovenian-pagat", "slovenian-pagat+mond-of-21"), "slovenian-klop", "points", None),
    ],
)
def test_compare_sets_best_play_of_an_ending_side_by_side(
    rulesets: tuple[str, str],
    hand: str,
    objective: str,
    values: tuple[list[int], list[int]] | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = json.loads(solved("compare", *rulesets, "--hand", hand, "--solve", "--json", capsys=capsys))["solved"]
    sides = [side[objective] for side in found["sides"]]
    assert all(low == high for low, high in sides)
    assert sides == [*values] if values else sides[0] == sides[1]
    assert all(side["score"] is None for side in found["sides"])


def test_find_seeks_endings_that_other_rules_change_by_what_a_game_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("find", "early-17c", "--solve", "early-17c+every-card-a-point", "--hits", "1", "--tries", "10")
    written = solved(*arguments, capsys=capsys)
    assert "all others against" in written and "compare: [early-17c+every-card-a-point]" in written


def test_best_play_of_a_whole_deal_is_refused_by_the_search_of_endings(capsys: pytest.CaptureFixture[str]) -> None:
    refused = solved("solve", "scarto-a-whole-deal", "--whole", capsys=capsys)
    assert "the search reaches the last tricks of a deal of scarto" in refused and "--trick 20" in refused
