"""Königrufen of Upper Austria, and of the cups of Tirol and Sauwald, against the rules written a second time, and against deals and settlements reckoned in a study outside."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from naive import koenigrufen as naive

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.loading import Library
from tarot_teach.table import NOTHING, Bid, Choose, Play
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY, printed_by

NAME = "koenigrufen-ooe-2023"
DEALS = int(os.environ.get("NAIVE_DEALS", "6"))
WORDS = ("kontra", "rekontra", "subkontra")


def check_deal(engine: Engine, deal: Deal) -> str:
    """Compare a deal with the second implementation; the contract that was played."""
    cup = naive.CUPS[engine.ruleset.id]
    start, result = deal.start, deal.state.result
    assert result is not None
    forehand = (start.dealer + 1) % 4
    talon = [card.code for card in start.stock if card]
    auction, done, trick, leader = naive.Auction(cup), naive.Deal(cup, theirs={*talon}), list[str](), 0
    for move in deal.moves:
        before, action = move.before, move.action
        choices, seat = engine.legal(before), (action.seat - forehand) % 4
        hand = {card.code for card in before.hand(action.seat)}
        match action:
            case Bid():
                assert seat == auction.turn() and set(choices.bids) == auction.open(hand)
                auction.calls.append((seat, action.bid))
                if action.bid != "pass":
                    done.declarer, done.contract = seat, action.bid
            case Choose() if action.rule == "call.king":
                assert action.card is not None
                assert {card.code for card in before.deck.set(choices.picks[0].cards)} == naive.KINGS - hand
                done.called = action.card.code
                holder = [i for i in range(4) if action.card.bit & before.hands[(forehand + i) % 4]]
                done.partner = next(iter(holder), None)
            case Choose() if action.rule == "exchange.half":
                assert {pick.option for pick in choices.picks} == {"1", "2"}
                done.theirs = {*(talon[3:] if action.option == "1" else talon[:3])}
            case Choose() if action.cards is not None:
                number = 6 if done.contract == "sechserdreier" else 3
                if number == 6:
                    done.theirs = set()
                (pick,) = choices.picks
                may, must = ({card.code for card in before.deck.set(mask)} for mask in (pick.cards, pick.obliged))
                assert (may, must) == naive.laid_away(hand, number, done.contract) and len(action.cards) == number
                done.mine = {card.code for card in action.cards}
            case Choose() if action.rule == "declare.kontra":
                mine = (seat in done.side()) == bool(done.kontra % 2)
                assert {pick.option for pick in choices.picks} == {NOTHING, *([WORDS[done.kontra]] if mine else [])}
                done.kontra += action.option != NOTHING
            case Choose():
                offered = {pick.option for pick in choices.picks}
                new = {option for option in offered - {NOTHING} if "-" not in option}
                colour, birds = done.contract in naive.COLOUR, {*naive.BIRDS}
                may = {"kings", "valat"} | (set() if colour else {"trull"})
                may |= {"mond"} if cup.tirol and not colour else set()
                may |= set() if colour else {item for item in birds if naive.BIRDS[item] in hand}
                may |= {"king_ultimo"} if done.called in hand else set()
                due_birds = cup.birds_of.get(done.contract, set())
                own = {item for item in due_birds if naive.BIRDS[item] in hand - {*talon}}
                due = seat == done.declarer and not own & {*done.said}
                assert offered == own if due and own else (new == may - {*done.said} and NOTHING in offered)
                for option in offered - new - {NOTHING}:
                    word, _hyphen, item = option.partition("-")
                    times = len(done.said[item]) - 1
                    theirs = (done.said[item][0] in done.side()) != (seat in done.side())
                    assert word == WORDS[times] and theirs == (times % 2 == 0)
                if action.option != NOTHING:
                    done.said.setdefault(action.option.rpartition("-")[2], []).append(seat)
            case Play():
                if not done.contract:
                    assert auction.turn() is None
                    done.contract = "trischaken"
                if not done.tricks and not trick:
                    leader = done.declarer if done.contract in naive.SHUNNED else 0
                assert seat == (leader + len(trick)) % 4
                assert {card.code for card in before.deck.set(choices.cards)} == naive.allowed(
                    hand, trick, done.contract, cup
                )
                trick.append(action.card.code)
                if len(trick) == 4:
                    won = (leader + naive.winner(trick, done.contract, cup)) % 4
                    done.tricks.append((leader, trick, won))
                    leader, trick = won, []
    assert [result.scores[(forehand + i) % 4] for i in range(4)] == done.scores(), (done, result.sheets)
    if done.contract in naive.SHUNNED:
        wins = sum(won == done.declarer for _leader, _trick, won in done.tricks)
        assert len(done.tricks) == 12 or wins == naive.SHUNNED[done.contract] + 1
    return done.contract


@pytest.fixture(scope="module")
def simulators() -> dict[str, DealSimulator]:
    return {name: DealSimulator.of(LIBRARY, name, ("random",)) for name in naive.CUPS}


@pytest.mark.parametrize("name", naive.CUPS)
def test_each_bid_choice_play_and_score_as_by_the_rules(simulators: dict[str, DealSimulator], name: str) -> None:
    simulator = simulators[name]
    played = {check_deal(simulator.engine, simulator.play(5, number)) for number in range(4 * DEALS)}
    assert "solodreier" in played


GAMES = [(name, contract) for name, cup in naive.CUPS.items() for contract in ("trischaken", *cup.ladder)]


@pytest.mark.parametrize(("name", "contract"), GAMES)
def test_each_game_is_played_and_scored_as_by_the_rules(
    simulators: dict[str, DealSimulator], name: str, contract: str
) -> None:
    reached, simulator = 0, simulators[name]
    for number in range(DEALS if name == NAME else 3 * DEALS // 2):
        rng, deal = random.Random(number), simulator.start(6, number)
        while not deal.over:
            choices = deal.legal
            if choices.bids:
                bids = [bid for bid in choices.bids if bid == contract and bid not in [call[1] for call in deal.state.auction.calls]]  # fmt: skip
                deal = deal.push(bids[0] if bids else "pass")
            else:
                low = [card.code for card in deal.state.deck.set(choices.cards) if card.code in naive.BIRDS.values()]
                kept = [card.code for card in deal.state.deck.set(choices.cards) if card.code not in low]
                deal = deal.push(rng.choice(kept)) if low and kept else deal.push(choices.random(rng))
        reached += check_deal(simulator.engine, deal) == contract
    assert reached


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ((60, 91, 59, 0), (0, -3, 0, 3)),
        ((108, 40, 40, 22), (-12, 4, 4, 4)),
        ((36, 75, 75, 24), (2, -2, -2, 2)),
        ((0, 106, 104, 0), (2, -4, 0, 2)),
        ((0, 107, 103, 0), (3, -6, 0, 3)),
        ((30, 60, 60, 60), (3, -1, -1, -1)),
        ((75, 75, 30, 30), (-6, 2, 2, 2)),
        ((50, 110, 30, 20), (2, -6, 2, 2)),
        ((0, 105, 105, 0), (2, -2, -2, 2)),
    ],
)
def test_the_nine_rows_of_trischaken(points: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """Section 7.6 of the study: thirds of card points of forehand and the others in turn. Piles of four with the talon in one of them."""
    deck = LIBRARY.load(NAME).deck
    piles = piles_of(points, [card.code for card in deck.cards])
    report = tt.score(NAME, contract="trischaken", piles=dict(zip("SENW", map(" ".join, piles), strict=True)), facts={"score.trischaken": {"S": "1", "E": "2", "N": "3", "W": "4"}})  # fmt: skip
    assert tuple(report.by_seat[seat] for seat in "SENW") == scores
    assert tuple(naive.shunned(piles, naive.UPPER_AUSTRIA)) == scores


def piles_of(points: tuple[int, ...], pack: list[str]) -> list[list[str]]:
    """Piles with so many thirds each, of whole tricks, and the talon with one of them."""
    rng = random.Random(1)
    while True:
        sizes = [0, 0, 0, 0]
        playing = [i for i in range(4) if points[i]]
        for _trick in range(12):
            sizes[rng.choice(playing)] += 4
        sizes[rng.choice([i for i in playing if sizes[i]] or playing)] += 6
        if any(not sizes[i] for i in playing) or any((3 * 0 - 2 * sizes[i] - points[i]) % 3 for i in playing):
            continue
        rng.shuffle(pack)
        piles, at = [], 0
        for size in sizes:
            piles.append(pack[at : at + size])
            at += size
        for _step in range(4000):
            off = [naive.thirds(pile) - wanted for pile, wanted in zip(piles, points, strict=True)]
            if not any(off):
                return piles
            a, b = rng.sample(playing, 2)
            i, j = rng.randrange(len(piles[a])), rng.randrange(len(piles[b]))
            before = sum(map(abs, off))
            piles[a][i], piles[b][j] = piles[b][j], piles[a][i]
            after = sum(abs(naive.thirds(pile) - wanted) for pile, wanted in zip(piles, points, strict=True))
            if after > before:
                piles[a][i], piles[b][j] = piles[b][j], piles[a][i]


@pytest.mark.parametrize(
    ("contract", "points", "facts", "each"),
    [
        ("rufer", 42, {"score.trull": "defence", "score.kings": "taker"}, 1),
        ("besserrufer", 40, {"score.pagat": "taker-announced-x2"}, 5),
        ("dreier", 40, {"score.trull": "taker"}, 5),
        ("sechserdreier", 30, {"score.uhu": "taker-announced"}, -4),
        ("sechserdreier", 30, {"score.kontra": "1"}, -16),
        ("solorufer", 30, {"score.king_ultimo": "taker-announced"}, 2),
        ("solorufer", 40, {}, 2),
        ("besserrufer", 40, {"score.uhu": "taker-announced-failed-x2"}, -7),
        ("dreier", 60, {"score.valat": "taker", "score.trull": "taker-announced", "score.pagat": "taker"}, 18),
        ("dreier", 40, {"score.valat": "taker-announced-failed", "score.pagat": "taker-announced"}, -30),
        ("sechserdreier", 10, {"score.valat": "defence", "score.kontra": "1"}, -64),
        ("rufer", 60, {"score.valat": "taker-announced-x2"}, 16),
        ("farbensolo", 40, {"score.kings": "taker"}, 8),
    ],
)  # fmt: skip
def test_the_settlements_of_the_study(contract: str, points: int, facts: dict[str, str], each: int) -> None:
    """Section 7.10: in money, with kontra. Of its sixteen the two with a kontra of single opponents and the one given up are not told here; that with the Trull of one side and
    the Pagat ultimo of the other cannot be, and is taken without the Pagat."""
    alone = contract not in naive.CALLING or (points == 40 and contract == "solorufer")
    report = tt.score(NAME, taker="S", partner=None if alone else "N", alone=alone, contract=contract, points=points, facts=facts)  # fmt: skip
    mine = 3 * each if alone else each
    assert report.by_seat == {"S": mine, "E": -each, "N": -each if alone else each, "W": -each}


def test_an_impossible_settlement_of_the_study_is_refused() -> None:
    with pytest.raises(tt.TarotError, match=r"cannot end with “Trull” .* and “Pagat”"):
        tt.score(NAME, contract="dreier", points=40, facts={"score.trull": "taker", "score.pagat": "defence"})


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("HR SD T7 T22 DV C10 T15 HC", 50),
        ("HR SD T7", 24),
        ("T22 DV C10", 18),
        ("T2 T3", 2),
    ],
)
def test_piles_counted_by_the_study(pile: str, points: int) -> None:
    assert naive.thirds(pile.split()) == points
    cards = pile.split()
    counted = int(tt.count(NAME, pile).to_dict()["points"])
    assert 3 * counted == points + {0: 0, 1: -1, 2: 1}[len(cards) % 3]


def test_words_of_rules_are_sound() -> None:
    DealChecker(Engine(LIBRARY.load(NAME))).check_words_of_rules()


@pytest.mark.parametrize(
    ("contract", "points", "facts", "each"),
    [
        *[(contract, 40, {}, value) for contract, value in naive.TIROL.values.items() if contract not in naive.SHUNNED],
        ("dreier", 60, {"score.valat": "taker", "score.trull": "taker"}, 15),
        ("dreier", 60, {"score.valat": "taker-announced", "score.kings": "taker"}, 25),
        ("solodreier", 60, {"score.valat": "taker"}, 30),
        ("dreier", 40, {"score.valat": "taker-announced-failed", "score.trull": "taker"}, -14),
        ("sechserdreier", 30, {"score.mond": "defence"}, -9),
        ("rufer", 40, {"score.mond": "taker-announced"}, 3),
        ("farbendreier", 30, {"score.kings": "taker"}, -4),
    ],
)
def test_the_scale_of_the_tirolcup(contract: str, points: int, facts: dict[str, str], each: int) -> None:
    assert each_by("koenigrufen-tirol-2020", contract, points, facts) == each


@pytest.mark.parametrize(
    ("contract", "points", "facts", "each"),
    [
        *[(contract, 40, {}, value) for contract, value in naive.SAUWALD.values.items() if contract not in naive.SHUNNED],
        ("sechserdreier", 60, {"score.valat": "taker-announced-failed"}, -64),
        ("farbensolo", 60, {"score.valat": "taker-announced"}, 40),
        ("solorufer", 40, {"score.king_ultimo": "taker"}, 4),
        ("sechserdreier", 30, {"score.uhu": "taker-announced"}, -4),
    ],
)  # fmt: skip
def test_the_scale_of_the_sauwaldcup(contract: str, points: int, facts: dict[str, str], each: int) -> None:
    assert each_by("koenigrufen-sauwald-2019", contract, points, facts) == each


def each_by(name: str, contract: str, points: int, facts: dict[str, str]) -> int:
    """The game points of a taker, from or to each opponent, alone or with a partner."""
    alone = contract not in naive.CALLING
    report = tt.score(name, taker="S", partner=None if alone else "N", alone=alone, contract=contract, points=points, facts=facts)  # fmt: skip
    each = -report.by_seat["E"]
    assert report.by_seat == {"S": 3 * each if alone else each, "E": -each, "N": -each if alone else each, "W": -each}
    return int(each)


@pytest.mark.parametrize(
    ("name", "points", "scores"),
    [
        ("koenigrufen-tirol-2020", (30, 80, 60, 40), (2, -2, -2, 2)),
        ("koenigrufen-tirol-2020", (20, 110, 50, 30), (2, -6, 2, 2)),
        ("koenigrufen-tirol-2020", (0, 80, 70, 60), (6, -2, -2, -2)),
        ("koenigrufen-tirol-2020", (90, 50, 40, 30), (-6, 2, 2, 2)),
        ("koenigrufen-tirol-2020", (120, 40, 30, 20), (-12, 4, 4, 4)),
        ("koenigrufen-tirol-2020", (20, 90, 50, 50), (2, -2, 0, 0)),
        ("koenigrufen-tirol-2020", (20, 80, 80, 30), (2, -2, -2, 2)),
        ("koenigrufen-sauwald-2019", (60, 91, 59, 0), (0, -3, 0, 3)),
        ("koenigrufen-sauwald-2019", (50, 110, 30, 20), (2, -6, 2, 2)),
        ("koenigrufen-sauwald-2019", (36, 75, 75, 24), (2, -2, -2, 2)),
        ("koenigrufen-sauwald-2019", (30, 60, 60, 60), (3, -1, -1, -1)),
        ("koenigrufen-sauwald-2019", (0, 105, 105, 0), (3, -3, -3, 3)),
        ("koenigrufen-sauwald-2019", (0, 107, 103, 0), (3, -6, 0, 3)),
        ("koenigrufen-sauwald-2019", (108, 40, 40, 22), (-12, 4, 4, 4)),
        ("koenigrufen-sauwald-2019", (210, 0, 0, 0), (-12, 4, 4, 4)),
        ("koenigrufen-sauwald-2019", (0, 210, 0, 0), (2, -6, 2, 2)),
    ],
)
def test_trischaken_of_the_cups(name: str, points: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """The figures that the cups print, with thirds of card points of forehand and the others in turn that fit them."""
    piles = piles_of(points, [card.code for card in LIBRARY.load(name).deck.cards])
    report = tt.score(name, contract="trischaken", piles=dict(zip("SENW", map(" ".join, piles), strict=True)), facts={"score.trischaken": {"S": "1", "E": "2", "N": "3", "W": "4"}})  # fmt: skip
    assert tuple(report.by_seat[seat] for seat in "SENW") == scores
    assert tuple(naive.shunned(piles, naive.CUPS[name])) == scores


@pytest.mark.parametrize(
    ("trick", "contract", "winner"),
    [
        ("T21 T22 T1 T5", "dreier", "N"),
        ("T21 T5 T22 T1", "bettel", "W"),
        ("T22 T21 T1 T5", "dreier", "S"),
        ("T21 T1 T22 T5", "dreier", "N"),
        ("HR T21 T22 T1", "dreier", "W"),
        ("HR T21 T22 T1", "farbensolo", "S"),
    ],
)
def test_the_emperor_comes_after_the_mond_and_the_sküs(trick: str, contract: str, winner: str) -> None:
    assert tt.trick("koenigrufen-tirol-2020", trick, contract=contract).to_dict()["seat"] == winner
    assert "SENW"[naive.winner(trick.split(), contract, naive.TIROL)] == winner


def test_the_emperor_has_to_be_played_where_tricks_are_shunned(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--contract", "bettel", "--hand", "T1 T3 S7", "--trick", "T21 T22"]
    assert "Allowed: the Pagat." in printed_by(capsys, "legal", "koenigrufen-tirol-2020", *asked)
    assert "Allowed: the 3 of taroks." in printed_by(capsys, "legal", NAME, *asked)


def test_a_rule_is_moved_by_a_change(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    head = "format: 1\nid: ours\ntitle: Ours\nextends: koenigrufen-ooe-2023\nchanges:\n"
    path.write_text(head + "  bid.bettel: {after: bid.solorufer, because: for the test}\n", encoding="utf-8")
    order = [*Library([path]).load("ours").rules]
    assert order.index("bid.bettel") == order.index("bid.solorufer") + 1
    for written, said in (
        ("{before: bid.bettel, because: ours}", "bid.bettel cannot be moved past itself"),
        ("{before: bid.grande, because: ours}", "there is no rule 'bid.grande'"),
    ):
        path.write_text(f"{head}  bid.bettel: {written}\n", encoding="utf-8")
        with pytest.raises(tt.LoadError, match=said):
            Library([path]).load("ours")


@pytest.mark.parametrize(
    ("rule", "params", "said"),
    [
        ("play.emperor", "{first: T5}", "the card to be played first is not one of two"),
        ("score.trull", "{event: {not_beside: [valet]}}", "there is no other bonus 'valet'"),
        ("score.pagat", "{event: {of_opponents: true}}", "`of_opponents` means nothing beside `wins`"),
    ],
)
def test_what_the_cups_have_new_is_refused_where_it_means_nothing(
    tmp_path: Path, rule: str, params: str, said: str
) -> None:
    path = tmp_path / "ours.yaml"
    head = "format: 1\nid: ours\ntitle: Ours\nextends: koenigrufen-tirol-2020\nchanges:\n"
    path.write_text(f"{head}  {rule}: {{params: {params}, because: ours}}\n", encoding="utf-8")
    with pytest.raises(tt.LoadError, match=re.escape(said)):
        Library([path]).load("ours")
