from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import read_yaml
from tarot_teach.mechanisms import NoParams, all_mechanisms, find
from tarot_teach.mechanisms.steps import NarrowsPlay
from tarot_teach.table import Trick

CASES = read_yaml(Path(__file__).parent / "mechanisms" / "play.yaml").data["cases"]


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


def test_every_play_rule_has_cases() -> None:
    narrowing = {mechanism.name for mechanism in all_mechanisms() if issubclass(mechanism, NarrowsPlay)}
    assert narrowing == {case["mechanism"] for case in CASES}


def test_every_rule_can_speak_for_itself(french: Engine, early: Engine) -> None:
    for engine in (french, early):
        for mechanism in engine.bound.mechanisms.values():
            words = str(mechanism.says())
            assert words[0].isupper() and words.endswith("."), mechanism.rule
