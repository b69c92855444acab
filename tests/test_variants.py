"""Every ruleset and every house rule, played and scored: what all of them must hold, and what is special about each."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from pathlib import Path

import pytest

from tarot_teach.engine import Engine, Setup
from tarot_teach.errors import IllegalActionError, LoadError
from tarot_teach.table import NOTHING, VOID, Bid, Choose, Outcome, Phase, State
from tests.helpers import LIBRARY, fitting, honours, with_card


def engine_of(name: str) -> Engine:
    return Engine(LIBRARY.load(name))


@pytest.mark.parametrize("option", LIBRARY.ids("option"))
def test_every_option_fits_something_and_has_an_example(option: str) -> None:
    assert fitting(option)
    assert LIBRARY.examples_with(option)


def dealt(engine: Engine, seed: int, dealer: int = 3) -> State:
    state = engine.start(seed=seed, dealer=dealer)
    state, _events = engine.apply(state, Choose(state.turn or 0, "deal.cut", "39"))
    places = engine.legal(state).deals
    assert places is not None
    after = tuple(list(places.places)[: places.size])
    return engine.apply(state, Choose.of_numbers(dealer, "deal.packets", after))[0]


def bids(engine: Engine, state: State, calls: str) -> State:
    while state.phase is Phase.CLAIM:
        state, _events = engine.apply(state, Choose(state.turn or 0, NOTHING))
    for call in calls.split():
        state, _events = engine.apply(state, Bid(state.turn or 0, call))
    return state


def test_the_first_packet_goes_to_the_left_in_the_older_article() -> None:
    old, new = engine_of("enc2011-4"), engine_of("enc2020-4")
    for engine, first in ((old, 2), (new, 0)):
        state = engine.start(seed=5, dealer=3)
        state, _events = engine.apply(state, Choose(2, "deal.cut", "39"))
        top = state.pack[0]
        state, _events = engine.apply(state, Choose(3, "deal.packets", "1 2 3 4 5 6"))
        assert state.hands[first] & top.bit


class TestVoidHands:
    def test_every_seat_is_asked_so_that_no_answer_tells_anything(self) -> None:
        engine = engine_of("fft-4+maldonne-no-trumps")
        state = dealt(engine, 1)
        for seat in range(4):
            assert state.phase is Phase.CLAIM and state.turn == seat
            assert engine.legal(state).declarations == (Choose(seat, NOTHING),)
            state, _events = engine.apply(state, Choose(seat, NOTHING))
        assert state.phase is Phase.BID

    def test_a_claim_without_such_a_hand_is_refused_with_the_reason(self) -> None:
        engine = engine_of("fft-4+maldonne-weak-hand=6")
        state = dealt(engine, 1)
        verdict = engine.check(state, Choose(0, "void.weak_hand", VOID))
        assert not verdict.allowed
        (words,) = [engine.because(finding, state.name) for finding in verdict.findings]
        assert "too many to declare the deal void" in str(words)
        with pytest.raises(IllegalActionError):
            engine.apply(state, Choose(0, "void.weak_hand", VOID))

    def test_a_weak_hand_may_be_declared_void(self) -> None:
        engine = engine_of("fft-4+maldonne-weak-hand")
        deck = engine.ruleset.deck
        weak = deck.mask(card for card in deck.cards if not card.is_trump and not card.is_excuse and card.halves == 1)
        hand = deck.mask(list(deck.set(weak))[:18])
        others = list(deck.set(deck.all & ~hand))
        hands = (hand, *(deck.mask(others[18 * n : 18 * n + 18]) for n in range(3)))
        state = Setup(engine.seats(), 3, hands, (0,) * 4, deck.mask(others[54:])).deal(engine, "bid").start
        assert state.phase is Phase.CLAIM
        assert VOID in {offer.option for offer in engine.legal(state).declarations}

    def test_the_lone_petit_must_be_declared_or_may(self) -> None:
        must, may = engine_of("fft-4"), engine_of("blog-4")
        for engine, step in ((must, Phase.OVER), (may, Phase.CLAIM)):
            state = engine.start(seed=448, dealer=3)
            state, _events = engine.apply(state, Choose(2, "deal.cut", "39"))
            places = list(range(1, 24))
            after = tuple(places[i * 23 // 6] for i in range(6)) if engine is must else (1, 4, 8, 12, 16, 20)
            state, _events = engine.apply(state, Choose.of_numbers(3, "deal.packets", after))
            alone = [hand & state.deck.trumps == state.deck.card("T1").bit for hand in state.hands]
            if any(alone):
                assert state.phase is step


class TestCalling:
    def called(self, engine: Engine, seed: int) -> State:
        state = dealt(engine, seed, 4)
        return bids(engine, state, "garde_sans pass pass pass pass")

    def test_the_blog_calls_after_the_talon_and_never_itself(self) -> None:
        engine = engine_of("blog-5")
        state = self.called(engine, 3)
        assert state.phase is Phase.CALL and state.turn == 0
        own = next(card for card in state.hand(0))
        assert not engine.legal(state).picks[0].cards & state.hands[0]
        assert not engine.check(state, with_card(engine, state, own)).allowed

    def test_where_nobody_has_the_card_another_is_called(self) -> None:
        engine = engine_of("blog-5")
        for seed in range(60):
            state = self.called(engine, seed)
            king = next((card for card in state.deck.set(state.talon) if state.deck.marks["king"] & card.bit), None)
            if king is None or state.phase is not Phase.CALL:
                continue
            state, printed = engine.apply(state, with_card(engine, state, king))
            assert [event.kind for event in printed] == ["called", "nobody_has"]
            assert state.phase is Phase.CALL and state.auction.missed == (king,) and state.auction.called is None
            assert all(
                state.deck.marks["queen"] & card.bit for card in state.deck.set(engine.legal(state).picks[0].cards)
            )
            return
        raise AssertionError("no seed with a king in the talon")

    def test_the_encyclopedia_knows_no_call_of_a_jack(self) -> None:
        assert "jack" not in engine_of("enc2011-5").ruleset.rule("call.king").params.model_dump()["ranks"]
        with pytest.raises(LoadError, match=r"it is a rule of the game for five"):
            LIBRARY.load("fft-4+call-after-ecart")


class TestScores:
    def test_misere_is_refused_where_it_would_not_sum_to_zero(self) -> None:
        for id in ("fft-3", "fft-5"):
            with pytest.raises(LoadError, match="sums to zero with four players only"):
                LIBRARY.load(f"{id}+misere")


class TestOptionsThatDoNotGoTogether:
    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("fft-4+garde-lowest+old-bids", "no garde that could be the lowest bid"),
            ("fft-4+pousse+old-bids", "have a pousse already"),
            ("fft-4+garde-lowest+pousse", "between prise and garde"),
            ("enc2011-4+handfuls-20-40-60", "would change nothing"),
            ("blog-5+call-after-ecart", "would change nothing"),
            ("early-17c+petit-chelem", "no rule"),
            ("fft-4+every-card-a-point", "no rule"),
            ("fft-4+rounded-scores=0", "10000|greater than 0|more than 0"),
            ("fft-4+misere=3", "has nothing to set"),
        ],
    )
    def test_refused_with_the_reason(self, name: str, reason: str) -> None:
        with pytest.raises(LoadError, match=reason):
            LIBRARY.load(name)


class TestChips:
    def settle(
        self, holdings: list[int], halves: int, taker: int = 0, name: str = "fft-4+playing-for-chips"
    ) -> list[int]:
        scorer = engine_of(name).scorer
        outcome = Outcome(contract="garde_sans", facts=honours(2), halves=halves, taker=taker)
        result, _events = scorer.result([outcome], len(holdings), holdings)
        assert sum(result.scores) == 0
        assert all(chips + score >= 0 for chips, score in zip(holdings, result.scores, strict=True))
        return [int(score) for score in result.scores]

    @pytest.mark.parametrize(
        ("holdings", "won", "lost"),
        [
            ([20, 20, 20, 20], [12, -4, -4, -4], [-12, 4, 4, 4]),
            ([20, 1, 20, 20], [9, -1, -4, -4], [-9, 1, 4, 4]),
            ([7, 20, 20, 20], [6, -2, -2, -2], [-7, 3, 2, 2]),
            ([7, 1, 20, 20], [5, -1, -2, -2], [-7, 1, 3, 3]),
            ([2, 20, 20, 20], [0, 0, 0, 0], [-2, 1, 1, 0]),
            ([0, 20, 20, 20], [0, 0, 0, 0], [0, 0, 0, 0]),
        ],
    )
    def test_nobody_loses_more_than_he_has(self, holdings: list[int], won: list[int], lost: list[int]) -> None:
        assert self.settle(holdings, 100) == won
        assert self.settle(holdings, 60) == lost

    @pytest.mark.parametrize("won", [True, False])
    @pytest.mark.parametrize("name", ["fft-3+playing-for-chips", "fft-3+playing-on-for-chips"])
    def test_stakes_chip_by_chip(self, name: str, won: bool) -> None:
        """Every distribution of a few chips, held against stacks that are put on the table chip by chip."""
        for holdings in itertools.product(range(7), range(6), range(6)):
            stake = 8 if "playing-on" in name and 0 in holdings else 4
            left, stacks = holdings[0], [0, 0]
            fair = holdings[0] // 2 if holdings[0] < sum(min(stake, chips) for chips in holdings[1:]) and won else stake
            for _chip in range(stake):  # the taker lays a chip against each defender in turn, as long as there is one
                for i, chips in enumerate(holdings[1:]):
                    if left and stacks[i] < min(chips, stake, fair):
                        left, stacks[i] = left - 1, stacks[i] + 1
            sign = 1 if won else -1
            assert self.settle(list(holdings), 100 if won else 60, name=name) == [
                sign * sum(stacks),
                *(-sign * stack for stack in stacks),
            ], holdings

    def test_the_player_who_is_short_is_named(self) -> None:
        def printed(holdings: list[int], halves: int) -> str:
            engine = engine_of("fft-4+playing-on-for-chips")
            outcome = Outcome(contract="garde_sans", facts=honours(2), halves=halves, taker=0)
            result, _events = engine.scorer.result([outcome], 4, holdings)
            return " ".join(str(engine.because(finding, lambda seat: "SENW"[seat])) for finding in result.limits)

        assert printed([20, 20, 20, 20], 100) == ""
        assert printed([20, 1, 20, 20], 100) == "E had only 1 chip, and could neither lose nor win more."
        assert (
            printed([7, 20, 20, 20], 100)
            == "S had only 7 chips against all, and wins only an equal stack from each: 2."
        )
        assert printed([7, 20, 20, 20], 60) == "S had only 7 chips against all, and loses no more."
        raised = "Somebody has no chips left: the stake is raised to 8 chips."
        assert printed([30, 0, 30, 30], 60) == f"{raised} E had no chips, and could neither lose nor win any."
        assert printed([0, 30, 30, 30], 100) == f"{raised} S had no chips, and can win none."
        assert printed([0, 30, 30, 30], 60) == f"{raised} S had no chips, and can lose none."

    def test_the_two_ways_differ_in_what_happens_to_who_has_none(self) -> None:
        ends, goes_on = (LIBRARY.load(f"fft-4+{id}") for id in ("playing-for-chips", "playing-on-for-chips"))
        differing = {id for id, rule in ends.rules.items() if rule.params != goes_on.rule(id).params}
        assert list(ends.rules) == list(goes_on.rules) and differing == {"score.settlement", "match.totals"}
        said = {id for id, rule in ends.rules.items() if rule.text != goes_on.rule(id).text}
        assert said == {"match.totals"}

    def test_three_players_and_a_stake_of_eight(self) -> None:
        assert self.settle([20, 20, 20], 100, name="fft-3+playing-for-chips") == [8, -4, -4]
        assert (
            LIBRARY.load("fft-4+playing-for-chips=8").rule("score.base").params.model_dump()["amounts"]["garde_contre"]
            == 8
        )

    def test_stakes_are_doubled_when_somebody_has_none(self) -> None:
        name = "fft-4+playing-on-for-chips"
        assert self.settle([20, 20, 20, 20], 100, name=name) == [12, -4, -4, -4]
        assert self.settle([30, 30, 20, 0], 100, name=name) == [16, -8, -8, 0]

    def test_half_a_chip_cannot_be_staked(self, tmp_path: Path) -> None:
        settles = engine_of("fft-4+playing-for-chips").scorer.settles
        assert settles
        with pytest.raises(LoadError, match="a stake of 5/2 chips cannot be put on"):
            settles.settle(Outcome(taker=0), Fraction(5, 2), 4, (20, 20, 20, 20))
        path = tmp_path / "mine.yaml"
        path.write_text(
            "format: 1\nid: mine\ntitle: Mine\nextends: fft-3\nbecause: ours\ndrops: {count.half_points: ours}\n"
            "changes:\n  score.settlement: {mechanism: stakes_on_table, params: {raised: 1}, because: ours}\n"
        )
        with pytest.raises(LoadError, match=r"score\.margin counts half points with 3 players") as caught:
            LIBRARY.load(str(path))
        (problem,) = caught.value.problems
        assert problem.place and problem.place.line == 8 and problem.hint

    def test_the_game_is_over_when_somebody_is_out(self) -> None:
        over = engine_of("fft-4+playing-for-chips").scorer
        assert over.match_winners([Fraction(n) for n in (20, 0, 30, 30)], 5) == (2, 3)
        assert over.match_winners([Fraction(n) for n in (20, 1, 29, 30)], 5) == ()
        assert engine_of("fft-4+playing-on-for-chips").scorer.match_winners([Fraction(0), Fraction(9)], 5) == ()


class TestTheFirstDealer:
    @pytest.mark.parametrize(
        ("cards", "dealer", "again"),
        [
            ("H3 S3 T1 D9", 0, ()),
            ("S3 H3 D3 C3", 3, ()),
            ("T1 T2 SR HR", 3, ()),
            ("EX S1 H1 C1", None, (0,)),
        ],
    )
    def test_the_lowest_deals(self, cards: str, dealer: int | None, again: tuple[int, ...]) -> None:
        scorer = engine_of("fft-4").scorer
        assert scorer.chooses_dealer
        drawn = scorer.chooses_dealer.judge(dict(enumerate(scorer.index.ruleset.deck.parse(cards))))
        assert (drawn.dealer, drawn.redraw) == (dealer, again)
        assert str(scorer.chooses_dealer.because(drawn.finding, str)).endswith(".")

    def test_without_an_order_of_suits_a_tie_is_drawn_again(self) -> None:
        scorer = engine_of("guide-4").scorer
        assert scorer.chooses_dealer
        drawn = scorer.chooses_dealer.judge(dict(enumerate(scorer.index.ruleset.deck.parse("S3 H3 D4 C9"))))
        assert drawn.dealer is None and drawn.redraw == (0, 1)


def test_gathered_cards_are_a_whole_pack() -> None:
    for name in ("fft-4+no-shuffle", "fft-5+no-shuffle"):
        engine, rng = engine_of(name), random.Random(1)
        for seed in range(4):
            state = engine.start(seed=seed, dealer=0)
            while state.phase is not Phase.OVER:
                state, _events = engine.apply(state, engine.legal(state).random(rng))
            assert engine.scorer.stacks_pack
            pack = engine.scorer.stacks_pack.next_pack(state)
            assert sorted(card.code for card in pack) == sorted(card.code for card in state.deck.cards)
            first = [card for card in pack if card.bit & state.side_piles[0]]
            assert first == list(pack[: len(first)])


def test_where_the_dealer_sits_out_his_left_neighbour_cuts() -> None:
    engine = engine_of("fft-4+dealer-sits-out")
    assert engine.start(seed=1, dealer=3).turn == 3
    assert engine.scorer.seats_table and engine.scorer.seats_table.playing(1, 5) == (2, 3, 4, 0)
