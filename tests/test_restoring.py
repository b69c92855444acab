"""Saved states that are not whole: each is refused with its fault, and none ends in a traceback."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError
from tarot_teach.table import Bid, Phase, State
from tarot_teach.table.serial import state_as_data
from tests.helpers import LIBRARY

ENGINE = Engine(LIBRARY.load("fft-4"))


def states(engine: Engine, seed: int) -> list[State]:
    """Every state of a deal at random, in which the first seat to bid takes the talon."""
    rng = random.Random(seed)
    state = engine.start(seed=seed, dealer=0)
    found = [state]
    while state.turn is not None:
        choices = engine.legal(state)
        bid = choices.bids and choices.bids[0 if state.auction.calls else 1]
        action = Bid(state.turn, bid) if bid else choices.random(rng)
        state, _events = engine.apply(state, action)
        found.append(state)
    return found


STATES = states(ENGINE, 4)


def saved(step: Phase) -> dict[str, Any]:
    state = next(state for state in STATES if state.phase is step)
    data: dict[str, Any] = json.loads(json.dumps(state_as_data(state)))
    return data


CASES: list[tuple[Phase, dict[str, Any], str]] = [
    (Phase.PLAY, {"kept": [[]]}, "`kept` has 1 piles; there are two, the taker's side's and the defence's"),
    (Phase.PLAY, {"turn": 4}, "`turn` names the seat 4; the 4 seats are 0 to 3"),
    (Phase.PLAY, {"turn": -1}, "`turn` names the seat -1; the 4 seats are 0 to 3"),
    (Phase.BID, {"dealer": 9}, "`dealer` names the seat 9; the 4 seats are 0 to 3"),
    (Phase.PLAY, {"taker": 7}, "`taker` names the seat 7; the 4 seats are 0 to 3"),
    (Phase.PLAY, {"trick": {"leader": 12, "cards": []}}, "`trick` names the seat 12; the 4 seats are 0 to 3"),
    (
        Phase.PLAY,
        {"declared": [[8, "declare.slam", "slam", None]]},
        "`declared` names the seat 8; the 4 seats are 0 to 3",
    ),
    (Phase.PLAY, {"hands": [[], []]}, "`hands` has 2 entries for 4 seats"),
    (Phase.PLAY, {"won": []}, "`won` has 0 entries for 4 seats"),
    (Phase.PLAY, {"holdings": [5]}, "`holdings` has 1 entries for 4 seats"),
    (Phase.PLAY, {"contract": "grand"}, "fft-4 has no contract 'grand'"),
    (Phase.PLAY, {"declared": [[0, "declare.joy", "joy", None]]}, "fft-4 has no rule 'declare.joy' by which"),
    (Phase.PLAY, {"debts": [[0, 1, "play.nothing", 1]]}, "fft-4 has no rule 'play.nothing' by which"),
    (Phase.PLAY, {"step": "pay"}, "nothing is owed at the step pay"),
    (Phase.PLAY, {"step": "call"}, "fft-4 has no rule for the step call"),
    (Phase.BID, {"step": "discard"}, "it is not the taker's turn at the step discard"),
    (Phase.PLAY, {"step": "asleep"}, "'asleep' is not a valid Phase"),
    (Phase.PLAY, {"turn": None}, "`turn` is None at the step play"),
    (Phase.PLAY, {"unseen": [0, 0, -2, 0]}, "there cannot be -2 cards or tricks"),
    (Phase.PLAY, {"seats": ["S", "E"]}, "`hands` has 4 entries for 2 seats"),
    (Phase.CUT, {"step": "bid"}, "nobody has a hand at the step bid"),
    (Phase.BID, {"step": "over", "turn": None}, "the deal is over, neither void nor a contract played"),
    (Phase.PLAY, {"format": "9" * 5000}, "Exceeds the limit"),
]


@pytest.mark.parametrize(
    ("step", "changed", "printed"), CASES, ids=[printed[:40] for _step, _changed, printed in CASES]
)
def test_a_state_that_cannot_be_played_on_is_refused(step: Phase, changed: dict[str, Any], printed: str) -> None:
    with pytest.raises(TarotError) as caught:
        ENGINE.restore({**saved(step), **changed})
    (problem,) = caught.value.problems
    assert problem.code == "state.unreadable" and printed in problem.message and problem.hint


def test_a_card_in_two_hands_is_refused() -> None:
    data = saved(Phase.BID)
    data["hands"][1][0] = data["hands"][0][0]
    with pytest.raises(TarotError, match=f"the card {data['hands'][0][0]} is in two places"):
        ENGINE.restore(data)


@pytest.mark.parametrize("step", [Phase.CUT, Phase.BID, Phase.DISCARD, Phase.PLAY, Phase.OVER])
def test_no_damage_ends_in_a_traceback(step: Phase) -> None:
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
