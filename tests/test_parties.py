"""Parties: partners who sit opposite each other, with a score sheet for each pair and a settlement between them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.records.typed_results import read_result, written_result
from tarot_teach.table import State
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel.playable import unknown_rules
from tarot_teach.topics.simulate.seating import seat_players

GAME = """\
format: 1
id: pairs
title: Scarto in pairs
extends: scarto
players: 4
evidence: house
because: Made up for a test.
changes:
  deal.packets: {params: {hand: 19, packet: 19, talon: 2}, because: Made up for a test.}
  exchange.scarto: {params: {count: 2}, because: Made up for a test.}
  count.each: {mechanism: each_party, text: Partners count together., because: Made up for a test.}
  count.threes: {params: {group: 2, less: 1, rest_less: 0, total: null}, text: Cards are counted in twos., because: Made up for a test.}
  score.par: {params: {par: 45}, because: Made up for a test.}
adds:
  deal.partners: {mechanism: partners_opposite, title: Partners, evidence: house, because: Made up for a test.}
  score.pairs: {mechanism: difference_of_parties, title: Who pays whom, evidence: house, because: Made up for a test.}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "pairs.yaml"
    written.write_text(GAME, encoding="utf-8")
    return written


@pytest.fixture
def engine(file: Path) -> Engine:
    return Engine(Library().load(str(file)))


def played(file: Path) -> State:
    """A random deal."""
    return DealSimulator.of(Library(), str(file), ("random",)).play(1, 3).state


def test_partners_count_together_and_the_pairs_settle(file: Path) -> None:
    state = played(file)
    assert state.parties == ((0, 2), (1, 3)) and state.side(3) == (1, 3)
    assert state.result is not None
    ours, theirs = state.result.sheets
    assert ours.outcome.players == (0, 2) and theirs.outcome.players == (1, 3)
    assert ours.outcome.pile == state.piles[0] | state.piles[2]
    difference = ours.total - theirs.total
    assert difference and state.result.scores == (difference, -difference, difference, -difference)


def test_random_deals_in_pairs_are_sound(engine: Engine) -> None:
    assert try_deals(engine, range(8), 1).fault is None


def test_a_saved_deal_keeps_its_pairs(file: Path) -> None:
    simulator = DealSimulator.of(Library(), str(file), ("random",))
    state = simulator.play(1, 3).state
    assert simulator.engine.restore(json.loads(json.dumps(state_as_data(state)))) == state


def test_a_result_by_players_is_joined_to_pairs(file: Path) -> None:
    session = file.parent / "session.yaml"
    session.write_text(
        """\
format: 1
id: pairs-session
title: Pairs
ruleset: ./pairs.yaml
players: {A: Agnès, B: Bertrand, C: Claire, D: Denis}
deals:
  - result: {points: {A: "20", B: "12", C: "30", D: "16"}}
""",
        encoding="utf-8",
    )
    scored = keep_score(session, library_for([session], print))
    assert scored.deals[0].scores == {"A": Fraction(22), "B": Fraction(-22), "C": Fraction(22), "D": Fraction(-22)}


def test_the_sheet_of_a_pair_names_both_players(file: Path, engine: Engine) -> None:
    state = played(file)
    assert state.result is not None
    first, second = result_sheets(engine.scorer, state.result, ("Agnès", "Bertrand", "Claire", "Denis"))
    assert str(first.title) == "Agnès and Claire's score"
    assert [name for name, _amount in second.scores] == ["Bertrand", "Denis"]
    assert "difference between the totals" in str(second.because)


def test_the_kernel_refuses_parties(engine: Engine) -> None:
    reasons = " ".join(unknown_rules(engine))
    assert "each_party" in reasons and "partners_opposite" in reasons


def test_counting_for_parties_needs_a_rule_that_makes_them(tmp_path: Path) -> None:
    file = tmp_path / "pairs.yaml"
    without = "\n".join(line for line in GAME.splitlines() if "deal.partners" not in line)
    file.write_text(without, encoding="utf-8")
    with pytest.raises(LoadError, match="no rule makes any"):
        Engine(Library().load(str(file)))


def test_nobody_sits_opposite_at_a_table_of_three(tmp_path: Path) -> None:
    file = tmp_path / "pairs.yaml"
    file.write_text(
        "format: 1\nid: pairs\ntitle: P\nextends: scarto\nevidence: house\nbecause: B\nadds:\n"
        "  deal.partners: {mechanism: partners_opposite, title: P, evidence: house, because: B}\n",
        encoding="utf-8",
    )
    with pytest.raises(LoadError, match="with 3 players nobody sits opposite"):
        Engine(Library().load(str(file)))


def test_the_result_of_a_deal_of_parties_is_typed(engine: Engine) -> None:
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, 4))
    for number in range(8):
        state = simulator.play(3, number).state
        assert state.result is not None
        typed = read_result(engine.scorer, written_result(engine.scorer, state))
        assert typed.result().scores == state.result.scores
    with pytest.raises(LoadError, match="depends on what the others have won"):
        read_result(engine.scorer, {"pile": "S1 S2 S3 S4"})
