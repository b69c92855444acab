"""The table of what plays, solves and asks about each game: it is what the program says, and what it says is true."""

from __future__ import annotations

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.solver import Objective, OpenPlay
from tarot_teach.table import Phase
from tarot_teach.topics.quiz.endings import FEWEST, Endings
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY
from tests.in_depth import OBJECTIVES, asked_about, solved_for, table, written

GAMES = (
    ("fft-4", "garde"),
    ("scarto", None),
    ("hombre-1674", "game"),
    ("slovenian-pagat", "three"),
    ("slovenian-pagat", "solo_without"),
    ("tapp-classical", "dreier"),
    ("koenigrufen-ooe-2023", "dreier"),
    ("dreiertarock-mayr", "double"),
    ("danish-2011", None),
    ("paskievics-2018", "ketto"),
    ("cego-parlett", "eine"),
    ("bavarian-tarock", "frage"),
    ("zwanzigerrufen", "suit_solo"),
    ("strohmandeln-mayr", "game_taken_up"),
    ("burro", None),
    ("casita-robada", None),
)


def test_the_page_has_the_table_of_the_program() -> None:
    assert written() == table()


@pytest.mark.parametrize(("name", "contract"), GAMES)
def test_what_the_table_says_is_solved_can_be_solved_and_nothing_else(name: str, contract: str | None) -> None:
    simulator = DealSimulator.of(LIBRARY, name, ["simple"], contract)
    engine, solved = simulator.engine, solved_for(simulator.engine, contract)
    assert isinstance(engine, Engine)
    states = (
        move.before
        for number in range(20)
        for move in simulator.play(5, number).moves
        if move.before.phase is Phase.PLAY and max(map(move.before.hand_size, range(move.before.players))) == 2
    )
    state = next(states)
    for objective in OBJECTIVES:
        try:
            values = dict(OpenPlay(engine, state, Objective(objective)).each_card())
        except SolveError:
            assert objective not in solved
        else:
            assert objective in solved
            assert all(value.exact for value in values.values())


@pytest.mark.parametrize(("name", "contract"), GAMES)
def test_what_the_table_says_is_asked_about_arises(name: str, contract: str | None) -> None:
    ruleset = LIBRARY.load(name)
    endings = Endings(Engine(ruleset), advice_for(LIBRARY, ruleset))
    kinds = asked_about(endings.engine, contract)
    assert {*kinds} <= {*map(str, solved_for(endings.engine, contract))}
    for kind in kinds:
        assert any(endings.find(Objective(kind), seed, FEWEST) for seed in range(200))
