"""The phases of a deal, in the order of the ruleset."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tarot_teach.engine import Engine
from tarot_teach.engine.phases import STAGES
from tarot_teach.table import Action, Bid, Phase
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
