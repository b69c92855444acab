"""What `tarot-teach list` lists, by words, kind and ruleset, and in which order."""

from __future__ import annotations

import json

import pytest

from tarot_teach.cli import main


def listed(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, list[dict[str, str]]]:
    """The answer in JSON."""
    with pytest.raises(SystemExit) as caught:
        main(["list", *args, "--json"])
    assert not caught.value.code
    found: dict[str, list[dict[str, str]]] = json.loads(capsys.readouterr().out)
    return found


def test_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "Petit", "fft-4", "--kind", "examples")
    assert list(found) == ["examples"] and found["examples"]
    assert all("fft-4" in entry["ruleset"] for entry in found["examples"])
    taught = listed(capsys, "play.overtrump")["examples"]
    assert "going-over" in {entry["id"] for entry in taught}, "by a rule that it teaches"


def test_by_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "--ruleset", "fft-5")
    assert [entry["id"] for entry in found["rulesets"]] == ["fft-5"]
    assert {entry["ruleset"].split("+")[0] for entry in found["examples"]} == {"fft-5"}
    options = {entry["id"] for entry in found["options"]}
    assert "call-after-ecart" in options and "dealer-sits-out" not in options
    stacked = listed(capsys, "--ruleset", "fft-5+call-after-ecart")
    assert {entry["ruleset"] for entry in stacked["examples"]} == {"fft-5+call-after-ecart"}


def test_in_an_order(capsys: pytest.CaptureFixture[str]) -> None:
    by_id = [entry["id"] for entry in listed(capsys, "--kind", "examples")["examples"]]
    assert by_id == sorted(by_id)
    by_ruleset = [entry["ruleset"] for entry in listed(capsys, "--order", "ruleset")["examples"]]
    assert by_ruleset == sorted(by_ruleset)
    by_length = [entry["id"] for entry in listed(capsys, "--order", "length")["examples"]]
    assert by_length.index("going-over") < by_length.index("course-whole-deal")
    with pytest.raises(SystemExit):
        main(["list", "going-over", "--order", "length"])
    assert "2 tricks" in capsys.readouterr().out


def test_nothing_of_the_kind(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["list", "no such words"])
    assert not caught.value.code and "Nothing of the kind" in capsys.readouterr().out
