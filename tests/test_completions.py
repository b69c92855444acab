"""The deals that complete a record in part: all deals of small games are tried one by one, and as many fit as are counted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice, permutations
from math import comb, factorial
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.setup import Setup
from tarot_teach.errors import TarotError
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record, read_record
from tarot_teach.solver.dealing import Dealing
from tarot_teach.table import Action, Play
from tarot_teach.topics.admits.candidates import Trials
from tarot_teach.topics.admits.completions import Completions, completions, decided_by_deals
from tarot_teach.topics.admits.facts import facts_of
from tarot_teach.topics.admits.hidden_cards import hidden_cards
from tarot_teach.topics.admits.trial import Decision, Trial, tried, tried_whole
from tarot_teach.topics.prove.small_packs import small_games
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY, run
from tests.small_games import layouts, small_engine

SMALL = ("small-french", "small-french-3", "small-ombre", "small-collecting", "small-holding", "small-scarto")


def dealt(engine: Engine, hands: tuple[tuple[Card, ...], ...], rest: tuple[Card, ...]) -> Deal:
    """A deal of some hands, before the first action."""
    (players,) = engine.ruleset.players
    deck = engine.ruleset.deck
    masks = tuple(deck.mask(hand) for hand in hands)
    return Setup.as_dealt(engine.index, engine.seats(players), players - 1, masks, rest).deal(engine, "bid")


def played(engine: Engine, source: random.Random) -> Deal:
    """A random deal, played at random."""
    (players,) = engine.ruleset.players
    cards = [*engine.ruleset.deck.cards]
    source.shuffle(cards)
    size = engine.index.deals.hand_size(players)
    hands = tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(players))
    deal = dealt(engine, hands, tuple(cards[size * players :]))
    while not deal.over:
        deal = deal.push(deal.legal.random(source))
    return deal


def in_part(deal: Deal, source: random.Random) -> tuple[dict[str, Any], Deal]:
    """A deal as a record without some of the cards and tricks, without talon and result; and the deal as far as the record tells it."""
    data = deal_record(deal)
    data.pop("expect", None)
    data.pop("talon", None)
    for codes in data["hands"].values():
        for i in range(len(codes)):
            if source.random() < 0.6:
                codes[i] = "?"
    kept = source.randrange(len(data.get("tricks", ())) + 1)
    if "tricks" in data:
        data["tricks"] = data["tricks"][:kept]
    moves = deal.moves
    for number, move in enumerate(moves):
        if move.trick is not None and move.trick >= kept:
            moves = moves[:number]
            break
    return data, replace(deal, moves=moves)


def trial_of(engine: Engine, data: dict[str, Any], deal: Deal) -> Trial:
    """The trial of a record in part under the ruleset by which it was played."""
    head = {"format": 1, "id": "part", "ruleset": engine.ruleset.name, "title": "A record in part"}
    seats = {letter: letter for letter in deal.state.seats}
    facts = facts_of(Record(ExampleFile.model_validate({**head, "seats": seats, **data})), engine)
    hidden = hidden_cards(facts, engine)
    return decided_by_deals(tried(facts, engine), hidden) if hidden else tried(facts, engine)


def deals_with(engine: Engine, named: dict[str, list[str]]) -> Iterator[tuple[tuple[tuple[Card, ...], ...], Deal]]:
    """Yield the hands and the beginning of each deal that has the cards that are named in the hands."""
    (players,) = engine.ruleset.players
    deck = engine.ruleset.deck
    known = [deck.mask(deck.card(code) for code in codes if code != "?") for codes in named.values()]
    for hands in layouts(deck.cards, [engine.index.deals.hand_size(players)] * players):
        if any(each & ~deck.mask(hand) for each, hand in zip(known, hands, strict=True)):
            continue
        rest = [card for card in deck.cards if not any(card in hand for hand in hands)]
        for order in permutations(rest):
            yield hands, dealt(engine, hands, order)


def number_fitting(engine: Engine, data: dict[str, Any], played_part: Deal) -> int:
    """The number of deals in which all that was done in one deal can be done: hands as dealt, and hands after each action, tell them apart."""
    found = set()
    for hands, deal in deals_with(engine, data["hands"]):
        with suppress(TarotError):
            done = deal.push(*(move.action for move in played_part.moves))
            found.add((hands, *(move.after.hands for move in done.moves)))
    return len(found)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(4))
def test_as_many_deals_fit_as_are_found_one_by_one(name: str, seed: int) -> None:
    """Each seed tells another part of a random deal: some cards of the hands, some tricks, and never the talon."""
    engine, source = small_engine(name), random.Random(f"{name} {seed}")
    data, played_part = in_part(played(engine, source), source)
    trial = trial_of(engine, data, played_part)
    assert trial.decision is not Decision.REFUSED
    if trial.hidden is None:
        assert not any("?" in codes for codes in data["hands"].values())
        return
    counted = completions(trial.hidden, most=10**6)
    assert counted.exact and counted.bounds == (number_fitting(engine, data, played_part),) * 2
    assert counted.admitted == counted.seen > 0


# ---------------------------------------------------------------- tricks whose cards are not all named

Told = tuple[Action | None, ...]


def without_cards(
    data: dict[str, Any], played_part: Deal, source: random.Random
) -> tuple[dict[str, Any], Told, dict[int, int]]:
    """The record with some cards of its tricks unnamed, and some winners told; its actions, None for an unnamed card, and the winners by trick."""
    letters, winners, tricks = played_part.state.seats, dict[int, int](), []
    for number, trick in enumerate(data.get("tricks", ())):
        cards = [f"{text.split()[0]} ?" if source.random() < 0.5 else text for text in trick["cards"]]
        tricks.append({"cards": cards})
        if number < len(played_part.state.tricks) and source.random() < 0.7:
            winners[number] = played_part.state.tricks[number].winner
            tricks[-1]["expect"] = {"winner": letters[winners[number]]}
    unnamed = [text.endswith("?") for trick in tricks for text in trick["cards"]]
    actions, number = list[Action | None](), 0
    for move in played_part.moves:
        actions.append(move.action)
        if isinstance(move.action, Play):
            actions[-1] = None if unnamed[number] else move.action
            number += 1
    hands = {seat: [*codes] for seat, codes in data["hands"].items()}
    named = {text.split()[1] for trick in tricks for text in trick["cards"]}
    for codes in hands.values():  # cards of hands are named only where a trick or chance does
        for i, code in enumerate(codes):
            codes[i] = code if code in named or source.random() < 0.3 else "?"
    more = {"tricks": tricks} if tricks else {}
    return {**data, "hands": hands, **more}, tuple(actions), winners


def can_be_played(deal: Deal, actions: Told, winners: dict[int, int], players: list[int]) -> Deal | None:
    """The deal with some cards in the place of those that are not named, if all of it can be played and goes to the winners."""
    if not actions:
        return deal
    action, rest = actions[0], actions[1:]
    if action is None and deal.state.turn != players[0]:
        return None
    tried = deal.legal if action is None else [action]
    for each in tried:
        if action is None and not isinstance(each, Play):
            continue
        with suppress(TarotError):
            after = deal.push(each)
            wrong = any(
                number < len(after.state.tricks) and after.state.tricks[number].winner != seat
                for number, seat in winners.items()
            )
            if not wrong and (done := can_be_played(after, rest, winners, players[isinstance(each, Play) :])):
                return done
    return None


def number_of_deals(
    engine: Engine, data: dict[str, Any], played_part: Deal, actions: Told, winners: dict[int, int]
) -> int:
    """The number of deals in which all that is told can be done, whatever the cards are that are not named."""
    found = set()
    seats = [move.action.seat for move in played_part.moves if isinstance(move.action, Play)]
    for hands, deal in deals_with(engine, data["hands"]):
        done = can_be_played(deal, actions, winners, seats)
        if done:
            before = [move.after.hands for move in done.moves if not isinstance(move.action, Play)]
            found.add((hands, *before))
    return len(found)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(4))
def test_tricks_with_unnamed_cards_leave_as_many_deals_as_are_found_one_by_one(name: str, seed: int) -> None:
    engine, source = small_engine(name), random.Random(f"unnamed {name} {seed}")
    data, played_part = in_part(played(engine, source), source)
    data, actions, winners = without_cards(data, played_part, source)
    trial = trial_of(engine, data, played_part)
    assert trial.decision is not Decision.REFUSED
    if trial.hidden is None:
        return
    counted = completions(trial.hidden, most=10**6)
    assert counted.exact
    assert counted.seen >= counted.admitted == number_of_deals(engine, data, played_part, actions, winners) > 0


def test_intervals_hold_the_number_nearly_always() -> None:
    """A share of a quarter, by 20 of 1,000 deals each time: the interval misses it in one case of a hundred."""
    source, missed = random.Random(1), 0
    for _case in range(400):
        admitted = sum(source.random() < 0.25 for _deal in range(20))
        low, high = Completions(1000, 20, admitted).bounds
        assert admitted <= low <= high <= 1000
        missed += not low <= 250 <= high
    assert missed <= 8


def test_every_way_to_deal_is_yielded_once() -> None:
    source = random.Random(8)
    for _case in range(60):
        cards = [source.randrange(1, 8) for _card in range(source.randrange(1, 8))]
        sizes = [0] * 3
        for where in cards:
            sizes[source.choice([place for place in range(3) if where >> place & 1])] += 1
        groups = {where: sum(1 << i for i, each in enumerate(cards) if each == where) for where in cards}
        dealing = Dealing(groups, tuple(sizes))
        deals = [tuple(deal) for deal in dealing.every()]
        assert len({*deals}) == len(deals) == dealing.ways
        for deal in deals:
            assert [hand.bit_count() for hand in deal] == sizes and sum(deal) == (1 << len(cards)) - 1
            assert all(cards[i] >> place & 1 for place, hand in enumerate(deal) for i in range(8) if hand >> i & 1)


# ---------------------------------------------------------------- records of the library


POEM = """
format: 1
id: poem
ruleset: hombre-1674
title: What the poem names
seats: {S: Belinda, E: the Baron, W: the third player}
start: {step: bid, dealer: W}
hands:
  S: [SA, S2, CA, SK, CK, HQ, HK, "?", "?"]
  E: [SQ, SJ, DK, DQ, DJ, HA, "?", "?", "?"]
  W: [CJ, "?", "?", "?", "?", "?", "?", "?", "?"]
auction: [S sans_prendre, E pass, W pass]
choices: [S exchange.trumps spades, E exchange.others nothing, W exchange.others nothing]
"""
TRICK = """
format: 1
id: trick
ruleset: hombre-1674
title: A trick
seats: {S: the ombre, E: the leader, W: the partner}
start: {step: play, taker: S, contract: game, trumps: hearts, leader: E}
hands:
  E: [SQ, "?", "?"]
  W: ["?", "?", "?"]
tricks:
  - cards: [E SQ, W H3]
"""


def read(text: str) -> Record:
    return read_record(text.strip(), name="part.yaml")


def test_fourteen_named_cards_leave_as_many_deals_as_the_others_can_lie_in() -> None:
    """Of 26 cards two are Belinda's, three the Baron's, eight the third player's, and thirteen lie in the talon."""
    answer = tt.admits(read(POEM), options=0, completions=50)
    deals = factorial(26) // (factorial(2) * factorial(3) * factorial(8) * factorial(13))
    assert {*answer.admitted} == {"hombre-1674", "tresillo"}
    assert {name: counted.seen for name, counted in answer.completions.items()} == dict.fromkeys(
        ("hombre-1674", "hombre-blog", "tresillo"), deals
    )
    counted = answer.completions["hombre-1674"]
    assert (counted.tried, counted.admitted) == (50, 50) and counted.bounds[1] == deals > counted.bounds[
        0
    ] > 0.89 * deals
    data = answer.to_dict()["completions"]["tresillo"]
    assert data == {"seen": deals, "tried": 50, "admitted": 50, "low": counted.bounds[0], "high": deals}


def test_a_player_who_does_not_follow_has_none_of_the_suit() -> None:
    """Of 38 hidden cards eight are spades, of which the player who trumps has none; three lie with the ombre, two with the leader."""
    counted = tt.admits(read(TRICK), rulesets="hombre-1674", options=0).completions["hombre-1674"]
    assert counted.seen == comb(30, 2) * factorial(36) // (factorial(3) * factorial(2) * factorial(31))
    assert not counted.tried and counted.bounds == (0, counted.seen)


def test_a_card_that_an_earlier_play_denied_refuses_the_record() -> None:
    trick = TRICK.replace("W H3]", "W H3, S S4]")
    revoked = read(f"{trick}  - cards: [W SK]\n")
    trial = tt.admits(revoked, rulesets="hombre-1674", options=0).trials[0]
    assert trial.decision is Decision.REFUSED and trial.problem is not None and trial.problem.code == "record.no-deal"
    assert trial.line == 11 and "denied by an earlier play" in trial.reason
    allowed = read(f"{trick}    irregular: [W H3]\n  - cards: [W SK]\n")
    assert tt.admits(allowed, rulesets="hombre-1674", options=0).trials[0].decision is not Decision.REFUSED


@pytest.mark.parametrize(
    "name",
    [
        *("fft-4", "scarto", "slovenian-pagat", "hombre-1674", "tresillo", "minchiate", "zwanzigerrufen"),
        *(
            "danish-2011",
            "dreiertarock-mayr",
            "koenigrufen-tirol-2020",
            "burro",
            "casita-robada",
            "cego-parlett",
            "strohmandeln-mayr",
        ),
    ],
)
def test_no_part_of_a_deal_is_refused_by_the_rules_by_which_it_was_played(name: str) -> None:
    """Cards that decide and are not known (the talon that the taker takes, cards drawn) once refused the record."""
    for seed in (0, 1, 8, 11):
        trial = part_of_random(name, seed)
        assert trial.decision is not Decision.REFUSED
        assert trial.hidden is not None and trial.hidden.ways > 0


@pytest.mark.parametrize(
    "name",
    [
        "fft-4",
        "scarto",
        "slovenian-pagat",
        "hombre-1674",
        "minchiate",
        "danish-2011",
        "cego-parlett",
        "fft-5",
        "strohmandeln-mayr",
    ],
)
@pytest.mark.parametrize("seed", [0, 8])
def test_no_record_with_unnamed_cards_is_refused_by_its_rules(name: str, seed: int) -> None:
    source, deal = random.Random(seed), DealSimulator.of(LIBRARY, name, ("random",)).play(seed, 0)
    data, played_part = in_part(deal, source)
    data["tricks"] = data.get("tricks", [])[:3]
    data, _actions, _winners = without_cards(data, replace(played_part, moves=()), source)
    seats = {each: each for each in deal.state.seats}
    file = ExampleFile.model_validate(
        {"format": 1, "id": "part", "ruleset": name, "title": "A part", "seats": seats, **data}
    )
    trial = Trials.of(Record(file), LIBRARY.load(name), LIBRARY).under(LIBRARY.load(name))
    assert trial.decision is not Decision.REFUSED, trial.problem
    assert trial.hidden is not None and trial.hidden.ways > 0


# ---------------------------------------------------------------- games with heaps


def record_of(engine: Engine, data: dict[str, Any]) -> Record:
    """The facts of a record of a deal by the rules of an engine."""
    head = {"format": 1, "id": "part", "ruleset": engine.ruleset.name, "title": "A part"}
    return facts_of(Record(ExampleFile.model_validate({**head, **data})), engine)


@pytest.mark.parametrize("unnamed", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_cards_of_heaps_are_counted_one_by_one(seed: int, unnamed: bool) -> None:
    """Small deals of Strohmandeln with six hidden cards, in hands and in heaps: they are laid into their places in every order."""
    source = random.Random(f"heaps {seed}")
    game = small_games(LIBRARY, LIBRARY.load("strohmandeln-mayr"))[seed % 3]
    engine, deal = Engine(game.ruleset), tt.deal(game.ruleset, seed=seed)
    while not deal.over:
        deal = deal.push(deal.legal.random(source))
    data = deal_record(deal)
    data.pop("expect", None)
    data["tricks"] = data.get("tricks", [])[: source.randrange(1, 4)]
    whole = {seat: [*codes] for seat, codes in data["hands"].items()}
    for code in source.sample(sorted(card.code for card in deal.state.deck.cards), 6):
        for row in (*data["hands"].values(), *(heap for heaps in data["heaps"].values() for heap in heaps)):
            row[:] = ["?" if each == code else each for each in row]
    if unnamed:
        played = data["tricks"][0]["cards"]
        played[1] = f"{played[1].split()[0]} ?"
    facts = record_of(engine, data)
    found = hidden_cards(facts, engine)
    places = [
        (row, i)
        for row in (*data["hands"].values(), *(heap for heaps in data["heaps"].values() for heap in heaps))
        for i, code in enumerate(row)
        if code == "?"
    ]
    known = {
        code
        for codes in (*data["hands"].values(), *(heap for heaps in data["heaps"].values() for heap in heaps))
        for code in codes
    }
    hidden = [card.code for card in deal.state.deck.cards if card.code not in known]
    assert len(hidden) == len(places) == 6 and found is not None
    fitting = set()
    for order in permutations(hidden):
        for (row, i), code in zip(places, order, strict=True):
            row[i] = code
        if tried_whole(record_of(engine, data), engine).decision is not Decision.REFUSED:
            fitting.add(repr(({seat: sorted(codes) for seat, codes in data["hands"].items()}, data["heaps"])))
    assert repr(({seat: sorted(codes) for seat, codes in whole.items()}, deal_record(deal)["heaps"])) in fitting
    counted = completions(found, most=1000)
    assert counted.exact and counted.admitted == len(fitting) <= counted.seen


def test_heaps_that_are_not_told_are_counted() -> None:
    """Of 54 cards, seven are in each hand and the others in heaps; a card that a seat plays may have come from its hand or its heaps."""
    engine = Engine(LIBRARY.load("strohmandeln-mayr"))
    deal = DealSimulator.of(LIBRARY, "strohmandeln-mayr", ("random",)).play(3, 0)
    data = deal_record(deal)
    data = {key: data[key] for key in ("start", "hands", "auction", "choices") if key in data}
    data["hands"] = {seat: ["?"] * len(codes) for seat, codes in data["hands"].items()}
    data.pop("choices", None)
    found = hidden_cards(record_of(engine, data), engine)
    size = engine.index.deals.hand_size(2)
    assert found is not None
    assert found.ways == comb(54, size) * comb(54 - size, size) * factorial(54 - 2 * size)
    sound = next(found.drawn(random.Random(1))).file
    lying = [code for heaps in sound.heaps.values() for heap in heaps for code in heap]
    assert len({*lying, *(code for codes in sound.hands.values() for code in codes)}) == 54


WINS = """
format: 1
id: wins
ruleset: hombre-1674
title: Who wins is told
seats: {S: the ombre, E: the leader, W: the partner}
start: {step: play, taker: S, contract: game, trumps: hearts, leader: E}
hands:
  S: [H3, D4, C4]
  E: [SQ, "?", "?"]
  W: ["?", "?", "?"]
tricks:
  - cards: [E SQ, W ?, S H3]
    expect: {winner: S}
"""


def test_who_wins_a_trick_narrows_the_deals() -> None:
    """West must not win with the card that is not named: a hand of higher trumps and a spade, or of lower ones, or of none, is open; to win it takes a higher trump and no spade."""

    def counted(text: str) -> Completions:
        return tt.admits(read(text), rulesets="hombre-1674", options=0, completions=60).completions["hombre-1674"]

    lost, won = counted(WINS), counted(WINS.replace("winner: S", "winner: W"))
    assert lost.seen > won.seen > 0
    assert lost.tried == won.tried == 60
    assert won.bounds[1] < lost.bounds[0]
    with_lead = counted(WINS.replace("    expect: {winner: S}", "  - cards: [W ?]"))
    assert (with_lead.seen, with_lead.admitted) == (won.seen, won.admitted)


def test_a_trick_that_nobody_can_have_won_so_is_refused() -> None:
    known = WINS.replace('[SQ, "?", "?"]', "[SQ, DK, CK]").replace('["?", "?", "?"]', "[D6, C6, D7]")
    trial = tt.admits(read(known), rulesets="hombre-1674", options=0).trials[0]
    assert trial.decision is Decision.ADMITTED
    for cards, code in (("D6, C6, D7", "record.unnamed"), ("D6, C6, S7", "record.expectation")):
        wrong = known.replace("D6, C6, D7", cards).replace("winner: S", "winner: W")
        refused = tt.admits(read(wrong), rulesets="hombre-1674", options=0).trials[0]
        assert refused.decision is Decision.REFUSED and refused.problem is not None
        assert refused.problem.code == code and refused.line > 10


def test_a_replay_ends_at_a_card_that_is_not_known() -> None:
    done = tt.replay(read(WINS.replace("\n    expect: {winner: S}", "")))
    assert len(done.deal.moves) == 1 and "does not tell which card" in done.stopped


def part_of_random(name: str, seed: int) -> Trial:
    """The trial of a part of a deal by random players, under the rules by which it was played."""
    source, deal = random.Random(seed), DealSimulator.of(LIBRARY, name, ("random",)).play(seed, 0)
    data, _events = in_part(deal, source)
    head = {"format": 1, "id": "part", "ruleset": name, "title": "A record in part"}
    record = Record(ExampleFile.model_validate({**head, "seats": {each: each for each in deal.state.seats}, **data}))
    return Trials.of(record, LIBRARY.load(name), LIBRARY).under(LIBRARY.load(name))


def test_not_all_deals_that_fit_card_by_card_are_admitted() -> None:
    """South shows the Excuse in a handful of ten, and so has no other trumps: no single card lies wrong, and most deals are refused."""
    hidden = part_of_random("blog-4", 1).hidden
    assert hidden is not None
    counted = completions(hidden, most=120)
    low, high = counted.bounds
    assert 0 < counted.admitted < counted.tried == 120
    assert 0 < low < high < counted.seen == hidden.ways
    refused = [
        trial for record in islice(hidden.drawn(random.Random(1)), 20) if (trial := tried(record, hidden.engine)).rule
    ]
    assert {trial.rule for trial in refused} == {"declare.handful"}


def test_a_whole_record_has_no_completions() -> None:
    assert not tt.admits("rape-of-the-lock", options=0).completions


def test_the_command_prints_how_many(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "poem.yaml"
    path.write_text(POEM.strip(), encoding="utf-8")
    code, out, _err = run(capsys, "admits", str(path), "--options", "0")
    assert code == 0 and "133,855,722,000" in out and "drawn" not in out
    asked = ("admits", str(path), "--options", "0", "--completions", "20", "--format", "markdown")
    code, out, _err = run(capsys, *asked)
    assert code == 0 and "to 133,855,722,000 (20 of 20 drawn)" in out
    assert "a confidence of 99%" in " ".join(out.split())
    for wrong in ("0", "many"):
        code, out, err = run(capsys, "admits", str(path), "--completions", wrong)
        assert code == 2 and not out and "completions" in err
    path.write_text(POEM.replace("CJ,", "SQ,").strip(), encoding="utf-8")
    code, out, _err = run(capsys, "admits", str(path), "--options", "0")
    assert code == 0 and "SQ is here, and among the hands of E too" in " ".join(out.split())
    assert "How many deals fit" not in out
