"""The table of contracts: rules, groups and maps by contract from its rows, and its faults with their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.advice.format import known_contracts
from tarot_teach.loading import Library
from tarot_teach.topics.mechanisms.catalogue import kinds_of_rules
from tests.helpers import LIBRARY, run

SLOVENIAN = LIBRARY.find("ruleset", "slovenian-pagat")


def altered(folder: Path, old: str, new: str) -> Path:
    """Slovenian tarok with one text in place of another."""
    text = SLOVENIAN.read_text(encoding="utf-8")
    assert old in text
    path = folder / "table.yaml"
    path.write_text(text.replace(old, new, 1).replace("id: slovenian-pagat", "id: table"), encoding="utf-8")
    return path


def test_rows_are_contracts_with_groups_and_amounts() -> None:
    ruleset = LIBRARY.load("slovenian-pagat")
    bids = [rule.id for rule in ruleset.at("bid")]
    assert bids[4:7] == ["bid.klop", "bid.three", "bid.two"] and bids[-1] == "bid.all_pass"
    assert ruleset.rules["bid.klop"].mechanism == "unbid_contract"
    value = ruleset.rules["score.value"]
    amounts = value.params.model_dump()["amounts"]
    assert [*amounts] == list(value.under) and (amounts["three"], amounts["valat_without"]) == (10, 500)


def test_a_row_counts_as_a_rule_of_its_mechanism() -> None:
    (kind,) = kinds_of_rules(LIBRARY, "unbid_contract")
    assert ("ruleset", "slovenian-pagat") in kind.used_by
    assert "klop" not in known_contracts(LIBRARY) and "three" in known_contracts(LIBRARY)


def test_a_child_alters_what_the_table_says(tmp_path: Path) -> None:
    child = tmp_path / "child.yaml"
    child.write_text(
        "format: 1\nid: child\ntitle: Child\nextends: slovenian-pagat\nevidence: house\nbecause: A test.\n"
        "changes: {score.value: {because: A test., params: {amounts: {three: 15}}}}\n"
        "drops: {bid.open_beggar: It is not played., score.radli: They are not, match.radli: They are not}\n",
        encoding="utf-8",
    )
    amounts = Library().load(str(child)).rules["score.value"].params.model_dump()["amounts"]
    assert amounts["three"] == 15 and amounts["two"] == 20 and "open_beggar" not in amounts


@pytest.mark.parametrize(
    ("old", "new", "said", "hint"),
    [
        ("    worth: 10\n", "    wort: 10\n", "no rule takes 'wort' from this table", "did you mean 'worth'?"),
        ("    talon: taken\n", "    tallon: taken\n", "no rule takes 'tallon' from this table", "did you mean 'talon'?"),
        ("contracts.worth", "contracts.worths", "the table of contracts has no column 'worths'", "did you mean 'worth'?"),
        ("    worth: 10\n", "    worth: ten\n", "'ten' is not a whole number", "write plain digits"),
        ("    worth: 10\n", "    worth: 10\n    prize: 3\n", "no rule takes 'prize'", "write `contracts.prize` in the rule"),
        ("groups: [negative]", "groups: negative", "`groups` is a list of names", "[a, b]"),
        ("    title: three\n", "    title: [three]\n", "a text is expected here, not a list", "write one text"),
        ("  three:\n    talon", "  Three:\n    talon", "'Three' is not of the right form", "use small letters"),
        ("  bid.all_pass:\n", "  bid.two: {mechanism: contract, params: {talon: taken}, title: two}\n  bid.all_pass:\n",
         "bid.two stands among the rules already", "keep one of them"),
        ("    mechanism: unbid_contract\n", "    mechanism: unbid_contrat\n", "there is no mechanism 'unbid_contrat'", "unbid_contract"),
        ("players: 4\n", "players: 4\nextends: scarto\n", "a child of another ruleset has no table of contracts", "under `adds`"),
    ],
)  # fmt: skip
def test_a_wrong_contract_table_is_refused_with_line_and_cure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str, hint: str
) -> None:
    code, _out, err = run(capsys, "check", str(altered(tmp_path, old, new)))
    assert code == 1 and said in err and hint in err and "table.yaml:" in err and ":1:1" not in err, err
