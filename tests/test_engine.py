"""The engine against the rules: each case of the Excuse, the auction, the discard; and what must hold of any deal."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarot_teach.engine import Engine, Setup
from tarot_teach.engine.phases.pay import pay_debts
from tarot_teach.errors import IllegalActionError, LoadError, RecordError
from tarot_teach.loading import Library, read_yaml, write_yaml
from tarot_teach.mechanisms.deal import DealInPackets
from tarot_teach.mechanisms.honours import HonoursFact
from tarot_teach.mechanisms.score.slam import SlamFact
from tarot_teach.mechanisms.situation import won_all_before
from tarot_teach.records.result_fields import facts_by_rule
from tarot_teach.table import (
    DISCARD,
    Auction,
    Bid,
    Choose,
    Debt,
    Declaration,
    Effect,
    Event,
    Phase,
    Play,
    Result,
    State,
    Taken,
    Trick,
)
from tarot_teach.table.events import RuleBroken
from tarot_teach.table.serial import state_as_data
from tests.helpers import LIBRARY, the, with_card

FRENCH = Engine(LIBRARY.load("fft-4"))
EARLY = Engine(LIBRARY.load("early-17c"))


def random_deal(engine: Engine, seed: int, players: int | None = None) -> tuple[list[State], list[Event]]:
    rng = random.Random(seed)
    state = engine.start(seed=seed, dealer=seed % (players or 4), seats=engine.seats(players))
    states, printed = [state], []
    while state.turn is not None:
        state, events = engine.apply(state, engine.legal(state).random(rng))
        states.append(state)
        printed += events
    return states, printed


def played_out(engine: Engine, state: State, plays: str) -> tuple[State, list[Event]]:
    printed = []
    for word in plays.split():
        assert state.turn is not None
        state, events = engine.apply(state, Play(state.turn, state.deck.card(word)))
        printed += events
    return state, printed


def position(
    hands: str,
    *,
    taker: int = 0,
    leader: int = 0,
    won: dict[int, str] | None = None,
    kept: str = "",
    slam: bool = False,
) -> State:
    """The end of a deal for four: ``hands`` are parted by slashes, in order of play from seat 0."""
    deck = FRENCH.ruleset.deck
    masks = tuple(deck.mask(deck.parse(hand)) for hand in hands.split("/"))
    piles = None if won is None else tuple(deck.mask(deck.parse(won.get(seat, ""))) for seat in range(4))
    declared = (Declaration(taker, "declare.slam", "slam"),) if slam else ()
    begun = Setup(
        seats=("S", "E", "N", "W"), dealer=3, hands=masks, unseen=(0,) * 4, taker=taker, contract="garde",
        leader=leader, won=piles, discard=deck.mask(deck.parse(kept)), declared=declared,
    )  # fmt: skip
    return begun.deal(FRENCH, "play").start


def the_rest(hands: str, kept: str) -> str:
    used = set(hands.replace("/", " ").split()) | set(kept.split())
    return " ".join(card.code for card in FRENCH.ruleset.deck.cards if card.code not in used)


# ------------------------------------------------------------------ any deal


@given(st.integers(0, 10**6), st.sampled_from(["fft-4", "early-17c"]), st.integers(2, 6))
@settings(max_examples=60)
def test_any_deal_can_be_played_to_its_end(seed: int, name: str, players: int) -> None:
    engine = FRENCH if name == "fft-4" else EARLY
    states, _events = random_deal(engine, seed, None if engine is FRENCH else players)
    end = states[-1]
    assert end.phase is Phase.OVER and end.result is not None
    if end.result.void:
        return
    assert sum(mask.bit_count() for mask in (*end.won, *end.side_piles)) == (78 if engine is FRENCH else 12 * players)
    if engine is FRENCH:
        assert sum(end.result.scores) == 0
        assert end.result.roles["taker"] == -3 * (end.result.roles["defender"] or 0)
        outcome = end.result.sheets[0].outcome
        assert outcome.halves % 2 == 0 and 0 <= outcome.halves <= 182


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_cards_are_conserved_at_every_step(seed: int) -> None:
    for state in random_deal(FRENCH, seed)[0]:
        if not state.hands:
            assert len(state.pack) == 78
            continue
        piles = [*state.hands, *state.won, *state.side_piles, state.trick.mask]
        if not state.talon_open and not any(state.side_piles):
            piles.append(state.talon)
        total = 0
        for mask in piles:
            assert not total & mask
            total |= mask
        assert total == state.deck.all


@pytest.mark.parametrize("engine", [FRENCH, EARLY], ids=["fft-4", "early-17c"])
def test_a_state_is_restored_at_every_step_and_goes_on_alike(engine: Engine) -> None:
    for seed in (3, 8):
        states, _events = random_deal(engine, seed)
        for state in states:
            data = json.loads(json.dumps(state_as_data(state)))
            assert engine.restore(data) == state
            readable = write_yaml(data)
            assert engine.restore(read_yaml(readable, name="state").data) == state


def test_the_same_seed_gives_the_same_deal() -> None:
    assert random_deal(FRENCH, 11) == random_deal(FRENCH, 11)
    assert FRENCH.start(seed=1).pack != FRENCH.start(seed=2).pack


@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_a_view_does_not_tell_hidden_cards(seed: int) -> None:
    """Two states that differ only in cards that a seat cannot see look alike to it."""
    for state in random_deal(FRENCH, seed)[0]:
        if not state.hands or state.phase is Phase.OVER:
            continue
        viewer = seed % 4
        a, b = [seat for seat in range(4) if seat != viewer][:2]
        ours, theirs = state.hands[a], state.hands[b]
        if not ours or not theirs:
            continue
        low, high = ours & -ours, theirs & -theirs
        hands = list(state.hands)
        hands[a], hands[b] = (ours ^ low) | high, (theirs ^ high) | low
        swapped = state._replace(hands=tuple(hands))
        assert state.view(viewer) == swapped.view(viewer)
        assert state.view(viewer).hands[viewer] == state.hands[viewer]
        assert sum(state.view(viewer).unseen) == sum(
            mask.bit_count() for i, mask in enumerate(state.hands) if i != viewer
        )


def test_the_pack_to_be_cut_is_hidden_and_not_its_size() -> None:
    state = FRENCH.start(seed=1, dealer=0)
    seen = state.view(3)
    assert seen.pack == () and seen.pack_size == 78
    assert FRENCH.legal(seen).cuts == FRENCH.legal(state).cuts == range(4, 75)
    assert (
        FRENCH.check(seen, Choose(3, "deal.cut", "40")).allowed
        and not FRENCH.check(seen, Choose(3, "deal.cut", "2")).allowed
    )
    assert state.view(0) == FRENCH.start(seed=2, dealer=0).view(0)


def placeless(state: State) -> State:
    """A state without what only a count of all cards can tell."""
    return state._replace(result=None, side_piles=(0, 0))


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("early-17c", ["the order of the pack"]),
        ("blog-4+maldonne-no-trumps", ["the order of the pack"]),
        ("fft-3", ["the order of the pack", "the talon"]),
        ("fft-5", ["the order of the pack", "the talon", "who holds HR"]),
        ("fft-5+call-after-ecart", ["the order of the pack", "the talon", "who holds HR"]),
    ],
)
def test_an_action_on_a_view_brings_what_the_seat_sees_of_it_or_an_error(
    name: str, kinds: list[str], library: Library
) -> None:
    engine = Engine(library.load(name))
    hidden: set[str] = set()
    for seed in range(30):
        state, rng = engine.start(seed=seed), random.Random(seed)
        while state.turn is not None:
            action = engine.legal(state).random(rng)
            following, _events = engine.apply(state, action)
            for seat in range(state.players):
                try:
                    found, _events = engine.apply(state.view(seat), action)
                except RecordError as error:
                    assert error.problems[0].code == "state.hidden"
                    hidden.add(error.problems[0].message.rpartition(": ")[2])
                except IllegalActionError:
                    assert seat != state.turn and state.phase in (Phase.CLAIM, Phase.DISCARD)
                else:
                    assert placeless(found.view(seat)) == placeless(following.view(seat))
            state = following
    assert hidden >= {*kinds}


@pytest.mark.parametrize("engine", [FRENCH, EARLY], ids=["fft-4", "early-17c"])
def test_every_finding_of_every_event_can_be_said(engine: Engine) -> None:
    """The events of the cut and of the deal as well: each says what the rule found."""
    for seed in range(4):
        states, printed = random_deal(engine, seed)
        sentences = {
            event.kind: str(engine.because(finding, states[-1].name)) for event in printed for finding in event.findings
        }
        assert all(text[0].isupper() and text.endswith(".") for text in sentences.values())
        assert "dealt" in sentences and ("cut" in sentences) == (engine is FRENCH)
    if engine is FRENCH:
        assert "each must have at least 4" in sentences["cut"] and "3 at a time" in sentences["dealt"]


def test_a_debt_that_an_unknown_partner_pays_leaves_the_debtor_no_choice() -> None:
    """The Excuse of a defender is paid for from the pile of his side; who that is, is not known before the called card falls."""
    ruleset = Library().load("fft-5")
    keep = ruleset.rules["play.excuse_kept"]
    chosen = replace(keep, params=keep.params.model_copy(update={"choose": True}))
    engine = Engine(replace(ruleset, rules={**ruleset.rules, keep.id: chosen}))
    deck, king = ruleset.deck, ruleset.deck.card("HR")
    low = deck.mask(deck.parse("S2 S3"))
    state = engine.start(seed=1, dealer=4, seats=engine.seats(5))._replace(
        hands=(king.bit, 0, 0, 0, 0), unseen=(0, 1, 1, 1, 1), won=(0, 0, 0, low, deck.excuse), phase=Phase.PLAY,
        turn=0, trick=Trick(0), debts=(Debt(4, 2, keep.id, 1),), pack=(),
        auction=Auction(contract="garde", taker=1, called=king, partner=0),
    )  # fmt: skip
    paid = pay_debts(engine.index, state)[0]
    assert paid.phase is Phase.PLAY and paid.won[2] == deck.card("S2").bit, "the lowest card is taken"
    known = state._replace(auction=state.auction._replace(known=True))
    waiting = pay_debts(engine.index, known)[0]
    assert waiting.phase is Phase.PAY and engine.legal(waiting).picks[0].cards == low
    assert engine.legal(waiting.view(4)).picks[0].cards == low


@given(st.integers(0, 10**6))
@settings(max_examples=30)
def test_check_and_legal_agree_and_narrowing_never_enlarges(seed: int) -> None:
    for state in random_deal(FRENCH, seed)[0]:
        if state.phase is not Phase.PLAY or state.turn is None:
            continue
        legal = FRENCH.legal(state).cards
        assert legal and not legal & ~state.hands[state.turn]
        for card in state.hand(state.turn):
            verdict = FRENCH.check(state, Play(state.turn, card))
            assert verdict.allowed == bool(card.bit & legal)
            assert verdict.allowed or (verdict.decisive and verdict.decisive.effect is Effect.REFUSES)


# ------------------------------------------------------------------ dealing and bidding


def test_the_cut_leaves_enough_cards_in_both_parts() -> None:
    state = FRENCH.start(seed=1, dealer=0)
    assert state.turn == 3  # the dealer's left, the last in order of play
    for at, fine in ((3, False), (4, True), (74, True), (75, False)):
        assert FRENCH.check(state, Choose(3, "deal.cut", str(at))).allowed is fine


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ((0, 3, 6, 9, 12, 15), "first card"),
        ((3, 6, 9, 12, 15, 24), "last card"),
        ((3, 3, 6, 9, 12, 15), "Two cards in a row"),
        ((3, 6, 9), "not 3 of them"),
    ],
)
def test_talon_cards_may_not_come_from_everywhere(after: tuple[int, ...], words: str) -> None:
    state, _events = FRENCH.apply(FRENCH.start(seed=1), Choose(3, "deal.cut", "40"))
    verdict = FRENCH.check(state, Choose.of_numbers(0, "deal.packets", after))
    assert not verdict.allowed
    assert words in str(FRENCH.reason(verdict, state.name))


def after_deal(seed: int = 1) -> State:
    state, _events = FRENCH.apply(FRENCH.start(seed=seed), Choose(3, "deal.cut", "40"))
    return FRENCH.apply(state, Choose(0, "deal.packets", "3 6 9 12 15 18"))[0]


def test_each_bid_is_higher_and_the_highest_wins() -> None:
    state = after_deal()
    assert state.phase is Phase.BID and state.turn == 1
    state = FRENCH.apply(state, Bid(1, "garde"))[0]
    verdict = FRENCH.check(state, Bid(2, "prise"))
    assert [finding.rule for finding in verdict.findings] == ["bid.higher"]
    assert not FRENCH.check(state, Bid(2, "gardee")).allowed
    assert not FRENCH.check(state, Bid(3, "garde_sans")).allowed  # not his turn
    state = FRENCH.apply(state, Bid(2, "garde_sans"))[0]
    for seat in (3, 0):
        state = FRENCH.apply(state, Bid(seat, "pass"))[0]
    assert state.auction.taker == 2 and state.auction.contract == "garde_sans"
    assert state.phase is not Phase.DISCARD and state.side_piles[0].bit_count() == 6
    assert not state.view(2).side_piles[0], "nobody sees the talon, the taker neither"


def test_all_pass_voids_the_deal() -> None:
    state = after_deal()
    for seat in (1, 2, 3, 0):
        state, printed = FRENCH.apply(state, Bid(seat, "pass"))
    assert state.result and state.result.void == "bid.all_pass"
    assert printed[-1].kind == "all_passed"
    assert FRENCH.scorer.next_dealer(state) == 1


def test_the_discard_is_checked_card_by_card() -> None:
    state = after_deal()
    for seat, bid in ((1, "garde"), (2, "pass"), (3, "pass"), (0, "pass")):
        state = FRENCH.apply(state, Bid(seat, bid))[0]
    choice = FRENCH.legal(state).of_hand
    assert choice and choice.most == 6
    assert not choice.cards & (state.deck.marks["king"] | state.deck.trumps | state.deck.excuse)
    cards = state.deck.set(sum(card.bit for card in list(state.deck.set(choice.cards))[:6]))
    state, _events = FRENCH.apply(state, Choose(1, DISCARD, cards=cards))
    assert state.hands[1].bit_count() == 18 and state.side_piles == (cards.mask, 0)
    assert state.view(2).discard == 0 and state.view(1).discard == cards.mask


def test_the_announcer_of_a_slam_leads() -> None:
    state = after_deal()
    for seat, bid in ((1, "garde_sans"), (2, "pass"), (3, "garde_contre"), (0, "pass")):
        state = FRENCH.apply(state, Bid(seat, bid))[0]
    assert state.phase is Phase.DECLARE and state.turn == 3
    state = FRENCH.apply(state, Choose(3, "declare.slam", "slam"))[0]
    assert state.phase is Phase.PLAY and state.turn == 3


def test_an_illegal_play_is_refused_in_words_unless_it_may_stand() -> None:
    state = position("HR H3 T5/S2 S3 S4/D2 D3 D4/H2 H5 C4", leader=3)
    state = FRENCH.apply(state, Play(3, state.deck.card("H2")))[0]
    revoke = Play(0, state.deck.card("T5"))
    with pytest.raises(
        IllegalActionError, match=r"South may not play the 5 of trumps\. The suit led is hearts"
    ) as caught:
        FRENCH.apply(state, revoke)
    (problem,) = caught.value.problems
    verdict = FRENCH.check(state, revoke)
    assert (problem.code, problem.hint) == ("play.illegal", "`legal` says what is allowed")
    assert problem.message == str(FRENCH.reason(verdict, state.name))
    after, printed = FRENCH.apply(state, revoke, irregular=True)
    assert printed[0] == RuleBroken(0, revoke, findings=verdict.findings)
    assert printed[0].rules == ("play.follow_suit",)
    assert after.turn == 1
    with pytest.raises(IllegalActionError, match="does not hold"):
        FRENCH.apply(state, Play(0, state.deck.card("T6")), irregular=True)


# ------------------------------------------------------------------ the Excuse


def kinds(printed: list[Event]) -> list[str]:
    return [event.kind for event in printed if event.kind.startswith(("excuse", "petit", "paid", "debt"))]


def test_an_excuse_that_is_never_paid_for_counts_four() -> None:
    """The taker wins every trick; the defenders keep the Excuse, and it counts 4."""
    hands = "T21 SR/EX S3/H3 S4/H4 S5"
    kept = "D1 D2 D3 D4 D5 D6"
    state = position(hands, won={0: the_rest(hands, kept)}, kept=kept)
    state, printed = played_out(FRENCH, state, "T21 EX H3 H4 SR S3 S4 S5")
    assert "debt_unpaid" in kinds(printed)
    assert state.result is not None
    outcome = state.result.sheets[0].outcome
    assert outcome.halves == 2 * (91 - 4) and outcome.fact(HonoursFact) == HonoursFact(2)
    assert outcome.facts["score.slam"] == SlamFact(("made",))


def test_it_wins_the_last_trick_of_a_slam_and_the_petit_counts_before_it() -> None:
    hands = "T1 EX/H10 S3/H3 S4/H4 S5"
    kept = "D1 D2 D3 D4 D5 D6"
    state = position(hands, won={0: the_rest(hands, kept)}, kept=kept, slam=True)
    state, printed = played_out(FRENCH, state, "T1 S3 S4 S5 EX H10 H3 H4")
    assert [event.rules for event in printed if event.kind == "trick_won"][-1] == ("play.excuse_slam",)
    assert state.result is not None
    outcome = state.result.sheets[0].outcome
    assert outcome.halves == 182
    assert facts_by_rule(FRENCH.index, outcome) == {"score.last_trick_bonus": "taker", "score.slam": "announced-made"}
    assert state.result.roles["defender"] == -((25 + 55 + 10) * 2 + 400)


def test_led_it_leaves_the_suit_to_the_next_card() -> None:
    state = position("EX S2/D5 C3/D8 T10/D2 S9")
    state, _events = played_out(FRENCH, state, "EX D5")
    assert {card.code for card in state.deck.set(FRENCH.legal(state).cards)} == {"D8"}


# ------------------------------------------------------------------ handfuls


def test_a_handful_shows_exactly_so_many_and_the_excuse_says_there_is_no_more() -> None:
    deck = FRENCH.ruleset.deck
    hand = "T2 T5 T6 T9 T11 T13 T16 T17 T18 T20 EX S2 S7 SV H4 H9 D10 DC"
    masks = (deck.mask(deck.parse(hand)), 0, 0, 0)
    begun = Setup(("S", "E", "N", "W"), 3, masks, (0, 18, 18, 18), taker=2, contract="garde", leader=0)
    state = begun.deal(FRENCH, "play").start

    def verdict(cards: str, level: str = "single") -> bool:
        return FRENCH.check(state, Choose(0, "declare.handful", level, deck.set(deck.mask(deck.parse(cards))))).allowed

    assert verdict("T2 T5 T6 T9 T11 T13 T16 T17 T18 T20")
    assert not verdict("T2 T5 T6 T9 T11 T13 T16 T17 T18 EX"), "a trump is kept back"
    assert not verdict("T2 T5 T6 T9 T11 T13 T16 T17 T18"), "too few"
    assert not verdict("T2 T5 T6 T9 T11 T13 T16 T17 T18 S2"), "no trump"
    assert not verdict("T2 T5 T6 T9 T11 T13 T16 T17 T18 T20", "double")
    shown = FRENCH.legal(state).declarations[0]
    state, _told2 = FRENCH.apply(state, shown)
    assert not FRENCH.check(state, shown).allowed, "once is enough"


# ------------------------------------------------------------------ three and five players


@pytest.mark.parametrize(("name", "players"), [("fft-3", 3), ("fft-5", 5)])
def test_deals_for_three_and_five_sum_to_zero_and_are_restored(name: str, players: int) -> None:
    engine = Engine(LIBRARY.load(name))
    odd = 0
    for seed in range(25):
        states, _events = random_deal(engine, seed, players)
        end = states[-1]
        for state in states[:: max(1, len(states) // 6)]:
            assert engine.restore(json.loads(json.dumps(state_as_data(state)))) == state
        if end.result and not end.result.void:
            assert sum(end.result.scores) == 0
            outcome = end.result.sheets[0].outcome
            odd += outcome.halves % 2
            assert outcome.points is not None and outcome.points.denominator == 1
    assert odd, "half-points do arise"


def called(card: str, seed: int = 99) -> State:
    """A deal for five in which seat 3 has taken and called a card."""
    state = FIVE.start(seed=seed, dealer=4)
    state = FIVE.apply(state, Choose(3, "deal.cut", "39"))[0]
    state = FIVE.apply(state, Choose(4, "deal.packets", "3 9 17"))[0]
    for seat, bid in ((0, "pass"), (1, "pass"), (2, "pass"), (3, "garde"), (4, "pass")):
        state = FIVE.apply(state, Bid(seat, bid))[0]
    assert state.phase is Phase.CALL and state.turn == 3
    return FIVE.apply(state, with_card(FIVE, state, state.deck.card(card)))[0]


FIVE = Engine(LIBRARY.load("fft-5"))


def test_only_a_king_may_be_called_as_long_as_one_is_out() -> None:
    state = called("SR")
    before = FIVE.start(seed=99, dealer=4)
    for action in (
        Choose(3, "deal.cut", "39"),
        Choose(4, "deal.packets", "3 9 17"),
        *(Bid(seat, "garde" if seat == 3 else "pass") for seat in range(5)),
    ):
        before = FIVE.apply(before, action)[0]
    verdict = FIVE.check(before, with_card(FIVE, before, state.deck.card("SD")))
    assert not verdict.allowed and verdict.alternatives == ("SR", "HR", "DR", "CR")
    assert "may call a king here" in str(FIVE.because(verdict.findings[0], before.name))


def test_the_partner_is_secret_until_the_card_is_played() -> None:
    state = called("SR")
    holder = next(seat for seat in range(5) if state.hands[seat] & state.deck.card("SR").bit)
    assert state.auction.partner == holder != 3
    assert state.side(3) == (3, holder)
    for seat in range(5):
        assert state.view(seat).auction.partner == (holder if seat == holder else None)
    rng = random.Random(4)
    while not state.auction.known:
        state, printed = FIVE.apply(state, FIVE.legal(state).random(rng))
    assert "partner_known" in [event.kind for event in printed]
    assert all(state.view(seat).auction.partner == holder for seat in range(5))


def test_a_king_of_ones_own_leaves_the_taker_alone() -> None:
    state = called("SR")
    own = next(card for card in state.hand(3) if card.bit & state.deck.marks["king"])
    alone = called(own.code)
    assert alone.auction.partner is None and alone.side(3) == (3,)
    assert len(alone.side(0)) == 4


# ------------------------------------------------------------------ the twelve-card game


def test_there_is_no_duty_to_go_over() -> None:
    deck = EARLY.ruleset.deck
    hands = tuple(deck.mask(deck.parse(hand)) for hand in ("H10 S2", "T7 D3", "T18 T4"))
    begun = Setup(("S", "W", "E"), 2, hands, (0, 0, 0), leader=0)
    state = begun.deal(EARLY, "play").start
    state, _events = played_out(EARLY, state, "H10 T7")
    assert {card.code for card in deck.set(EARLY.legal(state).cards)} == {"T18", "T4"}


def test_the_owner_of_the_fool_chooses_what_to_give() -> None:
    deck = EARLY.ruleset.deck
    hands = tuple(deck.mask(deck.parse(hand)) for hand in ("HR S2", "EX D3", "H4 T4"))
    won = (0, deck.mask(deck.parse("D1 DR C2 C3 C4 C5")), 0)
    begun = Setup(("S", "W", "E"), 2, hands, (0, 0, 0), leader=0, won=won)
    state = begun.deal(EARLY, "play").start
    state, printed = played_out(EARLY, state, "HR EX H4")
    assert state.phase is Phase.PAY and state.turn == 1
    assert EARLY.legal(state).ways() == 6
    state, printed = EARLY.apply(state, next(iter(EARLY.legal(state))))
    assert kinds(printed) == ["paid_at_once"] and state.phase is Phase.PLAY


def test_a_match_goes_to_fifty_and_on_after_a_tie() -> None:
    def winners(*totals: int) -> tuple[int, ...]:
        return EARLY.scorer.match_winners([Fraction(total) for total in totals], 1)

    assert winners(49, 20) == ()
    assert winners(50, 20) == (0,)
    assert winners(51, 60) == (1,)
    assert winners(60, 60) == ()
    assert FRENCH.scorer.match_winners([Fraction(1000), Fraction(0)], 9) == ()


def test_a_claim_that_no_rule_knows_and_one_that_is_wrong() -> None:
    engine = Engine(LIBRARY.load("blog-3"))
    state, printed = engine.start(seed=3, seats=engine.seats(3)), None
    while state.phase is not Phase.CLAIM:
        state, printed = engine.apply(state, next(iter(engine.legal(state))))
    assert state.turn is not None
    verdict = engine.check(state, Choose(state.turn, "void.unheard_of", "void"))
    assert verdict.allowed is False and printed is not None
    (finding,) = verdict.findings
    assert (finding.rule, finding.effect, finding.decisive) == ("table.step", Effect.REFUSES, True)
    assert finding.facts == {"seat": state.turn, "step": "claim"}
    verdict = engine.check(state, Choose(state.turn, "void.petit_sec", "void"))
    (finding,) = verdict.findings
    assert verdict.allowed is False and (finding.effect, finding.decisive) == (Effect.REFUSES, True)
    assert [str(text) for text in engine.reason(verdict, state.name).sentences] == [
        "East may not declare the deal void.",
        "East does not hold the 1 of trumps alone, and cannot declare the deal void for it.",
    ]


def test_the_next_dealer_is_told_whether_the_deal_was_void() -> None:
    class Again:
        def next_dealer(self, dealer: int, players: int, void: bool) -> int:
            assert isinstance(void, bool)
            return dealer if void else (dealer + 1) % players

    engine = Engine(LIBRARY.load("fft-4"))
    engine.scorer.passes = Again()  # type: ignore[assignment]
    state = FRENCH.start(seed=3, dealer=3)
    assert engine.scorer.next_dealer(state) == 0
    assert engine.scorer.next_dealer(state._replace(result=Result(void="bid.all_pass"))) == 3
    engine.scorer.passes = None
    assert engine.scorer.next_dealer(state) == 3


@pytest.mark.parametrize(("contract", "kept"), [("garde_sans", (6, 0)), ("garde_contre", (0, 6)), ("garde", (0, 0))])
def test_a_talon_that_nobody_sees_is_laid_aside_for_a_side(contract: str, kept: tuple[int, int]) -> None:
    deck = FRENCH.ruleset.deck
    hands = tuple(deck.mask(deck.cards[seat * 18 : seat * 18 + 18]) for seat in range(4))
    talon = deck.mask(deck.cards[72:])
    setup = Setup(FRENCH.seats(), 3, hands, (0,) * 4, talon, taker=1, contract=contract, leader=0)
    state = setup.deal(FRENCH, "play").start
    assert tuple(pile.bit_count() for pile in state.side_piles) == kept
    assert all(pile in (0, talon) for pile in state.side_piles)


@pytest.mark.parametrize(
    ("missed", "winners", "side", "number", "won"),
    [
        (0, None, (0, 2), 0, True),
        (2, None, (0, 2), 0, False),
        (2, (0, 2), (0, 2), 0, True),
        (2, (0, 1), (0, 2), 0, False),
        (0, None, (0, 2), 1, True),
        (0, None, (1, 3), 1, False),
    ],
)
def test_whether_a_side_has_won_every_trick_before(
    missed: int, winners: tuple[int, ...] | None, side: tuple[int, ...], number: int, won: bool
) -> None:
    taken = Taken(Trick(0), 2, "")
    state = FRENCH.start(seed=3)._replace(unrecorded_tricks=missed, unrecorded_winners=winners, tricks=(taken,))
    assert won_all_before(state, side, number) is won


def test_a_card_never_paid_for_is_surrendered_itself(made_up: Library) -> None:
    """A Petit that is kept, and for which no card is ever given, goes over; the Excuse stays where it is."""
    engine = Engine(made_up.load("surrendered-petit"))
    deck = engine.ruleset.deck
    petit, rest = deck.card("T1").bit, deck.all & ~deck.card("T1").bit
    state = engine.start(seed=1, dealer=3)._replace(
        pack=(), hands=(0,) * 4, unseen=(0,) * 4, won=(petit, rest, 0, 0), phase=Phase.OVER, turn=None,
        auction=Auction(contract="garde", taker=0), debts=(Debt(0, 2, "play.petit_kept", 3),),
    )  # fmt: skip
    over, printed = engine.scorer.finish(state)
    assert over.won == (0, rest, petit, 0)
    assert over.result is not None and over.result.sheets[0].outcome.halves == 0
    (finding,) = printed[0].findings
    words = "won no card to give for the 1 of trumps, and surrenders it to"
    assert words in str(engine.because(finding, over.name))


def test_talon_cards_come_from_the_middle_packets(french: Engine) -> None:
    """French tarot is dealt in 24 packets of three, the talon's cards each after some packet but never first or last."""
    rule = the(french, DealInPackets)
    state = french.start(seed=1)
    assert (rule.packets, rule.talon) == (24, 6)
    choice = rule.choice(state)
    assert (min(choice.places), max(choice.places)) == (1, 23)

    def fault(*after: int) -> str:
        (finding,) = rule.check_deal(state, after)
        return str(finding.facts["fault"])

    assert fault(1, 2, 3, 4, 5, 23) == fault(23, 5, 4, 3, 2, 1) == ""
    assert fault(1, 2, 3, 4, 5, 25) == fault(-1, 2, 3, 4, 5, 6) == fault(1, 2, 3, 4, 5) == "number"
    assert (fault(0, 2, 3, 4, 5, 6), fault(1, 2, 3, 4, 5, 24)) == ("first", "last")


def test_the_deal_names_the_rule_by_which_cards_are_dealt(french: Engine) -> None:
    state = french.start(seed=1)
    state, _events = french.apply(state, Choose(3, "deal.cut", "30"))
    state, printed = french.apply(state, Choose(0, "deal.packets", "1 2 3 4 5 6"))
    (dealt,) = (event for event in printed if event.kind == "dealt")
    assert [finding.rule for finding in dealt.findings] == ["deal.packets"] and dealt.facts == {"first": 1}


def test_a_number_of_players_that_a_game_is_not_for_is_refused(french: Engine) -> None:
    with pytest.raises(LoadError) as caught:
        french.seats(7)
    assert caught.value.problems[0].hint == "it is for 4"
