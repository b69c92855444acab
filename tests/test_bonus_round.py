"""Bonuses that players announce in turn before the first lead, doubled one by one, and what they bring."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import read_action
from tarot_teach.errors import LoadError
from tarot_teach.mechanisms.bonus_events import BonusFact
from tarot_teach.mechanisms.declare.bonus_round import AnnouncedWith
from tarot_teach.mechanisms.score.bonus import Bonus
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.runner import replay
from tarot_teach.table import FactError, Phase, State
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.invariants import DealChecker, with_exchange
from tests.made_up import BECAUSE, rule
from tests.test_by_turns import said, until
from tests.test_exchange import engine_of, played_out, recorded

ITEMS = {"items": ["kings", "petit", "call", "all"], "held": {"petit": "T1"}, "for_called": ["call"]}


def with_bonuses(parent: str, **more: Any) -> dict[str, Any]:
    """French tarot in which all kings, the last trick and so on are announced one by one."""
    amounts = {"silent": 10, "announced": 20}
    adds = {
        "declare.bonuses": rule("bonus_round", **ITEMS, levels=["kontra", "re"]),
        "score.kings": rule("bonus", event={"collects": ["king"]}, **amounts),
        "score.petit": rule("bonus", event={"wins": "T1"}, lost="always", **amounts),
        "score.call": rule("bonus", event={"in_trick": "called"}, lost="always", **amounts),
        "score.all": rule("all_tricks", item="all", **amounts),
        "score.world": rule("card_captured", card="T21", pays=5, talon="false"),
        **more,
    }
    return {"format": 1, "title": "Bonuses", "extends": parent, **BECAUSE, "adds": adds}


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("bonuses"), "bonuses-five", with_bonuses("fft-5"))


def test_all_speak_in_turn_from_the_taker_until_nobody_says_more(five: Engine) -> None:
    state = until(five, Phase.ANNOUNCE, 3)
    taker = state.auction.taker
    assert taker is not None
    order = [(taker + i) % 5 for i in range(5)]
    assert [seat for _rule, seat in state.asked] == order
    state = said(five, state, "kings")
    assert [seat for _rule, seat in state.asked] == order, "who has announced may say more, then all the others"
    state = said(five, state, "nothing")
    partner = state.auction.partner
    while state.phase is Phase.ANNOUNCE:
        assert state.turn is not None
        options = [pick.option for pick in five.legal(state).picks]
        assert "kings" not in options, "announced once in a deal"
        assert ("kontra-kings" in options) == (state.turn not in (taker, partner))
        assert five.legal(state.view(state.turn)).picks == five.legal(state).picks
        state = said(five, state, "nothing")
    assert state.phase is Phase.PLAY


def test_a_bonus_is_doubled_by_turns_and_a_saved_state_plays_on(five: Engine) -> None:
    state = until(five, Phase.ANNOUNCE, 3)
    taker, partner = state.auction.taker, state.auction.partner
    state = said(five, state, "kings", "nothing")
    while state.turn in (taker, partner):
        state = said(five, state, "nothing")
    state = said(five, state, "kontra-kings")
    assert five.restore(json.loads(json.dumps(state_as_data(state)))) == state
    while state.turn not in (taker, partner):
        assert "re-kings" not in [pick.option for pick in five.legal(state).picks]
        state = said(five, state, "nothing")
    state = said(five, state, "re-kings")
    while state.phase is Phase.ANNOUNCE:
        assert not any("kings" in pick.option for pick in five.legal(state).picks)
        state = said(five, state, "nothing")


def test_who_only_a_partner_could_know_doubles_nothing(five: Engine) -> None:
    for seed in range(60):
        state = until(five, Phase.ANNOUNCE, seed)
        partner = state.auction.partner
        if partner is None:
            continue
        while state.turn != partner:
            state = said(five, state, "nothing")
        state = said(five, state, "kings")
        hidden = {}
        while state.phase is Phase.ANNOUNCE:
            hidden[state.turn] = "kontra-kings" in [pick.option for pick in five.legal(state).picks]
            state = said(five, state, "nothing")
        assert not any(hidden.values()), "nobody knows whose side has announced"
        return
    raise AssertionError("no deal with a partner")


def unseen_talon(engine: Engine, seed: int) -> State | None:
    """A deal before the first word about bonuses, in which the taker bids garde sans and nobody sees the talon; None where nobody can be called."""
    rng, state = random.Random(seed), engine.start(seed=seed, dealer=0, seats=engine.seats(5))
    while state.phase is not Phase.ANNOUNCE:
        if state.phase is Phase.BID:
            action = read_action(engine, state, "pass" if state.auction.calls else "garde_sans")
        elif state.phase is Phase.DECLARE:
            action = read_action(engine, state, "nothing")
        elif state.phase is Phase.OVER:
            return None
        else:
            action = engine.legal(state).random(rng)
        state, _events = engine.apply(state, action)
    return state


def test_what_a_seat_may_say_does_not_depend_on_cards_that_it_cannot_see(five: Engine) -> None:
    rng, in_the_talon, moved = random.Random(1), 0, 0
    for seed in range(40):
        state = unseen_talon(five, seed)
        if state is None or state.auction.called is None:
            continue
        in_the_talon += bool(state.talon & state.auction.called.bit)
        for turn in range(6):
            seat = state.turn
            assert seat is not None and not state.talon_open
            assert five.legal(state.view(seat)).picks == five.legal(state).picks
            other = with_exchange(state, seat, rng)
            if other is not None and other.auction.called is not None:
                moved += bool((state.talon ^ other.talon) & other.auction.called.bit)
                assert five.legal(other).picks == five.legal(state).picks
            state = said(five, state, *(["kings"] if turn == 1 else []), "nothing")
    assert in_the_talon and moved, "a called card in the talon, and one exchanged with it"


def test_deals_with_bonuses_are_sound_and_scored(five: Engine) -> None:
    found = set()
    checker = DealChecker(five)
    checker.check_words_of_rules()
    for number in range(4):
        checker.try_deal(number, random.Random(number), 5)
    for seed in range(40):
        deal = played_out(five, seed)
        result = deal.state.result
        if result is None or result.void:
            continue
        facts = result.sheets[0].outcome.facts
        found |= {(id, str(fact).partition("-x")[0]) for id, fact in facts.items() if isinstance(fact, BonusFact)}
        for line in result.sheets[0].lines:
            fact = facts.get(line.rule)
            if isinstance(fact, BonusFact) and line.amount:
                assert line.amount == (20 * 2**fact.doubled if fact.announced else 10)
        assert replay(recorded(five, **deal_record(deal)), five).end == deal.state
    assert {id for id, _fact in found} >= {"score.kings", "score.petit", "score.call", "score.all"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("taker", BonusFact("taker")),
        ("defence-failed", BonusFact("defence", made=False)),
        ("taker-announced", BonusFact("taker", announced=True)),
        ("taker-announced-failed-x4", BonusFact("taker", made=False, announced=True, doubled=2)),
    ],
)
def test_one_spelling_of_a_bonus(text: str, fact: BonusFact) -> None:
    assert BonusFact.parse(text) == fact and str(fact) == text


@pytest.mark.parametrize("text", ["nobody", "taker-x4", "taker-failed-announced", "taker-announced-x3"])
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(FactError):
        BonusFact.parse(text)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"items": ["kings", "kings"]}, "named twice"),
        ({"items": ["a-b"]}, "cannot be announced"),
        ({"items": ["kings"], "for_called": ["call"]}, "none of the bonuses"),
    ],
)
def test_faults_of_the_announcements(tmp_path: Path, given: dict[str, Any], message: str) -> None:
    data = with_bonuses("fft-5", **{"declare.bonuses": rule("bonus_round", **given)})
    with pytest.raises(LoadError, match=message):
        engine_of(tmp_path, "faulty", data)


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """French tarot in which "fifty" is "forty", too, "sixty" both, and "bird" the Petit, for its holder; nothing counts that was not announced."""
    contains = {"fifty": ["forty"], "sixty": ["fifty"], "bird": ["petit"]}
    items = {"items": ["forty", "fifty", "sixty", "petit", "bird"], "held": {"petit": "T1"}}
    adds = {
        "declare.bonuses": rule("bonus_round", **items, levels=["kontra"]),
        "declare.contained": rule("announced_with", contains=contains),
    }
    for name, points in (("forty", 46), ("fifty", 50), ("sixty", 60)):
        adds[f"score.{name}"] = rule("bonus", event={"points": points}, announced=points) | {"title": name.title()}
    for name in ("petit", "bird"):
        adds[f"score.{name}"] = rule("bonus", event={"wins": "T1"}, announced=20)
    data = {"format": 1, "title": "Steps", "extends": "fft-5", **BECAUSE, "adds": adds}
    return engine_of(tmp_path_factory.mktemp("steps"), "steps-five", data)


def test_a_bonus_that_contains_others_announces_them(steps: Engine) -> None:
    state = until(steps, Phase.ANNOUNCE, 3)
    taker = state.auction.taker
    assert taker is not None
    holds = "T1" in {card.code for card in state.hand(taker)}
    assert ("bird" in [pick.option for pick in steps.legal(state).picks]) == holds, "as for what it contains"
    state = said(steps, state, "fifty")
    options = {pick.option for pick in steps.legal(state).picks}
    assert "sixty" in options and not options & {"forty", "fifty"}
    state = said(steps, state, "nothing")
    while "kontra-forty" not in {pick.option for pick in steps.legal(state).picks}:
        state = said(steps, state, "nothing")
    assert "kontra-fifty" in {pick.option for pick in steps.legal(state).picks}
    state = said(steps, state, "kontra-forty")
    while state.phase is Phase.ANNOUNCE:
        state = said(steps, state, "nothing")
    rng = random.Random(3)
    while state.phase is not Phase.OVER:
        state, _events = steps.apply(state, steps.legal(state).random(rng))
    assert state.result is not None
    facts = {rule.partition(".")[2]: fact for rule, fact in state.result.sheets[0].outcome.facts.items()}
    assert isinstance(facts["forty"], BonusFact) and isinstance(facts["fifty"], BonusFact)
    assert (facts["forty"].announced, facts["forty"].doubled) == (True, 1)
    assert (facts["fifty"].announced, facts["fifty"].doubled) == (True, 0)
    assert "sixty" not in facts and "petit" not in facts, "what nobody has announced does not count"


def test_what_counts_only_when_announced_says_so(steps: Engine) -> None:
    DealChecker(steps).check_words_of_rules()
    words = {rule.rule: str(rule.says()) for rule in steps.index.all(Bonus)}
    assert words["score.fifty"] == (
        "A side with at least 50 card points gets 50. It counts only when it was announced. Announced and failed, it costs as much."
    )
    (contained,) = steps.index.all(AnnouncedWith)
    assert "A player who says Sixty announces these, too: Fifty and Forty." in str(contained.says())


@pytest.mark.parametrize(
    ("contains", "message"),
    [
        ({"kings": ["petty"]}, "'petty' is none of the bonuses"),
        ({"ace": ["kings"]}, "'ace' is none of the bonuses"),
        ({"kings": ["petit"], "petit": ["kings"]}, "'kings' is announced with itself"),
    ],
)
def test_faults_of_what_is_contained(tmp_path: Path, contains: dict[str, Any], message: str) -> None:
    data = with_bonuses("fft-5", **{"declare.contained": rule("announced_with", contains=contains)})
    with pytest.raises(LoadError, match=message):
        engine_of(tmp_path, "faulty", data)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"event": {"points": 50}}, "nothing says what the bonus is worth"),
        ({"event": {"wins": "T1"}, "announced": 5, "lost": "always"}, "nobody fails this without having announced it"),
    ],
)
def test_a_bonus_is_worth_something(tmp_path: Path, given: dict[str, Any], message: str) -> None:
    data = {"format": 1, "title": "Faulty", "extends": "slovenian-pagat", **BECAUSE, "adds": {"score.more": rule("bonus", **given)}}  # fmt: skip
    with pytest.raises(LoadError, match=message):
        engine_of(tmp_path, "faulty", data)


def test_a_result_does_not_have_what_counts_only_when_announced() -> None:
    assert [line.rule for line in tt.score("point-tarock", contract="dreier", points=60).sheet.lines] == ["score.value"]
    with pytest.raises(tt.TarotError, match="counts only when it was announced"):
        tt.score("point-tarock", contract="dreier", points=60, facts={"score.with_50": "taker"})
