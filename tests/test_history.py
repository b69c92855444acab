"""The history of the games: its file, the family, the timeline, the command."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from tarot_teach.blocks import FamilyTree, Relative, Table
from tarot_teach.cli import main
from tarot_teach.loading import Library
from tarot_teach.render import html, latex, markdown
from tarot_teach.render.pictures import family_svg
from tarot_teach.topics.history.format import EventFile, History
from tarot_teach.topics.history.page import date_words, describe_games, describe_timeline, history_of
from tests.helpers import LIBRARY

NS = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def history() -> History:
    return history_of(LIBRARY)


def tree() -> FamilyTree:
    (found,) = (block for block in describe_games(LIBRARY) if isinstance(block, FamilyTree))
    return found


def everybody(relatives: tuple[Relative, ...]) -> Iterator[Relative]:
    for relative in relatives:
        yield relative
        yield from everybody(relative.children)


def test_every_game_stands_once_in_the_tree(history: History) -> None:
    names = [relative.name for relative in everybody(tree().roots)]
    assert sorted(names) == sorted(game.name for game in history.games.values())


def test_a_descent_stands_in_the_tree_or_as_a_line_beside_it(history: History) -> None:
    drawn = sum(bool(relative.certainty) + len(relative.others) for relative in everybody(tree().roots))
    assert drawn == len(history.descents)
    assert "dotted" in html([tree()]) and "dotted" not in markdown([tree()]), (
        "the lines are explained where they are drawn"
    )
    roots = [relative.name for relative in tree().roots]
    assert "Triumphs (tarocchi)" in roots, "a single disputed descent makes no child"
    assert "Bauerntarock" not in roots, "one of two disputed descents does"


def test_every_entry_names_a_source_or_says_why_not(history: History) -> None:
    for entry in (*history.games.values(), *history.descents, *history.events):
        assert entry.sources or (entry.evidence and entry.because)
    assert all(set(event.games) <= history.games.keys() for event in history.events)


def test_rulesets_of_games_are_shipped(history: History) -> None:
    named = {name for game in history.games.values() for name in game.rulesets}
    assert {"fft-4", "early-17c"} <= named <= {*LIBRARY.ids()}


def test_the_drawing_tells_the_certainty_by_the_line() -> None:
    svg = ElementTree.fromstring(str(family_svg(tree())))
    dashes = [path.get("stroke-dasharray") for path in svg.iter(f"{NS}path")]
    descents = history_of(LIBRARY).descents
    for certainty, dash in (("argued", "5 3"), ("disputed", "1.5 3")):
        assert dashes.count(dash) == sum(each.certainty == certainty for each in descents)
    printed = str(svg[1].text)
    assert "French tarot comes from Tarot in France before 1700 (argued)." in printed
    assert printed.count(" comes from ") == len(descents), "the text alternative tells all of them"
    right, bottom = (float(value) for value in str(svg.get("viewBox")).split()[2:])
    for path in svg.iter(f"{NS}path"):
        assert all(float(x) < right for x in re.findall(r"[MH](\d+)", str(path.get("d"))))
    assert bottom > 28 * len(list(everybody(tree().roots)))


def test_every_format_has_every_game_and_event(history: History) -> None:
    blocks = [*describe_games(LIBRARY), *describe_timeline(LIBRARY)]
    for made in (html(blocks), markdown(blocks), latex(blocks)):
        assert all(name.split("'")[0] in made for name in (game.name for game in history.games.values()))
        assert "16 September 1440" in made and "1412–1425" in made and "about 1720" in made


def test_the_timeline_is_in_order(history: History) -> None:
    dates = [event.date for event in history.events]
    assert dates == sorted(dates)
    (table,) = (block for block in describe_timeline(LIBRARY) if isinstance(block, Table))
    assert len(table.rows) == len(dates)


@pytest.mark.parametrize(
    ("date", "until", "circa", "words"),
    [
        ("1505", "", False, "1505"),
        ("1505-06", "", False, "June 1505"),
        ("1440-09-16", "", False, "16 September 1440"),
        ("1412", "1425", False, "1412–1425"),
        ("1720", "", True, "about 1720"),
    ],
)
def test_dates_in_words(date: str, until: str, circa: bool, words: str) -> None:
    facts = {"where": "x", "kind": "game", "what": "x", "certainty": "attested"}
    assert (
        date_words(
            EventFile.model_validate({"date": date, "circa": circa, **facts, **({"until": until} if until else {})})
        )
        == words
    )


def run(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main(["history", *args])
    assert not caught.value.code
    return capsys.readouterr().out


def test_the_command_prints_both_or_one(capsys: pytest.CaptureFixture[str], history: History) -> None:
    both = run(capsys)
    assert "The family of games" in both and "Timeline" in both
    assert "Timeline" not in run(capsys, "--games") and "family" not in run(capsys, "--timeline")
    data = json.loads(run(capsys, "--json"))
    assert [game["id"] for game in data["games"]] == list(history.games)
    assert data["descents"][0]["from"] == "karnoeffel" and len(data["events"]) == len(history.events)
    rows = list(csv.DictReader(io.StringIO(run(capsys, "--format", "csv"))))
    assert [row["date"] for row in rows] == [event.date for event in history.events]
    assert {key for row in rows for key in row["sources"].split()} <= Library().sources().keys()
