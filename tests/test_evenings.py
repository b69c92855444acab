"""Scores of an evening from other programs: sessions that are scored, and faults told at their cell or entry."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, RecordError
from tarot_teach.loading import write_yaml
from tarot_teach.records.as_record import deal_record
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
        (
            altered(0, nbBoutsAttaque=None, scores=None),
            "the number of oudlers is missing, and the scores that were noted do not tell it [import.entry]",
        ),
        (
            altered(0, nbBoutsAttaque=None, scores=[1, 1, 1, -3]),
            "the number of oudlers is missing, and the scores that were noted do not tell it [import.entry]",
        ),
        (altered(0, nbBoutsAttaque="2"), "nbBoutsAttaque is missing, or is of another type [import.entry]"),
        (altered(0, preneurIndex=4), "preneurIndex is 4, and there are 4 [import.entry]"),
        (altered(0, contratIndex="garde"), "contratIndex is missing, or is of another type [import.entry]"),
        (json.dumps({"parties": []}), "parties is missing, or is no list [import.entry]"),
        (json.dumps({"parties": HISTORY["parties"] * 2}), "the file has 2 sessions [import.part]"),
    ],
)
def test_faults_of_a_history_have_their_entry(tmp_path: Path, text: str, said: str) -> None:
    assert fault(tmp_path, text).split(": ", 1)[1] == said


def test_oudlers_that_an_old_file_leaves_out_follow_from_the_scores(tmp_path: Path) -> None:
    data = json.loads(json.dumps(HISTORY))
    for deal in data["parties"][0]["donnes"]:
        deal["nbBoutsAttaque"] = None
    found = evening(tmp_path, json.dumps(data))
    assert found.session.file == evening(tmp_path, json.dumps(HISTORY)).session.file
    assert sum("the scores that were noted follow from" in note for note in found.notes) == len(found.session.deals)
    del data["parties"][0]["donnes"][0]["createdAt"]
    assert evening(tmp_path, json.dumps(data)).session.deals


@pytest.mark.parametrize(
    "text",
    [
        "\n\n" + TABLE,
        "sep=,\n" + TABLE,
        TABLE.replace("taker", "Taker", 1).replace("contract", "CONTRACT", 1).replace("garde_sans", "Garde sans"),
        TABLE.replace("honours,last_trick_bonus,handfuls,slam", "oudlers,petit,poign\xe9e,chelem", 1).replace(
            "single", "simple"
        ),
        TABLE.replace("\n", "\r"),
    ],
)
def test_a_table_may_be_spelled_otherwise(tmp_path: Path, text: str) -> None:
    assert dict(evening(tmp_path, text).session.deals[-1].totals) == TOTALS


def test_a_date_stands_before_the_note(tmp_path: Path) -> None:
    text = (
        TABLE.replace("deal,", "deal,date,", 1).replace("\n1,", "\n1,2026-01-09,").replace("186,-62,", "186,-62,late")
    )
    for number in "2345":
        text = text.replace(f"\n{number},", f"\n{number},,")
    assert evening(tmp_path, text).session.file.deals[0].note == "2026-01-09: late"


def test_a_table_in_an_encoding_of_windows_is_said(tmp_path: Path) -> None:
    (tmp_path / "scores").write_bytes(TABLE.replace("Agnes", "Agn\xe8s").replace(",", ";").encode("cp1252"))
    found = read_foreign(tmp_path / "scores", Wanted("an-evening", names=True), LIBRARY)
    assert "Agn\xe8s" in found.yaml
    assert "The file is not in UTF-8: it was read as windows-1252." in found.notes


@pytest.mark.parametrize("name", ["an-evening", "down-to-the-last-chip", "five-at-the-table"])
def test_what_is_written_is_read_again(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = keep_score(LIBRARY.find_record("session", name), LIBRARY)
    out = tmp_path / "evening.csv"
    said = printed_by(capsys, "session", name, "--format", "evening", "--out", str(out))
    assert ("--ruleset" in said) == (name != "an-evening")
    again = read_foreign(out, Wanted("again", session.file.ruleset, names=True), LIBRARY)
    assert isinstance(again, ImportedEvening)
    assert [deal.scores for deal in again.session.deals] == [deal.scores for deal in session.deals]
    assert [deal.file.result for deal in again.session.deals] == [deal.file.result for deal in session.deals]
    assert again.session.file.players == session.file.players


@pytest.mark.parametrize("name", ["fft-4", "slovenian-pagat"])
def test_deals_told_card_by_card_are_written_by_their_results(name: str, tmp_path: Path) -> None:
    deals = []
    for seed in range(30, 36):
        rng, deal = random.Random(seed), tt.deal(LIBRARY.load(name), seed=seed)
        while not deal.over:
            deal = deal.push(deal.legal.random(rng))
        record = {"format": 1, "id": f"deal-{seed}", "ruleset": name, "title": "A deal", **deal_record(deal)}
        record.pop("expect", None)  # scores rest on the deals before
        (tmp_path / f"deal-{seed}.yaml").write_text(write_yaml(record), encoding="utf-8")
        deals.append({"record": f"./deal-{seed}.yaml"})
    players = {"A": "Anna", "B": "taker", "C": "Chris", "D": "Dora"}
    head = {"format": 1, "id": "played", "title": "Played", "ruleset": name, "players": players, "first_dealer": "D"}
    (tmp_path / "played.yaml").write_text(write_yaml({**head, "deals": deals}), encoding="utf-8")
    score = tt.session(str(tmp_path / "played.yaml"))
    table = score.exchanged()
    assert "Deals that are told card by card stand in it by their results alone." in table.notes
    assert any("called by letters" in note for note in table.notes), "a player is called taker"
    with (tmp_path / "played.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, table.columns)
        writer.writeheader()
        writer.writerows(table.rows)
    again = read_foreign(tmp_path / "played.csv", Wanted("again", name), LIBRARY)
    assert isinstance(again, ImportedEvening)
    assert [deal.scores for deal in again.session.deals] == [deal.scores for deal in score.session.deals]


def read_back(score: tt.SessionScore, path: Path) -> ImportedEvening:
    """The table of a session, written and read again."""
    table = score.exchanged()
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, table.columns)
        writer.writeheader()
        writer.writerows(table.rows)
    again = read_foreign(path, Wanted("again", score.session.file.ruleset, names=True), LIBRARY)
    assert isinstance(again, ImportedEvening)
    return again


@pytest.mark.parametrize("name", ["to-fifty-points", "nine-up", "four-deals-in-pairs"])
def test_results_of_players_who_play_alone_or_in_pairs_are_read_again(name: str, tmp_path: Path) -> None:
    """Cards that each has won, what was observed of each, card points of each."""
    score = tt.session(name)
    again = read_back(score, tmp_path / "evening.csv")
    assert [deal.scores for deal in again.session.deals] == [deal.scores for deal in score.session.deals]
    assert any(
        any(row[key] for key in ("points", "piles")) or "score." in "".join(row) for row in score.exchanged().rows
    )


def session_of(tmp_path: Path, name: str, number: int) -> tt.SessionScore:
    """A session of random deals that are told card by card."""
    deals, players = [], Engine(LIBRARY.load(name)).seats()
    for seed in range(number):
        rng, deal = random.Random(seed), tt.deal(LIBRARY.load(name), seed=seed)
        while not deal.over:
            deal = deal.push(deal.legal.random(rng))
        record = {"format": 1, "id": f"deal-{seed}", "ruleset": name, "title": "A deal", **deal_record(deal)}
        record.pop("expect", None)
        (tmp_path / f"deal-{seed}.yaml").write_text(write_yaml(record), encoding="utf-8")
        deals.append({"record": f"./deal-{seed}.yaml"})
    named = dict(zip("ABCDEFGH", (f"Player {seat}" for seat in players), strict=False))
    head = {"format": 1, "id": "played", "title": "Played", "ruleset": name, "players": named}
    (tmp_path / "played.yaml").write_text(write_yaml({**head, "deals": deals}), encoding="utf-8")
    return tt.session(str(tmp_path / "played.yaml"))


@pytest.mark.parametrize("name", ["scarto", "early-17c", "slovenian-pagat", "troccas-1962"])
def test_piles_of_deals_told_card_by_card_are_read_again(name: str, tmp_path: Path) -> None:
    score = session_of(tmp_path, name, 1)
    again = read_back(score, tmp_path / "played.csv")
    assert [deal.scores for deal in again.session.deals] == [deal.scores for deal in score.session.deals]


def test_payments_in_the_course_of_a_deal_are_not_written(tmp_path: Path) -> None:
    """Payments into a pool belong to nobody: the scores noted would not sum to zero."""
    with pytest.raises(RecordError, match=r"deal \d has payments in the course of the deal"):
        session_of(tmp_path, "hombre-1674", 4).exchanged()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Agn\xe8s:31", "Emil:31", "nobody is called 'Emil'"),
        ("+Claire:0", "+Claire", "'Claire' is not a player and a value"),
        ("+Claire:0", "+Agn\xe8s:0", "or the player stands twice"),
    ],
)
def test_faults_of_values_of_players_have_their_cell(tmp_path: Path, old: str, new: str, said: str) -> None:
    read_back(tt.session("four-deals-in-pairs"), tmp_path / "evening.csv")
    text = (tmp_path / "evening.csv").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "wrong.csv").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises((LoadError, RecordError)) as error:
        read_foreign(tmp_path / "wrong.csv", Wanted("again", "piedmont-4+four-deals", names=True), LIBRARY)
    assert "wrong.csv:2:" in str(error.value)
    assert said in str(error.value) or old.startswith("Agn")


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
