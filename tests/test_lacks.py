"""The list ``lacks`` of rulesets: on the page, in data, in ``list``, in children and with house rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tarot_teach.errors import LoadError
from tarot_teach.explain.rulebook import describe_rulebook
from tarot_teach.loading import Library
from tarot_teach.render.terminal import plain_text
from tests.helpers import LIBRARY, printed_by

RULE = "{mechanism: bonus, under: [talon], params: {event: {wins: T2}, silent: 1}, title: Uhu, evidence: house, because: for the test}"
HEAD = "format: 1\nid: {id}\ntitle: Ours\nextends: {parent}\n"
BIRD = "lacks:\n- {says: A bird is not told., rule: score.bird, sources: [{source: fft, at: p. 1}]}\n"


def written(folder: Path, id: str, text: str, parent: str = "slovenian-pagat") -> Path:
    """A file of a ruleset."""
    path = folder / f"{id}.yaml"
    path.write_text(HEAD.format(id=id, parent=parent) + text, encoding="utf-8")
    return path


def test_the_page_names_each_with_its_source() -> None:
    ruleset = LIBRARY.load("slovenian-pagat-3")
    page = plain_text(describe_rulebook(ruleset, LIBRARY))
    lacking = page.partition("Not told here")[2]
    assert "the declarer's hand lies open" in lacking and "[sltarok-summary, “Contracts”]" in lacking
    assert "Not told here" not in plain_text(describe_rulebook(LIBRARY.load("fft-4"), LIBRARY))


def test_data_and_list_have_them(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed_by(capsys, "rules", "slovenian-pagat", "--json"))
    assert [lack["rule"] for lack in data["lacks"]] == ["play.hand_laid_open", "void.compulsory_klop"]
    assert data["lacks"][0]["sources"] == [{"source": "sltarok-summary", "at": "Contracts"}]
    assert "2 things not told" in printed_by(capsys, "list", "slovenian-pagat-3")
    listed = json.loads(printed_by(capsys, "list", "--kind", "rulesets", "--json"))["rulesets"]
    assert {entry["id"]: entry["lacks"] for entry in listed if "lacks" in entry} == {
        "koenigrufen-ooe-2023": 6,
        "koenigrufen-sauwald-2019": 7,
        "koenigrufen-tirol-2020": 8,
        "point-tarock": 2,
        "dreiertarock-mayr": 1,
        "dreiertarock-st-louis": 1,
        "strohmandeln-mayr": 2,
        "strohmandeln-wz-2007": 2,
        "paskievics-2018": 2,
        "slovenian-pagat": 2,
        "slovenian-pagat-3": 2,
        "troccas-1962": 4,
        "troggu": 5,
        "marolles": 5,
        "minchiate": 5,
        "ottocento": 4,
        "sicilian-3": 2,
        "karnoeffel-reconstructed": 3,
        "danish-2011": 5,
        "cego-parlett": 5,
        "tapp-meyers-1909": 4,
        "bavarian-tarock": 5,
    }


def test_a_child_that_has_the_rule_tells_it(tmp_path: Path) -> None:
    parent = written(tmp_path, "parent", BIRD)
    child = written(tmp_path, "child", f"adds:\n  score.bird: {RULE}\n", "parent")
    library = Library([parent, child])
    assert [lack.rule for lack in library.load("parent").lacks][-1] == "score.bird"
    assert "score.bird" not in [lack.rule for lack in library.load("child").lacks]


def test_a_house_rule_that_has_the_rule_tells_it(tmp_path: Path) -> None:
    parent = written(tmp_path, "parent", BIRD)
    option = tmp_path / "bird.yaml"
    option.write_text(
        f"format: 1\nid: bird\ntitle: A bird\nbecause: for the test\nadds:\n  score.bird: {RULE}\n", encoding="utf-8"
    )
    library = Library([parent, option])
    assert "score.bird" in [lack.rule for lack in library.load("parent").lacks]
    assert "score.bird" not in [lack.rule for lack in library.load("parent+bird").lacks]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (f"adds:\n  score.bird: {RULE}\n{BIRD}", "rules.lacks", "8:37"),
        (BIRD + BIRD.partition("\n")[2], "rules.lacks", "7:3"),
        ("lacks:\n- {says: A bird., sources: [{source: fft}]}\n", "rules.unsourced", "6:29"),
        ("lacks:\n- {says: 'A {{ term.birdd }}.', sources: [{source: fft, at: p. 1}]}\n", "rules.prose", "6:10"),
    ],
)
def test_faults_have_place_and_cure(tmp_path: Path, text: str, code: str, place: str) -> None:
    path = written(tmp_path, "broken", text)
    with pytest.raises(LoadError) as caught:
        Library([path]).load("broken")
    (problem,) = caught.value.problems
    assert problem.code == code and problem.hint
    assert f"{problem.place.line}:{problem.place.column}" == place, problem.place
