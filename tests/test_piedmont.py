"""Piedmontese tarocchi for four against the rules written a second time, and against figures from outside."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from naive.piedmont import Deal, may_be_laid_away, points, value
from naive.scarto import allowed, strength

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.table import Choose, Phase, Play
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.at_ends.reading import place
from tests.helpers import LIBRARY


@pytest.fixture(scope="module")
def simulator() -> DealSimulator:
    return DealSimulator.of(LIBRARY, "piedmont-4", ("random",))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("piedmont-4"))


@pytest.mark.parametrize("number", range(16))
def test_each_play_and_score_as_by_the_books(simulator: DealSimulator, number: int) -> None:
    deal = simulator.play(9, number)
    dealer, state = deal.state.dealer, deal.state
    (laid,) = [move for move in deal.moves if isinstance(move.action, Choose)]
    assert laid.action.cards is not None and laid.action.seat == dealer
    away = {card.code for card in laid.action.cards}
    before = {card.code for card in laid.before.hand(dealer)}
    assert len(before) == 21 and frozenset(away) in may_be_laid_away(before)
    done = Deal(away)
    for move in [move for move in deal.moves if isinstance(move.action, Play)]:
        seat, now = move.action.seat, move.before
        assert place(deal, seat) == done.turn
        legal = {card.code for card in now.deck.set(simulator.engine.legal(now).cards)}
        assert legal == allowed({card.code for card in now.hand(seat)}, done.trick)
        done.play(move.action.card.code)
    assert sum(done.counted()) == 72 and state.result is not None
    assert done.scores() == [state.result.scores[(dealer + 1 + i) % 4] for i in range(4)]


def test_the_whole_pack_counts_seventy_two(engine: Engine) -> None:
    deck = engine.ruleset.deck
    assert sum(map(value, (card.code for card in deck.cards))) == 130 == deck.halves // 2
    assert 130 - 19 * 3 - 1 == 72
    for fours in range(20):  # one pair has won so many tricks, and the dealer's pair the rest and the two cards
        pile = deck.mask(deck.cards[: 4 * fours])
        others = deck.all & ~pile
        assert engine.index.halves_of(pile) + engine.index.halves_of(others) == 144


@pytest.mark.parametrize(
    ("pile", "counted"),
    [
        ("S1 S2 B7 T9", 1),  # four low cards
        ("SK S2 B7 T9", 5),  # a king with three low cards
        ("EX S2 B7 T9", 5),  # the Fool is worth five like the other honours
        ("SK SQ SN SJ", 11),  # 5 + 4 + 3 + 2, less 3
        ("T21 T20 T1 EX", 13),  # the World counts one
        ("S1 B5", 1),  # the two cards left over: their sum less one
        ("DN DQ", 6),
    ],
)
def test_counting_in_fours(engine: Engine, pile: str, counted: int) -> None:
    mask = engine.ruleset.deck.mask(engine.ruleset.deck.parse(pile))
    assert engine.index.halves_of(mask) == 2 * counted == 2 * points(set(pile.split()))


def test_the_order_of_cards_is_that_of_the_pack(engine: Engine) -> None:
    deck = engine.ruleset.deck
    for letter in "SBCDT":
        ranked = sorted((card for card in deck.cards if card.code[0] == letter), key=lambda card: card.rank)
        assert [card.code for card in ranked] == sorted((card.code for card in ranked), key=strength)


def test_no_honour_is_laid_away_and_trumps_only_for_want_of_others(engine: Engine, simulator: DealSimulator) -> None:
    state = next(move.before for move in simulator.play(1, 0).moves if move.before.phase is Phase.EXCHANGE)
    seat, deck = state.turn, state.deck
    assert seat is not None

    def choices(codes: str) -> set[frozenset[str]]:
        cards = deck.mask(deck.parse(codes))
        rest = [card for card in deck.cards if not card.bit & cards]
        hands = [0, 0, 0, 0]
        for i in range(4):
            hands[i] = cards if i == seat else deck.mask([rest.pop() for _card in range(19)])
        held = state._replace(hands=tuple(hands))
        (pick,) = engine.legal(held).picks
        pairs = combinations(list(deck.set(cards)), 2)
        offered = [deck.set(deck.mask(two)) for two in pairs]
        actions = [Choose(seat, "exchange.scarto", "", two) for two in offered]
        assert pick.most == 2
        return {
            frozenset(card.code for card in action.cards or ())
            for action in actions
            if engine.check(held, action).allowed
        }

    plain = "SK BK CK DK EX T20 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 S5 B6"
    assert choices(plain) == may_be_laid_away(set(plain.split())) == {frozenset({"S5", "B6"})}
    short = plain.replace("B6", "T14")
    assert choices(short) == may_be_laid_away(set(short.split()))
    assert all("S5" in two for two in choices(short))


def test_random_deals_are_sound(engine: Engine) -> None:
    assert try_deals(engine, range(8), 2).fault is None


def test_a_game_of_four_deals_is_won_by_a_pair() -> None:
    session = next(path for path in LIBRARY.paths("session") if path.stem == "four-deals-in-pairs")
    scored = keep_score(session, LIBRARY)
    assert scored.deals[-1].totals == {"A": Fraction(6), "C": Fraction(6), "B": Fraction(-6), "D": Fraction(-6)}
    assert scored.winners == ("A", "C")


def test_a_single_deal_is_the_whole_game(engine: Engine) -> None:
    scores = [Fraction(number) for number in (5, -5, 5, -5)]
    assert engine.scorer.match_winners(scores, 1) == (0, 2)
    four = Engine(LIBRARY.load("piedmont-4+four-deals")).scorer
    assert four.match_winners(scores, 3) == () and four.match_winners(scores, 4) == (0, 2)


def test_a_pack_of_the_parent_keeps_its_own_values() -> None:
    assert LIBRARY.load("scarto").deck.card("EX").halves == 8
    assert LIBRARY.load("piedmont-4").deck.card("EX").halves == 10
    with pytest.raises(LoadError):
        LIBRARY.load("scarto+four-deals")
