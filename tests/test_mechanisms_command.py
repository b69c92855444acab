"""The catalogue of mechanisms: the command, its JSON, and examples that are rules."""

from __future__ import annotations

import json

import pytest

from tarot_teach.loading import Library
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.mechanisms import all_mechanisms, find
from tarot_teach.messages import ENGLISH, printed_by
from tarot_teach.topics.mechanisms.catalogue import kinds_of_rules
from tests.test_own_folder import run


def test_every_mechanism_has_an_example_that_is_a_rule(library: Library) -> None:
    kinds = kinds_of_rules(library)
    assert [(each.step, each.name) for each in kinds] == [(each.step, each.name) for each in all_mechanisms()]
    for kind in kinds:
        assert kind.about and bool(kind.used_by) is bool(kind.example), kind.name
        if not kind.used_by:  # a mechanism that only rulesets of the tests have so far
            continue
        ((rule, entry),) = read_yaml(kind.example + "\n", name="example").data.items()
        assert rule.startswith(f"{kind.step}.") and entry["mechanism"] == kind.name
        assert {*entry.get("params", ())} <= {each.name for each in kind.parameters}
        assert find(kind.step, kind.name).name == kind.name


def test_a_mechanism_is_found_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = run(capsys, "mechanisms", "--about", "revoke trump")
    assert code == 0 and "No mechanism is described so" in printed
    code, printed = run(capsys, "mechanisms", "--about", "void trumps", "--json")
    assert code == 0 and all("trump" in json.dumps(each) for each in json.loads(printed))
    code, printed = run(capsys, "mechanisms", "must_trump")
    assert "play.trump_when_void:" in printed and "early-17c" in printed and "fft-4" in printed
    code, printed = run(capsys, "mechanisms", "early-17c", "--step", "score", "--json")
    assert [each["name"] for each in json.loads(printed)] == ["cards_taken", "counters"]
    (first, _second) = json.loads(printed)
    assert first["example"].splitlines()[0] == "score.cards:" and first["parameters"][0] == {
        "name": "above",
        "values": "a whole number from 0 to 1000",
        "default": None,
        "meaning": "The number of cards that bring nothing.",
    }
    code, printed = run(capsys, "mechanisms", "must_trumpet")
    assert code == 1 and "did you mean 'must_trump'?" in printed


def test_words_that_describe_no_mechanism_lead_to_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert "bonus" in run(capsys, "mechanisms", "--about", "collected")[1].split()
    printed = " ".join(run(capsys, "mechanisms", "--about", "poool")[1].split())
    assert "No mechanism is described so. The nearest: " in printed and "pool_won" in printed
    assert "The nearest" not in run(capsys, "mechanisms", "--about", "xyzzy")[1]


def test_a_mechanism_is_found_by_the_words_of_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    """By small letters without marks too, and behind an apostrophe."""
    with printed_by(ENGLISH):
        _code, printed = run(capsys, "mechanisms", "--about", "ANNULEE preneur", "--json", "--language", "fr")
    found = {each["name"]: each["about"] for each in json.loads(printed)}
    assert [*found] == ["void_without"] and found["void_without"].startswith("Un preneur dont la main")
    with printed_by(ENGLISH):
        _code, printed = run(capsys, "mechanisms", "--about", "l’excuse", "--json", "--language", "fr")
    assert "lowest_card_deals" in {each["name"] for each in json.loads(printed)}
    with printed_by(ENGLISH):
        _code, printed = run(capsys, "mechanisms", "--about", "donneurr", "--language", "fr")
    assert "Aucun mécanisme" in printed and "deal_hands" in printed


def test_values_and_defaults_are_as_files_write_them(library: Library) -> None:
    parameters = [each for kind in kinds_of_rules(library) for each in kind.parameters]
    values = " ".join(each.values for each in parameters)
    assert "[a whole number from 0 on, …]" in values and "None" not in values
    assert not [each for each in parameters if "=" in (each.default or "")]
