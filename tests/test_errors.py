"""Errors as a catalogue: every code is explained, and every explanation is of a code; commands tell them, as JSON too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest

from tarot_teach.blocks import Heading
from tarot_teach.cli.main import group
from tarot_teach.errors import Place, Problem, error_codes
from tarot_teach.explain.rulebook import describe_errors
from tests.codes import all_made, made
from tests.golden_commands import BROKEN, REFUSED
from tests.helpers import run

CATALOGUE = error_codes()


def test_every_code_is_in_the_catalogue_and_no_other() -> None:
    used = {code: one.at for one in all_made() for code in one.codes}
    missing = {code: at for code, at in used.items() if code not in CATALOGUE}
    assert missing == {}, "explain them in tarot_teach/errors.toml"
    assert set(CATALOGUE) - set(used) == set(), "no error has these codes"
    assert len(used) > 150, "the package is read"


def test_codes_stand_where_errors_are_made() -> None:
    assert [(one.at, one.unclear) for one in all_made() if one.unclear] == []


def test_every_error_has_a_hint() -> None:
    assert [one.at for one in all_made() if not one.hinted] == []


def test_the_scan_of_the_source_finds_codes_and_hints(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.codes.PACKAGE", tmp_path)
    (tmp_path / "some.py").write_text(
        "CODE = 'some.named'\n"
        "CODES = {1: 'some.first'}\n"
        "LoadError.of('some.code', 'words', None, 'a cure')\n"
        "self.fault(CODE, 'words', ())\n"
        "Problem(CODES.get(x, 'some.other'), 'words', place, None)\n"
        "raise usage(f'some.{what}', 'words', 'a cure')\n"
        "RunError.of('some.a' if x else 'some.b', 'words', hint=cure)\n"
    )
    assert [(one.codes, one.hinted, one.unclear) for one in made(tmp_path / "some.py")] == [
        (("some.code",), True, ""),
        (("some.named",), False, ""),
        (("some.first", "some.other"), False, ""),
        ((), True, "f'some.{what}'"),
        (("some.a", "some.b"), True, ""),
    ]


def test_explanations_are_sentences() -> None:
    for code, (cause, cure) in CATALOGUE.items():
        assert re.fullmatch(r"[a-z]+\.[a-z]+(-[a-z]+)*", code)
        assert cause[0].isupper() and cause.endswith("."), code
        assert cure.endswith((".", "`")) and cure != cause, code


def test_the_page_has_an_anchor_for_every_code() -> None:
    headings = [block.id for block in describe_errors() if isinstance(block, Heading) and block.level == 3]
    assert headings == [f"error-{code}" for code in CATALOGUE]


def test_a_printed_problem_ends_with_its_code() -> None:
    place = Place("a.yaml", 3, 1, "x: 1")
    with_hint = Problem("file.value", "this is wrong", place, "mend it")
    assert with_hint.with_code() == "a.yaml:3:1: this is wrong\n    x: 1\n    ^\n  hint: mend it [file.value]"
    assert Problem("file.value", "this is wrong").with_code() == "this is wrong\n  [file.value]"


def commands() -> dict[str, click.Command]:
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def errors_in(out: str) -> list[dict[str, Any]]:
    errors: list[dict[str, Any]] = json.loads(out)["errors"]
    assert errors and all({"code", "message", "hint"} <= set(error) for error in errors)
    assert all(error["code"] in CATALOGUE and error["hint"] for error in errors)
    return errors


def test_every_command_with_json_is_tried() -> None:
    printing = {name for name, one in commands().items() if any("--json" in param.opts for param in one.params)}
    assert {*REFUSED, "list", "history", "cache", "runtime"} == printing


@pytest.mark.parametrize("command", REFUSED)
def test_errors_as_json(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, err = run(capsys, command, *REFUSED[command], "--json")
    assert code == 1, err
    for error in errors_in(out):
        assert command == "check" or f"[{error['code']}]" in err


WITH_FORMATS = [
    (name, option.type.choices)
    for name in group.list_commands(click.Context(group))
    if (command := group.get_command(click.Context(group), name)) is not None
    and any("--json" in option.opts for option in command.params)
    for option in command.params
    if "--format" in option.opts and isinstance(option.type, click.Choice)
]


@pytest.mark.parametrize(("command", "formats"), WITH_FORMATS)
def test_two_forms_of_output_are_refused(
    capsys: pytest.CaptureFixture[str], command: str, formats: tuple[str, ...]
) -> None:
    for form in formats:
        code, out, _err = run(capsys, command, *REFUSED.get(command, ()), "--json", "--format", form)
        assert (code == 2 and '"usage.forms"' in out) is not form.endswith("json"), form


@pytest.mark.parametrize("command", [*REFUSED, "list", "history", "cache", "runtime"])
def test_wrong_usage_as_json(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, err = run(capsys, command, "--no-such-option", "--json")
    (error,) = errors_in(out)
    assert (
        (code, error["code"]) == (2, "usage.option")
        and "--no-such-option" in error["message"]
        and error["message"] in err
    )
    assert error["hint"] == f"tarot-teach {command} --help"


@pytest.mark.parametrize(
    ("args", "exit_code", "code"),
    [
        (["compare", "fft-4", "fft-6", "--format", "json"], 1, "library.unknown"),
        (["compare", "fft-4", "--format=json"], 2, "compare.one"),
        (["count", "fft-4", "--json"], 2, "usage.missing"),
        (["quiz", "fft-4", "--count", "many", "--json"], 2, "usage.value"),
        (["lgal", "--json"], 2, "usage.wrong"),
        (["legal", "fft-4", "--hand", "", "--json"], 2, "legal.hand"),
        (["score", "fft-4", "--json"], 1, "result.missing"),
        (["evaluate", "fft-4", "--deals", "5", "--json"], 2, "usage.wrong"),
    ],
)
def test_other_errors_as_json(capsys: pytest.CaptureFixture[str], args: list[str], exit_code: int, code: str) -> None:
    found, out, _err = run(capsys, *args)
    assert (found, [error["code"] for error in errors_in(out)]) == (exit_code, [code])


def test_a_fault_in_a_file_has_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    _code, out, _err = run(capsys, "rules", BROKEN, "--json")
    (error,) = errors_in(out)
    assert (
        BROKEN.endswith(error["file"])
        and error["line"] > 1
        and error["column"] > 1
        and error["code"] == "file.unknown-key"
    )


def test_standard_output_stays_empty_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rules", "fft-6")
    assert (code, out) == (1, "") and err.endswith(" [library.unknown]\n")


def test_the_name_of_a_folder_is_written_as_a_path(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stones").mkdir()
    for command in (["build", "stones"], ["build", "stones", "--watch"], ["rules", "stones"]):
        code, _out, err = run(capsys, *command)
        assert code == 1 and "hint: to name the folder, write ./stones [library.unknown]" in err


@pytest.mark.parametrize(("name", "kinds"), [("fft-4", "rulesets"), ("misere", "options"), ("an-evening", "sessions")])
def test_a_name_of_another_kind_is_called_so(capsys: pytest.CaptureFixture[str], name: str, kinds: str) -> None:
    code, out, err = run(capsys, "solve", name)
    assert (code, out) == (1, "") and f"hint: {name} is one of the {kinds} [library.unknown]" in err
