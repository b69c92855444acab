"""Tactics: puzzles with one's own eyes, their themes, their files, and the questions made of them.

``TACTICS_PROOFS`` in the environment says for how many of the puzzles that come with the package another search repeats that which found them: the search
of endings in all worlds for games that are solved by positions, and for all others a brute force over the engine in three, with at most four tricks left.
``TACTICS_FILE`` names a file of puzzles to be proved in place of these.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.cards import Card
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.explain.levels import level_of
from tarot_teach.solver import EndingSolver, is_solved_by_positions, objective_of, seats_for_most, side_of
from tarot_teach.solver.open_play import play_on
from tarot_teach.solver.start import Objective
from tarot_teach.table import Phase, Play, State
from tarot_teach.topics.quiz.quiz import Quiz, judge
from tarot_teach.topics.simulate.strong.cards import different_cards
from tarot_teach.topics.tactics.data import EXCUSE_RIGHT, FOLDER, make, puzzles_of, read, stream
from tarot_teach.topics.tactics.puzzles import Puzzle
from tarot_teach.topics.tactics.samples import Sample, worth_of
from tarot_teach.topics.tactics.themes import THEMES
from tests.helpers import LIBRARY

FILE = os.environ.get("TACTICS_FILE", "")
PROOFS, IN_WORLDS, SHORT = int(os.environ.get("TACTICS_PROOFS", "2")), 3, 4
"""The puzzles of each game that are proved again, the worlds of each, and the most tricks left."""
GAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
LARGEST = 40_000
"""The most bytes of a file, compressed."""


def quiz_of(name: str, seed: int = 1) -> Quiz:
    """Questions about a ruleset."""
    ruleset = LIBRARY.load(name)
    return Quiz(Engine(ruleset), advice_for(LIBRARY, ruleset), seed)


FFT = quiz_of("fft-4")


def found(quiz: Quiz, seed: int, tricks: int) -> Puzzle:
    """The puzzle of a trick of a deal."""
    return next(puzzle for puzzle in quiz.tactics.in_deal(seed) if puzzle.tricks == tricks)


# ------------------------------------------------------------ what is found


def test_a_puzzle_has_one_card_that_is_best_in_nearly_all_worlds() -> None:
    puzzle = found(FFT, 46, 6)
    shares = dict(zip((group[0] for group in puzzle.groups), puzzle.best, strict=True))
    assert (puzzle.right, puzzle.tempting, puzzle.theme, puzzle.worlds) == ("HR", "D2", "king-thrown", 100)
    assert shares["HR"] >= 95 and max(best for card, best in shares.items() if card != "HR") <= 80
    assert puzzle.simple == "D2" and puzzle.costs[puzzle.number_of("D2")] >= 2 and puzzle.gain >= 0.5


def test_a_card_that_the_score_refutes_is_no_puzzle() -> None:
    """By card points the Petit should ruff; in the last trick it brings ten points more."""
    assert [puzzle.tricks for puzzle in FFT.tactics.in_deal(27)] == []


@pytest.mark.parametrize(
    ("seed", "tricks", "theme", "memory"),
    [
        (12, 4, "excuse-saves", 1),
        (47, 4, "excuse-kept", 1),
        (50, 6, "ruff-high", 0),
        (11, 4, "load", 1),
        (111, 4, "last-trumps-out", 1),
        (255, 4, "low-trump-ruffs", 1),
        (95, 4, "cash", 0),
        (181, 5, "trumps-from-the-top", 0),
    ],
)
def test_theme_and_memory_of_a_turn(seed: int, tricks: int, theme: str, memory: int) -> None:
    puzzle = found(FFT, seed, tricks)
    assert (puzzle.theme, puzzle.memory) == (theme, memory)


def test_themes_where_tricks_cost() -> None:
    quiz = quiz_of("slovenian-pagat-3")
    assert [found(quiz, seed, tricks).theme for seed, tricks in ((23, 4), (64, 5))] == [
        "clear-high-card",
        "pass-the-lead",
    ]


def test_names_of_themes_differ_and_have_french_words() -> None:
    assert (
        len({theme.name for theme in THEMES.values()})
        == len({theme.french for theme in THEMES.values()})
        == len(THEMES)
    )


# ------------------------------------------------------------ files


def test_the_same_deals_give_the_same_file(tmp_path: Path) -> None:
    reported: list[tuple[int, int]] = []
    text = make(FFT.tactics, 13, 20, lambda done, number: reported.append((done, number)))
    path = tmp_path / "puzzles.jsonl"
    path.write_text(text, encoding="utf-8")
    assert make(quiz_of("fft-4").tactics, 13, 20, lambda *_events: None) == text
    assert [puzzle.seed for puzzle in read(path)] == [2, 4, 9, 11, 12] and reported[-1] == (13, 5)


@pytest.mark.parametrize("text", ["", "{}\n", '{"version":2,"ruleset":"fft-4","deals":1,"each":1}\n'])
def test_a_wrong_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LoadError, match=r"this is no file of puzzles"):
        read(path)


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "puzzles.jsonl"
    with pytest.raises(SystemExit) as caught:
        main(["tactics", "fft-4", "--deals", "10", "--out", str(out)])
    assert not caught.value.code and [each.seed for each in read(out)] == [2, 4, 9]
    assert "3 puzzles of 10 deals" in capsys.readouterr().err.replace("\n", " ")


def test_the_command_refuses_a_game_without_tricks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["tactics", "casita-robada", "--out", str(tmp_path / "puzzles.jsonl")])
    assert caught.value.code and "not played to tricks" in capsys.readouterr().err.replace("\n", " ")


# ------------------------------------------------------------ the stream


def puzzle(seed: int, theme: str, excuse: str) -> Puzzle:
    """A puzzle like another, of a theme."""
    return found_once().model_copy(update={"seed": seed, "theme": theme, "excuse": excuse})


def found_once(kept: list[Puzzle] = []) -> Puzzle:  # noqa: B006
    """A puzzle, found once."""
    kept += [] if kept else [found(FFT, 12, 4)]
    return kept[0]


def test_themes_take_turns_and_the_excuse_is_seldom_right() -> None:
    pool = [puzzle(seed, "excuse-saves", "right") for seed in range(40)]
    pool += [puzzle(100 + seed, "excuse-kept", "wrong") for seed in range(20)]
    pool += [puzzle(200 + 10 * kind + seed, f"{kind}", "") for kind in range(6) for seed in range(8)]
    given = [*stream(pool, random.Random(1))]
    assert len({each.seed for each in given}) == len(given) >= 60
    assert len({each.theme for each in given[:7]}) >= 6
    for number in range(1, len(given) + 1):
        kinds = Counter(each.excuse for each in given[:number])
        assert kinds["right"] * EXCUSE_RIGHT <= number and kinds["right"] <= kinds["wrong"] + 1


# ------------------------------------------------------------ questions


def test_a_question_does_not_name_its_theme_before_the_answer() -> None:
    exercise = FFT.exercise(0, "tactics")
    shown = " ".join(map(str, (exercise.question, exercise.setting)))
    assert exercise.kind == "tactics" and exercise.theme in THEMES and "Theme" not in shown
    assert "Theme" in str(exercise.answer[0])
    right = next(choice.code for choice in exercise.choices if choice.grade == "right")
    wrong = next(choice for choice in exercise.choices if choice.grade == "possible")
    assert judge(exercise, right).grade == "right"
    assert judge(exercise, wrong.code).grade == "possible" and "costs" in str(wrong.reply)


def test_a_missed_theme_comes_back_as_another_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [found(FFT, 46, 6), found(FFT, 11, 4), found(FFT, 99, 4)]
    monkeypatch.setattr("tarot_teach.topics.quiz.quiz.puzzles_of", lambda _name: tuple(kept))
    quiz = quiz_of("fft-4", 3)
    asked = [quiz.exercise(number, "tactics") for number in range(3)]
    assert sorted(each.theme for each in asked) == ["king-thrown", "load", "load"]
    first, second = (each for each in asked if each.theme == "load")
    assert quiz.by_id(first.id) == first and first.remembered == second.remembered == "theme-load"
    assert quiz.by_id("theme-load") == first and quiz.another(first) == second and quiz.another(second) == first
    assert quiz.by_id("theme-unload") is None


def test_a_level_is_kept() -> None:
    assert {level_of(FFT.exercise(number, "tactics", 1)) for number in range(3)} == {1}


def test_a_game_without_a_file_has_questions_too() -> None:
    quiz = quiz_of("fft-4+misere", 5)
    exercise = quiz.exercise(0, "tactics")
    assert exercise.theme in THEMES and exercise.ruleset == "fft-4+misere"


@pytest.mark.parametrize(
    ("name", "seed", "tricks", "theme"),
    [
        ("fft-3", 82, 5, "rise-high"),  # trumps were led, and nothing is ruffed
        ("fft-3", 401, 5, "right-card-thrown"),  # the tempting card is the dearer one
        ("fft-5", 473, 5, "load"),  # a partner ruffs the card that is above the trick so far
        ("fft-5", 626, 5, "low-trump-home"),  # the Petit or the Excuse
        ("fft-5", 1142, 4, "counter-saved"),  # the tempting card would be ruffed
        ("fft-5", 1976, 4, "last-trumps-out"),  # the Petit comes home after the tempting card too
        ("piedmont-4", 99, 4, "excuse-saves"),  # no rule takes the Fool away in the last trick
    ],
)
def test_a_theme_says_why_the_card_is_right(name: str, seed: int, tricks: int, theme: str) -> None:
    assert found(quiz_of(name), seed, tricks).theme == theme


def test_a_card_that_is_owed_is_paid_in_lines_of_best_play() -> None:
    puzzles = [*quiz_of("early-17c").tactics.in_deal(16)]
    assert all(puzzle.theme in THEMES for puzzle in puzzles)


def test_a_game_without_tricks_has_none() -> None:
    with pytest.raises(LoadError, match=r"no question of the kind 'tactics' can be asked about casita-robada"):
        quiz_of("casita-robada").exercise(0, "tactics")


# ------------------------------------------------------------ what comes with the package


@pytest.mark.parametrize("name", GAMES)
def test_the_file_of_a_game_is_of_its_deals(name: str) -> None:
    import gzip

    assert len(gzip.compress((FOLDER / f"{name}.jsonl").read_bytes(), mtime=0)) < LARGEST
    puzzles, quiz = puzzles_of(name), quiz_of(name)
    assert {each.theme for each in puzzles} <= {*THEMES}
    for each in random.Random(name).sample(puzzles, min(4, len(puzzles))):
        assert quiz.tactics.turn(each) is not None, each.seed
        assert each in [*quiz.tactics.in_deal(each.seed)]


def brute_worth(engine: Engine, world: State, card: Card, aim: Objective) -> int:
    """The result of best play after a card for the seat to act, by trying all cards that the engine allows."""
    side, most = side_of(world), seats_for_most(engine, world)
    memo: dict[object, int] = {}

    def result(state: State) -> int:
        if aim is Objective.TRICKS:
            return sum(taken.winner in side for taken in state.tricks)
        if state.auction.taker is None:
            return sum(state.deck.halves_of(state.piles[seat]) for seat in side)
        assert state.result is not None
        return int(state.result.sheets[0].outcome.halves)

    def value(before: State) -> int:
        state = play_on(engine, before)
        if state.phase is not Phase.PLAY or state.turn is None:
            return result(state)
        key = (state.hands, state.turn, state.won, state.trick.cards, state.debts)
        if key not in memo:
            options = state.deck.set(engine.legal(state).cards)
            values = [value(engine.apply(state, Play(state.turn, card))[0]) for card in options]
            memo[key] = (max if state.turn in most else min)(values)
        return memo[key]

    assert world.turn is not None
    found = value(engine.apply(world, Play(world.turn, card))[0])
    return found if world.turn in most else -found


def other_worth(engine: Engine, world: State, cards: list[Card], aim: Objective) -> dict[Card, int]:
    """The results of cards for the seat to act, by another search than the one that finds puzzles."""
    if not is_solved_by_positions(engine, world.auction.contract):
        return {card: brute_worth(engine, world, card, aim) for card in cards}
    solver = EndingSolver(engine, world, aim, 100_000_000)
    values = {card: solver.value([card]) for card in cards}
    assert all(value.exact for value in values.values())
    return {card: value.low if world.turn in solver.most else -value.low for card, value in values.items()}


@pytest.mark.parametrize("name", [json.loads(Path(FILE).read_text().splitlines()[0])["ruleset"]] if FILE else GAMES)
def test_another_search_finds_the_same_best_cards(name: str) -> None:
    quiz, proved = quiz_of(name), 0
    for each in read(Path(FILE)) if FILE else puzzles_of(name):
        state = quiz.tactics.turn(each)
        assert state is not None and state.turn is not None
        aim = objective_of(quiz.engine, state.auction.contract)
        short = each.tricks <= SHORT and each.laid and aim is not Objective.MADE
        if not (short or is_solved_by_positions(quiz.engine, state.auction.contract)) or proved == PROOFS:
            continue
        proved += 1
        cards = [group[0] for group in different_cards(quiz.engine, state).values()]
        sample, best = Sample(quiz.engine, state, cards, each.seed), [0] * len(cards)
        whole = is_solved_by_positions(quiz.engine, state.auction.contract)
        sample.extend(each.worlds if whole else IN_WORLDS)
        for world in sample.worlds:
            values, solved = other_worth(quiz.engine, world, cards, aim), worth_of(quiz.engine, world, cards)
            most, top = max(values.values()), max(solved.values())
            assert {card for card in cards if values[card] == most} == {card for card in cards if solved[card] == top}
            best = [number + (values[card] == most) for number, card in zip(best, cards, strict=True)]
        assert tuple(best) == each.best or not whole
    assert proved


def test_json_of_a_file_is_one_object_a_line() -> None:
    for name in GAMES:
        lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(lines[0])["ruleset"] == name and len(lines) > 1
