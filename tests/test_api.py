"""The front door: every function of ``tarot_teach``, and the answers that it gives."""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.cli.main import main

HAND = "T21 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 D2 C10 CV C2"


def run(*args: str) -> str:
    """The standard output of a command."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit):
        main(list(args))
    return out.getvalue()


REPORTS: dict[str, tuple[Callable[[], tt.Report], tuple[str, ...]]] = {
    "legal": (
        lambda: tt.position("fft-4", hand="SR H3 T5", trick="H10 S2"),
        ("legal", "fft-4", "--hand", "SR H3 T5", "--trick", "H10 S2"),
    ),
    "rules": (lambda: tt.rulebook("fft-4+misere"), ("rules", "fft-4+misere")),
    "rule": (lambda: tt.rulebook("fft-4", "play.overtrump"), ("rules", "fft-4", "--rule", "play.overtrump")),
    "score": (
        lambda: tt.score("fft-4", contract="garde", points=43, honours=2, last_trick_bonus="taker", handfuls="single"),
        ("score", "fft-4", "--contract", "garde", "--points", "43", "--honours", "2", "--petit", "taker", "--handful", "single"),
    ),
    "pile": (lambda: tt.score("early-17c", pile="SR T18 EX"), ("score", "early-17c", "--pile", "SR T18 EX")),
    "session": (lambda: tt.session("an-evening"), ("session", "an-evening")),
    "evaluate": (lambda: tt.evaluate("fft-4", HAND), ("evaluate", "fft-4", "--hand", HAND)),
    "odds": (lambda: tt.odds("fft-4", about="trumps"), ("odds", "fft-4", "--about", "trumps")),
    "held": (lambda: tt.odds("fft-4", "trumps=7"), ("odds", "fft-4", "--holding", "trumps=7")),
    "solve": (
        lambda: tt.solve("tournoi-des-maitres-2006-11", trick=14, seat="W", line=True),
        ("solve", "tournoi-des-maitres-2006-11", "--trick", "14", "--seat", "W", "--line"),
    ),
    "compare": (
        lambda: tt.compare("fft-4", "enc2011-4", hand="going-over", policy="stop"),
        ("compare", "fft-4", "enc2011-4", "--hand", "going-over", "--policy", "stop"),
    ),
    "simulate": (
        lambda: tt.simulate("fft-4", "enc2011-4", deals=8, seed=2, jobs=1),
        ("simulate", "fft-4", "enc2011-4", "--deals", "8", "--seed", "2", "--jobs", "1"),
    ),
}  # fmt: skip
"""Reports, each with the command that answers the same."""


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_prints_and_shows_itself_and_gives_the_data_of_its_command(name: str) -> None:
    make, command = REPORTS[name]
    report = make()
    assert report.to_dict() == json.loads(json.dumps(report.to_dict())) == json.loads(run(*command, "--json"))
    assert (
        len(repr(report)) < 100 and "\n" not in repr(report) and repr(report).startswith(f"<{type(report).__name__} ")
    )
    assert len(str(report)) > len(repr(report)) and str(report) == tt.as_text(report)
    assert 'class="tt-notebook"' in tt.as_html(report)
    if isinstance(report, tt.TableReport):
        rows = report.rows()
        assert rows and all(row.keys() == rows[0].keys() for row in rows)


def test_a_ruleset_gives_the_data_of_its_command() -> None:
    assert tt.load("fft-4+misere").to_dict() == json.loads(run("rules", "fft-4+misere", "--json"))


def test_plain_data_of_a_deal_replays_it() -> None:
    start = tt.deal("fft-4", seed=3)
    played = start.push("pass", "garde", "pass", "pass", "discard S3 S4 S5 D6 D8 DV", "H5", "H4")
    data = played.to_dict()
    assert data == json.loads(json.dumps(data))
    assert start.push(*(f"{move['seat']} {move['action']}" for move in data["moves"])).to_dict() == data
    assert (data["phase"], data["turn"], data["scores"]) == ("play", "N", None)
    assert "H5" not in data["hands"]["S"] and data["hands"]["W"] == str(played.hand("W")).split()


def test_a_replay_and_its_deal_give_their_moves() -> None:
    for lesson in (tt.replay("going-over"), tt.replay("casita-a-whole-deal")):
        moves: list[tt.Move] = [*lesson]
        assert moves == [*lesson.deal] == [*lesson.deal.moves] and len(moves) > 7
        assert all(before.after == move.before for before, move in pairwise(moves))


def test_a_finished_deal_gives_its_score_and_what_stands_irregularly() -> None:
    lesson = tt.replay("tarotmag-16")
    data, deal = lesson.to_dict(), lesson.deal.to_dict()
    assert deal["turn"] is None and (deal["phase"], len(deal["moves"])) == ("over", len(lesson.deal.moves))
    assert data.keys() - deal.keys() == {"id", "stopped"}
    assert all(deal[key] == data[key] for key in data.keys() & deal.keys()) and deal["scores"]


def test_a_table_is_a_data_frame_where_pandas_is_installed() -> None:
    pytest.importorskip("pandas")
    frame = tt.score("fft-4", contract="garde", points=56, honours=2).to_frame()
    assert list(frame.columns) == ["label", "operation", "amount", "sum", "rule", "because"] and len(frame) == 3


def test_a_data_frame_without_pandas_is_refused_with_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(tt.OutputError, match="a DataFrame needs pandas, which is not installed") as caught:
        tt.rulebook("fft-4").to_frame()
    assert "pip install pandas" in (caught.value.problems[0].hint or "")


# ------------------------------------------------------------------------------------------------ positions and deals


def test_a_position_says_what_may_be_played_and_why_not_the_rest() -> None:
    at = tt.position("fft-4", hand="SR H3 T5", trick="H10 S2")
    why = at.why("SR")
    assert not why and why.rule == "play.follow_suit" and why.sources[0].key == "fft"
    assert str(why).startswith("The player may not play the king of spades. The suit led is hearts")
    assert at.why("H3") and at.why(at.hand[1])
    assert repr(at.legal) == "<Choices H3>" and str(at.legal) == "H3" and "H3" in at.legal and "SR" not in at.legal
    same = tt.position(tt.load("fft-4"), hand=["SR", "H3", at.hand[2]], trick=["H10", "S2"])
    assert same.to_dict() == at.to_dict()


def test_a_position_has_the_tricks_and_the_called_card_of_the_command() -> None:
    assert not tt.position("fft-5", hand="SR H3", called="HR", first_trick=True).why("H3")
    assert tt.position("fft-5", hand="SR H3", called="HR").why("H3")
    assert tt.position("fft-4", hand="EX H3", last_trick=False).why("EX")


def test_a_deal_is_played_by_typing() -> None:
    start = tt.deal("fft-4", seed=3)
    deal = start.push("pass", "garde", "pass", "W pass")
    assert repr(start) == "<Deal fft-4: bid, South to act>" and repr(deal) == "<Deal fft-4: discard, East to act>"
    assert str(start.legal).startswith("pass prise garde") and str(deal.legal).startswith("6 of S3 S4")
    assert not deal.why("SR") and deal.why("S3") and not deal.why("HR")
    deal = deal.push("discard S3 S4 S5 D6 D8 DV").push("S H5")
    assert repr(deal) == "<Deal fft-4: trick 1, East to act>"
    assert [type(move.action).__name__ for move in deal.moves[-2:]] == ["Choose", "Play"]
    refused = deal.why("E T6")
    assert not refused and refused.rule == "play.follow_suit" and "East may not play" in str(refused)
    assert repr(deal.undo(3)) == "<Deal fft-4: discard, East to act>"
    assert str(deal.hand("North")) == str(deal.hand("N")) == str(deal.hand(2))
    assert not deal.view("S").hands[2] and deal.view(0) == deal.view("South")


def test_a_deal_is_that_of_the_command_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert (
        tt.deal("fft-4", seed=3).start.hands
        == tt.deal("fft-4", seed=3).start.hands
        != tt.deal("fft-4", seed=4).start.hands
    )
    played = run("play", "fft-4", "--seed", "3", "--seat", "S")
    assert all(card.glyph in played for card in tt.deal("fft-4", seed=3).hand("S"))


def test_a_deal_is_played_to_its_end_by_its_legal_actions() -> None:
    deal = tt.deal("early-17c", seed=7)
    while not deal.over:
        deal = deal.push(next(iter(deal.legal)))
    assert deal.state.result is not None and deal.state.result.scores
    assert repr(deal).startswith("<Deal early-17c: over, S ") and "score" in str(deal)


def test_an_irregular_play_stands_when_asked_for() -> None:
    deal = tt.deal("early-17c", seed=7)
    first = deal.push(next(iter(deal.legal)))
    refused = next(card for card in first.hand("W") if not first.why(str(card)))
    with pytest.raises(tt.IllegalActionError, match="West may not play"):
        first.push(str(refused))
    assert first.push(str(refused), irregular=True).moves[-1].irregular


# ------------------------------------------------------------------------------------------------ examples and searches


def test_a_replay_is_a_lesson_and_the_data_of_its_command() -> None:
    replay = tt.replay("going-over")
    assert replay.to_dict() == json.loads(run("replay", "going-over", "--json"))
    assert "Trick 15" in tt.as_text(replay)
    assert tt.replay(replay.record).to_dict() == replay.to_dict()


def test_a_search_finds_the_clearest_deal_and_tells_it(tmp_path: Path) -> None:
    found = tt.find("fft-4", "undertrump", matches=2)
    assert found and found.best is not None and found.best.record.file.id in found.yaml
    assert repr(found) == f"<SearchResult fft-4: 2 of {found.tried} deals tried>"
    assert tt.as_text(found) == tt.as_text(found.best) and found.to_dict()["best"]["ruleset"] == "fft-4"
    path = tmp_path / "found.yaml"
    path.write_text(found.yaml, encoding="utf-8")
    assert tt.replay(path).to_dict()["id"] == found.best.record.file.id
    nothing = tt.find("fft-4", hands="N: king>=4, T21, T20, T19, T1, EX", tries=2)
    assert not nothing and nothing.best is None and "none of them shows it" in str(nothing) and not nothing.yaml


def test_a_comparison_has_rules_a_hand_and_figures() -> None:
    both = tt.compare("fft-4", "enc2011-4", rules="count.target", hand=tt.replay("going-over"), deals=4)
    assert [rule.rule for rule in both.rules] == ["count.target"] and both.hand is not None
    assert both.figures is not None and both.figures.deals == 4
    assert not tt.compare("fft-4", "fft-4") and tt.compare("fft-4", "fft-5")


def test_a_simulation_gives_figures_and_is_kept(tmp_path: Path) -> None:
    simulation = tt.simulate("fft-4", deals=8, jobs=1)
    assert 0 <= simulation.figure("made").estimate <= 1
    with pytest.raises(tt.NotationError, match="there is no figure 'mode' of fft-4\n  hint: did you mean 'made'"):
        simulation.figure("mode")
    simulation.save(tmp_path / "run.json")
    assert json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["deals"] == 8


def test_scores_are_exact() -> None:
    score = tt.score("fft-4", contract="garde sans", points=Fraction(42), honours=2)
    assert score.total == Fraction(104) and score.made and score.scores["taker"] == 312


def test_questions_are_the_same_for_the_same_seed() -> None:
    assert tt.quiz("fft-4", seed=7).exercise(1) == tt.quiz("fft-4", seed=7).exercise(1)


def test_names_are_listed() -> None:
    assert "fft-4" in tt.rulesets() and "misere" in tt.options("fft-4") and "misere" not in tt.options("fft-4+misere")
    assert "going-over" in tt.examples() and "going-over" in tt.examples("fft-4")
    assert "going-over" not in tt.examples("early-17c")


def test_values_are_short_in_a_terminal() -> None:
    deal, rules = tt.deal("fft-4", seed=3).push("pass", "garde"), tt.compare("fft-4", "fft-5").rules
    exercise = tt.quiz("fft-4", seed=7).exercise(1, "legal")
    assert [repr(move) for move in deal.moves] == ["<Move S: pass>", "<Move E: garde>"]
    assert repr(tt.load("fft-4").rule("play.overtrump")) == "<Rule play.overtrump: Going over>"
    assert (
        repr(rules[0]).startswith("<RuleDifference deal.") and repr(tt.quiz("fft-4", seed=7)) == "<Quiz fft-4: seed 7>"
    )
    assert repr(exercise) == "<Exercise quiz-legal-7-1: Which cards may South play?>" and "Trick" in str(exercise)
    assert repr(tt.position("fft-4", "SR").why("SR").because).startswith("Text(")
    void = deal.undo(2).push("pass", "pass", "pass", "pass")
    assert repr(void.legal) == "<Choices none>" and len(void.legal) == 0 and len(deal.legal) == 3


def test_a_user_file_is_a_game(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("format: 1\nid: mine\ntitle: Mine\nextends: fft-4\n", encoding="utf-8")
    path = tmp_path / "mine.yaml"
    assert tt.load(path).id == tt.load(str(path)).id == "mine"
    mine = tt.load(f"{path}+misere")
    assert tt.position(mine, "SR H3", "H10").to_dict()["allowed"] == ["H3"]
    assert tt.simulate(mine, deals=2, jobs=1).results.stamps[0].name == "mine+misere"
    assert tt.find(mine, "undertrump", matches=1).game.endswith("mine.yaml+misere")


def test_a_file_changed_between_two_simulations_is_read_anew(tmp_path: Path) -> None:
    path, tallies = tmp_path / "mine.yaml", []
    for amount in (25, 99):
        path.write_text(
            "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\n"
            f"changes:\n  score.base: {{params: {{amount: {amount}}}, because: ours}}\n",
            encoding="utf-8",
        )
        tallies.append(tt.simulate(path, deals=5, jobs=1).results.tally)
    assert tallies[0] != tallies[1]


# ------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: tt.load("fft-44"), tt.LoadError, "there is no ruleset 'fft-44'\n  hint: did you mean 'fft-4'?"),
        (lambda: tt.load(42), TypeError, "load takes the name of a ruleset, such as 'fft-4', or a ruleset that was loaded, not 42"),
        (lambda: tt.position(42, "SR"), TypeError, "position takes the name of a ruleset"),
        (lambda: tt.position("fft-4", 3), TypeError, "hand is cards, such as 'SR H3 T5', not 3"),
        (lambda: tt.position("fft-4", "SR", [3]), TypeError, r"trick is cards, such as 'SR H3 T5', not \[3\]"),
        (lambda: tt.position("fft-4", "S15"), tt.NotationError, "'S15' is not a card"),
        (lambda: tt.position("fft-4", "SR", called="HR"), tt.NotationError, "no rule of fft-4 asks for a called card"),
        (lambda: tt.position("fft-4", "SR").why(3), TypeError, "a card is given by its code, such as 'SR', not 3"),
        (lambda: tt.deal("fft-4").push(None), TypeError, "an action is typed, such as 'pass' or 'HR', not None"),
        (lambda: tt.deal("fft-4").why(3), TypeError, "an action is typed"),
        (lambda: tt.deal("fft-4").push("gard"), tt.NotationError, "'gard' is no bid\n  hint: did you mean 'garde'?"),
        (lambda: tt.deal("fft-4").view("Q"), tt.NotationError, "nobody sits at 'Q'\n  hint: seats: E, N, S, W"),
        (lambda: tt.deal("fft-4", players=5), tt.LoadError, "fft-4 is not for 5 players"),
        (lambda: tt.deal("fft-4", seed="three"), TypeError, "seed is a number, such as 2, not 'three'"),
        (lambda: tt.deal("fft-4", seed=-1), ValueError, "seed is a number from 0 to"),
        (lambda: tt.replay("going-ovr"), tt.LoadError, "hint: did you mean 'going-over'?"),
        (lambda: tt.replay(None), TypeError, "replay takes the id of a worked example, such as 'going-over', not None"),
        (lambda: tt.rulebook("fft-4", "play.overtrum"), tt.LoadError, "did you mean 'play.overtrump'?"),
        (lambda: tt.score("fft-4", points=56), tt.LoadError, "the result lacks contract, honours"),
        (lambda: tt.score("fft-4", contract="gard", points=56, honours=2), tt.LoadError, "no contract 'gard'"),
        (lambda: tt.score("fft-4", contract="garde", points=True, honours=2), TypeError, "points is a number of card points"),
        (lambda: tt.score("fft-4", contract="garde", points=56, honours="2"), TypeError, "honours is a number, such as 2"),
        (lambda: tt.score("fft-4", contract="garde", points=560, honours=2), tt.LoadError, "560 card points are impossible"),
        (lambda: tt.score("fft-4", contract="garde", points=56, honours=2, slam="mad"), tt.NotationError, "did you mean 'made'?"),
        (lambda: tt.score("fft-4", pile="SR"), tt.LoadError, "sides are counted, not piles"),
        (lambda: tt.score("early-17c", points=3), tt.LoadError, "there is no taker: points means nothing"),
        (lambda: tt.evaluate("fft-4", "SR"), tt.NotationError, "the hand has 1 cards; in fft-4 18 are dealt"),
        (lambda: tt.odds("fft-4", about="trump"), tt.NotationError, "did you mean 'trumps'?"),
        (lambda: tt.compare("fft-4"), TypeError, "compare takes two rulesets or more"),
        (lambda: tt.compare("fft-4", "fft-5", policy="lowest"), tt.NotationError, "policy cannot be 'lowest'"),
        (lambda: tt.simulate(), TypeError, "simulate takes a ruleset"),
        (lambda: tt.simulate("fft-4", deals=0), ValueError, "deals is at least 1, not 0"),
        (lambda: tt.simulate("fft-4", confidence=95), ValueError, "confidence is a number between 0 and 1"),
        (lambda: tt.find("fft-4", "undertrump", seed=-1), ValueError, "seed is a number from 0 to"),
        (lambda: tt.find("fft-4", 3), TypeError, "shows is a text or a list of texts"),
        (lambda: tt.simulate("fft-4", seed="x"), TypeError, "seed is a number, such as 2, not 'x'"),
        (lambda: tt.simulate("fft-4", players=3), TypeError, "simulate takes the names of players"),
        (lambda: tt.simulate("fft-4", deals=10**20), ValueError, "deals is at most"),
        (lambda: tt.quiz("fft-4", seed="x"), TypeError, "seed is a number"),
        (lambda: tt.find("fft-4"), tt.NotationError, "nothing is named that a deal is to show"),
        (lambda: tt.find("fft-4", "undertrum"), tt.LoadError, "did you mean 'undertrump'?"),
        (lambda: tt.session("an-evenin"), tt.LoadError, "did you mean 'an-evening'?"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_refused_in_words(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words.replace("?", r"\?") if "\\" not in words else words):
        call()


def test_an_unknown_name_is_refused_with_a_suggestion() -> None:
    with pytest.raises(AttributeError, match=r"tarot_teach has no 'relpay'; did you mean 'replay'\?"):
        tt.relpay  # type: ignore[attr-defined]  # noqa: B018


# ------------------------------------------------------------------------------------------------ names


def test_importing_the_package_is_light() -> None:
    code = (
        "import sys, tarot_teach as tt; tt.Card;"
        "heavy = {'pydantic', 'yaml', 'jinja2', 'rich', 'numba', 'numpy', 'tarot_teach.api'} & {*sys.modules}; sys.exit(str(heavy) if heavy else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_door_needs_no_numba_and_no_sphinx() -> None:
    code = (
        "import sys, tarot_teach as tt; tt.position('fft-4', 'SR H3', 'H10').why('SR');"
        "heavy = {'numba', 'sphinx', 'textual', 'pandas', 'click'} & {*sys.modules}; sys.exit(str(heavy) if heavy else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_no_public_name_hides_a_builtin() -> None:
    assert not {*tt.__all__} & {*dir(builtins)}


@pytest.mark.parametrize("example", ["scarto-counting", "base-values"])
def test_an_example_that_begins_with_the_score_is_plain_data(example: str) -> None:
    data = tt.replay(example).deal.to_dict()
    assert data["hands"] == {} and data["scores"]
    assert json.loads(run("replay", example, "--json"))["scores"] == data["scores"]
