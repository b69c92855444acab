"""Dreiertarock by both scales against the rules written a second time, and against settlements reckoned outside."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

import pytest
from naive import dreiertarock as naive

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.table import NOTHING, Bid, Choose, Play
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

MAYR, ST_LOUIS = "dreiertarock-mayr", "dreiertarock-st-louis"
DEALS = int(os.environ.get("NAIVE_DEALS", "6"))
WORDS = ("kontra", "rekontra", "subkontra")


def check_deal(engine: Engine, deal: Deal, for_points: dict[str, int] | None = None) -> str:
    """Compare a deal with the second implementation; the contract that was played."""
    start, result, scale = deal.start, deal.state.result, naive.SCALES[engine.ruleset.id]
    assert result is not None
    forehand = (start.dealer + 1) % 3
    talon = [card.code for card in start.stock if card]
    auction, done, trick, leader = (
        naive.Auction([*scale.games]),
        naive.Deal(scale, talon={*talon}, for_points=for_points or {}),
        list[str](),
        0,
    )
    for move in deal.moves:
        before, action = move.before, move.action
        choices, seat = engine.legal(before), (action.seat - forehand) % 3
        hand = {card.code for card in before.hand(action.seat)}
        offered = {pick.option for pick in choices.picks}
        match action:
            case Bid():
                assert seat == auction.turn() and set(choices.bids) == auction.open()
                auction.calls.append((seat, action.bid))
                if action.bid.startswith("solo"):
                    done.theirs = {*talon}
                if action.bid != "pass":
                    done.declarer, done.contract = seat, action.bid
                elif auction.calls == [(0, "single"), (1, "pass"), (2, "pass"), (0, "pass")]:
                    done.contract = "trischaken"
            case Choose() if action.rule == "exchange.three":
                assert auction.turn() is None and offered == {"1", "2"}
                done.theirs = {*(talon[3:] if action.option == "1" else talon[:3])}
            case Choose() if action.cards is not None:
                (pick,) = choices.picks
                may, must = ({card.code for card in before.deck.set(mask)} for mask in (pick.cards, pick.obliged))
                assert (may, must) == naive.laid_away(hand) and len(action.cards) == 3
                done.mine = {card.code for card in action.cards}
            case Choose() if action.rule == "declare.kontra_each":
                assert done.contract == "trischaken" and offered == {NOTHING, "kontra"}
                done.kontra += action.option != NOTHING
            case Choose() if action.rule == "declare.kontra":
                assert (seat == done.declarer) == bool(done.kontra % 2)
                assert offered == {NOTHING, WORDS[done.kontra]}
                done.kontra += action.option != NOTHING
            case Choose():
                may = {item for item, cards in naive.NEEDED.items() if cards <= hand} | {*done.for_points}
                may -= {*done.said}
                words = {f"{WORDS[len(said) - 1]}-{item}" for item, said in done.said.items() if len(said) < 4 and (seat == done.declarer) == ((said[0] == done.declarer) != bool(len(said) % 2))}  # fmt: skip
                assert offered == {NOTHING, *may, *words}
                if action.option != NOTHING:
                    done.said.setdefault(action.option.rpartition("-")[2], []).append(seat)
            case Play():
                assert auction.turn() is None and seat == (leader + len(trick)) % 3
                shuns = done.contract == "trischaken"
                may = naive.allowed_shunning(hand, trick, scale) if shuns else naive.allowed(hand, trick)
                assert {card.code for card in before.deck.set(choices.cards)} == may
                trick.append(action.card.code)
                if len(trick) == 3:
                    won = (leader + naive.winner(trick)) % 3
                    done.tricks.append((leader, trick, won))
                    leader, trick = won, []
    assert len(done.tricks) == 16
    assert [result.scores[(forehand + i) % 3] for i in range(3)] == done.scores(), (done, result.sheets)
    return done.contract


@pytest.fixture(scope="module", params=[MAYR, ST_LOUIS])
def simulator(request: pytest.FixtureRequest) -> DealSimulator:
    return DealSimulator.of(LIBRARY, request.param, ("random",))


def test_each_bid_choice_play_and_score_as_by_the_rules(simulator: DealSimulator) -> None:
    played = {check_deal(simulator.engine, simulator.play(5, number)) for number in range(3 * DEALS)}
    assert played >= {"solo", "solo_valat"}


@pytest.mark.parametrize(
    ("name", "worth"),
    [
        (f"{MAYR}+forty-and-fifty", {"with_40": 2, "with_50": 4}),
        (f"{ST_LOUIS}+forty-and-fifty-st-louis", {"with_40": 1, "with_50": 2}),
    ],
)
def test_card_points_are_announced_and_paid(name: str, worth: dict[str, int]) -> None:
    simulator = DealSimulator.of(LIBRARY, name, ("random",))
    for number in range(2 * DEALS):
        check_deal(simulator.engine, simulator.play(7, number), worth)
    report = tt.score(name, taker="S", contract="single", points=45, facts={"score.with_40": "taker-announced", "score.with_50": "taker-announced-failed"})  # fmt: skip
    single = 3 if name.startswith(MAYR) else 1
    assert report.by_seat["S"] == 2 * (single + worth["with_40"] - worth["with_50"])


def bid_towards(contract: str, bids: Sequence[str], highest: str) -> str:
    """A bid by which an auction comes to a contract: up to it, and held, and not beyond."""
    if contract == "trischaken":
        return "pass" if "pass" in bids else "single"
    most = naive.LADDER.index(contract)
    below = [bid for bid in bids if bid != "pass" and naive.LADDER.index(bid) <= most]
    again = contract == highest and contract != "single"
    return "pass" if again or not below else max(below, key=naive.LADDER.index)


@pytest.mark.parametrize("contract", ["trischaken", *naive.LADDER])
def test_each_game_is_played_and_scored_as_by_the_rules(simulator: DealSimulator, contract: str) -> None:
    if contract not in ("trischaken", *simulator.engine.index.ranking):
        return
    for number in range(DEALS):
        rng, deal = random.Random(number), simulator.start(6, number)
        while not deal.over:
            choices = deal.legal
            if choices.bids:
                made = [bid for _seat, bid in deal.state.auction.calls if bid != "pass"]
                if contract == "single" and len(deal.state.auction.calls) < 3 and made:
                    deal = deal.push("pass")
                else:
                    deal = deal.push(bid_towards(contract, choices.bids, made[-1] if made else ""))
                continue
            cards = [card.code for card in deal.state.deck.set(choices.cards)]
            kept = [code for code in cards if code not in ("T1", "T2", "T3")]
            deal = deal.push(rng.choice(kept)) if kept and kept != cards else deal.push(choices.random(rng))
        assert check_deal(simulator.engine, deal) == contract


@pytest.mark.parametrize(
    ("contract", "points", "facts", "each"),
    [
        ("single", 36, {}, 3),
        ("single", 35, {}, -3),
        ("double", 40, {"score.pagat": "taker"}, 8),
        ("double", 40, {"score.pagat": "taker-announced"}, 12),
        ("solo", 40, {"score.pagat": "taker-announced"}, 28),
        ("single", 40, {"score.pagat": "taker-announced-failed"}, -5),
    ],
)
def test_the_settlements_of_the_study(contract: str, points: int, facts: dict[str, str], each: int) -> None:
    """The examples that were reckoned by the scale of Mayr and Sedlaczek."""
    report = tt.score(MAYR, taker="S", contract=contract, points=points, facts=facts)
    assert report.by_seat == {"S": 2 * each, "E": -each, "W": -each}


@pytest.mark.parametrize(
    ("name", "contract", "facts", "each"),
    [
        (MAYR, "solo_valat", {"count.all_tricks": "0", "score.valat": "taker"}, 96),
        (MAYR, "solo_valat", {"count.all_tricks": "1", "score.pagat": "defence"}, -104),
        (MAYR, "quintuple", {"score.valat": "taker", "score.pagat": "taker-announced"}, 24),
        (MAYR, "single", {"score.valat": "defence", "score.kontra": "1"}, -48),
        (ST_LOUIS, "solo", {"score.valat": "taker"}, 16),
        (ST_LOUIS, "triple", {"score.kakadu": "taker-announced-x2"}, 15),
        (ST_LOUIS, "solo_valat", {"count.all_tricks": "0", "score.valat": "taker"}, 32),
        (ST_LOUIS, "double", {"score.mond": "defence", "score.uhu": "taker"}, 3),
    ],
)
def test_a_valat_excludes_other_bonuses_and_a_solo_doubles_them(
    name: str, contract: str, facts: dict[str, str], each: int
) -> None:
    points = {"defence": 3}.get(facts.get("score.valat", ""), 60 if "score.valat" in facts else 45)
    report = tt.score(name, taker="S", contract=contract, points=points, facts=facts)
    assert report.by_seat["S"] == 2 * each


@pytest.mark.parametrize(
    ("won", "kontras", "scores"),
    [
        (("HR HD T22", "SR SD T21", "S7 C7 T2"), 0, [-3, -3, 6]),
        (("HR HD T22", "S7 C7 T2", "S8 C8 T3"), 0, [-6, 3, 3]),
        (("HR HD T22", "S7 C7 T2", ""), 0, [-3, -3, 6]),
        (("HR HD T22", "", ""), 1, [-12, 6, 6]),
        (("HR HD T22", "SR SD T21", "CR CD T1"), 2, [0, 0, 0]),
    ],
)
def test_who_pays_in_trischaken(won: tuple[str, str, str], kontras: int, scores: list[int]) -> None:
    assert naive.shunned([pile.split() for pile in won], naive.SCALES[MAYR], kontras) == scores


def test_words_of_rules_are_sound(simulator: DealSimulator) -> None:
    DealChecker(simulator.engine).check_words_of_rules()
