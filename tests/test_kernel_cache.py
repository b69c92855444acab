"""The compiled kernel is cached where a folder can be written, and compiled anew elsewhere."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

numba = pytest.importorskip("numba")

import tarot_teach  # noqa: E402
from tarot_teach.compiled import cache as code_cache  # noqa: E402
from tarot_teach.compiled import jit, other_process  # noqa: E402
from tarot_teach.solver.words_compiled import compiled_search  # noqa: E402
from tarot_teach.topics.simulate.by_words import compiled_tricks  # noqa: E402
from tarot_teach.words.link import Link, linked  # noqa: E402
from tests.helpers import HUNG  # noqa: E402


def one_more(number: int) -> int:
    return number + 1


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_compiled_code_is_kept(cache: Path) -> None:
    assert jit.Outer(one_more)(1) == 2
    assert list(cache.rglob("*.nbi")) and list(cache.rglob("*.nbc"))


def test_compiled_code_in_a_broken_cache_is_made_anew(cache: Path) -> None:
    jit.Outer(one_more)(1)
    for path in cache.rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:20])
    again = jit.Outer(one_more)
    assert again(1) == 2 and again(2) == 3


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("step", "code"),
    [("FunctionCache.save_overload", errno.ENOSPC), ("_CacheLocator.ensure_cache_path", errno.EROFS)],
    ids=["a full disk", "no folder can be written"],
)
def test_code_that_cannot_be_kept_is_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch, step: str, code: int
) -> None:
    def refused(*_arguments: object) -> NoReturn:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(f"numba.core.caching.{step}", refused)
    assert jit.Outer(one_more)(1) == 2


def test_code_is_compiled_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> NoReturn:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert jit.Outer(one_more)(1) == 2


HELPER = "from tests.test_kernel_cache import helped; helped()"


def helped() -> None:
    """Code of the other process."""
    jit.Outer(one_more)(1)


@pytest.mark.usefixtures("cache")
def test_a_second_process_compiles_into_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_process, "cpus", lambda: 2)
    monkeypatch.setattr(jit, "PATIENCE", HUNG)
    function: Any = jit.Outer(one_more)
    assert function.is_new
    with jit.compiling_elsewhere(function, HELPER):
        pass
    assert not function.is_new
    assert function(1) == 2


def test_code_of_earlier_versions_is_removed_after_a_month(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_process, "cpus", lambda: 1)
    function: Any = jit.Outer(one_more)
    old, young = (cache / "tarot-teach" / f"kernel-{name}" for name in ("old", "young"))
    for folder in (old, young, code_cache.code_folder()):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "a.nbc").write_text("a", encoding="utf-8")
    long_ago = time.time() - code_cache.KEPT_FOR - 60
    for folder in (old, code_cache.code_folder()):
        os.utime(folder, (long_ago, long_ago))
    with jit.compiling_elsewhere(function, ""):
        pass
    assert not old.exists() and young.exists() and (code_cache.code_folder() / "a.nbc").exists()


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(("command", "patience"), [("raise SystemExit(1)", HUNG), ("import time; time.sleep(600)", 0)])
def test_a_second_process_that_fails_or_hangs_is_not_needed(
    monkeypatch: pytest.MonkeyPatch, command: str, patience: float
) -> None:
    monkeypatch.setattr(other_process, "cpus", lambda: 2)
    monkeypatch.setattr(jit, "PATIENCE", patience)
    function: Any = jit.Outer(one_more)
    with jit.compiling_elsewhere(function, command):
        pass
    assert function.is_new and function(1) == 2


@pytest.mark.usefixtures("cache")
def test_a_second_process_that_cannot_be_started_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_process, "cpus", lambda: 2)
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    function: Any = jit.Outer(one_more)
    with jit.compiling_elsewhere(function, ""):
        assert function(1) == 2


@pytest.mark.parametrize(
    ("compiled", "edited"),
    [
        (compiled_tricks, "topics/simulate/players/maxims.py"),
        (compiled_tricks, "topics/simulate/players/pack.py"),
        (compiled_tricks, "words/loop.py"),
        (compiled_tricks, "mechanisms/play/play_on.py"),
        (compiled_search, "solver/search_memory.py"),
        (compiled_search, "solver/words_compiled.py"),
        (compiled_search, "mechanisms/in_words.py"),
        (compiled_search, "words/compiled.py"),
    ],
)
def test_another_text_of_a_file_that_is_compiled_in_has_another_folder(
    compiled: Callable[[Link], jit.Outer], edited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    package, copies = Path(tarot_teach.__file__).parent, list[Path]()
    for source in compiled(linked()).sources:
        copy = tmp_path / source.relative_to(package)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(source.read_bytes())
        copies.append(copy)
    before = code_cache.code_folder(copies)
    assert code_cache.code_folder(copies) == before
    with (tmp_path / edited).open("a", encoding="utf-8") as file:
        file.write("# another line\n")
    assert code_cache.code_folder(copies) != before
