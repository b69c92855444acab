"""Each wrong file gives exactly the message on its first line: places, sentences and suggestions."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tarot_teach.errors import Problem, TarotError
from tarot_teach.loading import Library, read_yaml
from tarot_teach.topics.check.check_file import check_file

FOLDER = Path(__file__).parent / "invalid"
FILES = sorted(FOLDER.glob("*.yaml"))


def printed(problem: Problem) -> str:
    place = problem.place
    assert place is not None
    return f"{place.line}:{place.column}: {problem.message}" + (f" ({problem.hint})" if problem.hint else "")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_wrong_files_are_refused(path: Path) -> None:
    expected = path.read_bytes().split(b"\n")[0].decode().removeprefix("# error: ")
    with pytest.raises(TarotError) as caught:
        check_file(path, Library())
    found = " && ".join(printed(problem) for problem in caught.value.problems)
    found = re.sub(r"(rulesets/\S+\.yaml):\d+:\d+", r"\1", found)  # shipped files grow
    # paths in hints are relative to the working folder
    assert found.replace(str(FOLDER.parent.parent) + os.sep, "") == expected
    assert all(problem.code and problem.hint for problem in caught.value.problems), "a fault without a suggestion"


def test_most_codes_of_the_loader_have_a_wrong_file() -> None:
    assert len(FILES) > 50


def test_a_message_shows_the_line_and_a_caret() -> None:
    with pytest.raises(TarotError) as caught:
        check_file(FOLDER / "unknown-parameter.yaml", Library())
    lines = str(caught.value).split("\n")
    assert lines[1].strip() == "params: {amout: 10}"
    assert lines[2].index("^") == lines[1].index("amout")


def test_a_file_of_50_mb_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as stream:
        stream.truncate(50_000_000)
    with pytest.raises(TarotError, match="50,000,000 bytes"):
        read_yaml(huge)


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TarotError, match="a folder"):
        read_yaml(tmp_path)
    with pytest.raises(TarotError, match="No such file"):
        read_yaml(tmp_path / "none.yaml")


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kinds: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "mine.yaml").write_text("format: 1\n", encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(TarotError, match="cannot be read: Permission denied"):
        read_yaml(tmp_path / "mine.yaml")


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(TarotError, match="nested deeper"):
        read_yaml("a: " + "[" * 100_000, name="deep")


def test_an_option_that_does_not_fit_is_refused(library: Library) -> None:
    with pytest.raises(TarotError, match=r"does not fit here: there is no rule 'score\.multiplier'"):
        library.load("early-17c+garde-contre-x8")


def test_two_options_that_alter_the_same_are_refused(tmp_path: Path, library: Library) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(
        "format: 1\nid: other\ntitle: Other\nchanges:\n  score.multiplier:\n    because: dearer still\n"
        "    params: {by: {garde_contre: 10}}\n",
        encoding="utf-8",
    )
    with pytest.raises(TarotError) as caught:
        library.load(f"fft-4+garde-contre-x8+{other}")
    message = str(caught.value)
    assert "the options garde-contre-x8 and other both alter score.multiplier.params.by.garde_contre" in message
    assert "garde-contre-x8.yaml:" in message and "other.yaml:7:" in message
    other.write_text(other.read_text(encoding="utf-8") + "yields: true\n", encoding="utf-8")
    ruleset = Library().load(f"fft-4+garde-contre-x8+{other}")
    assert ruleset.rule("score.multiplier").params.model_dump()["by"]["garde_contre"] == 8
