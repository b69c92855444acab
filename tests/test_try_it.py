"""The answers of the engine in the page, in plain Python; the files that it needs; the directive; the option of the build."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.docutils import docutils_namespace, patch_docutils

import tarot_teach as tt
from tarot_teach.blocks import TryIt
from tarot_teach.cli import main
from tarot_teach.engine.notation import action_text
from tarot_teach.errors import LoadError, OutputError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.loading import Library
from tarot_teach.records.runner import replay_example
from tarot_teach.sphinxext.tutorials.pages import gather, templates
from tarot_teach.table import Play
from tarot_teach.topics.check.check_file import check_file
from tarot_teach.try_it.answers import Answers
from tarot_teach.try_it.engine_files import PYODIDE, find_runtime, write_engine
from tarot_teach.try_it.page import PARTS, describe_try
from tests.helpers import LIBRARY, ask, build, run, words_of
from tests.short_deal import short_deal

WHEEL = f"pydantic_core-{version('pydantic_core')}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
ASKED: list[dict[str, Any]] = [
    {"ask": "question", "name": "odds", "game": "fft-4"},
    {"ask": "question", "name": "rules", "game": "scarto", "rule": "play.excuse"},
    {"ask": "question", "name": "count", "game": "scarto", "cards": "SK T1"},
    {"ask": "legal", "game": "fft-4", "hand": "T18 T4 SR", "trick": "H10 T7"},
    {"ask": "quiz", "game": "fft-4", "seed": 1, "number": 0, "level": 1},
    {"ask": "play", "game": "fft-4", "seed": 3, "trick": 18},
    {"ask": "hint", "game": "fft-4"},
    {"ask": "line_of_deal", "game": "fft-4"},
    {"ask": "do", "game": "fft-4", "text": "C7"},
    {"ask": "review", "game": "fft-4"},
    {"ask": "review_card", "game": "fft-4", "move": 75},
    {"ask": "review_choice", "game": "fft-4", "move": 0},
    {"ask": "undo", "game": "fft-4"},
    {"ask": "why", "game": "fft-4", "text": "T12"},
    {"ask": "prices", "game": "fft-4"},
    {"ask": "record", "game": "fft-4"},
    {"ask": "score_form", "game": "fft-4"},
    {"ask": "score", "game": "fft-4", "contract": "garde", "points": "49", "honours": "2"},
    {"ask": "line", "game": "fft-4", "text": tt.position_to_line(tt.replay("going-over").deal.undo(6))},
    {"ask": "laid", "game": "fft-4", "hand": "T18 T4 SR", "trick": "H10 T7"},
    {"ask": "begin", "game": "fft-4"},
    {"ask": "rules", "game": "fft-4", "text": "format: 1\nid: mine\ntitle: Mine\nabout: Ours.\nextends: fft-4\n"},
]
"""A question of each kind."""


@pytest.fixture(scope="module")
def answers() -> Answers:
    return Answers()


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of the names that a runtime has, for whatever does not run them."""
    folder = tmp_path_factory.mktemp("runtime")
    for name in (*PYODIDE, WHEEL, "README.md"):
        (folder / name).write_text(name, encoding="utf-8")
    lock = {"info": {"abi_version": "2026_0", "arch": "wasm32", "python": "3.14.2"}, "packages": {}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return folder


# ---------------------------------------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("game", "hand", "trick"),
    [
        ("fft-4", "T18 T4 SR S3 D2", "H10 T7 H4"),
        ("fft-4", "EX H2 T1", "H10"),
        ("fft-4", "EX H2 T1", ""),
        ("fft-5", "T18 T4 SR", "EX"),
        ("early-17c", "T18 T4 SR", "H10 T7"),
    ],
)
def test_cards_are_judged_as_everywhere(answers: Answers, game: str, hand: str, trick: str) -> None:
    answer = ask(answers, ask="legal", game=game, hand=hand, trick=trick)
    position = tt.position(game, hand=hand, trick=trick)
    assert list(answer["cards"]) == hand.split()
    for card, judged in answer["cards"].items():
        reason = position.why(card)
        assert judged["allowed"] == bool(reason)
        assert reason.title in words_of(judged["why"])
    assert words_of(answer["says"]) == str(position.blocks()[0].text)


@pytest.mark.parametrize(
    ("game", "hand", "trick", "more"),
    [
        ("fft-4+misere", "T18 T4 SR S3 D2", "H10 T7 H4", {}),
        ("fft-5", "T18 T4 SR", "EX", {"called": "HR"}),
        ("hombre-1674", "HK C2", "H2", {"contract": "game hearts"}),
        ("scarto", "EX", "", {}),
        ("slovenian-pagat", "T21 T3", "T5", {"contract": "klop"}),
    ],
)
def test_what_lies_on_the_table_is_written_as_an_example(
    answers: Answers, tmp_path: Path, game: str, hand: str, trick: str, more: dict[str, str]
) -> None:
    answer = ask(answers, ask="laid", game=game, hand=hand, trick=trick, **more)
    path = tmp_path / answer["name"]
    path.write_text(answer["text"], encoding="utf-8")
    library = Library([path])
    assert check_file(path, library) == "example"
    done = replay_example(str(path), library)
    last = done.deal.moves[-1].before
    assert [card.code for card in last.trick.cards] == trick.split()
    assert last.turn is not None and {card.code for card in last.hand(last.turn)} == set(hand.split())
    judged = ask(answers, ask="legal", game=game, hand=hand, trick=trick, **more)["cards"]
    exercise = exercises_of(done)[0]
    right = {choice.code for choice in exercise.choices if choice.grade == "right"}
    assert right == {code for code, card in judged.items() if card["allowed"]}


def test_what_is_no_position_is_not_written(answers: Answers) -> None:
    assert ask(answers, ask="laid", game="fft-4", hand="", trick="H2")["faults"][0]["code"] == "legal.hand"
    for game in ("casita-robada", "burro"):
        assert ask(answers, ask="laid", game=game, hand="C1")["faults"][0]["code"] == "try.laid"


@pytest.mark.parametrize(("laid", "options"), [((["H2"], ["H10"]), 2), (([], []), 0)])
def test_a_hand_lies_on_the_page_where_the_game_has_tricks(laid: tuple[list[str], list[str]], options: int) -> None:
    contents = {"missing": False, "tried": ["casita-robada"], "laid": laid}
    lines = templates.get_template("try.rst.j2").render(contents=contents).splitlines()
    assert len([line for line in lines if re.match("   :(hand|trick): .", line)]) == options
    assert not [line for line in lines if re.match("   :(hand|trick): *$", line)]
    assert "   :parts: legal quiz play line score rules" in lines


def test_a_house_rule_changes_the_answer(answers: Answers) -> None:
    given = {"ask": "legal", "hand": "T1 H2", "trick": "H10 T7"}
    assert not ask(answers, game="fft-4", **given)["cards"]["T1"]["allowed"]
    assert ask(answers, game="fft-4+petit-imprenable", **given)["cards"]["T1"]["allowed"]


def test_the_place_of_the_trick_in_the_deal_counts(answers: Answers) -> None:
    given = {"ask": "legal", "game": "fft-5", "hand": "HC S2", "trick": "", "called": "HR"}
    assert not ask(answers, at="first", **given)["cards"]["HC"]["allowed"]
    assert ask(answers, at="", **given)["cards"]["HC"]["allowed"]
    assert (
        "HR" in ask(answers, at="", **given)["calls"]
        and not ask(answers, **{**given, "game": "fft-4", "called": ""})["calls"]
    )


def test_a_complete_trick_has_a_winner_and_an_empty_hand_is_asked_for(answers: Answers) -> None:
    won = ask(answers, ask="legal", game="fft-4", hand="", trick="H10 T7 H4 T8")
    assert "West wins" in words_of(won["says"]) and not won["cards"]
    assert "into the hand" in ask(answers, ask="legal", game="fft-4", hand="", trick="H10")["says"]


def test_rules_and_sources_are_linked_where_the_site_has_them() -> None:
    pages = {"fft-4": "rules/fft-4.html", "+misere": "options/misere.html", "source": "sources.html"}
    answer = ask(Answers(pages=pages), ask="legal", game="fft-4", hand="T18 T4", trick="H10 T7")
    assert 'href="rules/fft-4.html#play-overtrump"' in answer["cards"]["T4"]["why"]
    assert 'href="sources.html#source-fft"' in answer["cards"]["T4"]["why"]
    plain = ask(Answers(), ask="legal", game="fft-4", hand="T18 T4", trick="H10 T7")
    assert "href" not in plain["cards"]["T4"]["why"]


@pytest.mark.parametrize(
    ("question", "code", "words"),
    [
        ({"ask": "legal", "game": "fft-44", "hand": "T1"}, "library.unknown", "fft-4"),
        ({"ask": "legal", "game": "fft-4", "hand": "T22"}, "cards.unknown", "T22"),
        ({"ask": "legal", "game": "fft-4", "hand": "T1", "trick": "T1"}, "cards.twice", "1 of trumps"),
        ({"ask": "legal", "game": "fft-4", "hand": "T1", "trick": "H1 H2 H3 H4"}, "legal.trick", "complete"),
        ({"ask": "legal", "game": "fft-4+pousse+old-bids", "hand": "T1"}, "option.clash", "pousse"),
        ({"ask": "quiz", "game": "early-17c", "seed": 1, "number": 0, "kind": "bid"}, "quiz.kind", "bid"),
        ({"ask": "riddle"}, "try.question", "riddle"),
        ({"ask": "do", "game": "fft-4", "text": "pass"}, "try.deal", "begin one"),
        ({"ask": "play", "game": "fft-4", "seed": 3, "seat": "X"}, "play.seat", "X"),
        ({"ask": "play", "game": "fft-4", "seed": 3, "goal": "points"}, "try.goal", "points"),
        ({"ask": "play", "game": "fft-4", "seed": 3, "goal": "wins"}, "try.goal", "did you mean 'win'"),
        (
            {"ask": "play", "game": "fft-4", "seed": 3, "seat": "S", "begin": ["garde", "HR SR D1 D4 D8 C5"]},
            "try.begin",
            "HR SR",
        ),
        ({"ask": "play", "game": "fft-4", "seed": 3, "seat": "S", "begin": ["grade"]}, "play.bid", "grade"),
        ({"ask": "score", "game": "fft-4", "contract": "garde", "points": "95", "honours": "2"}, "result.points", "95"),
        (
            {"ask": "score", "game": "fft-4", "contract": "garde", "points": "", "honours": "2"},
            "result.missing",
            "points",
        ),
        ({"ask": "score", "game": "early-17c", "pile": "T21 T21"}, "cards.twice", "21"),
        ({"ask": "rules", "game": "fft-4", "text": "a: [1"}, "yaml.syntax", "bracket"),
        ({"ask": "rules", "game": "fft-4", "text": "format: 1\nconcepts: {}\n"}, "try.kind", "extends"),
    ],
)
def test_a_fault_is_an_answer_in_words(answers: Answers, question: dict[str, Any], code: str, words: str) -> None:
    (fault, *_more) = ask(answers, **question)["faults"]
    assert fault["code"] == code and words in fault["message"] + fault["hint"]


def test_questions_are_those_of_the_quiz(answers: Answers) -> None:
    answer = ask(answers, ask="quiz", game="fft-4", seed=7, number=2, kind="winner")
    asked = tt.quiz("fft-4", seed=7).exercise(2, "winner")
    assert f'id="{asked.id}"' in answer["html"] and str(asked.question) in words_of(answer["html"])
    assert answer["kinds"] == list(tt.quiz("fft-4", seed=7).in_turn), "endings take long without numba"


def test_questions_have_a_level(answers: Answers) -> None:
    asked = {"ask": "quiz", "game": "fft-4", "seed": 7, "number": 2, "kind": "winner"}
    for level in (1, 2, 3):
        exercise = tt.quiz("fft-4", seed=7).exercise(2, "winner", level)
        assert f'id="{exercise.id}"' in ask(answers, level=level, **asked)["html"]


def played_on(answers: Answers, deal: dict[str, Any], game: str = "fft-4") -> dict[str, Any]:
    """The end of a deal in which the first allowed card of the hand is played."""
    while not deal["over"]:
        tried = (ask(answers, ask="do", game=game, text=card) for card in deal["hand"])
        deal = next(printed for printed in tried if "refused" not in printed and "faults" not in printed)
    return deal


def test_what_is_announced_is_asked_in_the_words_of_the_game() -> None:
    answers = Answers()
    deal = ask(answers, ask="play", game="fft-4", seed=3, seat="S")
    ask(answers, ask="do", game="fft-4", text="garde")
    deal = ask(answers, ask="do", game="fft-4", text="D1 D4 D8 C5 C7 CC")
    assert deal["asks"] == "Do you announce anything?"
    assert deal["said"] == [["nothing", "announce nothing"], ["slam", "chelem"]]
    deal = ask(answers, ask="do", game="fft-4", text="nothing")
    assert deal["asks"] == "" and deal["said"] == []


def test_what_is_laid_away_is_asked_without_a_blank_before_the_stop() -> None:
    answers = Answers()
    with tt.language("fr"):
        ask(answers, ask="play", game="fft-4", seed=3, seat="S")
        assert ask(answers, ask="do", game="fft-4", text="garde")["asks"] == "Écartez 6 de celles-ci."


def test_a_deal_is_played_against_the_machine() -> None:
    answers = Answers()
    deal = ask(answers, ask="play", game="fft-4", seed=3, seat="S")
    same = tt.deal("fft-4", seed=3)
    assert sorted(deal["hand"]) == sorted(card.code for card in same.state.hand(0)) and deal["phase"] == "bid"
    assert [word for word, _name in deal["said"]] == list(same.legal.bids) and deal["asks"] == "What do you bid?"
    deal = ask(answers, ask="do", game="fft-4", text="garde")
    assert deal["pick"] == 6 and len(deal["hand"]) == 24 and "chien" in words_of(deal["news"])
    refused = ask(answers, ask="do", game="fft-4", text="HR SR D1 D4 D8 C5")
    assert "may not lay away" in words_of(refused["refused"])
    assert "would do this" in words_of(ask(answers, ask="hint", game="fft-4")["html"])
    deal = ask(answers, ask="undo", game="fft-4")
    assert deal["phase"] == "bid" and not deal["undoable"] and not deal["done"]


def at_the_table(deal: dict[str, Any]) -> dict[str, Any]:
    """The data of an answer, without the events and steps since the last one."""
    return {name: value for name, value in deal.items() if name not in ("news", "lesson", "since")}


@pytest.mark.parametrize(
    ("goal", "begin", "trick"),
    [("clean", "", 17), ("tricks:0", "", 18), ("points:92", "prise", 17), ("win", "garde", 18)],
)
def test_a_task_begins_where_it_says_and_is_solved_or_not(goal: str, begin: str, trick: int) -> None:
    answers = Answers()
    deal = ask(answers, ask="play", game="fft-4", seed=3, seat="E", trick=trick, begin=begin.split(), goal=goal)
    assert len(deal["hand"]) == 19 - trick and deal["who"] == "East" and not deal["undoable"] and deal["solved"] is None
    assert deal["task"].startswith("The task: ") and deal["done"][0] == (begin or "prise")
    again = ask(answers, ask="play", game="fft-4", seed=3, seat="E", begin=deal["done"], goal=goal)
    assert at_the_table(again) | {"begun": 0} == at_the_table(deal) | {"begun": 0}
    end = played_on(answers, again)
    scores = dict(re.findall(r"<li>(\w+) <b>(\S+)</b>", end["news"]))
    won = not scores["East"].startswith("−")
    assert end["solved"] is {"tricks:0": True, "points:92": False, "win": won}.get(goal, end["solved"])
    assert end["solved"] is not None
    if goal == "clean":
        short = short_deal()
        first, second, last = short.cards
        ask(answers, ask="play", game="fft-4", seed=short.seed, seat="S", trick=16, goal=goal)
        assert "refused" not in ask(answers, ask="do", game="fft-4", text=first)
        assert "refused" in ask(answers, ask="do", game="fft-4", text=last)
        assert played_on(answers, ask(answers, ask="do", game="fft-4", text=second))["solved"] is False


@pytest.mark.parametrize("game", ["fft-4", "hombre-1674", "scarto", "slovenian-pagat", "zwanzigerrufen", "burro"])
def test_a_deal_is_gone_on_with_by_its_decisions(game: str) -> None:
    """After each decision the address has all that a new engine needs to come to the same table; what it takes back is taken back there too."""
    answers, rng = Answers(), random.Random(game)
    deal = ask(answers, ask="play", game=game, seed=5)
    for _turn in range(12):
        if deal["over"]:
            break
        choices = answers.played.game.choices
        deal = ask(answers, ask="do", game=game, text=action_text(choices.random(rng), choices.state.phase))
        went = {"ask": "play", "game": game, "seed": 5, "seat": deal["seat"], "done": deal["done"][deal["begun"] :]}
        other = Answers()
        assert at_the_table(ask(other, **went)) == at_the_table(deal)
    assert len(deal["done"]) >= 3
    undone = [at_the_table(ask(each, ask="undo", game=game)) for each in (answers, other)]
    assert undone[0] == undone[1] and len(undone[0]["done"]) == len(deal["done"]) - 1


@pytest.mark.parametrize("game", ["fft-5", "hombre-1674", "scarto", "slovenian-pagat"])
def test_the_tricks_of_all_answers_are_the_deal(game: str) -> None:
    """Each answer has the tricks from one number on; those before it are as earlier answers had them, and no card of another seat has a reason."""
    answers, rng = Answers(), random.Random(game)
    deal = ask(answers, ask="play", game=game, seed=7)
    tricks: dict[int, str] = {}
    while not deal["over"]:
        shown = re.findall(r'<section class="tt-trick.*?data-number="(\d+)".*?</section>', deal["lesson"], re.DOTALL)
        tricks = {number: words for number, words in tricks.items() if number < deal["since"]}
        tricks |= {int(number): number for number in shown}
        state = answers.played.game.state
        assert sorted(tricks) == list(range(1, len(state.tricks) + 1 + bool(state.trick.cards)))
        for seat, rest in re.findall(r'<li[^>]*tt-play[^>]*data-seat="(\w)"(.*?)</li>', deal["lesson"], re.DOTALL):
            assert seat == deal["seat"] or "tt-refusal" not in rest
        choices = answers.played.game.choices
        deal = ask(answers, ask="do", game=game, text=action_text(choices.random(rng), choices.state.phase))
    assert deal["since"] == 0 and "tt-scores" in deal["lesson"]


def test_each_contract_says_what_it_pays() -> None:
    """By the federation's rules: 25 and no point above the target, or one below it, times the contract, from each of three defenders."""
    answers = Answers()
    ask(answers, ask="play", game="fft-4", seed=3)
    paid = ask(answers, ask="prices", game="fft-4")["prices"]
    assert paid["garde"] == "150 if just made, −156 if one short" and list(paid) == [
        "prise",
        "garde",
        "garde_sans",
        "garde_contre",
    ]
    assert ask(answers, ask="prices", game="hombre-1674")["prices"] == {}
    slovenian = ask(answers, ask="prices", game="slovenian-pagat")["prices"]
    assert slovenian["beggar"] == "70 if made, −70 if not" and "klop" not in slovenian
    assert ask(answers, ask="prices", game="koenigrufen-ooe-2023")["prices"]["piccolo"] == "6 if made, −6 if not"


def test_a_bid_that_is_too_low_may_be_asked_about_and_is_not_tried() -> None:
    answers = Answers()
    deal = ask(answers, ask="play", game="fft-4", seed=12, seat="N")
    assert deal["refused_bids"] == [["prise", "Prise"]] and "prise" not in dict(deal["said"])
    assert "does not rank above" in words_of(ask(answers, ask="why", game="fft-4", text="prise")["html"])
    assert answers.played.refused == 0


@pytest.mark.parametrize(("game", "last"), [("fft-4+misere", 18), ("hombre-1674", 9), ("slovenian-pagat", 12)])
def test_a_kept_deal_is_an_example_that_check_takes(
    game: str, last: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = Answers()
    played_on(answers, ask(answers, ask="play", game=game, seed=5, trick=last), game)
    (tmp_path / "kept.yaml").write_text(ask(answers, ask="record", game=game)["text"], encoding="utf-8")
    assert run(capsys, "check", str(tmp_path / "kept.yaml"))[0] == 0


def test_each_part_of_the_talon_is_named_by_its_cards() -> None:
    answers = Answers()
    deal = ask(answers, ask="play", game="slovenian-pagat", seed=4, seat="S", done=["two", "one", "one", "SR"])
    parts = dict(deal["said"])
    assert parts["1"] == "1: the 11 of taroks" and len(parts) == 6 and len(deal["open"]) == 6
    assert "T11" in ask(answers, ask="do", game="slovenian-pagat", text="1")["hand"]


@pytest.mark.parametrize(
    ("example", "game"),
    [("course-whole-deal", "fft-4"), ("scarto-a-whole-deal", "scarto"), ("tresillo-a-whole-deal", "tresillo")],
)
def test_a_worked_example_goes_on_from_another_card_with_the_players_of_the_machine(
    example: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers, done = Answers(), replay_example(example, LIBRARY)
    at, move, other = next(
        (i, move, other)
        for i, move in enumerate(done.deal.moves)
        if isinstance(move.action, Play) and len(move.before.tricks) > 3
        for other in done.start.deck.set(done.engine.legal(move.before).cards)
        if other != move.action.card
    )
    seat = done.start.seats[move.action.seat]
    asked = {"ask": "play", "game": game, "seed": 1, "example": example, "at": at, "seat": seat}
    deal = ask(answers, **asked)
    assert deal["hand"] and {*deal["hand"]} == {card.code for card in move.before.hand(move.action.seat)}
    assert "goes on from here with the machine" in words_of(deal["news"])
    deal = ask(answers, **asked, done=[other.code])
    assert deal["done"] == [other.code] and other.code not in deal["hand"]
    rng = random.Random(example)
    while not deal["over"]:
        choices = answers.played.game.choices
        deal = ask(answers, ask="do", game=game, text=action_text(choices.random(rng), choices.state.phase))
    (tmp_path / "kept.yaml").write_text(ask(answers, ask="record", game=game)["text"], encoding="utf-8")
    assert run(capsys, "check", str(tmp_path / "kept.yaml"))[0] == 0


@pytest.mark.parametrize(
    ("example", "game", "at", "code"),
    [
        ("nobody-knows-it", "fft-4", 3, "library.unknown"),
        ("course-whole-deal", "fft-5", 3, "play.ruleset"),
        ("course-whole-deal", "fft-4", 999, "play.start"),
        ("base-values", "fft-4+base-scoring", 0, "play.start"),
    ],
)
def test_an_example_that_cannot_be_played_on_is_named(example: str, game: str, at: int, code: str) -> None:
    answer = ask(Answers(), ask="play", game=game, seed=1, example=example, at=at)
    assert [fault["code"] for fault in answer["faults"]] == [code]


def test_a_decision_that_does_not_fit_is_named_and_the_deal_goes_on_before_it() -> None:
    answers = Answers()
    for done, code in ((["garde", "HR SR D1 D4 D8 C5", "T1"], "try.go-on"), (["garde", "Q5"], "cards.unknown")):
        deal = ask(answers, ask="play", game="fft-4", seed=3, seat="S", done=done, tries=2)
        assert [fault["code"] for fault in deal["lost"]] == [code] and deal["done"] == ["garde"]
        assert deal["pick"] == 6 and deal["undoable"]
        assert not ask(answers, ask="undo", game="fft-4")["lost"]


def test_what_was_refused_before_a_reload_counts_against_a_clean_task() -> None:
    for tries, solved in ((0, True), (1, False)):
        answers = Answers()
        deal = ask(answers, ask="play", game="early-17c", seed=2, trick=12, goal="clean", tries=tries)
        assert ask(answers, ask="do", game="early-17c", text=deal["hand"][0])["solved"] is solved


@pytest.mark.parametrize(("goal", "least"), [("points", 52), ("tricks", 8)])
def test_a_goal_is_reached_at_its_number(goal: str, least: int) -> None:
    """By the machine's own play of this deal, East's side has 52 card points at its end, and East eight tricks."""
    answers = Answers()
    for number, solved in ((least, True), (least + 1, False)):
        deal = ask(answers, ask="play", game="fft-4", seed=3, seat="E", trick=18, goal=f"{goal}:{number}")
        assert played_on(answers, deal)["solved"] is solved


def test_a_finished_deal_is_a_lesson() -> None:
    answers = Answers()
    end = played_on(answers, ask(answers, ask="play", game="early-17c", seed=2, trick=11), "early-17c")
    assert end["hand"] == [] and end["solved"] is None and end["task"] == ""
    assert "<tt-lesson" in end["lesson"] and "tt-scores" in end["lesson"]


@pytest.mark.parametrize("game", ["fft-4", "fft-5", "fft-4+misere+petit-chelem"])
def test_a_result_is_scored_by_the_fields_that_the_rules_ask_for(answers: Answers, game: str) -> None:
    fields = {field["name"]: field for field in ask(answers, ask="score_form", game=game)["fields"]}
    assert ("small_slam" in fields) is ("petit-chelem" in game) and ("alone" in fields) is (game == "fft-5")
    given = {name: field["value"] for name, field in fields.items()} | {
        "contract": "garde",
        "points": "56",
        "honours": "2",
    }
    given |= {"handfuls": "single", "last_trick_bonus": "taker"}
    expected = tt.score(game, contract="garde", points=56, honours=2, handfuls="single", last_trick_bonus="taker")
    sheet = words_of(ask(answers, ask="score", game=game, **given)["html"])
    assert f"Total{expected.sheet.total}" in re.sub(r"\s+", "", sheet)


@pytest.mark.parametrize("game", LIBRARY.ids())
def test_the_form_opens_with_a_result_that_has_a_score(game: str) -> None:
    answers = Answers()
    contracts = [""]
    for contract in contracts:
        fields = ask(answers, ask="score_form", game=game, contract=contract)["fields"]
        contracts += [
            id for field in fields if field["name"] == "contract" and not contract for id, _title in field["choices"]
        ]
        assert ask(answers, ask="score", game=game, **{field["name"]: field["value"] for field in fields})["html"]


def test_the_form_asks_for_what_the_contract_asks_for(answers: Answers) -> None:
    def names(contract: str) -> set[str]:
        return {
            field["name"]
            for field in ask(answers, ask="score_form", game="slovenian-pagat", contract=contract)["fields"]
        }

    assert names("klop") >= {"contract", "piles"} and not names("klop") & {"points", "honours", "pile"}
    assert "count.no_trick" in names("beggar") and "alone" not in names("solo_three") and "alone" in names("three")


def test_a_pile_is_scored_where_all_play_alone(answers: Answers) -> None:
    (field,) = ask(answers, ask="score_form", game="early-17c")["fields"]
    pile = "T21 T1 EX SR SD SC SV HR HD HC HV S1"
    scored = ask(answers, ask="score", game="early-17c", **{field["name"]: pile})
    assert str(tt.score("early-17c", pile=pile).total) in words_of(scored["html"])


def test_a_ruleset_is_written_and_tried() -> None:
    answers = Answers()
    text = ask(answers, ask="begin", game="fft-4+misere")["text"]
    made = ask(answers, ask="rules", game="fft-4", text=text)
    assert (made["kind"], made["id"], made["warnings"]) == ("ruleset", "our-house", []) and "misere" in made[
        "house_rules"
    ]
    assert "the other way round" in words_of(made["html"])
    assert ask(answers, ask="legal", game="our-house+misere", hand="T1 H2", trick="H10")["cards"]["H2"]["allowed"]
    (fault,) = ask(answers, ask="rules", game="fft-4", text=text.replace("extends: fft-4", "extends: fft-44"))["faults"]
    line = text.splitlines().index("extends: fft-4") + 1
    assert (fault["code"], fault["line"], fault["column"]) == ("library.unknown", line, 10) and "'fft-4'" in fault[
        "hint"
    ]
    assert ask(answers, ask="legal", game="our-house", hand="T1 H2", trick="H10")["cards"], "the last sound one stays"


def test_a_house_rule_is_written_and_ticked() -> None:
    answers = Answers()
    shipped = LIBRARY.path_of("option", "petit-imprenable")
    assert shipped is not None
    text = shipped.read_text(encoding="utf-8").replace("id: petit-imprenable", "id: our-petit")
    made = ask(answers, ask="rules", game="fft-4", text=text)
    assert (made["kind"], made["id"]) == ("option", "our-petit")
    assert ask(answers, ask="legal", game="fft-4+our-petit", hand="T1 H2", trick="H10 T7")["cards"]["T1"]["allowed"]


def test_files_of_an_author_can_be_tried(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("format: 1\nid: mine\ntitle: Mine\nabout: Ours.\nextends: fft-4\n", encoding="utf-8")
    assert ask(Answers([str(mine)]), ask="legal", game="mine", hand="T18 T4", trick="T7")["cards"]["T18"]["allowed"]


# ---------------------------------------------------------------------------------------------------- the page


def test_the_page_offers_the_house_rules_that_fit() -> None:
    rulesets = [LIBRARY.load("fft-4+misere"), LIBRARY.load("early-17c")]
    (block,) = describe_try(LIBRARY, rulesets, parts=PARTS)
    assert block.chosen == ("misere",)
    for game in block.games:
        assert all(game.name in LIBRARY.fitting(id) for id in game.house_rules) and game.house_rules
    assert {id for game in block.games for id in game.house_rules} == {option.id for option in block.house_rules}


def test_an_unknown_part_of_the_page_is_refused() -> None:
    with pytest.raises(LoadError, match=r"no part 'legals'[\s\S]*did you mean 'legal'"):
        describe_try(LIBRARY, [LIBRARY.load("fft-4")], parts=["legals"])


# ---------------------------------------------------------------------------------------------------- the files


@pytest.mark.turn(1, 2)
def test_the_engine_runs_from_its_archive_alone(tmp_path: Path, runtime: Path) -> None:
    """All that is asked of it is in the archive, but for pydantic-core, and none of it needs Sphinx and what comes with that."""
    write_engine(find_runtime(str(runtime)), tmp_path / "engine")
    manifest = json.loads((tmp_path / "engine" / "engine.json").read_text(encoding="utf-8"))
    zipfile.ZipFile(tmp_path / "engine" / manifest["archive"]).extractall(tmp_path / "python")
    compiled = find_spec("pydantic_core")
    assert compiled is not None and compiled.origin
    (tmp_path / "python" / "pydantic_core").symlink_to(Path(compiled.origin).parent)
    program = f"""
import json, sys
sys.path.insert(0, {str(tmp_path / "python")!r})
from tarot_teach.try_it.answers import QUESTIONS, Answers
answers = Answers()
for question in {ASKED!r}:
    assert "faults" not in json.loads(answers.ask(json.dumps(question))), question
assert sorted(QUESTIONS) == {sorted({question["ask"] for question in ASKED})!r}
print(*sorted({{name.partition(".")[0] for name in sys.modules}} - {{*sys.stdlib_module_names}}))
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    foreign = {*["sphinx", "docutils", "furo", "click", "numpy", "numba", "textual"]}
    assert "tarot_teach" in done.stdout.split() and not foreign & {*done.stdout.split()}


def test_the_archive_of_the_same_files_is_the_same(tmp_path: Path, runtime: Path) -> None:
    written = []
    for name in ("one", "two"):
        write_engine(find_runtime(str(runtime)), tmp_path / name)
        manifest = json.loads((tmp_path / name / "engine.json").read_text(encoding="utf-8"))
        written.append((manifest["archive"], (tmp_path / name / manifest["archive"]).read_bytes()))
    assert written[0] == written[1]
    names = zipfile.ZipFile(tmp_path / "one" / manifest["archive"]).namelist()
    shipped = ("fft-4.yaml", "options/misere.yaml", "examples/course-whole-deal.yaml")
    assert {f"tarot_teach/rulesets/french/{name}" for name in shipped} <= {*names}
    assert not [name for name in names if re.search(r"sphinx|/cli/|/tui/|rulesets/.*courses/|\.so$|__pycache__", name)]


def test_the_files_of_a_runtime_are_checked(tmp_path: Path, runtime: Path) -> None:
    assert find_runtime(str(runtime)).wheel == WHEEL
    assert find_runtime("https://example.org/pyodide").address == "https://example.org/pyodide/"
    with pytest.raises(OutputError, match=r"no folder .*nowhere[\s\S]*or an address"):
        find_runtime("nowhere", tmp_path)
    with pytest.raises(OutputError, match=r"lacks pyodide\.mjs, .* of Pyodide[\s\S]*npm install pyodide"):
        find_runtime(".", tmp_path)
    for name in PYODIDE:
        (tmp_path / name).write_bytes((runtime / name).read_bytes())
    (tmp_path / "pydantic_core-2.0.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match=rf"lacks {WHEEL}.*there is pydantic_core-2\.0\.0[\s\S]*pip download"):
        find_runtime(".", tmp_path)
    (tmp_path / "pyodide-lock.json").write_text("{}", encoding="utf-8")
    with pytest.raises(OutputError, match=r"does not tell its Python"):
        find_runtime(".", tmp_path)


# ---------------------------------------------------------------------------------------------------- Sphinx, and the build


PAGE = """\
Try
===

.. tarot:try:: fft-4+petit-imprenable
   :hand: T18 T4
   :trick: H10 T7
"""


def built(folder: Path, page: str = PAGE, builder: str = "html", **settings: str) -> tuple[Path, str]:
    """The output of a project of one page, and what was warned of."""
    folder.mkdir(exist_ok=True)
    (folder / "conf.py").write_text('extensions = ["tarot_teach.sphinxext"]\nproject = "A"\n', encoding="utf-8")
    (folder / "index.rst").write_text(page, encoding="utf-8")
    with patch_docutils(), docutils_namespace(), (folder / "_warnings").open("w+", encoding="utf-8") as warnings:
        app = Sphinx(str(folder), str(folder), str(folder / "_out"), str(folder / "_trees"), builder,
                     confoverrides=settings, status=None, warning=warnings)  # fmt: skip
        app.build()
        warnings.seek(0)
        return folder / "_out", re.sub(r"\x1b\[[0-9;]*m", "", warnings.read())


def test_a_page_without_a_runtime_says_so_and_shows_the_judgement(tmp_path: Path) -> None:
    out, warnings = built(tmp_path)
    assert re.search(r"index\.rst:4: WARNING: .*conf\.py sets no tarot_runtime[\s\S]*\[tarot\.try\]", warnings)
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "tt-try" not in page and "You" not in words_of(page)
    assert "North may not play the 4 of trumps" in words_of(page)
    assert not (out / "_static" / "tarot_teach" / "engine").exists()


@pytest.mark.turn(0, 2)
def test_a_page_with_a_runtime_has_the_table_and_the_engine(tmp_path: Path, runtime: Path) -> None:
    out, warnings = built(tmp_path / "project", tarot_runtime=os.path.relpath(runtime, tmp_path / "project"))
    assert not warnings
    page = (out / "index.html").read_text(encoding="utf-8")
    assert 'data-chosen="petit-imprenable" data-hand="T18 T4" data-trick="H10 T7"' in page
    assert "tarot_teach/try.js" in page and "North may not play the 4 of trumps" in words_of(page)
    engine = out / "_static" / "tarot_teach" / "engine"
    manifest = json.loads((engine / "engine.json").read_text(encoding="utf-8"))
    assert {*manifest["files"]} | {"engine.json"} == {path.name for path in engine.iterdir()} >= {*PYODIDE, WHEEL}


@pytest.mark.parametrize("builder", ["latex", "text", "epub"])
def test_other_builders_show_the_judgement(tmp_path: Path, runtime: Path, builder: str) -> None:
    out, warnings = built(tmp_path, builder=builder, tarot_runtime=str(runtime), version="1", epub_copyright="us")
    assert "[tarot" not in warnings and not (out / "_static" / "tarot_teach" / "engine").exists()
    name = {"latex": "a.tex", "text": "index.txt", "epub": "index.xhtml"}[builder]
    assert "may not play" in (out / name).read_text(encoding="utf-8")


def test_an_address_is_not_copied(tmp_path: Path) -> None:
    out, warnings = built(tmp_path, tarot_runtime="https://example.org/pyodide")
    manifest = json.loads((out / "_static" / "tarot_teach" / "engine" / "engine.json").read_text(encoding="utf-8"))
    assert not warnings and manifest["runtime"] == "https://example.org/pyodide/"
    assert [*manifest["files"]] == [manifest["archive"]]


def test_a_wrong_runtime_ends_the_build_at_its_setting(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"conf\.py: there is no folder nowhere"):
        built(tmp_path, tarot_runtime="nowhere")


def test_what_is_not_fetched_yet_ends_the_build_at_its_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(ConfigError, match=r"conf\.py: .*the cache has no runtime[\s\S]*hint: tarot-teach runtime"):
        built(tmp_path, tarot_runtime="cache")


@pytest.mark.turn(0, 2)
def test_the_site_has_the_page_with_a_runtime_alone(
    tmp_path: Path, runtime: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("format: 1\nid: mine\ntitle: Mine\nabout: Ours.\nextends: fft-4\n", encoding="utf-8")
    site = tmp_path / "site"
    assert build(str(mine), "--runtime", str(runtime), "--out", str(site)) == 0
    page = (site / "try.html").read_text(encoding="utf-8")
    assert "mine" in page and 'href="try.html"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href="../try.html#try=legal&amp;game=mine"' in (site / "rules" / "mine.html").read_text(encoding="utf-8")
    manifest = json.loads((site / "_static/tarot_teach/engine/engine.json").read_text(encoding="utf-8"))
    assert manifest["own"] == ["own/mine.yaml"]
    with pytest.raises(SystemExit):
        main(["build", "fft-4", "--format", "pdf", "--runtime", str(runtime), "--out", str(tmp_path / "book.pdf")])
    assert "in the pages of a site only" in capsys.readouterr().err


@pytest.mark.turn(1, 2)
def test_a_site_in_two_languages_has_the_engine_once(tmp_path: Path, runtime: Path) -> None:
    site = tmp_path / "site"
    assert build("casita-robada", "--languages", "en,fr", "--runtime", str(runtime), "--out", str(site)) == 0
    folders = {name: site / name / "_static/tarot_teach/engine" for name in ("en", "fr")}
    manifests = {
        name: json.loads((folder / "engine.json").read_text(encoding="utf-8")) for name, folder in folders.items()
    }
    for name, manifest in manifests.items():
        beside = {"engine.json", manifest["catalogue"]} - {""}
        assert {path.name for path in folders[name].iterdir()} == beside
        assert {path.name for path in (site / "engine").iterdir()} == {*manifest["files"]} - beside
        assert (folders[name] / manifest["runtime"] / "pyodide.mjs").is_file() and manifest["language"] == name
    assert manifests["en"]["archive"] == manifests["fr"]["archive"] and not manifests["en"]["catalogue"]
    with zipfile.ZipFile(folders["fr"] / manifests["fr"]["catalogue"]) as packed:
        assert packed.namelist() == ["tarot_teach/locale/fr/LC_MESSAGES/tarot_teach.mo"]


def test_the_contract_that_is_played_changes_the_answer(tmp_path: Path) -> None:
    game = tmp_path / "by-contract.yaml"
    game.write_text(
        "format: 1\nid: by-contract\ntitle: By contract\nextends: fft-4\nevidence: house\nbecause: A test.\n"
        "changes:\n  play.overtrump: {under: [prise, garde], because: A test.}\n",
        encoding="utf-8",
    )
    answers = Answers([str(game)])
    given = {"ask": "legal", "game": "by-contract", "hand": "T5 T12", "trick": "T6 T11"}
    answer = ask(answers, **given)
    assert ["garde_sans", "Garde sans le chien"] in answer["contracts"]
    assert answer["contract"] == "prise" and not answer["cards"]["T5"]["allowed"]
    answer = ask(answers, **given, contract="garde_sans")
    assert answer["contract"] == "garde_sans" and answer["cards"]["T5"]["allowed"]
    assert not ask(answers, ask="legal", game="fft-4", hand="T5", trick="")["contracts"]


@pytest.mark.parametrize(
    "name", ["fft-4", "fft-3", "tresillo", "hombre-1674", "slovenian-pagat", "scarto", "burro", "ruff-and-honours"]
)
def test_the_page_begins_with_a_hand_and_a_trick_of_other_cards(name: str) -> None:
    hand, trick = gather([name], LIBRARY).laid
    assert len(hand) == 5 and 0 < len(trick) < min(LIBRARY.load(name).players) and not {*hand} & {*trick}
    (block,) = (
        each
        for each in describe_try(LIBRARY, [LIBRARY.load(name)], " ".join(hand), " ".join(trick))
        if isinstance(each, TryIt)
    )
    assert [card.code for card in block.hand] == hand
