"""Minchiate against the rules written a second time, and against the figures that are printed with the rules."""

from __future__ import annotations

import os

import pytest
from naive import minchiate as naive
from naive.pairs_with_matto import allowed

from tarot_teach.engine import Engine
from tarot_teach.mechanisms.score.combinations import Combinations
from tarot_teach.records.as_record import deal_record
from tarot_teach.table import Choose, Phase, Play
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY, the

DEALS = int(os.environ.get("NAIVE_DEALS", "6"))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("minchiate"))


@pytest.mark.parametrize("players", ["random", "simple"])
@pytest.mark.parametrize("number", range(DEALS))
def test_each_play_and_score_as_by_the_rules(players: str, number: int) -> None:
    simulator = DealSimulator.of(LIBRARY, "minchiate", (players,))
    deal = simulator.play(3, number)
    engine, start = simulator.engine, deal.start
    dealer, first = start.dealer, (start.dealer + 1) % 4

    # the exchange
    below, above, picked = naive.robbed(deal_record(deal)["talon"])
    robber = (dealer - 1) % 4
    taken = {card.code for card in start.deck.set(start.talon & start.hands[robber])}
    assert taken == {*below}
    assert {card.code for card in start.deck.set(start.talon & start.hands[dealer])} == {*above, *picked}
    laid = {move.action.seat: len(move.action.cards or ()) for move in deal.moves if move.before.phase is Phase.EXCHANGE and isinstance(move.action, Choose)}  # fmt: skip
    assert laid == {seat: number for seat, number in ((robber, len(below)), (dealer, len(above) + len(picked))) if number}  # fmt: skip

    done, shown = naive.Deal(), [list[str](), list[str](), list[str](), list[str]()]
    done.marked[1] += naive.worth(above)  # the dealer is the last of the four
    for move in deal.moves:
        now, action = move.before, move.action
        place = (action.seat - first) % 4
        if isinstance(action, Play):
            assert place == done.turn
            legal = {card.code for card in now.deck.set(engine.legal(now).cards)}
            assert legal == allowed({card.code for card in now.hand(action.seat)}, done.trick)
            offers = engine.legal(now).declarations
            hand = naive.versicole(card.code for card in now.hand(action.seat))
            if not now.tricks and not shown[place]:
                cards = {code for each in hand for code in each}
                assert [{card.code for card in offer.cards or ()} for offer in offers] == ([cards] if cards else [])
            done.play(action.card.code)
        elif now.phase is Phase.PAY and isinstance(action, Choose) and action.card is not None:
            assert {card.code for card in now.deck.set(engine.legal(now).picks[0].cards)} == done.payable()
            done.pay(action.card.code)
        elif isinstance(action, Choose) and action.rule == "declare.versicole":
            shown[place] = [card.code for card in action.cards or ()]
    assert deal.state.result is not None
    assert [deal.state.result.scores[(first + i) % 4] for i in range(4)] == done.scores(shown)


def test_the_pack_and_its_counters(engine: Engine) -> None:
    """Ninety-seven cards, of which twenty-five count 142, and the order of the round suits."""
    deck = engine.ruleset.deck
    assert sorted(card.code for card in deck.cards) == sorted(naive.pack())
    assert len(naive.VALUES) == 25 and sum(naive.VALUES.values()) == 142
    for card in deck.cards:
        assert card.halves == 2 * naive.VALUES.get(card.code, 0)
        assert bool(card.bit & deck.marks["counter"]) == (card.code in naive.VALUES)
        assert bool(card.bit & deck.marks["sopravento"]) == (card.code in naive.SOPRAVENTI)
    for letter in "SBCDT":
        ranked = sorted((card for card in deck.cards if card.code[0] == letter), key=lambda card: card.rank)
        assert [card.code for card in ranked] == sorted((card.code for card in ranked), key=naive.height)


PAPI = ["T2", "T3", "T4", "T5"]


@pytest.mark.parametrize(
    ("cards", "printed"),
    [
        (["T1", "EX", "T40", "T13", "T28", *PAPI], 74),
        (["T1", "EX", "T13", "T28", *PAPI], 54),
        (["T1", "EX", "T40", *PAPI], 54),
        (["T1", "EX", "T40", "T13", "T28", *PAPI[:3]], 68),
        (["T1", "EX", "T40", "T13", "T28", *PAPI[:2]], 62),
        (["T1", "EX", "T40", "T13", "T28"], 40),
    ],
)
def test_the_seventy_four_of_the_one(engine: Engine, cards: list[str], printed: int) -> None:
    """Printed with the rules: all versicole with the One, and the lower Papi once more as counters."""
    deck = engine.ruleset.deck
    found = the(engine, Combinations).table.found(deck.mask(deck.card(code) for code in cards))
    assert sum(each.worth for each in found) == naive.marks(cards)
    assert naive.marks(cards) + naive.worth(code for code in cards if code in PAPI) == printed


def test_sixty_four_cards_with_seventeen_counters_count_twenty_two(engine: Engine) -> None:
    """Printed with the rules: fourteen heaps of three are forty-two cards."""
    assert getattr(engine.index.mechanisms["score.cards"], "above", 0) == 14 * 3 and 64 - 14 * 3 == 22


def test_two_kings_on_each_side_count_the_same() -> None:
    """By the rules neither pair counts them then."""
    assert naive.worth(["SK", "BK"]) == naive.worth(["CK", "DK"]) and not naive.marks(["SK", "BK"])
    assert naive.worth(["T2", "T5"]) == naive.worth(["T3", "T4"]) and not naive.marks(["T3", "T4"])


def test_random_deals_are_sound(engine: Engine) -> None:
    DealChecker(engine).check_words_of_rules()
    assert try_deals(engine, range(4), 2).fault is None
