"""The log of a played deal, and the values that it is made of."""

from __future__ import annotations

import random
import sys
from types import ModuleType

import pytest

from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import IllegalActionError, LoadError
from tarot_teach.mechanisms import registry
from tarot_teach.mechanisms.bid import MustOutbid
from tarot_teach.table import ROUTINE_EVENTS, Choose, Effect, Finding, Phase, Play
from tarot_teach.table.events import CardPlayed, DealScored, RuleBroken, TrickWon


def played(engine: Engine, seed: int, phase: Phase | None = None) -> Deal:
    """A deal at random, to its end or as far as a phase."""
    deal, rng = Deal(engine, engine.start(seed=seed)), random.Random(seed)
    while not deal.over and deal.state.phase is not phase:
        deal = deal.push(deal.legal.random(rng))
    return deal


def in_play(engine: Engine) -> Deal:
    return next(deal for seed in range(20) if (deal := played(engine, seed, Phase.PLAY)).state.phase is Phase.PLAY)


def test_log_joins_states_and_tells_every_event(french: Engine) -> None:
    deal = next(deal for seed in range(20) if (deal := played(french, seed)).state.result and deal.state.tricks)
    assert all(move.after == following.before for move, following in zip(deal.moves, deal.moves[1:], strict=False))
    assert [event for move in deal.moves for event in move.events] == list(deal.events())
    assert [event.number for event in deal.events() if isinstance(event, TrickWon)] == list(range(1, 19))
    assert isinstance(list(deal.events())[-1], DealScored)
    numbers = [move.number for move in deal.moves if isinstance(move.action, Play)]
    assert numbers == sorted(numbers) and {*numbers} == {*range(1, 19)}
    assert deal.undo(len(deal.moves)) == Deal(french, deal.start) and deal.undo(500).moves == ()
    with pytest.raises(AttributeError):
        deal.moves = ()  # type: ignore[misc]


def test_log_holds_an_irregular_play_with_its_verdict(french: Engine) -> None:
    deal, rng = in_play(french), random.Random(5)
    while not deal.state.trick.cards or not deal.state.hands[deal.state.turn or 0] & ~deal.legal.cards:
        deal = deal.push(deal.legal.random(rng))
    seat = deal.state.turn
    assert seat is not None
    refused = Play(seat, next(iter(deal.state.deck.set(deal.state.hands[seat] & ~deal.legal.cards))))
    assert not deal.verdict(refused)
    with pytest.raises(IllegalActionError):
        deal.push(refused)
    broken = deal.push(refused, irregular=True)
    assert [move.action for move in broken.irregular] == [refused] and not deal.irregular
    first, second, *_more = broken.moves[-1].events
    assert first == RuleBroken(seat, refused, findings=broken.moves[-1].verdict.findings)
    assert second == CardPlayed(seat, refused.card) and isinstance(second, ROUTINE_EVENTS)
    other = deal.undo().push(deal.moves[-1].action)
    with pytest.raises(IllegalActionError):
        other.push(Play((seat + 1) % 4, refused.card), irregular=True)


def test_an_action_that_stands_is_plain_data_by_its_kind(french: Engine) -> None:
    """A cut is its number, a deal a list of numbers, a discard a list of cards."""
    cut, packets = Choose(3, "deal.cut", "2"), Choose(0, "deal.packets", "0 1 2 3 4 5")
    deal = Deal(french, french.start(seed=1)).push(cut, packets, "garde", "pass", "pass", "pass", irregular=True)
    cards = [card.code for card in deal.hand(1)][-6:]
    events = deal.push(" ".join(cards), irregular=True).to_dict()["events"]
    found = [event["action"] for event in events if event["event"] == "irregular"]
    assert found == [[3, 2], [0, [0, 1, 2, 3, 4, 5]], [1, cards]]


def test_play_among_choices_leads_where_a_judged_one_does(french: Engine) -> None:
    deal = in_play(french)
    for play in deal.legal:
        assert french.apply(deal.state, play, among=deal.legal) == french.apply(deal.state, play)
    elsewhere = deal.push(next(iter(deal.legal)))
    foreign = next(
        card for card in deal.state.deck.cards if not card.bit & elsewhere.state.hands[elsewhere.state.turn or 0]
    )
    with pytest.raises(IllegalActionError):
        french.apply(elsewhere.state, Play(elsewhere.state.turn or 0, foreign), among=deal.legal)


def test_choices_iterate_over_actions_and_verdicts_are_true_when_allowed(french: Engine) -> None:
    deal = in_play(french)
    actions = list(deal.legal)
    assert len(actions) == deal.legal.ways() and all(deal.verdict(action) for action in actions)
    assert not deal.verdict(Choose(0, "deal.packets"))
    assert deal.legal.seen().state == deal.view(deal.state.turn or 0)


def test_state_prints_cards_and_wrong_types_are_refused_in_words(french: Engine) -> None:
    deal = in_play(french)
    shown = repr(deal.state)
    assert str(deal.state.hand(0)) in shown and str(deal.state.hands[0]) not in shown
    with pytest.raises(TypeError, match="'SR'"):
        french.check(deal.state, "SR")  # type: ignore[arg-type]


def test_facts_of_findings_are_not_shared() -> None:
    with pytest.raises(TypeError):
        Finding("play.trump", Effect.DECIDES).facts["seat"] = 1  # type: ignore[index]


def test_module_of_two_mechanisms_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("two_mechanisms")
    for name in ("One", "Two"):
        setattr(module, name, type(name, (MustOutbid,), {"__module__": "two_mechanisms"}))
    monkeypatch.setitem(sys.modules, "two_mechanisms", module)
    monkeypatch.setattr(registry, "names", lambda _step: {"two": "two_mechanisms"})
    with pytest.raises(LoadError, match="has 2 mechanisms"):
        registry.find.__wrapped__("bid", "two")
