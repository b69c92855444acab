"""The memory of a match and payments in the course of a deal, by the rules of another package: a pool, fees, deals that are owed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.table import PASS, Bid, FactError, Facts, Memory, Paid, Phase, State
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.sessions.scorekeeper import Session, keep_score
from tests.helpers import installed, printed_by

PACKAGE = Path(__file__).parent / "fixtures" / "pool"
GAME = "pool-game"


@pytest.fixture(autouse=True)
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The other package, installed."""
    with installed(monkeypatch, PACKAGE):
        yield


@pytest.fixture
def engine() -> Engine:
    return Engine(Library().load(GAME))


def all_passed(engine: Engine, memory: Facts | None = None) -> State:
    state = dealt(engine, memory or Facts())
    while state.turn is not None:
        state, _events = engine.apply(state, Bid(state.turn, PASS))
    return state


def dealt(engine: Engine, memory: Facts) -> State:
    """A deal in which nobody has bid yet."""
    state = engine.start(seed=1, memory=memory)
    while state.phase is not Phase.BID:
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    return state


# ---------------------------------------------------------------- spellings


@pytest.mark.parametrize("text", ["15", "15; A 4+8; C 2", "A 4+8", "1+2; D 0", ""])
def test_a_memory_is_read_as_it_is_spelled(text: str) -> None:
    assert Memory.parse(text, "ABCD").spelled("ABCD") == text


@pytest.mark.parametrize("text", ["x", "E 3", "A 3; A 4", "A", "3; 4", "A -3", "A 3 4"])
def test_what_spells_no_memory_is_refused(text: str) -> None:
    with pytest.raises(FactError):
        Memory.parse(text, "ABCD")


def test_a_player_who_sits_out_keeps_the_memory() -> None:
    table = Memory((9,), ((1,), (2,), (3,), (4,), (5,)))
    places = [2, 3, 4, 0]
    deal = table.at(places)
    assert deal.seats == ((3,), (4,), (5,), (1,))
    after = table.after(Memory((7,), ((), (4,), (6,), (1,))), places, 5)
    assert after == Memory((7,), ((1,), (2,), (), (4,), (6,)))


# ---------------------------------------------------------------- one deal


def test_fees_of_a_void_deal_go_into_the_pool(engine: Engine) -> None:
    state = all_passed(engine)
    assert state.paid[0] == Paid("bid.fee", (0, -1, 0, 0)) and len(state.paid) == 4
    assert state.result is not None
    assert state.result.void == "bid.all_pass"
    assert state.result.scores == (Fraction(-1),) * 4
    assert state.result.memory["match.pool"] == Memory((7,))
    again = all_passed(engine, state.result.memory)
    assert again.result is not None
    assert again.result.memory["match.pool"] == Memory((11,))


def test_a_state_is_saved_with_its_memory_and_payments(engine: Engine) -> None:
    state = dealt(engine, Facts({"match.owed": Memory((), ((), (2,), (), ()))}))
    state, _events = engine.apply(state, Bid(1, PASS))
    assert state.memory["match.pool"] == Memory((3,))
    saved = json.loads(json.dumps(state_as_data(state)))
    assert engine.restore(saved) == state
    over = all_passed(engine)
    assert engine.restore(json.loads(json.dumps(state_as_data(over)))).result == over.result


def test_scores_and_the_change_of_the_pool_sum_to_zero_in_random_deals(engine: Engine) -> None:
    assert try_deals(engine, range(12), 1).fault is None


# ---------------------------------------------------------------- results and sessions

SESSION = """\
format: 1
id: four-deals
title: Four deals
ruleset: pool-game
players: {A: Agnès, B: Bertrand, C: Claire, D: Denis}
first_dealer: D
deals:
  - void: bid.all_pass
    paid: {bid.fee: {A: -1, B: -1, C: -1, D: -1}}
  - result: {taker: C, contract: garde, points: "41", honours: 2, paid: {bid.fee: {B: -1, D: -1}}}
  - result: {taker: B, contract: garde, points: "36", honours: 2}
  - result: {taker: B, contract: garde, points: "41", honours: 2}
"""


def session_of(tmp_path: Path, text: str = SESSION) -> Session:
    file = tmp_path / "four-deals.yaml"
    file.write_text(text, encoding="utf-8")
    return keep_score(file, Library())


def test_a_session_keeps_the_pool_and_what_is_owed(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    first, second, third, fourth = session.deals
    assert first.scores == dict.fromkeys("ABCD", Fraction(-1))
    assert first.memory["match.pool"] == Memory((7,))
    assert second.scores == {"A": -50, "B": -51, "C": 150 + 9, "D": -51}
    assert third.memory["match.owed"] == Memory((), ((), (1,), (), ()))
    assert fourth.scores["B"] == 2 * 150, "a deal of a taker who owes one counts double"
    assert "match.owed" in fourth.memory and not fourth.memory["match.owed"].seats  # type: ignore[attr-defined]
    assert session.winners and not session.closing


def test_what_is_owed_at_the_end_is_settled(tmp_path: Path) -> None:
    session = session_of(
        tmp_path, SESSION.replace('taker: B, contract: garde, points: "41"', 'taker: C, contract: garde, points: "41"')
    )
    assert session.closing == {"A": 0, "B": -50, "C": 0, "D": 0}


def test_a_session_prints_payments_and_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session_of(tmp_path)
    printed = printed_by(capsys, "session", str(tmp_path / "four-deals.yaml"))
    assert "Agnès pays 1 into the pool." in printed
    assert "For the next deal: 7 lie in the pool." in printed
    assert "Bertrand owes 1." in printed
    data = json.loads(printed_by(capsys, "session", str(tmp_path / "four-deals.yaml"), "--json"))
    assert data["deals"][2]["memory"] == {"match.pool": "0", "match.owed": "B 1"}


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("deals:", "memory: {match.pol: 3}\ndeals:", "did you mean 'match.pool'?"),
        ("deals:", "memory: {match.pool: A 3}\ndeals:", "a pool is one number"),
        ("deals:", "memory: {match.owed: E 3}\ndeals:", "names no player"),
        ("paid: {bid.fee: {B: -1", "paid: {bid.fees: {B: -1", "did you mean 'bid.fee'?"),
        ("paid: {bid.fee: {B: -1", "paid: {bid.fee: {E: -1", "nobody sits at"),
        ("honours: 2}\n", "honours: 2}\n    paid: {bid.fee: {A: -1}}\n", "`paid` is for a void deal"),
    ],
)
def test_faults_of_memory_and_payments_have_their_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: str, instead: str, said: str
) -> None:
    (tmp_path / "bad.yaml").write_text(SESSION.replace(written, instead, 1), encoding="utf-8")
    printed = printed_by(capsys, "session", str(tmp_path / "bad.yaml"), code=1)
    assert said in printed and "bad.yaml:" in printed


def test_the_score_command_takes_the_memory_of_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("score", GAME, "--contract", "garde", "--points", "41", "--honours", "2")
    assert json.loads(printed_by(capsys, *args, "--json"))["hand_score"] == 50
    assert "did you mean 'match.pool'?" in printed_by(capsys, *args, "--memory", "match.pol=3", code=1)
