"""The solver: what it takes and refuses, values, lines and intervals that agree with each other, and what commands and pages make of them.

Its values are held against a brute force by ``test_solve_widely.py``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.blocks import Block, PlayRow, TrickDiagram, flat
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.explain.kept_values import FILE, digest, kept_entry
from tarot_teach.explain.lesson import annotate
from tarot_teach.explain.open_cards import keep_values, kept_values, open_values, with_open_cards
from tarot_teach.explain.shares import digest_of_seen, kept_shares, sentence_on_seen, shares
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.records.runner import replay_example
from tarot_teach.solver import Objective, Position, Solver, Value, position_of
from tarot_teach.solver.table import CHAINS, GENERATION, NEXT_BITS, USED, first_entry
from tarot_teach.solver.table_memory import give_back, words_for_table
from tarot_teach.table import Play, State
from tarot_teach.table.state import Phase
from tarot_teach.topics.open_cards.best_play import BestPlay, best_play, keep_best_play, kept_best_play
from tarot_teach.topics.open_cards.typed_position import typed_position
from tarot_teach.tui.model import ReplayCursor
from tests.helpers import LIBRARY

KEPT = 0.85
"""The share of plays in which a seat keeps its honours and high trumps, if it may, so that endings have some."""


@cache
def engine_of(name: str) -> Engine:
    return Engine(LIBRARY.load(name))


def endings(engine: Engine, tricks: int, seeds: Iterable[int]) -> Iterator[State]:
    """States with so many tricks left of deals played at random, most of them in the middle of a trick."""
    for seed in seeds:
        rng = random.Random(f"{engine.ruleset.name} {tricks} {seed}")
        state = engine.start(seed=seed, dealer=seed % len(engine.seats()))
        while state.phase is not Phase.OVER:
            if state.phase is Phase.PLAY and not state.trick.cards and state.hand_size(0) == tricks:
                for _card in range(rng.randrange(state.players)):
                    state, _events = engine.apply(state, any_play(engine, state, rng))
                yield state
                break
            playing = state.phase is Phase.PLAY
            action = any_play(engine, state, rng) if playing else engine.legal(state).random(rng)
            state, _events = engine.apply(state, action)


def any_play(engine: Engine, state: State, rng: random.Random) -> Play:
    """A card at random, seldom an honour or a high trump."""
    cards = list(engine.legal(state).state.deck.set(engine.legal(state).cards))
    low = [card for card in cards if not card.is_excuse and card.halves < 9 and not (card.is_trump and card.rank > 12)]
    assert state.turn is not None
    return Play(state.turn, rng.choice(low if low and rng.random() < KEPT else cards))


def solved(engine: Engine, tricks: int, number: int) -> Iterator[tuple[State, Position]]:
    """The first positions that the solver takes, with what it makes of them."""
    for state in endings(engine, tricks, range(20 * number + 100)):
        with suppress(SolveError):
            yield state, position_of(engine, state)
            number -= 1
        if not number:
            return


def by_solver(engine: Engine, state: State, compiled: bool) -> dict[Objective, int]:
    """The values that the solver finds, of a score only where it takes the position for one."""
    position, found = position_of(engine, state), {}
    for objective in {*Objective} - {Objective.TRICKS}:
        if objective is Objective.SCORE:
            with suppress(SolveError):
                scored = position_of(engine, state, scores=True)
                found[objective] = Solver(position.rules, objective, compiled=compiled).value(scored)
        else:
            found[objective] = Solver(position.rules, objective, compiled=compiled).value(position)
    assert all(value.exact and value.low == value.high for value in found.values())
    return {objective: value.low for objective, value in found.items()}


def test_compiled_code_finds_the_same() -> None:
    for name in ("fft-4", "blog-3", "fft-5"):
        for tricks in (2, 4):
            for state, position in solved(engine_of(name), tricks, 4):
                assert by_solver(engine_of(name), state, compiled=True) == by_solver(
                    engine_of(name), state, compiled=False
                )
                cut = [Solver(position.rules, nodes=30, compiled=code).value(position) for code in (True, False)]
                assert cut[0] == cut[1]
        for state, position in solved(engine_of(name), 5, 2):
            solver = Solver(position.rules, compiled=True)
            assert_best_card_has_the_value(engine_of(name), state, position, solver)


def assert_best_card_has_the_value(engine: Engine, state: State, position: Position, solver: Solver) -> None:
    """The allowed cards have values, the best of which is that of the position, and lead to positions of their values."""
    values, value = solver.cards(position), solver.value(position)
    assert list(values) == list(state.deck.set(engine.legal(state).cards))
    best = max if state.turn in takers_side(state) else min
    assert best(after.low for after in values.values()) == value.low
    for card, found in values.items():
        assert state.turn is not None
        following, _events = engine.apply(state, Play(state.turn, card))
        assert solver.value(position_of(engine, following)).low == found.low


@pytest.mark.parametrize("name", ["fft-4", "blog-5", "fft-3"])
def test_the_best_card_has_the_value_of_the_position(name: str) -> None:
    for state, position in solved(engine_of(name), 3, 6):
        solver = Solver(position.rules, compiled=False)
        assert_best_card_has_the_value(engine_of(name), state, position, solver)


@pytest.mark.parametrize("name", ["fft-4", "blog-3", "fft-5"])
def test_a_table_filled_by_other_positions_gives_the_same_values(name: str) -> None:
    filled: dict[tuple[int, Objective], Solver] = {}
    for _state, position in solved(engine_of(name), 4, 12):
        for objective in (Objective.POINTS, Objective.MADE, Objective.PETIT, Objective.ALL_TRICKS):
            solver = filled.setdefault((position.takers, objective), Solver(position.rules, objective, compiled=True))
            fresh = Solver(position.rules, objective, compiled=True)
            assert solver.value(position).low == fresh.value(position).low


def test_the_memory_of_a_table_serves_the_next_one_from_empty_chains() -> None:
    pytest.importorskip("numpy")
    words = words_for_table(40)
    chain, entry = CHAINS, CHAINS + 5
    words[USED], words[chain] = 1, words[GENERATION] << NEXT_BITS | entry
    assert first_entry(words, chain) == entry
    give_back(words)
    emptied = words_for_table(40)
    assert emptied is words and not emptied[USED] and not first_entry(emptied, chain)
    assert words_for_table(40) is not words


def test_a_line_of_best_play_ends_with_the_value() -> None:
    engine = engine_of("fft-4")
    for state, position in solved(engine, 3, 6):
        solver = Solver(position.rules, compiled=False)
        value, at = solver.value(position).low, state
        for seat, card in solver.line(position):
            at, _events = engine.apply(at, Play(seat, card))
        assert at.result is not None and at.result.sheets[0].outcome.halves == value


@pytest.mark.parametrize("name", ["fft-4", "fft-3", "fft-5"])
def test_no_play_of_the_other_side_brings_best_play_less_than_the_value(name: str) -> None:
    """The taker's side at least, and the others at most, whatever cards the other side plays."""
    engine, rng = engine_of(name), random.Random(name)
    for state, position in solved(engine, 4, 4):
        solver = Solver(position.rules)
        value, side = solver.value(position).low, takers_side(state)
        for of_taker in (True, False):
            at = state
            while at.result is None:
                assert at.turn is not None
                if (at.turn in side) is of_taker:
                    values = solver.cards(position_of(engine, at))
                    best = max(values, key=lambda card: values[card].low if of_taker else -values[card].low)
                    at, _events = engine.apply(at, Play(at.turn, best))
                else:
                    at, _events = engine.apply(at, any_play(engine, at, rng))
            reached = at.result.sheets[0].outcome.halves
            assert reached >= value if of_taker else reached <= value


def test_a_limit_of_nodes_leaves_an_interval_that_holds_the_value() -> None:
    cut = 0
    for _state, position in solved(engine_of("fft-4"), 4, 6):
        value = Solver(position.rules, compiled=False).value(position)
        for nodes in (1, 20):
            found = Solver(position.rules, nodes=nodes, compiled=False).value(position)
            assert found.low <= value.low <= found.high and found.exact == (found.low == found.high)
            cut += not found.exact
    assert cut > 3


def reasons(name: str, state: State) -> str:
    """Why the solver refuses a state."""
    with pytest.raises(SolveError) as refused:
        position_of(engine_of(name), state)
    assert {problem.code for problem in refused.value.problems} == {"solve.unfit"}
    return str(refused.value)


def any_ending(name: str, tricks: int) -> State:
    """A position with so many tricks left."""
    return next(endings(engine_of(name), tricks, range(50)))


def test_rules_that_are_not_known_are_refused_by_name() -> None:
    assert "count.each uses the mechanism 'each_for_himself'" in reasons("early-17c", any_ending("early-17c", 2))
    assert "lone_card_any_time" in reasons("fft-4+petit-imprenable", any_ending("fft-4+petit-imprenable", 2))


def test_positions_that_cannot_be_solved_are_refused() -> None:
    engine = engine_of("fft-4")
    state, _position = next(solved(engine, 3, 1))
    assert state.turn is not None
    hands = state.hands
    assert "not all hands are known" in reasons("fft-4", state.view(state.turn))
    assert "no card is to be played" in reasons("fft-4", engine.start(seed=1))
    uneven = (hands[0] & (hands[0] - 1), *hands[1:])
    assert "not of the same size" in reasons("fft-4", state._replace(hands=uneven))
    assert "not all cards of the deal are known" in reasons("fft-4", state._replace(hands=uneven))
    twice = state._replace(won=(state.won[0] | hands[1], *state.won[1:]))
    assert "not all cards of the deal are known" in reasons("fft-4", twice)


def test_a_called_suit_that_is_barred_from_the_first_lead_is_refused() -> None:
    assert "called card" in reasons("fft-5", first_lead("fft-5")) or "first lead" in reasons(
        "fft-5", first_lead("fft-5")
    )


def first_lead(name: str) -> State:
    """The first lead of a random deal."""
    engine, rng = engine_of(name), random.Random(1)
    state = engine.start(seed=1)
    while state.phase is not Phase.PLAY:
        state, _events = engine.apply(state, engine.legal(state).random(rng))
    return state


def test_a_played_card_costs_what_the_best_one_brings_more() -> None:
    found = tt.solve("tournoi-des-maitres-2006-11", trick=13).cards
    assert found.state.seats[found.seat] == "W" and not found.mine
    assert found.cost == (4, 4) and found.played.code == "DC"
    assert {card.code for card in found.best} == {card.code for card, value in found.values.items() if value.low == 82}


def test_a_search_that_reaches_its_limit_prints_an_interval() -> None:
    found = tt.solve("tournoi-des-maitres-2006-11", trick=11, nodes=300)
    assert any(not row["exact"] and row["low"] < row["high"] for row in found.rows())
    assert " to " in str(found)


def interrupt_after(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Interrupt the search for the value of a position after so many of them with a limit worth the name."""
    value, found = Solver.value, []

    def interrupted(solver: Solver, position: Position, near: int | None = None) -> Value:
        found.append(position)
        if len(found) > number and solver.nodes > 1:
            raise KeyboardInterrupt
        return value(solver, position, near)

    monkeypatch.setattr(Solver, "value", interrupted)


def test_an_interrupted_search_says_what_it_has_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tt.solve("tarotmag-16", trick=13).cards.values
    interrupt_after(monkeypatch, 3)
    values = tt.solve("tarotmag-16", trick=13).cards.values
    assert [values[card] == whole[card] for card in whole] == [True] * 3 + [False] * 3
    assert all(values[card].low <= whole[card].low <= values[card].high for card in whole)
    interrupt_after(monkeypatch, 3)
    with pytest.raises(SystemExit) as stopped:
        main(["solve", "tarotmag-16", "--trick", "13"])
    assert stopped.value.code == 130 and " to " in capsys.readouterr().out


def test_an_interrupted_search_of_a_whole_deal_says_what_it_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(monkeypatch, 20)
    found = best_play(replay_example("tarotmag-16", LIBRARY), 1000)
    kept = kept_best_play(found.done)
    assert kept is not None and found.stopped and len(found.made) == 21 and found.made.items() <= kept.made.items()
    assert "The search was stopped before it knew more." in str([*found.blocks()])


def test_a_limit_of_nodes_may_be_of_any_size() -> None:
    assert (
        tt.solve("tarotmag-16", trick=16, nodes=10**30).cards.values == tt.solve("tarotmag-16", trick=16).cards.values
    )


LAST_TWO = ("--hand", "S: HD T1", "--hand", "E: H4 S7", "--hand", "N: D3 S9", "--hand", "W: C2 D8", "--taker", "S")
"""Two tricks of four hands, in which South is the taker and leads."""


def solve_typed(*words: str, name: str = "fft-4", capsys: pytest.CaptureFixture[str]) -> str:
    """The output of the command, on either stream."""
    with suppress(SystemExit):
        main(["solve", name, *words])
    captured = capsys.readouterr()
    return " ".join((captured.out + captured.err).split())


def test_a_typed_position_is_solved_as_the_engine_counts_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(solve_typed(*LAST_TWO, "--taken", "T21 EX", "--objective", "score", "--json", capsys=capsys))
    assert {row["card"]: row["low"] for row in found["cards"]} == {"HD": -93, "T1": -123}
    assert (found["trick"], found["seat"], found["played"], found["cost"]) == (17, "S", None, None)
    engine = engine_of("fft-4")
    deck = engine.ruleset.deck
    hands = {"S": deck.parse("HD T1"), "E": deck.parse("H4 S7"), "N": deck.parse("D3 S9"), "W": deck.parse("C2 D8")}
    state = typed_position(engine, hands, taker="S", taken=deck.parse("T21 EX"))
    assert by_solver(engine, state, compiled=False) == {
        Objective.POINTS: 40, Objective.MADE: 0, Objective.SCORE: -186, Objective.PETIT: 1, Objective.ALL_TRICKS: 1,
    }  # fmt: skip
    laid = typed_position(engine, hands | {"S": deck.parse("T1")}, taker="S", trick=deck.parse("HD"))
    assert laid.turn == 1 and laid.trick.cards == tuple(deck.parse("HD"))


@pytest.mark.parametrize(
    ("name", "words", "fault"),
    [
        ("fft-4", ("--hand", "N: D3 S7"), "the 7 of spades (S7) is named twice"),
        ("fft-4", ("--hand", "N: D3"), "not of the same size: S 2, E 2, N 1, W 2"),
        ("fft-4", ("--hand", "N: D3 X9"), "'X9' is not a card"),
        ("fft-4", ("--hand", "Q: D3 S9"), "nobody sits at 'Q'"),
        ("fft-4", ("--hand", "South: D3 S9"), "a seat has two hands"),
        ("fft-4", ("--hand", "S: D3 S9"), "is not the hand of a seat"),
        ("fft-4", (), "fft-4 is not for 3 players"),
        ("fft-4", ("--hand", "N: D3 S9", "--taken", "T1"), "the 1 of trumps (T1) is named twice"),
        ("fft-4", ("--hand", "N: D3 S9", "--contract", "foo"), "fft-4 has no contract 'foo'"),
        ("fft-4", ("--hand", "N: D3 S9 C9", "--laid", "HC"), "not of the same size"),
        ("fft-4", ("--hand", "N: D3 S9", "--trick", "3"), "has one moment"),
        ("fft-4", ("--hand", "N: D3 S9", "--taker", ""), "nobody is the taker"),
        ("scarto", ("--taker", ""), "in scarto nobody is a taker"),
        ("piedmont-4", ("--taker", ""), "in piedmont-4 nobody is a taker"),
        ("casita-robada", ("--taker", ""), "in casita-robada nobody is a taker"),
        ("fft-4", ("--hand", "N: D3 S9", "--partner", "N"), "in fft-4 the taker has no partner"),
        ("early-17c", ("--hand", "N: D3 S9"), "not all cards of the deal are known"),
        ("nothing", ("--hand", "N: D3 S9"), "there is no ruleset 'nothing'"),
    ],
)
def test_a_typed_position_that_cannot_be_is_refused(
    name: str, words: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    three = ("--hand", "S: HD T1", "--hand", "E: H4 S7", "--hand", "W: C2 D8", "--taker", "S")
    assert fault in solve_typed(*three, *words, name=name, capsys=capsys)


def test_options_of_a_typed_position_are_refused_of_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    said = solve_typed("--taken", "T1", name="tarotmag-16", capsys=capsys)
    assert "--taken belongs to a position that is typed" in said


def test_a_first_trick_asks_for_the_called_card(capsys: pytest.CaptureFixture[str]) -> None:
    engine, codes = engine_of("fft-5"), [card.code for card in engine_of("fft-5").ruleset.deck.cards]
    hands = [
        word
        for i, seat in enumerate("ABCDE")
        for word in ("--hand", f"{seat}: {' '.join(codes[15 * i : 15 * i + 15])}")
    ]
    said = solve_typed(*hands, "--taker", "A", "--partner", "B", name="fft-5", capsys=capsys)
    assert "may depend on the card that was called" in said
    king = next(code for code in codes[15:30] if code.endswith("R"))
    assert "the first lead is still to come" in solve_typed(
        *hands, "--taker", "A", "--called", king, name="fft-5", capsys=capsys
    )
    assert engine.index.deals.hand_size(5) == 15


def test_a_taker_without_a_partner_is_typed_as_records_write_it(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ("A: HR H4", "B: S7 D3", "C: S9 C2", "D: D8 S2", "E: T2 T3")
    words = [word for hand in hands for word in ("--hand", hand)]

    def value(*more: str) -> float:
        said = solve_typed(*words, "--taker", "A", *more, "--json", name="fft-5", capsys=capsys)
        return json.loads(said)["cards"][0]["low"]

    assert value("--partner", "alone") == value() < value("--partner", "E")
    said = solve_typed(*words, "--taker", "A", "--partner", "A", name="fft-5", capsys=capsys)
    assert "the taker cannot partner themselves" in said and "--partner alone" in said
    said = solve_typed(*words, "--taker", "A", "--partner", "B", "--called", "HR", name="fft-5", capsys=capsys)
    assert "HR is in a hand, which says who the partner is" in said


def test_a_moment_that_an_example_does_not_have_is_refused() -> None:
    with pytest.raises(tt.RecordError) as refused:
        tt.solve("tournoi-des-maitres-2006-11", trick=19)
    assert [problem.code for problem in refused.value.problems] == ["solve.moment"]


def test_objectives_have_their_units() -> None:
    """Values of the cards that West may lead to the thirteenth trick."""
    found = {aim: tt.solve("tournoi-des-maitres-2006-11", trick=13, objective=aim) for aim in Objective}
    tricks = found.pop(Objective.TRICKS)
    lows = {aim: {row["low"] for row in solved.rows()} for aim, solved in found.items()}
    assert lows == {"points": {41, 43, 45}, "made": {1}, "score": {150, 162, 174}, "petit": {1}, "all-tricks": {0}}
    assert {row["low"] for row in tricks.rows()} <= {*range(19)}
    assert "it cost 12 game points" in str(found[Objective.SCORE])
    assert "Neither side" in str(found[Objective.ALL_TRICKS]) and "The taker's side" in str(found[Objective.PETIT])


def test_a_score_that_could_be_a_slam_is_refused() -> None:
    state, _position = next(solved(engine_of("fft-4"), 3, 1))
    side = takers_side(state)
    won = tuple(taken._replace(winner=side[0]) for taken in state.tricks)
    with pytest.raises(SolveError, match="slam"):
        position_of(engine_of("fft-4"), state._replace(tricks=won, hands=state.hands), scores=True)


def test_values_of_shipped_examples_are_kept() -> None:
    """``tarot-teach solve EXAMPLE --keep`` brings stale ones up to date."""
    stale = []
    for name in LIBRARY.ids("example"):
        done = replay_example(name, LIBRARY)
        seen = kept_entry(done).get("seen", {}).get("digest")
        if digest(done) and (not kept_values(done) or seen != digest_of_seen(done)):
            stale.append(name)
    assert not stale


@pytest.mark.parametrize(
    "name",
    [
        "tournoi-des-maitres-2006-11",
        "course-calling",
        "excuse-never-paid",
        "half-a-point-for-three",
        "scarto-a-whole-deal",
        "piedmont-fool-paid",
        "tresillo-a-whole-deal",
        "slovenian-klop",
    ],
)
def test_kept_values_are_those_of_the_solver(name: str) -> None:
    done = replay_example(name, LIBRARY)
    assert kept_values(done) == open_values(done)
    assert kept_shares(done) == shares(done)


def test_a_card_that_no_deal_speaks_for_is_a_mistake() -> None:
    """Trick 13 of the printed deal: West leads the knight of diamonds, one of six cards."""
    done = replay_example("tournoi-des-maitres-2006-11", LIBRARY)
    drawn = (100, 65, 50, 68, 68, 67, 62)
    index = next(i for i, row in kept_shares(done).items() if row == drawn)
    rows = (drawn, (100, 8, 0, 9, 9, 9, 9), (100, 8, 0, 9, 100, 9, 9), (1, 0, 0, 1, 0, 0, 0))
    said = {row: str(sentence_on_seen(done, index, row)) for row in rows}
    fit = "deals that fit what West had seen"
    assert [*said.values()] == [
        f"Of 100 {fit}, it is a best card in 50, and the 2 of clubs in 68.",
        f"Of 100 {fit}, it is a best card in 0, and the 2 of clubs in 9.",
        f"A mistake: the 3 of clubs is a best card in all of 100 {fit}, and the knight of diamonds in none.",
        "West could know where all cards lay, so the knight of diamonds was a mistake.",
    ]
    assert sentence_on_seen(done, index, (100, 8, 100, 9, 9, 9, 9)) is None
    row = next(play for play in plays_of(with_open_cards(annotate(done), done)) if play.number == index + 1)
    assert str(row.open_cards).endswith("it is a best card in 50, and the 2 of clubs in 68.")


def test_shares_of_another_auction_are_not_shown(tmp_path: Path) -> None:
    source = next(LIBRARY.roots[0].rglob("tournoi-des-maitres-2006-11.yaml"))
    mine, text = tmp_path / source.name, source.read_text(encoding="utf-8")
    (tmp_path / FILE).write_text(source.with_name(FILE).read_text(encoding="utf-8"), encoding="utf-8")
    mine.write_text(text, encoding="utf-8")
    assert kept_shares(replay_example(str(mine), LIBRARY))
    shown = text.replace("contract: garde}", "contract: prise}").replace(", per_defender: 54}", "}")
    mine.write_text(shown.replace("per_defender: 54", "per_defender: 27"), encoding="utf-8")
    other = replay_example(str(mine), LIBRARY)
    assert kept_values(other) and not kept_shares(other)


def test_kept_values_of_other_plays_or_rules_are_not_shown(tmp_path: Path) -> None:
    source = next(LIBRARY.roots[0].rglob("excuse-never-paid.yaml"))
    mine = tmp_path / source.name
    mine.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    assert not kept_values(replay_example(str(mine), LIBRARY))
    (tmp_path / FILE).write_text(source.with_name(FILE).read_text(encoding="utf-8"), encoding="utf-8")
    assert kept_values(replay_example(str(mine), LIBRARY)) == kept_values(replay_example("excuse-never-paid", LIBRARY))
    for damaged in ("[", "[]", '{"excuse-never-paid": 3}', '{"excuse-never-paid": {"digest": "0", "values": {}}}'):
        (tmp_path / FILE).write_text(damaged * 2, encoding="utf-8")
        assert not kept_values(replay_example(str(mine), LIBRARY))


def test_a_lesson_says_what_each_card_would_have_brought() -> None:
    done = replay_example("tournoi-des-maitres-2006-11", LIBRARY)
    plain, opened = annotate(done), with_open_cards(annotate(done), done)
    said = [play for play in plays_of(opened) if play.open_cards]
    assert not [play for play in plays_of(plain) if play.open_cards]
    assert len(said) == len(kept_values(done)) > 25
    row = next(play for play in said if play.card.code == "DC" and play.seat == "W")
    assert "45 by the 10 of spades" in str(row.open_cards) and "The knight of diamonds cost 2" in str(row.open_cards)
    words = " ".join(str(play.open_cards) for play in said)
    assert "mistake" not in words and "No card is better than" in words


def plays_of(blocks: Iterable[Block]) -> list[PlayRow]:
    """The plays of a lesson."""
    return [play for block in flat(blocks) if isinstance(block, TrickDiagram) for play in block.plays]


PRINTED = ("tournoi-des-maitres-2006-11", "tarotmag-16", "annotated-deal-6")
"""Examples taken from print, of which best play of the whole deal is kept."""


@pytest.mark.parametrize("name", PRINTED)
def test_best_play_of_printed_deals_is_kept_as_the_solver_finds_it(name: str) -> None:
    """The values within a small limit of nodes, and each kept value of a card."""
    done = replay_example(name, LIBRARY)
    kept, found = kept_best_play(done), best_play(done, 20_000)
    assert kept is not None and kept.nodes >= 40_000_000
    for course, of_kept in ((found.made, kept.made), (found.points, kept.points)):
        assert len(course) > 25 and course.items() <= of_kept.items()
    for index, halves in kept_values(done).items():
        best = max if kept.of_taker(index) else min
        assert best(halves) == kept.points[index]


@pytest.mark.parametrize("name", PRINTED)
def test_costs_lead_from_best_play_to_what_was_reached(name: str) -> None:
    done = replay_example(name, LIBRARY)
    kept = kept_best_play(done)
    assert kept is not None and done.end.result is not None
    signed = [cost if kept.of_taker(index) else -cost for index, cost in kept.costs().items()]
    assert all(cost > 0 for index, cost in kept.costs().items() if kept.plays[index].verdict.allowed)
    assert kept.points[min(kept.points)] - sum(signed) == done.end.result.sheets[0].outcome.halves


def test_the_page_on_best_defence_says_what_is_kept() -> None:
    """The numbers and cards of its sentences; its tables and lists are made of what is kept."""
    kept = [kept_best_play(replay_example(name, LIBRARY)) for name in PRINTED]
    masters, missed, revoke = (each for each in kept if each is not None)
    assert [first_trick(each, each.made) for each in (masters, missed, revoke)] == [2, 4, 5]
    assert {each.nodes for each in (masters, missed, revoke)} == {40_000_000}
    assert {*masters.made.values()} == {1} and costs_by_card(masters) == {(13, "DC"): 4}
    assert [*masters.plays].index(min(masters.points)) == len(masters.plays) - 59
    assert card_of(masters, min(masters.points)) == (4, "T21")
    turns = {card_of(missed, index): change for index, change in missed.changes(missed.made).items() if change}
    assert turns == {(10, "H10"): 1, (12, "T21"): -1} and missed.points[min(missed.points)] == 80
    held = [card for card, halves in instead(missed, (10, "H10")).items() if halves < 82]
    assert held == ["D10", "T10"] and costs_by_card(missed)[13, "S8"] == 6
    assert instead(missed, (12, "T21")) == {"T18": 82, "T21": 78, "EX": 82}
    (row,) = (row for index, row in kept_shares(missed.done).items() if card_of(missed, index) == (13, "S8"))
    assert row[1] == max(row[1:])
    assert revoke.points[min(revoke.points)] == 108 and first_trick(revoke, revoke.points) == 5
    assert costs_by_card(revoke)[12, "H2"] == 12 and costs_by_card(revoke)[8, "D6"] == 4
    assert {card_of(revoke, index) for index, move in revoke.plays.items() if not move.verdict.allowed} == {(8, "D6")}
    assert revoke.done.end.result is not None and revoke.done.end.result.sheets[0].outcome.target == 51


def card_of(deal: BestPlay, index: int) -> tuple[int, str]:
    """The trick and the code of a card that was played."""
    action = deal.plays[index].action
    assert isinstance(action, Play)
    return deal.plays[index].before.number, action.card.code


def first_trick(deal: BestPlay, course: Mapping[int, int]) -> int:
    """The trick before which anything is known."""
    return deal.plays[min(course)].before.number


def costs_by_card(deal: BestPlay) -> dict[tuple[int, str], int]:
    """Half-points that cards cost."""
    return {card_of(deal, index): cost for index, cost in deal.costs().items()}


def instead(deal: BestPlay, played: tuple[int, str]) -> dict[str, int]:
    """The half-points that the allowed cards bring the taker's side in place of one that was played."""
    (index,) = (index for index in deal.plays if card_of(deal, index) == played)
    state = deal.plays[index].before
    cards = state.deck.set(deal.done.engine.legal(state).cards)
    return {card.code: halves for card, halves in zip(cards, kept_values(deal.done)[index], strict=True)}


def test_best_play_of_a_whole_deal_is_kept_with_the_values_of_cards(tmp_path: Path) -> None:
    source = next(LIBRARY.roots[0].rglob("excuse-never-paid.yaml"))
    mine = tmp_path / source.name
    mine.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    done = replay_example(str(mine), LIBRARY)
    keep_values(done)
    assert kept_best_play(done) is None
    found = best_play(done, 1000)
    keep_best_play(found)
    assert kept_best_play(done) == found and kept_values(done) == open_values(done)
    assert kept_best_play(done, 2000) is None
    keep_values(done)
    assert kept_best_play(done) == found


def test_the_full_screen_shows_values_of_the_last_action() -> None:
    cursor = ReplayCursor(replay_example("tournoi-des-maitres-2006-11", LIBRARY))
    cursor.show_open_cards()
    assert "No values" in str(cursor.answer[0])
    cursor.to_trick("13")
    cursor.go(cursor.place + 1)
    cursor.show_open_cards()
    assert "With all cards open" in str(cursor.answer[0])


def test_a_rule_is_worth_the_difference_of_best_play() -> None:
    """The bonus for the last trick goes to the side that wins a trick with the Petit in it, or needs the Petit to win it."""
    found = tt.compare("fft-4", "fft-4+petit-wins-last-trick", hand="petit-lost-at-the-end", solve=True)
    sides = found.to_dict()["solved"]["sides"]
    assert [side["score"] for side in sides] == [[-156, -156], [-126, -126]]
    assert [side["points"] for side in sides] == [[34, 34], [34, 34]]
    assert "The rules make a difference of 30 game points." in str(found)
    with pytest.raises(TypeError, match="solve asks for a hand"):
        tt.compare("fft-4", "enc2011-4", solve=True)


def test_best_play_under_rules_that_the_solver_does_not_know_is_refused() -> None:
    with pytest.raises(SolveError, match="the cards are not played to tricks"):
        tt.compare("burro", "burro+suit-or-rank", hand="burro-a-whole-deal", solve=True)


def test_best_play_by_both_solvers_is_compared() -> None:
    compared = tt.compare("fft-4", "fft-4+petit-imprenable", hand="petit-lost-at-the-end", solve=True)
    points, made = ([side[part] for side in compared.to_dict()["solved"]["sides"]] for part in ("points", "made"))
    assert all(low == high for low, high in points) and made[1] is None


def test_an_ending_is_found_in_which_a_rule_changes_best_play() -> None:
    found = tt.find("fft-4", solve="fft-4+petit-wins-last-trick", matches=1).best
    assert found is not None
    assert "with all cards open, best play brings" in str(found.record.file.about)
    assert "The rulesets differ in: Petit au bout." in str(found.record.file.about)
    with pytest.raises(tt.LoadError, match="does not differ from itself"):
        tt.find("fft-4", solve=["fft-4"])
