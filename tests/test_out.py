"""``--out`` of the commands that print a page: what is printed goes into a file, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from tarot_teach.cli.main import group
from tests.helpers import printed_by, run

PAGES = (
    ("rules", "scarto"),
    ("rules", "tresillo", "--rule", "play.follow_suit"),
    ("rules", "hombre-blog", "--card"),
    ("deck", "hombre-1674", "--trumps", "hearts"),
    ("odds", "burro"),
    ("evaluate", "fft-4", "--hand", "T21 T20 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV C2"),
    ("mechanisms", "casita-robada"),
    ("history", "--games"),
    ("compare", "burro", "burro-portuguese", "--matrix"),
    ("replay", "going-over"),
    ("session", "an-evening"),
    ("solve", "tournoi-des-maitres-2006-11", "--trick", "14", "--seat", "W"),
)


def test_every_command_with_formats_writes_files() -> None:
    context = click.Context(group)
    commands = {name: group.get_command(context, name) for name in group.list_commands(context)}
    options = {
        name: {opt for param in command.params for opt in param.opts} for name, command in commands.items() if command
    }
    with_formats = {name for name, opts in options.items() if "--format" in opts}
    assert {args[0] for args in PAGES} <= with_formats
    assert {name for name in with_formats if "--out" not in options[name]} == set()


@pytest.mark.parametrize("args", PAGES, ids=" ".join)
def test_a_page_is_written_as_it_is_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, args: tuple[str, ...]
) -> None:
    out = tmp_path / "page"
    out.write_text("old", encoding="utf-8")
    for way in (("--format", "markdown"), ("--json",)):
        printed = printed_by(capsys, *args, *way)
        assert printed_by(capsys, *args, *way, "--out", str(out)) == f"Written: {out}\n"
        assert out.read_text(encoding="utf-8") == printed
    assert json.loads(printed)
    printed_by(capsys, *args, "--format", "html", "--out", str(out))
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "<title>" in page and page.endswith("</html>\n")
    assert [path.name for path in tmp_path.iterdir()] == ["page"]


@pytest.mark.parametrize("args", PAGES, ids=" ".join)
def test_a_place_that_takes_no_file_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, args: tuple[str, ...]
) -> None:
    for place, reason in ((tmp_path, "it is a folder"), (tmp_path / "no" / "page", "there is no folder")):
        code, out, err = run(capsys, *args, "--out", str(place))
        assert code == 1 and not out and "[file.unwritable]" in err and reason in err
    code, _out, err = run(capsys, *args, "--out", str(tmp_path / ".html"))
    assert code == 2 and "[save.name]" in err
