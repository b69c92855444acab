"""Mechanisms taken out of their rulesets: sentences, and answers that no shipped ruleset asks for."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tarot_teach.engine import Engine, Setup
from tarot_teach.loading import Library
from tarot_teach.mechanisms.base import digits
from tarot_teach.mechanisms.play import ExcuseWinsSlam
from tarot_teach.mechanisms.score.amounts import Margin
from tarot_teach.mechanisms.score.handfuls import HandfulBonus
from tarot_teach.mechanisms.score.settlements import TakerAndPartner
from tarot_teach.mechanisms.score.slam import SLAMS, SlamBonus, SlamFact, SmallSlamBonus, SmallSlamFact
from tarot_teach.table import DEFENCE, TAKER, Auction, Debt, Declaration, Outcome, Play, Sheet, Taken, Trick
from tests.helpers import LIBRARY, said, the


def test_every_rule_can_speak_for_itself(french: Engine, early: Engine) -> None:
    for engine in (french, early):
        for mechanism in engine.index.mechanisms.values():
            words = str(mechanism.says())
            assert words[0].isupper() and words.endswith("."), mechanism.rule


def test_an_unpaid_excuse_costs_half_a_point_or_itself(french: Engine, early: Engine) -> None:
    """By the catalogue a card that can never be given costs half a point; in the 17th century the Fool itself is lost."""
    for engine, card_to, halves in ((french, None, 1), (early, 2, 0)):
        rule = engine.index.settles_debt
        assert rule is not None
        settlement = rule.unpaid(engine.start(seed=1), Debt(owner=0, creditor=2, rule="play.keep_excuse", trick=3))
        assert (settlement.card_to, settlement.halves) == (card_to, halves)


def test_a_handful_belongs_to_the_side_that_shows_it(french: Engine) -> None:
    rule = the(french, HandfulBonus)
    assert "single" in rule.amounts
    state = french.start(seed=1)
    auction = state.auction._replace(taker=1, contract="garde")
    declared = tuple(Declaration(seat, "declare.handful", "single") for seat in (1, 2))
    fact = rule.observe(state._replace(auction=auction, declared=declared), Outcome())
    assert fact and [handful.side for handful in fact.shown] == [TAKER, DEFENCE]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_partner_of_four_gets_no_share(players: int) -> None:
    """With four players the partner gets no share; with three, the ruleset is refused."""
    rule = the(Engine(LIBRARY.load("fft-5")), TakerAndPartner)
    for alone in (False, True):
        outcome = Outcome(taker=0, partner=None if alone else 2, alone=alone)
        scores, _limits = rule.settle(outcome, Fraction(30), players, None)
        assert sum(scores) == 0
        assert alone or players < 4 or scores[2] == 30 * (players - 4)


def test_a_small_slam_is_worth_what_became_of_it(library: Library) -> None:
    """By who has announced it, on either side; what is to the defence's good is taken off what the taker's side wins."""
    found = the(Engine(library.load("fft-4+petit-chelem")), SmallSlamBonus)
    amounts = {"made": 1, "announced": 2, "failed": 3}
    rule = SmallSlamBonus(found.rule, found.params.model_copy(update={"amounts": amounts}), found.deck)
    won = Outcome(target=41, points=Fraction(50), made=True)
    worth = {}
    for slam in SLAMS:
        (line,) = rule.lines(won.observed(rule.rule, SmallSlamFact((slam,))), Sheet(won))
        worth[slam] = f"{line.operation}{next(kind for kind, amount in amounts.items() if amount == line.amount)}"
    assert worth == {
        "made": "+made",
        "announced-made": "+announced",
        "announced-failed": "-failed",
        "defence": "-made",
        "defence-announced-made": "-announced",
        "defence-announced-failed": "+failed",
    }


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (Fraction(83, 2), "41½ is ½ more than the 41 needed."),
        (Fraction(81, 2), "40½ is ½ less than the 41 needed."),
    ],
)
def test_a_margin_may_be_half_a_point(french: Engine, points: Fraction, words: str) -> None:
    assert said(the(french, Margin), points=points, margin=points - 41, target=41) == words


@pytest.mark.parametrize("text", ["--5", "5-", "1_0", "0x1", "1e3", "", "-", "٣", "1234567890123"])
def test_a_text_that_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        digits(text)
    assert (digits("-5"), digits(" 7 "), digits("123456789012")) == (-5, 7, 123456789012)


def test_a_slam_needs_a_taker_and_tricks(french: Engine) -> None:
    rule, state = the(french, SlamBonus), french.start(seed=1)
    tricks = (Taken(Trick(0, french.ruleset.deck.cards[:4]), 0, "play.highest_wins"),)
    taken = state._replace(auction=state.auction._replace(taker=0), tricks=tricks)
    assert rule.observe(taken, Outcome()) == SlamFact(("made",))
    assert rule.observe(taken._replace(auction=state.auction), Outcome()) is None
    assert rule.observe(taken._replace(tricks=()), Outcome()) is None


@pytest.mark.parametrize("name", ["fft-3", "fft-4", "fft-5", "enc2011-5", "enc2020-5", "guide-4", "blog-5"])
def test_an_excuse_led_or_played_differs_only_where_a_partner_leads_to_the_last_trick(name: str) -> None:
    """By whoever leads to it, having won all tricks, and whoever holds the Excuse; the note of every ruleset says so."""
    engine = Engine(LIBRARY.load(name))
    deck, seats = engine.ruleset.deck, engine.seats()
    rule = the(engine, ExcuseWinsSlam)
    led, played = (
        ExcuseWinsSlam(rule.rule, rule.params.model_copy(update={"how": how}), deck) for how in ("led", "played")
    )
    low = deck.parse("S2 S3 S4 S5 S6")[: len(seats)]
    auction = Auction(contract="garde", taker=0, partner=2 if engine.index.calls else None)
    found = set()
    for leader, holder in product(range(len(seats)), repeat=2):
        cards = tuple(deck.card("EX") if seat == holder else low[seat] for seat in range(len(seats)))
        hands = tuple(card.bit for card in cards)
        position = Setup(seats, len(seats) - 1, hands, (0,) * len(seats), taker=0, contract="garde", leader=leader)
        state = position.deal(engine, "play").start
        state = state._replace(
            auction=auction, unrecorded_tricks=0, tricks=(Taken(Trick(leader, low), leader, ""),) * 14
        )
        for seat in (*range(leader, len(seats)), *range(leader)):
            state, _events = engine.apply(state, Play(seat, cards[seat]))
        before, trick = state._replace(tricks=state.tricks[:-1]), state.tricks[-1].trick
        if led.winning(before, trick) != played.winning(before, trick):
            found.add((leader, holder))
    sides = [side for side in (before.side(0), before.side(1)) if len(side) > 1]
    assert found == {(a, b) for side in sides for a, b in product(side, repeat=2) if a != b} != set()
    assert "only where a side of several players has won every trick" in str(engine.ruleset.rule(rule.rule).note)


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_each_mechanism_has_a_heading_or_none(name: str) -> None:
    for id, mechanism in Engine(LIBRARY.load(name)).index.mechanisms.items():
        assert "{" not in mechanism.title(), id
