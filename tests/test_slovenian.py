"""Slovenian tarok against the rules written a second time, with announcements, and against figures printed outside."""

from __future__ import annotations

import os
import random
from fractions import Fraction
from pathlib import Path

import pytest
from naive import slovenian as naive

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import read_action
from tarot_teach.table import NOTHING, Choose, Facts, Memory, Outcome, Phase, Play, State
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY
from tests.made_up import BECAUSE
from tests.test_exchange import engine_of

DEALS = int(os.environ.get("NAIVE_DEALS", "6"))
CONTRACTS = {
    4: ("klop", *naive.VALUES),
    3: ("klop", *(name for name in naive.VALUES if "solo_" not in name or "without" in name)),
}


def facts_of(engine: Engine, given: dict[str, str]) -> Facts:
    """Facts by the rules that observe them, as they are spelled."""
    return Facts({rule: engine.index.observing[rule].read(text) for rule, text in given.items()})


def check_deal(simulator: DealSimulator, number: int, readings: set[str]) -> bool:
    """Compare a deal at random with the second implementation; false for a void one."""
    deal = simulator.play(3, number)
    state, result = deal.state, deal.state.result
    assert result is not None
    if result.void:
        return False
    players = state.players
    talon = [card.code for card in deal.start.stock if card] or [card.code for card in state.deck.set(state.talon)]
    done = naive.Deal(str(state.auction.contract), players, talon, state.auction.taker or 0, state.auction.partner)
    trick: list[str] = []
    leader = 0
    for move in deal.moves:
        action, before = move.action, move.before
        match action:
            case Choose() if before.phase is Phase.CALL:
                done.king = str(action.cards)
            case Choose() if action.rule.startswith("exchange.") and action.option:
                part = len(talon) // {"halves": 2, "pairs": 3, "singles": 6}[action.rule.partition(".")[2]]
                done.taken = {*talon[(int(action.option) - 1) * part : int(action.option) * part]}
            case Choose() if action.cards is not None:
                done.away = {card.code for card in action.cards}
            case Choose() if action.option != NOTHING:
                if action.rule == "declare.kontra":
                    done.kontra += 1
                else:
                    done.said.append((action.seat, action.option))
            case Play():
                leader = leader if trick else action.seat
                hand = {card.code for card in before.hand(action.seat)}
                legal = {card.code for card in state.deck.set(simulator.engine.legal(before).cards)}
                assert legal == naive.allowed(hand, trick, done.contract, readings), (hand, trick)
                trick.append(action.card.code)
                if len(trick) == players:
                    winner = (leader + naive.winner(trick, done.contract)) % players
                    done.tricks.append((leader, trick, winner))
                    assert move.after.tricks[-1].winner == winner
                    trick = []
    assert list(result.scores) == naive.scores(done), (done, result.sheets)
    return True


@pytest.mark.parametrize(
    ("name", "readings"),
    [
        ("slovenian-pagat", set()),
        ("slovenian-pagat-3", set()),
        ("slovenian-pagat+forehand-speaks-first", set()),
        ("slovenian-pagat-3+pagat-as-last-tarok", {"pagat as last tarok"}),
    ],
)
def test_each_play_and_score_as_by_the_rules_written_twice(name: str, readings: set[str]) -> None:
    engine = Engine(LIBRARY.load(name))
    played = 0
    for contract in engine.index.ranking if "forehand" not in name else (None,):
        simulator = DealSimulator.of(LIBRARY, name, ("random",), contract)
        played += sum(check_deal(simulator, number, readings) for number in range(DEALS if contract else 4 * DEALS))
    assert played > 10


@pytest.mark.parametrize(
    ("pile", "counted"),
    [
        ("HR SD T7", 8),  # Tarok.net: king, queen and a tarok
        ("CC DV", 4),  # Tarok.net: knight and jack left over
        ("S7", 0),
        ("T1 T21 T22", 13),
        (" ".join(naive.PACK), 70),
    ],
)
def test_counting_in_threes(pile: str, counted: int) -> None:
    engine = Engine(LIBRARY.load("slovenian-pagat"))
    assert engine.index.halves_of(engine.ruleset.deck.mask(engine.ruleset.deck.parse(pile))) == 2 * counted
    assert naive.points(pile.split()) == counted


@pytest.mark.parametrize(
    ("contract", "points", "given", "radli", "score"),
    [
        ("solo_two", 48, {"score.trula": "taker"}, 1, 150),  # three examples of markrc27, by the reading in fives
        ("two", 31, {"score.kings": "defence"}, 0, -35),
        ("valat_without", 60, {"count.all_tricks": "11"}, 0, -500),
        ("one", 40, {"score.pagat_ultimo": "taker-announced-failed-x2"}, 0, -65),
        ("three", 36, {"score.valat": "taker-announced-failed"}, 0, -500),
        ("beggar", 0, {"count.no_trick": "0", "score.kontra": "1"}, 1, 280),
    ],
)
def test_scores_printed_outside(contract: str, points: int, given: dict[str, str], radli: int, score: int) -> None:
    engine = Engine(LIBRARY.load("slovenian-pagat+difference-in-fives"))
    outcome = Outcome(
        contract=contract, halves=2 * points, taker=0, partner=None, alone=True, facts=facts_of(engine, given)
    )
    memory = Facts({"match.radli": Memory((), ((radli,), (), (), ()) if radli else ())})
    result, _events = engine.scorer.result([outcome], 4, memory=memory)
    assert result.scores[0] == Fraction(score) and not any(result.scores[1:])


def test_radli_come_and_go() -> None:
    engine = Engine(LIBRARY.load("slovenian-pagat"))

    def after(contract: str, halves: int, memory: Memory, **given: str) -> Memory:
        outcome = Outcome(contract=contract, halves=halves, taker=1, alone=True, facts=facts_of(engine, given))
        result, _events = engine.scorer.result([outcome], 4, memory=Facts({"match.radli": memory}))
        kept = result.memory["match.radli"]
        assert isinstance(kept, Memory)
        return kept

    one_each = after("beggar", 0, Memory(), **{"count.no_trick": "0"})
    assert one_each == Memory((), ((1,), (1,), (1,), (1,)))
    assert after("two", 60, one_each) == one_each, "a loss cancels none"
    assert after("two", 80, one_each) == Memory((), ((1,), (), (1,), (1,)))
    assert after("two", 80, Memory(), **{"score.valat": "taker"}) == one_each


def test_in_klop_the_mond_is_beaten_by_the_skis_though_the_pagat_then_wins() -> None:
    position = tt.position("slovenian-pagat-3", hand="T2 T14 T22", trick="T21 T1", contract="klop")
    assert [play.card.code for play in position.legal] == ["T22"]
    assert naive.allowed({"T2", "T14", "T22"}, ["T21", "T1"], "klop") == {"T22"}
    assert naive.winner(["T21", "T1", "T22"], "klop") == 1


def test_a_pass_as_the_last_word_leaves_the_bid_as_it_is(tmp_path: Path) -> None:
    data = {"format": 1, "title": "Passes", "extends": "slovenian-pagat", **BECAUSE}
    engine = engine_of(tmp_path, "passes", {**data, "drops": {"bid.last_word": "Made up for a test."}})

    def bidding(*bids: str) -> State:
        state = engine.start(seed=2, dealer=3, seats=engine.seats(4))
        while state.phase is not Phase.BID:
            state, _events = engine.apply(state, engine.legal(state).random(random.Random(1)))
        for bid in bids:
            state, _events = engine.apply(state, read_action(engine, state, bid))
        return state

    asked = bidding("two", "pass", "one", "pass", "pass")
    assert asked.phase is Phase.BID and asked.turn == asked.auction.calls[2][0]
    for word, contract in (("pass", "one"), ("one", "one"), ("solo_three", "solo_three")):
        auction = bidding("two", "pass", "one", "pass", "pass", word).auction
        assert (auction.contract, auction.taker) == (contract, asked.turn)
    for number in range(5):
        assert DealChecker(engine).try_deal(number, random.Random(number), 4).state.phase is Phase.OVER
