"""The rule that judges says who has won a deal: by card points, by tricks, by taking none."""

from __future__ import annotations

from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.mechanisms.count import ExactTricks, MoreTricksThanEach
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.records.typed_results import read_result
from tarot_teach.table import NumberFact, Outcome
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY, honours, the
from tests.made_up import library_of_all


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_of_all(tmp_path_factory.mktemp("made_up"))


def refused(engine: Engine, **given: object) -> str:
    faults: list[str] = []
    result = ResultFile.model_validate({"taker": "S", "contract": "garde", "points": "41", "honours": 2, **given})
    outcomes_of(result, engine.scorer, engine.ruleset.deck, engine.seats(), lambda _code, text, *_: faults.append(text))
    return "; ".join(faults)


@pytest.mark.parametrize("name", ["no-trick", "more-tricks-than-each", "more-than-half"])
def test_played_deals_are_won_as_the_rule_says(name: str, made_up: Library) -> None:
    simulator, won, played = DealSimulator.of(made_up, name, ("random",)), 0, 0
    for number in range(120):
        state = simulator.play(3, number).state
        if state.result is None or state.result.void:
            continue
        (sheet,) = state.result.sheets
        taker = state.auction.taker
        assert taker is not None
        tricks = [sum(taken.winner == seat for taken in state.tricks) for seat in range(4)]
        others = [number for seat, number in enumerate(tricks) if seat != taker]
        made = {
            "no-trick": tricks[taker] == 0,
            "more-tricks-than-each": tricks[taker] > max(others),
            "more-than-half": sheet.outcome.halves > 90,
        }[name]
        assert sheet.outcome.made is made
        gets = state.result.scores[taker]
        assert not sheet.total or gets == 3 * sheet.total * (1 if made else -1)
        won, played = won + made, played + 1
        assert name == "more-than-half" or all(line.rule != "score.margin" for line in sheet.lines)
    assert played > 20 and won < played


def test_a_negative_game_is_made_without_a_trick(made_up: Library) -> None:
    engine = Engine(made_up.load("no-trick"))
    rule = the(engine, ExactTricks)
    for tricks, made in ((0, True), (1, False), (18, False)):
        outcome, finding = rule.count(Outcome(halves=20).observed(rule.rule, NumberFact(tricks)))
        assert outcome.made is made and outcome.target is None and outcome.margin is None
        assert finding is not None
        words = str(engine.because(finding, str))
        assert words == f"The taker's side has won {tricks or 'no'} trick{'s' * (tricks > 1)}, and needed exactly 0."


def test_typed_results_tell_the_tricks(made_up: Library) -> None:
    none, each = Engine(made_up.load("no-trick")), Engine(made_up.load("more-tricks-than-each"))
    assert "the result lacks what count.target observes" in refused(none)
    assert refused(none, points="4", honours=0, slam="defence", facts={"count.target": "0"}) == ""
    assert "cannot end with 2 oudlers and no trick [count.target]" in refused(none, facts={"count.target": "0"})
    assert "is not a whole number" in refused(none, facts={"count.target": "none"})
    assert refused(each, facts={"count.target": "8-5-3-2"}) == ""
    assert "these are 17 tricks, and a deal has 18" in refused(each, facts={"count.target": "8-5-3-1"})
    assert "does not tell the tricks of each side" in refused(each, facts={"count.target": "8"})


def test_the_taker_needs_more_tricks_than_each(made_up: Library) -> None:
    engine = Engine(made_up.load("more-tricks-than-each"))
    rule = the(engine, MoreTricksThanEach)
    for text, made in (("8-5-3-2", True), ("6-6-3-3", False), ("5-7-3-3", False), ("9-9-0-0", False)):
        fact = rule.read(text)
        assert rule.judge(Outcome().observed(rule.rule, fact)) == (None, made) and str(fact) == text


def test_a_target_in_points_judges_as_before() -> None:
    scorer = Engine(LIBRARY.load("fft-4")).scorer
    for halves, made in ((81, False), (82, True)):
        counted, _findings = scorer.count(Outcome(contract="garde", halves=halves, facts=honours(2)))
        assert (counted.target, counted.made) == (41, made)


NEGATIVE = """\
format: 1
id: negative
title: With a negative game
extends: fft-4
evidence: house
because: Made up for a test.
groups: {positive: [prise, garde, garde_sans, garde_contre]}
adds:
  bid.nothing: {mechanism: contract, params: {talon: taken}, title: Nothing, evidence: house, because: A test., after: bid.garde}
  count.no_trick:
    {mechanism: exact_tricks, params: {tricks: 0}, under: [nothing], title: No trick, evidence: house, because: A test., after: count.target}
changes:
  count.target: {under: [positive], because: A test.}
  score.margin: {under: [positive], because: A test.}
  score.last_trick_bonus: {under: [positive], because: A test.}
  score.multiplier: {params: {by: {nothing: 3}}, because: A test., text: Made up.}
"""


def test_a_negative_game_stands_beside_others(tmp_path: Path) -> None:
    file = tmp_path / "negative.yaml"
    file.write_text(NEGATIVE, encoding="utf-8")
    ruleset = library_for([str(file)], print).load(str(file))
    engine = Engine(ruleset)
    won = {"contract": "nothing", "points": "4", "honours": 0, "slam": "defence"}
    assert refused(engine, **won, facts={"count.no_trick": "0"}) == ""
    assert "lacks what count.no_trick observes" in refused(engine, **won)
    assert "no rule 'count.no_trick' that observes a fact" in refused(engine, facts={"count.no_trick": "0"})
    for tricks, made in (("0", True), ("2", False)):
        given = won if made else {**won, "slam": None, "points": "7"}
        (outcome,) = read_result(engine.scorer, {**given, "facts": {"count.no_trick": tricks}}).outcomes
        counted, _findings = engine.scorer.count(outcome)
        sheet = engine.scorer.sheet(counted)
        assert counted.made is made
        assert [line.rule for line in sheet.lines][:2] == ["score.base", "score.multiplier"]
        assert engine.scorer.settle(sheet, 4)["defender"] == (-sheet.total if made else sheet.total)


def test_a_game_may_ask_for_all_tricks(tmp_path: Path) -> None:
    file = tmp_path / "every.yaml"
    every = NEGATIVE.replace("{tricks: 0}", "{tricks: all}").replace("nothing", "durch").replace("no_trick", "every")
    file.write_text(every, encoding="utf-8")
    engine = Engine(library_for([str(file)], print).load(str(file)))
    rule = engine.index.under("durch").mechanisms["count.every"]
    assert isinstance(rule, ExactTricks) and str(rule.says()) == "The taker's side wins by taking all tricks."
    for lost, made in ((0, True), (1, False), (18, False)):
        outcome, finding = rule.count(Outcome(halves=20).observed(rule.rule, NumberFact(lost)))
        assert outcome.made is made and finding is not None
        words = f"the defence has won {lost}." if lost else "has won all tricks, as it needed to."
        assert str(engine.because(finding, str)).endswith(words)
    assert refused(engine, contract="durch", points="91", honours=3, slam="made", facts={"count.every": "0"}) == ""
    assert "cannot end with" in refused(
        engine, contract="durch", points="4", honours=0, slam="defence", facts={"count.every": "0"}
    )


def test_counted_cards_may_cost(tmp_path: Path) -> None:
    file = tmp_path / "polignac.yaml"
    file.write_text(
        "format: 1\nid: polignac\ntitle: Jacks cost\nextends: early-17c\nevidence: house\nbecause: A test.\n"
        "drops: {score.counters: A test., score.cards: A test.}\n"
        "adds: {score.jacks: {mechanism: counters, params: {points: {jack: -1, EX: 5}}, title: Jacks, because: A test.}}\n",
        encoding="utf-8",
    )
    sheet = tt.score(str(file), pile="SV HV EX T5 T6 T7 T8 T9")
    assert sheet.to_dict()["scores"] == {"player": 3}
    assert "cost 1 each" in str(sheet)
    engine = Engine(library_for([str(file)], print).load(str(file)))
    assert "−1" in str(engine.index.mechanisms["score.jacks"].says()) and not engine.index.avoids_tricks
    file.write_text(file.read_text(encoding="utf-8").replace("EX: 5", "EX: 3"), encoding="utf-8")
    assert Engine(library_for([str(file)], print).load(str(file))).index.avoids_tricks  # four jacks, one Excuse
