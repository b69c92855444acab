"""Bundles: rules that rulesets begin with, altered like those of a parent, and refused where they clash."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.topics.mechanisms.catalogue import kinds_of_rules
from tests.helpers import LIBRARY, run

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"


def small_of(page: str) -> str:
    """The small ruleset of a page of the reference, with a source that is there."""
    found = re.search(r":caption: small.yaml\n(.*?)```", (REFERENCE / page).read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1].replace("your-book", "blog")


SMALL = small_of("ruleset-format.md")
"""The ruleset of the documentation."""


def small(folder: Path, old: str = "", new: str = "", **files: str) -> Path:
    """The file of the small ruleset with one text in place of another, and files of a folder ``bundles``."""
    (folder / "bundles").mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / "bundles" / f"{name}.yaml").write_text(f"format: 1\nid: {name}\ntitle: B\n{text}", encoding="utf-8")
    assert old in SMALL
    path = folder / "small.yaml"
    path.write_text(SMALL.replace(old, new, 1) if old else SMALL, encoding="utf-8")
    return path


def test_rules_of_a_bundle_are_rules_of_the_ruleset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = small(tmp_path)
    ruleset = Library().load(str(path))
    of_play = [rule.id for rule in ruleset.at("play")]
    assert of_play == ["play.first_lead", "play.follow_suit", "play.trump_when_void", "play.beat", "play.highest_wins"]
    first, follow = ruleset.rules["play.first_lead"], ruleset.rules["play.follow_suit"]
    assert (first.sources[0].at, follow.sources[0].at) == ("page 8", "page 7")
    assert follow.place.file.endswith("bundles/tricks.yaml") and first.place.file.endswith("small.yaml")
    code, out, err = run(capsys, "check", str(path), "--play", "30")
    assert code == 0 and "30 deals at random, sound" in out and "Traceback" not in err
    page = run(capsys, "rules", str(path))[1]
    assert "Trumping" in page and "described" in page and "house rule" not in page


def test_the_small_ruleset_in_french_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "petit.yaml").write_text(small_of("ruleset-format.fr.md"), encoding="utf-8")
    french, english = Library().load(str(tmp_path / "petit.yaml")), Library().load(str(small(tmp_path)))
    assert [*french.rules] == [*english.rules] and french.title != english.title
    assert all(french.rules[rule].params == english.rules[rule].params for rule in english.rules)


def test_a_child_and_a_house_rule_alter_what_a_bundle_gives(tmp_path: Path) -> None:
    small(tmp_path)
    child = tmp_path / "child.yaml"
    child.write_text(
        "format: 1\nid: child\ntitle: Child\nextends: ./small.yaml\nevidence: house\nbecause: A test.\n"
        "drops: {play.trump_when_void: Nobody has to trump.}\n",
        encoding="utf-8",
    )
    assert "play.trump_when_void" not in Library().load(str(child)).rules
    option = tmp_path / "free.yaml"
    option.write_text(
        "format: 1\nid: free\ntitle: Free\nbecause: A test.\ndrops: {play.follow_suit: Nobody follows.}\n",
        encoding="utf-8",
    )
    assert "play.follow_suit" not in Library([option]).load(f"{tmp_path / 'small.yaml'}+free").rules


def test_a_users_bundle_is_found_in_the_folder_of_the_ruleset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ending = "gives:\n  match.totals: {mechanism: open_ended, title: Totals}\n"
    path = small(tmp_path, "  match.totals: {mechanism: open_ended, title: Totals}\n", "", ending=ending)
    path.write_text(path.read_text(encoding="utf-8").replace("[tricks]", "[tricks, ending]"), encoding="utf-8")
    for named in (path, tmp_path / "bundles" / "ending.yaml", tmp_path):
        assert run(capsys, "check", str(named))[0] == 0
    assert "ending" in run(capsys, "list", str(tmp_path), "--kind", "bundles")[1]
    assert "tricks" in run(capsys, "list", "--kind", "bundles", "--ruleset", str(path))[1]


GIVES = "gives:\n  play.follow_suit: {mechanism: must_follow_suit}\n"


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("[tricks]", "[trick]", "small.yaml:7:8", "there is no bundle 'trick'"),
        ("[tricks]", "[tricks, tricks]", "small.yaml:7:16", "the bundle tricks is named twice"),
        ("[tricks]", "[tricks, again]", "small.yaml:7:7", "again gives play.follow_suit, and so does tricks"),
        ("[tricks]", "[./small.yaml]", "small.yaml:1:1", "this file is a ruleset, not a bundle"),
        ("  play.beat", "  play.follow_suit: {mechanism: must_follow_suit}\n  play.beat", "small.yaml:12:3", "the bundle tricks gives play.follow_suit already"),
        ("play.first_lead: {at", "play.first_led: {at", "small.yaml:18:3", "there is no rule 'play.first_led' to alter"),
        ("before: play.highest_wins", "before: play.highest_win", "small.yaml:12:61", "there is no rule 'play.highest_win'"),
        ("changes:\n", "adds:\n  deal.cut: {mechanism: cut}\nchanges:\n", "small.yaml:17:1", "`adds` needs a parent to alter"),
        ("uses: [tricks]", "extends: scarto\nuses: [tricks]", "small.yaml:8:1", "a child of another ruleset uses no bundles"),
        ("count.card_points: {mechanism: card_points}", "count.none: {mechanism: never}", "small.yaml:14:27", "there is no mechanism 'never'"),
        ("  count.card_points: {mechanism: card_points}\n", "", "small.yaml:14:51", "score.par needs card points, and no rule counts any"),
    ],
)  # fmt: skip
def test_a_wrong_use_of_a_bundle_is_refused_with_line_and_cure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, place: str, said: str
) -> None:
    code, _out, err = run(capsys, "check", str(small(tmp_path, old, new, again=GIVES)))
    assert code == 1 and said in err and place in err and "hint:" in err, err


def test_a_bundle_may_differ_by_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = (tmp_path / "game.yaml").resolve()
    data = LIBRARY.find("ruleset", "zwanzigerrufen").read_text(encoding="utf-8")
    call = re.search(r"  call.trump:\n(?:    .*\n)+", data)
    assert call
    (tmp_path / "bundles").mkdir()
    given = f"format: 1\nid: calls\ntitle: Calls\ngives:\n{call[0]}"
    (tmp_path / "bundles" / "calls.yaml").write_text(given, encoding="utf-8")
    text = (
        data.replace(call[0], "")
        .replace("id: zwanzigerrufen", "id: game")
        .replace("\nrules:", "\nuses: [calls]\nrules:")
    )
    game.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "check", str(game), "--play", "5")
    assert code == 0 and "5 deals at random, sound" in out, err


def test_check_names_the_lines_of_a_bundle_with_wrong_mechanisms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = (
        "gives:\n  play.follow_suit: {mechanism: must_folow_suit}\n  deal.cut: {mechanism: cut, params: {leav: 1}}\n"
    )
    small(tmp_path, wrong=wrong)
    code, _out, err = run(capsys, "check", str(tmp_path / "bundles" / "wrong.yaml"))
    assert code == 1 and "wrong.yaml:5:33" in err and "did you mean 'must_follow_suit'?" in err
    assert "wrong.yaml:6:39" in err and "did you mean 'leave'?" in err


def test_a_kind_of_rule_names_the_rulesets_that_have_it_from_a_bundle(tmp_path: Path) -> None:
    (kind,) = kinds_of_rules(Library([small(tmp_path)]), "must_trump")
    assert ("ruleset", "small") in kind.used_by


def test_a_short_game_uses_the_bundles_that_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "new", "game", "grosso", "--like", "piedmont-4", "--short", "--out", str(tmp_path / "grosso"))
    written = (tmp_path / "grosso" / "grosso.yaml").read_text(encoding="utf-8")
    assert "uses: [tricks]" in written and "play.follow_suit" not in written and "before: play.highest_wins" in written
    library = Library([*(tmp_path / "grosso").rglob("*.yaml")])
    made, like = library.load("grosso"), LIBRARY.load("piedmont-4")
    assert {id: (rule.mechanism, rule.params) for id, rule in made.rules.items()} == {
        id: (rule.mechanism, rule.params) for id, rule in like.rules.items()
    }
    assert [rule.id for rule in made.at("play")] == [rule.id for rule in like.at("play")]
    assert Engine(made).index.play.in_tricks
