"""Rules in words, run by Python and compiled, against the engine: playable cards, whole deals with their scores, and rare endings.

``WORDS_DEALS`` in the environment is the number of deals of each ruleset under each contract, and of endings for each game.
"""

from __future__ import annotations

import functools
import operator
import os
import random
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

import pytest

from tarot_teach.engine.phases.tricks import playable
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.table import Event, Phase, Play, State
from tarot_teach.table.events import CardMoved, DebtPaid
from tarot_teach.topics.simulate.by_words import TRICKS, PlayByWords, compiled_tricks
from tarot_teach.topics.simulate.deal_simulator import DealSimulator, Step
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.kernel import Misfit, kernel_for
from tarot_teach.topics.simulate.players import SimplePlayer
from tarot_teach.topics.simulate.players.simple_card import SimpleTables
from tarot_teach.words import NoWordsError, PlayWords, deal_words, ends_of, packed, play_words, played_out
from tarot_teach.words.link import MASK
from tarot_teach.words.records import DealWords, PlayRow, TakenRow, dtype, fill, mask_of, plain
from tests.helpers import LIBRARY

DEALS = int(os.environ.get("WORDS_DEALS", "2"))
OPTIONS = ("fft-4+petit-imprenable", "fft-5+petit-imprenable", "enc2011-4+petit-imprenable")
ROWS, MOST_TRICKS, EVERY_SEAT = 120, 40, 63
COMPILED = find_spec("numba") is not None


def of_tricks(name: str) -> bool:
    """True for a ruleset in which tricks are played."""
    return LIBRARY.load(name).play == "tricks"


NAMES = [name for name in (*LIBRARY.ids(), *OPTIONS) if of_tricks(name)]


class Opened(NamedTuple):
    """A deal up to the moment at which words take over, the generator there, and the rest as the engine plays it."""

    state: State
    draws: tuple[int, int]
    steps: list[Step]


def opened(simulator: DealSimulator, seed: int, number: int, laid: int = 0) -> Opened | None:
    """A deal at the first trick in which so many cards have been ``laid``; None where no cards are played. Where announcements are made at the
    first card, the engine plays the first trick."""
    draws, found = Draws(seed, number), None
    words, rest = draws.words, list[Step]()
    for step in simulator.steps(simulator.start(seed, number).state, draws, number):
        before = step.before
        index = simulator.engine.rules(before)
        announced = before.tricks or not index.offers_at_first_card
        bound = any(rule.bound(before, seat) for rule in index.keeps for seat in range(before.players))
        if found is None and before.phase is Phase.PLAY and announced and not bound and len(before.trick.cards) == laid:
            found = before, words
        if found:
            rest.append(step)
        words = draws.words
    return Opened(*found, rest) if found else None


class PlayedByWords(NamedTuple):
    """A deal played by words: seat, playable cards and card of each play, winner and rule of each trick, and the deal."""

    rows: list[tuple[int, int, int]]
    taken: list[tuple[int, int]]
    deal: Any


def simple_player(simulator: DealSimulator) -> SimplePlayer | None:
    """The simple player of all seats, if it is that."""
    player = simulator.players[0]
    return player if isinstance(player, SimplePlayer) else None


def by_python(words: PlayWords, index: RuleIndex, found: Opened, simple: SimplePlayer | None) -> PlayedByWords:
    """A deal played on by words that Python runs."""
    deal = deal_words(index, found.state, found.draws, EVERY_SEAT if simple else 0)
    rows, taken = [plain(PlayRow) for _row in range(ROWS)], [plain(TakenRow) for _row in range(MOST_TRICKS)]
    tables = simple.tables(index) if simple else None
    count = words.link.module(TRICKS[0]).play_out(words.play, tables, deal, rows, taken, 0, 0, -1)
    return PlayedByWords(
        [(row.seat, row.may, row.card) for row in rows[:count]], [(row.winner, row.by) for row in taken], deal
    )


def compiled(words: PlayWords, index: RuleIndex, found: Opened, simple: SimplePlayer | None) -> PlayedByWords:
    """A deal played by compiled code."""
    import numpy as np

    packed_deal = packed(deal_words(index, found.state, found.draws, EVERY_SEAT if simple else 0))
    deals, tables = np.frombuffer(packed_deal, dtype(DealWords)).copy(), np.zeros(1, dtype(SimpleTables))
    if simple:
        fill(tables, 0, simple.tables(index))
    rows, taken, counts = np.zeros(ROWS, dtype(PlayRow)), np.zeros(MOST_TRICKS, dtype(TakenRow)), np.zeros(1, np.int64)
    play = compiled_tricks(words.link)
    named = np.full(1, -1)
    play(words.record, tables, np.zeros(1, np.int64), deals, named, rows, taken, ROWS, MOST_TRICKS, counts)
    of_rows = [(seat, mask_of(may), card) for seat, may, card in rows[: counts[0]].tolist()]
    (end,) = ends_of(deals)
    return PlayedByWords(of_rows, taken.tolist(), end)


def kinds_of(steps: Sequence[Step]) -> list[type[Event]]:
    """The kinds of movements of cards and of late payments, in their order."""
    return [type(event) for step in steps for event in step.events if isinstance(event, CardMoved | DebtPaid)]


def check_deal(simulator: DealSimulator, found: Opened, *, in_python: bool) -> Counter[str]:
    """Hold words against the engine in one deal; how often rules of the play decided something."""
    engine, state = simulator.engine, found.state
    index = engine.rules(state)
    words = play_words(index, state.players)
    plays = [step for step in found.steps if isinstance(step.action, Play)]
    want = [(step.action.seat, engine.legal(step.before).cards, step.action.card.index) for step in plays]
    end = found.steps[-1].after
    for run in (*([by_python] if in_python else []), *([compiled] if COMPILED else [])):
        played = run(words, index, found, simple_player(simulator))
        assert played.rows == want
        if run is compiled:
            cards = [card for _seat, _may, card in played.rows]
            over, kinds = played_out(engine, state, words, played.deal, cards, played.taken)
            scored, _events = engine.go_on(over, after=(Phase.PLAY,))
            assert (scored.won, scored.side_piles, scored.debts) == (end.won, end.side_piles, end.debts)
            assert [taken.winner for taken in scored.tricks] == [taken.winner for taken in end.tricks]
            assert scored.result == end.result
            expected = kinds_of(found.steps)
            assert [kind for kind in kinds if kind is not DebtPaid] == [
                kind for kind in expected if kind is not DebtPaid
            ]
            assert (DebtPaid in kinds) == (DebtPaid in expected)
    return Counter(taken.rule for taken in end.tricks)


@pytest.mark.parametrize("player", ["random", "simple"])
@pytest.mark.parametrize("name", NAMES)
def test_words_play_deals_as_the_engine_does(name: str, player: str) -> None:
    """By auction, and under each contract that can be bid."""
    tried = 0
    for contract in (None, *DealSimulator.of(LIBRARY, name, (player,)).engine.index.ranking):
        simulator = DealSimulator.of(LIBRARY, name, (player,), contract)
        for number in range(DEALS):
            found = opened(simulator, 23, number)
            if found:
                check_deal(simulator, found, in_python=number == 0)
            tried += found is not None
    assert tried


@pytest.mark.parametrize("name", ["strohmandeln-mayr", "scarto", "hombre-1674"])
def test_words_go_on_in_the_midst_of_a_trick(name: str) -> None:
    simulator = DealSimulator.of(LIBRARY, name, ("random",))
    for number in range(15 * DEALS):
        found = opened(simulator, 29, number, laid=1)
        if found:
            check_deal(simulator, found, in_python=number == 0)


CORNERS = (
    "fft-4", "fft-5", "enc2011-4", "guide-4", "early-17c", "scarto", "zwanzigerrufen:solo", "slovenian-pagat:three",
    "slovenian-pagat:solo_one", "hombre-1674", "tresillo", "fft-4+petit-imprenable", "fft-5+petit-imprenable",
)  # fmt: skip


def dealt_anew(index: RuleIndex, state: State, rng: random.Random) -> State:
    """The state with other hands of one to three cards, of those that rules name above all, and perhaps with all tricks won by one side.

    Cards may so occur twice in a deal; neither the engine nor words mind.
    """
    deck, players = state.deck, state.players
    named = index.movable
    words = play_words(index, players)
    for rules in vars(words.play).values():
        for rule in getattr(rules, "rule", ()):
            masks = [mask for name, mask in vars(rule).items() if words.link.attributes[name] is MASK]
            named = functools.reduce(operator.or_, (mask for mask in masks if mask.bit_count() < 5), named)
    called = state.called  # its holder is the partner, and remains so
    special = [card.bit for card in deck.cards if card.bit & named & ~called]
    others = [card.bit for card in deck.cards if not card.bit & (named | called)]
    rng.shuffle(special)
    rng.shuffle(others)
    size = rng.randint(1, 3)
    cards = (special + others)[: size * players] if rng.random() < 0.7 else others[: size * players]
    rng.shuffle(cards)
    hands = tuple(sum({*cards[seat * size : (seat + 1) * size]}) for seat in range(players))
    tricks = state.tricks
    if rng.random() < 0.5:
        side = state.side(rng.randrange(players))
        tricks = tuple(taken._replace(winner=rng.choice(side)) for taken in tricks)
    won, leader = list(state.won), rng.randrange(players)
    if rng.random() < 0.3:
        won[rng.randrange(players)] = 0
    trick = state.trick._replace(leader=leader)
    return state._replace(hands=hands, tricks=tricks, won=tuple(won), turn=leader, trick=trick)


@pytest.mark.parametrize("player", ["random", "simple"])
@pytest.mark.parametrize("name", CORNERS)
def test_words_play_rare_endings_as_the_engine_does(name: str, player: str) -> None:
    """Slams with the Excuse, a low card that takes all, debts: endings dealt anew from real deals."""
    game, _colon, contract = name.partition(":")
    simulator = DealSimulator.of(LIBRARY, game, (player,), contract or None)
    engine, rng = simulator.engine, random.Random(name)
    done = number = 0
    while done < 5 * DEALS:
        number += 1
        found = opened(simulator, 31, number)
        later = [
            step.before
            for step in (found.steps if found else ())
            if step.before.phase is Phase.PLAY and not step.before.trick.cards and step.before.tricks
        ]
        for _time in range(min(10, len(later))):
            start = rng.choice(later)
            index = engine.rules(start)
            state = start = dealt_anew(index, start, rng)
            draws = Draws(rng.randrange(1 << 40), 1)
            dealt, want = Opened(start, draws.words, []), list[tuple[int, int, int]]()
            while state.turn is not None:
                choices = engine.legal(state)
                action = simulator.decision(state, choices, draws).action
                if isinstance(action, Play):
                    want.append((action.seat, choices.cards, action.card.index))
                state, _events = engine.stages[state.phase].apply(index, state, action)
            run = compiled if COMPILED else by_python
            played = run(play_words(index, state.players), index, dealt, simple_player(simulator))
            assert played.rows == want
            rules = [rule.rule for rule in index.wins]
            winners = [(taken.winner, rules.index(taken.rule) if taken.rule else -1) for taken in state.tricks]
            assert played.taken[: len(want) // state.players] == winners[len(start.tricks) :]
            done += 1


@pytest.mark.skipif(not COMPILED, reason="words play simulated deals by numba alone")
@pytest.mark.parametrize("players", [("random",), ("simple",), ("simple", "random")])
@pytest.mark.parametrize("name", ["scarto", "slovenian-pagat", "zwanzigerrufen", "hombre-1674", "early-17c", "fft-5"])
def test_simulated_deals_end_alike_by_words_and_by_the_engine(name: str, players: tuple[str, ...]) -> None:
    """Also those that end before the first card, and whose first trick has announcements."""
    seats = len(DealSimulator.of(LIBRARY, name, ("random",)).seats)
    seated = tuple(players[seat % len(players)] for seat in range(seats))
    simulator = DealSimulator.of(LIBRARY, name, seated)
    words = PlayByWords.of(simulator)
    assert isinstance(words, PlayByWords)
    assert words.endings(5, 3, 8) == [simulator.ending(5, number) for number in range(3, 11)]


@pytest.mark.skipif(not COMPILED, reason="there is no kernel without numba")
@pytest.mark.parametrize("name", ["fft-4", "fft-3", "enc2011-4", "guide-4"])
def test_the_kernel_plays_tricks_as_words_do(name: str) -> None:
    """The kernel's play against that of the linked rules, which are the same rules; from the second trick on where announcements are made in the first."""
    simulator = DealSimulator.of(LIBRARY, name, ("random",), "garde")
    kernel = kernel_for(simulator)
    assert not isinstance(kernel, Misfit)
    compared = 0
    for number in range(4):
        found = opened(simulator, 1, number)
        if found:
            index = simulator.engine.rules(found.state)
            played = compiled(play_words(index, found.state.players), index, found, simple_player(simulator))
            trace = kernel.trace(1, number)
            before = len(found.state.tricks)
            assert trace.plays[before * found.state.players :] == played.rows
            assert trace.winners[before:] == [winner for winner, _by in played.taken[: len(trace.winners) - before]]
            compared += 1
    assert compared


@pytest.mark.parametrize(("name", "player"), [("burro", "random"), ("burro", "simple"), ("scarto", "strong:2")])
def test_other_deals_are_left_to_the_engine(name: str, player: str) -> None:
    simulator = DealSimulator.of(LIBRARY, name, (player,))
    assert isinstance(PlayByWords.of(simulator), Misfit)


def test_words_in_python_find_the_cards_that_may_be_played() -> None:
    """In the middle of tricks, where a state is read as it stands."""
    simulator = DealSimulator.of(LIBRARY, "hombre-1674", ("random",))
    positions = 0
    for number in range(5):
        for move in simulator.play(7, number).moves:
            state = move.before
            if state.phase is Phase.PLAY and isinstance(move.action, Play) and state.turn is not None:
                index = simulator.engine.rules(state)
                words, deal = play_words(index, state.players), deal_words(index, state)
                assert words.link.loop.playable(words.play, deal, state.turn) == playable(index, state)
                positions += 1
    assert positions > 50


def test_every_shipped_rule_of_tricks_has_words() -> None:
    for name in NAMES:
        engine = DealSimulator.of(LIBRARY, name, ("random",)).engine
        for contract in (None, *engine.index.ranking):
            play_words(engine.index.under(contract), len(engine.seats()))


@pytest.mark.parametrize(("name", "reason"), [("burro", "another kind"), ("casita-robada", "another kind")])
def test_another_kind_of_play_is_refused(name: str, reason: str) -> None:
    index = DealSimulator.of(LIBRARY, name, ("random",)).engine.index
    with pytest.raises(NoWordsError, match=reason):
        play_words(index, 3)
