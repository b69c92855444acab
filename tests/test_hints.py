"""Hints for plain mistakes: a session without letters, braces without quotes, a file named without its path, a bid that is gone."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach.blocks import Table
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, RecordError
from tarot_teach.loading import Library
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.mechanisms import all_mechanisms
from tarot_teach.records.result_fields import example_of, examples_of
from tarot_teach.records.typed_results import read_result
from tarot_teach.topics.mechanisms.catalogue import kinds_of_rules
from tarot_teach.topics.mechanisms.page import describe_mechanisms
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tests.helpers import LIBRARY, run

HEAD = "format: 1\nid: evening\ntitle: Evening\nruleset: fft-4\n"
RIGHT = "  - result: {taker: A, contract: garde, points: 43, honours: 2}\n"


@pytest.mark.parametrize(
    ("players", "deals", "line", "hint"),
    [
        ("[Ann, Bob, Cid, Dan]", RIGHT, 5, "write players: {A: Ann, B: Bob, C: Cid, D: Dan}"),
        ("Ann Bob Cid Dan", RIGHT, 5, "write players: {A: Ann, B: Bob, C: Cid, D: Dan}"),
        ("{Ann: 1, Bob: 2, Cid: 3, Dan: 4}", RIGHT, 5, "write players: {A: 1, B: 2, C: 3, D: 4}"),
        ("[]", RIGHT, 5, "write players: {A: Agnès, B: Bertrand, C: Claire, D: Denis}"),
        ("", RIGHT, 5, "write players: {A: Agnès"),
        ("{}", RIGHT, 5, "write players: {A: Agnès"),
        ("{A: Ann, B: Bob, C: Cid, D: Dan}", "  []\n", 7, "write - result: {taker: A"),
        ("{Ann: , Bob: , Cid: , Dan: }", RIGHT, 5, "write players: {A: Ann, B: Bob, C: Cid, D: Dan}"),
        (
            "{A: Ann, B: Bob, C: Cid, D: Dan}",
            2 * "  - {taker: Ann, contract: prise, points: 43, honours: 2}\n",
            7,
            "write - result: {taker: A, contract: prise, points: 43, honours: 2}; so in every deal",
        ),
        ("{A: Ann, B: Bob, C: Cid, D: Dan}", "  - garde 43\n", 7, "write - result: {taker: A, contract: garde"),
        ("{A: Ann, B: Bob, C: Cid, D: Dan}", "  1: {taker: A}\n", 7, "write - result: {taker: A, contract: garde"),
    ],
)
def test_a_plain_mistake_in_a_session_is_reported_once(
    tmp_path: Path, players: str, deals: str, line: int, hint: str
) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text(f"{HEAD}players: {players}\ndeals:\n{deals}", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        keep_score(path, Library())
    (problem,) = caught.value.problems
    assert problem.place is not None and problem.place.line == line
    assert hint in str(problem.hint)


def test_what_the_hint_shows_is_right(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text(f"{HEAD}players: {{A: Ann, B: Bob, C: Cid, D: Dan}}\ndeals:\n{RIGHT}", encoding="utf-8")
    assert len(keep_score(path, Library()).deals) == 1


@pytest.mark.parametrize("text", ["title: {{ params.amount }} points", "a: {text: costs {{ params.amount }} points}"])
def test_curly_braces_need_quotes(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    (tmp_path / "own.yaml").write_text(text + "\n", encoding="utf-8")
    code, _out, err = run(capsys, "check", str(tmp_path / "own.yaml"))
    assert code == 1 and "a text with curly braces, such as {{ params.amount }}, needs quotes" in err


def test_a_file_is_named_by_its_path(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.yaml").write_text("format: 1\nid: club\ntitle: Club\nextends: fft-4\n", encoding="utf-8")
    Path("child.yaml").write_text("format: 1\nid: child\ntitle: Child\nextends: club\n", encoding="utf-8")
    assert "hint: to name the file, write ./club.yaml" in run(capsys, "rules", "club")[2]
    assert "hint: to name the file, write ./club.yaml" in run(capsys, "rules", "club+misere")[2]
    assert "fft-4" in run(capsys, "rules", "clubs")[2]
    Path("hand.yaml").write_text("format: 1\n", encoding="utf-8")
    assert "hint: to name the file, write ./hand.yaml" in run(capsys, "replay", "hand")[2]


HAND = "T21 T18 T12 T8 T5 T2 EX SR SD S9 S4 H5 H3 D7 D2 C10 C7 C2"


@pytest.mark.parametrize(
    ("dropped", "words"),
    [
        (["prise"], "the lowest bid that this game has, Garde, takes 56 points"),
        (["prise", "garde"], "the lowest bid that this game has, Garde sans le chien, takes 71 points"),
    ],
)
def test_advice_where_the_advised_bid_does_not_exist(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, dropped: list[str], words: str
) -> None:
    drops = ", ".join(f"bid.{name}: nobody bids it" for name in dropped)
    path = tmp_path / "club.yaml"
    path.write_text(f"format: 1\nid: club\ntitle: Club\nextends: fft-4\ndrops: {{{drops}}}\n", encoding="utf-8")
    code, out, _err = run(capsys, "evaluate", str(path), "--hand", HAND)
    output = " ".join(out.split())
    assert code == 0 and "With 44 points the table advises prise, a bid that this game does not have." in output
    assert f"The advice is to pass: {words}" in output


def test_advice_takes_the_next_lower_bid(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    text = "format: 1\nid: club\ntitle: Club\nextends: fft-4\ndrops: {bid.garde: nobody bids it}\n"
    path.write_text(text, encoding="utf-8")
    strong = "T21 T20 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV C2"
    output = " ".join(run(capsys, "evaluate", str(path), "--hand", strong)[1].split())
    assert "the table advises garde, a bid that this game does not have" in output and "to bid Prise" in output


def test_the_reference_lists_the_values_of_every_parameter() -> None:
    rows = [
        row
        for block in describe_mechanisms(kinds_of_rules(Library()))
        if isinstance(block, Table)
        for row in block.rows
    ]
    assert len(rows) == sum(len(mechanism.Params.model_fields) for mechanism in all_mechanisms())
    output = {(str(row[0]), str(row[1])) for row in rows}
    assert {("duty", "must | may"), ("alone", "true | false"), ("packet", "a whole number from 1 to 1000")} <= output
    assert ("levels", "{a name: a whole number from 0 to 1000}") in output
    assert ("amounts", "{made | announced | failed: a whole number from 0 to 1000}") in output


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_the_hints_of_count_lead_to_a_command_that_works(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    codes = [card.code for card in LIBRARY.load(name).deck.cards[:2]]
    for given in ("", " ".join(codes), f"{codes[0]} {codes[0]}", "no-card"):
        code, _out, err = run(capsys, "count", name, "--cards", given)
        if "count.none" in err:
            hinted = re.search("`(.*)`", err)
            assert hinted and run(capsys, *shlex.split(hinted[1]))[0] == 0, err
        elif "count.empty" in err:
            code = run(capsys, "count", name, "--cards", err.partition("pile: ")[2].partition(" [")[0])[0]
            assert code == 0, err
        else:
            assert not err or "name each card once" in err or re.search(r"hint: cards: \w+, \w+", err)
    code, _out, err = run(capsys, "count", name, "--cards", codes[0], "--combinations")
    if "leave out --combinations" in err:
        assert run(capsys, "count", name, "--cards", codes[0])[0] == 0


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_the_example_of_a_result_is_one_that_a_deal_brings(name: str) -> None:
    scorer = Engine(LIBRARY.load(name)).scorer
    for contract in (*scorer.index.contracts, None):
        if contract is None and scorer.has_sides:
            continue
        fields = examples_of(scorer.for_result(contract), contract)
        if any(field.kind == "piles" for field, _example in fields):  # all cards of a deal are no example for a hint
            assert "piles (" in example_of(scorer.for_result(contract), contract)
            continue
        given = {field.name: example for field, example in fields if field.kind != "fact"}
        facts = {field.name: example for field, example in fields if field.kind == "fact"}
        assert all(example for _field, example in fields), (name, contract)
        assert read_result(scorer, given | {"facts": facts}).result().sheets


@pytest.mark.parametrize(
    ("text", "english", "hint", "french", "conseil"),
    [
        (
            "a:\n  b: 1\n c: 2\n",
            "did not find expected key while parsing a block mapping",
            "give entries that belong together the same indentation",
            "la clé attendue manque dans une suite d’entrées",
            "donnez le même retrait aux entrées qui vont ensemble",
        ),
        (
            "a:\n\tb: 1\n",
            "found character that cannot start any token while scanning for the next token",
            "indent with blanks, not tabs",
            "rien ne peut commencer par ce signe à cet endroit",
            "faites les retraits avec des espaces, et non des tabulations",
        ),
        (
            "a: 'b\n",
            "found unexpected end of stream while scanning a quoted scalar",
            "a quotation mark is not closed",
            "le fichier s’arrête trop tôt dans un texte entre guillemets",
            "un guillemet n’est pas fermé",
        ),
        (
            "a: 1\nb\n",
            "could not find expected ':' while scanning a simple key",
            "write a colon and a blank after each key",
            "le deux-points attendu manque après une clé",
            "écrivez un deux-points et une espace après chaque clé",
        ),
        (
            "a: {{ params.n }}\n",
            "a key must be plain text",
            "a text with curly braces, such as {{ params.amount }}, needs quotes",
            "une clé doit être un simple texte",
            "un texte qui contient des accolades, comme {{ params.amount }}, demande des guillemets",
        ),
    ],
)
def test_a_text_that_is_no_yaml_is_refused_in_the_language_in_use(
    text: str, english: str, hint: str, french: str, conseil: str
) -> None:
    for code, words, cure in (("en", english, hint), ("fr", french, conseil)):
        with tt.language(code), pytest.raises(LoadError) as caught:
            read_yaml(text, name="mine.yaml")
        (problem,) = caught.value.problems
        assert problem.message.endswith(words) and problem.hint == cure
