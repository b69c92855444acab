"""Announcements in cases that no example shows: what may be shown, by whom and when."""

from __future__ import annotations

import pytest

from tarot_teach.engine import Engine, Setup
from tarot_teach.loading import Library
from tarot_teach.table import Choose, Declaration, Effect, Phase, Play, State
from tests.helpers import SEATS, who

ELEVEN = "T1 T3 T4 T5 T6 T7 T8 T9 T10 T12 T13"


def at_table(engine: Engine, south: str, step: Phase = Phase.PLAY) -> State:
    """Before the first card: South, the taker, is to act and has these cards, with plain ones beside them."""
    deck = engine.ruleset.deck
    hand = deck.mask(deck.parse(south))
    rest = [card for card in deck.cards if not card.bit & (hand | deck.trumps | deck.excuse)]
    size = engine.index.deals.hand_size(4)
    missing = size - hand.bit_count()
    others = tuple(deck.mask(rest[missing + 8 * seat :][:8]) for seat in range(3))
    contract = engine.index.ranking[0]
    position = Setup(
        SEATS, 3, (hand | deck.mask(rest[:missing]), *others), (0, *(size - 8,) * 3), 0, 0, contract, leader=0
    )
    state = position.deal(engine, "play").start
    return state._replace(phase=step)


@pytest.mark.parametrize(
    ("shown", "level", "fault"),
    [
        ("T1 T3 T4 T5 T6 T7 T8 T9 T10 T12", "single", ""),
        (f"{ELEVEN} EX", "single", ""),
        ("T1 T3 T4 T5 T6 T7 T8 T9 T10 EX", "single", "excuse"),
        ("T1 T3 T4 T5 T6 T7 T8 T9 T10 T12 EX", "single", "excuse"),
        (ELEVEN, "single", "count"),
        ("T1 T3 T4", "single", "count"),
        ("T1 T3 T4 T5 T6 T7 T8 T9 T10 T21", "single", "wrong"),
        (f"{ELEVEN} EX", "triple", "few"),
        (f"{ELEVEN} EX", "fourfold", "level"),
    ],
)
def test_who_shows_the_excuse_shows_all_trumps(library: Library, shown: str, level: str, fault: str) -> None:
    """Then they may be more than the level asks for; without it, just so many."""
    guide = Engine(library.load("guide-4"))
    deck = guide.ruleset.deck
    state = at_table(guide, f"{ELEVEN} EX", Phase.DECLARE)
    cards = deck.set(deck.mask(deck.parse(shown)))
    verdict = guide.check(state, Choose(0, "declare.handful", level, cards))
    assert verdict.findings[0].facts["fault"] == fault and verdict.allowed == (not fault)


def test_what_is_shown_is_remembered_and_shown_once(french: Engine) -> None:
    deck = french.ruleset.deck
    state = at_table(french, ELEVEN)
    assert {(offer.rule, offer.option) for offer in french.legal(state).declarations} == {("declare.handful", "single")}
    ten = deck.set(deck.mask(deck.parse("T1 T3 T4 T5 T6 T7 T8 T9 T10 T12")))
    after, printed = french.apply(state, Choose(0, "declare.handful", "single", ten))
    assert after.declared == (Declaration(0, "declare.handful", "single", ten.mask),)
    assert [(event.kind, event.seat, event.facts["cards"]) for event in printed] == [("declared", 0, ten)]
    assert not french.legal(after).declarations
    (finding,) = french.check(after, Choose(0, "declare.handful", "single", ten)).findings
    assert str(french.because(finding, who)) == "S has shown a poignée already."
    unnamed, _events = french.apply(state, Choose(0, "declare.handful", "single"))
    assert unnamed.declared == (Declaration(0, "declare.handful", "single", None),)


def test_after_the_first_card_it_is_too_late(french: Engine) -> None:
    state = at_table(french, ELEVEN)
    late = Choose(0, "declare.handful", "single")
    assert french.check(state, late).allowed
    for past in (state._replace(unrecorded_tricks=1), _one_trick_on(french, state)):
        assert not french.legal(past).declarations
        (finding,) = french.check(past, late).findings
        assert (finding.rule, finding.effect, finding.facts) == (
            "table.step",
            Effect.REFUSES,
            {"seat": 0, "step": "play"},
        )


def _one_trick_on(engine: Engine, state: State) -> State:
    """The same after the first trick, which the taker wins."""
    for seat in range(4):
        cards = state.deck.set(engine.legal(state).cards)
        state, _events = engine.apply(state, Play(seat, max(cards, key=lambda card: card.bit)))
    assert len(state.tricks) == 1 and state.turn == 0
    return state


def test_what_the_taker_laid_away_counts_as_held(library: Library, french: Engine) -> None:
    """A misère is not announced by who laid the only trump away, and a handful may hold laid trumps."""
    misere = Engine(library.load("fft-4+misere"))
    deck = misere.ruleset.deck
    trump = deck.card("T5").bit
    state = at_table(misere, "S1")
    announced = Choose(0, "declare.misere", "misere")
    assert misere.check(state, announced).allowed
    with_a_king = state.hands[0] & ~deck.marks["court"] | deck.card("SR").bit
    laid = state._replace(discard=trump, hands=(with_a_king, *state.hands[1:]))
    assert not misere.check(laid, announced).allowed
    assert misere.check(laid._replace(auction=laid.auction._replace(taker=1)), announced).allowed
    nine = at_table(french, "T1 T3 T4 T5 T6 T7 T8 T9 T10")
    handful = Choose(0, "declare.handful", "single")
    assert not french.check(nine, handful).allowed
    assert french.check(nine._replace(discard=deck.card("T12").bit), handful).allowed
