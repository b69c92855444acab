"""Hungarian tarokk by the competition rules of 2018 against the rules written a second time, and against figures reckoned outside."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from naive import hungarian as naive

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.errors import LoadError
from tarot_teach.mechanisms.bonus_events import BonusFact
from tarot_teach.table import NOTHING, PASS, Bid, Choose, Play
from tarot_teach.table.facts import FactError
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY
from tests.made_up import rule, set_to
from tests.test_exchange import engine_of
from tests.test_openings import child

NAME = "paskievics-2018"
DEALS = int(os.environ.get("NAIVE_DEALS", "12"))


def check_deal(engine: Engine, deal: Deal) -> naive.Deal:
    """Compare a deal with the second implementation."""
    start, result = deal.start, deal.state.result
    assert result is not None
    forehand = (start.dealer + 1) % 4
    kind = naive.Illustrated if "score.sas" in engine.ruleset.rules else naive.Deal
    done = kind(naive.Auction())
    auction, trick, leader = done.auction, list[str](), 0
    for move in deal.moves:
        before, action = move.before, move.action
        choices, seat = engine.legal(before), (action.seat - forehand) % 4
        hands = [{card.code for card in before.hand((forehand + i) % 4)} for i in range(4)]
        hand, offered = hands[seat], {pick.option for pick in choices.picks}
        match action:
            case Bid():
                assert seat == auction.turn() and set(choices.bids) == auction.open(hand), (auction.calls, hand)
                auction.calls.append((seat, action.bid))
                if action.bid != PASS:
                    done.declarer, done.contract = seat, action.bid
            case Choose() if action.rule == "exchange.annul":
                assert auction.turn() is None and offered == {NOTHING, *(["throw_in"] if naive.throws_in(hand) else [])}
                shares = naive.SHARES[done.contract]
                assert len(hand) == 9 + shares[(seat - done.declarer) % 4]
                if action.option == "throw_in":
                    assert result.void == "exchange.annul" and set(result.scores or [0]) == {0}
                    return done
            case Choose() if action.rule == "exchange.away":
                (pick,) = choices.picks
                made = auction.invitation()
                promised = made[1] if made and made[0] == seat else ""
                assert {card.code for card in before.deck.set(pick.cards)} == naive.laid_away(hand, promised)
                laid = {card.code for card in action.cards or ()}
                assert len(laid) == len(hand) - 9
                (done.mine if seat == done.declarer else done.theirs).update(laid)
                done.numbers[seat] = len([code for code in laid if code[0] == "T"])
            case Choose() if action.rule == "call.tarokk":
                others = any(number for other, number in done.numbers.items() if other != done.declarer)
                (pick,) = choices.picks
                may = {card.code for card in before.deck.set(pick.cards)}
                assert may == naive.callable_cards(hand, done.mine, others, done.promised())
                done.call(action.card.code if action.card else "", hands)
                done.held = [len([code for code in each if code[0] == "T"]) for each in hands]
            case Choose():
                assert offered == done.announceable(seat, hand), (done.said, done.sides, hand)
                done.say(seat, action.option)
            case Play():
                assert seat == (leader + len(trick)) % 4
                may = done.kept(seat, naive.allowed(hand, trick))
                assert {card.code for card in before.deck.set(choices.cards)} == may
                trick.append(action.card.code)
                if len(trick) == 4:
                    won = (leader + naive.winner(trick)) % 4
                    done.tricks.append((leader, trick, won))
                    leader, trick = won, []
    scores = [int(score) for score in result.scores or [0] * 4]
    scores = [scores[(forehand + i) % 4] for i in range(4)]
    if result.void is not None:
        failed = [9 if seat == done.declarer else -3 for seat in range(4)]
        assert scores == [-each for each in failed] if result.void == "exchange.trial" else not any(scores)
    else:
        assert len(done.tricks) == 9 and scores == done.scores(), (done, result.sheets)
    return done


@pytest.fixture(scope="module")
def simulator() -> DealSimulator:
    return DealSimulator.of(LIBRARY, NAME, ("random",))


def test_each_bid_choice_play_and_score_as_by_the_rules(simulator: DealSimulator) -> None:
    played = [check_deal(simulator.engine, simulator.play(5, number)) for number in range(3 * DEALS)]
    assert {deal.contract for deal in played} >= {"ketto", "egy", "szolo"}


def test_the_illustrated_game_as_by_the_rules() -> None:
    simulator = DealSimulator.of(LIBRARY, f"{NAME}+illustrated", ("random",))
    played = [check_deal(simulator.engine, simulator.play(8, number)) for number in range(3 * DEALS)]
    said = {item for deal in played for item, _ours in deal.said}
    assert {*naive.Illustrated.announced} - said <= {"eight", "nine"}, "each bonus has been announced"


def test_quiet_deals_as_by_the_rules(simulator: DealSimulator) -> None:
    """Deals in which few bid, and little is announced."""
    for number in range(2 * DEALS):
        rng, deal = random.Random(number), simulator.start(6, number)
        while not deal.over:
            choices = deal.legal
            quiet = PASS if choices.bids else NOTHING
            options = choices.bids or [pick.option for pick in choices.picks]
            if quiet in options and rng.random() < 0.8:
                deal = deal.push(
                    quiet if choices.bids else choices.picks[0].action(deal.state.turn or 0, deal.state.deck, 0)
                )
            else:
                deal = deal.push(choices.random(rng))
        check_deal(simulator.engine, deal)


COLUMNS = {"none": 3, "23": 20, "47": 40, "70": 60, "71": 80, "all": 91}
CELLS = {
    "nothing": (-3, -2, -1, 1, 2, 3),
    "double": (-7, -6, -5, -4, 4, 7),
    "volat": (-9, -8, -7, -6, -6, 6),
    "double volat": (-13, -12, -11, -10, -2, 10),
    "kontra": (-5, -4, -2, 2, 4, 5),
    "kontra their-double": (-9, -6, 2, 6, 8, 9),
    "double-x2": (-11, -10, -9, -8, 8, 11),
    "double-x2 kontra": (-13, -12, -10, -6, 10, 13),
}
"""The worth of the game to the declarer's side, in games, by announcements and by tricks or card points: the table of pagat.com."""


def bonus_fact(item: str, announced: dict[str, str], makers: dict[str, str]) -> str:
    """A result of a bonus, as it is typed: what was announced, by side, and which side has made it."""
    found = []
    for side in ("taker", "defence"):
        made = makers.get(item) == side
        times = announced.get(f"{side} {item}")
        if times is not None:
            found.append(f"{side}-announced{'' if made else '-failed'}{times}")
        elif made:
            found.append(side)
    return "+".join(found)


@pytest.mark.parametrize("announced", CELLS)
@pytest.mark.parametrize("column", COLUMNS)
def test_the_forty_eight_cells_of_the_table(announced: str, column: str) -> None:
    contracts = {"harom": 1, "szolo": 4}
    words = announced.split()
    said = {("defence " if word.startswith("their-") else "taker ") + word.removeprefix("their-").partition("-")[0]: "-x2" * ("-x2" in word) for word in words if word not in ("nothing", "kontra")}  # fmt: skip
    makers = {"none": {"volat": "defence", "double": "defence"}, "23": {"double": "defence"}, "71": {"double": "taker"}, "all": {"volat": "taker", "double": "taker"}}.get(column, {})  # fmt: skip
    facts = {f"score.{item}": fact for item in ("double", "volat") if (fact := bonus_fact(item, said, makers))}
    facts |= {"score.kontra": "1"} if "kontra" in words else {}
    facts |= {f"score.{item}": makers["volat"] for item in ("trull", "kings") if "volat" in makers}
    expected = CELLS[announced][[*COLUMNS].index(column)]
    for contract, worth in contracts.items():
        points = COLUMNS[column] - (3 if contract == "szolo" and column in ("none", "all") else 0)
        report = tt.score(NAME, taker="S", partner="N", contract=contract, points=points, facts=facts)
        assert report.by_seat == {"S": expected * worth, "N": expected * worth, "E": -expected * worth, "W": -expected * worth}  # fmt: skip


@pytest.mark.parametrize(
    ("contract", "points", "partner", "facts", "worth"),
    [
        ("harom", 60, "N", {"score.trull": "taker-announced-failed+defence"}, -2),
        ("ketto", 60, None, {"score.kings": "defence"}, 1),
        ("harom", 60, "N", {"score.pagat": "taker-failed"}, -4),
        ("ketto", 80, "N", {"score.double": "taker-announced-x2"}, 16),
        (
            "harom",
            3,
            "N",
            {"score.volat": "defence", "score.double": "defence", "score.trull": "defence", "score.kings": "defence"},
            -3,
        ),
        (
            "harom",
            91,
            "N",
            {"score.volat": "taker", "score.double": "taker", "score.trull": "taker", "score.kings": "taker"},
            3,
        ),
    ],
)
def test_the_reckoned_scores_of_the_program(
    contract: str, points: int, partner: str | None, facts: dict[str, str], worth: int
) -> None:
    """The scores that the tests of the fork of OpenSpiel reckon."""
    report = tt.score(
        NAME, taker="S", partner=partner, alone=not partner, contract=contract, points=points, facts=facts
    )
    alone = {"S": 3 * worth, "N": -worth, "E": -worth, "W": -worth}
    together = {"S": worth, "N": worth, "E": -worth, "W": -worth}
    assert report.by_seat == (together if partner else alone)


def test_a_state_in_which_a_number_was_said_is_restored(simulator: DealSimulator) -> None:
    engine = simulator.engine
    state = next(
        move.after
        for number in range(400)
        for move in simulator.play(3, number).moves
        if any(done.rule == "discard.number" for done in move.after.declared)
    )
    assert engine.restore(state_as_data(state)) == state


def test_words_of_rules_are_sound(simulator: DealSimulator) -> None:
    DealChecker(simulator.engine).check_words_of_rules()


TRIED: dict[str, dict[str, Any]] = {
    "dreiertarock-mayr": child(
        "dreiertarock-mayr",
        drops={"exchange.three": "for the test", "exchange.away": "for the test"},
        adds={
            "exchange.shares": {
                **rule(
                    "take_shares",
                    shares={name: [2, 2, 2] for name in ("single", "double", "triple", "quadruple", "quintuple")},
                ),
                "under": ["taking"],
            },
            "exchange.throw": {
                **rule("may_throw_in", all_of=["king"], none_of=["trump"], but=["T1"]),
                "under": ["taking"],
            },
            "exchange.each_away": {**rule("each_lays_away"), "under": ["taking"]},
            "discard.number": rule("say_number", cards=["trump"]),
        },
    ),
    "koenigrufen-ooe-2023": child(
        "koenigrufen-ooe-2023",
        adds={"play.pagat_kept": {**rule("kept_for_trick", item="pagat", card="T1"), "under": ["tarock"]}},
        changes={"bid.higher": set_to(by="bidder"), "discard.shown": set_to(by="taker")},
    ),
}


@pytest.mark.parametrize("name", TRIED)
def test_other_games_take_the_new_kinds(name: str, tmp_path: Path) -> None:
    engine = engine_of(tmp_path, f"tried-{name}", TRIED[name])
    checker = DealChecker(engine)
    checker.check_words_of_rules()
    for number in range(12):
        checker.try_deal(number, random.Random(number), engine.ruleset.players[0])


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "bid.invitation": (set_to(cards=["T19", "T19"]), "'T19' is not one card, or is named twice"),
    "bid.yielding": (set_to(over="harom"), "no contract is outbid by itself"),
    "bid.honour": (set_to(last=["harom", "szolo"], contracts=["harom", "ketto", "egy"]), "'szolo' is none of the contracts that need cards"),
    "exchange.shares": (set_to(shares={"harom": [3, 1, 1], "ketto": [2, 2, 1, 1], "egy": [1, 2, 2, 1], "szolo": [0, 2, 2, 2]}), "3 players get cards of the talon, and 4 play"),
    "exchange.annul": (set_to(but=["king"]), "some of these cards are not among those that the hand must lack"),
    "declare.bonuses": (set_to(game="trull"), "'trull' cannot be the word for the game here"),
    "declare.trull": (set_to(least=3), "of 2 cards, 3 cannot be asked for"),
    "declare.invited_pagat": (set_to(by="anyone"), "nothing says when anyone has to announce it"),
    "declare.number_due": (set_to(after=["uhu"]), "'uhu' is none of the bonuses that may be announced"),
    "play.pagat_kept": (set_to(trick=0), "there is no trick 0"),
    "score.eight": (set_to(event={"holds": ["T1"], "number": 8}), "there are 1 of these cards, and not 8"),
    "score.xxi": (set_to(event={"captures": "T21", "with": "T22", "unless_announced": True}), "`unless_announced` means nothing beside `captures`"),
    "score.value": (set_to(not_beside=["dubble"]), "has no bonus 'dubble'"),
    "score.kontra": (set_to(item="partie"), "no rule of the announcements has 'partie' for the game"),
    "call.tarokk": (set_to(ranks=["T20", "T20"]), "'T20' is named twice"),
}  # fmt: skip


@pytest.mark.parametrize("id", WRONG)
def test_wrong_parameters_are_refused_with_place_and_cure(id: str, tmp_path: Path) -> None:
    changed, message = WRONG[id]
    with pytest.raises(LoadError) as refused:
        engine_of(tmp_path, "wrong", child(NAME, changes={id: changed}))
    problems = refused.value.problems
    assert any(message in problem.message for problem in problems), [problem.message for problem in problems]
    assert all(problem.hint and problem.place for problem in problems)


def test_a_fact_of_both_sides_is_written_in_one_way() -> None:
    fact = BonusFact.parse("taker-announced-failed+defence")
    assert str(fact) == "taker-announced-failed+defence" and [each.side for each in fact.each] == ["taker", "defence"]
    for text in ("defence+taker", "taker+taker", "taker+defence+taker"):
        with pytest.raises(FactError):
            BonusFact.parse(text)
