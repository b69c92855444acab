"""Troccas against the rules written a second time, and against the figures that the rules of 1962 and others print."""

from __future__ import annotations

import os

import pytest
from naive import troccas as naive

from tarot_teach.engine import Engine
from tarot_teach.errors import IllegalActionError
from tarot_teach.table import Choose, Phase, Play
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

DEALS = int(os.environ.get("NAIVE_DEALS", "6"))


@pytest.fixture(scope="module")
def simulator() -> DealSimulator:
    return DealSimulator.of(LIBRARY, "troccas-1962", ("random",))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("troccas-1962"))


@pytest.mark.parametrize("number", range(2 * DEALS))
def test_each_play_and_score_as_by_the_rules(simulator: DealSimulator, number: int) -> None:
    deal = simulator.play(3, number)
    first = (deal.start.dealer + 1) % 4
    (laid,) = [move for move in deal.moves if isinstance(move.action, Choose)]
    assert laid.action.seat == deal.start.dealer and laid.action.cards is not None
    skat = {card.code for card in laid.action.cards}
    before = {card.code for card in laid.before.hand(laid.action.seat)}
    (pick,) = simulator.engine.legal(laid.before).picks
    assert len(before) == 21 and frozenset(skat) in naive.skats(before) and not pick.obliged
    assert {frozenset(two) for two in naive.combinations({card.code for card in laid.before.deck.set(pick.cards)}, 2)} == naive.skats(before)  # fmt: skip
    done = naive.Deal(skat)
    for move in [move for move in deal.moves if isinstance(move.action, Play)]:
        now, seat = move.before, move.action.seat
        assert (seat - first) % 4 == done.turn
        legal = {card.code for card in now.deck.set(simulator.engine.legal(now).cards)}
        assert legal == naive.allowed({card.code for card in now.hand(seat)}, done.trick)
        done.play(move.action.card.code)
    assert deal.state.result is not None
    assert [deal.state.result.scores[(first + i) % 4] for i in range(4)] == done.scores()


def test_cards_are_dealt_by_six_six_and_seven_and_nine_to_the_dealer(engine: Engine) -> None:
    pack = engine.ruleset.deck.cards
    dealt: list[set[str]] = [set(), set(), set(), set()]
    for place, cards in naive.packets([card.code for card in pack]):
        dealt[(2 + place) % 4] |= set(cards)
    layout = engine.index.deals.deal(pack, 2, 4, ())
    hands = [{card.code for card in engine.ruleset.deck.set(hand)} for hand in layout.hands]
    hands[1] |= {card.code for card in engine.ruleset.deck.set(layout.talon)}
    assert [len(hand) for hand in hands] == [19, 21, 19, 19] and hands == dealt


@pytest.mark.parametrize(
    ("cards", "counted"),
    [
        ("SK S2 B7 T9", 5),  # 1962, point 2: one figure with three blanks counts in full
        ("T21 T20 B7 T9", 5),
        ("EX S2 C1 T19", 5),
        ("SQ DN B7 T9", 6),  # two figures less 1
        ("SK SQ SN T9", 10),  # three less 2
        ("SK BK CK DK", 17),  # four less 3
        ("S1 B10 C10 T2", 1),  # point 3: four blanks
        ("S1 B5", 1),  # the skat, two blanks
        ("SQ B5", 4),  # one figure in the skat counts alone
        ("DN DQ", 6),  # knight and queen in the skat
    ],
)
def test_fours_and_the_skat_as_printed_in_1962(engine: Engine, cards: str, counted: int) -> None:
    deck = engine.ruleset.deck
    assert engine.index.halves_of(deck.mask(deck.parse(cards))) == 2 * counted == 2 * naive.four(cards.split())


def test_the_whole_pack_counts_seventy_two(engine: Engine) -> None:
    """Point 4 of the rules of 1962, and the article: fours less three, the two cards over less one."""
    deck = engine.ruleset.deck
    assert naive.counted([card.code for card in deck.cards]) == 72
    for fours in range(20):
        pile = deck.mask(deck.cards[: 4 * fours])
        assert engine.index.halves_of(pile) + engine.index.halves_of(deck.all & ~pile) == 144
    # a Narr that is kept and not paid for would leave other sums: so a card is given for it
    kept = deck.mask(deck.parse("EX S1 S2 S3 S4"))
    assert engine.index.halves_of(kept) + engine.index.halves_of(deck.all & ~kept) != 144


def test_values_and_order_are_those_of_the_program(engine: Engine) -> None:
    """The tables of the program's page of rules, which writes 0 for each blank card."""
    deck = engine.ruleset.deck
    for card in deck.cards:
        assert card.halves == 2 * naive.FIGURES.get(card.code, 1)
    for letter in "SBCDT":
        ranked = sorted((card for card in deck.cards if card.code[0] == letter), key=lambda card: card.rank)
        assert [card.code for card in ranked] == sorted((card.code for card in ranked), key=naive.height)
    assert [card.code for card in ranked][-2:] == ["T20", "T21"]


def test_no_honour_goes_into_the_skat_and_a_trump_may(engine: Engine, simulator: DealSimulator) -> None:
    state = next(move.before for move in simulator.play(1, 0).moves if move.before.phase is Phase.EXCHANGE)
    seat, deck = state.turn, state.deck
    assert seat is not None
    dealt = deck.parse("SK BK CK DK EX T21 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 S5 BN")
    rest = [card for card in deck.cards if card not in dealt]
    hands = [deck.mask(dealt) if i == seat else deck.mask([rest.pop() for _card in range(19)]) for i in range(4)]
    held = state._replace(hands=tuple(hands))
    allowed = engine.check(held, Choose(seat, "exchange.skat", "", deck.set(deck.mask(deck.parse("T2 BN"))))).allowed
    assert allowed
    for code in naive.HONOURS:
        action = Choose(seat, "exchange.skat", "", deck.set(deck.mask(deck.parse(f"{code} S5"))))
        with pytest.raises(IllegalActionError):
            engine.apply(held, action)


def test_random_deals_are_sound(engine: Engine) -> None:
    DealChecker(engine).check_words_of_rules()
    assert try_deals(engine, range(4), 2).fault is None
