"""Scores of an evening from other programs: sessions that are scored, and faults told at their cell or entry."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.errors import LoadError, RecordError
from tarot_teach.topics.other_programs.reading import ImportedEvening, Wanted, read_foreign
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tests.helpers import LIBRARY, printed_by

FILES = Path(__file__).parent / "fixtures" / "other_programs"
TABLE = (FILES / "evening.csv").read_text(encoding="utf-8")
HISTORY: dict[str, Any] = json.loads((FILES / "tarot345-historique.json").read_text(encoding="utf-8"))
TOTALS = {"A": -133, "B": -513, "C": 183, "D": 463}
"""The sums of the scores that both files note."""


def evening(folder: Path, text: str, wanted: Wanted | None = None) -> ImportedEvening:
    (folder / "scores").write_text(text, encoding="utf-8")
    found = read_foreign(folder / "scores", wanted or Wanted("an-evening"), LIBRARY)
    assert isinstance(found, ImportedEvening)
    return found


def fault(folder: Path, text: str, wanted: Wanted | None = None) -> str:
    """The first fault of a file: its line and column, the message and the code."""
    with pytest.raises((LoadError, RecordError)) as error:
        evening(folder, text, wanted)
    problem = error.value.problems[0]
    assert problem.hint
    assert problem.place
    return f"{problem.place.line}:{problem.place.column}: {problem.message} [{problem.code}]"


def altered(deal: int, **entries: Any) -> str:
    """The history with other entries of one deal."""
    data = json.loads(json.dumps(HISTORY))
    data["parties"][0]["donnes"][deal] |= entries
    return json.dumps(data, indent=1)


@pytest.mark.parametrize("text", [TABLE, json.dumps(HISTORY)])
def test_an_evening_is_scored_as_it_was_noted(tmp_path: Path, text: str) -> None:
    found = evening(tmp_path, text)
    assert dict(found.session.deals[-1].totals) == TOTALS
    assert "Agnes" not in found.yaml
    assert "A: Agnes" in evening(tmp_path, text, Wanted("an-evening", names=True)).yaml
    (tmp_path / "again.yaml").write_text(found.yaml, encoding="utf-8")
    assert keep_score(tmp_path / "again.yaml", LIBRARY).file == found.session.file


def test_deals_of_a_history_stand_in_their_time(tmp_path: Path) -> None:
    data = json.loads(json.dumps(HISTORY))
    data["parties"][0]["donnes"].reverse()
    assert evening(tmp_path, json.dumps(data)).session.file == evening(tmp_path, json.dumps(HISTORY)).session.file


def test_a_table_may_have_semicolons_and_a_mark_at_its_beginning(tmp_path: Path) -> None:
    text = "\N{ZERO WIDTH NO-BREAK SPACE}" + TABLE.replace(",", ";").replace(";47;", ";47,0;").replace("\n", "\r\n")
    assert dict(evening(tmp_path, text).session.deals[-1].totals) == TOTALS
    quoted = TABLE.replace("186,-62,\n", '186,-62,"so, ""late"""\n')
    assert evening(tmp_path, quoted).session.file.deals[0].note == 'so, "late"'


def test_the_dealer_of_the_first_line_begins(tmp_path: Path) -> None:
    assert evening(tmp_path, TABLE.replace("\n1,,", "\n1,Bertrand,")).session.file.first_dealer == "B"
    assert "[session." in fault(tmp_path, TABLE.replace("\n1,,", "\n1,Bertrand,").replace("\n2,,", "\n2,Denis,"))


def test_house_rules_and_partners_of_a_history(tmp_path: Path) -> None:
    found = evening(tmp_path, altered(1, miseres=[2], scores=[-61, 7, 47, 7]))
    assert found.session.file.ruleset == "fft-4+misere"
    slam = evening(tmp_path, altered(0, pointsAtq=87, chelem={"annonce": True, "succes": True}, scores=None))
    assert slam.session.file.deals[0].result
    assert slam.session.file.deals[0].result.slam == ("announced-made",)
    data = json.loads(altered(0, appeleIndex=4, scores=None))
    data["parties"][0]["joueurs"].append({"nomUI": "Eve", "id": "e"})
    data["parties"][0]["donnes"] = data["parties"][0]["donnes"][:1]
    five = evening(tmp_path, json.dumps(data)).session
    assert (five.file.ruleset, five.file.deals[0].result.partner) == ("fft-5", "E")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("186", "187", "2:"),
        ("1,,,Claire", "1,,,Clara", "2:5: nobody is called 'Clara' [import.table]"),
        (",47,", ",4x7,", "2:"),
        ("186", "1x6", "2:38: '1x6' is not a whole number [import.table]"),
        ("1,,,Claire,,,", "1,,,Claire,,", "2:1: the line has 18 cells, and the first line 19 [import.table]"),
        ("bid.all_pass", "bid.nothing", "3:"),
        ("Denis,note", "Claire,note", "1:133: the column 'Claire' stands twice, or has no name [import.table]"),
        ("prise", "price", "4:"),
        ("1,,,Claire", '1,,,"Claire', "2:5: a cell is not closed by quotes [import.table]"),
        ("Agnes,Bertrand,", "", "1:1: the file has 2 players [import.players]"),
    ],
)
def test_faults_of_a_table_have_their_cell(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert fault(tmp_path, TABLE.replace(old, new, 1)).startswith(said)


def test_a_noted_score_that_does_not_follow_is_told_at_its_cell(tmp_path: Path) -> None:
    said = fault(tmp_path, TABLE.replace(",-51,", ",-41,").replace("17,17,17", "17,17,7"))
    assert said.startswith("4:") and "51" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (altered(0, nbBoutsAttaque=None), "nbBoutsAttaque is missing, or is of another type [import.entry]"),
        (altered(0, preneurIndex=4), "preneurIndex is 4, and there are 4 [import.entry]"),
        (altered(0, contratIndex="garde"), "contratIndex is missing, or is of another type [import.entry]"),
        (json.dumps({"parties": []}), "parties is missing, or is no list [import.entry]"),
        (json.dumps({"parties": HISTORY["parties"] * 2}), "the file has 2 sessions [import.part]"),
    ],
)
def test_faults_of_a_history_have_their_entry(tmp_path: Path, text: str, said: str) -> None:
    assert fault(tmp_path, text).split(": ", 1)[1] == said


def test_one_of_several_sessions_is_named(tmp_path: Path) -> None:
    text = json.dumps({"parties": HISTORY["parties"] * 2})
    assert dict(evening(tmp_path, text, Wanted("x", part=2)).session.deals[-1].totals) == TOTALS
    assert fault(tmp_path, text, Wanted("x", part=3)).endswith("[import.part]")


def test_the_command_writes_a_session(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "evening.yaml"
    said = printed_by(capsys, "import", str(FILES / "evening.csv"), "--names", "--out", str(out))
    assert "a table: 5 deals of 4 players, scored by fft-4" in said
    assert "Agnes" in printed_by(capsys, "session", str(out))
    data = printed_by(capsys, "import", str(FILES / "tarot345-historique.json"), "--json")
    assert json.loads(data.rpartition("\n}")[0] + "\n}")["format"] == "Tarot345Scores"
