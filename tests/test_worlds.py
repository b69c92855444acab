"""Worlds that fit what a seat has seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from itertools import permutations
from operator import or_

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.solver import EndingSolver, Objective, Solver, Worlds, best_shares, objective_of, position_of
from tarot_teach.solver.dealing import Dealing
from tarot_teach.table import Play, State
from tarot_teach.table.state import Phase
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

GAMES = (
    "fft-4",
    "fft-3",
    "fft-5",
    "fft-4+misere",
    "fft-5+call-after-ecart",
    "blog-5",
    "enc2011-4",
    "guide-4",
    "early-17c",
    "tapp-classical",
    "koenigrufen-ooe-2023",
    "koenigrufen-tirol-2020",
    "dreiertarock-mayr",
    "strohmandeln-mayr",
    "paskievics-2018",
    "cego-parlett",
    "bavarian-tarock",
    "zwanzigerrufen",
    "scarto",
    "hombre-1674",
    "tresillo",
    "slovenian-pagat",
    "piedmont-4",
    "sicilian-3",
    "troccas-1962",
    "troggu",
    "marolles",
    "minchiate",
    "ottocento",
    "danish-2011",
    "ruff-and-honours",
    "karnoeffel-reconstructed",
    "burro",
    "casita-robada",
)


@cache
def engine_of(name: str) -> Engine:
    return Engine(LIBRARY.load(name))


def states(engine: Engine, seed: int, share: float) -> Iterator[State]:
    """Some states of a deal that is played at random, with the actions that have led to them."""
    rng, state = random.Random(f"{engine.ruleset.name} {seed}"), engine.start(seed=seed)
    while state.turn is not None:
        if state.phase not in (Phase.CUT, Phase.DEAL, Phase.PAY) and rng.random() < share:
            yield state
        choices = engine.legal(state)
        shown = [offer for offer in choices.declarations if offer.cards]
        state, _events = engine.apply(state, shown[0] if shown else choices.random(rng))


def dealt_hands(world: State) -> list[int]:
    """The hands at the first lead."""
    hands = list(world.hands)
    for trick in [taken.trick for taken in world.tricks] + [world.trick]:
        for seat, card in trick.by(world.players):
            hands[seat] |= card.bit
    return hands


@pytest.mark.parametrize("name", GAMES)
def test_a_world_shows_the_seat_what_it_has_seen(name: str) -> None:
    engine, number = engine_of(name), 0
    for seed in range(12):
        for state in states(engine, seed, 0.15):
            if state.phase is Phase.DISCARD and state.turn != state.auction.taker:
                continue
            world = Worlds(engine, state, state.turn or 0).draw(random.Random(seed).randrange)
            assert world.view(state.turn or 0) == state.view(state.turn or 0)
            assert not any(world.unseen)
            number += 1
    assert number > 20


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("early-17c", "karnoeffel-reconstructed")])
def test_the_cards_of_a_world_are_each_there_once(name: str) -> None:
    for state in states(engine_of(name), 5, 0.3):
        if state.phase is Phase.PLAY:
            world = Worlds(engine_of(name), state, state.turn or 0).draw(random.Random(1).randrange)
            stock = sum(card.bit for card in world.stock if card)
            places = (*world.hands, *world.piles, *world.side_piles, world.trick.mask, world.dead, stock)
            places += (world.table.cards, world.below_tops)
            assert reduce(or_, places) == world.deck.all
            assert sum(map(int.bit_count, places)) == len(world.deck.cards)
            assert [*map(int.bit_count, world.hands)] == [state.hand_size(seat) for seat in range(state.players)]


@pytest.mark.parametrize("name", GAMES[:8])
def test_the_plays_before_a_world_were_allowed_in_it(name: str) -> None:
    engine, number = engine_of(name), 0
    for seed in range(8):
        for state in states(engine, seed, 0.08):
            if state.phase is not Phase.PLAY:
                continue
            world = Worlds(engine, state, state.turn or 0).draw(random.Random(seed).randrange)
            number += 1
            again = replayed(engine, world)
            assert (again.hands, again.won, again.trick, again.turn) == (
                world.hands,
                world.won,
                world.trick,
                world.turn,
            )
    assert number > 10


def replayed(engine: Engine, world: State) -> State:
    """A world played to again from its first lead, with every play judged."""
    tricks = [taken.trick for taken in world.tricks] + [world.trick]
    nobody = (0,) * world.players
    state = world._replace(
        hands=tuple(dealt_hands(world)), tricks=(), won=nobody, debts=(), declared=(), turn=tricks[0].leader,
        trick=type(world.trick)(tricks[0].leader), auction=world.auction._replace(known=False),
    )  # fmt: skip
    for trick in tricks:
        for seat, card in trick.by(world.players):
            state, _events = engine.apply(state, Play(seat, card))
    return state


def test_shown_trumps_lie_in_the_hand_that_showed_them() -> None:
    engine, number = engine_of("fft-4"), 0
    for seed in range(60):
        for state in states(engine, seed, 0.1):
            for done in state.declared if state.phase is Phase.PLAY else ():
                world = Worlds(engine, state, state.turn or 0).draw(random.Random(seed).randrange)
                assert not (done.cards or 0) & ~(dealt_hands(world)[done.seat] | world.discard)
                number += 1
    assert number > 10


def test_the_taker_keeps_kings_and_honours_from_the_discard() -> None:
    engine = engine_of("fft-4")
    never = engine.ruleset.deck.marks["king"] | engine.ruleset.deck.marks["honour"]
    for seed in range(20):
        for state in states(engine, seed, 0.1):
            if state.phase is Phase.PLAY and state.discard and state.turn != state.auction.taker:
                world = Worlds(engine, state, state.turn or 0).draw(random.Random(seed).randrange)
                assert not world.discard & never
                assert not state.talon & ~(world.discard | dealt_hands(world)[state.auction.taker or 0])


def test_the_called_card_makes_its_holder_the_partner() -> None:
    engine, partners = engine_of("fft-5"), Counter[int | None]()
    for seed in range(30):
        for state in states(engine, seed, 0.1):
            if state.phase is Phase.PLAY and not state.auction.known:
                world = Worlds(engine, state, state.turn or 0).draw(random.Random(seed).randrange)
                called, partner = world.auction.called, world.auction.partner
                assert called
                assert partner is None or world.hands[partner] & called.bit
                partners[partner] += 1
    assert len(partners) > 4


def test_the_same_draws_give_the_same_world() -> None:
    engine = engine_of("fft-5")
    state = next(state for state in states(engine, 3, 0.05) if state.phase is Phase.PLAY and len(state.tricks) > 4)
    one, two, other = (Worlds(engine, state, state.turn or 0).draw(random.Random(seed).randrange) for seed in (7, 7, 8))
    assert one == two
    assert one != other


def test_a_world_is_drawn_from_what_the_seat_has_seen_alone() -> None:
    engine = engine_of("fft-4")
    state = next(state for state in states(engine, 3, 0.05) if state.phase is Phase.PLAY and len(state.tricks) > 4)
    seat = state.turn or 0
    other = Worlds(engine, state, seat).draw(random.Random(1).randrange)
    assert other != state
    one, two = (Worlds(engine, each, seat).draw(random.Random(2).randrange) for each in (state, other))
    assert one == two


def test_every_way_to_deal_comes_up_as_often() -> None:
    groups, sizes = {0b111: 0b1111, 0b011: 0b110000, 0b001: 0b1000000}, (3, 2, 2)
    places = [p for cards in groups.items() for p in [cards[0]] * cards[1].bit_count()]
    fits = {
        deal
        for deal in permutations([0, 0, 0, 1, 1, 2, 2])
        if all(places[card] >> place & 1 for card, place in enumerate(deal))
    }
    dealing, source = Dealing(groups, sizes), random.Random(4)
    assert dealing.ways == len(fits)
    drawn = Counter(tuple(dealing.draw(source.randrange)) for _draw in range(100 * len(fits)))
    assert len(drawn) == len(fits)
    expected = 100
    chi_squared = sum((number - expected) ** 2 / expected for number in drawn.values())
    assert chi_squared < 2 * len(fits)


def test_the_ways_to_deal_are_counted_with_any_groups() -> None:
    """By the coefficients of a product of sums: each card brings the sum of the places where it can lie."""
    source = random.Random(8)
    for _case in range(200):
        cards = [source.randrange(1, 16) for _card in range(source.randrange(1, 9))]
        sizes = [0] * 4
        for where in cards:
            sizes[source.choice([place for place in range(4) if where >> place & 1])] += 1
        ways = Counter[tuple[int, ...]]({(0, 0, 0, 0): 1})
        for where in cards:
            more = Counter[tuple[int, ...]]()
            for counts, number in ways.items():
                for place in range(4):
                    if where >> place & 1:
                        more[tuple(count + (i == place) for i, count in enumerate(counts))] += number
            ways = more
        groups = {where: sum(1 << i for i, each in enumerate(cards) if each == where) for where in cards}
        assert Dealing(groups, tuple(sizes)).ways == ways[tuple(sizes)]


def test_a_hidden_card_lies_in_each_hand_as_often_as_the_hand_is_long() -> None:
    engine = engine_of("fft-4")
    state = next(state for state in states(engine, 1, 1) if state.phase is Phase.BID)
    worlds, source, seat = Worlds(engine, state, state.turn or 0), random.Random(9), state.turn or 0
    petit = state.deck.marks["petit"] if not state.hands[seat] & state.deck.marks["petit"] else state.deck.excuse
    counts = Counter[int]()
    for _draw in range(2000):
        world = worlds.draw(source.randrange)
        counts[next((i for i, hand in enumerate(world.hands) if hand & petit), -1)] += 1
    assert abs(counts[-1] / 2000 - 6 / 60) < 0.03
    assert all(abs(counts[i] / 2000 - 18 / 60) < 0.04 for i in range(4) if i != seat)


def test_hands_fit_the_auction_where_a_test_is_given() -> None:
    engine = engine_of("fft-4")
    state = next(
        state
        for seed in range(9)
        for state in states(engine, seed, 1)
        if state.phase is Phase.PLAY and state.number == 2 and state.turn != state.auction.taker
    )
    taker, trumps = state.auction.taker, engine.ruleset.deck.trumps
    seat = state.turn or 0
    worlds = Worlds(engine, state, seat, lambda seat, hand: seat != taker or (hand & trumps).bit_count() >= 7)
    plain = Worlds(engine, state, seat)
    source = random.Random(1)
    held = [
        sum((each.draw(source.randrange).hands[taker or 0] & trumps).bit_count() for _ in range(30))
        for each in (worlds, plain)
    ]
    assert held[0] > held[1] + 30


def test_cards_laid_away_for_a_pile_are_those_that_may_be() -> None:
    engine = engine_of("scarto")
    never = engine.index.mechanisms["discard.never"]
    number = 0
    for seed in range(6):
        for state in states(engine, seed, 0.1):
            if state.phase is Phase.PLAY and state.turn != state.dealer:
                world = Worlds(engine, state, state.turn or 0).draw(random.Random(seed).randrange)
                assert world.aside[state.dealer].bit_count() == 3
                assert not world.aside[state.dealer] & never.named
                number += 1
    assert number > 5


def test_a_part_of_an_open_talon_lies_with_the_seat_that_took_it_and_the_rest_is_seen() -> None:
    engine, number = engine_of("slovenian-pagat"), 0
    for seed in range(12):
        deal = DealSimulator.of(LIBRARY, "slovenian-pagat", ["random"], "three").play(seed, 0)
        for move in deal.moves[::5]:
            state = move.before
            if state.phase is not Phase.PLAY or state.turn == 0:
                continue
            world = Worlds(engine, state, state.turn or 0).draw(random.Random(seed).randrange)
            assert world.side_piles == state.side_piles
            taken = state.talon & ~(state.side_piles[0] | state.side_piles[1])
            assert not taken & ~(dealt_hands(world)[0] | world.aside[0])
            number += 1
    assert number > 20


@pytest.mark.parametrize("name", ["fft-4", "scarto", "slovenian-pagat"])
def test_nobody_sees_what_another_lays_away(name: str) -> None:
    engine = engine_of(name)
    for seed in range(6):
        for state in states(engine, seed, 0.3):
            for seat in range(state.players if state.phase is Phase.PLAY else 0):
                view, hidden = state.view(seat), state.discard & ~state.shown
                if seat != state.auction.taker:
                    assert not hidden & (view.side_piles[0] | view.side_piles[1] | view.discard)
                for other in range(len(state.aside)):
                    assert seat == other or not state.aside[other] & ~state.shown & view.aside[other]


def test_a_card_is_best_in_each_world_that_leaves_one_deal() -> None:
    engine = engine_of("fft-4")
    for seed in range(6):
        state = next(
            state for state in states(engine, seed, 1) if state.phase is Phase.PLAY and state.hand_size(0) == 3
        )
        shares = best_shares(engine, state, worlds=12, seed=3)
        assert shares.worlds + shares.skipped == 12
        assert max(shares.best.values()) >= shares.worlds / len(shares.best)
        assert shares == best_shares(engine, state, worlds=12, seed=3)
        if shares.ways == 1:
            position = position_of(engine, state)
            values = Solver(position.rules, Objective.POINTS).cards(position)
            assert len({values[card].low for card, number in shares.best.items() if number}) == 1


@pytest.mark.parametrize("name", ["hombre-1674", "slovenian-pagat", "ruff-and-honours"])
def test_a_card_is_best_in_each_world_by_what_a_game_is_about(name: str) -> None:
    simulator = DealSimulator.of(LIBRARY, name, ["simple"])
    engine = simulator.engine
    state = next(
        move.before
        for number in range(20)
        for move in simulator.play(1, number).moves
        if move.before.phase is Phase.PLAY
        and isinstance(move.action, Play)
        and move.before.hand_size(move.action.seat) == 2
    )
    shares = best_shares(engine, state, worlds=6, seed=3)
    assert shares.worlds == 6
    assert shares == best_shares(engine, state, worlds=6, seed=3)
    seen, source = Worlds(engine, state, state.turn or 0), random.Random(3)
    counted = dict.fromkeys(shares.best, 0)
    for _world in range(6):
        solver = EndingSolver(
            engine, seen.draw(source.randrange), compiled=False, objective=objective_of(engine, state.auction.contract)
        )
        values = {card: value.low for card, value in solver.cards().items()}
        best = (max if state.turn in solver.most else min)(values.values())
        for card, value in values.items():
            counted[card] += value == best
    assert counted == dict(shares.best)


def test_shares_of_worlds_are_refused_where_each_plays_for_themselves() -> None:
    engine = engine_of("scarto")
    state = next(state for state in states(engine, 1, 1) if state.phase is Phase.PLAY and state.hand_size(0) == 2)
    with pytest.raises(SolveError, match="each plays alone"):
        best_shares(engine, state)


def test_shares_of_worlds_that_are_not_solved_count_as_skipped() -> None:
    engine = engine_of("fft-4")
    state = next(state for state in states(engine, 2, 1) if state.phase is Phase.PLAY and state.hand_size(0) == 9)
    shares = best_shares(engine, state, worlds=3, nodes=1)
    assert shares.skipped > 0
    assert set(shares.best) == set(state.deck.set(engine.legal(state).cards))
