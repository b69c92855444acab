"""Files of one's own beside each other: a broken neighbour, an id that two files have, evidence that is taken over."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tarot_teach.cli import main
from tarot_teach.errors import LoadError, OutputError
from tarot_teach.loading import Library
from tarot_teach.render.cardart import Style
from tarot_teach.rules import Evidence
from tarot_teach.sphinxext.tutorials.site import run_sphinx
from tests.helpers import build
from tests.made_up import written

CLUB = """\
format: 1
id: club
title: Rules of our club
extends: fft-4
because: it is shorter
changes:
  score.base: {params: {amount: 20}, because: it is shorter}
"""
BROKEN = {
    "cannot be read": "format: 1\nid: other\ntitle: [\n",
    "has the id 'club' too": CLUB.replace("score.base", "score.basis"),
    "": CLUB.replace("id: club", "id: other").replace("score.base", "score.basis"),
}


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a ruleset of its own."""
    (tmp_path / "club.yaml").write_text(CLUB, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", BROKEN)
def test_a_broken_neighbour_does_not_stop_a_build(club: Path, capsys: pytest.CaptureFixture[str], words: str) -> None:
    (club / "other.yaml").write_text(BROKEN[words], encoding="utf-8")
    assert build("./club.yaml", "--format", "markdown") == 0
    err = capsys.readouterr().err
    assert (f"other.yaml {words}" in err or f"other.yaml is left out: club.yaml {words}" in err) if words else not err
    assert "Rules of our club" in (club / "tutorial" / "rules" / "club.md").read_text(encoding="utf-8")


def test_a_named_file_is_published_instead_of_a_neighbour_with_its_id(club: Path) -> None:
    (club / "a.yaml").write_text(CLUB.replace("title: Rules of our club", "title: Another"), encoding="utf-8")
    assert build("./club.yaml") == 0
    assert "Another" not in (club / "site" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("stack", "code", "words"),
    [
        ("./club.yaml+garde-contre-x8", 0, "+garde-contre-x8: ruleset, fine\nclub.yaml+garde-contre-x8: 5 deals"),
        ("fft-4+misere", 0, "fft-4+misere: ruleset, fine"),
        ("./club.yaml+nothing", 1, "there is no option 'nothing'"),
        ("./nowhere.yaml+misere", 1, "there is no file nowhere.yaml"),
    ],
)
def test_a_ruleset_with_house_rules_is_checked_as_it_is_played(
    club: Path, capsys: pytest.CaptureFixture[str], stack: str, code: int, words: str
) -> None:
    assert (club / "club.yaml").is_file()
    with pytest.raises(SystemExit) as ended:
        main(["check", stack])
    out, err = capsys.readouterr()
    assert (ended.value.code or 0) == code and words in out + err


def test_an_id_in_two_named_files_is_refused(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (club / "other.yaml").write_text(CLUB, encoding="utf-8")
    assert build("./club.yaml", "./other.yaml") == 1
    assert "the ruleset 'club' stands in two files: club.yaml and other.yaml" in capsys.readouterr().err
    with pytest.raises(LoadError, match="stands in two files"):
        Library([club / "club.yaml", club / "other.yaml"]).load("club")


def test_faults_of_a_page_name_no_temporary_folder(club: Path) -> None:
    """A warning names the page, not the folder in which it was written."""
    (club / "source").mkdir()
    (club / "source" / "index.rst").write_text("Title\n=====\n\n.. tarot:rules:: nowhere\n", encoding="utf-8")
    with pytest.raises(OutputError) as caught:
        run_sphinx(club, "html", Library(), Style(), {})
    assert "index: there is no ruleset 'nowhere'" in str(caught.value) and str(club) not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        (CLUB, Evidence.HOUSE),
        (CLUB.partition("changes:")[0] + "drops:\n  bid.prise: nobody here bids it\n", Evidence.HOUSE),
        (CLUB.partition("changes:")[0] + "about: only words\n", Evidence.CODIFIED),
        (CLUB.replace("because: it is shorter}", "sources: [{source: fft, at: here}]}"), Evidence.CODIFIED),
        (CLUB.replace("extends: fft-4", "extends: fft-4\nevidence: described"), Evidence.DESCRIBED),
    ],
)
def test_evidence_of_a_child(club: Path, text: str, evidence: Evidence) -> None:
    """House rules in a child make it one of the house; what it leaves alone keeps its evidence."""
    (club / "club.yaml").write_text(text, encoding="utf-8")
    ruleset = Library().load("./club.yaml")
    assert ruleset.evidence is evidence
    if evidence is Evidence.HOUSE:
        assert ruleset.rules["play.follow_suit"].evidence is Evidence.CODIFIED


def test_evidence_of_a_child_that_is_a_house_rule(club: Path) -> None:
    """Rules that are taken over keep their evidence, too."""
    (club / "club.yaml").write_text(CLUB.replace("extends: fft-4", "extends: fft-4\nevidence: house"), encoding="utf-8")
    rules = Library().load("./club.yaml").rules
    assert (rules["score.base"].evidence, rules["play.follow_suit"].evidence) == (Evidence.HOUSE, Evidence.CODIFIED)


def test_evidence_of_house_rules_put_on_top(library: Library) -> None:
    assert library.load("fft-4+misere").evidence is Evidence.HOUSE
    assert library.load("fft-4+play-clockwise").evidence is Evidence.DESCRIBED


@pytest.mark.usefixtures("club")
def test_build_without_sphinx_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("sphinx", "furo", "docutils"):
        monkeypatch.setitem(sys.modules, name, None)
    assert build("./club.yaml") == 1
    err = capsys.readouterr().err
    assert "sphinx and furo cannot be found here" in err and "hint: pip install sphinx furo" in err
    assert build("--help") == 0


def test_a_pack_in_the_folder_of_a_ruleset_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset, _pack = written("pack-of-54", tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["check", str(ruleset)])
    assert not ended.value.code
    assert "ruleset, fine" in capsys.readouterr().out


def test_simulate_says_why_the_kernel_played_only_some_deals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: fft-3\nbecause: ours\n"
        "changes:\n  deal.packets: {because: ours, params: {packet: 2, talon: 12}}\n",
        encoding="utf-8",
    )
    with pytest.raises(SystemExit) as ended:
        main(["check", str(path), "--play", "6"])
    assert not ended.value.code
    printed = (
        "5 of them played alike by the compiled kernel; the others not compared with the compiled kernel: a hand can"
    )
    assert printed in capsys.readouterr().out
