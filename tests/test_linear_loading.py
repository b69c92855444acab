"""The loader's work grows with the size of a file and no faster, whatever the file is made of."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tarot_teach.cli import main
from tarot_teach.errors import SHOWN, LoadError, Place, Problem, TarotError
from tarot_teach.loading import read_yaml
from tarot_teach.topics.check.check_file import check_file
from tests.fuzz.shapes import MODELS, READING
from tests.fuzz.targets import shelf
from tests.helpers import in_turn

STEP = 2_000  # bytes


class Lines:
    """Counts the lines of the package that are run meanwhile, each turn of a loop and each item of a comprehension."""

    def __enter__(self) -> Lines:
        self.count = 0
        sys.settrace(self._called)
        return self

    def __exit__(self, *_exception: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        if "tarot_teach" not in frame.f_code.co_filename and "difflib" not in frame.f_code.co_filename:
            return None
        self.count += 1
        return self._ran

    def _ran(self, _frame: FrameType, _event: str, _argument: Any) -> Any:
        self.count += 1
        return self._ran


def faults_of(path: Path, *, read_only: bool) -> list[Problem]:
    try:
        if read_only:
            read_yaml(path)
        else:
            check_file(path, shelf().library(path))
    except TarotError as error:
        return list(error.problems)
    return []


def work(path: Path, content: bytes, *, read_only: bool) -> int:
    path.write_bytes(content)
    faults_of(path, read_only=read_only)  # what is kept from one file to the next is there when it is counted
    with Lines() as lines:
        faults_of(path, read_only=read_only)
    return lines.count


def grows_evenly(path: Path, name: str, *, read_only: bool) -> None:
    shape = READING[name] if read_only else MODELS[name]
    sizes = (1, 2, 4) if read_only else (2, 4, 8)  # files with few faults get a hint for each of them
    once, twice, four = (work(path, shape(STEP * times), read_only=read_only) for times in sizes)
    assert four - twice < 2.5 * max(twice - once, 0) + 1_000, (once, twice, four)


@pytest.mark.parametrize("name", READING)
def test_reading_is_linear(tmp_path: Path, name: str) -> None:
    grows_evenly(tmp_path / "shape.yaml", name, read_only=True)


@pytest.mark.whole
@pytest.mark.parametrize("name", in_turn([*MODELS]))
def test_checking_is_linear(tmp_path: Path, name: str) -> None:
    grows_evenly(tmp_path / "shape.yaml", name, read_only=False)


@pytest.mark.turn(0, 3)
@pytest.mark.parametrize("name", ["added rules behind unknown ones", "rules that an option adds"])
def test_checking_a_few_shapes_is_linear(tmp_path: Path, name: str) -> None:
    grows_evenly(tmp_path / "shape.yaml", name, read_only=False)


@pytest.mark.parametrize(
    ("text", "code", "number"),
    [
        ("\u200b" * 12_000, "yaml.character", 12_000),
        ("".join(f"k{i}: 1\nk{i}: 2\n" for i in range(12_000)), "yaml.duplicate-key", 12_000),
        ("a: [" + "'\\u200b', ".replace("'", '"') * 12_000 + "]", "yaml.character", 12_000),
    ],
)
def test_very_many_faults_of_a_file_are_counted(text: str, code: str, number: int) -> None:
    with pytest.raises(LoadError) as caught:
        read_yaml(text, name="many.yaml")
    *printed, rest = caught.value.problems
    assert [problem.code for problem in printed] == [code] * SHOWN
    assert (rest.code, rest.more) == ("file.more", number - SHOWN)
    assert f"and {number - SHOWN:,} more, the first of them here" in str(caught.value)
    assert rest.place and printed[-1].place and (rest.place.line, rest.place.column) > (0, 0)


def test_unknown_keys_are_counted_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    head = "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\n"
    path.write_text(head + "".join(f"k{i}: v\n" for i in range(12_000)), encoding="utf-8")
    faults = faults_of(path, read_only=False)
    assert len(faults) == SHOWN + 1
    assert faults[-1].message == "and 11,980 more, the first of them here"
    assert faults[-1].place and faults[-1].place.line == 4 + SHOWN + 1


def test_faults_are_counted_for_each_file_and_once() -> None:
    def found(file: str, number: int) -> list[Problem]:
        return [Problem("file.value", f"fault {i}", Place(file, i + 1, 1)) for i in range(number)]

    error = LoadError([*found("a", 30), *found("b", 25), *found("c", 3)])
    assert [problem.more for problem in error.problems if problem.more] == [10, 5]
    assert len(error.problems) == 20 + 1 + 20 + 1 + 3
    joined = LoadError([*error.problems, *found("a", 2), *found("c", 1)])
    assert [problem.more for problem in joined.problems if problem.more] == [12, 5]
    assert LoadError(joined.problems).problems == joined.problems


def test_check_prints_twenty_faults_and_counts_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\n" + "".join(f"k{i}: v\n" for i in range(50)), "utf-8"
    )
    with pytest.raises(SystemExit):
        main(["check", str(path)])
    assert capsys.readouterr().err.rstrip().endswith("[file.more]")
    with pytest.raises(SystemExit):
        main(["check", "--json", str(path)])
    errors = json.loads(capsys.readouterr().out)["errors"]
    assert [error["code"] for error in errors] == ["file.unknown-key"] * SHOWN + ["file.more"]
