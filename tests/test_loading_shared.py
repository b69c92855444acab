"""Rulesets that libraries of one process share: put together once, and anew when a file or a mechanism has changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tarot_teach.loading import Library, file_catalogue, shared
from tarot_teach.loading.inherit import Flattener
from tarot_teach.rules import Ruleset


@pytest.fixture
def rulesets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped files, to be changed."""
    folder = Path(shutil.copytree(file_catalogue.shipped(), tmp_path / "rulesets"))
    monkeypatch.setattr(file_catalogue, "shipped", lambda: folder)
    return folder


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The last layers of the rulesets that are put together from now on."""
    found: list[str] = []
    initialize = Flattener.__init__

    def noted(self: Flattener, layers: list[object], faults: object) -> None:
        found.append(layers[-1].by)  # type: ignore[attr-defined]
        initialize(self, layers, faults)  # type: ignore[arg-type]

    monkeypatch.setattr(Flattener, "__init__", noted)
    return found


def test_a_second_library_puts_nothing_together(made: list[str]) -> None:
    first = Library().load("fft-5+rounded-scores")
    made.clear()
    library = Library()
    second = library.load("fft-5+rounded-scores")
    assert not made and second == first
    line = [second, second.parent, second.parent and second.parent.parent]
    assert [each and each.name for each in line] == ["fft-5+rounded-scores", "fft-5", "fft-4"]
    assert all(each and each.pages["option"].files is library for each in line)  # type: ignore[attr-defined]


CHANGES: dict[str, tuple[str, str, Callable[[Ruleset], str]]] = {
    "french/fft-4.yaml": ("title: French", "title: Other", lambda ruleset: ruleset.title),
    "french/options/misere.yaml": (
        "gets: 30, pays: 10",
        "gets: 60, pays: 20",
        lambda ruleset: str(ruleset.rule("score.misere").params),
    ),
    "glossary.yaml": ("\n    en: ", "\n    en: new ", lambda ruleset: str(ruleset.terms)),
}
"""By file: a text, another one in its place, and what a ruleset then has that is different."""


@pytest.mark.parametrize("file", CHANGES)
def test_a_changed_file_makes_another_ruleset(rulesets: Path, file: str) -> None:
    old, new, shown = CHANGES[file]
    first, path = Library().load("fft-4+misere"), rulesets / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert shown(Library().load("fft-4+misere")) != shown(first)


def test_a_changed_mechanism_makes_another_ruleset(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Library().load("fft-4")
    made.clear()
    monkeypatch.setattr(shared, "find", lambda _step, _name: object)
    Library().load("fft-4")
    assert made == ["fft-4"]


def test_a_ruleset_with_a_fault_is_put_together_each_time(made: list[str]) -> None:
    for _time in range(2):
        assert not Library().fits("early-17c+misere")
    assert made.count("misere") == 2


def test_few_are_kept(monkeypatch: pytest.MonkeyPatch, made: list[str]) -> None:
    monkeypatch.setattr(shared, "_kept", {})
    monkeypatch.setattr(shared, "MOST", 1)
    Library().load("fft-3")
    Library().load("blog-3")
    made.clear()
    Library().load("fft-3")
    assert "fft-3" in made
