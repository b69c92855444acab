"""A bonus for card points where cards are counted in groups: a side has the points of its pile as it is counted."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.mechanisms.bonus_events import PointsBonusFact
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tests.made_up import BECAUSE, rule, set_to
from tests.test_exchange import engine_of

ITEMS = ["trula", "kings", "king_ultimo", "pagat_ultimo", "valat", "reached"]


def with_bonus(points: int, **changes: Any) -> dict[str, Any]:
    """Slovenian tarok with a bonus for card points, of which there are 70."""
    bonus = rule("bonus", event={"points": points}, silent=10, announced=20)
    data = {"format": 1, "title": "Reached", "extends": "slovenian-pagat", **BECAUSE}
    changes = {"declare.bonuses": set_to(items=ITEMS), **changes}
    return data | {"adds": {"score.reached": {**bonus, "under": ["talon"]}}, "changes": changes}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("reached"), "reached", with_bonus(40))


def test_it_goes_by_the_counted_points_of_each_side(engine: Engine) -> None:
    simulator = DealSimulator(engine, seat_players(("simple",), engine, None, 4))
    seen = set()
    for number in range(60):
        state = simulator.play(4, number).state
        assert state.result is not None
        if state.auction.contract not in ("one", "two", "three"):
            continue
        (sheet,) = state.result.sheets
        fact = sheet.outcome.fact(PointsBonusFact)
        if fact is not None and fact.announced:
            continue
        pile = sheet.outcome.pile
        assert pile is not None
        mine, theirs = (engine.index.halves_of(cards) for cards in (pile, engine.ruleset.deck.all & ~pile))
        assert mine + theirs == 140
        expected = "taker" if mine >= 80 else "defence" if theirs >= 80 else None
        assert (fact.side if fact else None) == expected
        seen.add(expected)
    assert seen == {"taker", "defence", None}


def test_random_deals_are_sound(engine: Engine) -> None:
    checker = DealChecker(engine)
    for number in range(12):
        checker.try_deal(number, random.Random(number), 4)


@pytest.mark.parametrize(("points", "side"), [("45", "taker"), ("40", "taker"), ("35", None), ("30", "defence")])
def test_a_typed_result_has_it_for_certain(engine: Engine, points: str, side: str | None) -> None:
    given = {"taker": "S", "contract": "three", "points": points, "honours": "2"}

    def refused(code: str, message: str, *_place: object) -> None:
        raise AssertionError(f"{code}: {message}")

    result = ResultFile.model_validate(given)
    (outcome,) = outcomes_of(result, engine.scorer, engine.ruleset.deck, ("S", "E", "N", "W"), refused)
    fact = outcome.facts.get("score.reached")
    assert (getattr(fact, "side", None)) == side
    again, _findings = engine.scorer.count(outcome)
    assert replace(again, facts=outcome.facts).halves == outcome.halves


@pytest.mark.parametrize(
    ("points", "reason"), [(35, "both sides could reach 35"), (71, "nothing can reach the 71 of `event.points`")]
)
def test_its_number_is_one_that_a_single_side_can_reach(tmp_path: Path, points: int, reason: str) -> None:
    with pytest.raises(LoadError, match=reason):
        engine_of(tmp_path, "never", with_bonus(points))


def test_it_needs_a_count_in_which_both_sides_have_always_as_many(tmp_path: Path) -> None:
    fours = {"count.threes": set_to(group=4, less=3, rest_less=1)}
    with pytest.raises(LoadError, match=r"by count\.threes, the card points of both sides together depend"):
        engine_of(tmp_path, "fours", with_bonus(40, **fours))
