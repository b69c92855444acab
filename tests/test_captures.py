"""Payments at the moment of a capture, cards that are taken from an end of the talon, and the last trick, each tried in other games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.match_entries import check_payments
from tarot_teach.table import Paid
from tarot_teach.table.facts import NO_FACTS
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tests.made_up import BECAUSE, rule, set_to
from tests.test_exchange import engine_of

CAPTURES = rule("captures_paid", cards={"T1": 5, "king": 3})
TAKES = rule("take_certain", by="before_dealer", cards=["court", "T1"], lying="last")
TURNS = rule("take_certain", by="dealer", cards=["five"], lying="first", worth={"king": 5})


def child(extends: str, **more: Any) -> dict[str, Any]:
    """A child of a ruleset."""
    return {"format": 1, "title": "Tried here", "extends": extends, **BECAUSE, **more}


def robbed(**more: Any) -> dict[str, Any]:
    """The Piedmontese game for two pairs with hands of sixteen, in which the pack is robbed."""
    adds = {
        "exchange.robs": TAKES,
        "exchange.turns": TURNS,
        "exchange.robber_lays": rule("lay_away", by="before_dealer", count="extra", to="nobody"),
        "exchange.dealer_lays": rule("lay_away", by="dealer", count="extra", to="nobody"),
    }
    gone = ("exchange.dealer", "exchange.scarto", "count.fours", "score.par", "discard.trumps_last")
    changes = {"deal.packets": set_to(hand=16, packet=16, talon=14)}
    drops = dict.fromkeys(gone, "Made up.")
    score = {"score.cards": rule("cards_taken", above=0, each=1)}
    return child("piedmont-4", adds=adds | score | more, changes=changes, drops=drops)


def simulator(engine: Engine) -> DealSimulator:
    players = len(engine.seats())
    return DealSimulator(engine, seat_players(("random",), engine, None, players))


def sums_of(engine: Engine, deal: Any, id: str) -> list[int]:
    """The game points that each seat has got by a rule in the course of a deal."""
    amounts = [paid.amounts for paid in deal.state.paid if paid.rule == id]
    return [sum(column) for column in zip(*amounts, strict=True)] if amounts else [0] * len(engine.seats())


@pytest.mark.parametrize("game", ["scarto", "piedmont-4"])
def test_captures_are_paid_by_the_others_when_the_trick_is_won(tmp_path: Path, game: str) -> None:
    engine = engine_of(tmp_path, "captures", child(game, adds={"play.captures": CAPTURES}))
    DealChecker(engine).check_words_of_rules()
    assert try_deals(engine, range(4), 3).fault is None
    seen = 0
    for number in range(6):
        deal = simulator(engine).play(5, number)
        players, expected = deal.state.players, [0] * deal.state.players
        for taken in deal.state.tricks:
            side = deal.state.side(taken.winner)
            for seat, card in taken.trick.by(players):
                worth = 5 if card.code == "T1" else 3 if card.rank_name == "king" else 0
                if seat not in side and worth:
                    seen += 1
                    for other in range(players):
                        expected[other] += worth * (players - len(side)) // len(side) if other in side else -worth
        assert sums_of(engine, deal, "play.captures") == expected and not sum(expected)
    assert seen
    rule_ = engine.index.mechanisms["play.captures"]
    assert "at once" in str(rule_.says())


def test_the_last_trick_counts_in_ruff_and_honours(tmp_path: Path) -> None:
    adds = {"score.last": rule("tricks_above", above=0, each=4, which="last")}
    engine = engine_of(tmp_path, "last", child("ruff-and-honours", adds=adds))
    assert try_deals(engine, range(3), 2).fault is None
    for number in range(4):
        state = simulator(engine).play(2, number).state
        assert state.result is not None
        lines = [[line.amount for line in sheet.lines if line.rule == "score.last"] for sheet in state.result.sheets]
        winner = state.tricks[-1].winner
        assert lines == [[4] if winner in sheet.outcome.players else [] for sheet in state.result.sheets]
    assert str(engine.index.mechanisms["score.last"].says()) == "The last trick is worth 4 to whoever wins it."
    with pytest.raises(LoadError, match="none can be above 2"):
        engine_of(tmp_path, "above", child("ruff-and-honours", adds={"score.last": rule("tricks_above", above=2, each=4, which="last")}))  # fmt: skip


def test_cards_are_taken_from_the_ends_of_the_talon_and_as_many_laid_away(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "robbed", robbed())
    DealChecker(engine).check_words_of_rules()
    assert try_deals(engine, range(6), 3).fault is None
    deck, taken = engine.ruleset.deck, [0, 0]
    for number in range(40):
        deal = simulator(engine).play(9, number)
        talon = [deck.card(code) for code in deal_record(deal)["talon"]]
        assert len(talon) == 14 and deck.mask(talon) == deal.start.talon
        bottom = 0
        while talon and talon[-1].bit & (deck.marks["court"] | deck.card("T1").bit):
            bottom |= talon.pop().bit
        top = 0
        while talon and talon[0].bit & deck.marks["five"]:
            top |= talon.pop(0).bit
        robber, dealer = (deal.start.dealer - 1) % 4, deal.start.dealer
        assert (
            deal.start.hands[robber] & deal.start.talon == bottom and deal.start.hands[dealer] & deal.start.talon == top
        )
        kings = 5 * (top & deck.marks["king"]).bit_count()
        assert sums_of(engine, deal, "exchange.turns") == [
            kings if (seat - dealer) % 2 == 0 else -kings for seat in range(4)
        ]
        assert all(len(trick.trick.cards) == 4 for trick in deal.state.tricks) and len(deal.state.tricks) == 16
        taken[0] += bool(bottom)
        taken[1] += bool(top)
    assert min(taken)


@pytest.mark.parametrize(
    ("adds", "words"),
    [
        ({"exchange.robs": rule("take_certain", by="forehand", cards=["king"], lying="last")}, "lay_away with `count: extra`"),
        ({"exchange.turns": TURNS | {"params": TURNS["params"] | {"worth": {"queen": 4}}}}, "nobody takes such a card"),
        ({"exchange.turns": TURNS | {"params": TURNS["params"] | {"worth": {"king": 0}}}}, "or it is worth 0"),
        ({"exchange.dealer_lays": rule("lay_away", by="dealer", count="extra", to="own_pile")}, "differs from deal to deal"),
        ({"play.captures": rule("captures_paid", cards={"king": 3, "SK": 4})}, "one card has two amounts"),
        ({"play.captures": rule("captures_paid", cards={"EX": 5})}, "EX may go back to its player"),
        ({"play.captures": rule("captures_paid", cards={"king": 0})}, "'king' brings nothing"),
        ({"play.captures": rule("captures_paid", cards={"kink": 3})}, "did you mean 'king'"),
    ],
)  # fmt: skip
def test_parameters_that_mean_nothing_are_refused(tmp_path: Path, adds: dict[str, Any], words: str) -> None:
    with pytest.raises(LoadError) as caught:
        engine_of(tmp_path, "wrong", robbed(**adds))
    assert any(words in f"{problem.message} {problem.hint}" for problem in caught.value.problems)


def test_extra_cards_come_only_from_a_rule_that_takes_some(tmp_path: Path) -> None:
    data = child("scarto", adds={"exchange.more": rule("lay_away", by="dealer", count="extra", to="nobody")})
    with pytest.raises(LoadError, match="in some deals than in others"):
        engine_of(tmp_path, "extra", data)
    with pytest.raises(LoadError, match="here a taker plays against a defence"):
        engine_of(tmp_path, "sides", child("fft-4", adds={"play.captures": CAPTURES}))


def test_payments_that_nobody_can_have_got_are_refused(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "robbed", robbed(**{"play.captures": CAPTURES}))
    faults: list[str] = []

    def fault(_code: str, message: str, *_more: object) -> None:
        faults.append(message)

    for amounts, words in (((5, -5, 5, -5), ""), ((5, 0, 5, -5), "sum to zero"), ((400, -400, 400, -400), "at most")):
        for id in ("play.captures", "exchange.turns"):
            faults.clear()
            check_payments([Paid(id, amounts)], engine.index, NO_FACTS, None, fault)
            assert bool(faults) == bool(words) and all(words in each for each in faults)
