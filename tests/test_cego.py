"""Cego against the rules written a second time, and against settlements that are printed."""

from __future__ import annotations

import os
import random
import re

import pytest
from naive import cego as naive

import tarot_teach as tt
from tarot_teach.engine.deal import Deal
from tarot_teach.table import Bid, Choose, Play
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws
from tests.helpers import LIBRARY

CEGO = "cego-parlett"
DEALS = int(os.environ.get("NAIVE_DEALS", "4"))


def check_deal(simulator: DealSimulator, deal: Deal) -> str:
    """Compare a deal with the second implementation; the contract that was played."""
    start, result, engine = deal.start, deal.state.result, simulator.engine
    assert result is not None
    forehand = (start.dealer + 1) % 4
    done, trick = naive.Deal({card.code for card in start.stock if card} | {card.code for card in start.deck.set(start.talon)}), list[str]()  # fmt: skip
    for move in deal.moves:
        before, action = move.before, move.action
        choices, seat = engine.legal(before), (action.seat - forehand) % 4
        hand = {card.code for card in before.hand(action.seat)}
        offered = {card.code for pick in choices.picks for card in before.deck.set(pick.cards)}
        match action:
            case Bid():
                assert seat == len(done.calls) and set(choices.bids) == done.open_bids(hand)
                done.call(action.bid)
            case Choose() if action.rule == "exchange.one_more":
                assert seat == done.declarer and action.cards is not None and len(action.cards) == 1
                (pick,) = choices.picks
                must = {card.code for card in before.deck.set(pick.obliged)} or offered
                assert must == naive.may_lay(done.contract, hand)
                done.laid |= {card.code for card in action.cards}
            case Choose():
                assert seat == done.declarer and action.cards is not None
                assert offered == naive.may_keep(done.contract, hand, done.blank)
                kept = [card.code for card in action.cards]
                if done.contract in naive.KEPT and done.contract not in ("cego", "eine"):
                    done.blank += kept
                    kept = done.blank
                if len(kept) == naive.KEPT[done.contract]:
                    done.laid = hand - {*kept}
            case Play():
                leader = done.leader
                assert len(done.calls) == 4 and not done.over() and seat == (leader + len(trick)) % 4
                may = naive.allowed(hand, trick) if trick else done.may_lead(seat, hand)
                assert {card.code for card in before.deck.set(choices.cards)} == may
                trick.append(action.card.code)
                if len(trick) == 4:
                    done.tricks.append((leader, trick, (leader + naive.winner(trick, done.blank)) % 4))
                    trick = []
    if not done.contract:
        assert not any(result.scores)
        return ""
    assert done.over()
    assert [result.scores[(forehand + i) % 4] for i in range(4)] == done.scores(), (done, result.sheets)
    return done.contract


@pytest.fixture(scope="module")
def simulator() -> DealSimulator:
    return DealSimulator.of(LIBRARY, CEGO, ("random",))


def bid_only(deal: Deal, contract: str) -> str:
    """The call of the seat to act where the contract is bid as soon as it may be, and nothing else."""
    return contract if contract in deal.legal.bids else "pass"


def test_each_bid_choice_play_and_score_as_by_the_rules(simulator: DealSimulator) -> None:
    played = {check_deal(simulator, simulator.play(5, number)) for number in range(4 * DEALS)}
    assert played


@pytest.mark.parametrize("contract", naive.LADDER)
def test_each_contract_is_played_and_scored_as_by_the_rules(simulator: DealSimulator, contract: str) -> None:
    played = set()
    for number in range(DEALS):
        rng, deal = random.Random(number), simulator.start(6, number)
        while not deal.over:
            deal = deal.push(bid_only(deal, contract) if deal.legal.bids else deal.legal.random(rng))
        played.add(check_deal(simulator, deal))
    assert played - {""} == {contract}


@pytest.mark.parametrize(
    ("contract", "points", "each"),
    [
        ("solo", 41, 15),
        ("solo", 29, -10),
        ("two_blanks", 39, 20),
        ("eine", 35, -5),
        ("solo", 35, -5),
        ("two_different", 36, 5),
        ("two_different", 37, 10),
    ],
)
def test_the_settlements_that_are_printed(contract: str, points: int, each: int) -> None:
    """Parlett's three examples, his Bürgermeister, and sums at the edges."""
    report = tt.score(CEGO, taker="S", contract=contract, points=points)
    assert report.by_seat == {"S": 3 * each, "E": -each, "N": -each, "W": -each}


@pytest.mark.parametrize(
    ("contract", "facts", "each"),
    [
        ("ultimo", {"count.last_with_geiss": "1"}, 80),
        ("ultimo", {"count.last_with_geiss": "0"}, -80),
        ("piccolo", {"count.one_trick": "1"}, 30),
        ("piccolo", {"count.one_trick": "2"}, -30),
        ("bettel", {"count.no_trick": "0"}, 30),
        ("bettel", {"count.no_trick": "1"}, -30),
    ],
)
def test_the_fixed_values(contract: str, facts: dict[str, str], each: int) -> None:
    points = 0 if facts == {"count.no_trick": "0"} else 10
    report = tt.score(CEGO, taker="S", contract=contract, points=points, facts=facts)
    assert report.by_seat["S"] == 3 * each


def won_with(simulator: DealSimulator, hand: list[str], kept: list[str], deals: int) -> float:
    """The share of deals, in hundredths, that forehand wins in a Cego with this hand and these two cards kept; simple players play the rest."""
    deck = simulator.engine.ruleset.deck
    by_code = {card.code: card for card in deck.set(deck.all)}
    others, cards = (
        [card for code, card in by_code.items() if code not in hand],
        deck.set(deck.mask(by_code[code] for code in kept)),
    )
    won = 0
    for number in range(deals):
        dealt = random.Random(number).sample(others, len(others))
        hands = [[by_code[code] for code in hand], dealt[:11], dealt[11:22], dealt[22:33]]
        deal, draws = simulator.start_with(tuple(map(deck.mask, hands)), dealt[33:]), Draws(7, number)
        while not deal.over:
            if deal.legal.bids:
                deal = deal.push(bid_only(deal, "cego") if not deal.moves else "pass")
            elif deal.state.turn == 0 and any(pick.rule == "exchange.keep_two" for pick in deal.legal.picks):
                deal = deal.push(Choose(0, "exchange.keep_two", cards=cards))
            else:
                deal = deal.push(simulator.decision(deal.state, deal.legal, draws).action)
        assert deal.state.result is not None
        won += deal.state.result.scores[0] > 0
    return 100 * won / deals


@pytest.mark.parametrize(
    ("hand", "kept", "share"),
    [
        ("S7 SC SR H4 HD HR D1 C9 CC T14 T19", "T14 T19", 43),
        ("S7 SC SR H4 HD HR D1 C9 CC T14 T19", "T19 HR", 37),
        ("S7 SC SR H4 HD HR D1 C9 CC T14 T19", "SR HR", 28),
        ("S7 SC SR H4 HD HR D1 C9 CC T14 T19", "HR HD", 19),
        ("SD SR H1 HV D4 CD T1 T11 T20 T21 T22", "T21 T22", 88),
        ("SD SR H1 HV D4 CD T1 T11 T20 T21 T22", "T1 T22", 71),
        ("S9 SR H3 HV HR D2 DV C8 CC CR T6", "T6 SR", 37),
        ("S9 SR H3 HV HR D2 DV C8 CC CR T6", "SR HR", 30),
        ("S9 SR H3 HV HR D2 DV C8 CC CR T6", "CC CR", 23),
    ],
)  # fmt: skip
def test_the_shares_that_the_course_tells_of_cards_that_are_kept(hand: str, kept: str, share: int) -> None:
    """A share of 200 deals lies within seven of that of the 1,000 deals of the page."""
    (course,) = [path for path in LIBRARY.paths("course") if path.stem == "cego-from-zero"]
    page = (course.parent / course.stem / "2-the-wager.md").read_text(encoding="utf-8")
    assert f"cego-parlett {hand}\n" in page and re.search(rf"\b{share}\b", page)
    assert abs(won_with(DealSimulator.of(LIBRARY, CEGO, ("simple",)), hand.split(), kept.split(), 200) - share) < 7
