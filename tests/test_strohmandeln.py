"""Strohmandeln against the rules written a second time, and against the settlements and the count that a study outside reckons."""

from __future__ import annotations

import os
import random

import pytest
from naive import strohmandeln as naive

from tarot_teach import score as scored
from tarot_teach.engine import Engine
from tarot_teach.solver.endings import EndingSolver
from tarot_teach.table import Outcome, Phase, Play, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

DEALS = int(os.environ.get("NAIVE_DEALS", "6"))
PILE = "T22 T21 T19 T17 T15 T13 T11 T9 T7 T5 T3 T2 T1 HR HD HV H1 H2 DC D3 SC S10 S9 CD C8 C7"


@pytest.fixture(scope="module", params=["strohmandeln-mayr", "strohmandeln-wz-2007"])
def simulator(request: pytest.FixtureRequest) -> DealSimulator:
    return DealSimulator.of(LIBRARY, request.param, ("random",))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("strohmandeln-mayr"))


def codes(state: State, mask: int) -> set[str]:
    return {card.code for card in state.deck.set(mask)}


@pytest.mark.parametrize("number", range(3 * DEALS))
def test_each_play_and_score_as_by_the_rules(simulator: DealSimulator, number: int) -> None:
    deal = simulator.play(5, number)
    first = (deal.start.dealer + 1) % 2
    dealt = [(first + i) % 2 for i in range(2)]
    if deal.state.result is None or deal.state.result.void:
        held = [codes(deal.start, deal.start.hands[seat]) for seat in dealt]
        assert any(not {code for code in hand if code[0] == "T"} for hand in held)
        return
    auction = deal.state.auction
    taker = None if auction.contract == "simple" else dealt.index(auction.taker or 0)
    packets = [[[card.code for card in heap.below if card] for heap in deal.start.heaps[seat]] for seat in dealt]
    scale = naive.WZ if simulator.engine.ruleset.id == "strohmandeln-wz-2007" else naive.MAYR
    done = naive.Deal([codes(deal.start, deal.start.hands[seat]) for seat in dealt], packets, taker, scale)
    for move in [move for move in deal.moves if isinstance(move.action, Play)]:
        now, seat = move.before, move.action.seat
        mine = done.sides[dealt.index(seat)]
        assert dealt.index(seat) == done.turn
        assert codes(now, now.hands[seat]) == mine.playable
        assert codes(now, now.view(1 - seat).hands[seat]) == mine.playable & (mine.seen | {*mine.open.values()})
        assert codes(now, simulator.engine.legal(now).cards) == mine.allowed(done.led or None)
        done.play(move.action.card.code)
    assert deal.state.result.scores[first] == done.score() == -deal.state.result.scores[1 - first]


def test_the_count_of_the_study(engine: Engine) -> None:
    deck = engine.ruleset.deck
    pile = deck.mask(map(deck.card, PILE.split()))
    assert naive.thirds(PILE.split()) == 107 and naive.rounded(PILE.split()) == 36
    assert engine.index.halves_of(pile) == 2 * 36
    assert engine.index.halves_of(deck.all & ~pile) == 2 * 34


@pytest.mark.parametrize(
    ("taker", "contract", "points", "facts", "score"),
    [
        (0, "game_taken_up", 36, {"score.trull": "taker"}, 4),
        (1, "game_taken_up", 35, {"score.kings": "defence", "score.pagat": "taker-failed"}, 6),
        (0, "simple", 35, {"score.uhu": "taker"}, 1),
        (0, "game_taken_up", 70, {"score.trull": "taker", "score.kings": "taker", "score.valat": "taker"}, 18),
        (0, "game_taken_up", 70, {"score.trull": "taker", "score.kings": "taker", "score.valat": "taker", "score.pagat": "taker"}, 19),
        (0, "game_taken_up", 70, {f"score.{name}": "taker" for name in ("trull", "kings", "valat", "pagat", "uhu", "kakadu", "rostopschin")}, 22),
    ],
)  # fmt: skip
def test_the_settlements_of_the_study(
    taker: int, contract: str, points: int, facts: dict[str, str], score: int
) -> None:
    line = scored("strohmandeln-mayr", contract=contract, points=points, facts=facts)
    assert line.sheet.total * (1 if line.sheet.outcome.made else -1) == (score if taker == 0 else -score)


def test_two_deals_count_double_after_one_that_nobody_has_won(engine: Engine) -> None:
    drawn, won = Outcome(taker=0, contract="simple", halves=70), Outcome(taker=0, contract="game_taken_up", halves=72)
    result, _events = engine.scorer.result([drawn], 2)
    assert result.scores == (0, 0) and result.sheets[0].outcome.made is None
    memory, scores = result.memory, []
    for _deal in range(3):
        result, _events = engine.scorer.result([won], 2, memory=memory)
        scores.append(result.scores[0])
        memory = result.memory
    assert scores == [6, 6, 3] and result.sheets[0].outcome.made is True


def to_left(engine: Engine, seed: int, left: int) -> State | None:
    """A deal at random up to a lead with so many cards left, where some lie face down."""
    rng, state = random.Random(seed), engine.start(seed=seed)
    while state.turn is not None:
        if state.phase is Phase.PLAY and not state.trick.cards and state.left(state.turn) == left:
            return state if state.face_down(0) or state.face_down(1) else None
        state, _events = engine.apply(state, engine.legal(state).random(rng))
    return None


def best(engine: Engine, state: State) -> int:
    """Half-points of the taker's pile by best play, by trying all."""
    if state.turn is None:
        pile = state.won[state.auction.taker or 0]
        return int(engine.index.halves_of(pile))
    values = [best(engine, engine.apply(state, action)[0]) for action in engine.legal(state)]
    return max(values) if state.turn == state.auction.taker else min(values)


def test_open_cards_are_solved_with_what_lies_face_down(engine: Engine) -> None:
    found = [state for seed in range(300) if (state := to_left(engine, seed, 4)) is not None][:8]
    assert len(found) == 8
    for state in found:
        value = EndingSolver(engine, state, compiled=False).value()
        assert value.exact and value.low == best(engine, state)
