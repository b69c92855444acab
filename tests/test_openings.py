"""Kinds of rules that a first game has brought, tried in other games: bids by one step, a part of the talon that is fixed, announcements of the
taker alone, a bonus in place of the value, cards held that are paid for, and answers to a bid."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.errors import LoadError
from tarot_teach.explain.rulebook import rule_words
from tarot_teach.table import Bid, Choose, Phase
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tests.made_up import BECAUSE, rule, set_to
from tests.test_exchange import engine_of


def child(extends: str, **more: Any) -> dict[str, Any]:
    """A child of a ruleset."""
    return {"format": 1, "title": "Tried here", "extends": extends, **BECAUSE, **more}


def paid(*cards: str, **amounts: int) -> dict[str, Any]:
    """A rule that pays for cards held: ``n4=3`` for four of them."""
    return rule("held_paid", cards=list(cards), amounts={name[1:]: amount for name, amount in amounts.items()})


TRIED: dict[str, dict[str, Any]] = {
    "hombre-1674": child("hombre-1674", adds={"score.kings": paid("king", n3=1, n4=3)}),
    "fft-3": child("fft-3", adds={"score.kings": paid("king", n4=3), "score.honours": paid("honour", n2=1, n3=4)}),
    "slovenian-pagat": child(
        "slovenian-pagat",
        adds={
            "bid.step": rule("one_step", free=["two"]),
            "score.held": {**paid("trula", n2=5), "under": ["sided"]},
        },
        changes={
            "exchange.halves": set_to(which="last"),
            "exchange.pairs": set_to(which="first"),
            "declare.bonuses": set_to(by="taker", items=["trula", "kings", "king_ultimo", "pagat_ultimo"]),
            "score.valat": {
                **BECAUSE,
                "mechanism": "bonus_in_place",
                "params": {"event": {"tricks": 3}, "silent": {"talon": 250}, "item": "nearly"},
            },
        },
    ),
}


@pytest.fixture(scope="module", params=TRIED)
def tried(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("tried"), f"tried-{request.param}", TRIED[request.param])


def deals(engine: Engine, number: int) -> list[Deal]:
    """Deals at random."""
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, len(engine.seats())))
    return [simulator.play(8, each) for each in range(number)]


def test_deals_are_sound_and_what_is_held_is_paid_by_all_others(tried: Engine) -> None:
    checker = DealChecker(tried)
    checker.check_words_of_rules()
    for rule_ in tried.ruleset.rules.values():
        assert rule_words(tried.ruleset, rule_)
    counted = 0
    for deal in deals(tried, 30):
        result = deal.state.result
        assert result is not None
        for payment in result.apart:
            if payment.finding.rule in ("score.kings", "score.honours", "score.held"):
                counted += 1
                players, winner = len(payment.amounts), max(payment.amounts)
                assert sum(payment.amounts) == 0
                assert sorted(payment.amounts) == [-winner / (players - 1)] * (players - 1) + [winner]
    assert counted


def test_a_bid_goes_up_one_step_or_is_free(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "steps", TRIED["slovenian-pagat"])
    ranking, free = [*engine.ruleset.rules["count.sides"].under], {"two"}
    higher = 0
    for deal in deals(engine, 20):
        best = -1
        for move in deal.moves:  # in the last word the bid is named again
            if isinstance(move.action, Bid) and move.action.bid in ranking:
                at = ranking.index(move.action.bid)
                assert at <= best + 1 or move.action.bid in free
                higher += at > best + 1
                best = max(at, best)
    assert higher


def test_a_part_that_is_fixed_is_taken_without_a_question(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "parts", TRIED["slovenian-pagat"])
    seen = set()
    for deal in deals(engine, 40):
        talon, contract = [card for card in deal.start.stock if card], deal.state.auction.contract
        asked = [move for move in deal.moves if isinstance(move.action, Choose) and move.before.phase is Phase.EXCHANGE]
        if contract not in ("three", "two", "solo_three", "solo_two"):
            continue
        seen.add(contract)
        assert {move.action.rule for move in asked} <= {"exchange.away_three", "exchange.away_two"}
        taken = talon[3:] if contract.endswith("three") else talon[:2]
        (first,) = asked
        assert all(card.bit & first.before.hands[first.action.seat] for card in taken)
    assert seen


def test_the_taker_alone_announces_and_the_others_double(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "announced", TRIED["slovenian-pagat"])
    doubled = 0
    for deal in deals(engine, 40):
        for move in deal.moves:
            if isinstance(move.action, Choose) and move.action.rule == "declare.bonuses":
                options = {pick.option for pick in engine.legal(move.before).picks}
                if move.action.seat != deal.state.auction.taker:
                    assert not options & {"trula", "kings", "pagat_ultimo"}
                    doubled += any("kontra" in option for option in options)
    assert doubled


def test_a_bonus_stands_in_place_of_the_value() -> None:
    report = tt.score("tapp-classical", contract="oberer", points=69, facts={"score.valat": "taker-announced-x2"})
    assert [str(line.operation) for line in report.sheet.lines] == ["+", "×", "+"] and report.total == 80
    report = tt.score("tapp-classical", contract="oberer", points=50, facts={"score.valat": "taker-announced-failed"})
    assert report.total == 5 - 40


@pytest.mark.parametrize(
    ("parent", "adds", "message"),
    [
        ("scarto", {"score.kings": paid("king", n4=3)}, "needs a taker and a defence, and by count.each all play alone"),
        ("fft-3", {"score.kings": paid("king", n2=3)}, "of 4 cards, 2 are too many, or few enough for two players"),
        ("fft-3", {"score.kings": paid("king", n5=3)}, "of 4 cards, 5 are too many"),
        ("fft-3", {"score.kings": paid("kings", n4=3)}, "did you mean 'king'?"),
        ("fft-3", {"score.kings": paid("king")}, "amounts"),
        ("fft-3", {"score.kings": rule("held_paid", cards=["king"], amounts={"four": 3})}, "'four' is not a whole number"),
        ("hombre-1674", {"bid.step": rule("one_step", free=["gaem"])}, "did you mean 'game'?"),
        ("slovenian-pagat", {"exchange.more": rule("take_part", by="taker", parts=2, rest="defence", which="lower")}, "which"),
        ("slovenian-pagat", {"declare.more": rule("bonus_round", items=["trula"], by="declarer")}, "by"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(tmp_path: Path, parent: str, adds: dict[str, Any], message: str) -> None:
    with pytest.raises(LoadError) as refused:
        engine_of(tmp_path, "refused", child(parent, adds=adds))
    assert message in str(refused.value)
    assert all(problem.place and problem.place.file.endswith("refused.yaml") for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("score.trull=S", "'S' does not tell who holds how many"),
        ("score.trull=S:1", "a player is paid for 2 to 3 of these cards"),
        ("score.trull=N:2", "does not tell who holds how many"),
        ("score.valat=defence-announced-failed", "only the taker announces the bonus “Valat”"),
    ],
)
def test_a_result_that_cannot_be_is_refused(fact: str, message: str) -> None:
    with pytest.raises(tt.TarotError) as refused:
        tt.score("tapp-classical", contract="dreier", points=40, facts=dict([fact.split("=")]))
    assert message in str(refused.value)


# ------------------------------------------------------------ answers to a bid, words of each player, and what a slam takes the place of


ANSWERED = child(
    "fft-4",
    changes={
        "bid.auction": {
            **BECAUSE,
            "mechanism": "outbid_answers",
            "params": {"unanswered": ["garde_contre"], "given_up": "prise"},
        },
        "bid.higher": {**BECAUSE, "mechanism": "must_outbid_or_hold", "params": {"by": "outbid"}},
    },
)


@pytest.mark.parametrize(
    ("calls", "turn", "bids"),
    [
        ("prise garde", "S", "pass garde"),
        ("prise garde garde", "E", "pass garde_sans garde_contre"),
        ("prise garde garde pass", "N", "pass garde_sans garde_contre"),
        ("prise garde pass garde_sans", "E", "pass garde_sans"),
        ("prise garde pass garde_contre", "W", "pass"),
        ("pass prise garde", "E", "pass garde"),
        ("prise pass pass pass", "S", "pass prise"),
    ],
)
def test_whoever_is_outbid_answers_at_once(tmp_path: Path, calls: str, turn: str, bids: str) -> None:
    engine = engine_of(tmp_path, "answered", ANSWERED)
    deal = DealSimulator(engine, seat_players(("random",), engine, None, 4)).start(1, 1)
    for bid in calls.split():
        deal = deal.push(bid)
    assert deal.state.turn is not None and deal.state.seats[deal.state.turn] == turn
    assert {*deal.legal.bids} == {*bids.split()}


def test_a_lone_bid_is_given_up_or_played(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "answered", ANSWERED)
    DealChecker(engine).check_words_of_rules()
    deal = DealSimulator(engine, seat_players(("random",), engine, None, 4)).start(1, 1)
    for bid in ("prise", "pass", "pass", "pass"):
        deal = deal.push(bid)
    given_up, played = deal.push("pass"), deal.push("prise")
    assert given_up.state.result is not None and given_up.state.result.void
    assert (played.state.auction.taker, played.state.auction.contract) == (0, "prise")
    assert all(each.over for each in deals(engine, 20))


EACH_SPEAKS = child(
    "slovenian-pagat",
    adds={
        "declare.klop": {**rule("doubles", levels=["kontra"], by="each"), "under": ["klop"]},
        "score.caught": {
            **rule("bonus", event={"captures": "T21", "with": "T22", "of_opponents": True}, silent=20),
            "under": ["counting"],
        },
    },
    changes={
        "score.klop": {
            **BECAUSE,
            "text": "Tried here.",
            "mechanism": "most_points_pay",
            "params": {"each": 10, "all_to_none": True},
        },
        "score.valat": {
            **BECAUSE,
            "mechanism": "bonus_in_place",
            "params": {"event": {"tricks": "all"}, "silent": {"counting": 250}, "announced": 500},
        },
    },
)
EACH_SPEAKS["adds"]["score.klop_doubled"] = {
    **rule("multiplied_by_words", by={"kontra": 2}, each=True),
    "under": ["klop"],
    "after": "score.klop",
}


def test_each_player_may_double_what_all_pay(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "each", EACH_SPEAKS)
    DealChecker(engine).check_words_of_rules()
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, 4))
    most = 0
    for number in range(12):
        deal, said = simulator.start(4, number), 0
        while not deal.over:
            choices = deal.legal
            deal = deal.push("pass" if choices.bids else choices.random(random.Random(number + len(deal.moves))))
        said = sum(move.action.option == "kontra" for move in deal.moves if isinstance(move.action, Choose))
        result, cards = deal.state.result, [sheet.outcome.cards for sheet in deal.state.result.sheets]  # type: ignore[union-attr]
        assert result is not None and sum(result.scores) == 0 and said <= 4
        assert all(score % (10 * 2**said) == 0 for score in result.scores) and any(result.scores)
        assert all(score > 0 for score, won in zip(result.scores, cards, strict=True) if not won)
        most = max(most, said)
    assert most > 2


def test_a_card_caught_from_a_partner_brings_nothing(tmp_path: Path) -> None:
    engine, caught = engine_of(tmp_path, "each", EACH_SPEAKS), 0
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, 4))
    for number in range(40):
        rng, deal = random.Random(number), simulator.start(5, number)
        while not deal.over:
            bids = deal.legal.bids
            deal = deal.push(("three" if "three" in bids else "pass") if bids else deal.legal.random(rng))
        result, state = deal.state.result, deal.state
        assert result is not None
        for taken in state.tricks:
            cards = {card.code: seat for seat, card in taken.trick.by(4)}
            if {"T21", "T22"} <= {*cards}:
                sides = {seat in state.side(state.auction.taker) for seat in (cards["T21"], taken.winner)}  # type: ignore[arg-type]
                assert ("score.caught" in result.sheets[0].outcome.facts) == (len(sides) == 2)
                caught += 1
    assert caught


def test_no_bonus_counts_in_addition_to_a_slam() -> None:
    facts = {"score.valat": "taker", "score.trull": "taker", "score.pagat": "taker-announced"}
    report = tt.score("dreiertarock-mayr", contract="single", points=65, facts=facts)
    assert report.total == 24


@pytest.mark.parametrize(
    ("parent", "adds", "message"),
    [
        ("slovenian-pagat", {"declare.more": rule("doubles", levels=["kontra", "re"], by="each")}, "each player says one word, and here are 2"),
        ("slovenian-pagat", {"score.more": rule("multiplied_by_words", by={"kontra": 2, "re": 2}, each=True)}, "each player says one word, and here are 2"),
        ("slovenian-pagat", {"score.more": rule("bonus", event={"wins": "T1", "of_opponents": True}, silent=1)}, "`of_opponents` means nothing beside `wins`"),
        ("fft-4", {"bid.more": rule("outbid_answers", given_up="petite")}, "petite"),
    ],
)  # fmt: skip
def test_what_nobody_can_say_is_refused(tmp_path: Path, parent: str, adds: dict[str, Any], message: str) -> None:
    with pytest.raises(LoadError) as refused:
        engine_of(tmp_path, "refused", child(parent, adds=adds))
    assert message in str(refused.value)
