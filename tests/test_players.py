"""Simulated deals: the random numbers, the players and what they say of their choices."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.table import Choices, Choose, Phase, Play, State
from tarot_teach.topics.simulate import seating
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws, dealt, shuffled
from tarot_teach.topics.simulate.players import Decision, Player, RandomPlayer, SimplePlayer
from tarot_teach.topics.simulate.players.maxims import NEAR_END, POOR
from tarot_teach.topics.simulate.seating import find_player, seat_players
from tarot_teach.topics.simulate.tally import Tally
from tarot_teach.topics.simulate.task import Task
from tests.helpers import LIBRARY


def engine(name: str) -> Engine:
    return Engine(LIBRARY.load(name))


def simulator(name: str, *players: str, contract: str | None = None) -> DealSimulator:
    return DealSimulator.of(LIBRARY, name, players, contract)


def decisions(game: DealSimulator, deals: int, seed: int = 1) -> list[tuple[State, Choices, Decision]]:
    seen: list[tuple[State, Choices, Decision]] = []
    for number in range(deals):
        draws = Draws(seed, number)
        for move in game.play(seed, number).moves:
            choices = game.engine.legal(move.before)
            seen.append((move.before, choices, game.decision(move.before, choices, draws)))
    return seen


# ---------------------------------------------------------------- draws


def test_draws_are_the_same_on_every_machine() -> None:
    draws = Draws(2026, 11)
    assert [draws.below(1000) for _ in range(8)] == [452, 909, 192, 565, 8, 68, 95, 903]
    assert shuffled(78, 1, 0)[:8] == (27, 62, 5, 67, 7, 59, 77, 57)


def test_deals_and_streams_have_draws_of_their_own() -> None:
    firsts = {tuple(Draws(seed, number, stream).below(1 << 30) for _ in range(2))
              for seed in range(10) for number in range(50) for stream in range(2)}  # fmt: skip
    assert len(firsts) == 1000


def test_draws_are_even() -> None:
    draws = Draws(1, 1)
    counts = Counter(draws.below(6) for _ in range(60_000))
    assert all(abs(counts[face] - 10_000) < 5 * 91.3 for face in range(6))  # five standard errors


def test_rulesets_with_hands_of_a_size_are_dealt_the_same_cards() -> None:
    deck = LIBRARY.load("fft-4").deck
    hands = dealt(deck, 4, 18, 5, 7)
    assert [hand.bit_count() for hand in hands] == [18] * 4
    assert sum(hands).bit_count() == 72
    starts = [simulator(name, "random").start(5, 7).state.hands for name in ("fft-4", "guide-4", "blog-4")]
    assert starts == [hands] * 3


# ---------------------------------------------------------------- players


def test_random_takes_each_allowed_action_as_often() -> None:
    state = simulator("fft-4", "random").start(1, 0).state
    game = engine("fft-4")
    choices, player, draws = game.legal(state), RandomPlayer(game), Draws(1, 0)
    counts = Counter(player.choose(choices, draws).action for _ in range(10_000))
    assert set(counts) == set(choices)
    assert all(abs(count - 2000) < 5 * 40 for count in counts.values())


@pytest.mark.parametrize("name", ["fft-4+misere", "fft-5", "blog-4", "early-17c", "fft-4+maldonne-weak-hand"])
@pytest.mark.parametrize("player", ["random", "simple"])
def test_players_do_what_is_allowed_and_say_why(name: str, player: str) -> None:
    game = simulator(name, player)
    maxims = game.players[0].maxims
    for state, choices, move in decisions(game, 15):
        assert game.engine.check(state, move.action).allowed
        assert not move.maxim or str(maxims[move.maxim]).endswith(".")
        assert bool(move.maxim) == (player == "simple") or state.phase is Phase.CLAIM
        assert choices.ways()


def test_every_maxim_is_followed_some_time() -> None:
    followed = {
        move.maxim
        for name in ("fft-4", "fft-5", "early-17c", "fft-4+maldonne-weak-hand", "hombre-1674")
        for _state, _choices, move in decisions(simulator(name, "simple"), 60)
    }
    negative = simulator("slovenian-pagat", "simple", contract="beggar")
    followed |= {move.maxim for _state, _choices, move in decisions(negative, 2)}
    keeping = simulator("cego-parlett", "simple", contract="cego")
    followed |= {move.maxim for _state, _choices, move in decisions(keeping, 2)}
    assert followed - {""} == set(SimplePlayer(engine("fft-4")).maxims)


def test_simple_looks_at_nobody_elses_cards() -> None:
    """Cards that a seat cannot see are dealt again, and it does the same."""
    game = simulator("fft-4", "simple")
    for state, choices, move in decisions(game, 8):
        seat = choices.seat
        assert seat is not None
        hands = list(state.hands)
        others = [i for i in range(state.players) if i != seat]
        for i, j in zip(others, others[1:] + others[:1], strict=True):
            hands[i] = state.hands[j]
        elsewhere = replace(choices, state=state._replace(hands=tuple(hands)).view(seat))
        assert game.players[seat].choose(elsewhere, Draws(1, 1)) == move


def test_simple_hunts_the_petit_and_saves_the_excuse() -> None:
    maxims = Counter()  # type: ignore[var-annotated]
    for state, choices, move in decisions(simulator("fft-4", "simple"), 80):
        seat, deck = choices.seat, state.deck
        if not isinstance(move.action, Play) or seat is None:
            continue
        card = move.action.card
        maxims[move.maxim] += 1
        if move.maxim == "hunt":
            assert seat == state.auction.taker
            assert card.is_trump
        if move.maxim in ("excuse_in_time", "excuse_saves", "excuse_to_poor_trick"):
            assert card.is_excuse
        if move.maxim == "excuse_in_time":
            assert state.hand_size(seat) == 2
        if move.maxim == "excuse_to_poor_trick":
            assert sum(c.halves for c in state.trick.cards) <= POOR
            others = deck.set(choices.cards & ~deck.excuse)
            assert state.hand_size(seat) <= NEAR_END or all(c.is_trump for c in others)
        if move.maxim == "long_suit":
            plain = [mask for mask in deck.order().suits.values() if not mask & deck.trumps]
            longest = max((state.hands[seat] & mask).bit_count() for mask in plain)
            assert (state.hands[seat] & deck.order().follows[card.index]).bit_count() == longest
            assert seat != state.auction.taker
        if move.maxim == "save_points":
            friends = [c.halves for c in deck.cards if c.bit & choices.cards and not c.is_excuse and c.code != "T21"]
            assert card.halves == max(friends, default=card.halves)
    assert (
        min(maxims[name] for name in ("hunt", "excuse_in_time", "excuse_to_poor_trick", "long_suit", "save_points")) > 5
    )


PAGE = Path(__file__).parent.parent / "docs" / "reference" / "players.md"


def made(tally: Tally) -> tuple[float, float]:
    """The share of contracts made, and the mean card points of the taker's side."""
    played = {row: deals for row, deals in tally.rows_of(0) if not row.void}
    number = sum(played.values())
    points = Fraction(sum(row.halves * deals for row, deals in played.items()), 2 * number)
    return sum(deals for row, deals in played.items() if row.made) / number, float(points)


def test_simple_as_taker_beats_random_as_taker_clearly() -> None:
    """The first seat takes a prise against three random players: about 36 % against 19 %, and 8 card points more."""
    others = ("random",) * 3
    deals = 4000
    simple = made(Task(("fft-4",), ("simple", *others), 3, "prise").play(0, deals))
    at_random = made(Task(("fft-4",), ("random", *others), 3, "prise").play(0, deals))
    assert simple[0] - at_random[0] > 0.10  # the standard error is about 0.01
    assert simple[1] - at_random[1] > 5


def test_simple_as_defence_beats_random_as_defence_clearly() -> None:
    against = [
        made(Task(("fft-4",), ("random", *(name,) * 3), 3, "prise").play(0, 4000)) for name in ("simple", "random")
    ]
    assert against[1][0] - against[0][0] > 0.10


@pytest.mark.whole
@pytest.mark.turn(3, 4)
def test_the_page_of_players_has_the_shares_that_are_played() -> None:
    shares, points = [], []
    for players in (("simple", *["random"] * 3), ("random",), ("random", *["simple"] * 3)):
        share, mean = made(Task(("fft-4",), players, 1, "prise").play(0, 200_000))
        shares.append(round(100 * share))
        points.append(mean)
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"makes {shares[0]} of 100 prises where `random` makes {shares[1]}, with eight card points more" in page
    assert "(200,000 deals of fft-4)" in page and f"make {shares[2]} of 100." in page
    assert round(points[0] - points[1]) == 8


def test_simple_bids_by_the_table_for_other_numbers_of_players_too() -> None:
    for name in ("fft-3", "fft-4", "fft-5"):
        tally = Task((name,), ("simple",), 1).play(0, 2000)
        bids = Counter({row.contract for row, _deals in tally.rows_of(0)})
        assert len(bids) > 2
        passed = sum(deals for row, deals in tally.rows_of(0) if row.void == "bid.all_pass")
        assert 50 < passed < 600


def test_simple_announces_what_it_may() -> None:
    shown = [move.action for _s, choices, move in decisions(simulator("blog-4", "simple"), 60) if move.maxim == "show"]
    assert shown
    assert all(isinstance(action, Choose) and action.option in ("single", "double", "triple") for action in shown)


def test_the_page_of_players_has_every_maxim() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, maxim in SimplePlayer(engine("fft-4")).maxims.items():
        assert f"- `{name}`: {maxim}\n" in page


# ---------------------------------------------------------------- finding them


def test_unknown_players_are_refused_with_a_suggestion() -> None:
    with pytest.raises(LoadError, match="there is no player 'simpel'") as refused:
        find_player("simpel")
    assert "did you mean 'simple'" in str(refused.value)
    with pytest.raises(LoadError, match="2 players named for 4 seats"):
        seat_players(("simple", "random"), engine("fft-4"), None, 4)


def test_other_packages_bring_players(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = EntryPoint("lowest", f"{__name__}:LowestPlayer", "tarot_teach.players")
    seating.players.cache_clear()
    monkeypatch.setattr(seating, "entry_points", lambda group: [offered] if group == "tarot_teach.players" else [])
    try:
        assert seating.player_names() == ["lowest", "random", "signalling", "simple", "strong"]
        task = Task(("fft-4",), ("lowest",), 1)
        assert task.runners()[0].misfit is not None
        assert task.play(0, 3).deals == 3
    finally:
        seating.players.cache_clear()


class LowestPlayer(Player):
    """Takes the first thing that is allowed."""

    name = "lowest"

    def choose(self, choices: Choices, draws: Draws) -> Decision:  # noqa: ARG002
        return Decision(next(iter(choices)))


@pytest.mark.parametrize("name", ["fft-5", "scarto", "hombre-1674", "slovenian-pagat", "burro", "casita-robada"])
def test_the_simple_player_reads_only_what_its_seat_may_know(name: str) -> None:
    """Simulated deals make no view of the table for it."""
    played = simulator(name, "random")
    simple = SimplePlayer(played.engine, played.players[0].advice)
    decided = 0
    for number in range(4):
        for move in played.play(11, number).moves:
            choices = played.engine.legal(move.before)
            decisions = [simple.choose(seen, Draws(1, number)) for seen in (choices, choices.seen())]
            assert decisions[0] == decisions[1]
            decided += 1
    assert decided > 60


class Curious(SimplePlayer):
    """A simple player that notes the cards of all hands that it can read."""

    def choose(self, choices: Choices, draws: Draws) -> Decision:
        self.read = sum(hand.bit_count() for hand in choices.state.hands)
        return super().choose(choices, draws)


def test_a_player_made_from_the_simple_one_gets_a_view() -> None:
    made = Curious(engine("scarto"))
    start = simulator("scarto", "simple").start(1, 1).state
    choices = made.engine.legal(start)
    DealSimulator(made.engine, [made] * 3).decision(start, choices, Draws(1, 1))
    assert start.turn is not None and made.read == start.hands[start.turn].bit_count()
