"""Rulesets as games of OpenSpiel: its own tests of simulation, deals, numbers of actions, information, scores, and the page about it."""

from __future__ import annotations

import builtins
import importlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, RunError
from tarot_teach.loading import Library
from tarot_teach.openspiel import PREFIX, numbers, playable, register
from tarot_teach.openspiel.dealing import Dealing
from tarot_teach.openspiel.numbers import Chosen
from tarot_teach.openspiel.position import Position
from tarot_teach.openspiel.redeal import dealt_anew
from tarot_teach.openspiel.tensor import RememberedCards, SeenCards
from tarot_teach.table import Phase, Play
from tarot_teach.table.picks import Pick
from tarot_teach.topics.check.invariants import hidden_cards, with_exchange
from tests.helpers import HUNG, LIBRARY, installed
from tests.made_up import OTHER_PACKAGE, files_of, without, written
from tests.small_games import SCARTO, small_engine

numpy: Any = pytest.importorskip("numpy", reason="numpy comes with OpenSpiel")
pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

PAGE = Path(__file__).parent.parent / "docs" / "howto" / "openspiel.md"
RULESETS = LIBRARY.ids()
EXAMPLES = ("hombre-1674", "scarto", "slovenian-pagat")


def dealing_of(name: str, players: int | None = None) -> Dealing:
    engine = Engine(LIBRARY.load(name))
    return Dealing(engine, len(engine.seats(players)))


def dealt(deal: Dealing, rng: Random) -> Position:
    """The first position in which somebody decides, of a deal at random."""
    at = Position(deal)
    while at.state is None:
        places, chances = zip(*at.outcomes, strict=True)
        at = at.after(rng.choices(places, chances)[0])
    return at


def played(deal: Dealing, rng: Random) -> Iterator[Position]:
    """Yield the positions of a deal at random from the first in which somebody decides to the end."""
    at = dealt(deal, rng)
    yield at
    while not at.over:
        at = at.after(rng.choice([*at.options]))
        yield at


def at_random(game: Any, rng: Random, actions: int = 1000) -> Any:
    """The state of a game after so many draws and actions at random, or at its end."""
    state = game.new_initial_state()
    for _action in range(actions):
        if state.is_terminal():
            break
        drawn = state.is_chance_node()
        state.apply_action(
            rng.choices(*zip(*state.chance_outcomes(), strict=True))[0] if drawn else rng.choice(state.legal_actions())
        )
    return state


# ------------------------------------------------------------ OpenSpiel's own tests


@pytest.mark.parametrize("name", RULESETS)
def test_the_simulations_of_openspiel_pass(name: str) -> None:
    (game,) = register(name)
    kind = pyspiel.load_game(game).get_type()
    for players in {kind.min_num_players, kind.max_num_players}:
        pyspiel.random_sim_test(pyspiel.load_game(game, {"players": players}), 2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", RULESETS)
def test_the_simulations_of_openspiel_in_python_pass(name: str) -> None:
    """They copy states, and pickle games and states."""
    tests: Any = importlib.import_module("open_spiel.python.tests.games_sim_test")
    tests.GamesSimTest().sim_game(pyspiel.load_game(*register(name)))


def test_games_are_known_by_name(tmp_path: Path) -> None:
    (path, _pack) = files_of("small-scarto", SCARTO, tmp_path)
    names = register("scarto", "fft-4+misere", path, small_engine("small-french").ruleset)
    assert names == tuple(PREFIX + name for name in ("scarto", "fft-4+misere", "small-scarto", "small-french"))
    assert {*names} <= {*pyspiel.registered_names()}
    assert pyspiel.load_game(names[1]).get_type().long_name == LIBRARY.load("fft-4+misere").title


def test_python_ends_in_peace_with_games_registered() -> None:
    code = "import pyspiel, tarot_teach.openspiel as o; pyspiel.load_game(*o.register('scarto')).new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=HUNG).returncode == 0


# ------------------------------------------------------------ the deal


@pytest.mark.parametrize("name", RULESETS)
def test_cards_of_a_place_may_be_exchanged(name: str) -> None:
    rng = Random(name)
    for players in LIBRARY.load(name).players:
        deal = dealing_of(name, players)
        pack = rng.sample(deal.engine.ruleset.deck.cards, deal.numbers.end)
        start, mixed = deal.start(pack), [*pack]
        for place in deal.places:
            for at, card in zip(place, rng.sample([pack[at] for at in place], len(place)), strict=True):
                mixed[at] = card
        assert deal.start(mixed) == start
        ends = [next(place[0] for place in deal.places if at in place) for at in range(len(pack))]
        one, other = rng.sample(range(len(pack)), 2)
        if ends[one] != ends[other]:
            pack[one], pack[other] = pack[other], pack[one]
            assert deal.start(pack) != start


@pytest.mark.parametrize("name", ["small-scarto", "small-ombre", "small-collecting"])
def test_deals_are_as_likely_as_shuffled_packs_make_them(name: str) -> None:
    """Of all packs, where there are few enough; of some, where there are many."""
    engine = small_engine(name)
    deal = Dealing(engine, len(engine.seats()))
    cards = engine.ruleset.deck.cards

    def chances(at: Position, chance: Fraction) -> Iterator[tuple[Any, Fraction]]:
        if at.state is not None:
            yield (at.state, at.shown), chance
            return
        room = deal.room(at.history)
        for place, said in at.outcomes:
            share = Fraction(room[place], sum(room))
            assert said == pytest.approx(float(share))
            yield from chances(at.after(place), chance * share)

    if len(cards) > 7:
        assert len({dealt(deal, Random(seed)).state for seed in range(9)}) > 5
        return
    found = dict(chances(Position(deal), Fraction(1)))
    counted = Counter(deal.start(pack) for pack in permutations(cards))
    assert found == {start: Fraction(number, counted.total()) for start, number in counted.items()}
    assert len(found) > 50


# ------------------------------------------------------------ actions


def test_cards_named_one_by_one_make_every_choice_once() -> None:
    deck = LIBRARY.load("scarto").deck
    state = dealt(dealing_of("scarto"), Random(1)).state
    assert state is not None and state.turn is not None
    rng = Random(32)

    def ways(chosen: Chosen) -> Iterator[object]:
        if chosen.complete:
            yield chosen.action(state)
            return
        further = [Chosen(chosen.pick, chosen.cards | card.bit) for card in deck.cards[:9] if chosen.fits(card.bit)]
        assert further or chosen.may_end, "no way leads nowhere"
        if chosen.may_end:
            yield chosen.action(state)
        for longer in further:
            yield from ways(longer)

    for _case in range(200):
        cards = rng.getrandbits(9) | 1
        obliged = cards & rng.getrandbits(9) & rng.getrandbits(9)
        most = rng.randint(max(1, obliged.bit_count()), cards.bit_count())
        pick = Pick("a.rule", "", cards, obliged, rng.randint(0, most), most)
        assert sorted(map(str, ways(Chosen(pick)))) == sorted(map(str, pick.actions(state.turn, deck))), pick


@pytest.mark.parametrize("name", RULESETS)
def test_actions_are_those_of_the_engine(name: str) -> None:
    """All that are not a choice of cards are listed by number; cards have the numbers of the pack, and words tell actions apart."""
    deal = dealing_of(name)
    for at in played(deal, Random(name)):
        assert at.state is not None
        options, legal = at.options, deal.engine.legal(at.state)
        assert [*options] == sorted(options) and all(0 <= number < deal.numbers.all for number in options)
        assert len({at.words(number) for number in options}) == len(options)
        if at.chosen is None and not any(pick.most for pick in legal.picks):
            assert {*map(str, options.values())} == {*map(str, legal)}
        for number, option in options.items():
            if isinstance(option, Play):
                assert number == option.card.index and at.words(number) == option.card.code


def test_bids_have_the_same_number_throughout() -> None:
    bids: dict[str, set[int]] = {}
    deal = dealing_of("slovenian-pagat")
    for seed in range(10):
        for at in played(deal, Random(seed)):
            if at.state is not None and at.state.phase is Phase.BID:
                for number in at.options:
                    bids.setdefault(at.words(number), set()).add(number)
    assert len(bids) > 8 and all(len(found) == 1 for found in bids.values())


# ------------------------------------------------------------ information


def public(at: Position) -> tuple[object, ...]:
    """What hidden cards may decide and all see: who acts, how many cards each has, what has been paid, and what was turned up."""
    state = at.state
    assert state is not None
    return state.turn, state.phase, *map(state.hand_size, range(state.players)), state.paid, state.trumps, at.shown


def exchanged(at: Position, seat: int, rng: Random) -> Position | None:
    """The position in which two cards that are hidden from a seat were dealt the other way round, after the same actions; None where others could
    not have acted so, or where all would have seen a difference. Where others have named one of the two cards, they name the other one."""
    assert at.state is not None
    places = [*hidden_cards(at.state, seat).values()]
    if len(places) < 2:
        return None
    deck = at.state.deck
    one, other = (rng.choice([*deck.set(mask)]).index for mask in rng.sample(places, 2))
    swapped, trail = {one: other, other: one}, at.history
    begin = at
    while begin.earlier is not None and begin.earlier.state is not None:
        begin = begin.earlier
    draws = begin.history
    deal = at.dealing
    left = next((place for place, room in enumerate(deal.room(draws)) if room), -1)
    whole = [*draws, *[left] * (len(deck.cards) - len(draws))]
    whole[one], whole[other] = whole[other], whole[one]
    made, was = Position(deal), begin
    for place in whole:
        if made.state is None:
            made = made.after(place)
    for i, number in enumerate(trail[len(draws) :]):
        if public(made) != public(was):
            return None
        if number < deal.numbers.end:
            shown = was.turn == seat or was.state.phase is Phase.CALL
            number = number if shown else swapped.get(number, number)
        else:
            number = next((to for to in made.options if made.words(to) == was.words(number)), -1)
        if number not in made.options:
            return None
        made, was = made.after(number), was.after(trail[len(draws) + i])
    return made if public(made) == public(at) else None


def same_numbers(tensor: SeenCards, one: Position, other: Position, seat: int) -> bool:
    """True if a seat has the same numbers in two positions."""
    tensor.set_to(one, seat)
    seen = tensor.whole.copy()
    tensor.set_to(other, seat)
    return bool((tensor.whole == seen).all())


@pytest.mark.parametrize("name", RULESETS)
def test_information_tells_nothing_of_hidden_cards(name: str) -> None:
    """Two hidden cards are exchanged where they lie; and they are dealt the other way round, and all acts are repeated."""
    rng, deal, found = Random(name), dealing_of(name), Counter[str]()
    tensors = SeenCards(deal), RememberedCards(deal)
    for _deal in range(3):
        for at in played(deal, rng):
            seat = rng.randrange(deal.players)
            assert at.state is not None
            if at.over:
                continue
            other = with_exchange(at.state, seat, rng)
            if other is not None and other != at.state:
                there = Position(deal, other, at.chosen, at.earlier, at.number, at.shown)
                assert there.information(seat) == at.information(seat)
                assert there.observation(seat) == at.observation(seat)
                assert all(same_numbers(tensor, at, there, seat) for tensor in tensors)
                found["where they lie"] += 1
            again = exchanged(at, seat, rng)
            if again is not None:
                assert again.state != at.state
                assert again.information(seat) == at.information(seat)
                assert all(same_numbers(tensor, at, again, seat) for tensor in tensors)
                found["as dealt"] += 1
    assert found["as dealt"] >= 5 and found["where they lie"] >= 5, found


def test_information_tells_hands_apart_and_remembers() -> None:
    """What a seat has known stays in its information, and deals in which it holds other cards are told apart."""
    for name in EXAMPLES:
        deal, rng = dealing_of(name), Random(name)
        before = dict[int, str]()
        for at in played(deal, rng):
            for seat in range(deal.players):
                now = at.information(seat)
                assert now.startswith(before.get(seat, ""))
                before[seat] = now
        firsts = [dealt(deal, Random(seed)) for seed in range(20)]
        hands = {at.state.hands[0] for at in firsts if at.state is not None}
        assert len({at.information(0) for at in firsts}) == len(hands) == 20


@pytest.mark.parametrize(("name", "said"), [("ruff-and-honours", "turned up: "), ("sicilian-3", " takes: ")])
def test_players_remember_cards_that_were_turned_up(name: str, said: str) -> None:
    """In the same words each, whether a card has made trumps or has gone into a hand; and no others are told."""
    deal, found = dealing_of(name), 0
    for seed in range(12):
        end = [*played(deal, Random(seed))][-1]
        turned = [line for line in end.information(0).splitlines() if said in line]
        assert all(turned == [line for line in end.information(seat).splitlines() if said in line] for seat in (1, 2))
        found += len(turned)
        for line in turned:
            assert {*line.partition(": ")[2].split()} <= {card.code for card in deal.engine.ruleset.deck.cards}
    assert found >= 3


def test_a_player_remembers_what_was_laid_away_and_nobody_else_knows() -> None:
    deal = dealing_of("scarto")
    at = dealt(deal, Random(5))
    dealer, before = at.turn, [at.information(seat) for seat in range(3)]
    assert dealer == 2
    named = []
    for _card in range(2):
        number = min(at.options)
        named.append(at.words(number))
        at = at.after(number)
    assert [at.information(seat) for seat in (0, 1)] == before[:2]
    assert at.information(2).endswith("\n".join(f"> {code}" for code in named))
    assert at.observation(2).endswith(f"named: {' '.join(named)}") and "named" not in at.observation(0)
    at = at.after(min(at.options))
    assert at.state is not None and at.state.aside[2].bit_count() == 3
    assert [at.information(seat) == before[seat] for seat in range(3)] == [False] * 3
    assert all(code not in at.information(0).split("aside")[1] for code in named)


def test_a_tensor_has_the_cards_that_a_player_sees() -> None:
    (name,) = register("scarto")
    state, rng = pyspiel.load_game(name).new_initial_state(), Random(2)
    for _action in range(77 + 40):
        at = state.is_chance_node()
        state.apply_action(
            rng.choices(*zip(*state.chance_outcomes(), strict=True))[0] if at else rng.choice(state.legal_actions())
        )
    held = state.position.state
    for seat in range(3):
        observer = state.get_game().make_py_observer()
        observer.set_from(state, seat)
        assert [*observer.dict["hand"].nonzero()[0]] == [card.index for card in held.hand(seat)]
        gone = sum(held.won) | (held.aside[seat])
        assert observer.dict["gone"].sum() == gone.bit_count()
        assert observer.dict["turn"].argmax() == (held.turn - seat) % 3
        laid = {(int(other), int(card)) for other, card in zip(*observer.dict["trick"].nonzero(), strict=True)}
        assert laid == {((other - seat) % 3, card.index) for other, card in held.trick.by(3)}
        assert observer.tensor.sum() == len(held.hand(seat)) + gone.bit_count() + len(laid) + 3
        assert [*state.observation_tensor(seat)] == [*observer.tensor]


@pytest.mark.parametrize("name", ["small-scarto", "small-ombre", "small-collecting", "small-french"])
def test_tensors_tell_information_states_apart(name: str) -> None:
    """The same numbers for the same information, and others for any other."""
    engine = small_engine(name)
    deal = Dealing(engine, len(engine.seats()))
    tensor, numbers, words = RememberedCards(deal), dict[str, bytes](), dict[bytes, str]()
    for seed in range(60):
        for at in played(deal, Random(seed)):
            for seat in range(deal.players):
                tensor.set_to(at, seat)
                said, seen = at.information(seat), tensor.whole.tobytes()
                assert numbers.setdefault(said, seen) == seen and words.setdefault(seen, said) == said
    assert len(numbers) > 700


def test_a_tensor_has_all_that_a_player_has_seen_and_done() -> None:
    (name,) = register("slovenian-pagat")
    game = pyspiel.load_game(name)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    end = at_random(game, Random(4))
    last, tricks = end.position.state, Counter[int]()
    for seat in range(4):
        observer.set_from(end, seat)
        for number, taken in enumerate(last.tricks):
            assert {*observer.dict["tricks"][number].nonzero()[0]} == {card.index for card in taken.trick.cards}
            tricks[seat] += sum(
                observer.dict["played"][(other - seat) % 4, card.index] for other, card in taken.trick.by(4)
            )
        assert tricks[seat] == 4 * len(last.tricks) == observer.dict["played"].sum()
        assert observer.dict["bids"].sum() == len({*last.auction.calls})
        mine = [step.acted for step in end.position.steps(seat) if step.acted is not None]
        assert {*observer.dict["acted"].nonzero()[0]} == {*mine} and observer.dict["held"].sum() >= 12
        assert [*end.information_state_tensor(seat)] == [*observer.tensor]


# ------------------------------------------------------------ the hidden cards dealt anew


@pytest.mark.parametrize("name", RULESETS)
def test_hidden_cards_are_dealt_anew(name: str) -> None:
    """The seat sees the same, and may do the same; mostly other cards lie in other hands; and the position is that of its history."""
    rng, deal, found = Random(name), dealing_of(name), Counter[bool]()
    tensor = RememberedCards(deal)
    while found.total() < 6:
        for at in played(deal, rng):
            if at.over or rng.random() > 0.1:
                continue
            assert at.turn is not None
            seat = rng.choice([at.turn, rng.randrange(deal.players)])
            made = dealt_anew(at, seat, rng.randrange)
            assert made.information(seat) == at.information(seat) and same_numbers(tensor, at, made, seat)
            assert made.turn == at.turn and made.observation(seat) == at.observation(seat)
            assert at.turn != seat or {*map(made.words, made.options)} == {*map(at.words, at.options)}
            again = Position(deal)
            for number in made.history:
                again = again.after(number)
            assert again.state == made.state
            found[made.state != at.state] += 1
    assert found[True] > found[False], found


def test_each_deal_of_the_hidden_cards_is_as_likely() -> None:
    engine = small_engine("small-scarto")
    deal = Dealing(engine, len(engine.seats()))
    at, rng, found = dealt(deal, Random(3)), Random(1), Counter[tuple[int, ...]]()
    assert at.state is not None
    for _time in range(900):
        made = dealt_anew(at, 0, rng.randrange)
        assert made.state is not None and made.state.hands[0] == at.state.hands[0]
        found[made.state.hands] += 1
    hidden = [*map(int.bit_count, hidden_cards(at.state, 0).values())]
    ways = factorial(sum(hidden)) // prod(map(factorial, hidden))
    print(hidden, ways, found)
    assert len(found) == ways > 1
    assert all(abs(number - 900 / ways) < 5 * (900 / ways) ** 0.5 for number in found.values()), found


def test_before_the_deal_is_over_the_cards_are_drawn_anew() -> None:
    state = pyspiel.load_game(*register("scarto")).new_initial_state()
    for _draw in range(9):
        state.apply_action(state.legal_actions()[0])
    made = {tuple(state.resample_from_infostate(1, Random(seed).random).history()) for seed in range(5)}
    assert len(made) == 5 and all(len(history) == 9 for history in made)


def test_the_same_sampler_deals_the_same_cards_anew() -> None:
    game = pyspiel.load_game(*register("scarto"))
    state = at_random(game, Random(3), 77 + 20)
    one, other, third = (state.resample_from_infostate(0, Random(seed).random) for seed in (1, 1, 2))
    assert str(one) == str(other) != str(third)
    assert len({each.information_state_string(0) for each in (state, one, third)}) == 1
    assert one.legal_actions(one.current_player()) and one.position.history == one.history()


def test_a_state_is_dealt_anew_for_a_player_of_the_game_by_numbers_below_one() -> None:
    state = at_random(pyspiel.load_game(*register("scarto")), Random(3), 77 + 20)
    for player in (-1, 3, 9):
        message = refused(
            lambda player=player: state.resample_from_infostate(player, Random(1).random), "openspiel.player"
        )  # type: ignore[misc]
        assert f"no player {player}" in message
    for drawn in (1.0, -0.5, float("nan")):
        message = refused(lambda drawn=drawn: state.resample_from_infostate(0, lambda: drawn), "openspiel.sampler")  # type: ignore[misc]
        assert str(drawn) in message


# ------------------------------------------------------------ algorithms of OpenSpiel


@pytest.mark.parametrize("worlds", [-1, 3])
def test_tree_search_over_information_states_plays(worlds: int) -> None:
    """It deals the hidden cards anew for each simulation, or for some, and asks that the player sees the same in each."""
    ismcts: Any = importlib.import_module("open_spiel.python.algorithms.ismcts")
    mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
    for name in ("small-scarto", "small-ombre"):
        game, draws = pyspiel.load_game(*register(small_engine(name).ruleset)), numpy.random.RandomState(5)
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, draws), 5.0, 30, worlds, random_state=draws)
        state, acted = at_random(game, Random(2), 0), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
            else:
                action = int(bot.step(state))
                assert action in state.legal_actions()
                state.apply_action(action)
                acted += 1
        assert acted >= 3  # in one of the games all may pass


def test_a_learner_reads_tensors_of_information_states() -> None:
    """OpenSpiel's environment for learners takes them by itself where a game has them."""
    environment: Any = importlib.import_module("open_spiel.python.rl_environment")
    learners: Any = importlib.import_module("open_spiel.python.algorithms.tabular_qlearner")
    game = pyspiel.load_game(*register(small_engine("small-scarto").ruleset))
    world = environment.Environment(game)
    assert world.observation_spec()["info_state"] == tuple(game.information_state_tensor_shape())
    agents = [learners.QLearner(seat, world.action_spec()["num_actions"]) for seat in range(game.num_players())]
    for _deal in range(20):
        at = world.reset()
        while not at.last():
            at = world.step([agents[at.observations["current_player"]].step(at).action])
        for agent in agents:
            agent.step(at)
    assert all(len(agent._q_values) > 10 for agent in agents)


# ------------------------------------------------------------ scores


@pytest.mark.parametrize("name", EXAMPLES)
def test_returns_are_the_scores_of_the_sheet(name: str) -> None:
    (registered,) = register(name)
    game, rng, scored = pyspiel.load_game(registered), Random(name), 0
    for _deal in range(10):
        state = game.new_initial_state()
        while not state.is_terminal():
            assert not any(state.returns())
            chance = state.is_chance_node()
            state.apply_action(
                rng.choices(*zip(*state.chance_outcomes(), strict=True))[0]
                if chance
                else rng.choice(state.legal_actions())
            )
        result = state.position.state.result
        assert state.returns() == [float(score) for score in result.scores or [0] * game.num_players()]
        scored += any(state.returns())
    assert scored > 5


@pytest.mark.parametrize(
    ("name", "zero"),
    [("fft-4", True), ("zwanzigerrufen", True), ("hombre-1674", False), ("danish-2011", False), ("early-17c", False)],
)
def test_only_games_whose_rules_promise_it_sum_to_zero(name: str, zero: bool) -> None:
    engine = Engine(LIBRARY.load(name))
    assert playable.sums_to_zero(engine) is zero
    game = pyspiel.load_game(*register(name))
    assert game.utility_sum() == (0 if zero else None)


# ------------------------------------------------------------ refusals


def refused(do: Callable[[], object], code: str) -> str:
    with pytest.raises(RunError) as caught:
        do()
    (problem,) = caught.value.problems
    assert problem.code == code and problem.hint
    return problem.message


def test_without_openspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "pyspiel":
            raise ImportError(name)
        return imported(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RunError, match="OpenSpiel is not installed") as caught:
        register("scarto")
    assert caught.value.problems[0].hint == "pip install 'tarot-teach[openspiel]'"
    assert caught.value.problems[0].code == "openspiel.missing"


def test_a_ruleset_that_there_is_not_is_refused() -> None:
    with pytest.raises(LoadError, match="scarta"):
        register("scarta")


def test_a_game_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An auction of another package in which everybody bids again and again."""
    with installed(monkeypatch, OTHER_PACKAGE):
        library = Library(written("for-ever", tmp_path))
        said = refused(lambda: register(library.load("for-ever")), "openspiel.endless")
    assert "a deal of for-ever does not end: after 1000 actions it is at the step bid" in said
    assert f"{PREFIX}for-ever" not in pyspiel.registered_names()


def test_a_game_without_scores_is_refused() -> None:
    ruleset = without(LIBRARY.load("fft-4"), "score.settlement")
    assert "fft-4 says no score" in refused(lambda: register(ruleset), "openspiel.unscored")


def test_a_deal_that_cannot_be_counted_is_an_error_and_not_worth_nothing() -> None:
    engine = Engine(without(LIBRARY.load("fft-4"), "talon.shown"))
    ends = [[*played(Dealing(engine, 4), Random(seed))][-1] for seed in range(40)]
    lacking = [at for at in ends if at.state is not None and at.state.result is None]
    assert lacking
    for at in lacking:
        refused(at.scores, "openspiel.unscored")


def test_a_game_with_too_many_choices_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "CHOICES", 3)
    register("scarto")
    assert "4 things" in refused(lambda: register("hombre-1674"), "openspiel.choices")


def test_wrong_parameters_are_refused() -> None:
    (name,) = register("scarto")
    load = pyspiel.load_game
    assert "not for 9 players" in refused(lambda: load(name, {"players": 9}), "openspiel.players")
    for bound in (0.0, -3.0, float("inf"), float("nan")):
        refused(lambda bound=bound: load(name, {"bound": bound}), "openspiel.bound")  # type: ignore[misc]
    refused(lambda: load(name).make_py_observer(None, {"only": 3}), "openspiel.observer")
    state, rng = load(name, {"bound": 0.5}).new_initial_state(), Random(1)
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(
            rng.choices(*zip(*state.chance_outcomes(), strict=True))[0] if chance else rng.choice(state.legal_actions())
        )
    assert "bound=0.5" in refused(state.returns, "openspiel.beyond")


# ------------------------------------------------------------ small games, and the page


def test_positions_that_are_kept_are_made_once() -> None:
    (name,) = register(small_engine("small-scarto").ruleset)
    kept, other = (pyspiel.load_game(name, {"keep": keep}) for keep in (True, False))
    for game, same in ((kept, True), (other, False)):
        one, two = game.new_initial_state().child(0), game.new_initial_state().child(0)
        assert (one.position is two.position) is same
    assert str(kept.new_initial_state().child(0).child(1)) == str(other.new_initial_state().child(0).child(1))


@pytest.mark.turn(1, 2)
def test_the_page_about_openspiel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its files are written, its programs are run, and what it says of the figures is true."""
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    for path, text in re.findall(r"```\{code-block\} yaml\n:caption: (\S+)\n\n(.*?)```", page, re.S):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    programs = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(programs) == 4
    for program in programs:
        exec(program, {})  # the words of the page
    first, searched, last = capsys.readouterr().out.splitlines()
    returns = re.fullmatch(r"two seats that search \[(\S+), (\S+)\]", searched)
    assert returns and float(returns[1]) == -float(returns[2])
    at_random, learned = map(float, re.findall(r"at random (\S+), after 1,000 iterations (\S+)", first)[0])
    assert f"give away {at_random} game points a deal" in page and learned < 1
    assert last in {card.code for card in LIBRARY.load("scarto").deck.cards}

    def size(state: Any) -> int:
        return 1 + sum(size(state.child(action)) for action in state.legal_actions())

    nodes = size(pyspiel.load_game(f"{PREFIX}little-scarto", {"keep": True}).new_initial_state())
    assert f"all {nodes:,} nodes" in page
