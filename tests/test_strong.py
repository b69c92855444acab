"""The strong player: its worlds played out, its choices, and what it says of them."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from statistics import fmean

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.advice.signals import given_signals
from tarot_teach.cards import Card
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, SolveError
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.solver import EndingSolver, Objective, Solver, Worlds, position_of
from tarot_teach.table import PASS, Bid, Choose, Play, State
from tarot_teach.table.state import Phase, Trick
from tarot_teach.topics.play.game import Game
from tarot_teach.topics.simulate.by_words import PlayByWords
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.kernel import Misfit
from tarot_teach.topics.simulate.seating import made_player, seat_players
from tarot_teach.topics.simulate.simple_deals import SimpleDeals
from tarot_teach.topics.simulate.strong.before_play import discards
from tarot_teach.topics.simulate.strong.cards import alike_cards, estimate, read_by_the_score
from tarot_teach.topics.simulate.strong.play_outs import PlayOuts
from tarot_teach.topics.simulate.strong.player import SignallingPlayer, StrongPlayer
from tests.helpers import LIBRARY


@cache
def simulator(name: str, *players: str, contract: str | None = None) -> DealSimulator:
    return DealSimulator.of(LIBRARY, name, players, contract)


def states(name: str, deals: int, players: str = "simple", contract: str | None = None) -> list[State]:
    """The states of some deals in which a card is to be chosen."""
    game = simulator(name, players, contract=contract)
    return [
        move.before
        for number in range(deals)
        for move in game.play(2, number).moves
        if move.before.phase is Phase.PLAY and len(game.engine.legal(move.before)) > 1
    ]


def strong(name: str, level: int = 2) -> StrongPlayer:
    (player, *_others) = simulator(name, f"strong:{level}").players
    assert isinstance(player, StrongPlayer)
    return player


# ---------------------------------------------------------------- names and levels


def test_a_level_stands_after_the_name() -> None:
    engine = simulator("fft-4", "simple").engine
    assert made_player("strong:20", engine, None).level == 20
    assert made_player("strong", engine, None).level == 10
    names = [player.level for player in seat_players(("strong:3", "simple", "strong:5", "simple"), engine, None, 4)]
    assert names == [3, 0, 5, 0]


@pytest.mark.parametrize(
    "name", ["strong:0", "strong:x", "strong:", "strong:-2", "strong:1.5", "strong:99999", "simple:3", "random:1"]
)
def test_a_wrong_level_is_refused(name: str) -> None:
    with pytest.raises(LoadError) as raised:
        made_player(name, simulator("fft-4", "simple").engine, None)
    (problem,) = raised.value.problems
    assert problem.code == "players.level"
    assert problem.hint


def test_an_unknown_player_with_a_level_is_refused_with_a_suggestion() -> None:
    with pytest.raises(LoadError, match="strnog"):
        made_player("strnog:3", simulator("fft-4", "simple").engine, None)


def test_commands_take_the_strong_player_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    for players, code in (("strong:1,simple,simple,simple", 0), ("strong:0", 1)):
        with pytest.raises(SystemExit) as caught:
            main(["simulate", "fft-4", "--deals", "2", "--players", players, "--json"])
        out, err = capsys.readouterr()
        assert bool(caught.value.code) is bool(code)
        assert ("strong:1" in out) is not bool(code)
        assert ("players.level" in err) is bool(code)


# ---------------------------------------------------------------- worlds played out


@pytest.mark.parametrize("name", ["fft-4", "fft-3", "fft-5", "blog-4"])
def test_the_kernel_plays_positions_out_as_the_engine_does(name: str) -> None:
    engine, outs = simulator(name, "simple").engine, PlayOuts(simulator(name, "simple").engine, None)
    by_engine = PlayOuts(engine, None)
    by_engine._kernels[len(simulator(name, "simple").seats)] = Misfit("for the test")
    starts = [
        (state, Play(state.turn or 0, card))
        for state in states(name, 12, "random")[::9]
        for card in list(state.deck.set(engine.legal(state).cards))[:2]
    ]
    for one, other in zip(outs.endings(starts), by_engine.endings(starts), strict=True):
        assert one.scores == other.scores
        assert (one.row.halves, one.row.made) == (other.row.halves, other.row.made)


@pytest.mark.skipif(not find_spec("numba"), reason="words play on by numba alone")
@pytest.mark.parametrize("name", ["scarto", "hombre-1674", "slovenian-pagat", "zwanzigerrufen"])
def test_words_play_positions_out_as_the_engine_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the middle of tricks, from their last cards, and from decisions before the play."""
    engine = simulator(name, "simple").engine
    by_words, by_engine = PlayOuts(engine, None), PlayOuts(engine, None)
    by_engine._words[len(simulator(name, "simple").seats)] = Misfit("for the test")
    monkeypatch.setattr(PlayByWords, "is_worth", lambda _words, _count: True)
    moves = [move for number in range(6) for move in simulator(name, "random").play(3, number).moves]
    starts = [(move.before, move.action) for move in moves[::7]] + [(moves[0].before, None)]
    assert len({state.phase for state, _action in starts}) > 1
    assert by_words.endings(starts) == by_engine.endings(starts)


# ---------------------------------------------------------------- choices


def test_the_same_deal_is_played_the_same_way() -> None:
    one, two = (DealSimulator.of(LIBRARY, "fft-4", ("strong:2",)).play(1, 4) for _run in range(2))
    assert [move.action for move in one.moves] == [move.action for move in two.moves]


def test_a_choice_depends_on_nothing_but_what_the_seat_has_seen() -> None:
    player, engine = strong("fft-4"), simulator("fft-4", "simple").engine
    for state in states("fft-4", 2)[::17]:
        other = Worlds(engine, state, state.turn or 0).draw(Draws(5, 5).below)
        one, two = (player.choose(engine.legal(each).seen(), Draws(1, 1)) for each in (state, other))
        assert one.action == two.action


def test_where_one_deal_is_possible_the_card_is_best_with_open_cards() -> None:
    player, engine, number = strong("fft-4"), simulator("fft-4", "simple").engine, 0
    for state in states("fft-4", 40):
        if state.hand_size(0) > 5 or Worlds(engine, state, state.turn or 0).ways != 1:
            continue
        choice = player.choose(engine.legal(state).seen(), Draws(1, 1)).action
        assert isinstance(choice, Play)
        position = position_of(engine, state)
        taker = state.turn == state.auction.taker
        objective = Objective.MADE
        with suppress(SolveError):
            position, objective = position_of(engine, state, scores=True), Objective.SCORE
        values = Solver(position.rules, objective).cards(position)
        worth = {card: value.low if taker else -value.low for card, value in values.items()}
        assert worth[choice.card] == max(worth.values())
        number += 1
    assert number > 1


def test_cards_that_are_alike_are_judged_once() -> None:
    engine = simulator("fft-4", "simple").engine
    for state in states("fft-4", 1)[:20]:
        may = engine.legal(state).cards
        alike = alike_cards(engine, state, may)
        assert state.deck.mask(alike) == may
        for card, low in alike.items():
            assert alike[low] is low
            assert card.halves == low.halves
            assert card.suit is low.suit
            between = [c for c in state.deck.cards if c.suit is card.suit and low.rank < c.rank < card.rank]
            out = state.hands[state.turn or 0]
            for taken in state.tricks:
                out |= taken.trick.mask
            assert all(c.bit & out for c in between)


def test_endings_are_solved_and_earlier_cards_played_out() -> None:
    player, engine = strong("fft-4"), simulator("fft-4", "simple").engine
    for state in states("fft-4", 1)[::12]:
        worlds = [Worlds(engine, state, state.turn or 0).draw(Draws(1, 1).below)]
        found = estimate(engine, player.play_outs, engine.legal(state), worlds)
        assert found.solved is (state.hand_size(state.turn or 0) <= 11)


@pytest.mark.parametrize(("seed", "tricks", "laid"), [(30, 4, 1), (130, 5, 0), (206, 3, 0), (272, 3, 0)])
def test_a_card_that_wins_card_points_and_loses_game_points_is_not_played(seed: int, tricks: int, laid: int) -> None:
    """The Petit in the last trick brings more than the card points of another card."""
    player, ruleset = strong("fft-4"), LIBRARY.load("fft-4")
    engine = Engine(ruleset)
    trick = SimpleDeals(engine, advice_for(LIBRARY, ruleset)).trick(seed, tricks)
    assert trick is not None
    state = trick.plays[laid][0]
    by_points, by_score = (best_cards(engine, state, aim) for aim in (Objective.POINTS, Objective.SCORE))
    assert by_score and not by_points & by_score
    values = estimate(engine, player.play_outs, engine.legal(state), [state]).sums
    assert max(values, key=lambda card: values[card]) in by_score


def best_cards(engine: Engine, state: State, objective: Objective) -> set[Card]:
    """The cards that are best for the seat to act with all cards open; none where they cannot be searched."""
    try:
        position = position_of(engine, state, scores=True)
    except SolveError:
        return set()
    sign = 1 if state.turn in takers_side(state) else -1
    values = {card: sign * value.low for card, value in Solver(position.rules, objective).cards(position).items()}
    return {card for card, value in values.items() if value == max(values.values())}


@pytest.mark.parametrize(
    ("name", "contract"), [("slovenian-pagat", "two"), ("zwanzigerrufen", "normal"), ("hombre-1674", "game")]
)
def test_scores_of_endings_have_the_sign_of_the_contract(name: str, contract: str) -> None:
    """The score of a play-out, where the search says if the contract is made."""
    player, engine = strong(name, 1), simulator(name, "simple").engine
    ends = [state for state in states(name, 3, contract=contract) if state.hand_size(state.turn or 0) == 3]
    assert ends
    for state in ends:
        found = estimate(engine, player.play_outs, engine.legal(state), [state])
        solver = EndingSolver(engine, state, Objective.MADE)
        sign = 1 if state.turn in takers_side(state) else -1
        for card, (value,) in found.values.items():
            assert value * sign * (2 * solver.value([card]).low - 1) >= 0


def test_a_hand_without_anything_is_passed_and_a_strong_one_is_bid() -> None:
    game, bids = simulator("fft-4", "strong:2"), []
    for number in range(16):
        deal = game.start(11, number)
        if deal.state.phase is Phase.BID:
            choice = game.decision(deal.state, deal.legal, Draws(1, 1))
            assert isinstance(choice.action, Bid)
            bids.append(
                (
                    choice.action.bid != PASS,
                    (deal.state.hands[deal.state.turn or 0] & deal.state.deck.trumps).bit_count(),
                )
            )
            assert choice.why is not None, "a pass has its figures as well"
    assert {bid for bid, _trumps in bids} == {True, False}
    means = [fmean(trumps for bid, trumps in bids if bid is made) for made in (True, False)]
    assert means[0] > means[1]


def test_several_discards_are_tried() -> None:
    game = simulator("fft-4", "simple", contract="prise")
    deal = game.start(3, 1)
    choice = game.decision(deal.state, deal.legal, Draws(1, 1)).action
    assert isinstance(choice, Choose)
    assert choice.cards is not None
    (pick,) = deal.legal.picks
    tried = discards(pick, deal.state, choice.cards.mask)
    assert tried[0] == choice.cards.mask
    assert len(tried) > 2
    assert all(pick.allows(pick.action(0, deal.state.deck, laid)) for laid in tried)


def test_a_hint_says_in_how_many_worlds_the_card_is_best() -> None:
    engine = simulator("fft-4", "simple").engine
    game = Game(engine, seat_players(("strong:3",), engine, simulator("fft-4", "simple").players[0].advice, 4), 0, 5)
    while game.state.phase is not Phase.PLAY or len(game.choices) == 1:
        game.do(game.choices.words()[0] if game.state.phase is not Phase.DISCARD else "")
        if game.state.phase is Phase.OVER:
            pytest.skip("all passed")
    assert any("of 3 possible deals" in str(getattr(block, "text", "")) for block in game.hint())


GAMES = (
    "hombre-1674", "tresillo", "scarto", "piedmont-4", "slovenian-pagat", "zwanzigerrufen", "ruff-and-honours", "karnoeffel-reconstructed", "early-17c", "burro", "casita-robada",
)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_and_its_choices_are_told(name: str) -> None:
    seats = len(simulator(name, "simple").seats)
    deal = DealSimulator.of(LIBRARY, name, ("strong:1", *["simple"] * (seats - 1))).play(3, 1)
    player = strong(name, 1)
    assert deal.state.result is not None
    mine = [move.before for move in deal.moves if move.action.seat == 0 and len(deal.engine.legal(move.before)) > 1]
    for state in mine[:: max(1, len(mine) // 3)]:
        decision = player.choose(deal.engine.legal(state).seen(), Draws(1, 1))
        assert deal.engine.check(state, decision.action).allowed
        assert not decision.maxim or str(player.maxims[decision.maxim])


@pytest.mark.parametrize("name", ["slovenian-pagat", "hombre-1674"])
def test_what_is_laid_away_taken_or_drawn_is_weighed_by_worlds(name: str) -> None:
    found = set[str]()
    for number in range(8):
        deal = DealSimulator.of(LIBRARY, name, ("simple",)).play(2, number)
        asked = [
            move
            for move in deal.moves
            if move.before.phase in (Phase.EXCHANGE, Phase.PLAY)
            and not isinstance(move.action, Play)
            and len(deal.engine.legal(move.before)) > 1
        ]
        for move in asked[:2]:
            decision = strong(name, 2).choose(deal.engine.legal(move.before).seen(), Draws(1, 1))
            assert deal.engine.check(move.before, decision.action).allowed
            found.add(decision.maxim)
    assert "choice_by_worlds" in found


# ---------------------------------------------------------------- totals that bid best


def command(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main([*args])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def test_totals_are_looked_for_and_nothing_is_changed(capsys: pytest.CaptureFixture[str]) -> None:
    files = {path: path.read_bytes() for path in LIBRARY.roots[0].rglob("advice/*.yaml")}
    code, out, _err = command(capsys, "evaluate", "fft-4", "--tune", "--deals", "300", "--seed", "4", "--json")
    assert code == 0
    found = json.loads(out)
    assert [row["contract"] for row in found["contracts"]] == ["prise", "garde", "garde_sans", "garde_contre"]
    assert [row["now"] for row in found["contracts"]] == [40, 56, 71, 81]
    totals = [row["found"] for row in found["contracts"]]
    assert totals == sorted(totals)
    assert 290 < found["deals"] <= 300
    assert {path: path.read_bytes() for path in files} == files
    assert command(capsys, "evaluate", "fft-4", "--tune", "--deals", "300", "--seed", "4", "--json")[1] == out


def test_totals_are_shown_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    out = command(capsys, "evaluate", "fft-3", "--tune", "--deals", "120")[1]
    assert "Total found" in out
    assert "Nothing has been changed" in out


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (("fft-4",), "evaluate.which"),
        (("fft-4", "--tune", "--hand", "T21"), "evaluate.which"),
        (("fft-4", "--tune", "--deals", "5"), "simulate.tuning"),
        (("zwanzigerrufen", "--tune"), "evaluate.advice"),
    ],
)
def test_totals_that_cannot_be_looked_for_are_refused(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], error: str
) -> None:
    code, _out, err = command(capsys, "evaluate", *args)
    assert code
    assert error in err


# ---------------------------------------------------------------- signals


def signalling() -> SignallingPlayer:
    player = simulator("fft-4", "signalling:2").players[0]
    assert isinstance(player, SignallingPlayer)
    return player


def test_those_who_signal_are_known_to_the_table() -> None:
    seated = simulator("fft-4", "signalling:2", "strong:2", "signalling:2", "simple").players
    assert {*map(type, seated)} > {StrongPlayer, SignallingPlayer}
    assert all(player.signalling == {0, 2} for player in seated)
    assert not strong("fft-4").signalling


def test_a_true_signal_is_given_by_a_card_of_the_same_worth() -> None:
    player, engine, given = signalling(), simulator("fft-4", "simple").engine, 0
    player = SignallingPlayer(engine, player.advice)  # at a table where nobody signals
    player.level = 2
    assert player.advice is not None
    for state in states("fft-4", 6):
        if state.trick.cards or state.turn is None or state.turn in state.side(state.auction.taker or 0):
            continue
        one, two = (each.choose(engine.legal(state).seen(), Draws(1, 1)) for each in (player, strong("fft-4")))
        if one.maxim != "true_signal":
            assert one.action == two.action
            continue
        assert isinstance(one.action, Play)
        assert isinstance(two.action, Play)
        said, unsaid = (
            [signal.true for signal in given_signals(player.advice, state, state.turn, card)]
            for card in (one.action.card, two.action.card)
        )
        assert False not in said
        assert said.count(True) > unsaid.count(True) or False in unsaid
        given += 1
    assert given > 1


def test_worlds_bear_out_the_signals_of_seats_that_signal() -> None:
    """After a low card led to open a suit, its king or queen is with the seat that led more often than for a player that reads no signals."""
    player, deals = signalling(), [0, 0, 0]
    assert player.advice is not None
    for state in states("fft-4", 20):
        leader, trick = state.trick.leader, state.trick
        if len(trick.cards) != 1 or state.turn is None or state.turn in state.side(state.auction.taker or 0):
            continue
        hands = [hand | trick.mask if seat == leader else hand for seat, hand in enumerate(state.hands)]
        before = state._replace(trick=Trick(leader), turn=leader, hands=tuple(hands))
        given = [given.signal for given in given_signals(player.advice, before, leader, trick.cards[0])]
        promised = sum(
            state.deck.named(name) or 0 for signal in given if signal.kind == "lead" for name in signal.cards
        )
        promised &= sum(card.bit for card in state.deck.cards if card.suit is trick.cards[0].suit)
        if promised & ~state.view(state.turn).hands[state.turn]:
            deals[0] += 40
            for i, reader in enumerate((player, strong("fft-4")), 1):
                worlds = reader.source(state, state.turn)
                deals[i] += sum(bool(worlds.draw(Draws(1, i).below).hands[leader] & promised) for i in range(40))
    assert deals[0] >= 160
    assert deals[1] > 1.2 * deals[2], deals


@pytest.mark.parametrize(
    ("name", "contract", "cards"),
    [
        ("fft-4", "garde", "T1 T21 EX"),
        ("slovenian-pagat", "three", "T1 T21 T22"),
        ("slovenian-pagat", "klop", ""),
        ("hombre-1674", "game", ""),
    ],
)
def test_cards_that_the_score_asks_for_are_like_no_others(name: str, contract: str, cards: str) -> None:
    rules = Engine(LIBRARY.load(name)).index.under(contract)
    assert read_by_the_score(rules) == rules.ruleset.deck.mask(rules.ruleset.deck.parse(cards) if cards else ())


@pytest.mark.parametrize("name", ["fft-4", "fft-5"])
def test_scores_of_ends_are_those_of_a_new_engine(name: str) -> None:
    """Whatever deals the engine has been asked about before."""
    engine = simulator(name, "simple").engine
    tables = 0
    for state in [state for state in states(name, 3) if state.hand_size(state.turn or 0) == 4][::3]:
        try:
            found = position_of(engine, state, scores=True).scores
        except SolveError:
            continue  # one side has won all tricks
        assert found == position_of(Engine(engine.ruleset), state, scores=True).scores
        tables += 1
    assert tables > 1


def test_scores_are_known_as_long_as_nothing_is_paid_apart() -> None:
    engine, fits = simulator("fft-4+misere", "simple").engine, set[bool]()
    for state in states("fft-4+misere", 60):
        announced = any(done.level == "misere" for done in state.declared)
        if state.hand_size(state.turn or 0) != 6 or announced in fits or state.auction.taker is None:
            continue
        with suppress(SolveError):
            assert position_of(engine, state, scores=True).scores and not announced
        fits.add(announced)
    assert fits == {True, False}
