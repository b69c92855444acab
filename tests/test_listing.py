"""Entries and order of `tarot-teach list`, by words, kind and ruleset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli import main
from tarot_teach.loading import LEVELS, Library

COURSE = "high-cards following trumps ten-tricks excuse excuse-late bidding counting"


def listed(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, list[dict[str, Any]]]:
    """The answer in JSON."""
    with pytest.raises(SystemExit) as caught:
        main(["list", *args, "--json"])
    assert not caught.value.code
    found: dict[str, list[dict[str, Any]]] = json.loads(capsys.readouterr().out)
    return found


def test_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "Petit", "fft-4", "--kind", "examples")
    assert list(found) == ["examples"] and found["examples"]
    assert all("fft-4" in entry["ruleset"] for entry in found["examples"])
    taught = listed(capsys, "play.overtrump")["examples"]
    assert "going-over" in {entry["id"] for entry in taught}, "by a rule that it teaches"


def test_by_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "--ruleset", "fft-5")
    assert [entry["id"] for entry in found["rulesets"]] == ["fft-5"]
    assert {entry["ruleset"].split("+")[0] for entry in found["examples"]} == {"fft-5"}
    options = {entry["id"] for entry in found["options"]}
    assert "call-after-ecart" in options and "dealer-sits-out" not in options
    stacked = listed(capsys, "--ruleset", "fft-5+call-after-ecart")
    assert {entry["ruleset"] for entry in stacked["examples"]} == {"fft-5+call-after-ecart"}


def test_a_user_ruleset_is_listed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("format: 1\nid: mine\ntitle: Mine\nextends: fft-4\n", encoding="utf-8")
    (tmp_path / "examples").mkdir()
    example = tmp_path / "examples" / "a.yaml"
    example.write_text("format: 1\nid: hand\ntitle: A hand\nruleset: ../club.yaml\nhands: {}\n", encoding="utf-8")
    (tmp_path / "odd.yaml").write_text("format: 1\nextends: fft-4\n", encoding="utf-8")
    found = listed(capsys, "--ruleset", str(club))
    assert found["rulesets"] == [{"id": "mine", "title": "Mine"}]
    assert found["examples"] == [{"id": "hand", "title": "A hand", "ruleset": "mine", "level": 2}]


def test_examples_stand_by_level_and_order(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "--kind", "examples")["examples"]
    levels = [int(entry["level"]) for entry in found]
    assert levels == sorted(levels) and set(levels) == {1, 2, 3}
    lessons = [entry["id"] for entry in found[:9]]
    assert lessons == [f"course-{name}" for name in (*COURSE.split(), "whole-deal")]
    assert all(entry["level"] == 1 for entry in found if entry["id"].startswith("course-"))
    with pytest.raises(SystemExit):
        main(["list", "--kind", "examples"])
    printed = capsys.readouterr().out
    heads = [printed.index(f"\n{title} ") for title in LEVELS.values()]
    assert heads == sorted(heads)


@pytest.mark.parametrize(
    ("entries", "place"),
    [
        (("level: 1", "order: 5"), ["mine", "first", "other"]),
        (("level: 1",), ["first", "mine", "other"]),
        (("order: 1",), ["first", "mine", "other"]),
        ((), ["first", "other", "mine"]),
        (("level: 3", "order: 1"), ["first", "other", "mine"]),
        (("level: one", "order: [1]"), ["first", "other", "mine"]),
    ],
)
def test_a_user_example_has_its_place(tmp_path: Path, entries: tuple[str, ...], place: list[str]) -> None:
    def written(id: str, title: str, *lines: str) -> Path:
        path = tmp_path / f"{id}.yaml"
        head = ("format: 1", f"id: {id}", f"title: {title}", "ruleset: fft-4", "start: {step: play}", *lines)
        path.write_text("\n".join(head), encoding="utf-8")
        return path

    files = [written("mine", "Of mine", *entries), written("other", "Another", "order: 7")]
    files.append(written("first", "First", "level: 1", "order: 6"))
    assert [path.stem for path in Library(files).by_level(files)] == place


def test_in_an_order(capsys: pytest.CaptureFixture[str]) -> None:
    by_id = [entry["id"] for entry in listed(capsys, "--kind", "examples", "--order", "id")["examples"]]
    assert by_id == sorted(by_id)
    by_ruleset = [entry["ruleset"] for entry in listed(capsys, "--order", "ruleset")["examples"]]
    assert by_ruleset == sorted(by_ruleset)
    by_length = [entry["id"] for entry in listed(capsys, "--order", "length")["examples"]]
    assert by_length.index("going-over") < by_length.index("course-whole-deal")
    with pytest.raises(SystemExit):
        main(["list", "going-over", "--order", "length"])
    assert "2 tricks" in capsys.readouterr().out


def test_nothing_of_the_kind(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["list", "no such words"])
    assert not caught.value.code and "Nothing matches" in capsys.readouterr().out


def taught(name: str, rule: str, library: Library) -> list[str]:
    """The ids of the examples that teach a rule of a ruleset."""
    ruleset = library.load(name)
    return [path.stem for path in library.examples_of_rule(ruleset, ruleset.rule(rule))]


def test_examples_of_a_rule_are_of_relatives_that_play_it_alike() -> None:
    library = Library()
    bonus = "score.last_trick_bonus"
    assert "petit-captured-at-the-end-2011" in taught("enc2011-4", bonus, library)
    assert not {"petit-captured-at-the-end-2011", "petit-caught-for-nothing"} & set(taught("fft-4", bonus, library))
    assert taught("fft-4", bonus, library)[0] == "course-counting"
    first = ["course-calling", "five-the-king-falls", "five-over-the-partner", "course-trumps"]
    assert taught("fft-5", "play.trump_when_void", library)[:4] == first, "its own first"
    assert {library.ruleset_of(library.find("example", id)) for id in taught("early-17c", "play.excuse", library)} == {
        "early-17c"
    }


def test_examples_whose_ruleset_cannot_be_read_show_no_rule(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "format: 1\nid: mine\ntitle: Mine\nruleset: none\nstart: {step: play}\nteaches: [play.overtrump]\n",
        encoding="utf-8",
    )
    assert taught("fft-4", "play.overtrump", Library([path])) == taught("fft-4", "play.overtrump", Library())
