"""A site that is watched: what has changed is made anew, a fault leaves the last good pages, and the browser loads them again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli.watch import snapshot
from tarot_teach.sphinxext.tutorials.site import take_over
from tests.helpers import HUNG, printed_by, run


def files(folder: Path, **texts: str) -> Path:
    """A folder with files of these texts, old ones."""
    (folder / "inner").mkdir(parents=True)
    for name, text in texts.items():
        (folder / "inner" / name).write_text(text, encoding="utf-8")
        os.utime(folder / "inner" / name, (1, 1))
    return folder


def test_files_with_the_same_content_stay_as_old_as_they_are(tmp_path: Path) -> None:
    folder = files(tmp_path / "old", same="1", other="2", gone="3")
    fresh = files(tmp_path / "new", same="1", other="4", more="5")
    os.utime(fresh / "inner" / "same", (9, 9))
    take_over(fresh, folder)
    found = {path.name: path.read_text(encoding="utf-8") for path in (folder / "inner").iterdir()}
    assert found == {"same": "1", "other": "4", "more": "5"} and not fresh.exists()
    assert (folder / "inner" / "same").stat().st_mtime == 1


def test_changes_of_any_file_that_a_site_is_made_of_are_seen(tmp_path: Path) -> None:
    ruleset, other = tmp_path / "a.yaml", tmp_path / "examples" / "b.yaml"
    other.parent.mkdir()
    for path in (ruleset, other, tmp_path / "note.txt", tmp_path / ".hidden.swp"):
        path.write_text("x", encoding="utf-8")
    assert {path.name for path in snapshot((str(ruleset),))} == {"a.yaml", "b.yaml"}
    assert any(path.name == "fft-4.yaml" for path in snapshot(("fft-4",)))


def test_only_a_site_is_watched(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for more in (("--format", "handout"), ("--out", str(tmp_path / "site"))):
        code, _out, err = run(capsys, "build", "scarto", "--watch", *more)
        assert code == 2 and "build.watch" in err


@contextmanager
def watched(folder: Path) -> Iterator[str]:
    """The address at which a folder is watched by the command."""
    command = [sys.executable, "-m", "tarot_teach", "build", str(folder), "--watch"]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert started.stdout is not None
        found = re.search(r"http://\S+/", started.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        started.send_signal(signal.SIGINT)
        assert started.wait(HUNG) == 130


@pytest.mark.browser
def test_a_page_that_is_open_shows_each_change_and_each_fault(
    browser: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed_by(capsys, "new", "game", "stones")
    example = next((tmp_path / "stones").rglob("examples/*.yaml"))
    text = example.read_text(encoding="utf-8")
    with watched(tmp_path / "stones") as address:
        shown = browser.new_page()
        shown.set_default_timeout(HUNG * 1000)
        shown.goto(f"{address}examples/{re.findall(r'^id: *(.+)$', text, re.MULTILINE)[0]}.html")
        title = re.findall(r"^title: *(.+)$", text, re.MULTILINE)[0]
        changed = text.replace(f"title: {title}", "title: Pebbles and shells")
        example.write_text(changed, encoding="utf-8")
        shown.wait_for_selector("h1:has-text('Pebbles and shells')")
        example.write_text(changed.replace("title:", "titel:"), encoding="utf-8")
        shown.wait_for_selector("[role=alert]:has-text('titel')")
        assert shown.locator("h1").inner_text() == "Pebbles and shells"
        example.write_text(text, encoding="utf-8")
        shown.wait_for_selector(f"h1:has-text('{title}')")
        assert shown.locator("[role=alert]").count() == 0
        shown.close()
