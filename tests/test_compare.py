"""Rulesets set against each other: facts, words, table, family tree, command and pages."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tarot_teach as tt
from tarot_teach.blocks import Block, FamilyTree, Heading, Paragraph, Table
from tarot_teach.cli import main
from tarot_teach.cli.library import library_of
from tarot_teach.errors import LoadError
from tarot_teach.explain.rulebook import param_changes, param_differences
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import is_file
from tarot_teach.render import html, markdown, page
from tarot_teach.render.pictures import family_svg
from tarot_teach.render.terminal import plain_text
from tarot_teach.rules import Citation, Evidence, Prose, Rule, Ruleset, Unit
from tarot_teach.text import RuleRef, TermRef, Text
from tarot_teach.topics.compare.family import describe_family, family_of
from tarot_teach.topics.compare.rulesets import (
    Difference,
    DifferenceKind,
    RuleDifference,
    compare_games,
    compare_rules,
)
from tarot_teach.topics.compare.rulesets_page import describe_comparison, limits
from tests.helpers import LIBRARY, fitting

DOCS = Path(__file__).parent.parent / "docs"
NAMES = LIBRARY.ids()


def printed(*rulesets: Ruleset, **how: Any) -> str:
    return " ".join(plain_text(describe_comparison(rulesets, **how), width=200).split())


def with_rule(ruleset: Ruleset, id: str, **fields: Any) -> Ruleset:
    return replace(ruleset, rules={**ruleset.rules, id: replace(ruleset.rules[id], **fields)})


def compare(*rulesets: Ruleset) -> list[Difference | RuleDifference]:
    return [*compare_games(rulesets), *compare_rules(rulesets)]


def rules_of(found: list[Difference | RuleDifference]) -> dict[str, RuleDifference]:
    return {difference.rule: difference for difference in found if isinstance(difference, RuleDifference)}


# ---------------------------------------------------------------- facts


def test_nothing_differs_from_itself(library: Library) -> None:
    again = Library()
    names = [*NAMES, *(f"{fitting(option)[-1]}+{option}" for option in library.ids("option"))]
    for name in names:
        ruleset = library.load(name)
        assert compare(ruleset, ruleset) == [] == compare(ruleset, again.load(name), ruleset), name


def test_what_differs_is_what_the_rules_say_whichever_comes_first(library: Library) -> None:
    for one, other in combinations([library.load(name) for name in NAMES], 2):
        found = compare_rules([one, other], everything=True)
        back = {frozenset(entry.ids): entry for entry in compare_rules([other, one], everything=True)}
        assert {id for entry in found for id in entry.ids} == {*one.rules, *other.rules}
        for entry in found:
            ours, theirs = entry.rules
            id, kinds = entry.rule, entry.kinds
            assert {*kinds} == {*back[frozenset(entry.ids)].kinds}
            assert (DifferenceKind.ONLY_SOME in kinds) == (ours is None or theirs is None)
            if ours and theirs:
                assert (DifferenceKind.MECHANISM in kinds) == (ours.mechanism != theirs.mechanism)
                values = ours.mechanism == theirs.mechanism and any(param_differences((ours, theirs)))
                assert (DifferenceKind.VALUES in kinds) == values, (one.name, other.name, id)
                if not kinds:
                    assert (ours.text, ours.title, ours.sources) == (theirs.text, theirs.title, theirs.sources)


def test_all_at_once_differ_where_two_of_them_do(library: Library) -> None:
    rulesets = [library.load(name) for name in NAMES]
    pairs = [entry for pair in combinations(rulesets, 2) for entry in compare_rules(pair) if entry.of_rule]
    found = compare_rules(rulesets)
    assert {id for entry in found if entry.of_rule for id in entry.ids} == {id for entry in pairs for id in entry.ids}
    listed = {id for entry in compare_rules(rulesets, everything=True) for id in entry.ids}
    assert listed == {id for ruleset in rulesets for id in ruleset.rules}


def test_the_two_versions_of_the_encyclopedia(library: Library) -> None:
    found = compare(library.load("enc2011-4"), library.load("enc2020-4"))
    assert [(entry.rule, entry.kinds[0]) for entry in found if isinstance(entry, RuleDifference)] == [
        ("deal.first_packet", DifferenceKind.VALUES),
        ("score.last_trick_bonus", DifferenceKind.VALUES),
    ]
    bonus = {param.name: param.values for param in rules_of(found)["score.last_trick_bonus"].params}
    assert bonus == {"by": ("card", "trick"), "slam_shift": (True, "card")}


def test_a_rule_of_another_kind(library: Library) -> None:
    found = rules_of(compare(library.load("fft-4"), library.load("fft-5")))
    assert (
        DifferenceKind.MECHANISM in found["score.settlement"].kinds
        and DifferenceKind.VALUES not in found["score.settlement"].kinds
    )
    assert found["call.king"].kinds == (DifferenceKind.ONLY_SOME,) and found["call.king"].rules[0] is None
    assert {param.name: param.values for param in found["declare.handful"].params}["levels.single"] == (10, 8)


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"title": "Going up"}, "title"),
        ({"text": Prose.compile("Otherwise.")}, "text"),
        ({"note": Prose.compile("A note.")}, "note"),
        ({"sources": (Citation("guide", "Bidding"),)}, "sources"),
        ({"evidence": Evidence.HOUSE}, "evidence"),
        ({"because": "So they say."}, "evidence"),
    ],
)
def test_other_words_are_no_other_rule(french: Any, fields: dict[str, Any], word: str) -> None:
    ruleset: Ruleset = french.ruleset
    other = with_rule(ruleset, "bid.higher", **fields)
    (difference,) = compare_rules([ruleset, other])
    assert (difference.kinds, difference.words, difference.of_rule) == ((DifferenceKind.WORDS,), (word,), False)
    text = printed(ruleset, replace(other, name="other"))
    assert (
        "They do not differ in any rule. 1 rule differs only in its words" in text and "Where they differ" not in text
    )
    heading = "Attested otherwise only" if word == "evidence" else "Said in other words only"
    assert heading in text and "(bid.higher): " in text


def test_a_house_rule_on_top_says_nothing_of_the_rules_that_it_leaves_alone(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    change = "{because: ours, params: {by_honours: {3: 40}}}"
    path.write_text(
        f"format: 1\nid: own\ntitle: Own\nextends: fft-4\nchanges: {{count.target: {change}}}\n", encoding="utf-8"
    )
    both = [tt.load("fft-4"), tt.load(path)]
    assert [difference.rule for difference in compare_rules(both)] == ["count.target"]
    assert str(both[0].evidence) == "codified" and str(both[1].evidence) == "house"


def test_words_of_games_that_differ_name_the_games_that_have_them(library: Library) -> None:
    text = printed(*map(library.load, ("fft-4", "fft-5", "early-17c")))
    assert "“talon” in the game of twelve cards for “chien”" in text and "['" not in text


def test_line_ends_in_prose_are_no_difference(french: Any) -> None:
    ruleset: Ruleset = french.ruleset
    text = ruleset.rules["bid.higher"].text
    assert text is not None
    again = Prose.compile(text.source.replace(" ", "\n  ", 3))
    assert compare(ruleset, with_rule(ruleset, "bid.higher", text=again)) == []


def test_the_order_of_application_counts_within_a_step(french: Any) -> None:
    ruleset: Ruleset = french.ruleset
    ids = list(ruleset.rules)
    at = ids.index("score.base")
    ids.insert(at + 2, ids.pop(at))
    other = replace(ruleset, rules={id: ruleset.rules[id] for id in ids})
    moved = compare_rules([ruleset, other])
    assert [difference.kinds for difference in moved] == [(DifferenceKind.ORDER,)]
    assert moved[0].moved == (False, True) and moved[0].rule.startswith("score.")
    assert "elsewhere among the rules of its step" in printed(ruleset, other)
    apart = [*(id for id in ruleset.rules if id.startswith("score.")), *ids]
    between = replace(ruleset, rules={id: ruleset.rules[id] for id in apart if id in ruleset.rules})
    assert all(entry.rule.startswith("score.") for entry in compare_rules([between, other]))


def test_the_games_as_wholes(library: Library) -> None:
    french, early, guide = (library.load(name) for name in ("fft-4", "early-17c", "guide-4"))
    names = {feature.name for feature in compare_games([french, early])}
    assert {"players", "evidence", "term.petit"} <= names and "unit" not in names and "deck" not in names
    assert {feature.name: feature.values for feature in compare_games([french, guide])}["unit"] == ("1", "$0.01")
    other = replace(
        french, name="x", players=(4, 5), evidence=Evidence.HOUSE, unit=Unit("$"), deck=replace(french.deck, id="small")
    )
    assert [f.name for f in compare_games([french, other])] == ["players", "deck", "evidence", "unit"]
    text = printed(french, other)
    assert "not for the same number of players" in text and "different packs" in text
    renamed = replace(french, name="y", terms={**french.terms, "taker": TermRef("taker", "soloist")})
    assert [feature.name for feature in compare_games([french, renamed])] == ["term.taker"]
    assert compare_rules([french, renamed]) == []


def test_games_that_are_no_relatives_are_compared_as_far_as_that_makes_sense(library: Library) -> None:
    french, early = library.load("fft-4"), library.load("early-17c")
    text = printed(french, early)
    assert "Not all of them come from the same game." in text and "not for the same number" in text
    assert (
        "Only in the federation's game for four" in text
        and "Only in the game of twelve cards" in text
        and "(score.cards)" in text
    )
    assert "same game" not in printed(french, library.load("blog-5"))


# ---------------------------------------------------------------- words


def test_a_dropped_rule_is_listed_with_the_reason(library: Library) -> None:
    blog = library.load("blog-4")
    reason = f"Left out in the blog's game for four: {next(iter(blog.dropped.values())).because}"
    assert reason in printed(library.load("fft-4"), blog)
    text = printed(library.load("fft-4"), library.load("fft-5"), blog)
    assert f"(discard.never): not in the blog's game for four. {reason}" in text
    assert re.search(r"\(call\.king\):.* Only in the federation's game for five\.", text)


def test_each_place_has_values_words_and_sources_of_each(library: Library) -> None:
    text = printed(library.load("enc2011-4"), library.load("enc2020-4"))
    assert "They differ in 2 rules of 45." in text
    for words in (
        "(score.last_trick_bonus)",
        "counts too when a side wins all",
        "wins the last trick with the 1 of trumps",
        "[enc2020,",
    ):
        assert words in text, words
    whole = printed(library.load("enc2011-4"), library.load("enc2020-4"), everything=True)
    assert "The same in both" in whole and "(play.overtrump)" in whole and "(play.overtrump)" not in text


def test_equal_rules_stand_together_and_inherited_rules_are_named(library: Library) -> None:
    names = ("fft-4", "guide-4", "enc2011-4", "enc2020-4", "blog-4")
    blocks = describe_comparison([library.load(name) for name in names], rules=["score.handful"])
    table = [block for block in blocks if isinstance(block, Table)][-1]
    rows = [[str(cell) for cell in row] for row in table.rows]
    assert [row[0] for row in rows] == [
        "the federation's game for four, the beginner's guide, the blog's game for four",
        "the encyclopedia's game for four of 2011; taken over: the encyclopedia's game for four of 2020",
    ]
    assert rows[1][1] == "double: 40, triple: 60" and rows[1][3] == "[enc2011, “Poignée”]"
    blocks = describe_comparison([library.load(name) for name in names], rules=["deal.first_dealer"])
    table = [block for block in blocks if isinstance(block, Table)][-1]
    assert [str(row[3]).count("[guide,") for row in table.rows] == [0, 1]


def test_one_rule_alone_even_where_it_is_the_same(library: Library) -> None:
    pair = [library.load("fft-4"), library.load("fft-5")]
    text = printed(*pair, rules=["play.overtrump"])
    assert "(play.overtrump)" in text and "They differ" not in text
    assert "no such rule" in printed(*pair, rules=["call.king"])
    with pytest.raises(LoadError, match=r"did you mean 'call\.king'"):
        describe_comparison(pair, ["call.kin"])
    with pytest.raises(LoadError, match="at least two"):
        describe_comparison(pair[:1])


def matrix(library: Library, *names: str, **how: Any) -> list[list[str]]:
    blocks = describe_comparison([library.load(name) for name in names], matrix=True, **how)
    return [
        [str(cell) for cell in row] for block in blocks if isinstance(block, Table) for row in (block.head, *block.rows)
    ]


def test_the_matrix_marks_what_differs_from_the_first(library: Library) -> None:
    head, *rows = matrix(library, "fft-4", "guide-4", "enc2011-4", "enc2020-4", "blog-4")
    assert head[:3] == ["Rule", "The federation's game for four", "The beginner's guide"] and len(head) == 6
    cells = {row[0]: row[1:] for row in rows}
    assert cells["Petit au bout"] == [
        "by: trick, slam shift: yes",
        "≠ slam shift: no",
        "≠ by: card",
        "≠ slam shift: card",
        "=",
    ]
    assert cells["Poignées"][2:4] == ["≠ double: 40, triple: 60", "(≠ double: 40, triple: 60)"]
    assert cells["What may never be laid away"] == ["yes", "=", "=", "=", "—"]
    assert "Going over" not in cells


def test_of_many_the_matrix_says_what_most_of_them_have(library: Library) -> None:
    french = [name for name in NAMES if name.startswith(("fft", "enc", "guide", "blog"))]
    head, *rows = matrix(library, *french)
    labels = [str(Text((library.load(name).label,)).upper_first()) for name in NAMES]
    assert head == ["Rule", "Most often", *(labels[NAMES.index(name)] for name in french)] and all(
        len(row) == len(head) for row in rows
    )
    titles = [row[0] for row in rows]
    assert len(set(titles)) == len(titles)
    bonus = next(row for row in rows if row[0] == "Petit au bout")
    assert bonus[1] == "by: trick, slam shift: yes" and bonus[2 + french.index("enc2011-3")] == "≠ by: card"
    parts = [row for row in matrix(library, *NAMES, columns=4) if row[0] == "Rule"]
    assert [name for row in parts for name in row[2:]] == labels and max(map(len, parts)) == 6
    assert matrix(library, "fft-4", "fft-4") == []


def test_references_lead_to_the_rules_of_each(library: Library) -> None:
    refs = [
        part
        for block in describe_comparison([library.load("fft-4"), library.load("fft-5")])
        for part in parts_of(block)
        if type(part).__name__ == "RuleRef"
    ]
    assert {ref.ruleset for ref in refs} >= {"fft-4", "fft-5"}


def parts_of(block: Block) -> list[Any]:
    rows = getattr(block, "rows", ()) or [getattr(block, "items", ())]
    return [part for row in rows for cell in row for part in cell]


# ---------------------------------------------------------------- family


def test_the_family_has_everybody_once_behind_the_parent(library: Library) -> None:
    names = [ruleset.id for ruleset in family_of(library)]
    assert sorted(names) == NAMES
    for ruleset in family_of(library):
        assert not ruleset.lineage or names.index(ruleset.lineage[0]) < names.index(ruleset.id)
    assert [ruleset.id for ruleset in family_of(library, ["enc2020-5"])] == [
        "fft-4",
        "enc2011-4",
        "enc2011-5",
        "enc2020-5",
    ]
    assert [ruleset.id for ruleset in family_of(library, ["fft-4+misere"])] == ["fft-4"]


def test_the_drawing_has_every_ruleset_by_its_title(library: Library) -> None:
    _heading, lead, tree, _house_rules, table = describe_family(library)
    assert isinstance(tree, FamilyTree) and isinstance(table, Table) and isinstance(lead, Paragraph)
    assert "The family of games" in str(lead.text)
    titles = {library.load(name).title for name in NAMES}
    svg = ElementTree.fromstring(str(family_svg(tree)))
    ns = "{http://www.w3.org/2000/svg}"
    assert svg[0].tag == f"{ns}title" and svg[1].tag == f"{ns}desc" and svg.get("role") == "img"
    assert "are made French tarot for five (encyclopedia, 2020)." in str(svg[1].text)
    assert {text.text for text in svg.iter(f"{ns}text")} == titles
    right, bottom = (float(value) for value in str(svg.get("viewBox")).split()[2:])
    assert right < 600, "it fits a page"
    assert all(
        0 < float(c.get("cx", 0)) < right and 0 < float(c.get("cy", 0)) < bottom for c in svg.iter(f"{ns}circle")
    )
    listed = markdown([tree])
    assert all(f"**{title}**" in listed.replace("\\", "") for title in titles) and "In commands: enc2020-5." in listed
    assert html([tree]).count("<li>") == len(NAMES)
    rows = {str(option): str(fitting) for option, fitting in table.rows}
    assert len(rows) == len(library.ids("option"))
    assert rows["A lone Bagatto may be laid away"] == "Scarto"
    assert rows["Suit or rank"] == "Burro and all that are made from it"


# ---------------------------------------------------------------- command


@pytest.fixture(autouse=True)
def one_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands about shipped rulesets share a library: each new one seeks anew which house rules fit which ruleset."""

    def shared(*names: str) -> Library:
        return library_of(*names) if any(is_file(Path(name)) for name in names) else LIBRARY

    monkeypatch.setattr("tarot_teach.cli.questions.library_of", shared)


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["compare", *args])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(caught.value.code or 0), " ".join(out.split()), err


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert "does not differ from itself" in run(capsys, "fft-4", "fft-4")[1]
    assert "Only in the federation's game for four, with misere" in run(capsys, "fft-4", "fft-4+misere")[1]
    code, out, _err = run(capsys, "fft-4", "fft-5", "blog-4")
    assert code == 0 and out.index("At a glance") < out.index("Where they differ")
    assert "French tarot for five (encyclopedia, 2020): In commands: enc2020-5." in run(capsys, "--family")[1]
    for args, words in (((), "at least two"), (("fft-4",), "at least two")):
        code, _out, err = run(capsys, *args)
        assert code == 2 and words in err
    assert run(capsys, "fft-4", "fft-55")[0] == 1
    assert "did you mean 'score.base'" in run(capsys, "fft-4", "fft-5", "--rule", "score.bas")[2]


@pytest.mark.parametrize("kind", ["html", "markdown", "latex"])
def test_the_command_in_every_format(capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str) -> None:
    for args in (("fft-4", "fft-5"), ("fft-4", "fft-5", "fft-3"), ("--family",)):
        out = tmp_path / "made"
        code, said, _err = run(capsys, *args, "--format", kind, "--out", str(out))
        text = out.read_text(encoding="utf-8")
        assert code == 0 and str(out) in said and "federation" in text
        assert kind != "html" or (text.startswith("<!doctype html>") and text.count("<h1") == 1)
        assert kind != "latex" or text.startswith("\\documentclass")


def test_a_file_is_written_whole_or_not_at_all(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _out, err = run(capsys, "fft-4", "fft-5", "--out", str(tmp_path / "no" / "such"))
    assert code == 1 and "cannot be written" in err and not list(tmp_path.iterdir())


def test_a_user_file_is_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\n"
        "changes:\n  score.base: {params: {amount: 30}, because: we like it}\n",
        encoding="utf-8",
    )
    code, out, err = run(capsys, "fft-4", str(path))
    assert code == 0, err
    assert "They differ in 1 rule of 45." in out and "Game points for every deal 25 30" in out
    assert "Mine: In commands: mine." in run(capsys, "--family", str(path))[1]


def test_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["compare", "fft-4", "fft-5", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert [entry["name"] for entry in found["rulesets"]] == ["fft-4", "fft-5"] and found["differ"]
    assert found["games"] == [{"name": "players", "values": [[4], [5]]}]
    rules = {entry["id"]: entry for entry in found["rules"]}
    assert rules["call.king"]["in"][0] is None and rules["call.king"]["kinds"] == ["only_some"]
    assert {"name": "talon", "values": [6, 3]} in rules["deal.packets"]["params"]
    assert set(rules["deal.packets"]["in"][1]) == {"mechanism", "params", "text", "evidence", "sources"}
    for args, empty in ((("fft-4", "fft-4"), True), (("--family",), False)):
        with pytest.raises(SystemExit):
            main(["compare", *args, "--format", "json"])
        made = json.loads(capsys.readouterr().out)
        assert (made["rules"] == [] and not made["differ"]) if empty else len(made) == len(NAMES)


def test_words_of_the_json_are_documented() -> None:
    text = (DOCS / "reference" / "json.md").read_text(encoding="utf-8")
    assert all(f"`{kind}`" in text for kind in DifferenceKind)


# ---------------------------------------------------------------- pages


def test_the_page_of_all_rulesets_has_all_of_them() -> None:
    text = (DOCS / "rules" / "comparison.md").read_text(encoding="utf-8")
    named = [line.split()[1:] for line in text.splitlines() if line.startswith("```{tarot:compare}")]
    assert sorted(named[0]) == NAMES
    assert {name for names in named[1:4] for name in names} == {*NAMES} - {
        "early-17c",
        "marolles",
        "scarto",
        "piedmont-4",
        "sicilian-3",
        "troccas-1962",
        "troggu",
        "minchiate",
        "ottocento",
        "danish-2011",
        "cego-parlett",
        "tapp-meyers-1909",
        "bavarian-tarock",
        "ruff-and-honours",
        "karnoeffel-reconstructed",
        "tapp-classical",
        "point-tarock",
        "koenigrufen-ooe-2023",
        "koenigrufen-sauwald-2019",
        "koenigrufen-tirol-2020",
        "dreiertarock-mayr",
        "dreiertarock-st-louis",
        "strohmandeln-mayr",
        "strohmandeln-wz-2007",
        "paskievics-2018",
        "zwanzigerrufen",
        "hombre-1674",
        "hombre-blog",
        "tresillo",
        "slovenian-pagat",
        "slovenian-pagat-3",
        "burro",
        "burro-portuguese",
        "casita-robada",
    }


def test_a_wide_table_keeps_its_first_column(library: Library) -> None:
    rulesets = [library.load(name) for name in NAMES]
    assert 'class="tt-table tt-wide"' in page(describe_comparison(rulesets, matrix=True), "All")


def test_nothing_that_an_author_writes_is_more_than_text(french: Any) -> None:
    ruleset: Ruleset = french.ruleset
    rule: Rule = ruleset.rules["bid.higher"]
    nasty = replace(rule, title="<script>alert(1)</script>", mechanism="<b>x</b>")
    other = replace(ruleset, name="<i>y</i>", plain_title="<img src=x>", rules={**ruleset.rules, "bid.higher": nasty})
    made = page(describe_comparison([ruleset, other, ruleset]), "x")
    assert not re.search(r"<script>alert|<img src=x|<i>y|<b>x", made)


def test_rules_of_unrelated_games_are_compared_by_kind(library: Library) -> None:
    """Rules of unrelated games are not of one kind because they share an id."""
    french, early = library.load("fft-4"), library.load("early-17c")
    printed = " ".join(map(str, limits([french, early])))
    assert "9 rules have a counterpart in each of them, and 9 of these are rules of the same kind." in printed
    rules = {**early.rules, "play.excuse": replace(early.rules["play.excuse"], mechanism="other")}
    printed = " ".join(map(str, limits([french, replace(early, rules=rules)])))
    assert "9 rules have a counterpart in each of them, and 8 of these are rules of the same kind." in printed
    assert "cannot be set against each other: The Excuse." in printed
    assert "of the same kind" not in " ".join(map(str, limits([french, library.load("guide-4")])))


@pytest.mark.parametrize(
    "names", [("fft-4", "guide-4"), ("hombre-blog", "tresillo"), ("scarto", "piedmont-4"), ("slovenian-pagat", "burro")]
)
def test_a_comparison_names_games_and_says_what_their_values_mean(library: Library, names: tuple[str, str]) -> None:
    """Ids of rulesets stand in the column of commands alone, and names of parameters nowhere in a comparison of two."""
    rulesets = [library.load(name) for name in names]
    tables = [block for block in describe_comparison(rulesets) if isinstance(block, Table)]
    assert [str(row[-1]) for row in tables[0].rows] == [*names] and str(tables[0].head[-1]) == "In commands"
    rules = [table for table in tables if any(str(row[0]) == "In words" for row in table.rows)]
    labels = [str(row[0]) for table in rules for row in table.rows]
    params = {
        name for ruleset in rulesets for rule in ruleset.rules.values() for name in type(rule.params).model_fields
    }
    assert labels and not {*labels} & {name.replace("_", " ") for name in params}
    text = printed(*rulesets)
    assert not [name for name in names if "-" in name and text.count(name) > 1]


def test_a_change_of_a_parameter_has_words(library: Library) -> None:
    one, other = (library.load(name).rules["play.draw"] for name in ("burro", "burro-portuguese"))
    changes = param_changes(param_differences((one, other)), other)
    assert changes == "Whether a player who has drawn may draw further cards before playing: yes (there no)"


def test_a_comparison_in_short_has_links_to_rules_in_place_of_their_words() -> None:
    names = ("fft-4", "fft-3", "fft-5")
    rulesets = [LIBRARY.load(name) for name in names]
    whole, short = describe_comparison(rulesets), describe_comparison(rulesets, in_short=True)
    assert [block for block in whole if isinstance(block, Heading)] == [b for b in short if isinstance(b, Heading)]
    tables = [
        block for block in short if isinstance(block, Table) and str(block.head[2:3] and block.head[2]) == "In words"
    ]
    cells = [row[2] for table in tables for row in table.rows if str(row[2]) != "—"]
    assert cells and all(isinstance(part, RuleRef) and part.ruleset in names for cell in cells for part in cell)
    assert len(plain_text(short)) < len(plain_text(whole)) * 3 / 4
