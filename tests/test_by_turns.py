"""Words said by turns before the first lead: kontra, re and sub, which multiply what a deal is worth."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.engine.notation import read_action
from tarot_teach.errors import IllegalActionError, LoadError
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.runner import replay
from tarot_teach.table import Choose, NumberFact, Phase, State
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.compare.replay_under import POLICIES, replay_under
from tests.made_up import BECAUSE, rule
from tests.test_exchange import engine_of, played_out, recorded


def with_kontra(parent: str, **factors: int) -> dict[str, Any]:
    """A ruleset in which the defence may say kontra, and so on."""
    by = factors or {"kontra": 2, "re": 2, "sub": 2}
    adds = {
        "declare.kontra": rule("doubles", levels=["kontra", "re", "sub"]),
        "score.kontra": {**rule("multiplied_by_words", by=by), "after": "score.slam"},
    }
    return {"format": 1, "title": "Kontra", "extends": parent, **BECAUSE, "adds": adds}


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("four"), "kontra-four", with_kontra("fft-4"))


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("five"), "kontra-five", with_kontra("fft-5"))


def until(engine: Engine, phase: Phase, seed: int) -> State:
    rng, state = random.Random(seed), engine.start(seed=seed, dealer=0, seats=engine.seats(engine.ruleset.players[-1]))
    while state.phase is not phase:
        choices = engine.legal(state)
        if choices.bids:
            action = read_action(engine, state, "pass" if state.auction.calls else "garde")
        elif state.phase is Phase.DECLARE:
            action = read_action(engine, state, "nothing")
        else:
            action = choices.random(rng)
        state, _events = engine.apply(state, action)
    return state


def said(engine: Engine, state: State, *words: str) -> State:
    for word in words:
        state, _events = engine.apply(state, read_action(engine, state, word))
    return state


def test_the_sides_speak_by_turns(four: Engine) -> None:
    state = until(four, Phase.ANNOUNCE, 1)
    taker, defence = state.auction.taker, [seat for seat in (1, 2, 3, 0) if seat != state.auction.taker]
    assert [seat for _rule, seat in state.asked] == defence and state.turn == defence[0]
    assert [pick.option for pick in four.legal(state).picks] == ["nothing", "kontra"]
    state = said(four, state, "nothing", "kontra")
    assert [seat for _rule, seat in state.asked] == [taker], "the rest of the defence is not asked any more"
    with pytest.raises(IllegalActionError, match="These can be chosen: nothing and re"):
        four.apply(state, Choose(state.turn or 0, "declare.kontra", "sub"))
    state = said(four, state, "re")
    assert [seat for _rule, seat in state.asked] == defence
    ended = said(four, state, "nothing", "sub")
    assert ended.phase is Phase.PLAY and [done.option for done in ended.chosen] == [
        "nothing",
        "kontra",
        "re",
        "nothing",
        "sub",
    ]
    assert four.restore(json.loads(json.dumps(state_as_data(state)))) == state


def test_all_are_asked_as_long_as_the_partner_is_not_known(five: Engine) -> None:
    state = until(five, Phase.ANNOUNCE, 3)
    assert [seat for _rule, seat in state.asked] == [1, 2, 3, 4, 0] and state.auction.called is not None
    while state.turn is not None and state.phase is Phase.ANNOUNCE:
        options = [pick.option for pick in five.legal(state).picks]
        assert ("kontra" in options) == (state.turn not in (state.auction.taker, state.auction.partner))
        assert five.legal(state.view(state.turn)).picks == five.legal(state).picks
        state = said(five, state, "nothing")


def test_words_multiply_the_score(four: Engine) -> None:
    found = set()
    for seed in range(40):
        deal = played_out(four, seed)
        result = deal.state.result
        if result is None or result.void:
            continue
        number = sum(done.option != "nothing" for done in deal.state.chosen)
        fact = result.sheets[0].outcome.facts.get("score.kontra")
        assert fact == (NumberFact(number) if number else None)
        lines = [line for line in result.sheets[0].lines if line.rule == "score.kontra"]
        assert [line.facts["word"] for line in lines] == ["kontra", "re", "sub"][:number]
        assert sum(result.scores) == 0
        done = replay(recorded(four, **deal_record(deal)), four)
        assert done.end == deal.state
        assert replay_under(done, four, POLICIES["stop"]).end == deal.state
        found.add(number)
    assert {0, 1, 2} <= found


@pytest.mark.parametrize("name", ["four", "five"])
def test_games_with_words_by_turns_are_sound(name: str, request: pytest.FixtureRequest) -> None:
    engine: Engine = request.getfixturevalue(name)
    checker = DealChecker(engine)
    checker.check_words_of_rules()
    for number in range(8):
        checker.try_deal(number, random.Random(number), engine.ruleset.players[-1])


def test_a_record_may_leave_silence_out(four: Engine) -> None:
    deal = next(deal for deal in (played_out(four, seed) for seed in range(40)) if not deal.state.result.void)  # type: ignore[union-attr]
    data = deal_record(deal)
    quiet = {**data, "choices": [], "expect": None, "tricks": data["tricks"][:1]}
    done = replay(recorded(four, **quiet), four)
    assert {done.option for done in done.end.chosen} == {"nothing"}


def test_every_word_that_counts_can_be_said(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="no rule of the announcements lets anybody say 'hirsch'"):
        engine_of(tmp_path, "hirsch", with_kontra("fft-4", kontra=2, hirsch=2))
