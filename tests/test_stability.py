"""Files of format 1 stay readable, and JSON of commands keeps its fields.

The files in ``fixtures/format-1`` are as they were when format 1 was laid down. They are never edited: where a change of the
package makes one of them fail, the change is wrong, or it needs a new format beside the old one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tarot_teach import render
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, RunError
from tarot_teach.explain.rulebook import describe_rulebook
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.records.gathered import load_example
from tarot_teach.records.runner import replay_by
from tarot_teach.topics.check.check_file import check_file
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.simulate.figures import compute_figures
from tarot_teach.topics.simulate.results_files import load_results

OLD = Path(__file__).parent / "fixtures" / "format-1"

KINDS = {
    "tiny": "ruleset",
    "child": "ruleset",
    "mine": "ruleset",
    "dear-cards": "option",
    "option": "option",
    "short-pack": "deck",
    "pack-of-78": "deck",
    "advice": "advice",
    "example": "example",
    "not-enough": "example",
    "played": "example",
    "session": "session",
}

COMMANDS = {
    "list": ["list"],
    "rules": ["rules", "fft-4"],
    "check": ["check", str(OLD / "tiny.yaml")],
    "compare": ["compare", "fft-4", "fft-5"],
    "compare-hand": ["compare", "fft-4", "enc2011-4", "--hand", "going-over"],
    "legal": ["legal", "fft-4", "--hand", "HR H3 T5", "--trick", "H10 S2"],
    "replay": ["replay", str(OLD / "example.yaml")],
    "step": ["step", str(OLD / "example.yaml")],
    "score": ["score", "fft-3", "--contract", "garde", "--points", "41.5", "--honours", "2"],
    "evaluate": ["evaluate", "fft-4", "--hand", "T21 T20 T19 T18 T17 T16 T15 EX SR SD SV SC HR HD H2 H3 D2 C2"],
    "odds": ["odds", "fft-4"],
    "quiz": ["quiz", "fft-4", "--seed", "1"],
    "session": ["session", str(OLD / "session.yaml")],
    "simulate": ["simulate", "fft-4", "--deals", "5", "--seed", "1", "--players", "random"],
}


OPEN = {"params", "terms", "titles", "contracts", "scores", "totals", "piles", "players", "unit", "start", "kept"}
"""Fields whose own fields are those of a ruleset or of a table."""


def fields_of(data: Any, path: str = "") -> set[str]:
    """The fields of JSON data by their path; the entries of a list share theirs."""
    match data:
        case dict() if path.rpartition("/")[2] not in OPEN:
            return {path} | {found for key, value in data.items() for found in fields_of(value, f"{path}/{key}")}
        case list():
            return {path} | {found for value in data for found in fields_of(value, f"{path}/*")}
    return {path}


def test_every_old_file_is_read() -> None:
    library = library_for(list(OLD.glob("*.yaml")), print)
    assert {path.stem for path in OLD.glob("*.yaml")} == set(KINDS)
    assert {name: check_file(OLD / f"{name}.yaml", library) for name in KINDS} == KINDS


def test_an_old_ruleset_is_played_as_before() -> None:
    tiny = Library().load(f"{OLD}/tiny.yaml+{OLD}/dear-cards.yaml")
    assert tiny.rule("score.cards").params.model_dump() == {"above": 0, "each": 3}
    assert render.markdown(describe_rulebook(tiny, Library()))
    assert Engine(tiny).start(seed=1).turn is not None
    assert Library().load(str(OLD / "mine.yaml")).rule("count.target").params.model_dump()["by_honours"][3] == 40


def test_old_records_come_out_as_before() -> None:
    library = Library()
    printed = load_example(str(OLD / "not-enough.yaml"), library)
    done = replay_by(printed, library, OLD)
    assert done.end.result is not None and lesson(done)
    session = keep_score(OLD / "session.yaml", library)
    assert len(session.deals) == 5 and render.markdown(describe_session(session))


def test_an_old_deal_can_be_gone_on_with(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", open("/dev/null", encoding="utf-8"))  # noqa: SIM115, PTH123
    with pytest.raises(SystemExit) as caught:
        main(["play", "fft-4", "--resume", str(OLD / "played.yaml"), "--lines"])
    assert caught.value.code == 0 and "South" in capsys.readouterr().out


def test_old_results_of_simulated_deals_are_read() -> None:
    saved = load_results(OLD / "simulation.json.gz")
    assert saved.deals == 20 and [game.name for game in saved.stamps] == ["fft-4", "enc2011-4"]
    assert {figure.name for figure in compute_figures(saved).of[0]} >= {"made", "points", "taker"}


def test_results_of_a_later_format_are_refused_clearly(tmp_path: Path) -> None:
    path = tmp_path / "later.json"
    path.write_text('{"simulation": 2, "all": "is otherwise"}', encoding="utf-8")
    with pytest.raises(RunError, match="format 2 are not known") as caught:
        load_results(path)
    assert caught.value.problems[0].code == "simulate.format"


@pytest.mark.parametrize("name", COMMANDS)
def test_json_keeps_its_fields(capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*COMMANDS[name], "--json"])
    assert not caught.value.code
    before = set(json.loads((OLD / "json" / f"{name}.json").read_text(encoding="utf-8")))
    assert before - fields_of(json.loads(capsys.readouterr().out)) == set()


def of_a_later_format() -> Iterator[str]:
    for name in KINDS:
        yield (OLD / f"{name}.yaml").read_text(encoding="utf-8").replace("format: 1\n", "format: 2\n", 1)


def test_a_later_format_is_refused_clearly(tmp_path: Path) -> None:
    path = tmp_path / "later.yaml"
    for text in of_a_later_format():
        path.write_text(text, encoding="utf-8")
        with pytest.raises(LoadError) as caught:
            check_file(path, Library())
        (problem,) = caught.value.problems
        assert problem.code == "file.format" and problem.message == "format '2' is not known"
        assert problem.hint == "this version reads `format: 1`; install a newer tarot_teach"
        assert problem.place is not None and problem.place.line > 0
