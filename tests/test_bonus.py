"""The bonus told by its event, with amounts by contract and group of contracts."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.explain.rulebook import rule_words
from tarot_teach.mechanisms.bonus_events import BonusFact
from tarot_teach.mechanisms.side_bonus import SideBonus
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.runner import replay
from tarot_teach.table import Outcome, Sheet
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tests.helpers import LIBRARY
from tests.made_up import BECAUSE, rule, set_to
from tests.test_exchange import engine_of, recorded

EVENTS: dict[str, dict[str, Any]] = {
    "uhu": {"event": {"wins": "T2", "trick": -2}, "silent": {"calling": 2, "solo_one": 4}, "announced": {"talon": 8, "one": 9}},
    "mondfang": {"event": {"captures": "T21", "with": "T22"}, "silent": 1},
    "first": {"event": {"in_trick": "king", "trick": 1}, "silent": 3},
    "called": {"event": {"in_trick": "called"}, "silent": 5, "lost": "always"},
    "trulas": {"event": {"collects": ["trula"]}, "silent": 1, "announced": 2, "lost": "never"},
    "held": {"event": {"dealt": ["trula"], "least": 2}, "silent": 1},
    "fifty": {"event": {"points": 50}, "silent": 0, "announced": 6},
    "nearly": {"event": {"tricks": 1}, "silent": 7},
}  # fmt: skip
SAID = {
    "uhu": "Whoever wins the last trick but one with the 2 of taroks gets 2 in three, 2 in two, 2 in one, 4 in solo one for the side. "
    "Announced, it is worth 8 in three, 8 in two, 9 in one, 8 in solo three, 8 in solo two, 8 in solo one. Announced and failed, it costs as much.",
    "mondfang": "The side that wins the mond with the škis gets 1.",
    "first": "The side that wins trick 1, with kings in it, gets 3.",
    "called": "When the called card is in the last trick, the declarer's side gets 5 for winning it. A side that tries it and fails loses as much.",
    "trulas": "A side that wins all of these in tricks, the pagat, the mond and the škis, gets 1. Announced, it is worth 2.",
    "held": "The side of a player who was dealt at least 2 of these, the pagat, the mond and the škis, gets 1.",
    "fifty": "A side with at least 50 card points gets 0. Announced, it is worth 6. Announced and failed, it costs as much.",
    "nearly": "A side that wins all tricks but one, or every trick, gets 7.",
}


def with_bonuses(**bonuses: dict[str, Any]) -> dict[str, Any]:
    """Slovenian tarok with bonuses in the games in which the talon is taken."""
    items = ["trula", "kings", "king_ultimo", "pagat_ultimo", "valat"]
    announced = [name for name, params in bonuses.items() if "announced" in params and "item" not in params]
    adds = {f"score.{name}": {**rule("bonus", **params), "under": ["talon"]} for name, params in bonuses.items()}
    changes = {"declare.bonuses": set_to(items=[*items, *announced])}
    return {"format": 1, "title": "Bonuses", "extends": "slovenian-pagat", **BECAUSE, "adds": adds, "changes": changes}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("bonus"), "bonuses", with_bonuses(**EVENTS))


def the(engine: Engine, name: str) -> SideBonus:
    found = engine.index.mechanisms[f"score.{name}"]
    assert isinstance(found, SideBonus)
    return found


@pytest.mark.parametrize("name", EVENTS)
def test_the_rule_says_what_brings_it_and_what_it_is_worth(engine: Engine, name: str) -> None:
    assert str(the(engine, name).says()) == SAID[name]
    assert str(rule_words(engine.ruleset, engine.ruleset.rules[f"score.{name}"])[0])


def amount(engine: Engine, name: str, fact: str, contract: str) -> int:
    """The amount on the sheet of a side that wins the deal (negative: of one that loses it)."""
    bonus = the(engine, name)
    outcome = Outcome(contract=contract, made=True, taker=0).observed(bonus.rule, bonus.read(fact))
    (line,) = bonus.lines(outcome, Sheet(outcome))
    return int(line.amount) * (1 if line.operation == "+" else -1)


@pytest.mark.parametrize(
    ("name", "fact", "contract", "worth"),
    [
        ("uhu", "taker", "three", 2),  # by the group `calling`
        ("uhu", "taker", "solo_one", 4),
        ("uhu", "defence", "two", -2),
        ("uhu", "taker-announced", "one", 9),  # its own amount comes before that of the group
        ("uhu", "taker-announced", "solo_two", 8),
        ("uhu", "taker-announced-failed-x2", "three", -16),
        ("trulas", "taker-announced-failed", "three", 0),  # failing costs nothing
        ("called", "taker-failed", "three", -5),
        ("fifty", "defence-announced-failed", "three", 6),
    ],
)
def test_amounts_go_by_contract_and_group(engine: Engine, name: str, fact: str, contract: str, worth: int) -> None:
    assert amount(engine, name, fact, contract) == worth


def test_deals_with_bonuses_are_sound_and_scored(engine: Engine) -> None:
    checker, seen = DealChecker(engine), set[str]()
    checker.check_words_of_rules()
    simulator = DealSimulator(engine, seat_players(("simple",), engine, None, 4))
    for number in range(60):
        state = simulator.play(4, number).state
        facts = state.result.sheets[0].outcome.facts if state.result and not state.result.void else {}
        seen |= {id.partition(".")[2] for id in facts}
    assert seen >= {"mondfang", "first", "held", "fifty"}
    for seed in range(12):
        rng, deal = random.Random(seed), simulator.start(seed, 0)
        while not deal.over:
            bids = deal.legal.bids
            deal = deal.push(("two" if "two" in bids else "pass") if bids else deal.legal.random(rng))
        assert replay(recorded(engine, **deal_record(deal)), engine).end == deal.state


TWINS: dict[str, dict[str, dict[str, Any]]] = {
    "slovenian-pagat": {
        "score.trula": {"event": {"collects": ["trula"]}, "silent": 10, "announced": 20, "item": "trula"},
        "score.kings": {"event": {"collects": ["king"]}, "silent": 10, "announced": 20, "item": "kings"},
        "score.king_ultimo": {"event": {"in_trick": "called"}, "silent": 10, "announced": 20, "lost": "always", "item": "king_ultimo"},
        "score.pagat_ultimo": {"event": {"wins": "T1"}, "silent": 25, "announced": 50, "lost": "always", "item": "pagat_ultimo"},
        "score.valat": {"event": {"tricks": "all"}, "silent": 250, "announced": 500, "item": "valat"},
    },
    "zwanzigerrufen": {
        "score.absolut": {"event": {"points": 56}, "silent": 1, "announced": 2, "item": "absolut"},
        "score.pagat": {"event": {"wins": "T1"}, "silent": 1, "announced": 2, "item": "pagat_ultimo"},
        "score.trull": {"event": {"dealt": ["honour"]}, "silent": 1},
        "score.kings": {"event": {"dealt": ["king"]}, "silent": 1},
        "score.mond": {"event": {"captures": "T21", "with": "T22"}, "silent": 1},
    },
    "fft-5": {"score.last_trick_bonus": {"event": {"in_trick": "T1"}, "silent": 10}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "players"), [("slovenian-pagat", "simple"), ("zwanzigerrufen", "simple"), ("fft-5", "random")]
)
def test_the_kinds_with_names_are_cases_of_it(tmp_path: Path, name: str, players: str) -> None:
    """Beside each bonus of a game stands the same one told by its event: they observe the same, and pay the same."""
    rules, same = LIBRARY.load(name).rules, TWINS[name]
    adds = {f"{id}_twin": {**rule("bonus", **params), "under": [*rules[id].under]} for id, params in same.items()}
    engine = engine_of(tmp_path, "twins", {"format": 1, "title": "Twins", "extends": name, **BECAUSE, "adds": adds})
    simulator = DealSimulator(engine, seat_players((players,), engine, None, len(engine.seats())))
    seen = set()
    for number in range(200):
        result = simulator.play(4, number).state.result
        if result is None or result.void or result.sheets[0].outcome.seat is not None:
            continue
        outcome = result.sheets[0].outcome
        for id in same:
            one, two = outcome.facts.get(id), outcome.facts.get(f"{id}_twin")
            assert (one and str(one)) == (two and str(two)), (number, id)
            seen |= {id} if one else set()
            first, second = (engine.index.mechanisms[each] for each in (id, f"{id}_twin"))
            assert isinstance(first, SideBonus) and isinstance(second, SideBonus)
            if isinstance(one, BonusFact):
                assert first.amount_of(one, outcome.contract) == second.amount_of(one, outcome.contract)
    assert len(seen) >= min(3, len(same))


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"event": {"winns": "T2"}, "silent": 1}, "did you mean 'wins'?"),
        ({"event": {}, "silent": 1}, "the event is missing"),
        ({"event": {"wins": "T2", "collects": ["king"]}, "silent": 1}, "a bonus has one event, and here are wins, collects"),
        ({"event": {"wins": "T99"}, "silent": 1}, "'T99' is no"),
        ({"event": {"collects": ["kings"]}, "silent": 1}, "did you mean 'king'?"),
        ({"event": {"wins": "T2", "least": 2}, "silent": 1}, "`least` means nothing beside `wins`"),
        ({"event": {"wins": "T2", "trick": 0}, "silent": 1}, "there is no trick 0"),
        ({"event": {"wins": "T2", "trick": -13}, "silent": 1}, "there is no trick -13: a deal has 12"),
        ({"event": {"captures": "T21"}, "silent": 1}, "the card is missing that captures the other"),
        ({"event": {"dealt": ["king"], "least": 2}, "silent": 1}, "write 3 to 4"),
        ({"event": {"points": 71}, "silent": 1}, "nothing can reach the 71 of `event.points`"),
        ({"event": {"points": 20}, "silent": 1}, "both sides could reach 20 card points"),
        ({"event": {"tricks": 12}, "silent": 1}, "nothing can exceed the 12 of `event.tricks`"),
        ({"event": {"wins": "T2"}, "silent": {"callling": 1}}, "refused has no contract 'callling'"),
        ({"event": {"wins": "T2"}, "silent": {"calling": 1, "talon": 2}}, "three is in the groups calling and talon"),
        ({"event": {"wins": "T2"}, "silent": "much"}, "'much' is not a whole number"),
        ({"event": {"points": 50}, "silent": 1, "lost": "always"}, "nobody fails this without having announced it"),
        ({"event": {"wins": "T2"}, "silent": 1, "item": "valat"}, "'valat' can be announced, and there is no amount for it"),
        ({"event": {"wins": "T2"}, "silent": 1, "announced": 2, "item": "uhhu"}, "no rule of the announcements has the bonus 'uhhu'"),
    ],
)  # fmt: skip
def test_a_bonus_that_cannot_be_is_refused(tmp_path: Path, params: dict[str, Any], message: str) -> None:
    with pytest.raises(LoadError) as refused:
        engine_of(tmp_path, "refused", with_bonuses(odd=params))
    assert message in str(refused.value)
    assert all(problem.hint for problem in refused.value.problems), "a cure"
    assert all(problem.place and problem.place.file.endswith("refused.yaml") for problem in refused.value.problems)


def test_groups_stand_in_every_map_by_contract(tmp_path: Path) -> None:
    """A group gives its amount to all its contracts, and a contract's own comes first."""
    factors = {**rule("multiplier", by={"klop": 1, "three": 3, "sided": 2}), "under": ["sided"]}
    data = {"format": 1, "title": "Groups", "extends": "slovenian-pagat", **BECAUSE, "adds": {"score.factor": factors}}
    engine = engine_of(tmp_path, "groups", data)
    by = engine.ruleset.rules["score.factor"].params.model_dump()["by"]
    assert [*by] == [*engine.index.contracts], "in their order"
    assert by == {contract: {"klop": 1, "three": 3}.get(contract, 2) for contract in by}
