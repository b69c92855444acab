"""What the documentation says is run: its files are checked, its commands exist, its pages are complete."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tarot_teach.cli import main
from tarot_teach.cli.main import group
from tarot_teach.cli.own import library_for
from tarot_teach.loading import Library
from tarot_teach.mechanisms import all_mechanisms
from tarot_teach.records import check_file

DOCS = Path(__file__).parent.parent / "docs"
README = DOCS.parent / "README.md"
BLOCK = re.compile(r"```\{code-block\} yaml\n:caption: (\S+)\n\n(.*?)```", re.S)


def files_of(page: str, folder: Path) -> list[Path]:
    found = []
    for name, text in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        found.append(path)
    return found


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(args))
    return int(caught.value.code or 0)


def test_the_specification_gives_files_that_load(tmp_path: Path) -> None:
    files = files_of("reference/ruleset-format.md", tmp_path)
    assert {path.stem for path in files} == {"tiny", "child", "dear-cards", "short-pack"}
    for path in files:
        assert check_file(path, library_for(files))
    stacked = Library().load(f"{tmp_path}/tiny.yaml+{tmp_path}/dear-cards.yaml")
    assert stacked.rule("score.cards").params.model_dump() == {"above": 0, "each": 3}


def test_a_ruleset_of_ones_own_step_by_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _mine, lesson = files_of("howto/your-own-ruleset.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run("check", "mine.yaml") == 0
    assert run("rules", "./mine.yaml", "--rule", "count.target") == 0
    assert "needs 40 points" in capsys.readouterr().out.replace("\n", " ")
    assert run("check", "examples/not-enough.yaml") == 1
    assert "points is 38, not 37" in capsys.readouterr().err
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("points: 37", "points: 38"), encoding="utf-8")
    assert run("check", "examples/not-enough.yaml") == 0
    assert run("build", "./mine.yaml") == 0
    page = (tmp_path / "site" / "examples" / "not-enough.html").read_text(encoding="utf-8")
    assert "38 is 2 less than the 40 needed." in page


def test_an_example_of_ones_own(tmp_path: Path) -> None:
    (path,) = files_of("howto/your-own-example.md", tmp_path)
    assert run("check", str(path)) == 0


def test_the_python_page_runs() -> None:
    text = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.S)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def commands_in(path: Path) -> list[str]:
    return re.findall(r"^\$ (tarot-teach .*)$", path.read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("command", commands_in(DOCS / "tutorial" / "first-steps.md"))
def test_the_first_steps_can_be_taken(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*shlex.split(command)[1:]) == 0


def test_every_command_and_option_is_documented() -> None:
    page = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None and f"`tarot-teach {name}" in page
        for param in command.params:
            if isinstance(param, click.Option):
                assert param.opts[0] in page, f"{name} {param.opts[0]}"


def test_every_kind_of_event_is_documented() -> None:
    page = (DOCS / "reference" / "json.md").read_text(encoding="utf-8")
    package = DOCS.parent / "tarot_teach"
    source = "".join(path.read_text(encoding="utf-8") for path in (package / "engine").glob("*.py"))
    kinds = set(re.findall(r'Event\("(\w+)"', source))
    assert len(kinds) > 10
    assert not {kind for kind in kinds if f"`{kind}`" not in page}


def test_every_field_of_a_file_is_documented() -> None:
    from tarot_teach.loading.models import DeckFile, OptionFile, RuleFile, RulesetFile
    from tarot_teach.records import ExampleFile, SessionFile
    from tarot_teach.records.session import SessionDeal

    ruleset = (DOCS / "reference" / "ruleset-format.md").read_text(encoding="utf-8")
    example = (DOCS / "reference" / "example-format.md").read_text(encoding="utf-8")
    session = (DOCS / "reference" / "session-format.md").read_text(encoding="utf-8")
    pages = {RulesetFile: ruleset, OptionFile: ruleset, RuleFile: ruleset, DeckFile: ruleset}
    for model, page in {**pages, SessionFile: session, SessionDeal: session}.items():
        missing = [name for name in model.model_fields if not re.search(rf"\b{name}\b", page)]
        assert not missing, (model.__name__, missing)
    missing = [name for name in ExampleFile.model_fields if f"`{name}`" not in example and name not in ("format", "id")]
    assert set(missing) <= {"ruleset", "title", "discard_tries"}, missing


def test_the_session_of_the_howto_is_kept(tmp_path: Path) -> None:
    (path,) = files_of("howto/keep-score.md", tmp_path)
    assert check_file(path, library_for([path])) == "session"


def test_every_directive_is_documented() -> None:
    from tarot_teach.sphinxext.domain import TarotDomain

    page = (DOCS / "howto" / "your-sphinx-project.md").read_text(encoding="utf-8")
    missing = [name for name in TarotDomain.directives if f"tarot:{name}" not in page]
    assert not missing, missing


def test_every_mechanism_belongs_to_a_ruleset_or_a_test(library: Library) -> None:
    names = [*library.ids(), *(f"{library.fitting(id)[0]}+{id}" for id in library.options())]
    used = {(rule.step, rule.mechanism) for name in names for rule in library.load(name).rules.values()}
    assert {(mechanism.step, mechanism.name) for mechanism in all_mechanisms()} == used


def test_the_readme_begins_with_its_two_commands() -> None:
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("python3 -m venv")]
    assert len(lines) == 2
    assert lines[0].endswith("tarot-teach build") and "pytest" in lines[1]
