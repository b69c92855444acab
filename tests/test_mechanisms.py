from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import read_yaml
from tarot_teach.mechanisms import NoParams, all_mechanisms, find
from tarot_teach.mechanisms.score.handful_bonus import HandfulBonus
from tarot_teach.mechanisms.steps import NarrowsPlay, WinsTrick
from tarot_teach.table import DEFENCE, TAKER, Debt, Declaration, Outcome, Trick
from tests.helpers import the

FOLDER = Path(__file__).parent / "mechanisms"
CASES = read_yaml(FOLDER / "play.yaml").data["cases"]
WINNING = read_yaml(FOLDER / "winning.yaml").data["cases"]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['mechanism']}: {case['why']}" for case in CASES])
def test_what_a_play_rule_leaves(case: dict[str, str], french: Engine) -> None:
    deck = french.ruleset.deck
    rule = find("play", case["mechanism"])("play.x", NoParams(), deck)
    assert isinstance(rule, NarrowsPlay)
    trick = Trick(0)
    for card in deck.parse(case["trick"]):
        trick = trick.add(card)
    hand = deck.mask(deck.parse(case["hand"]))
    assert deck.set(rule.narrow(hand, trick, hand)) == deck.set(deck.mask(deck.parse(case["playable"])))


@pytest.mark.parametrize("case", WINNING, ids=[case["why"] for case in WINNING])
def test_which_card_wins(case: dict[str, str], french: Engine) -> None:
    deck = french.ruleset.deck
    rule = find("play", "highest_wins")("play.x", NoParams(), deck)
    assert isinstance(rule, WinsTrick)
    cards = deck.parse(case["trick"])
    trick = Trick(0)
    for card in cards:
        trick = trick.add(card)
    place = rule.winning(french.start(seed=1), trick)
    assert ([] if place is None else [cards[place]]) == deck.parse(case["wins"])


def test_every_play_rule_has_cases() -> None:
    narrowing = {mechanism.name for mechanism in all_mechanisms() if issubclass(mechanism, NarrowsPlay)}
    assert narrowing == {case["mechanism"] for case in CASES}


def test_every_rule_can_speak_for_itself(french: Engine, early: Engine) -> None:
    for engine in (french, early):
        for mechanism in engine.bound.mechanisms.values():
            words = str(mechanism.says())
            assert words[0].isupper() and words.endswith("."), mechanism.rule


def test_what_an_unpaid_excuse_costs(french: Engine, early: Engine) -> None:
    """By the catalogue a card that can never be given costs half a point; in the 17th century the Fool itself is lost."""
    for engine, card_to, halves in ((french, None, 1), (early, 2, 0)):
        rule = engine.bound.settles_debt
        assert rule is not None
        settlement = rule.unpaid(engine.start(seed=1), Debt(owner=0, creditor=2, rule="play.keep_excuse", trick=3))
        assert (settlement.card_to, settlement.halves) == (card_to, halves)


def test_a_handful_belongs_to_the_side_that_shows_it(french: Engine) -> None:
    rule = the(french, HandfulBonus)
    assert "single" in rule.params.amounts
    state = french.start(seed=1)
    auction = state.auction._replace(taker=1, contract="garde")
    declared = tuple(Declaration(seat, "declare.handful", "single") for seat in (1, 2))
    outcome = rule.observe(state._replace(auction=auction, declared=declared), Outcome())
    assert [handful.side for handful in outcome.handfuls] == [TAKER, DEFENCE]
