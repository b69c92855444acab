"""The phases of a deal, in the order of the ruleset."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tarot_teach.engine import Engine
from tarot_teach.engine.phases import STAGES
from tarot_teach.table import DISCARD, NOTHING, Action, Bid, Choose, Phase, Play
from tests.helpers import LIBRARY

USUAL = ["cut", "deal", "claim", "bid", "call", "talon", "exchange", "discard", "declare", "announce", "play"]


@pytest.mark.parametrize("name", ["fft-4", "early-17c", "fft-3"])
def test_phases_have_their_usual_order(name: str) -> None:
    assert [stage.phase for stage in Engine(LIBRARY.load(name)).phases] == USUAL


def test_a_card_is_called_after_the_discard_where_the_rule_says_so() -> None:
    ruleset = LIBRARY.load("fft-5")
    call = ruleset.rules["call.king"]
    late = replace(call, params=call.params.model_copy(update={"when": "after_discard"}))
    phases = Engine(replace(ruleset, rules={**ruleset.rules, call.id: late})).phases
    assert [stage.phase for stage in phases][4:9] == ["talon", "exchange", "discard", "call", "declare"]


def test_a_ruleset_may_have_another_order() -> None:
    """Announcements are asked for before the talon is taken, and hands still count as dealt."""
    order = ("deal", "void", "bid", "declare", "talon", "discard", "play")
    engine = Engine(replace(LIBRARY.load("fft-4"), phases=order))
    state, passed = engine.start(seed=1), []
    while state.turn is not None:
        if state.phase not in passed:
            passed.append(state.phase)
        choices = engine.legal(state)
        action: Action = Bid(state.turn, "prise" if not state.auction.calls else "pass")
        if state.phase is not Phase.BID:
            action = next(iter(choices))
        state, _events = engine.apply(state, action, among=choices)
    assert passed == ["cut", "deal", "bid", "declare", "discard", "play"]
    assert state.result is not None


def test_each_phase_that_asks_has_its_words() -> None:
    for phase in Phase:
        stage = STAGES.get(phase)
        assert (stage is None) == (phase is Phase.OVER)
        assert stage is None or bool(stage.due) == bool(stage.actions)


GAMES = (
    "fft-5",
    "blog-3",
    "early-17c",
    "fft-4+misere",
    "tapp-classical",
    "koenigrufen-ooe-2023",
    "koenigrufen-tirol-2020",
    "dreiertarock-mayr",
    "paskievics-2018",
    "cego-parlett",
    "bavarian-tarock",
    "zwanzigerrufen",
    "strohmandeln-mayr",
    "slovenian-pagat",
    "scarto",
    "burro",
    "casita-robada",
)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_no_bid_and_no_play_is_a_choice_by_a_rule(name: str) -> None:
    engine, phases = Engine(LIBRARY.load(name)), set()
    known = {*engine.ruleset.rules, DISCARD, NOTHING}
    for seed in range(3):
        rng, state = Random(seed), engine.start(seed=seed)
        while state.turn is not None:
            phases.add(state.phase)
            action = engine.legal(state).random(rng)
            assert isinstance(action, Bid | Play) or action.rule in known
            stray = engine.check(state, Choose(state.turn, "no.rule", "no_such_option"))
            assert not stray and str(engine.reason(stray, state.name))
            state, _events = engine.apply(state, action)
    assert {Phase.DEAL, Phase.PLAY} <= phases


@pytest.mark.parametrize("option", ["", "x", "40 41", "4.5", "9" * 5000])
def test_a_cut_is_a_number(option: str) -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    state = engine.start(seed=1)
    assert state.turn is not None and engine.check(state, Choose(state.turn, "deal.cut", "40"))
    refused = engine.check(state, Choose(state.turn, "deal.cut", option))
    assert not refused and "There is no such choice here" in str(engine.reason(refused, state.name))


@pytest.mark.parametrize("option", ["x", "3 6 9 12 15 x"])
def test_a_deal_is_told_in_numbers(option: str) -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    state, _events = engine.apply(engine.start(seed=1), Choose(3, "deal.cut", "40"))
    assert engine.check(state, Choose(0, "deal.packets", "3 6 9 12 15 18"))
    refused = engine.check(state, Choose(0, "deal.packets", option))
    assert not refused and "There is no such choice here" in str(engine.reason(refused, state.name))


def test_one_card_is_called() -> None:
    engine = Engine(LIBRARY.load("fft-5"))
    state, rng = engine.start(seed=99, dealer=4), Random(1)
    while state.phase is not Phase.CALL:
        assert state.turn is not None
        garde = Bid(state.turn, "pass" if state.auction.calls else "garde")
        state, _events = engine.apply(state, garde if state.phase is Phase.BID else engine.legal(state).random(rng))
    assert state.turn is not None
    kings = state.deck.set(engine.legal(state).picks[0].cards)
    assert len(kings) > 1 and engine.check(
        state, Choose(state.turn, "call.king", cards=state.deck.set(next(iter(kings)).bit))
    )
    for cards in (None, state.deck.set(0), kings):
        assert not engine.check(state, Choose(state.turn, "call.king", cards=cards))
