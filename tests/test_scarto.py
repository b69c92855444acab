"""Scarto against the rules written a second time, and against figures printed outside."""

from __future__ import annotations

from fractions import Fraction

import pytest
from naive.scarto import allowed, points, value, winner

from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import IllegalActionError
from tarot_teach.table import Choose, Outcome, Phase, Play
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY


@pytest.fixture(scope="module")
def simulator() -> DealSimulator:
    return DealSimulator.of(LIBRARY, "scarto", ("random",))


@pytest.mark.parametrize("number", range(12))
def test_each_play_and_score_as_by_the_books(simulator: DealSimulator, number: int) -> None:
    deal = simulator.play(5, number)
    plays = [move for move in deal.moves if isinstance(move.action, Play)]
    (laid,) = [move for move in deal.moves if isinstance(move.action, Choose)]
    assert laid.action.cards is not None
    away = {card.code for card in laid.action.cards}
    assert len(away) == 3 and not any(value(code) == 5 or code == "EX" for code in away)
    dealer = deal.state.dealer
    piles: list[set[str]] = [set(), set(), set()]
    piles[dealer] |= away
    leader, trick = (dealer + 1) % 3, list[str]()
    for move in plays:
        seat, state = move.action.seat, move.before
        hand = {card.code for card in state.hand(seat)}
        assert seat == (leader + len(trick)) % 3
        legal = {card.code for card in state.deck.set(simulator.engine.legal(state).cards)}
        assert legal == allowed(hand, trick), (hand, trick)
        trick.append(move.action.card.code)
        if trick[-1] == "EX":
            piles[seat].add("EX")
        if len(trick) == 3:
            leader = (leader + winner(trick)) % 3
            piles[leader] |= {code for code in trick if code != "EX"}
            trick = []
    result = deal.state.result
    assert result is not None
    assert [points(pile) - 26 for pile in piles] == list(result.scores) and sum(result.scores) == 0


@pytest.mark.parametrize(
    ("pile", "counted"),
    [
        ("S1 S2 B7", 1),  # three low cards
        ("SK S2 B7", 5),  # a king with two low cards
        ("SK SQ B7", 8),  # two counting cards: their sum less one
        ("T21 T20 T1", 9),  # the World counts one
        ("EX", 4),
        ("S1 B5", 1),  # what is left of the trick of the Fool
    ],
)
def test_counting_in_threes(pile: str, counted: int) -> None:
    engine = Engine(LIBRARY.load("scarto"))
    mask = engine.ruleset.deck.mask(engine.ruleset.deck.parse(pile))
    assert engine.index.halves_of(mask) == 2 * counted == 2 * points(set(pile.split()))


def test_counting_twice_changes_nothing(simulator: DealSimulator) -> None:
    result = simulator.play(5, 0).state.result
    assert result is not None
    scorer = simulator.engine.scorer
    for sheet in result.sheets:
        counted, findings = scorer.count(sheet.outcome)
        assert counted == sheet.outcome and findings
        assert scorer.points_so_far(sheet.outcome) == counted.points


def test_the_scores_of_the_book() -> None:
    # Parlett's example: 30, 27 and 21 card points bring 4, 1 and -5
    engine = Engine(LIBRARY.load("scarto"))
    counted = [Outcome(seat=seat, halves=2 * number) for seat, number in enumerate((30, 27, 21))]
    sheets = [engine.scorer.sheet(engine.scorer.count(outcome)[0]) for outcome in counted]
    assert [sheet.total for sheet in sheets] == [Fraction(4), Fraction(1), Fraction(-5)]


@pytest.mark.parametrize(
    ("ruleset", "hand", "refused"),
    [
        ("scarto", {"T1"}, True),
        ("scarto+bagatto-sole-trump", {"T1"}, False),
        ("scarto+bagatto-sole-trump", {"T1", "T5"}, True),
        ("scarto+bagatto-sole-trump", {"T1", "EX"}, False),
        ("scarto+bagatto-without-fool", {"T1"}, False),
        ("scarto+bagatto-without-fool", {"T1", "EX"}, True),
    ],
)
def test_the_bagatto_in_the_discard(ruleset: str, hand: set[str], refused: bool) -> None:
    engine = Engine(LIBRARY.load(ruleset))
    simulator = DealSimulator.of(LIBRARY, ruleset, ("random",))
    state = next(move.before for move in simulator.play(1, 0).moves if move.before.phase is Phase.EXCHANGE)
    assert state.turn is not None
    deck = state.deck
    plain = [card for card in deck.cards if card.suit.kind == "plain" and card.figure not in ("K",)]
    cards = deck.mask(plain[: 28 - len(hand)]) | deck.mask(deck.parse(" ".join(hand)))
    others = [card for card in deck.cards if not cards & card.bit]
    hands, at = [0] * 3, 0
    for seat in range(3):
        if seat == state.turn:
            hands[seat] = cards
        else:
            hands[seat] = deck.mask(others[at : at + 25])
            at += 25
    state = state._replace(hands=tuple(hands))
    low = [card for card in deck.set(cards) if card.suit.kind == "plain" and card.figure in "2345678"][:2]
    action = Choose(state.turn, "exchange.scarto", "", deck.set(deck.mask(low) | deck.by_code["T1"].bit))
    assert engine.check(state, action).allowed != refused
    if refused:
        with pytest.raises(IllegalActionError):
            Deal(engine, state).push(action)
