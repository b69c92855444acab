"""Announcements in cases that no example shows: what may be shown, by whom and when; and reasons that are seldom given."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tarot_teach.engine import Engine, Position
from tarot_teach.loading import Library
from tarot_teach.mechanisms.play.keep_excuse import KeepExcuse
from tarot_teach.mechanisms.score.amount_by_contract import AmountByContract
from tarot_teach.mechanisms.talon.lies_unseen import LiesUnseen
from tarot_teach.table import Debt, Declaration, Declare, Effect, Event, Finding, Outcome, Play, State, Step

SEATS = ("S", "E", "N", "W")
ELEVEN = "T1 T3 T4 T5 T6 T7 T8 T9 T10 T12 T13"


def who(seat: int) -> str:
    return SEATS[seat]


def at_table(engine: Engine, south: str, step: Step = Step.PLAY) -> State:
    """Before the first card: South, the taker, is to act and has these cards, with plain ones beside them."""
    deck = engine.ruleset.deck
    hand = deck.mask(deck.parse(south))
    rest = [card for card in deck.cards if not card.bit & (hand | deck.trumps | deck.excuse)]
    size = engine.bound.deals.hand_size(4)
    missing = size - hand.bit_count()
    others = tuple(deck.mask(rest[missing + 8 * seat :][:8]) for seat in range(3))
    contract = engine.bound.ranking[0]
    position = Position(
        SEATS, 3, (hand | deck.mask(rest[:missing]), *others), (0, *(size - 8,) * 3), 0, 0, contract, leader=0
    )
    state, _told = position.set_up(engine, "play")
    return state._replace(step=step)


@pytest.fixture(scope="module")
def guide(library: Library) -> Engine:
    return Engine(library.load("guide-4"))


@pytest.fixture(scope="module")
def misere(library: Library) -> Engine:
    return Engine(library.load("fft-4+misere"))


@pytest.mark.parametrize(
    ("held", "shown", "level", "fault"),
    [
        (f"{ELEVEN} EX", "T1 T3 T4 T5 T6 T7 T8 T9 T10 T12", "single", ""),
        (f"{ELEVEN} EX", f"{ELEVEN} EX", "single", ""),
        (f"{ELEVEN} EX", "T1 T3 T4 T5 T6 T7 T8 T9 T10 EX", "single", "excuse"),
        (f"{ELEVEN} EX", "T1 T3 T4 T5 T6 T7 T8 T9 T10 T12 EX", "single", "excuse"),
        (f"{ELEVEN} EX", ELEVEN, "single", "count"),
        (f"{ELEVEN} EX", "T1 T3 T4", "single", "count"),
        (f"{ELEVEN} EX", "T1 T3 T4 T5 T6 T7 T8 T9 T10 T21", "single", "wrong"),
        (f"{ELEVEN} EX", f"{ELEVEN} EX", "triple", "few"),
        (f"{ELEVEN} EX", f"{ELEVEN} EX", "fourfold", "level"),
    ],
)
def test_who_shows_the_excuse_shows_all_trumps(guide: Engine, held: str, shown: str, level: str, fault: str) -> None:
    """Then they may be more than the level asks for; without it, just so many."""
    deck = guide.ruleset.deck
    state = at_table(guide, held, Step.DECLARE)
    cards = deck.set(deck.mask(deck.parse(shown)))
    verdict = guide.check(state, Declare(0, "declare.handful", level, cards))
    assert verdict.findings[0].facts["fault"] == fault and verdict.allowed == (not fault)


def test_what_is_shown_is_remembered_and_shown_once(french: Engine) -> None:
    deck = french.ruleset.deck
    state = at_table(french, ELEVEN)
    assert {(offer.what, offer.level) for offer in french.legal(state).declarations} == {("declare.handful", "single")}
    ten = deck.set(deck.mask(deck.parse("T1 T3 T4 T5 T6 T7 T8 T9 T10 T12")))
    after, told = french.apply(state, Declare(0, "declare.handful", "single", ten))
    assert after.declared == (Declaration(0, "declare.handful", "single", ten.mask),)
    assert [(event.kind, event.seat, event.facts["cards"]) for event in told] == [("declared", 0, ten)]
    assert not french.legal(after).declarations
    (finding,) = french.check(after, Declare(0, "declare.handful", "single", ten)).findings
    assert str(french.because(finding, who)) == "S has shown a handful already."
    unnamed, _told = french.apply(state, Declare(0, "declare.handful", "single"))
    assert unnamed.declared == (Declaration(0, "declare.handful", "single", None),)


def test_after_the_first_card_it_is_too_late(french: Engine) -> None:
    state = at_table(french, ELEVEN)
    late = Declare(0, "declare.handful", "single")
    assert french.check(state, late).allowed
    for past in (state._replace(missed=1), _one_trick_on(french, state)):
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
        state, _told = engine.apply(state, Play(seat, max(cards, key=lambda card: card.bit)))
    assert len(state.tricks) == 1 and state.turn == 0
    return state


def test_what_the_taker_laid_away_counts_as_held(misere: Engine, french: Engine) -> None:
    """A misère is not announced by who laid the only trump away, and a handful may hold laid trumps."""
    deck = misere.ruleset.deck
    trump = deck.card("T5").bit
    state = at_table(misere, "S1")
    announced = Declare(0, "declare.misere", "misere")
    assert misere.check(state, announced).allowed
    laid = state._replace(
        discard=trump, hands=(state.hands[0] & ~_courts(misere) | deck.card("SR").bit, *state.hands[1:])
    )
    assert not misere.check(laid, announced).allowed
    assert misere.check(laid._replace(auction=laid.auction._replace(taker=1)), announced).allowed
    nine = at_table(french, "T1 T3 T4 T5 T6 T7 T8 T9 T10")
    handful = Declare(0, "declare.handful", "single")
    assert not french.check(nine, handful).allowed
    assert french.check(nine._replace(discard=deck.card("T12").bit), handful).allowed


def _courts(engine: Engine) -> int:
    return engine.ruleset.deck.marks["court"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "fft-4",
            "S never won a card to give for the Excuse: it stays and counts half a point less, N's side half a point more.",
        ),
        ("early-17c", "S won no trick, and surrenders the Excuse to N."),
    ],
)
def test_an_excuse_for_which_nothing_was_ever_given(library: Library, name: str, words: str) -> None:
    engine = Engine(library.load(name))
    rule = engine.bound.settles_debt
    assert rule is not None
    assert str(rule.because(Finding(rule.rule, Effect.DECIDES, {"owner": 0, "creditor": 2}), who)) == words
    settled = rule.unpaid(engine.start(seed=1), Debt(owner=0, creditor=2, rule=rule.rule, trick=1))
    assert settled.kind == ("debt_unpaid" if name == "fft-4" else "excuse_surrendered")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("debt_owed", "S has won no card yet to give N for it, and owes one."),
        ("debt_paid", "S pays the card that was owed: N gets the 2 of spades."),
        ("excuse_paid", "S gives N the 2 of spades for it."),
    ],
)
def test_what_is_given_for_the_excuse(french: Engine, kind: str, words: str) -> None:
    (rule,) = (rule for rule in french.bound.mechanisms.values() if isinstance(rule, KeepExcuse))
    facts = {"kind": kind, "payer": 0, "payee": 2, "card": french.ruleset.deck.card("S2")}
    assert str(rule.because(Finding(rule.rule, Effect.DECIDES, facts), who)) == words


def test_a_talon_that_lies_unseen(french: Engine) -> None:
    (rule,) = (rule for rule in french.bound.talon if isinstance(rule, LiesUnseen))
    assert rule.move("taken") is None
    for goes, side, words in (("taker", 0, "taker's side."), ("defence", 1, "defence.")):
        move = rule.move(goes)
        assert move is not None and (move.into_hand, move.shown, move.side) == (False, False, side)
        assert str(rule.because(Finding(rule.rule, Effect.DECIDES, {"side": side}), who)).endswith(words)


def test_what_a_contract_is_worth(library: Library) -> None:
    engine = Engine(library.load("fft-4+base-scoring"))
    (rule,) = (rule for rule in engine.scorer.scores if isinstance(rule, AmountByContract))
    contract = next(name for name in engine.bound.ranking if "_" in name)
    (line,) = rule.lines(Outcome(contract=contract), None)  # type: ignore[arg-type]
    amount = rule.params.amounts[contract]
    assert line.amount == Fraction(amount) and line.operation == "+"
    said = str(rule.because(Finding(rule.rule, Effect.DECIDES, line.facts), who))
    assert said == f"A {contract.replace('_', ' ')} is worth {amount}."


def test_a_deal_of_which_cards_are_not_known_is_not_counted(french: Engine) -> None:
    """A hand in its last trick, with the earlier ones left out of the record."""
    deck = french.ruleset.deck
    hands = tuple(deck.card(code).bit for code in ("S2", "S3", "S4", "S5"))
    state, _told = Position(SEATS, 3, hands, (0,) * 4, 0, 0, "garde", leader=0).set_up(french, "play")
    told: list[Event] = []
    for seat in range(4):
        state, told = french.apply(state, Play(seat, deck.cards[hands[seat].bit_length() - 1]))
    assert state.result is None and told[-1] == Event("not_counted", None, {})
