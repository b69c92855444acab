"""Tapp-Tarock against the rules written a second time, and against deals reckoned in a study outside."""

from __future__ import annotations

import os
import random

import pytest
from naive import tapp as naive

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.table import NOTHING, Bid, Choose, Play
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

DEALS = int(os.environ.get("NAIVE_DEALS", "6"))
HALVES = {"exchange.either": (0, 3), "exchange.lower": (0,), "exchange.upper": (3,)}


def check_deal(engine: Engine, deal: Deal, options: tuple[str, ...] = ()) -> str:
    """Compare a deal with the second implementation; the contract that was played, or nothing."""
    start, result = deal.start, deal.state.result
    assert result is not None
    forehand = (start.dealer + 1) % 3
    talon = [card.code for card in start.stock if card]
    auction, done = naive.Auction("forehand-holds" in options), naive.Deal("", 0)
    trick: list[str] = []
    leader = 0
    for move in deal.moves:
        before, action = move.before, move.action
        choices, seat = engine.legal(before), (action.seat - forehand) % 3
        match action:
            case Bid():
                assert seat == auction.turn() and set(choices.bids) == auction.open()
                auction.calls.append((seat, action.bid))
                done.declarer, done.contract = [call for call in auction.calls if call[1] != "pass"][-1] if auction.calls[-1][1] != "pass" else (done.declarer, done.contract)  # fmt: skip
            case Choose() if action.option in ("1", "2"):
                assert done.contract == "dreier" or "either-half" in options
                assert {pick.option for pick in choices.picks} == {"1", "2"}
                taken = {*talon[:3]} if action.option == "1" else {*talon[3:]}
                assert {card.code for card in move.after.hand(action.seat)} == {card.code for card in before.hand(action.seat)} | taken  # fmt: skip
            case Choose() if action.cards is not None:
                hand = {card.code for card in before.hand(action.seat)}
                if "either-half" not in options and done.contract != "dreier":
                    assert hand >= {*(talon[:3] if done.contract == "unterer" else talon[3:])}
                may, must = naive.laid_away(hand)
                (pick,) = choices.picks
                codes = [{card.code for card in before.deck.set(mask)} for mask in (pick.cards, pick.obliged)]
                assert codes == [may, must] and len(action.cards) == 3
                done.away = {card.code for card in action.cards}
            case Choose() if action.rule == "declare.kontra":
                offered = {pick.option for pick in choices.picks}
                assert (seat == done.declarer) == bool(done.kontra % 2)
                assert offered == {NOTHING, naive.KONTRAS[done.kontra]}
                done.kontra += action.option != NOTHING
            case Choose():
                offered = {pick.option for pick in choices.picks}
                words = {f"{naive.KONTRAS[times]}-{item}" for item, times in done.said.items() if times < 3 and (seat == done.declarer) == bool(times % 2)}  # fmt: skip
                items = {"pagat_ultimo", "valat", *(naive.WITH if "point-tarock" in options else ())}
                new = items - {*done.said} if seat == done.declarer else set()
                if "T1" not in {card.code for card in before.hand(action.seat)}:
                    new.discard("pagat_ultimo")
                assert offered == {NOTHING, *words, *new}
                if action.option != NOTHING:
                    done.say(action.option.rpartition("-")[2])
            case Play():
                if not done.hands:
                    done.hands = [{card.code for card in before.hand((forehand + i) % 3)} for i in range(3)]
                assert seat == (leader + len(trick)) % 3
                hand = {card.code for card in before.hand(action.seat)}
                if not done.contract:
                    assert auction.turn() is None and "trischaken" in options
                    done.contract = "trischaken"
                rule = naive.allowed_shunning if done.contract == "trischaken" else naive.allowed
                assert {card.code for card in before.deck.set(choices.cards)} == rule(hand, trick)
                trick.append(action.card.code)
                if len(trick) == 3:
                    won = (leader + naive.winner(trick)) % 3
                    done.tricks.append((leader, trick, won))
                    leader, trick = won, []
    if result.void:
        assert auction.turn() is None and {bid for _seat, bid in auction.calls} == {"pass"}
        return ""
    assert [result.scores[(forehand + i) % 3] for i in range(3)] == done.scores(), (done, result.sheets)
    assert len(result.sheets) == 3 or (
        result.sheets[0].outcome.halves == 2 * done.points() // 3 and done.points() % 3 == 0
    )
    return done.contract


@pytest.mark.parametrize("options", [(), ("forehand-holds",), ("either-half",)])
def test_each_bid_choice_play_and_score_as_by_the_sources(options: tuple[str, ...]) -> None:
    simulator = DealSimulator.of(LIBRARY, "+".join(("tapp-classical", *options)), ("random",))
    played = {check_deal(simulator.engine, simulator.play(5, number), options) for number in range(2 * DEALS)}
    assert "solo" in played


def test_point_tarock_as_by_the_sources() -> None:
    simulator = DealSimulator.of(LIBRARY, "point-tarock", ("random",))
    said = set[str]()
    for number in range(2 * DEALS):
        deal = simulator.play(5, number)
        check_deal(simulator.engine, deal, ("either-half", "point-tarock"))
        said |= {move.action.option for move in deal.moves if isinstance(move.action, Choose)}
    assert {option.rpartition("-")[2] for option in said} >= {*naive.WITH}


@pytest.mark.parametrize(
    ("points", "facts", "each"),
    [(46, "", -1), (47, "", -1), (46, "-x2", -11), (50, "", 19), (39, "", -19)],
)
def test_an_announcement_of_50_is_paid_in_addition_to_the_game(points: int, facts: str, each: int) -> None:
    """Section 3.8 of the study: with 46, the 50 is lost and 45 and 40 are won; each is doubled by itself."""
    made = {item: "" if points >= number else "-failed" for item, (number, _worth) in naive.WITH.items()}
    bonuses = {f"score.{item}": f"taker-announced{made[item]}" for item in ("with_40", "with_45", "with_50")}
    bonuses["score.with_50"] += facts
    report = tt.score("point-tarock", taker="S", contract="dreier", points=points, facts=bonuses)
    assert report.by_seat["E"] == -each - 3, "beside the game, which pays 3"


def test_each_contract_is_played_and_the_pagat_kept_for_the_last_trick() -> None:
    simulator = DealSimulator.of(LIBRARY, "tapp-classical", ("random",))
    played, kept = set[str](), set[str]()
    for number in range(3 * DEALS):
        rng, deal = random.Random(number), simulator.start(6, number)
        highest = ("dreier", "unterer", "oberer")[number % 3]
        while not deal.over:
            choices = deal.legal
            if choices.bids:
                lower = [bid for bid in choices.bids if bid in naive.LADDER[: naive.LADDER.index(highest) + 1]]
                deal = deal.push(lower[-1] if lower else "pass")
            elif others := [card.code for card in deal.state.deck.set(choices.cards) if card.code != "T1"]:
                deal = deal.push(rng.choice(others))
            else:
                deal = deal.push(choices.random(rng))
        played.add(check_deal(simulator.engine, deal))
        assert deal.state.result is not None
        kept |= {f"{rule} {fact}" for rule, fact in deal.state.result.sheets[0].outcome.facts.items()}
    assert played == {"dreier", "unterer", "oberer"}
    assert {word.partition(" ")[0] for word in kept} >= {"score.pagat", "score.valat", "score.trull", "score.kings"}


@pytest.mark.parametrize("number", range(2 * DEALS))
def test_trischaken_is_played_and_scored_as_the_study_has_it(number: int) -> None:
    simulator = DealSimulator.of(LIBRARY, "tapp-classical+trischaken", ("random",))
    rng, deal = random.Random(number), simulator.start(7, number)
    while not deal.over:
        deal = deal.push("pass" if deal.legal.bids else deal.legal.random(rng))
    assert check_deal(simulator.engine, deal, ("trischaken",)) == "trischaken"


@pytest.mark.parametrize(
    ("won", "scores"),
    [
        (("HR HD T22", "HC S10 D3", "S7"), [-10, 5, 5]),
        (("HR HD T22", "S7 S8 S9", ""), [-15, 5, 10]),
        (("HR HD T22", "SR SD T21", "S7"), [-5, -5, 10]),
        (("HR HD T22", "SR SD T21", ""), [-10, -10, 20]),
        (("HR", "SR", "DR"), [0, 0, 0]),
    ],
)
def test_who_pays_in_trischaken(won: tuple[str, str, str], scores: list[int]) -> None:
    """Section 7.6 of the study."""
    assert naive.shunned([pile.split() for pile in won]) == scores


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("tapp-classical"))


def test_random_deals_are_sound(engine: Engine) -> None:
    DealChecker(engine).check_words_of_rules()


@pytest.mark.parametrize(
    ("contract", "points", "facts", "scores"),
    [
        ("dreier", 39, {}, (6, -3, -3)),
        ("dreier", 39, {"score.pagat": "taker", "score.trull": "S:2"}, (16, -8, -8)),
        ("solo", 41, {"score.pagat": "taker-announced-failed"}, (-16, 8, 8)),
        ("oberer", 33, {"score.kontra": "1"}, (-20, 10, 10)),
        ("dreier", 35, {}, (-6, 3, 3)),
        ("dreier", 69, {"score.valat": "taker", "score.trull": "S:3"}, (30, -15, -15)),
        ("unterer", 37, {"score.kings": "W:4"}, (5, -7, 2)),
    ],
)
def test_the_seven_deals_of_the_study(
    contract: str, points: int, facts: dict[str, str], scores: tuple[int, ...]
) -> None:
    """Section 7.4 of the study: what each of the three gets. Its program gives the Valat 70 card points, of which half a talon is left to the others."""
    report = tt.score("tapp-classical", taker="S", contract=contract, points=points, facts=facts)
    assert report.by_seat == dict(zip("SEW", scores, strict=True))


@pytest.mark.parametrize(
    ("pile", "counted"),
    [
        ("HR HC S10", 7),
        ("HR HD T22", 12),
        ("T21 T1 HR", 13),
        ("HD SD DD", 10),
        ("HD SD DC", 9),
        ("HV SV DV", 4),
        ("S7 S8 T2", 1),
    ],
)
def test_the_seven_threes_counted_in_1821(pile: str, counted: int) -> None:
    assert naive.thirds(pile.split()) == 3 * counted
    assert tt.count("tapp-classical", pile).to_dict()["points"] == str(counted)
