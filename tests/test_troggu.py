"""Troggu against the rules written a second time: each number of players dealt and played, what happens when all pass, and who leads."""

from __future__ import annotations

import random

import pytest
from naive import troggu

from tarot_teach.engine import Deal, Engine
from tarot_teach.table import Bid, Outcome, Phase, State
from tarot_teach.topics.check.invariants import DealChecker
from tests.at_ends.troggu import scores
from tests.helpers import LIBRARY

HANDS = {3: (18, 8), 4: (13, 10), 5: (11, 7), 6: (9, 8), 7: (8, 6), 8: (7, 6)}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("troggu"))


def dealt(engine: Engine, players: int, seed: int) -> State:
    """A deal before the auction."""
    state = engine.start(seed=seed, dealer=seed % players, seats=engine.seats(players))
    while state.phase is not Phase.BID:
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    return state


def bid(engine: Engine, state: State, *bids: str) -> State:
    """The state after some bids."""
    for name in bids:
        assert state.turn is not None
        state, _events = engine.apply(state, Bid(state.turn, name))
    return state


def check_deal(engine: Engine, deal: Deal) -> None:
    """Compare a deal with the second implementation."""
    for move in deal.moves:
        now = move.before
        if now.phase is Phase.PLAY:
            legal = {card.code for card in now.deck.set(engine.legal(now).cards)}
            hand = {card.code for card in now.hand(move.action.seat)}
            assert legal == troggu.allowed(hand, [card.code for card in now.trick.cards])
    players, first, result = deal.state.players, deal.state.dealer + 1, deal.state.result
    assert result is not None
    assert [result.scores[(first + i) % players] for i in range(players)] == scores(deal, engine.ruleset)


@pytest.mark.parametrize("players", HANDS)
def test_deals_of_each_number_of_players_are_sound_and_as_by_the_rules(engine: Engine, players: int) -> None:
    state = dealt(engine, players, 1)
    assert [state.hand_size(seat) for seat in range(players)] == [HANDS[players][0]] * players
    assert state.talon.bit_count() == HANDS[players][1]
    checker, contracts = DealChecker(engine), set()
    for number in range(25):
        deal = checker.try_deal(number, random.Random(number), players)
        check_deal(engine, deal)
        assert deal.state.result is not None and sum(deal.state.result.scores) == 0
        contracts.add(deal.state.auction.contract)
    assert contracts >= {"tapp", "solo"}


@pytest.mark.parametrize("players", HANDS)
def test_all_pass(engine: Engine, players: int) -> None:
    """Up to six play a Misère; of seven or eight the holder of the Fool plays, else that of the Bagat."""
    seen = set()
    for seed in range(40):
        state = dealt(engine, players, seed)
        hands = [{card.code for card in state.hand(seat)} for seat in range(players)]
        after = bid(engine, state, *["pass"] * players)
        by_card = (seat for code in ("T22", "T1") for seat in range(players) if code in hands[seat])
        taker = next(by_card, None) if players > 6 else None
        assert (after.auction.taker, after.auction.contract) == (taker, "misere" if taker is None else "tapp")
        if taker is None:
            assert after.phase is Phase.PLAY and after.turn == state.dealer
        else:
            assert after.phase is Phase.EXCHANGE and after.hand_size(taker) == sum(HANDS[players])
            seen.add("T22" in hands[taker])
    assert seen == (set() if players < 7 else {True, False})


@pytest.mark.parametrize("players", HANDS)
def test_a_solo_is_higher_and_leads(engine: Engine, players: int) -> None:
    state = bid(engine, dealt(engine, players, 5), "tapp")
    assert set(engine.legal(state).bids) == {"pass", "solo"}
    state = bid(engine, state, "solo", *["pass"] * (players - 2))
    assert (state.phase, state.auction.contract) == (Phase.PLAY, "solo") and state.turn == state.auction.taker
    assert state.side_piles[0] == state.talon


def test_no_card_worth_five_is_laid_away(engine: Engine) -> None:
    state = bid(engine, dealt(engine, 4, 3), "tapp", *["pass"] * 3)
    (pick,) = engine.legal(state).picks
    assert pick.least == pick.most == 10
    assert {card.halves for card in state.deck.set(pick.cards)} <= {2, 4, 6, 8}


def test_the_pack_counts_a_hundred_and_fourteen(engine: Engine) -> None:
    deck = engine.ruleset.deck
    assert len(deck.cards) == 62 and sum(card.halves for card in deck.cards) == 2 * 114


def test_card_points_are_each_players_where_all_play_alone(engine: Engine) -> None:
    scorer, pile = engine.scorer, sum(engine.ruleset.deck.by_code[code].bit for code in ("T22", "SK", "S5"))
    outcome, findings = scorer.count(Outcome(seat=2, contract="misere", halves=22, pile=pile, cards=3))
    assert outcome.points == 11 == scorer.points_so_far(outcome)
    (finding,) = findings
    words = engine.index.mechanisms["count.card_points"].why(finding)
    assert words == "{who} has {points} card points."
    side, _findings = scorer.count(Outcome(contract="solo", halves=22, pile=pile, cards=3, taker=0))
    assert side.made is False
