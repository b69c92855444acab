"""The folder of what is kept for later runs: what stands in it, and that all of ours and nothing else is erased."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NoReturn

import pytest

from tarot_teach.caches import KINDS, cache_folder
from tests.helpers import printed_by, run

PACKAGE = Path(__file__).parent.parent / "tarot_teach"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with a folder of each kind, and with files of somebody else."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for kind in KINDS:
        folder = cache_folder(kind, [b"source"])
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "code.nbc").write_bytes(bytes(1_500_000))
    root = tmp_path / "tarot-teach"
    for name in ("notes", "kernel-of-mine", "solve-0123456789abcdef0"):
        (root / name).mkdir()
    (root / "kernel-0123456789abcdef").write_text("a file", encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    (root / "solve-0123456789abcdef").symlink_to(tmp_path / "elsewhere")
    return root


def test_a_folder_belongs_to_what_is_made_of(cache: Path) -> None:
    one, other = cache_folder("kernel", [b"a", b"b"]), cache_folder("kernel", [b"a", b"c"])
    assert one != other and one == cache_folder("kernel", [b"ab"]) and one.parent == cache


def test_the_cache_is_shown_and_erased(capsys: pytest.CaptureFixture[str], cache: Path) -> None:
    others = {path.name for path in cache.iterdir()} - {cache_folder(kind, [b"source"]).name for kind in KINDS}
    data = json.loads(printed_by(capsys, "cache", "--json"))
    assert data["folder"] == str(cache) and data["bytes"] == 1_500_000 * len(KINDS) and not data["erased"]
    assert {each["kind"] for each in data["folders"]} == {*KINDS}
    said = " ".join(printed_by(capsys, "cache").split())
    assert f"{len(KINDS)} folders in" in said and "6.0 MB" in said and all(words in said for words in KINDS.values())
    assert f"{len(KINDS)} folders erased in" in " ".join(printed_by(capsys, "cache", "--clear").split())
    assert {path.name for path in cache.iterdir()} == others and (cache.parent / "elsewhere").is_dir()
    assert "Nothing is kept" in " ".join(printed_by(capsys, "cache").split())


def test_an_empty_cache_and_none_at_all(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))
    assert "Nothing is kept" in printed_by(capsys, "cache", "--clear") and not (tmp_path / "new").exists()

    def nobody() -> NoReturn:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", nobody)
    code, _out, err = run(capsys, "cache")
    assert code == 1 and "[cache.no-home]" in err and "XDG_CACHE_HOME" in err


def test_what_may_not_be_erased_is_said(
    capsys: pytest.CaptureFixture[str], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_folder: Path) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("shutil.rmtree", refused)
    code, _out, err = run(capsys, "cache", "--clear")
    assert code == 1 and "[cache.refused]" in err and "Permission denied" in err and str(cache) in err


def test_every_cache_is_in_this_folder() -> None:
    named = [path for path in PACKAGE.rglob("*.py") if re.search(r'XDG_CACHE_HOME"|\.cache"', path.read_text("utf-8"))]
    assert named == [PACKAGE / "caches.py"]
    kinds = {
        kind
        for path in PACKAGE.rglob("*.py")
        for kind in re.findall(r'cache_folder\("(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert kinds == {*KINDS}
