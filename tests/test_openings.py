"""Kinds of rules that a first game has brought, tried in other games: bids by one step, a part of the talon that is fixed, announcements of the
taker alone, a bonus in place of the value, and cards held that are paid for."""

from __future__ import annotations

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
    told = 0
    for deal in deals(tried, 30):
        result = deal.state.result
        assert result is not None
        for payment in result.apart:
            if payment.finding.rule in ("score.kings", "score.honours", "score.held"):
                told += 1
                players, winner = len(payment.amounts), max(payment.amounts)
                assert sum(payment.amounts) == 0
                assert sorted(payment.amounts) == [-winner / (players - 1)] * (players - 1) + [winner]
    assert told


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
        ("score.valat=defence-announced-failed", "only the taker announces the bonus “valat”"),
    ],
)
def test_a_result_that_cannot_be_is_refused(fact: str, message: str) -> None:
    with pytest.raises(tt.TarotError) as refused:
        tt.score("tapp-classical", contract="dreier", points=40, facts=dict([fact.split("=")]))
    assert message in str(refused.value)
