"""Ottocento against the rules written a second time, and against figures that are printed elsewhere."""

from __future__ import annotations

import os

import pytest
from naive import ottocento as naive
from naive.pairs_with_matto import allowed

from tarot_teach.engine import Engine
from tarot_teach.mechanisms.score.combinations import Combinations
from tarot_teach.table import Choose, Phase, Play
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY, the

DEALS = int(os.environ.get("NAIVE_DEALS", "6"))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("ottocento"))


def reckoned(engine: Engine, cards: list[str]) -> int:
    """Points of the combinations among some cards, doubled where there are several."""
    rule, deck = the(engine, Combinations), engine.ruleset.deck
    found = rule.table.found(deck.mask(deck.card(code) for code in cards))
    return int(sum(each.worth for each in found) + sum(more for _kind, _number, more in rule.table.doubled(found, rule.several)))  # fmt: skip


@pytest.mark.parametrize("players", ["random", "simple"])
@pytest.mark.parametrize("number", range(DEALS))
def test_each_play_and_score_as_by_the_rules(players: str, number: int) -> None:
    simulator = DealSimulator.of(LIBRARY, "ottocento", (players,))
    deal = simulator.play(3, number)
    engine, start = simulator.engine, deal.start
    dealer, first = start.dealer, (start.dealer + 1) % 4
    done, shown = naive.Deal(), [list[str](), list[str](), list[str](), list[str]()]
    for move in deal.moves:
        now, action = move.before, move.action
        place = (action.seat - first) % 4
        hand = {card.code for card in now.hand(action.seat)}
        if isinstance(action, Play):
            assert place == done.turn
            assert {card.code for card in now.deck.set(engine.legal(now).cards)} == allowed(hand, done.trick)
            done.play(action.card.code)
        elif now.phase is Phase.PAY and isinstance(action, Choose) and action.card is not None:
            assert {card.code for card in now.deck.set(engine.legal(now).picks[0].cards)} == done.payable()
            done.pay(action.card.code)
        elif isinstance(action, Choose) and action.rule == "declare.accusi":
            shown[place] = [card.code for card in action.cards or ()]
            assert naive.combinations(shown[place]) == naive.combinations(hand)
        elif isinstance(action, Choose) and action.rule == "exchange.scarto":
            assert action.seat == dealer and len(hand) == 17
            done.scarto = {card.code for card in action.cards or ()}
            assert len(done.scarto) == 2 and all(naive.value(code) < 5 for code in done.scarto)
    assert deal.state.result is not None
    assert [deal.state.result.scores[(first + i) % 4] for i in range(4)] == done.scores(shown)


@pytest.mark.parametrize("seed", range(4))
def test_combinations_of_any_cards_as_by_the_rules(engine: Engine, seed: int) -> None:
    """Piles of all sizes, drawn from the pack by a fixed rule, and with both wild cards as often as without."""
    cards = naive.pack()
    for number in range(1, 300):
        pile = [
            code
            for i, code in enumerate(cards)
            if (i * i * (seed + 3) + i * number + number * number) % 7 < 1 + number % 6
        ]
        assert reckoned(engine, pile) == naive.combinations(pile)


def test_the_pack(engine: Engine) -> None:
    """Sixty-two cards with 118 points, which are 87 in pairs, and 93 with the last trick; the round suits; equal Moors."""
    deck = engine.ruleset.deck
    assert sorted(card.code for card in deck.cards) == sorted(naive.pack())
    assert sum(naive.value(code) for code in naive.pack()) == 118 and naive.in_pairs(naive.pack()) + 6 == 93
    for card in deck.cards:
        assert card.halves == 2 * naive.value(card.code)
        assert bool(card.bit & deck.marks["low"]) == (naive.value(card.code) == 1)
    for letter in "SBCDT":
        ranked = sorted((card for card in deck.cards if card.code[0] == letter), key=lambda card: card.rank)
        assert [naive.height(card.code) for card in ranked] == sorted(naive.height(card.code) for card in ranked)
    assert len({card.rank for card in deck.cards if card.code in naive.MOORS}) == 1


@pytest.mark.parametrize(
    ("cards", "printed"),
    [
        ("TA TW TL T16", 15),  # Parlett's seven examples
        ("TA EX TL T16 T15 T1 T13 T12", 35),
        ("TA TW TS TL EX T1 T14", 25),
        ("CK CQ T1 C1", 15),
        ("SK SQ SN SJ S1 EX", 25),
        ("S1 B1 C1 D1 T1 EX", 25),
        ("SK SQ SN", 10),
        ("SK SN SJ", 10),  # 1754: these three, and not with the ace as the third
        ("SK SQ SJ", 10),
        ("SK SQ S1", 0),
        ("SK SQ SN SJ S1 T1 EX", 30),  # a whole suit with both wild cards: six times five
    ],
)
def test_printed_sequences(engine: Engine, cards: str, printed: int) -> None:
    codes = cards.split()
    tarocchi = 18 * max(0, sum(code in naive.TAROCCHI for code in codes) - 2)
    assert reckoned(engine, codes) == naive.combinations(codes) == printed + tarocchi


def test_printed_totals(engine: Engine) -> None:
    """The criccone of the manual, 148 and 296; the 181 of a text printed with it; 392 in the test of a program; and all cards together."""
    courts = [suit + rank for suit in "SBCD" for rank in "KQNJ"]
    assert sum(naive.cricche([*courts, *naive.TAROCCHI])) == 148
    against = ["TW", "TS", "T16", "T1", "DK", "DJ", "D1", "SQ", "SN", "SJ", "CJ", "BN", "B1"]
    rest = [code for code in naive.pack() if code not in against]
    assert reckoned(engine, rest) == naive.combinations(rest) == 150 + 31
    lost = [
        "TS",
        "T15",
        "T7",
        "TM4",
        "EX",
        "S1",
        "SK",
        "SN",
        "S10",
        "S9",
        "S6",
        "B1",
        "BK",
        "B10",
        "B9",
        "B6",
        "CJ",
        "C10",
        "C8",
        "D10",
        "D9",
    ]
    rest = [code for code in naive.pack() if code not in lost]
    assert reckoned(engine, rest) == naive.combinations(rest) == 459 - 61 - 6
    assert reckoned(engine, naive.pack()) == naive.combinations(naive.pack()) == 296 + 550


def test_random_deals_are_sound(engine: Engine) -> None:
    DealChecker(engine).check_words_of_rules()
    assert try_deals(engine, range(4), 2).fault is None
