"""Saved states that are not whole: each is refused with its fault, and none ends in a traceback."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError
from tarot_teach.loading import Library
from tarot_teach.table import Bid, State, Step
from tarot_teach.table.serial import state_as_data

ENGINE = Engine(Library().load("fft-4"))


def states(engine: Engine, seed: int) -> list[State]:
    """Every state of a deal at random, in which the first seat to bid takes the talon."""
    rng = random.Random(seed)
    state = engine.start(seed=seed, dealer=0)
    found = [state]
    while state.turn is not None:
        choices = engine.legal(state)
        bid = choices.bids and choices.bids[0 if state.auction.calls else 1]
        action = Bid(state.turn, bid) if bid else choices.random(rng)
        state, _told = engine.apply(state, action)
        found.append(state)
    return found


STATES = states(ENGINE, 4)


def saved(step: Step) -> dict[str, Any]:
    state = next(state for state in STATES if state.step is step)
    data: dict[str, Any] = json.loads(json.dumps(state_as_data(state)))
    return data


CASES: list[tuple[Step, dict[str, Any], str]] = [
    (Step.PLAY, {"kept": [[]]}, "`kept` has 1 piles; there are two, the taker's side's and the defence's"),
    (Step.PLAY, {"turn": 4}, "`turn` names the seat 4; the 4 seats are 0 to 3"),
    (Step.PLAY, {"turn": -1}, "`turn` names the seat -1; the 4 seats are 0 to 3"),
    (Step.BID, {"dealer": 9}, "`dealer` names the seat 9; the 4 seats are 0 to 3"),
    (Step.PLAY, {"taker": 7}, "`taker` names the seat 7; the 4 seats are 0 to 3"),
    (Step.PLAY, {"trick": {"leader": 12, "cards": []}}, "`trick` names the seat 12; the 4 seats are 0 to 3"),
    (
        Step.PLAY,
        {"declared": [[8, "declare.slam", "slam", None]]},
        "`declared` names the seat 8; the 4 seats are 0 to 3",
    ),
    (Step.PLAY, {"hands": [[], []]}, "`hands` has 2 entries for 4 seats"),
    (Step.PLAY, {"won": []}, "`won` has 0 entries for 4 seats"),
    (Step.PLAY, {"holdings": [5]}, "`holdings` has 1 entries for 4 seats"),
    (Step.PLAY, {"contract": "grand"}, "fft-4 has no contract 'grand'"),
    (Step.PLAY, {"declared": [[0, "declare.joy", "joy", None]]}, "fft-4 has no rule 'declare.joy' by which"),
    (Step.PLAY, {"debts": [[0, 1, "play.nothing", 1]]}, "fft-4 has no rule 'play.nothing' by which"),
    (Step.PLAY, {"step": "pay"}, "nothing is owed at the step pay"),
    (Step.PLAY, {"step": "call"}, "fft-4 has no rule for the step call"),
    (Step.BID, {"step": "discard"}, "it is not the taker's turn at the step discard"),
    (Step.PLAY, {"step": "asleep"}, "'asleep' is not a valid Step"),
    (Step.PLAY, {"turn": None}, "`turn` is None at the step play"),
    (Step.PLAY, {"unseen": [0, 0, -2, 0]}, "there cannot be -2 cards or tricks"),
    (Step.PLAY, {"seats": ["S", "E"]}, "`hands` has 4 entries for 2 seats"),
    (Step.CUT, {"step": "bid"}, "nobody has a hand at the step bid"),
    (Step.BID, {"step": "over", "turn": None}, "the deal is over, neither void nor a contract played"),
    (Step.PLAY, {"format": "9" * 5000}, "Exceeds the limit"),
]


@pytest.mark.parametrize(("step", "changed", "told"), CASES, ids=[told[:40] for _step, _changed, told in CASES])
def test_a_state_that_cannot_be_played_on_is_refused(step: Step, changed: dict[str, Any], told: str) -> None:
    with pytest.raises(TarotError) as caught:
        ENGINE.restore({**saved(step), **changed})
    (problem,) = caught.value.problems
    assert problem.code == "state.unreadable" and told in problem.message and problem.hint


def test_a_card_in_two_hands_is_refused() -> None:
    data = saved(Step.BID)
    data["hands"][1][0] = data["hands"][0][0]
    with pytest.raises(TarotError, match=f"the card {data['hands'][0][0]} is in two places"):
        ENGINE.restore(data)


@pytest.mark.parametrize("step", [Step.CUT, Step.BID, Step.DISCARD, Step.PLAY, Step.OVER])
def test_no_damage_ends_in_a_traceback(step: Step) -> None:
    """Each field in turn is left out, or replaced by values of other kinds; a state that is read can be asked what is legal."""
    data = saved(step)
    for name in data:
        for value in (None, -1, 5, 99, "x", [], [[]], {}, [5, 5, 5, 5]):
            try:
                state = ENGINE.restore({**data, name: value})
            except TarotError:
                continue
            ENGINE.legal(state)
        with pytest.raises(TarotError) if name != "pack_unseen" else pytest.MonkeyPatch.context():
            ENGINE.restore({key: kept for key, kept in data.items() if key != name})


def test_every_state_of_a_deal_and_each_view_of_it_is_restored() -> None:
    for state in STATES:
        for seen in (state, *(state.view(seat) for seat in range(state.players))):
            assert ENGINE.restore(json.loads(json.dumps(state_as_data(seen)))) == seen
