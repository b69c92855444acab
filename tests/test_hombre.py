"""L'Ombre against a second implementation from the books, which shares no code with the engine, and against what is told of old games."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import trick_position
from tarot_teach.errors import NotationError
from tarot_teach.loading import Library
from tarot_teach.mechanisms.count import TricksFact
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.runner import replay
from tarot_teach.table import Bid, Memory, Outcome, Phase, Play
from tarot_teach.table.facts import Facts
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.try_it.answers import Answers
from tests.at_ends.hombre import done_of
from tests.at_ends.reading import place
from tests.helpers import LIBRARY

DEALS = int(os.environ.get("SOUND_DEALS", "12"))


@pytest.fixture(scope="module")
def simulator() -> DealSimulator:
    return DealSimulator.of(LIBRARY, "hombre-1674", ("random",))


def of(name: str) -> DealSimulator:
    return DealSimulator.of(LIBRARY, name, ("random",))


@pytest.mark.parametrize("name", ["hombre-1674", "hombre-blog", "tresillo"])
@pytest.mark.parametrize("number", range(DEALS))
def test_each_play_and_payment_as_by_the_books(name: str, number: int) -> None:
    simulator = of(name)
    deal = simulator.play(7, number)
    state = deal.state
    if state.result is not None and state.result.void:
        assert {move.action.bid for move in deal.moves if isinstance(move.action, Bid)} == {"pass"}
        return
    done = done_of(deal, simulator.engine.ruleset)
    leader, trick, winners = (state.dealer + 1 + done.leader) % 3, list[str](), list[int]()
    for move in deal.moves:
        if not isinstance(move.action, Play):
            continue
        seat, before = move.action.seat, move.before
        hand = {card.code for card in before.hand(seat)}
        assert seat == (leader + len(trick)) % 3
        legal = {card.code for card in state.deck.set(simulator.engine.legal(before).cards)}
        assert legal == done.cards.allowed(hand, trick), (hand, trick, state.trumps)
        trick.append(move.action.card.code)
        if len(trick) == 3:
            leader = (leader + done.cards.winner(trick)) % 3
            winners.append(place(deal, leader))
            trick = []
    assert winners == done.winners and done.whole()
    assert state.result is not None
    assert [state.result.scores[(state.dealer + 1 + i) % 3] for i in range(3)] == done.payments()
    (kept,) = state.result.memory.values()
    assert isinstance(kept, Memory) and sum(kept.shared) == -sum(state.result.scores)


def test_forty_cards_and_eleven_or_twelve_trumps() -> None:
    deck = LIBRARY.load("hombre-1674").deck
    assert len(deck.cards) == 40
    numbers = Counter({suit: deck.order(suit).trumps.bit_count() for suit in deck.suits})
    assert numbers == {"spades": 11, "clubs": 11, "hearts": 12, "diamonds": 12}


@pytest.mark.parametrize(
    ("trumps", "held", "played", "allowed"),
    [
        ("hearts", "SA D3", "H6", "SA D3"),  # Spadille is not forced by a low trump
        ("hearts", "CA D3", "SA", "CA"),  # but Basto is by Spadille
        ("hearts", "SA D3", "H7", "SA D3"),  # a lower matador does not force a higher one
        ("hearts", "SA H2 D3", "HK", "SA H2"),  # another trump is held
        ("spades", "S2 C4", "SK", "S2 C4"),
        ("spades", "CA C4", "C7", "C4"),  # Basto is no club when clubs are led
        ("spades", "CA D4", "C7", "CA D4"),
        ("clubs", "SA S4", "S7", "S4"),  # Spadille is no spade
    ],
)
def test_matadors_need_not_follow(trumps: str, held: str, played: str, allowed: str) -> None:
    engine = Engine(LIBRARY.load("hombre-1674"), trumps)
    deck = engine.ruleset.deck
    state = trick_position(engine, deck.parse(held), deck.parse(played), contract="game")
    assert deck.set(engine.legal(state).cards) == deck.set(deck.mask(deck.parse(allowed)))


def test_a_trick_by_itself_needs_the_suit_of_trumps(capsys: pytest.CaptureFixture[str]) -> None:
    def run(*args: str) -> str:
        with pytest.raises(SystemExit):
            main(list(args))
        printed = capsys.readouterr()
        return printed.out + printed.err

    hand = ("legal", "hombre-1674", "--contract", "game", "--hand", "SA S4", "--trick", "S7")
    assert "a suit becomes trumps by a choice, and none is named" in run(*hand)
    assert "Allowed: the 4 and ace of spades." in run(*hand, "--trumps", "spades")
    assert "Allowed: the 4 of spades." in run(*hand, "--trumps", "clubs")
    assert "none is named" in run("trick", "hombre-1674", "--contract", "game", "--cards", "HK S2 SA")
    assert "no suit becomes trumps by a choice" in run("legal", "fft-4", "--trumps", "hearts", "--hand", "SR")
    with pytest.raises(NotationError, match="none is named"):
        tt.position("tresillo", hand="S7", contract="juego")
    answers = Answers()
    question = {"ask": "legal", "game": "hombre-1674", "hand": "SA S4", "trick": "S7"}
    answer = json.loads(answers.ask(json.dumps(question)))
    assert ["game clubs", "Game: clubs"] in answer["contracts"] and answer["contract"] == "game spades"
    answer = json.loads(answers.ask(json.dumps({**question, "contract": "game clubs"})))
    assert not answer["cards"]["SA"]["allowed"]


def test_a_doubled_pool_lies_there_for_the_next_deal(simulator: DealSimulator) -> None:
    engine = simulator.engine
    memory = Facts({"match.pool": Memory((50,))})
    state = engine.start(seed=3, memory=memory)
    while state.phase is not Phase.BID:
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    assert state.turn is not None
    state, _events = engine.apply(state, Bid(state.turn, "pass"))
    paid = [sum(each.amounts) for each in state.paid]
    assert paid == [-1, -1]  # the eldest hand, and passing; no new stakes


def test_a_saved_state_keeps_the_suit_of_trumps(simulator: DealSimulator) -> None:
    deal = simulator.play(7, 1)
    state = next(move.before for move in deal.moves if isinstance(move.action, Play) and move.before.trick.cards)
    again = simulator.engine.restore(state_as_data(state))
    assert again.trumps == state.trumps and again.trick.above == state.trick.above
    assert simulator.engine.legal(again).cards == simulator.engine.legal(state).cards


def test_simple_players_bid_name_trumps_and_draw() -> None:
    simulator = DealSimulator.of(Library(), "hombre-1674", ("simple",))
    played = [simulator.play(1, number).state for number in range(12)]
    taken = [state for state in played if state.auction.taker is not None]
    assert 3 <= len(taken) < 12 and all(state.trumps and state.result is not None for state in taken)


NINE = [
    # memory before, tricks, what the taker and each opponent in turn get, memory after
    ("10+0", "5-4-0", (8, -1, -1), "5+0"),  # first puesta: the plato is 6 with what the dealer adds
    ("10+0", "4-4-1", (-10, 0, 0), "5+16"),
    ("10+0", "3-5-1", (-20, 10, 0), "5+16"),
    ("10+15", "5-4-0", (18, -1, -1), "10+0"),  # puesta in the plato, 16 with what the dealer adds
    ("10+15", "4-4-1", (0, 0, 0), "10+16; 1 20"),
    ("10+15", "2-1-6", (-20, 0, 20), "10+16; 1 20"),
    ("10+15; 2 12; 3 20", "5-4-0", (36, 0, -20), "10+0; 2 12"),  # reserved puesta: the highest debt is 20
    ("10+15; 1 20; 3 12", "5-4-0", (16, 0, 0), "10+0; 3 12"),
    ("10+15; 3 20", "3-3-3", (0, 0, 0), "10+16; 1 36; 3 20"),
    ("10+15; 3 20", "3-6-0", (-36, 36, 0), "10+16; 1 36; 3 20"),
    ("10+0; 3 20", "4-4-1", (0, 0, 0), "5+6; 1 26; 3 20"),  # an empty plato, and a debt
    ("10+15; 2 20; 3 20", "5-4-0", (36, -20, 0), "10+0; 3 20"),  # equal debts: that of the next player
]


@pytest.mark.parametrize(("before", "tricks", "gets", "after"), NINE)
def test_the_nine_ends_of_a_deal_of_tresillo(before: str, tricks: str, gets: tuple[int, ...], after: str) -> None:
    engine = Engine(LIBRARY.load("tresillo"))
    facts = Facts({"count.tricks": TricksFact.parse(tricks)})
    outcome = Outcome(contract="juego", taker=0, alone=True, facts=facts)
    memory = Facts({"match.pool": Memory.parse(before, ("1", "2", "3"))})
    result, _events = engine.scorer.result([outcome], 3, memory=memory)
    assert tuple(result.scores) == gets
    assert str(result.memory["match.pool"]) == after


@pytest.mark.parametrize(
    ("contract", "facts", "gets"),
    [
        ("vuelta", {"count.tricks": "5-4-0"}, 2 * 2),
        ("solo", {"count.tricks": "5-4-0"}, 2 * 3),
        ("solo", {"count.tricks": "4-4-1"}, -2 * 2),
        ("juego", {"count.tricks": "5-4-0", "score.matadors": "1:3"}, 2 * 2),
        ("juego", {"count.tricks": "4-4-1", "score.matadors": "1:3"}, 0),
        ("juego", {"count.tricks": "5-0-0", "score.voll": "1:stopped"}, 2 * 2),
        ("juego", {"count.tricks": "9-0-0", "score.voll": "1:made"}, 2 * 9),
        ("juego", {"count.tricks": "7-2-0", "score.voll": "1:failed"}, 2 * (1 - 8)),
    ],
)
def test_bonuses_of_tresillo_come_from_each_opponent(contract: str, facts: dict[str, str], gets: int) -> None:
    engine = Engine(LIBRARY.load("tresillo"))
    observing = engine.index.observing
    given = Facts({rule: observing[rule].read(text) for rule, text in facts.items()})
    outcome = Outcome(contract=contract, taker=0, alone=True, facts=given)
    memory = Facts({"match.pool": Memory((10, 15))})
    result, _events = engine.scorer.result([outcome], 3, memory=memory)
    plato = 16 if "-0-0" in facts["count.tricks"] or facts["count.tricks"][0] in "579" else 0
    assert result.scores[0] == plato + gets


def test_a_match_of_tresillo_loses_nothing() -> None:
    simulator, memory, paid = of("tresillo"), Facts(), Fraction(0)
    rng = random.Random(4)
    for seed in range(30):
        state = simulator.engine.start(seed=seed, dealer=seed % 3, memory=memory)
        while state.turn is not None:
            choices = simulator.engine.legal(state)
            state, _events = simulator.engine.apply(state, choices.random(rng), among=choices)
        assert state.result is not None
        memory, paid = state.result.memory, paid + sum(state.result.scores)
        (kept,) = memory.values()
        assert isinstance(kept, Memory) and sum(kept.shared) == -paid


def test_the_holder_of_spadille_plays_when_all_pass() -> None:
    engine, plays = Engine(LIBRARY.load("tresillo+spadille-plays")), 0
    for seed in range(12):
        state = engine.start(seed=seed)
        while state.phase is not Phase.BID:
            state, _events = engine.apply(state, next(iter(engine.legal(state))))
        holder = next((seat for seat in range(3) if "SA" in str(state.hand(seat)).split()), None)
        while state.phase is Phase.BID and state.turn is not None:
            state, _events = engine.apply(state, Bid(state.turn, "pass"))
        assert state.auction.taker == holder and (state.result is not None) == (holder is None)
        plays += holder is not None
    assert 0 < plays < 12


def test_a_record_of_a_deal_has_the_answer_between_two_tricks() -> None:
    hands = {"S": "SK SA BN BK BA CJ CK DJ DK", "E": "S6 B3 B5 B6 C3 C2 D6 D3 DN", "W": "S5 S7 B4 B7 C5 C4 D4 D2 DA"}
    tricks = [
        "BN B5 B2",
        "BA DN D4",
        "BK B6 BJ",
        "SK S6 S2",
        "CJ C2 SN",
        "CK C3 S4",
        "SA D3 DA",
        "DJ D6 S3",
        "DK B3 SJ",
    ]
    answers = ["S exchange.trumps coins", "E exchange.others nothing", "W exchange.others S5 S7 B4 B7 C5 C4 D2"]
    data = {
        "format": 1,
        "id": "all-nine",
        "ruleset": "tresillo",
        "title": "All nine tricks",
        "start": {"step": "bid", "dealer": "W"},
        "hands": {seat: cards.split() for seat, cards in hands.items()},
        "talon": ["S2", "S3", "S4", "SJ", "SN", "B2", "BJ", "C7", "C6", "CA", "CN", "D7", "D5"],
        "auction": ["S solo", "E pass", "W pass"],
        "choices": [*answers, "S play.voll all_tricks"],
        "tricks": [{"cards": [" ".join(pair) for pair in zip("SEW", trick.split(), strict=True)]} for trick in tricks],
    }
    engine = Engine(LIBRARY.load("tresillo"))
    deal = replay(Record(ExampleFile.model_validate(data)), engine).deal
    written = deal_record(deal)
    assert written["choices"] == data["choices"] and len(written["tricks"]) == 9
    assert replay(Record(ExampleFile.model_validate(data | written)), engine).end == deal.state


def test_a_session_of_tresillo_keeps_plates_and_debts(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    lines = [
        *("format: 1", "id: evening", "title: An evening", "ruleset: tresillo", "about: Three deals."),
        *("players: {A: Ana, B: Ben, C: Cleo}", "deals:"),
        "  - result: {taker: A, contract: juego, facts: {count.tricks: 4-4-1}, paid: {bid.stakes: {A: -6, B: -5, C: -5}}}",
        "  - result: {taker: B, contract: solo, facts: {count.tricks: 3-6-0}, paid: {bid.stakes: {B: -1}}}",
        "  - result: {taker: C, contract: juego, facts: {count.tricks: 5-4-0}, paid: {bid.stakes: {C: -1}}}",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    session = keep_score(path, LIBRARY)
    kept = [str(deal.memory["match.pool"]) for deal in session.deals]
    assert kept == ["10+16", "10+17; 2 21", "10+0"]
