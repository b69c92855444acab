"""A rule of another package that observes a fact, with its ruleset: every feature knows the fact, and none of them names it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.explain.setting import outcome_words
from tarot_teach.loading import Library
from tarot_teach.mechanisms.score.keyed import numbers_of
from tarot_teach.messages import as_words
from tarot_teach.records.result_fields import facts_by_rule
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.table import Result, SideFact
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.results_files import load_results
from tests.helpers import installed, printed_by, who

PACKAGE = Path(__file__).parent / "fixtures" / "first_trick"
GAME, RULE = "first-trick", "score.first_trick"


@pytest.fixture(autouse=True)
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The other package, installed."""
    with installed(monkeypatch, PACKAGE):
        yield


@pytest.fixture
def engine() -> Engine:
    return Engine(Library().load(GAME))


def result_of(engine: Engine, number: int) -> tuple[dict[str, object], Result | None]:
    """A random deal that was scored, as a result to be typed, and its result as played."""
    state = DealSimulator.of(Library(), GAME, ("simple",)).play(1, number).state
    if state.result is None or state.result.void:
        return {}, None
    (sheet,) = state.result.sheets
    outcome, letters = sheet.outcome, engine.seats()
    assert outcome.taker is not None
    points = f"{outcome.halves // 2}{'½' * (outcome.halves % 2)}"
    typed = {
        "taker": letters[outcome.taker],
        "contract": outcome.contract,
        "points": points,
        **numbers_of(outcome),
    }
    return typed | {"facts": facts_by_rule(engine.index, outcome)}, state.result


def test_it_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert "fine" in printed_by(capsys, "check", str(PACKAGE / "first_trick" / "first-trick.yaml"))


def test_it_is_sound_and_the_kernel_refuses_it_by_name(engine: Engine) -> None:
    found = try_deals(engine, range(8), 1)
    assert found.fault is None
    assert found.misfit == f"{RULE} uses the mechanism 'first_trick_bonus', which the kernel does not know"


def test_typed_it_scores_as_played(engine: Engine) -> None:
    compared, sides = 0, set()

    def refuse(_code: str, message: str, *_others: object) -> None:
        raise AssertionError(message)

    for number in range(40):
        typed, played = result_of(engine, number)
        if played is None:
            continue
        result_file = ResultFile.model_validate(typed)
        outcomes = outcomes_of(result_file, engine.scorer, engine.ruleset.deck, engine.seats(), refuse)
        result, _events = engine.scorer.result(outcomes, 4)
        assert (result.scores, result.sheets[0].lines) == (played.scores, played.sheets[0].lines)
        compared, sides = compared + 1, sides | {result_file.facts[RULE]}
    assert compared > 15 and sides == {"taker", "defence"}


def test_the_command_scores_it(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("score", GAME, "--contract", "garde", "--points", "56", "--honours", "2", "--json")
    sheet = json.loads(printed_by(capsys, *given, "--fact", f"{RULE}=taker"))
    assert (
        sheet["lines"][-1]["label"] == "First trick"
        and sheet["lines"][-1]["because"] == "The taker's side won the first trick."
    )
    assert sheet["hand_score"] == 85 and sheet["formula"].endswith("± First trick")
    slam = json.loads(printed_by(capsys, *given, "--fact", f"{RULE}=defence", "--fact", "score.slam=announced-failed"))
    old = json.loads(printed_by(capsys, *given, "--fact", f"{RULE}=defence", "--slam", "announced-failed"))
    assert slam == old and slam["hand_score"] == 80 - 5 - 200
    for fact, words in (
        ("score.firsttrick=taker", "did you mean 'score.first_trick'?"),
        (f"{RULE}=take", "did you mean 'taker'?"),
        ("score.slam=mode", "did you mean 'made'?"),
    ):
        assert words in printed_by(
            capsys,
            *given,
            "--fact",
            f"{RULE}=taker" if "slam" in fact else "score.slam=defence",
            "--fact",
            fact,
            code=1,
        )
    assert f"the result lacks {RULE}" in printed_by(capsys, *given, code=1)
    assert tt.score(GAME, "garde", 56, 2, facts={RULE: "taker"}).total == 85


def test_it_is_explained(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    assert "The side that wins the first trick gets 5." in re.sub(r"\s+", " ", printed_by(capsys, "rules", GAME))
    outcome = DealSimulator.of(Library(), GAME, ("simple",)).ending(1, 1).outcome
    assert outcome is not None and isinstance(outcome.facts[RULE], SideFact)
    assert any("first trick went to" in str(words) for words in outcome_words(engine, outcome, who))


def test_it_is_simulated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.json"
    words = printed_by(capsys, "simulate", GAME, "fft-4", "--deals", "60", "--jobs", "1", "--all", "--out", str(file))
    assert "What else is scored" in words and "First trick: taker" in words
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["row_fields"][-1] == "facts" and data["rulesets"][0]["titles"][RULE] == "First trick"
    shares = {figure["group"]: figure for figure in data["figures"] if figure["name"] == RULE}
    assert {*shares} == {"", "taker", "defence"} and shares[""]["estimate"] == 1
    assert shares["taker"]["estimate"] + shares["defence"]["estimate"] == pytest.approx(1)
    (differs,) = (figure for figure in data["figures"] if figure["name"] == "differs")
    assert differs["estimate"] > 0.5
    assert load_results(file).tally.deals == 60
    assert "facts" not in json.loads(saved_without(tmp_path, capsys))["row_fields"]


def saved_without(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The file of a run without such facts."""
    printed_by(capsys, "simulate", "fft-4", "--deals", "5", "--jobs", "1", "--out", str(folder / "plain.json"))
    return (folder / "plain.json").read_text(encoding="utf-8")


EXAMPLE = f"""\
format: 1
id: typed
ruleset: {GAME}
title: Typed
about: A result.
teaches: [{RULE}]
start: {{step: score}}
result: {{taker: S, contract: garde, points: "56", honours: 2, facts: {{{RULE}: defence}}}}
expect: {{per_defender: 75}}
"""
SESSION = f"""\
format: 1
id: evening
title: Evening
ruleset: {GAME}
players: {{A: Agnès, B: Bertrand, C: Claire, D: Denis}}
first_dealer: A
deals:
  - result: {{taker: A, contract: garde, points: "56", honours: 2, facts: {{{RULE}: taker}}}}
    scores: {{A: 255, B: -85, C: -85, D: -85}}
"""


def test_results_and_sessions_tell_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example, session = tmp_path / "typed.yaml", tmp_path / "evening.yaml"
    example.write_text(EXAMPLE, encoding="utf-8")
    session.write_text(SESSION, encoding="utf-8")
    assert "First trick" in printed_by(capsys, "replay", str(example))
    assert "255" in printed_by(capsys, "session", str(session))
    example.write_text(EXAMPLE.replace("first_trick: defence", "first_trik: defence"), encoding="utf-8")
    printed = printed_by(capsys, "check", str(example), code=1)
    assert "did you mean 'score.first_trick'?" in printed and "typed.yaml:8:" in printed
    example.write_text(EXAMPLE.replace(": defence}", ": defense}"), encoding="utf-8")
    assert "did you mean 'defence'?" in printed_by(capsys, "check", str(example), code=1)


@pytest.mark.parametrize("shows", [f"fact:{RULE}=defence", f"rule:{RULE}", "differs:fft-4"])
def test_it_is_found(shows: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "found.yaml"
    printed_by(capsys, "find", GAME, "--shows", shows, "--tries", "200", "--hits", "1", "--out", str(file))
    text = file.read_text(encoding="utf-8")
    assert RULE in text
    if shows.startswith("differs"):
        assert "The score sheets differ in: First trick." in re.sub(r"\s+", " ", text)
    assert "fine" in printed_by(capsys, "check", str(file))


def test_it_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "First trick" in printed_by(capsys, "compare", "fft-4", GAME)
    example = tmp_path / "typed.yaml"
    example.write_text(EXAMPLE, encoding="utf-8")
    printed = printed_by(capsys, "compare", GAME, "fft-4", "--hand", str(example))
    assert "First trick" in printed


def test_the_page_asks_for_it(engine: Engine) -> None:
    from tarot_teach.try_it.scoring import _fields

    (field,) = (field for field in _fields(engine.scorer, "garde", {}) if field["name"] == RULE)
    assert field["label"] == "First trick" and as_words("taker") in dict(field["choices"]).values()


OF_POINTS = """\
format: 1
id: points
title: Points
ruleset: each-alone
players: {A: Agnès, B: Bertrand, C: Claire}
first_dealer: A
deals:
  - result: {points: {A: 41, B: 30½, C: 19½}}
"""


def test_sessions_tell_points_where_all_play_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = tmp_path / "points.yaml"

    def printed(text: str, code: int = 1) -> str:
        session.write_text(text, encoding="utf-8")
        return re.sub(r"\s+", " ", printed_by(capsys, "check" if code else "session", str(session), code=code))

    words = printed(OF_POINTS, code=0)
    assert "41 card points were won; 30 bring nothing." in words and "−10½" in words.replace("−21/2", "−10½")
    for given, fault in (
        ("A: 41, B: 30", "the result lacks the card points of C"),
        ("A: 41, B: 30, C: 19", "these card points sum to 90"),
        ("A: 41, B: 30½, C: 19½, D: 0", "nobody sits at 'D'"),
        ("A: 41, B: many, C: 1", "many"),
    ):
        assert fault in printed(OF_POINTS.replace("A: 41, B: 30½, C: 19½", given)), given
    by_cards = OF_POINTS.replace("each-alone", "early-17c")
    assert "score.cards counts cards, which card points do not tell" in printed(by_cards)
    sides = SESSION.replace('points: "56"', "points: {A: 56}")
    assert "the card points of the taker's side are told, not those of each player" in printed(sides)


def test_the_command_scores_the_piles_of_all_players(capsys: pytest.CaptureFixture[str]) -> None:
    deck = Library().deck("tarot-78")
    codes = [card.code for card in deck.cards]
    won = {"S": codes[:27], "E": codes[27:54], "N": codes[54:]}
    piles = [arg for seat, cards in won.items() for arg in ("--piles", f"{seat}={' '.join(cards)}")]
    game = ("score", "each-alone")
    players = json.loads(printed_by(capsys, *game, *piles, "--json"))["players"]
    singly = [json.loads(printed_by(capsys, *game, "--pile", " ".join(cards), "--json")) for cards in won.values()]
    assert players == singly and sum(player["hand_score"] for player in players) == 1
    for wrong in (piles[:4], [*piles[:4], "--piles", f"N={codes[0]}"], [*piles, "--pile", "SR"], ["--piles", "S SR"]):
        assert "hint" in printed_by(capsys, *game, *wrong, code=2 if wrong[-1] == "S SR" else 1)


def test_each_player_has_a_fact_where_all_play_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert try_deals(Engine(Library().load("each-trick")), range(4), 1).fault is None
    session = tmp_path / "points.yaml"
    text = OF_POINTS.replace("each-alone", "each-trick")
    session.write_text(text, encoding="utf-8")
    assert "the result lacks what score.tricks observes" in printed_by(capsys, "check", str(session), code=1)
    printed = text.replace("C: 19½}", "C: 19½}, facts: {score.tricks: {A: 12, B: 9, C: 5}}")
    session.write_text(printed + "    scores: {A: 35}\n", encoding="utf-8")
    assert "12 tricks were won." in re.sub(r"\s+", " ", printed_by(capsys, "session", str(session)))
    session.write_text(printed.replace("{A: 12, B: 9, C: 5}", "12"), encoding="utf-8")
    assert "the fact is one of each player" in printed_by(capsys, "check", str(session), code=1)
    session.write_text(printed.replace("B: 9", "D: 9"), encoding="utf-8")
    assert "nobody sits at 'D'" in printed_by(capsys, "check", str(session), code=1)
    file = tmp_path / "run.json"
    printed_by(capsys, "simulate", "each-trick", "--deals", "20", "--jobs", "1", "--out", str(file))
    data = json.loads(file.read_text(encoding="utf-8"))
    (mean,) = (figure for figure in data["figures"] if figure["name"] == "score.tricks")
    assert (mean["unit"], mean["estimate"]) == ("number", pytest.approx(26 / 3)) and load_results(
        file
    ).tally.deals == 20


@pytest.mark.parametrize("name", [GAME, "each-trick"])
def test_a_session_to_begin_with_tells_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    printed_by(capsys, "new", "session", "mine", "--ruleset", name)
    assert "facts:" in Path("mine.yaml").read_text(encoding="utf-8")
    assert "fine" in printed_by(capsys, "check", "mine.yaml")
