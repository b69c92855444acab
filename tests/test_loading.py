from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tarot_teach.errors import LoadError
from tarot_teach.explain.rulebook import describe_rule, describe_rulebook
from tarot_teach.loading import Library, decks, json_schemas, kind_of, read_yaml, shipped, write_yaml
from tarot_teach.topics.check.check_file import FORMATS, check_file
from tests.helpers import STACKS

printable = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\x7f\xad"), max_size=30)
printable = printable.filter(lambda text: all(ord(c) < 0x7F or ord(c) > 0xA0 for c in text))
lines = st.lists(printable, max_size=4).map("\n".join)
data = st.recursive(
    lines | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(printable, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(printable, data, min_size=1, max_size=4))
@settings(max_examples=300)
def test_written_yaml_reads_back(value: dict[str, object]) -> None:
    def as_read(item: object) -> object:
        if isinstance(item, dict):
            return {key: as_read(entry) for key, entry in item.items()}
        return [as_read(entry) for entry in item] if isinstance(item, list) else item

    assert read_yaml(write_yaml(value), name="x").data == as_read(value)


def test_a_hash_within_a_text_is_no_comment() -> None:
    document = read_yaml('a: "x # y"\nb: c#d\nc: |\n  # in a block\nd: e # real\n', name="x")
    assert document.data == {"a": "x # y", "b": "c#d", "c": "# in a block\n", "d": "e"}


@pytest.mark.parametrize("scalar", ["no", "NO", "on", "010", "12:30", "1_000", "~x", "2026-01-01", "0x1F", "1e3"])
def test_scalars_stay_text(scalar: str) -> None:
    assert read_yaml(f"a: {scalar}", name="x").data == {"a": scalar}


def test_entries_and_lines_of_prose_have_places() -> None:
    document = read_yaml("a:\n  b: [x, y]\n  c: >-\n    one\n    two\n", name="x")
    assert (document.place(("a", "b", 1)).line, document.place(("a", "b", 1)).column) == (2, 10)
    assert document.place(("a", "b"), key=True).column == 3
    assert document.place(("a", "none")).line == 2
    assert document.line_of_prose(("a", "c"), 2).line == 5


SHIPPED = sorted(path for kind in (*FORMATS, *json_schemas()) for path in Library().files(kind))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_are_sound_and_named_by_their_id(path: Path, library: Library) -> None:
    kind = check_file(path, library)
    document = library.document(path)
    if "id" in document.data:
        assert document.data["id"] == path.stem
    schema = path.read_text(encoding="utf-8").split("\n")[0].partition("$schema=")[2]
    assert (path.parent / schema).resolve() == shipped() / "schema" / f"{kind}.json"
    assert kind_of(document) == kind


def test_shipped_schemas_are_up_to_date() -> None:
    for name, schema in json_schemas(FORMATS).items():
        stored = json.loads((shipped() / "schema" / f"{name}.json").read_text(encoding="utf-8"))
        assert stored == schema, f"run: tarot-teach schema --out rulesets/schema ({name})"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_fit_their_schemas(path: Path) -> None:
    """As the YAML language server sees them: scalars typed by YAML, checked against the schema that the file names."""
    text = path.read_text(encoding="utf-8")
    schema = path.parent / text.split("\n")[0].partition("$schema=")[2]
    validator_of(schema.resolve()).validate(yaml.safe_load(text))


@cache
def validator_of(schema: Path) -> Any:
    read = json.loads(schema.read_text(encoding="utf-8"))
    import jsonschema  # takes seconds

    kind = jsonschema.validators.validator_for(read)
    kind.check_schema(read)
    return kind(read)


def test_options_alter_a_ruleset(library: Library) -> None:
    ruleset = library.load("fft-4+garde-lowest+garde-contre-x8")
    assert ruleset.name == "fft-4+garde-lowest+garde-contre-x8"
    assert "bid.prise" not in ruleset.rules
    assert ruleset.dropped["bid.prise"].by == "garde-lowest"
    rule = ruleset.rule("score.multiplier")
    assert rule.params.model_dump()["by"] == {"garde": 2, "garde_sans": 4, "garde_contre": 8}
    assert [change.by for change in rule.history] == ["fft-4", "garde-contre-x8"]
    assert [change.by for change in ruleset.rule("talon.shown").history] == ["fft-4", "garde-lowest"]
    assert rule.history[-1].before == {"by.garde_contre": "6"}
    assert rule.evidence == "house"


def test_options_leave_the_ruleset_below_unchanged() -> None:
    """Files are read once for all stacks; no stack may alter what another one is made of."""
    shared = Library()
    loaded = {name: shared.load(name).rules for name in STACKS}
    assert [name for name in STACKS if Library().load(name).rules != loaded[name]] == []


def test_a_child_inherits_what_it_does_not_alter(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\n"
        "changes:\n  count.target:\n    because: we play it harder\n    params: {by_honours: {3: 40}}\n"
        "adds:\n  score.gift:\n    mechanism: fixed_amount\n    params: {amount: 5}\n    title: Gift\n"
        "    evidence: house\n    because: we are generous\n    after: score.base\n"
        "drops: {score.slam: we never see one}\n",
        encoding="utf-8",
    )
    ruleset = Library().load(str(mine))
    assert ruleset.lineage == ("fft-4",)
    assert ruleset.rule("count.target").params.model_dump()["by_honours"] == {3: 40, 2: 41, 1: 51, 0: 56}
    ids = list(ruleset.rules)
    assert ids.index("score.gift") == ids.index("score.base") + 1
    assert "score.slam" not in ids
    target = describe_rule(ruleset, ruleset.rule("count.target"), Library())
    assert "Unlike" in str(target.changes[0]) and "needs 36" in str(target.changes[0])
    grandchild = tmp_path / "more.yaml"
    grandchild.write_text("format: 1\nid: more\ntitle: More\nextends: ./mine.yaml\n", encoding="utf-8")
    assert Library().load(str(grandchild)).lineage == ("mine", "fft-4")


def test_a_cyclic_lineage_is_refused_with_the_chain(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        text = f"format: 1\nid: {one}\ntitle: X\nextends: ./{other}.yaml\n"
        (tmp_path / f"{one}.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(LoadError, match="a → b → a"):
        Library().load(str(tmp_path / "a.yaml"))


def test_every_rule_of_every_ruleset_has_words_and_a_source(library: Library) -> None:
    for id in library.ids():
        ruleset = library.load(id)
        blocks = describe_rulebook(ruleset, library)
        assert blocks
        for rule in ruleset.rules.values():
            assert rule.text is not None
            assert rule.sources or rule.because


def test_rulesets_of_several_libraries_have_one_pack() -> None:
    """A ruleset that libraries share has the same pack as one that a later library puts together."""
    shared = Library().load("fft-4")
    later = Library()
    assert later.load("fft-4").deck is shared.deck
    assert later.load("fft-4+talon-not-in-threes+rounded-scores").deck is shared.deck
    assert later.deck("tarot-78") is Library().deck("tarot-78")


def test_rulesets_have_one_pack_after_packs_have_been_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    Library().load("fft-4")
    monkeypatch.setattr(decks, "MOST", 1)
    Library().load("scarto")
    after = Library()
    assert after.load("fft-4").deck is after.load("fft-4+talon-not-in-threes+rounded-scores").deck
