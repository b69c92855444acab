"""The page of one file to play at from a disk: what it holds, and when it is refused. ``test_try_browser.py`` plays on it."""

from __future__ import annotations

import base64
import gzip
import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest

from tarot_teach.try_it.engine_files import PYODIDE
from tests.helpers import run

WHEEL = f"pydantic_core-{version('pydantic_core')}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of the names that a runtime has, for whatever does not run them."""
    folder = tmp_path_factory.mktemp("runtime")
    for name in (*PYODIDE, WHEEL):
        (folder / name).write_text(f"{name}</script>", encoding="utf-8")
    lock = {"info": {"abi_version": "2026_0", "python": "3.14.2"}, "packages": {}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return folder


@pytest.mark.turn(1, 2)
def test_the_file_holds_the_engine_and_asks_for_nothing(
    runtime: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "played.html"
    made = ["build", "fft-4", "hombre-1674", "--runtime", str(runtime), "--one-file", str(out)]
    assert run(capsys, *made)[0] == 0
    page = out.read_text(encoding="utf-8")
    held = dict(re.findall(r'data-file="([^"]+)">([^<]*)</script>', page))
    assert {*PYODIDE, WHEEL, "engine.json"} < {*held}
    unpacked = {name: gzip.decompress(base64.b64decode(text)) for name, text in held.items()}
    assert unpacked["pyodide.mjs"] == b"pyodide.mjs</script>"
    assert json.loads(unpacked["engine.json"])["archive"] in held
    assert "default-src 'none'" in page and "connect-src" not in page
    assert not re.search(r"<(?:script|img|iframe)[^>]+src=|<link|@import|url\(", page.partition("<script>")[0])
    assert 'data-parts="{&#34;play&#34;' in page
    before = out.read_bytes()
    assert run(capsys, *made)[0] == 0 and out.read_bytes() == before, "it is made anew, the same"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--out", "site"], "build.one-file"),
        (["--format", "epub"], "build.one-file"),
        (["--address", "https://example.org/"], "build.one-file"),
        (["--runtime", "none"], "build.one-file"),
        (["--runtime", "https://example.org/pyodide/"], "build.one-file"),
        (["--runtime", "nowhere"], "runtime.folder"),
        ([], "build.one-file"),
    ],
)
def test_a_file_that_cannot_hold_its_engine_is_refused(
    options: list[str], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default the tests' environment names no runtime, and forbids to fetch one."""
    monkeypatch.chdir(tmp_path)
    status, _out, err = run(capsys, "build", "fft-4", "--one-file", "a.html", *options)
    assert status != 0 and f"[{code}]" in err and not Path("a.html").exists()


def test_a_runtime_that_cannot_be_fetched_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {
        "HOME": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PATH": str(tmp_path),
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("TAROT_TEACH_RUNTIME")
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))  # beside which there is no pip
    status, _out, err = run(capsys, "build", "fft-4", "--one-file", str(tmp_path / "a.html"))
    assert status != 0 and "[runtime.unreachable]" in err and "--runtime FOLDER" in err


def test_a_file_that_is_no_page_of_one_file_is_not_overwritten(
    runtime: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.html").write_text("<p>mine</p>", encoding="utf-8")
    status, _out, err = run(
        capsys, "build", "fft-4", "--runtime", str(runtime), "--one-file", str(tmp_path / "mine.html")
    )
    assert status != 0 and "[save.exists]" in err and (tmp_path / "mine.html").read_text() == "<p>mine</p>"


def test_one_file_of_a_game_without_tricks_has_all_but_what_may_be_played_to_a_trick(
    runtime: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.html"
    assert run(capsys, "build", "casita-robada", "--runtime", str(runtime), "--one-file", str(out))[0] == 0
    parts = re.findall(r'data-parts="([^"]+)"', out.read_text(encoding="utf-8"))
    assert [[*json.loads(part.replace("&#34;", '"'))] for part in parts] == [["play", "line", "quiz", "score"]]
