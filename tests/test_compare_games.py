"""Games that do not come from each other: their rules matched by kind, features side by side, and one for players of the other."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest

from tarot_teach.blocks import Block, Bullets, Heading, Table
from tarot_teach.cli import main
from tarot_teach.render import html, latex, markdown
from tarot_teach.rules import Ruleset
from tarot_teach.text import PageRef, RuleRef
from tarot_teach.topics.compare.data import rulesets_data
from tarot_teach.topics.compare.features import FEATURES, describe_features, features_of
from tarot_teach.topics.compare.for_players import describe_for_players, for_players_data
from tarot_teach.topics.compare.rulesets import compare_rules, matched
from tarot_teach.topics.compare.rulesets_page import compared, describe_comparison
from tests.helpers import LIBRARY

RENAMED = {"play.follow_suit": "play.follow", "play.trump_when_void": "play.ruff", "score.counters": "score.honours"}


@pytest.fixture(scope="module")
def early() -> Ruleset:
    return LIBRARY.load("early-17c")


@pytest.fixture(scope="module")
def french() -> Ruleset:
    return LIBRARY.load("fft-4")


def renamed(ruleset: Ruleset, id: str = "other") -> Ruleset:
    """A game of its own with the same rules, some of them under other ids."""
    rules = (replace(rule, id=RENAMED.get(rule.id, rule.id)) for rule in ruleset.rules.values())
    return replace(ruleset, id=id, name=id, rules={rule.id: rule for rule in rules})


def test_rules_of_one_kind_are_one_rule_whatever_their_ids(early: Ruleset) -> None:
    other = renamed(early)
    assert compare_rules([early, other]) == []
    found = compare_rules([early, other], everything=True)
    assert len(found) == len(early.rules) and all(None not in each.rules for each in found)
    (follow,) = (each for each in found if each.rule == "play.follow_suit")
    assert follow.ids == ["play.follow_suit", "play.follow"]
    assert [each.rule for each in compared([early, other], ["play.follow"])] == ["play.follow_suit"], "by either id"


def test_the_other_game_is_compared_with_the_french_one_as_if_it_had_its_ids(french: Ruleset, early: Ruleset) -> None:
    plain = compare_rules([french, early], everything=True)
    for names in ([french, renamed(early)], [french, renamed(early), early]):
        found = compare_rules(names, everything=True)
        assert [each.kinds for each in found if each.rule in french.rules] == [
            each.kinds for each in plain if each.rule in french.rules
        ]
    back = compare_rules([renamed(early), french], everything=True)
    assert {each.rule for each in back if None not in each.rules} >= {"play.follow", "play.ruff"}


def test_two_rules_of_a_kind_are_not_guessed_at(early: Ruleset) -> None:
    other = renamed(early)
    twice = {**other.rules, "play.follow_again": replace(other.rules["play.follow"], id="play.follow_again")}
    games = matched([early, replace(other, rules=twice)])
    assert "play.follow_suit" not in games[1] and {"play.follow", "play.follow_again"} <= games[1].keys()


def test_variants_of_a_game_are_compared_by_ids_alone(french: Ruleset) -> None:
    other = replace(renamed(french, "fft-4"), name="fft-4+renamed")
    assert "play.follow" in {each.rule for each in compare_rules([french, other])}


def test_the_page_and_the_data_have_both_ids(early: Ruleset) -> None:
    other = renamed(early)
    blocks = describe_comparison([early, other], ["play.follow"])
    heads = [str(block.text) for block in blocks if isinstance(block, Heading)]
    assert heads == ["Following suit (play.follow_suit, play.follow)"]
    (rule,) = rulesets_data([early, other], compared([early, other], ["play.follow"]))["rules"]
    assert rule["id"] == "play.follow_suit" and "id" not in rule["in"][0] and rule["in"][1]["id"] == "play.follow"


# ---------------------------------------------------------------- features


def test_features_follow_from_the_rules() -> None:
    found = {name: dict(zip(FEATURES, map(str, cells), strict=True)) for name, cells in features_of(LIBRARY).items()}
    assert set(found) == {*LIBRARY.ids()}
    french, five, early = (found[name] for name in ("fft-4", "fft-5", "early-17c"))
    assert french["Pack"] == "78 cards" and french["Talon"].startswith("6 cards: ") and five["Talon"].startswith("3 ")
    assert french["Auction"] == "Prise, Garde, Garde sans le chien, Garde contre le chien" and early["Auction"] == "—"
    assert french["Over-trumping"] == "Duty" and early["Over-trumping"] == "No duty"
    assert french["Counting"] == "91 points: Card points" and early["Counting"] == "—"
    assert five["Partners"] == "Calling a king" and early["Partners"] == "Each for himself"
    assert early["Talon"] == "None; cards stay over" and early["Players"] == "2 to 6"


def test_each_feature_leads_to_its_rule() -> None:
    tables = [block for block in describe_features(LIBRARY) if isinstance(block, Table)]
    for table in tables:
        names = [[part.id for part in row[0] if isinstance(part, PageRef)] for row in table.rows]
        assert "The federation's game for four" in str(table.rows)
        assert sorted(name for alike in names for name in alike) == LIBRARY.ids()
        assert len(names) < len(LIBRARY.ids()), "those that agree share a row"
    assert sum(len(table.head) - 1 for table in tables) == len(FEATURES)
    parts = [
        part for table in tables for row in table.rows for cell in row for part in cell if isinstance(part, RuleRef)
    ]
    assert len(parts) > 40 and all(part.id in LIBRARY.load(part.ruleset).rules for part in parts)


# ---------------------------------------------------------------- for players


def items(blocks: list[Block], title: str) -> list[str]:
    """The items under a heading."""
    at = next(i for i, block in enumerate(blocks) if isinstance(block, Heading) and str(block.text) == title)
    listed = blocks[at + 1]
    assert isinstance(listed, Bullets)
    return [str(item) for item in listed.items]


def test_a_player_is_told_what_will_trip(french: Ruleset, early: Ruleset) -> None:
    blocks = describe_for_players(french, early)
    assert str(getattr(blocks[1], "text", "")) == (
        "It is for 2 to 6 players, with the pack that you know. 6 rules are as you know them, 3 differ and 5 are new. "
        "36 rules that you know fall away."
    )
    trips = items(blocks, "What will trip you")
    assert any(
        words.startswith("Direction: Everything goes round clockwise") and "used to this" in words for words in trips
    )
    assert any(words.startswith("Going over: This falls away.") for words in trips), "a habit that is none any more"
    assert not any(words.startswith("The écart") for words in trips), "nothing is laid away at all"
    assert "What you call “Excuse” is called “Fool” here." in trips
    assert not any("poignée" in words for words in trips), "a word that the game does not need"
    assert any(words.startswith("Points for cards: ") for words in items(blocks, "What is new"))
    assert any(words.startswith("The play: The first lead, ") for words in items(blocks, "What is the same"))
    assert any(words.startswith("The chien: ") for words in items(blocks, "What falls away"))


def test_every_rule_of_both_games_is_spoken_of_once(french: Ruleset, early: Ruleset) -> None:
    data = for_players_data(french, early)
    assert sorted([*data["same"], *data["changed"], *data["new"]]) == sorted(early.rules)
    assert len(data["same"]) + len(data["changed"]) + len(data["gone"]) == len(french.rules)


def test_any_two_rulesets_can_be_set_against_each_other(french: Ruleset) -> None:
    for name in LIBRARY.ids():
        blocks = describe_for_players(french, LIBRARY.load(name))
        assert html(blocks) and markdown(blocks) and latex(blocks)
    blocks = describe_for_players(LIBRARY.load("early-17c"), french)
    assert "Direction: Everything goes round counter-clockwise" in items(blocks, "What will trip you")[0]


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["compare", *args])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = run(capsys, "fft-4", "early-17c", "--for-players")
    assert not code and "What will trip you" in out
    assert json.loads(run(capsys, "fft-4", "early-17c", "--for-players", "--json")[1])["game"] == "early-17c"
    code, _out, err = run(capsys, "fft-4", "--for-players")
    assert code == 2 and "compare.two" in err
    rows = list(csv.DictReader(io.StringIO(run(capsys, "--features", "--format", "csv")[1])))
    assert [row["ruleset"] for row in rows] == LIBRARY.ids()
    assert json.loads(run(capsys, "--features", "early-17c", "--json")[1])[0]["auction"] == "—"
    assert "Over-trumping" in run(capsys, "--features", "fft-4", "--format", "markdown")[1]
