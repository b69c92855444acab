"""The history of the games: its file, the family, the timeline, the command."""

from __future__ import annotations

import csv
import functools
import io
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tarot_teach.blocks import Block, FamilyTree, Relative, Table
from tarot_teach.cli import main
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.render import html, latex, markdown
from tarot_teach.render.pictures import family_svg
from tarot_teach.render.place_map import SIGNS, map_svg, name_boxes
from tarot_teach.render.time_axis import games_svg
from tarot_teach.rules import Evidence
from tarot_teach.text import Text
from tarot_teach.topics.compare.distance import distance
from tarot_teach.topics.history.dates import date_words
from tarot_teach.topics.history.distances import FEW
from tarot_teach.topics.history.format import EventFile, History, read_history
from tarot_teach.topics.history.linked_data import history_linked
from tarot_teach.topics.history.page import describe_games, describe_timeline, history_of
from tarot_teach.topics.history.picture import GamesInTime
from tarot_teach.topics.history.places import PlaceDot, PlaceMap
from tarot_teach.topics.history.rule_forms import rule_forms
from tarot_teach.topics.history.rules_in_time import describe_rules_in_time
from tests.helpers import LIBRARY

NS = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def history() -> History:
    return history_of(LIBRARY)


@functools.cache
def games_page() -> list[Block]:
    return describe_games(LIBRARY)


@functools.cache
def timeline_page() -> list[Block]:
    return describe_timeline(LIBRARY)


def tree() -> FamilyTree:
    (found,) = (block for block in games_page() if isinstance(block, FamilyTree))
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


def test_each_entry_has_a_kind_of_evidence_and_a_place_on_the_map(history: History) -> None:
    for event in history.events:
        assert history.kind_of(event) != "report" or event.certainty == "second-hand"
        assert history.places.keys() >= {*event.at(history.places)}
    kinds = {history.kind_of(event) for event in history.events}
    assert kinds == {"document", "text", "cards", "printed_rules", "written_rules", "report"}
    for game in history.games.values():
        assert game.at(history.places), game.name
    assert history.kind_of(history.games["karnoeffel"]) == "document", "that of its first event"
    assert history.kind_of(history.games["troggu"]) == "report", "no event concerns it"
    found = {(each.parent, each.child): history.kind_of(each) for each in history.descents}
    assert found["triumphs", "old-french-tarot"] == "document" and found["triumphs", "tarocchini"] == "argument"
    assert found["triumphs", "troggu"] == "reconstructed"
    assert markdown(games_page()).count("Attested by: ") == 2
    used = {
        name for each in (*history.games.values(), *history.events, *history.orders) for name in each.at(history.places)
    }
    assert used == history.places.keys()


def test_rulesets_of_games_are_shipped(history: History) -> None:
    named = {name for game in history.games.values() for name in game.rulesets}
    assert {"fft-4", "early-17c"} <= named <= {*LIBRARY.ids()}


def test_the_picture_has_each_game_of_a_land_and_the_descents_between_them(history: History) -> None:
    (picture,) = (block for block in games_page() if isinstance(block, GamesInTime))
    assert sorted(bar.name for bar in picture.bars) == sorted(game.name for game in history.games.values())
    assert len(picture.lines) == len(history.descents)
    svg = ElementTree.fromstring(str(games_svg(picture)))
    right, bottom = (float(value) for value in str(svg.get("viewBox")).split()[2:])
    for dot in svg.iter(f"{NS}circle"):
        assert 0 < float(str(dot.get("cx"))) < right and 0 < float(str(dot.get("cy"))) < bottom
    assert len([*svg.iter(f"{NS}circle")]) == sum(bar.since is not None for bar in picture.bars)
    assert "Triumphs (tarocchi), Italy: since 1440." in str(svg[1].text)
    assert "Tarocchini, Italy: since about 1500, played now." in str(svg[1].text)
    assert "Droggn, Austria and its neighbours: its beginning is not known, until 1989." in str(svg[1].text)
    assert "Tarocchini" not in latex([picture]), "the table has the same"


def test_the_map_has_each_place_on_it_once_and_no_name_over_another(history: History) -> None:
    (picture,) = (block for block in games_page() if isinstance(block, PlaceMap))
    assert {*history.places} - {dot.name for dot in picture.dots} == {"Argentina"}
    assert "Outside the map: Argentina." in str(picture.legend)
    regions = {dot.name: dot.region is not None and picture.regions[dot.region] for dot in picture.dots}
    assert regions["Austria"] == "Austria and its neighbours", "most of its games, not all"
    assert regions["Nördlingen"] == "Germany and Denmark", "that of the game whose event it was"
    assert regions["Milan"] == "Italy", "most of the games whose rules were printed there"
    assert {dot.name: dot.games for dot in picture.dots}["Piedmont"] == 3
    svg = ElementTree.fromstring(str(map_svg(picture)))
    width, height = (float(value) for value in str(svg.get("viewBox")).split()[2:])
    boxes = name_boxes(picture.dots, width, height)
    assert not any(one.meets(other) for one, other in itertools.combinations(boxes, 2))
    assert all(box.left > 0 and box.right < width and box.top > 0 and box.bottom < height for box in boxes)
    names = [str(each.text) for each in svg.iter(f"{NS}text") if each.get("class") == "tt-name"]
    assert "Piedmont 3" in names and "Milan" in names and len(names) == len(picture.dots) + len(picture.regions)
    placed = {
        (x, y)
        for path in svg.iter(f"{NS}path")
        for x, y in re.findall(r"translate\(([\d.]+) ([\d.]+)\)", str(path.get("transform")))
    }
    assert len(placed) == len(names), "no sign upon another"
    printed = markdown(games_page())
    assert "| Florence | 43.8° N, 11.3° E | Minchiate (from the 16th century; the word from 1466) |" in printed
    assert (
        "| Argentina (land) | 34° S, 64° W |" in printed and "10 February 1442 (cards): Triumphs (tarocchi)" in printed
    )
    assert not latex([picture]).strip(), "the table has the same"


def test_more_lands_than_signs_and_places_upon_each_other_are_drawn() -> None:
    lands = tuple(f"land {number}" for number in range(len(SIGNS) + 1))
    dots = tuple(PlaceDot(f"town {land}", 47.0, 8.0, False, land, 1) for land in range(len(lands)))
    svg = str(map_svg(PlaceMap("x", Text(("x",)), Text(("x",)), dots, lands, "x")))
    assert all(f">town {land} 1</text>" in svg and f">land {land}</text>" in svg for land in range(len(lands)))


def test_each_game_has_its_first_and_last_in_a_table(history: History) -> None:
    known = next(block for block in games_page() if isinstance(block, Table) and len(block.head) == 6)
    rows = {str(row[0]): [str(cell) for cell in row[1:]] for row in known.rows}
    assert len(rows) == len(history.games)
    first, rules, last, now, codified = rows["French tarot"]
    assert first.startswith("about 1865, Frankfurt") and rules.startswith("June 2012, France") and last == "—"
    assert now.startswith("France") and "Fédération" in codified
    assert rows["Droggn"][2].startswith("the Stubai valley, in the 1980s")


def test_games_without_a_ruleset_say_what_is_known_and_what_is_not(history: History) -> None:
    shown = markdown(games_page())
    part = shown[shown.index("Games known in part") : shown.index("How each descent is known")]
    for game in history.games.values():
        assert (f"### {game.name}" in part) == bool(game.known), game.name
        assert all(words in part for words in game.lacks)
    assert "The Gstieß is no trump; it may be played at any time in place of following suit." in part
    assert part.count("Not told in what could be read:") == sum(bool(game.lacks) for game in history.games.values())


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("until: 1989}", "since: 1995, until: 1989}", "history.dates", "1989 is before 1995"),
        (
            "years: {until: 1989}",
            "now: {says: Tyrol, sources: [{source: enc2020, at: Droggn}]}",
            "history.now",
            "leave",
        ),
        ("packs: [tarot-piedmont,", "packs: [tarot-piemont,", "history.pack", "tarot-piedmont"),
        ("since: 1426", "since: 1226", "", "out of range"),
        (
            "rulesets: [scarto]",
            "rulesets: [scarto]\n    known: [{says: x, sources: [{source: enc2020, at: y}]}]",
            "history.known",
            "lacks",
        ),
        ("rulesets: [scarto]", "rulesets: [scarto]\n    lacks: [The deal.]", "history.lacks", "known"),
        ("where: Trun\n", "where: Trum\n", "history.place", "did you mean 'Trun'"),
        ("where: Trun\n", "where: Trun\n    places: [Grisons]\n", "history.twice", "leave"),
        ("places: [Piedmont, Nice]", "places: [Piedmont, Nizza]", "history.place", "Nizza"),
        ("places: [Piedmont, Nice]", "places: [Nice, Nice]", "history.twice", "leave"),
        ("latitude: 43.9,", "latitude: 4_3,", "file.value", "43.8"),
        ("latitude: 43.9,", "latitude: 93.9,", "file.value", "out of range"),
        ("wikidata: Q6397}", "wikidata: 6397}", "file.value", "Q90"),
        (
            "rests_on: written_rules\n    sources: [{source: tarok-net",
            "rests_on: hearsay\n    sources: [{source: tarok-net",
            "file.value",
            "written_rules",
        ),
        (
            "    rests_on: cards\n    sources: [{source: cards-old-no",
            "    sources: [{source: cards-old-no",
            "history.rests",
            "add",
        ),
        (
            "to: danish-tarok\n    certainty: argued\n",
            "to: danish-tarok\n    certainty: argued\n    rests_on: text\n",
            "history.rests",
            "rests on argument",
        ),
        (
            '{source: wikipedia-droggn, at: bonuses}]}\n    lacks: ["The bids',
            '{source: wikipedia-drogn, at: bonuses}]}\n    lacks: ["The bids',
            "history.source",
            "wikipedia-droggn",
        ),
    ],
)
def test_broken_years_and_packs_are_said(tmp_path: Path, old: str, new: str, code: str, said: str) -> None:
    text = LIBRARY.files("history")[0].read_text(encoding="utf-8")
    assert text.count(old) == 1
    broken = tmp_path / "history.yaml"
    broken.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        read_history(broken, LIBRARY)
    (problem,) = caught.value.problems
    assert said in f"{problem.message} {problem.hint}" and (not code or problem.code == code)
    assert problem.place is not None and problem.place.line


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
    blocks = [*games_page(), *timeline_page()]
    for made in (html(blocks), markdown(blocks), latex(blocks)):
        assert all(name.split("'")[0] in made for name in (game.name for game in history.games.values()))
        assert "16 September 1440" in made and "1412–1425" in made and "about 1720" in made


def test_the_timeline_is_in_order(history: History) -> None:
    dates = [event.date for event in history.events]
    assert dates == sorted(dates)
    table = next(block for block in timeline_page() if isinstance(block, Table))
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


def rows_of(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(run(capsys, *args, "--format", "csv"))))


def test_rows_of_each_part_hold_the_file(capsys: pytest.CaptureFixture[str], history: History) -> None:
    places = {row["name"]: row for row in rows_of(capsys, "--places")}
    assert places.keys() == history.places.keys()
    for name, place in history.places.items():
        row = places[name]
        assert (float(row["latitude"]), float(row["longitude"])) == (place.latitude, place.longitude)
        assert row["wikidata"] == place.wikidata and row["land"] == str(place.land).lower()
    games = {row["id"]: row for row in rows_of(capsys, "--games")}
    assert games.keys() == history.games.keys()
    assert {name for row in games.values() for name in row["places"].split("; ")} <= places.keys()
    for id, game in history.games.items():
        row = games[id]
        years = tuple(int(row[key]) if row[key] else None for key in ("earliest", "latest"))
        assert years == (game.years.since, game.years.until) and row["played_now"] == str(bool(game.now)).lower()
        assert all(id in places[name]["games"].split() for name in row["places"].split("; "))
    descents = rows_of(capsys, "--descents")
    assert [(row["from"], row["to"], row["certainty"]) for row in descents] == [
        (each.parent, each.child, each.certainty) for each in history.descents
    ]
    assert {row["evidence"] for row in descents} == {"document", "printed_rules", "argument", "reconstructed"}
    assert all(bool(row["who"]) == bool(row["sources"]) != bool(row["because"]) for row in descents)
    events = rows_of(capsys, "--timeline")
    for row, event in zip(events, history.events, strict=True):
        assert int(row["earliest"]) <= int(row["latest"]) and row["date"].startswith(row["earliest"])
        assert row["evidence"] == history.kind_of(event) and row["who"].count("; ") == len(event.sources) - 1
    assert next(row["who"] for row in events if row["date"] == "1412") == "Howard, Michael S. (2021), Introduction"
    assert events == rows_of(capsys), "without a part the timeline"


def test_a_distance_counts_what_one_lacks_and_halves_other_values() -> None:
    one, other = LIBRARY.load("fft-4"), LIBRARY.load("fft-4+misere")
    sourced = {id for id, rule in other.rules.items() if rule.evidence != Evidence.RECONSTRUCTED}
    assert one.rules.keys() < other.rules.keys() and len(sourced) < len(other.rules)
    added = sourced - one.rules.keys()
    changed = {id for id in sourced & one.rules.keys() if one.rules[id].params != other.rules[id].params}
    far, rules = distance(one, other)
    assert added and far == pytest.approx((len(added) + len(changed) / 2) / len(sourced)) and rules == len(sourced)
    assert distance(one, one) == (0, len(sourced & one.rules.keys()))
    assert distance(other, one).far == distance(one, other).far
    point, classical = LIBRARY.load("point-tarock"), LIBRARY.load("tapp-classical")
    assert distance(point, classical).far < 0.3 < distance(point, one).far < 1


def test_descents_stand_beside_distances_that_are_said_to_be_computed(
    capsys: pytest.CaptureFixture[str], history: History
) -> None:
    rows = rows_of(capsys, "--distances")
    for row in rows:
        ours, theirs, nearest = (LIBRARY.load(history.games[row[key]].rulesets[0]) for key in ("to", "from", "nearest"))
        assert float(row["distance"]) == round(distance(ours, theirs).far, 3) and int(row["rules"]) >= FEW
        assert float(row["nearest_distance"]) == round(distance(ours, nearest).far, 3) <= float(row["distance"])
    pairs = {(row["from"], row["to"]) for row in rows}
    assert ("tapp-tarock", "point-tarock") in pairs
    assert not any("old-french-tarot" in pair for pair in pairs), "its rules are reconstructed"
    assert ("triumphs", "scarto") not in pairs, "one has no ruleset"
    shown = markdown(games_page())
    assert "no source says it" in shown and "| Tresillo | L'Ombre | argued, argument |" in shown
    assert len(rows) == shown[shown.index("distance of the rules") :].count("\n| ") - 2, "all rows, and the head"


def test_each_kind_of_rule_and_each_value_has_its_first_source(
    capsys: pytest.CaptureFixture[str], history: History
) -> None:
    rows = rows_of(capsys, "--rules")
    rulesets = {name: LIBRARY.load(name) for name in LIBRARY.ids()}
    states = {name: id for id, game in history.games.items() for name in game.rulesets}
    assert states.keys() == rulesets.keys(), "each ruleset of the library is of a game"
    years = {key: re.search(r"\d{4}", source.year) for key, source in LIBRARY.sources().items()}
    for row in rows:
        rule = rulesets[row["ruleset"]].rules[row["rule"]]
        assert row["kind"] in (rule.mechanism, "worth") and rule.evidence in ("codified", "described")
        assert states[row["ruleset"]] == row["game"] and row["where"] == history.games[row["game"]].where
        games = [each.partition(" ") for each in row["games"].split("; ")]
        assert len({game for game, _blank, _year in games}) == len(games) == int(row["number"])
        dated = [year for _game, _blank, year in games if year]
        assert dated == sorted(dated) and row["year"] == (dated[0] if dated else ""), "the oldest one in front"
        if row["year"]:
            found = years[row["source"]]
            assert found and found[0] == row["year"]
            assert (row["source"], row["at"]) in {(each.source, each.at) for each in rule.sources}
        if row["parameter"] and row["kind"] != "worth":
            assert row["words"] and str(rule.params.model_dump()[row["parameter"]]) not in ("None", "", "[]")
    values = [(row["step"], row["kind"], row["parameter"], row["title"]) for row in rows if row["parameter"]]
    assert len(values) > 250 and len(rows) - len(values) > 250, "kinds, and values"
    worth = {(row["words"], row["value"]): row for row in rows if row["kind"] == "worth"}
    assert worth["Card points for Fool", "4"]["games"] == "scarto"
    assert worth["Card points for Fool", "4½"]["game"] == "french-tarot"
    assert worth["Card points for Fool", "5"]["games"].startswith("piedmont-4 1929; troccas 1962; tarocchini 1980")
    talon = {row["value"]: row for row in rows if (row["kind"], row["parameter"]) == ("hands_and_talon", "talon")}
    assert talon.keys() == {"2", "3", "4", "6", "10", "13"}
    assert (talon["3"]["year"], talon["3"]["game"], talon["3"]["where"]) == ("1929", "scarto", "Piedmont")
    assert {row["value"] for row in rows if row["kind"] == "last_trick_points" and row["parameter"]} == {"5", "6"}


def test_a_source_on_the_older_game_dates_no_other_one(capsys: pytest.CaptureFixture[str]) -> None:
    matadors = LIBRARY.load("tresillo").rules["play.matadors"]
    assert "cotton-1674" in {each.source for each in matadors.sources}, "taken over from L'Ombre"
    rows = rows_of(capsys, "--rules")
    assert not any("tresillo 1674" in row["games"] for row in rows)
    reserved = [each for each in LIBRARY.load("tresillo").rules["bid.all_pass"].sources if each.says]
    assert reserved and not any("tresillo 1765" in row["games"] for row in rows), "it speaks of the older game"


def test_the_page_has_a_row_for_what_several_games_have_and_folds_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = timeline_page()
    at = next(at for at, block in enumerate(blocks) if "Rules, by the first source" in html([block]))
    assert "a rule may be far older than the first source of this library" in markdown(blocks[at:]), "said once"
    tables = [block for block in blocks[at:] if isinstance(block, Table)]
    rows = [[str(cell) for cell in row] for table in tables for row in table.rows]
    assert 10 <= len(tables) <= 12 and len(rows) < 300, "a table for each part of the deal, that can be read"
    assert all(re.match(r"(about )?\d{4}", row[2]) for row in rows if row[1] == "in any form")
    talon = {row[1].partition(": ")[2] or row[1]: row for row in rows if "Cards of the talon" in row[1]}
    assert talon["3"][2].startswith("1929: Scarto, Piedmont")
    assert talon["3"][3] == "Bavarian Tarock 2012. No year: Danish tarok, Sicilian tarocchi."
    assert talon["Cards of the talon, in one game each"][2:] == ["4 (Ruff and Honours 1674) · 10 (Cego 2004)", "—"]
    data = rows_of(capsys, "--rules")
    kinds = [row for row in data if not row["parameter"] and row["year"] and int(row["number"]) > 1]
    assert len([row for row in rows if row[1] == "in any form"]) == len(kinds)
    left = len([row for row in data if not row["parameter"]]) - len(kinds)
    assert f"{left} kinds of rules are left out here" in markdown(blocks[at:])


def test_a_ruleset_of_which_the_history_does_not_speak_stands_for_its_family(history: History) -> None:
    silent = replace(
        history, games={id: game.model_copy(update={"rulesets": []}) for id, game in history.games.items()}
    )
    kinds = rule_forms(silent, LIBRARY)
    named = {each.game for kind in kinds for each in kind[0].games}
    assert named <= {LIBRARY.load(name).root for name in LIBRARY.ids()} and {"tapp-classical", "fft-4"} <= named
    assert "1674: L'Ombre of 1674 " in markdown(describe_rules_in_time(silent, LIBRARY))
    linked = history_linked(silent, LIBRARY)["@graph"]
    games = {game["@id"] for node in linked for game in node.get("crm:P2i_is_type_of", [])}
    assert "#game-tapp-classical" not in games <= {node["@id"] for node in linked}, "no game is named that is no node"


def test_linked_data_name_nothing_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "--format", "jsonld"))
    nodes = {node["@id"]: node for node in data["@graph"]}
    assert len(nodes) == len(data["@graph"]), "each has an id of its own"

    def within(part: object) -> Iterator[dict[str, object]]:
        if isinstance(part, dict):
            yield part
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from within(inner)

    parts = list(within(data["@graph"]))
    named = {str(part["@id"]) for part in parts if part.keys() == {"@id"}}
    assert named - nodes.keys() == {"prov:wasDerivedFrom", "crm:P2_has_type"}
    assert nodes["#place-Florence"]["sameAs"] == "http://www.wikidata.org/entity/Q2044"
    spans = {id: nodes[f"#game-{id}"].get("temporalCoverage") for id in ("minchiate", "cego", "droggn", "grosstarock")}
    assert spans == {"minchiate": "1500/1930", "cego": "1810/..", "droggn": "/1989", "grosstarock": "1720/"}


def test_the_command_prints_both_or_one(capsys: pytest.CaptureFixture[str], history: History) -> None:
    both = run(capsys)
    assert "The family of games" in both and "Timeline" in both
    assert "Timeline" not in run(capsys, "--games") and "family" not in run(capsys, "--timeline")
    data = json.loads(run(capsys, "--json"))
    assert [game["id"] for game in data["games"]] == list(history.games)
    assert data["descents"][0]["from"] == "karnoeffel" and len(data["events"]) == len(history.events)
    rows = rows_of(capsys)
    assert [row["date"] for row in rows] == [event.date for event in history.events]
    assert {key for row in rows for key in row["sources"].split()} <= Library().sources().keys()
