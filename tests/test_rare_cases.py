"""Rules in cases that hardly ever come up: slams of the defence, the last cards to lay away, the edges of the pack, reasons that
are seldom given."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import naive.deal
import naive.score
import pytest
from naive.rules import rules_of

from tarot_teach.engine import Engine, Position
from tarot_teach.errors import LoadError, RecordError
from tarot_teach.loading import Library
from tarot_teach.mechanisms.base import digits
from tarot_teach.mechanisms.deal.deal_in_packets import DealInPackets
from tarot_teach.mechanisms.discard.last_resort import LastResort
from tarot_teach.mechanisms.play.excuse_last_trick import ExcuseLastTrick
from tarot_teach.mechanisms.play.excuse_wins_slam import ExcuseWinsSlam
from tarot_teach.mechanisms.play.keep_excuse import KeepExcuse
from tarot_teach.mechanisms.score.amount_by_contract import AmountByContract
from tarot_teach.mechanisms.score.last_trick_bonus import LastTrickBonus
from tarot_teach.mechanisms.score.margin import Margin
from tarot_teach.mechanisms.score.slam_bonus import SlamBonus
from tarot_teach.mechanisms.score.small_slam_bonus import SmallSlamBonus
from tarot_teach.mechanisms.score.taker_and_partner import TakerAndPartner
from tarot_teach.mechanisms.talon.lies_unseen import LiesUnseen
from tarot_teach.records import ExampleFile, Record, Replay, replay
from tarot_teach.table import (
    SLAMS,
    VOID,
    Auction,
    Cut,
    Deal,
    Debt,
    Declaration,
    Event,
    Outcome,
    Play,
    Result,
    Sheet,
    State,
    Step,
    Taken,
    Trick,
)
from tests.helpers import SEATS, said, the


def at_the_end(engine: Engine, codes: str, winners: int, leader: int = 1) -> State:
    """The last trick; one seat has won all before it."""
    deck = engine.ruleset.deck
    hands = tuple(deck.card(code).bit for code in codes.split())
    position = Position(SEATS, 3, hands, (0,) * 4, taker=0, contract="garde", leader=leader)
    state, _told = position.set_up(engine, "play")
    trick = Trick(winners, (deck.cards[0],) * 4, mask=deck.cards[0].bit)
    return state._replace(missed=0, tricks=(Taken(trick, winners, "play.highest_wins"),) * 17)


# ---------------------------------------------------------------- slams


@pytest.mark.parametrize(
    ("winners", "leader", "wins"), [(1, 1, True), (2, 1, True), (0, 1, False), (1, 0, False), (0, 0, True)]
)
def test_the_excuse_makes_a_slam_of_either_side(french: Engine, winners: int, leader: int, wins: bool) -> None:
    """Led to the last trick by a side that has won all before it, be it the taker (South) or the defence."""
    codes = ["S2", "S3", "S4", "S5"]
    codes[leader] = "EX"
    state = at_the_end(french, " ".join(codes), winners, leader=leader)
    for seat in (leader, *((leader + n) % 4 for n in (1, 2, 3))):
        state, _told = french.apply(state, Play(seat, french.ruleset.deck.card(codes[seat])))
    winning = the(french, ExcuseWinsSlam).winning
    assert (winning(state._replace(tricks=state.tricks[:-1]), state.tricks[-1].trick) == 0) == wins
    assert (state.tricks[-1].winner == leader) == wins


@pytest.mark.parametrize(
    ("winners", "announcer", "slam"),
    [
        (0, None, ("made",)), (0, 0, ("announced-made",)), (0, 1, ("made", "defence-announced-failed")),
        (1, None, ("defence",)), (1, 2, ("defence-announced-made",)), (1, 0, ("announced-failed", "defence")),
    ],
)  # fmt: skip
def test_slams_of_either_side(french: Engine, winners: int, announcer: int | None, slam: tuple[str, ...]) -> None:
    state = at_the_end(french, "S2 S3 S4 S5", winners)
    declared = () if announcer is None else (Declaration(announcer, "declare.slam", "slam"),)
    rule = the(french, SlamBonus)
    assert rule.observe(state._replace(declared=declared), Outcome()).slam == slam
    assert rule.observe(state._replace(auction=state.auction._replace(taker=None)), Outcome()).slam == ()
    assert rule.observe(state._replace(tricks=()), Outcome()).slam == ()


def the_last_trick(ruleset: str, contract: str, winner: int, last: str, announcer: int | None = None) -> Result:
    """The result of a deal given by its last trick, where one seat has won all before it; seat 0 is the taker, seat 2
    the partner in games with one, and the talon has low cards. The second implementation has to come to the same."""
    engine = Engine(Library().load(ruleset))
    deck, seats = engine.ruleset.deck, engine.seats()
    plays = [(seats.index(play.split()[0]), deck.card(play.split()[1])) for play in last.split(", ")]
    talon = deck.mask(deck.parse("S1 S2 S3 H1 H2 H3")[: engine.bound.deals.talon_size()])
    kept = (0, talon) if contract == "garde_contre" else (talon, 0)
    rest = list(deck.set(deck.all & ~talon & ~deck.mask(card for _seat, card in plays)))
    tricks = [Trick(winner, tuple(rest[i :: len(rest) // len(seats)])) for i in range(len(rest) // len(seats))]
    hands = tuple(dict(plays)[seat].bit for seat in range(len(seats)))
    position = Position(seats, len(seats) - 1, hands, (0,) * len(seats), taker=0, contract=contract, leader=plays[0][0])
    state, _told = position.set_up(engine, "play")
    declared = () if announcer is None else (Declaration(announcer, "declare.slam", "slam"),)
    state = state._replace(
        auction=Auction(contract=contract, taker=0, partner=2 if engine.bound.calls else None),
        declared=declared,
        kept=kept,
        won=tuple(deck.mask(rest) if seat == winner else 0 for seat in range(len(seats))),
        missed=0,
        tricks=tuple(Taken(trick, winner, "play.highest_wins") for trick in tricks),
    )
    for seat, card in plays:
        state, _told = engine.apply(state, Play(seat, card))
    assert state.result is not None

    def codes(mask: int) -> set[str]:
        return {card.code for card in deck.set(mask)}

    deal = naive.deal.Deal(rules_of(ruleset), [set() for _seat in seats])
    deal.taker, deal.partner, deal.contract = 0, state.auction.partner, contract
    deal.announced = [(done.seat, "slam") for done in declared]
    deal.tricks = [(taken.trick.leader, [card.code for card in taken.trick.cards]) for taken in state.tricks]
    deal.winners = [taken.winner for taken in state.tricks]
    deal.piles, deal.kept = [codes(mask) for mask in state.won], (codes(kept[0]), codes(kept[1]))
    deal.debts = [(debt.owner, debt.creditor) for debt in state.debts]
    assert naive.score.score(deal).seats == state.result.scores
    return state.result


@pytest.mark.parametrize(
    ("ruleset", "contract", "winner", "last", "announcer", "pays"),
    [
        # East's Petit and North's Excuse lie in the last trick: the Excuse wins it, and both tricks are asked.
        ("fft-4", "garde_contre", 1, "E T1, N EX, W C3, S C1", None, 746),
        ("enc2020-4", "garde_contre", 1, "E T1, N EX, W C3, S C1", None, 746),
        ("fft-4+petit-wins-last-trick", "garde_contre", 1, "E T1, N EX, W C3, S C1", None, 686),
        ("enc2011-4", "garde_contre", 1, "E T1, N EX, W C3, S C1", None, 686),
        ("blog-4", "garde_contre", 1, "E T1, N EX, W C3, S C1", None, 746),
        ("guide-4", "garde_contre", 1, "E T1, N EX, W C3, S C1", None, 692),
        ("fft-5", "garde_sans", 0, "A T1, B C2, C EX, D C4, E C5", 0, -760),
        ("enc2020-5", "garde_sans", 0, "A T1, B C2, C EX, D C4, E C5", 0, -760),
        ("enc2011-5", "garde_sans", 0, "A T1, B C2, C EX, D C4, E C5", 0, -720),
        # A slam that is announced and lost, and the slam of the defence, are both paid.
        ("fft-4", "garde_contre", 1, "E T21, N EX, W C3, S C1", 0, 886),
        ("guide-4", "garde_contre", 1, "E T21, N C2, W C3, S C1", 0, 886),
        ("guide-4", "garde_sans", 0, "S T21, E C2, N C3, W C1", 2, -(25 + 55) * 4 - 400),
    ],
)  # fmt: skip
def test_slams_to_the_last_trick(
    ruleset: str, contract: str, winner: int, last: str, announcer: int | None, pays: int
) -> None:
    assert the_last_trick(ruleset, contract, winner, last, announcer).roles["defender"] == pays


@pytest.mark.parametrize(("ruleset", "pays"), [("fft-4", True), ("enc2011-4", False), ("enc2020-4", False)])
def test_a_petit_captured_in_the_trick_before_the_last_of_a_slam(ruleset: str, pays: bool) -> None:
    """The encyclopedia asks for the Petit to win that trick; the federation only for it to be there."""
    engine = Engine(Library().load(ruleset))
    state = at_the_end(engine, "EX S3 S4 S5", 0, leader=0)
    deck = engine.ruleset.deck
    captured = Trick(0, tuple(deck.parse("T20 T1 C1 C2")), mask=deck.mask(deck.parse("T20 T1 C1 C2")))
    last = Trick(0, tuple(deck.parse("EX S3 S4 S5")), mask=deck.mask(deck.parse("EX S3 S4 S5")))
    tricks = (*state.tricks[:-1], Taken(captured, 0, ""), Taken(last, 0, ""))
    found = the(engine, LastTrickBonus).observe(state._replace(tricks=tricks), Outcome())
    assert found.last_trick_bonus == ("taker" if pays else None)


@pytest.mark.parametrize("name", ["fft-3", "fft-4", "fft-5", "enc2011-5", "enc2020-5", "guide-4", "blog-5"])
def test_led_and_played_differ_where_a_partner_leads_to_the_last_trick(name: str) -> None:
    """By whoever leads to it, having won all tricks, and whoever holds the Excuse; the note of every ruleset says so."""
    engine = Engine(Library().load(name))
    deck, seats = engine.ruleset.deck, engine.seats()
    rule = the(engine, ExcuseWinsSlam)
    led, played = (
        ExcuseWinsSlam(rule.rule, rule.params.model_copy(update={"how": how}), deck) for how in ("led", "played")
    )
    low = deck.parse("S2 S3 S4 S5 S6")[: len(seats)]
    auction = Auction(contract="garde", taker=0, partner=2 if engine.bound.calls else None)
    found = set()
    for leader, holder in product(range(len(seats)), repeat=2):
        cards = tuple(deck.card("EX") if seat == holder else low[seat] for seat in range(len(seats)))
        hands = tuple(card.bit for card in cards)
        position = Position(seats, len(seats) - 1, hands, (0,) * len(seats), taker=0, contract="garde", leader=leader)
        state, _told = position.set_up(engine, "play")
        state = state._replace(auction=auction, missed=0, tricks=(Taken(Trick(leader, low), leader, ""),) * 14)
        for seat in (*range(leader, len(seats)), *range(leader)):
            state, _told = engine.apply(state, Play(seat, cards[seat]))
        before, trick = state._replace(tricks=state.tricks[:-1]), state.tricks[-1].trick
        if led.winning(before, trick) != played.winning(before, trick):
            found.add((leader, holder))
    sides = [side for side in (before.side(0), before.side(1)) if len(side) > 1]
    assert found == {(a, b) for side in sides for a, b in product(side, repeat=2) if a != b} != set()
    assert "only where a side of several players has won every trick" in str(engine.ruleset.rule(rule.rule).note)


def test_the_encyclopedia_of_2020_says_how_its_petit_in_the_trick_before_is_read() -> None:
    for name in ("enc2020-3", "enc2020-4", "enc2020-5"):
        rule = Library().load(name).rule("score.last_trick_bonus")
        assert (rule.params.model_dump()["by"], rule.params.model_dump()["slam_shift"]) == ("trick", "card")
        assert "a Petit captured in the trick before brings nothing" in " ".join(str(rule.note).split())


@pytest.mark.parametrize(("lost", "small"), [(18, ()), (16, ("announced-failed", "defence"))])
def test_a_small_slam_announced_and_lost_is_paid_and_so_is_that_of_the_defence(
    lost: int, small: tuple[str, ...]
) -> None:
    engine = Engine(Library().load("fft-4+petit-chelem"))
    state = at_the_end(engine, "S2 S3 S4 S5", 1)
    tricks = tuple(
        taken._replace(winner=0 if i < 18 - lost else 1) for i, taken in enumerate((*state.tricks, state.tricks[0]))
    )
    declared = () if not small else (Declaration(0, "declare.small_slam", "small_slam"),)
    found = the(engine, SmallSlamBonus).observe(state._replace(tricks=tricks, declared=declared), Outcome())
    assert found.small_slam == (small or ("defence",))
    sheet = engine.scorer.sheet(replace(found, contract="prise", target=56, points=Fraction(20), slam=()))
    assert [(line.operation, int(line.amount)) for line in sheet.lines[3:]] == [("+", 150)] * len(found.small_slam)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_share_of_nothing_is_none(players: int) -> None:
    """With four players the partner gets no share; with three, the ruleset is refused."""
    rule = the(Engine(Library().load("fft-5")), TakerAndPartner)
    for alone in (False, True):
        outcome = Outcome(taker=0, partner=None if alone else 2, alone=alone)
        scores, _limits = rule.settle(outcome, Fraction(30), players, None)
        assert sum(scores) == 0
        assert alone or players < 4 or scores[2] == 30 * (players - 4)


def test_what_a_small_slam_is_worth(library: Library) -> None:
    """By who has announced it, on either side; what is to the defence's good is taken off what the taker's side wins."""
    found = the(Engine(library.load("fft-4+petit-chelem")), SmallSlamBonus)
    amounts = {"made": 1, "announced": 2, "failed": 3}
    rule = SmallSlamBonus(found.rule, found.params.model_copy(update={"amounts": amounts}), found.deck)
    won = Outcome(target=41, points=Fraction(50))
    worth = {}
    for slam in SLAMS:
        (line,) = rule.lines(replace(won, small_slam=(slam,)), Sheet(won))
        worth[slam] = f"{line.operation}{next(kind for kind, amount in amounts.items() if amount == line.amount)}"
    assert worth == {
        "made": "+made",
        "announced-made": "+announced",
        "announced-failed": "-failed",
        "defence": "-made",
        "defence-announced-made": "-announced",
        "defence-announced-failed": "+failed",
    }


def test_a_small_slam_is_of_the_takers_whole_side(library: Library) -> None:
    engine = Engine(library.load("fft-5+petit-chelem"))
    rule = the(engine, SmallSlamBonus)
    state = engine.start(seed=1)
    trick = Taken(Trick(0, (engine.ruleset.deck.cards[0],) * 5), 1, "play.highest_wins")
    auction = state.auction._replace(taker=0, contract="garde", partner=1)
    state = state._replace(tricks=(trick,) * 15, auction=auction)
    assert rule.observe(state, Outcome()).small_slam == ("made",)
    assert rule.observe(state._replace(auction=auction._replace(partner=2)), Outcome()).small_slam == ("defence",)


# ---------------------------------------------------------------- reasons


def test_reasons_for_an_excuse_lost_at_the_end(french: Engine) -> None:
    rule = the(french, ExcuseLastTrick)
    assert said(rule, kind="excuse_lost", owner=0, to=1, winner=1) == (
        "S played the Excuse to the last trick, and loses it to E."
    )
    assert said(rule, kind="excuse_lost", owner=0, to=1, winner=2) == (
        "S played the Excuse to the last trick: it changes sides and goes to E, although N won."
    )


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (Fraction(83, 2), "41½ is ½ more than the 41 needed."),
        (Fraction(81, 2), "40½ is ½ less than the 41 needed."),
        (Fraction(41), "The taker's side has exactly the 41 it needs."),
    ],
)
def test_reasons_for_a_margin(french: Engine, points: Fraction, words: str) -> None:
    assert said(the(french, Margin), points=points, margin=points - 41, target=41) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "fft-4",
            "S never won a card to give for the Excuse: it stays and counts half a point less, N's side half a point more.",
        ),
        ("early-17c", "S won no card to give for the Fool, and surrenders it to N."),
    ],
)
def test_an_excuse_for_which_nothing_was_ever_given(library: Library, name: str, words: str) -> None:
    engine = Engine(library.load(name))
    rule = engine.bound.settles_debt
    assert rule is not None
    excuse = engine.ruleset.deck.set(engine.ruleset.deck.excuse)
    assert said(rule, owner=0, creditor=2, card=excuse) == words
    settled = rule.unpaid(engine.start(seed=1), Debt(owner=0, creditor=2, rule=rule.rule, trick=1))
    assert settled.kind == ("debt_unpaid" if name == "fft-4" else "excuse_surrendered")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("debt_owed", "S has won no card yet that could be given for the Excuse, and owes N one."),
        ("debt_paid", "S pays the card that was owed for the Excuse: N gets the 2 of spades."),
        ("excuse_paid", "S gives N the 2 of spades for it."),
    ],
)
def test_what_is_given_for_the_excuse(french: Engine, kind: str, words: str) -> None:
    assert said(the(french, KeepExcuse), kind=kind, payer=0, payee=2, card=french.ruleset.deck.card("S2")) == words


def test_what_a_contract_is_worth(library: Library) -> None:
    engine = Engine(library.load("fft-4+base-scoring"))
    rule = the(engine, AmountByContract)
    contract = next(name for name in engine.bound.ranking if "_" in name)
    (line,) = rule.lines(Outcome(contract=contract), None)  # type: ignore[arg-type]
    amount = rule.params.amounts[contract]
    assert line.amount == Fraction(amount) and line.operation == "+"
    assert said(rule, **line.facts) == f"A {contract.replace('_', ' ')} is worth {amount}."


# ---------------------------------------------------------------- cards laid away, and dealt


def test_a_talon_that_lies_unseen(french: Engine) -> None:
    rule = the(french, LiesUnseen)
    assert rule.move("taken") is None
    for goes, side, words in (("taker", 0, "taker's side."), ("defence", 1, "defence.")):
        move = rule.move(goes)
        assert move is not None and (move.into_hand, move.shown, move.side) == (False, False, side)
        assert said(rule, side=side).endswith(words)


def test_trumps_are_laid_away_only_where_too_few_others_are_left(french: Engine) -> None:
    rule, deck = the(french, LastResort), french.ruleset.deck
    plain, trumps = deck.mask(deck.parse("S2 S3 S4")), deck.mask(deck.parse("T2 T3 T4"))
    assert rule.narrow_discard(plain | trumps, plain | trumps, 3) == plain
    assert rule.obliges(plain | trumps, plain | trumps, 3) == 0
    assert rule.narrow_discard(plain | trumps, plain | trumps, 4) == plain | trumps
    assert rule.obliges(plain | trumps, plain | trumps, 4) == plain


def test_where_talon_cards_may_come_from(french: Engine) -> None:
    """French tarot is dealt in 24 packets of three, the talon's cards each after some packet but never first or last."""
    rule = the(french, DealInPackets)
    state = french.start(seed=1)
    assert (rule.packets(4), rule.params.talon) == (24, 6)
    choice = rule.choice(state)
    assert (min(choice.places), max(choice.places)) == (1, 23)

    def fault(*after: int) -> str:
        (finding,) = rule.check_deal(state, Deal(3, after))
        return str(finding.facts["fault"])

    assert fault(1, 2, 3, 4, 5, 23) == fault(23, 5, 4, 3, 2, 1) == ""
    assert fault(1, 2, 3, 4, 5, 25) == fault(-1, 2, 3, 4, 5, 6) == fault(1, 2, 3, 4, 5) == "number"
    assert (fault(0, 2, 3, 4, 5, 6), fault(1, 2, 3, 4, 5, 24)) == ("first", "last")


def test_the_rule_by_which_cards_are_dealt_is_told(french: Engine) -> None:
    state = french.start(seed=1)
    state, _told = french.apply(state, Cut(3, 30))
    state, told = french.apply(state, Deal(0, (1, 2, 3, 4, 5, 6)))
    (dealt,) = (event for event in told if event.kind == "dealt")
    assert [finding.rule for finding in dealt.findings] == ["deal.packets"] and dealt.facts == {"first": 1}


# ---------------------------------------------------------------- states and input


def test_a_deal_of_which_cards_are_not_known_is_not_counted(french: Engine) -> None:
    """A hand in its last trick, with the earlier ones left out of the record."""
    deck = french.ruleset.deck
    hands = tuple(deck.card(code).bit for code in ("S2", "S3", "S4", "S5"))
    state, _told = Position(SEATS, 3, hands, (0,) * 4, 0, 0, "garde", leader=0).set_up(french, "play")
    told: list[Event] = []
    for seat in range(4):
        state, told = french.apply(state, Play(seat, deck.cards[hands[seat].bit_length() - 1]))
    assert state.result is None and told[-1] == Event("not_counted", None, {})


def test_who_plays_first_where_a_record_begins_later(french: Engine) -> None:
    deck = french.ruleset.deck
    hands = tuple(deck.card(code).bit for code in ("S2", "S3", "S4", "S5"))
    for dealer in range(4):
        state, _told = Position(SEATS, dealer, hands, (0,) * 4, taker=0, contract="garde").set_up(french, "play")
        assert state.turn == (dealer + 1) % 4 and state.missed == 17


def test_a_card_out_of_an_unknown_hand(french: Engine) -> None:
    deck = french.ruleset.deck
    state, _told = Position(SEATS, 3, (0,) * 4, (2,) * 4, taker=0, contract="garde", leader=0).set_up(french, "play")
    after, _told = french.apply(state, Play(0, deck.card("S2")))
    assert after.unseen == (1, 2, 2, 2)


def test_a_claim_is_to_a_void_deal(library: Library) -> None:
    engine = Engine(library.load("fft-4+maldonne-weak-hand"))
    deck = engine.ruleset.deck
    weak = deck.mask(card for card in deck.cards if not card.is_trump and not card.is_excuse and card.halves == 1)
    hand = deck.mask(list(deck.set(weak))[:18])
    others = list(deck.set(deck.all & ~hand))
    hands = (hand, *(deck.mask(others[18 * n : 18 * n + 18]) for n in range(3)))
    state, _told = Position(SEATS, 3, hands, (0,) * 4, deck.mask(others[54:])).set_up(engine, "bid")
    assert state.step is Step.CLAIM
    assert VOID in {offer.level for offer in engine.legal(state).declarations}


def test_players_there_are_and_are_not(french: Engine) -> None:
    with pytest.raises(LoadError) as caught:
        french.seats(7)
    assert caught.value.problems[0].hint == "it is for 4"


@pytest.mark.parametrize("text", ["--5", "5-", "1_0", "0x1", "1e3", "", "-", "٣", "1234567890123"])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        digits(text)
    assert (digits("-5"), digits(" 7 "), digits("123456789012")) == (-5, 7, 123456789012)


# ---------------------------------------------------------------- records that begin after the called card was played


def late_record(library: Library, **start: str) -> Replay:
    """The last trick for five, with the called king in a pile of cards won: C plays with A where that is told."""
    deck = library.load("fft-5").deck
    last = {"A": "T21", "B": "C1", "C": "C2", "D": "C3", "E": "C4"}
    kept = ["S1", "S2", "S3"]
    rest = [card.code for card in deck.cards if card.code not in (*last.values(), *kept)]
    file = {
        "format": 1, "id": "late", "ruleset": "fft-5", "title": "Late", "call": "SR", "kept": kept,
        "start": {"step": "play", "taker": "A", "contract": "garde", "leader": "A", **start},
        "hands": {seat: [code] for seat, code in last.items()},
        "won": {"A": [code for code in rest if code != "SR"][:34], "C": ["SR", *rest[-35:]]},
        "tricks": [{"cards": [f"{seat} {code}" for seat, code in last.items()]}],
    }  # fmt: skip
    taken = {*file["won"]["A"], *file["won"]["C"]}  # type: ignore[index]
    file["won"]["B"] = [code for code in rest if code not in taken]  # type: ignore[index]
    return replay(Record(ExampleFile.model_validate(file)), Engine(library.load("fft-5")))


def test_the_partner_of_a_record_that_begins_late(library: Library) -> None:
    helped, alone = (late_record(library, partner=partner) for partner in ("C", "alone"))
    assert helped.end.auction.partner == 2 and alone.end.auction.partner is None
    assert helped.end.result and alone.end.result
    assert helped.end.result.sheets[0].outcome.halves > alone.end.result.sheets[0].outcome.halves
    assert sum(helped.end.result.scores) == sum(alone.end.result.scores) == 0


@pytest.mark.parametrize(
    ("start", "words"),
    [({}, "SR has been played: who plays with the taker is not known"), ({"partner": "A"}, "not his own partner")],
)
def test_an_unknown_partner_is_refused(library: Library, start: dict[str, str], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        late_record(library, **start)


def test_whoever_plays_the_called_card_from_an_unknown_hand_is_the_partner(library: Library) -> None:
    engine = Engine(library.load("fft-5"))
    deck = engine.ruleset.deck
    hands = tuple(deck.card("S1").bit if seat == 0 else 0 for seat in range(5))
    position = Position(
        engine.seats(), 4, hands, (0, 1, 1, 1, 1), taker=0, contract="garde", leader=0, called=deck.card("SR")
    )
    state, _told = position.set_up(engine, "play")
    for seat, code in enumerate(("S1", "S2", "SR")):
        state, _told = engine.apply(state, Play(seat, deck.card(code)))
    assert (state.auction.partner, state.auction.known) == (2, True)
