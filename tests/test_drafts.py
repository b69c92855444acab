"""The label of drafts: in lists, on pages and in data, and what ``check`` says of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tarot_teach.loading import Library
from tests.helpers import LIBRARY, printed_by

HEAD = "format: 1\nid: sketch\ntitle: A sketch\nextends: {parent}\ndraft: true\n"
LACKS = "lacks:\n- {says: A bird is not told., sources: [{source: fft, at: p. 1}]}\n"
PARENTS = ["hombre-1674", "scarto", "slovenian-pagat"]


def written(folder: Path, parent: str, more: str = "") -> Path:
    """A draft that is made from a ruleset."""
    path = folder / "sketch.yaml"
    path.write_text(HEAD.format(parent=parent) + more, encoding="utf-8")
    return path


@pytest.mark.parametrize("parent", PARENTS)
def test_the_title_of_a_draft_says_so(tmp_path: Path, parent: str) -> None:
    ruleset = Library([written(tmp_path, parent)]).load("sketch")
    assert (ruleset.title, ruleset.plain_title) == ("A sketch (draft)", "A sketch")
    assert "(draft)" not in LIBRARY.load(parent).title


@pytest.mark.parametrize("parent", PARENTS)
def test_page_data_and_check_know_a_draft(capsys: pytest.CaptureFixture[str], tmp_path: Path, parent: str) -> None:
    path = str(written(tmp_path, parent, LACKS))
    page = printed_by(capsys, "rules", path)
    assert "A sketch (draft)" in page and "only a part of the game is known here" in " ".join(page.split())
    data = json.loads(printed_by(capsys, "rules", path, "--json"))
    assert data["title"] == "A sketch (draft)" and data["draft"] is True
    assert "rules.draft" not in printed_by(capsys, "check", path)
    assert "A sketch (draft)" in printed_by(capsys, "list", path)
    (listed,) = json.loads(printed_by(capsys, "list", path, "--json"))["rulesets"]
    assert (listed["title"], listed["draft"]) == ("A sketch (draft)", True)


def test_a_draft_that_lacks_nothing_is_warned_of(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    printed = printed_by(capsys, "check", str(written(tmp_path, "scarto")))
    assert "this is a draft, and each of its rules has a source" in " ".join(printed.split())


def test_lacking_rules_do_not_hide_rules_without_a_source(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    more = f"adds:\n  play.over: {{mechanism: must_overtrump, title: Over}}\n{LACKS}"
    printed = printed_by(capsys, "check", str(written(tmp_path, "scarto", more)))
    assert "rules without a place in a source: play.over" in " ".join(printed.split())
    assert "some of its rules have no source yet" in printed_by(capsys, "rules", str(tmp_path / "sketch.yaml"))


def test_a_child_of_a_draft_is_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    written(tmp_path, "scarto", LACKS)
    child = tmp_path / "child.yaml"
    child.write_text("format: 1\nid: child\ntitle: A child\nextends: ./sketch.yaml\n", encoding="utf-8")
    assert Library([child]).load("child").title == "A child (draft)"
    assert "rules.draft" not in printed_by(capsys, "check", str(child))


def test_each_rule_of_a_shipped_draft_has_a_place_or_a_reason() -> None:
    for id in LIBRARY.ids():
        ruleset = LIBRARY.load(id)
        assert not (ruleset.draft and (ruleset.unsourced or not ruleset.lacks)), id
