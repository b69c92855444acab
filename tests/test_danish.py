"""Danish tarok against the rules written a second time, and against what a program outside pays."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from fractions import Fraction

import pytest
from naive import danish as naive

from tarot_teach.engine import Engine, Setup
from tarot_teach.engine.deal import Deal
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import Choose, Facts, Memory, NumberFact, Outcome, Play, Sheet, State
from tests.helpers import LIBRARY

DANISH = "danish-2011"
DEALS = int(os.environ.get("NAIVE_DEALS", "6"))
POTS = {"pagat": "match.pagat_pot", "king": "match.king_pot"}


def engine_of(options: str = "") -> Engine:
    return Engine(LIBRARY.load(DANISH + options))


def played(engine: Engine, seed: int, memory: Facts) -> Deal:
    """A deal in which each choice is drawn."""
    rng = random.Random(seed)
    deal = Deal(engine, engine.start(seed=seed, memory=memory, dealer=seed % 3))
    while deal.state.turn is not None:
        choices = engine.legal(deal.state)
        quiet = [action for action in choices if not isinstance(action, Choose) or action.option != "void"]
        deal = deal.push(rng.choice(quiet))
    return deal


def check_deal(engine: Engine, deal: Deal, scale: naive.Scale) -> None:
    """Compare a deal with the second implementation, card by card, and what it leaves."""
    start = deal.moves[0].before
    first, result = (start.dealer + 1) % 3, deal.state.result
    assert result is not None
    before = {name: _lying(start.memory, rule) for name, rule in POTS.items()}
    (laid,) = [move for move in deal.moves if isinstance(move.action, Choose) and move.action.rule == "exchange.skat"]
    assert isinstance(laid.action, Choose) and laid.action.cards is not None
    (pick,) = engine.legal(laid.before).picks
    may, must = ({card.code for card in start.deck.set(mask)} for mask in (pick.cards, pick.obliged))
    assert (may, must) == naive.skat_cards({card.code for card in laid.before.hand(start.dealer)})
    plays = [move for move in deal.moves if isinstance(move.action, Play)]
    hands = [{card.code for card in plays[0].before.hand((first + seat) % 3)} for seat in range(3)]
    done = naive.Deal(scale, [set(hand) for hand in hands], {card.code for card in laid.action.cards}, before)
    done.begin()
    trick, leader = list[str](), 0
    for move in plays:
        assert isinstance(move.action, Play)
        seat = (move.action.seat - first) % 3
        assert seat == (leader + len(trick)) % 3
        legal = {card.code for card in start.deck.set(engine.legal(move.before).cards)}
        assert legal == naive.allowed(hands[seat], trick)
        trick.append(move.action.card.code)
        hands[seat].remove(trick[-1])
        if len(trick) == 3:
            leader, trick = done.trick(leader, trick), []
    done.end()
    assert [result.scores[(first + seat) % 3] for seat in range(3)] == done.scores
    if scale.pots:
        assert {name: _lying(result.memory, rule) for name, rule in POTS.items()} == done.pots


def _lying(memory: Facts, rule: str) -> int:
    kept = memory.get(rule)
    return kept.shared[0] if isinstance(kept, Memory) else 0


@pytest.mark.parametrize("options", naive.SCALES)
def test_each_play_payment_and_pot_as_by_the_rules(options: str) -> None:
    engine, memory = engine_of(options), Facts()
    for seed in range(2 * DEALS):
        deal = played(engine, seed, memory)
        check_deal(engine, deal, naive.SCALES[options])
        assert deal.state.result is not None
        memory = deal.state.result.memory


def last_trick(hands: Sequence[str], pots: tuple[int, int] = (65, 75), won: str = "SEW", options: str = "") -> State:
    """The state after the last trick, one card of each seat, led by South; the other seats come in order of play."""
    engine = engine_of(options)
    deck = engine.ruleset.deck
    cards = [deck.card(code) for code in hands]
    rest = [card for card in deck.cards if card not in cards]
    size = 72 // len(won)
    piles = [0, 0, 0]
    for number, letter in enumerate(won):
        piles["SEW".index(letter)] = deck.mask(rest[number * size : (number + 1) * size])
    memory = Facts(
        {"match.pagat_pot": Memory((pots[0],)), "match.king_pot": Memory((pots[1],))}
        if "without" not in options
        else {}
    )
    setup = Setup(
        ("S", "E", "W"), 2, tuple(card.bit for card in cards), (0, 0, 0), leader=0, won=tuple(piles), memory=memory
    )
    state = setup.deal(engine, "play").state
    for seat, card in enumerate(cards):
        state, _events = engine.apply(state, Play(seat, card))
    return state


def paid(state: State) -> tuple[list[int], dict[str, int]]:
    """The game points of each seat from tricks, and the contents of the pots."""
    sums = [sum(each.amounts[seat] for each in state.paid) for seat in range(3)]
    into = {name: -sum(sum(each.amounts) for each in state.paid if name in each.rule) for name in POTS}
    into["king"] -= sum(sum(each.amounts) for each in state.paid if each.rule == "play.all_tricks")
    return sums, {name: _lying(state.memory, rule) + into[name] for name, rule in POTS.items()}


@pytest.mark.parametrize(
    ("hands", "amounts", "pots"),
    [
        (("T1", "H2", "H3"), [155, -45, -45], {"pagat": 0, "king": 75}),
        (("T1", "T3", "H3"), [-155, 45, 45], {"pagat": 130, "king": 75}),
        (("HR", "H2", "H3"), [155, -40, -40], {"pagat": 65, "king": 0}),
        (("HR", "T2", "H3"), [-155, 40, 40], {"pagat": 65, "king": 150}),
        (("H9", "H2", "H3"), [40, -20, -20], {"pagat": 65, "king": 75}),
        (("HR", "CR", "H3"), [80 + 75 + 40, -80 - 75 - 40, 0], {"pagat": 65, "king": 75}),
    ],
)
def test_the_last_trick_pays_as_the_program_outside(
    hands: tuple[str, str, str], amounts: list[int], pots: dict[str, int]
) -> None:
    """The first three are the payments that were run with the program (pots 65 and 75)."""
    assert paid(last_trick(hands)) == (amounts, pots)


@pytest.mark.parametrize(
    ("options", "hands", "amounts"),
    [
        ("+without-pots", ("T1", "H2", "H3"), [30, -15, -15]),
        ("+without-pots", ("HR", "T2", "H3"), [-20, 10, 10]),
        ("+without-pots", ("H9", "H2", "H3"), [10, -5, -5]),
        ("+last-trick-paid-too", ("HR", "T2", "H3"), [-175, 80, 20]),
    ],
)
def test_the_last_trick_by_house_rules(options: str, hands: tuple[str, str, str], amounts: list[int]) -> None:
    assert paid(last_trick(hands, options=options))[0] == amounts


def test_no_trick_brings_a_sum_and_cancels_what_is_won_but_not_what_is_lost() -> None:
    assert paid(last_trick(("T1", "H2", "H3"), won="SE")) == ([-25, -25, 50], {"pagat": 65, "king": 75})
    assert paid(last_trick(("HR", "T2", "H3"), won="SE")) == ([-180, 15, 90], {"pagat": 65, "king": 150})


def test_all_tricks_bring_both_pots_and_cancel_the_rest() -> None:
    assert paid(last_trick(("T1", "H2", "H3"), won="S")) == ([170 + 140, -85, -85], {"pagat": 0, "king": 0})


@pytest.mark.parametrize(
    ("points", "amounts"),
    [({"E": 33, "W": 28, "S": 17}, [-5, 5, 0]), ({"E": 23, "W": 24, "S": 31}, [5, -5, 0]), ({"E": 40, "W": 20, "S": 18}, [-10, 15, -5])],
)  # fmt: skip
def test_card_points_are_balanced_by_the_next_dealer(points: dict[str, int], amounts: list[int]) -> None:
    """The three examples of the material; South deals next."""
    engine = engine_of()
    rule = engine.index.mechanisms["score.par"]
    assert isinstance(rule, Scores)
    everybody = [
        Outcome(
            seat=i, halves=2 * points[seat], points=Fraction(points[seat]), facts=Facts({rule.rule: NumberFact(i + 1)})
        )
        for i, seat in enumerate("SEW")
    ]
    lines = [rule.lines_among(outcome, Sheet(outcome), everybody) for outcome in everybody]
    assert [sum(-line.amount if line.operation == "-" else line.amount for line in sheet) for sheet in lines] == amounts
    assert naive.balanced([points[seat] for seat in "SEW"]) == amounts


def test_a_pot_is_founded_once_and_goes_from_deal_to_deal() -> None:
    engine = engine_of()
    first = played(engine, 1, Facts())
    start = next(move.before for move in first.moves if isinstance(move.action, Play))
    assert [each.amounts for each in start.paid if each.rule.startswith("exchange.")] == [(-20, -25, -20)] * 2
    assert first.state.result is not None
    again = played(engine, 2, first.state.result.memory)
    start = next(move.before for move in again.moves if isinstance(move.action, Play))
    full = [_lying(first.state.result.memory, rule) > 0 for rule in POTS.values()]
    assert all(full)
    assert [each.amounts for each in start.paid if each.rule.startswith("exchange.")] == [(0, 0, -5)] * 2
