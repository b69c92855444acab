"""The command line: its JSON is an interface, its exit codes are 0, 1 and 2, and it never shows a traceback."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.loading import Library, shipped
from tests.helpers import run


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    code, out, err = run(capsys, *args, "--json")
    assert code == 0, err
    return json.loads(out)


def test_legal(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "legal", "fft-4", "--hand", "HR H3 T5", "--trick", "H10 S2")
    assert found["allowed"] == ["HR", "H3"]
    (refused,) = found["refused"]
    assert (refused["card"], refused["rule"]) == ("T5", "play.follow_suit")
    assert refused["because"].startswith("The suit led is hearts")
    assert {"source": "fft", "at": "Le jeu de la carte"} in refused["sources"]


@pytest.mark.parametrize(
    ("hand", "trick", "allowed"),
    [
        ("SR T4 T18 EX D3", "H10 T7", ["T18", "EX"]),
        ("SR T4 T5", "H10 T7", ["T4", "T5"]),
        ("SR D3", "H10 T7", ["SR", "D3"]),
        ("SR D3", "", ["SR", "D3"]),
        ("D3 H2", "EX D9", ["D3"]),
        ("T2 T20 H2", "T9", ["T20"]),
    ],
)
def test_legal_cards(capsys: pytest.CaptureFixture[str], hand: str, trick: str, allowed: list[str]) -> None:
    assert answer(capsys, "legal", "fft-4", "--hand", hand, "--trick", trick)["allowed"] == allowed


def test_legal_in_the_older_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "legal", "early-17c", "--hand", "T4 T18", "--trick", "H10 T7")["allowed"] == ["T4", "T18"]
    found = answer(capsys, "legal", "early-17c", "--hand", "T4 D2", "--trick", "H10 T7 H2 H3 H4")
    assert found["allowed"] == ["T4"]


def test_legal_where_a_card_was_called(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("legal", "fft-5", "--hand", "S2 SR D4 T3", "--called", "SR")
    first = answer(capsys, *hand, "--first-trick")
    assert first["allowed"] == ["SR", "D4", "T3"]
    assert [entry["rule"] for entry in first["refused"]] == ["play.first_lead_suit"]
    assert answer(capsys, *hand)["allowed"] == ["S2", "SR", "D4", "T3"], "later on, anything may be led"


def test_score_with_a_partner(capsys: pytest.CaptureFixture[str]) -> None:
    result = ("score", "fft-5", "--contract", "garde", "--points", "41.5", "--honours", "2")
    assert answer(capsys, *result)["scores"] == {"taker": 104, "partner": 52, "defender": -52}
    assert answer(capsys, *result, "--alone")["scores"] == {"taker": 208, "partner": None, "defender": -52}


def test_score(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "score", "fft-3", "--contract", "garde", "--points", "41.5", "--honours", "2")
    assert found["made"] is True and found["points"] == 42
    assert found["hand_score"] == 52
    assert found["scores"] == {"taker": 104, "partner": None, "defender": -52}
    assert [line["rule"] for line in found["lines"]] == ["score.base", "score.margin", "score.multiplier"]
    assert set(found["lines"][0]) >= {"label", "operation", "amount", "rule"}


def test_score_with_everything(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(
        capsys, "score", "fft-4", "--contract", "garde_contre", "--points", "84", "--honours", "2",
        "--last-trick-bonus", "taker", "--handful", "triple", "--slam", "announced-made",
    )  # fmt: skip
    assert found["hand_score"] == 908
    lost = answer(
        capsys, "score", "fft-4", "--contract", "garde", "--points", "45", "--honours", "1",
        "--last-trick-bonus", "taker",
    )  # fmt: skip
    assert lost["made"] is False and lost["hand_score"] == 42 and lost["scores"]["defender"] == 42
    assert [line["operation"] for line in lost["lines"]] == ["+", "+", "-", "×"]


def test_score_where_each_plays_for_himself(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "score", "early-17c", "--pile", "EX T21 H2 H3")
    assert found["scores"] == {"player": 9} and found["made"] is None


def test_replay(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "replay", "annotated-deal-6")
    assert found["irregular"] == [
        {
            "trick": 8,
            "seat": "W",
            "card": "D6",
            "rule": "play.follow_suit",
            "because": "The suit led is hearts, and West holds the 7 and 8 of hearts.",
            "allowed": ["H7", "H8"],
            "sources": found["irregular"][0]["sources"],
        }
    ]
    assert {"source": "fft", "at": "Le jeu de la carte"} in found["irregular"][0]["sources"]
    assert found["scores"] == {"S": -234, "E": 78, "N": 78, "W": 78}
    assert found["points"] == "47" and found["made"] is False
    won = [event for event in found["events"] if event["event"] == "trick_won"]
    assert len(won) == 18 and won[0]["rules"] == ["play.highest_wins"]
    assert sum(len(pile) for pile in found["piles"].values()) + len(found["kept"]["taker"]) == 78


def test_list_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "list")
    assert [entry["id"] for entry in found["rulesets"]] == Library().ids()
    assert "garde-contre-x8" in [entry["id"] for entry in found["options"]]
    rules = answer(capsys, "rules", "fft-4+garde-contre-x8")
    assert rules["name"] == "fft-4+garde-contre-x8" and len(rules["rules"]) == 45
    for kind in ("text", "markdown", "html", "latex"):
        code, out, _err = run(capsys, "rules", "early-17c", "--format", kind)
        assert code == 0 and "Taking back the Fool" in out


def test_a_lesson_goes_to_the_terminal_as_a_part_of_a_page_and_to_a_file_as_a_whole_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "lesson.html"
    assert "<html" not in run(capsys, "replay", "going-over", "--format", "html")[1]
    assert run(capsys, "replay", "going-over", "--format", "html", "--out", str(out))[:2] == (0, f"Written: {out}\n")
    written = out.read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>") and "<title>Going over</title>" in written
    assert written.count("<script>") == 1 and not re.search(r'(src|href)="(?!#)', written)


def test_schema(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _err = run(capsys, "schema", "example")
    assert code == 0 and json.loads(out)["properties"]["tricks"]
    assert run(capsys, "schema", "--out", str(tmp_path / "s"))[0] == 0
    assert sorted(path.stem for path in (tmp_path / "s").iterdir()) == [
        "advice", "bundle", "course", "coverage", "deck", "errata", "example", "glossary", "history", "option", "ruleset", "session", "sources",
    ]  # fmt: skip


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = Path(__file__).parent.parent / "rulesets" / "french" / "fft-4.yaml"
    assert run(capsys, "check", str(good))[0] == 0
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: 1\nid: bad\ntitle: Bad\nextends: fft-6\n", encoding="utf-8")
    code, _out, err = run(capsys, "check", str(good), str(bad))
    assert code == 1 and "bad.yaml:4:10: there is no ruleset 'fft-6'" in err and "hint:" in err
    code, out, _err = run(capsys, "check", str(bad), "--json")
    assert code == 1 and json.loads(out)["errors"][0]["line"] == 4


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["lgal"], 2, "did you mean 'legal'?"),
        (["count", "fft-4"], 2, "--cards"),
        (["legal", "fft-6", "--hand", "H2"], 1, "there is no ruleset 'fft-6'"),
        (["legal", "fft-4", "--hand", "H2 H2"], 1, "named twice"),
        (["legal", "fft-4", "--hand", "H2", "--trick", "H2"], 1, "in the hand and in the trick"),
        (["legal", "fft-4", "--hand", "HX"], 1, "'HX' is not a card"),
        (["legal", "fft-4", "--hand", "H2", "--trick", "H3 H4 H5 H6"], 1, "the trick is complete"),
        (["legal", "fft-4", "--hand", "H2", "--called", "HR"], 2, "no rule of fft-4 asks for a called card"),
        (["score", "fft-4", "--contract", "gard", "--points", "41", "--honours", "2"], 1, "did you mean 'garde'?"),
        (["score", "fft-4", "--contract", "garde", "--points", "92", "--honours", "2"], 1, "counts 91"),
        (["score", "fft-4", "--contract", "garde", "--points", "1e99999999", "--honours", "2"], 1, "not a number"),
        (["score", "fft-4", "--contract", "garde", "--points", "41", "--honours", "4"], 1, "the pack has 3"),
        (["score", "fft-4", "--contract", "garde", "--points", "41"], 1, "the result lacks honours"),
        (["score", "fft-4", "--pile", "H2"], 1, "sides are counted, not piles"),
        (["score", "early-17c", "--contract", "garde"], 1, "in early-17c there is no contract"),
        (["replay", "nothing-here"], 1, "there is no example 'nothing-here'"),
        (["replay", "./nothing.yaml"], 1, "No such file"),
        (["rules", "fft-4+"], 1, "is not a ruleset's name"),
        (["rules", "fft-4", "--rule", "play.over"], 1, "did you mean"),
        (["schema", "decks"], 2, "did you mean 'deck'?"),
        (["check"], 2, "FILES"),
    ],
)
def test_errors_say_what_would_help(capsys: pytest.CaptureFixture[str], args: list[str], code: int, words: str) -> None:
    found, _out, err = run(capsys, *args)
    assert (found, words in err) == (code, True), err


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("", "holds something that tarot-teach has not made"),
        ("file", "this is a file, not a folder"),
        ("file/in/it", "cannot write it: "),
        ("round", "cannot write it: "),
        ("a" * 300, "cannot write it: File name too long"),
    ],
)
def test_a_build_into_an_impossible_place_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "round").symlink_to("round")
    code, _out, err = run(capsys, "build", "early-17c", "--format", "markdown", "--out", out)
    assert (code, words in err, "hint: name" in err) == (1, True, True), err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "round"], "nothing is left behind"


def test_a_device_is_not_replaced_by_a_book(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    code, _out, err = run(capsys, "build", "early-17c", "--format", "epub", "--out", str(tmp_path / "pipe"))
    assert code == 1 and "this is a device, not a file" in err and (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("command", "out"),
    [
        ("compare fft-4 fft-5", ".json"),
        ("simulate fft-4", "kept/.json.gz"),
        ("find fft-4 --shows slam", ".yaml"),
        ("build early-17c", ".PDF"),
    ],
)
def test_a_name_that_is_only_an_ending_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _out, err = run(capsys, *command.split(), "--out", out)
    assert code == 2 and f"{Path(out).name} is an ending without a name" in err and "[save.name]" in err
    assert f"put a name before it: {Path(out).with_name('name' + Path(out).name)}" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["step", "build", "check", "session", "quiz", "replay", "rules"])
def test_a_path_that_no_file_can_have_is_refused(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, _out, err = run(capsys, command, "a" * 300 + ".yaml")
    assert code == 1 and "hint: check the path" in err


def spoken(*args: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "from tarot_teach.cli import main; main()", *args]
    return subprocess.run(command, capture_output=True, check=False, env={**os.environ, **env})


def test_a_pipe_gets_plain_text_and_ascii_where_it_must() -> None:
    done = spoken("step", "going-over", PYTHONIOENCODING="utf-8", FORCE_COLOR="", NO_COLOR="1")
    assert done.returncode == 0 and "♥10" in done.stdout.decode() and b"\x1b" not in done.stdout
    done = spoken("step", "going-over", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert done.returncode == 0 and b"H10" in done.stdout and done.stdout.isascii()


def test_no_command_prints_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, err = run(capsys)
    assert code == 2 and "Commands:" in err


def test_odds(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "fft-4", "--about", "void")
    assert (found["players"], found["unseen"], found["hands"], found["size"], found["talon"]) == (4, 78, 4, 18, 6)
    (alone,) = found["odds"]
    assert (alone["kind"], alone["rule"], alone["whole"]) == ("alone", "void.petit_sec", False)
    chances = {chance["value"]: Fraction(chance["exact"]) for chance in alone["chances"]}
    hand = Fraction(comb(56, 17), comb(78, 18))  # the Petit, and none of the other 20 trumps and the Excuse
    assert chances == {"hand": hand, "deal": 4 * hand}
    assert alone["chances"][0]["chance"] == pytest.approx(float(hand))


def test_odds_of_a_hand_that_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "odds", "fft-4", "--holding", "trumps=7 queen=0", "--about", "talon")
    assert (found["unseen"], found["holding"]) == (60, {"trumps": 7, "queen": 0})
    assert [entry["of"] for entry in found["odds"]] == [["trumps"], ["queen"]]


def test_odds_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = run(capsys, "odds", "fft-5", "--about", "call", "--format", "csv")
    head, *rows = list(csv.reader(out.splitlines()))
    assert code == 0 and head[-2:] == ["exact", "chance"]
    assert [(row[5], row[6]) for row in rows] == [("talon", "1/21"), ("partner", "20/21")]
    for kind, words in (
        ("html", "<svg"),
        ("markdown", "| the chien | 4.8% | 1 in 21 |"),
        ("latex", "\\begin{document}"),
    ):
        assert words in run(capsys, "odds", "fft-5", "--about", "call", "--format", kind)[1]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("fft-4", "--holding", "T21"), 1, "1 card is given; a hand has 18 cards"),
        (("fft-4", "--holding", " "), 2, "the hand is empty"),
        (("early-17c", "--about", "void"), 1, "there are some about trumps, suits, honours, talon"),
        (("early-17c", "--players", "7"), 1, "not for 7 players"),
        (("fft-4", "--about", "luck"), 2, "is not one of"),
    ],
)
def test_impossible_odds_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, words: str
) -> None:
    found, _out, err = run(capsys, "odds", *arguments)
    assert found == code and words in " ".join(err.split())


def test_processes_of_the_module_do_not_run_the_command_again(tmp_path: Path) -> None:
    """The processes that play deals import ``tarot_teach.__main__`` too. The engine plays, which is ready sooner than the kernel."""
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['numba'] = None", encoding="utf-8")
    asked = ["simulate", "fft-4", "--deals", "60", "--players", "random", "--jobs", "2", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "tarot_teach", *asked],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert json.loads(done.stdout)["deals"] == 60
    assert [line for line in done.stderr.splitlines() if "the compiled kernel needs numba" not in line] == []


HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["find", "fft-4", "--shows", f"honours:{HUGE}"], 1, "the pack has 3 honours"),
        (["find", "fft-4", "--shows", "honours:4"], 1, "the pack has 3 honours"),
        (["find", "fft-4", "--taker", f"trump<={HUGE}"], 1, "the pack has 21 of trump"),
        (["find", "fft-4", "--hand", "N: king>4"], 1, "the pack has 4 of king"),
        (["find", "fft-4", "--hand", f"N: king={HUGE}"], 1, "the pack has 4 of king"),
        (["find", "fft-4", "--seed", HUGE], 2, "--seed"),
        (["find", "fft-4", "--tries", HUGE, "--taker", "T1"], 2, "--tries"),
        (["odds", "fft-4", "--players", HUGE], 2, "--players"),
        (["odds", "fft-4", "--holding", f"trumps={HUGE}"], 1, "not a name with a number"),
        (["score", "fft-4", "--contract", "garde", "--points", HUGE, "--honours", "2"], 1, "not a number"),
        (["score", "fft-4", "--contract", "garde", "--points", "43", "--honours", HUGE], 2, "--honours"),
        (["legal", "fft-4", "--hand", f"T{HUGE}"], 1, "is not a card"),
        (["session", "an-evening", "--deal", HUGE], 2, "--deal"),
        (["quiz", "fft-4", "--seed", HUGE, "--count", "1"], 2, "--seed"),
        (["simulate", "fft-4", "--deals", HUGE], 2, "--deals"),
        (["simulate", "fft-4", "--confidence", HUGE], 2, "confidence"),
        (["compare", "fft-4", "fft-3", "--deals", HUGE], 2, "--deals"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_number_of_any_length_is_refused_in_few_words(
    capsys: pytest.CaptureFixture[str], args: list[str], code: int, words: str
) -> None:
    found, _out, err = run(capsys, *args)
    assert (found, words in err) == (code, True) and len(err) < 1500, err[:3000]


@pytest.mark.parametrize(
    "name", ["early-modern/early-17c", "french/sessions/an-evening", "french/examples/guide-example-1"]
)
def test_a_number_of_any_length_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    path = shipped() / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    for match in [*re.finditer(r"(?<=: )\d+(?=[,}\n])", text)][:8]:
        own = tmp_path / path.name
        own.write_text(text[: match.start()] + HUGE + text[match.end() :], encoding="utf-8")
        code, _out, err = run(capsys, "check", str(own))
        assert code == 1 and "hint:" in err and len(err) < 3000, err[:3000]


def ended(*args: str, **streams: object) -> subprocess.CompletedProcess[bytes]:
    """A command that is run with streams of its own."""
    given: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run([sys.executable, "-m", "tarot_teach", *args], check=False, **{**given, **streams})


@pytest.mark.parametrize(
    "args", [("list",), ("list", "--json"), ("rules", "fft-4", "--format", "html"), ("--version",)]
)
def test_closed_standard_output_is_said_in_words(args: tuple[str, ...]) -> None:
    done = ended(*args, stdout=None, preexec_fn=lambda: os.close(1))
    assert done.returncode == 1 and done.stderr.startswith(
        b"standard output is closed: nothing can be printed\n  hint:"
    )


def test_closed_streams_leave_files_whole(tmp_path: Path) -> None:
    """No file that is written gets the number of a stream that is closed."""
    out = tmp_path / "out.yaml"
    args = ("find", "fft-4", "--shows", "contract_made", "--hits", "1", "--out", str(out))
    done = ended(*args, stdin=None, stdout=None, stderr=None, preexec_fn=lambda: os.closerange(0, 3))
    assert done.returncode == 1 and out.read_bytes().startswith(b"format: 1")
    assert ended("quiz", "fft-4", stdin=None, preexec_fn=lambda: os.close(0)).returncode == 0
    assert ended("legal", "fft-4", stderr=None, preexec_fn=lambda: os.close(2)).returncode == 2


@pytest.mark.parametrize(
    ("args", "stream", "code"),
    [
        (("list",), "stdout", 141),
        (("compare", "fft-4", "fft-3", "--json"), "stdout", 141),
        (("legal", "fft-4", "--json"), "stdout", 141),
        (("legal", "fft-4"), "stderr", 2),
        (("rules", "fft-6"), "stderr", 1),
    ],
)
def test_a_pipe_that_nobody_reads_ends_a_command_quietly(args: tuple[str, ...], stream: str, code: int) -> None:
    unread, pipe = os.pipe()
    os.close(unread)
    done = ended(*args, **{stream: pipe})
    os.close(pipe)
    assert (done.returncode, done.stderr or b"") == (code, b"")


@pytest.mark.parametrize("name, cards", {"fft-4": "HR H10 T21 EX", "scarto": "BK B10 T21 EX", "burro": "BK B9"}.items())
def test_examples_of_prompts_are_cards_of_the_pack(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, cards: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    _code, out, _err = run(capsys, "quiz", name, "--kind", "legal")
    assert f"({cards})" in " ".join(out.split())
    for args in (("legal", name, "--hand", ""), ("trick", name, "--cards", "")):
        assert f": {cards} [" in run(capsys, *args)[2]
