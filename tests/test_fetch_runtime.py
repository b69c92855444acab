"""The runtime of the engine, fetched from a server of the test: the user's tools, digests, what goes wrong, and sites that are built with it or without."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tarot_teach.caches import PART
from tarot_teach.errors import OutputError
from tarot_teach.sphinxext.tutorials.pages import Contents, gather
from tarot_teach.try_it import fetch_runtime as fetching
from tarot_teach.try_it.engine_files import PYODIDE
from tarot_teach.try_it.fetch_runtime import Limits, chosen_runtime, fetch_runtime, kept_folder, kept_runtime
from tests.helpers import HUNG, LIBRARY, build, printed_by, run, words_of

VERSION = version("pydantic_core")
WHEEL = f"pydantic_core-{VERSION}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
CODE = b"the wheel"
PYTHON = sys.executable
LONG = Limits(HUNG, HUNG, HUNG)
SHORT = 0.05
"""Seconds that a server which never answers is waited for."""
Answer = Callable[[BaseHTTPRequestHandler], None]


def tarball() -> bytes:
    """An archive as npm has it, with all that is needed of Pyodide and one file more."""
    lock = json.dumps({"info": {"abi_version": "2026_0", "python": "3.14.2"}}).encode()
    contents = {name: lock if name.endswith(".json") else name.encode() for name in (*PYODIDE, "README.md")}
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as tar:
        for name, content in contents.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return written.getvalue()


TARBALL = tarball()


def content(given: bytes, length: int | None = None) -> Answer:
    """An answer with some content, of which another length may be said."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(given) if length is None else length))
        handler.end_headers()
        handler.wfile.write(given)

    return answer


class Origin:
    """A server of archives: its address, its answers by the last part of the path, and what was asked for."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.answers: dict[str, Answer] = {"pyodide.tgz": content(TARBALL), WHEEL: content(CODE)}
        self.asked: list[str] = []
        self.over = threading.Event()


@pytest.fixture
def origin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Origin]:
    """A server of made-up archives, from which the runtime is fetched into a cache of the test, without npm and pip."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.rpartition("/")[2]
            served.asked.append(self.path)
            served.answers.get(name, lambda handler: handler.send_error(404))(self)

        def log_message(self, *_args: object) -> None:
            """Say nothing of requests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        served = Origin(f"http://127.0.0.1:{server.server_port}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        use(monkeypatch, served.address, tmp_path)
        yield served
        served.over.set()
        server.shutdown()


def use(patch: pytest.MonkeyPatch, address: str, folder: Path) -> None:
    """Fetch the made-up archives from an address, with the tools in the folder ``bin`` alone."""
    (folder / "bin").mkdir(exist_ok=True)
    patch.setenv("PATH", str(folder / "bin"))
    patch.setattr("sys.executable", str(folder / "bin" / "python"))
    known = replace(
        fetching.PYODIDE_ARCHIVE,
        address=f"{address}/pyodide.tgz",
        size=len(TARBALL),
        digest=f"sha512:{hashlib.sha512(TARBALL).hexdigest()}",
    )
    patch.setattr(fetching, "PYODIDE_ARCHIVE", known)
    patch.setattr(fetching, "FILES", address)
    patch.setattr(fetching, "INDEX", f"{address}/simple/pydantic-core")
    patch.setattr(fetching, "WHEELS", {VERSION: ("some", len(CODE), hashlib.sha256(CODE).hexdigest())})


def tool(folder: Path, name: str, script: str) -> None:
    """A program that stands for npm or pip; its last argument is the folder to write into."""
    path = folder / "bin" / name
    path.write_text(f'#!/bin/sh\nfor into; do :; done\nPATH="{os.defpath}"\n{script}\n', encoding="utf-8")
    path.chmod(0o755)


def refused(limits: Limits = LONG) -> tuple[str, str]:
    """Code and words of the error by which a fetch ends; nothing is left of it."""
    with pytest.raises(OutputError) as caught:
        fetch_runtime(lambda _what: None, limits)
    (problem,) = caught.value.problems
    assert problem.place and problem.hint and kept_runtime() is None and parts() == []
    return problem.code, str(problem)


def parts() -> list[Path]:
    """Folders of the cache that are not complete."""
    return [*kept_folder().parent.glob(f"*{PART}")]


# ---------------------------------------------------------------- fetched


def test_the_command_fetches_once_and_says_what(capsys: pytest.CaptureFixture[str], origin: Origin) -> None:
    said = " ".join(printed_by(capsys, "runtime").split())
    assert "is fetched into" in said and "Pyodide 314.0.7 MPL-2.0" in said and f"pydantic-core {VERSION} MIT" in said
    assert said.count(origin.address.removeprefix("http://")) == 2 and origin.asked == [
        "/pyodide.tgz",
        f"/some/{WHEEL}",
    ]
    folder = kept_folder()
    assert {path.name for path in folder.iterdir()} == {*PYODIDE, WHEEL, fetching.TAKEN}
    assert (folder / WHEEL).read_bytes() == CODE and (folder / "pyodide.mjs").read_bytes() == b"pyodide.mjs"
    assert chosen_runtime("cache").folder == folder
    data = json.loads(printed_by(capsys, "runtime", "--json"))
    assert not data["fetched"] and data["folder"] == str(folder) and data["bytes"] > len(CODE)
    assert [each["bytes"] for each in data["archives"]] == [len(TARBALL), len(CODE)]
    assert "runtime is in" in printed_by(capsys, "runtime") and len(origin.asked) == 2
    assert str(folder.name) in printed_by(capsys, "cache", "--json") and "1 folder erased" in printed_by(
        capsys, "cache", "--clear"
    )
    assert kept_runtime() is None


def test_each_known_archive_has_a_digest_of_full_length() -> None:
    algorithm, digest = fetching.PYODIDE_ARCHIVE.digest.split(":")
    assert (
        algorithm == "sha512"
        and len(bytes.fromhex(digest)) == 64
        and fetching.PYODIDE_ARCHIVE.address.startswith("https://")
    )
    assert all(len(bytes.fromhex(known[2])) == 32 and known[1] > 1_000_000 for known in fetching.WHEELS.values())
    assert fetching.FILES.startswith("https://") and fetching.INDEX.startswith("https://")


def test_tools_of_the_user_come_first(origin: Origin, tmp_path: Path) -> None:
    (tmp_path / "mine.tgz").write_bytes(TARBALL)
    (tmp_path / "mine.whl").write_bytes(CODE)
    tool(tmp_path, "npm", f'cp {tmp_path}/mine.tgz "$into/pyodide.tgz"; echo "$@" > {tmp_path}/npm-asked')
    tool(tmp_path, "pip", f'cp {tmp_path}/mine.whl "$into/{WHEEL}"; echo "$@" > {tmp_path}/pip-asked')
    kept = fetch_runtime(lambda _what: None)
    assert [each.source for each in kept.taken] == ["npm", "pip"] and origin.asked == []
    assert (tmp_path / "npm-asked").read_text().startswith("pack pyodide@314.0.7 ")
    assert (tmp_path / "pip-asked").read_text().startswith(f"download pydantic_core=={VERSION} ")


@pytest.mark.parametrize("script", ["exit 1", "exit 0"])
def test_tools_that_fail_or_bring_nothing_are_gone_without(origin: Origin, tmp_path: Path, script: str) -> None:
    for name in ("npm", "pip"):
        tool(tmp_path, name, script)
    kept = fetch_runtime(lambda _what: None)
    assert [each.source.startswith(origin.address) for each in kept.taken] == [True, True]


def test_tools_that_hang_are_ended_within_half_of_the_time(
    origin: Origin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("npm", "pip"):
        tool(tmp_path, name, "exit 1")
    given: list[float] = []

    def hangs(command: list[str], *, timeout: float, **_others: object) -> NoReturn:
        given.append(timeout)
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr("subprocess.run", hangs)
    kept = fetch_runtime(lambda _what: None, LONG)
    assert [each.source.startswith(origin.address) for each in kept.taken] == [True, True]
    assert len(given) == 2 and all(0 < seconds <= HUNG / 2 for seconds in given)


def test_a_proxy_of_the_environment_is_asked(origin: Origin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use(monkeypatch, "http://runtime.invalid", tmp_path)
    monkeypatch.setenv("http_proxy", origin.address)
    fetch_runtime(lambda _what: None)
    assert origin.asked == ["http://runtime.invalid/pyodide.tgz", f"http://runtime.invalid/some/{WHEEL}"]


def test_two_at_once_do_no_harm(origin: Origin) -> None:
    both = threading.Barrier(2, timeout=HUNG)

    def together(handler: BaseHTTPRequestHandler) -> None:
        both.wait()
        content(TARBALL)(handler)

    origin.answers["pyodide.tgz"] = together
    with ThreadPoolExecutor(2) as threads:
        kept = [*threads.map(lambda _turn: fetch_runtime(lambda _what: None, LONG), range(2))]
    assert kept[0] == kept[1] == kept_runtime() and parts() == []


def test_what_is_not_complete_is_fetched_anew(origin: Origin) -> None:
    folder = fetch_runtime(lambda _what: None).folder
    (folder / WHEEL).unlink()
    assert kept_runtime() is None
    with pytest.raises(OutputError, match=r"the cache has no runtime[\s\S]*tarot-teach runtime"):
        chosen_runtime("cache")
    assert fetch_runtime(lambda _what: None) == kept_runtime() and len(origin.asked) == 4


def test_a_process_that_is_killed_leaves_what_is_removed_later(
    origin: Origin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half = threading.Event()

    def stuck(handler: BaseHTTPRequestHandler) -> None:
        content(TARBALL[:99], len(TARBALL))(handler)
        half.set()
        origin.over.wait(HUNG)

    origin.answers["pyodide.tgz"] = stuck
    program = (
        "import sys, pathlib, pytest\nfrom tests.test_fetch_runtime import use\nfrom tarot_teach.cli import main\n"
        f"use(pytest.MonkeyPatch(), {origin.address!r}, pathlib.Path({str(tmp_path)!r}))\nmain(['runtime'])\n"
    )
    there = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    process = subprocess.Popen([PYTHON, "-c", program], env=there)
    assert half.wait(HUNG)
    process.kill()
    assert process.wait(HUNG) == -signal.SIGKILL
    (left,) = parts()
    assert kept_runtime() is None and left.name in printed_by(capsys, "cache")
    origin.answers["pyodide.tgz"] = content(TARBALL)
    assert fetch_runtime(lambda _what: None) == kept_runtime() and parts() == [left]
    shutil.rmtree(kept_folder())
    long_ago = time.time() - fetching.LEFT_FOR - 60
    os.utime(left, (long_ago, long_ago))
    assert fetch_runtime(lambda _what: None) == kept_runtime() and parts() == []


# ---------------------------------------------------------------- refused


@pytest.mark.parametrize("name", ["pyodide.tgz", WHEEL])
def test_another_digest_is_refused_by_name(origin: Origin, name: str) -> None:
    known = TARBALL if name == "pyodide.tgz" else CODE
    for other in (known[::-1], known + b"more"):
        origin.answers[name] = content(other)
        code, said = refused()
        assert code == "runtime.digest" and name in said and origin.address in said


def test_another_archive_of_a_tool_is_refused_by_name(origin: Origin, tmp_path: Path) -> None:
    (tmp_path / "other.tgz").write_bytes(TARBALL[::-1])
    tool(tmp_path, "npm", f'cp {tmp_path}/other.tgz "$into/pyodide.tgz"')
    code, said = refused()
    assert code == "runtime.digest" and "as it comes from npm" in said and origin.asked == []


@pytest.mark.parametrize("length", [None, len(TARBALL)])
def test_half_a_download_is_refused(origin: Origin, length: int | None) -> None:
    origin.answers["pyodide.tgz"] = content(TARBALL[:99], length)
    code, said = refused()
    assert code == "runtime.unreachable" and f"99 of {len(TARBALL):,} bytes" in said


def test_a_server_that_falls_silent_is_given_up(origin: Origin) -> None:
    def silent(handler: BaseHTTPRequestHandler) -> None:
        content(TARBALL[:99], len(TARBALL))(handler)
        origin.over.wait(HUNG)

    def mute(_handler: BaseHTTPRequestHandler) -> None:
        origin.over.wait(HUNG)

    for answer, limits in (
        (silent, replace(LONG, silent=SHORT)),
        (mute, replace(LONG, connect=SHORT)),
        (content(TARBALL), replace(LONG, whole=0)),
    ):
        origin.answers["pyodide.tgz"] = answer
        code, said = refused(limits)
        assert code == "runtime.unreachable" and "it takes too long" in said


def test_an_error_of_the_server_and_no_server_at_all(
    origin: Origin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    del origin.answers["pyodide.tgz"]
    assert refused()[0] == "runtime.unreachable" and "404 Not Found" in refused()[1]
    use(monkeypatch, "http://127.0.0.1:9", tmp_path)
    code, said = refused()
    assert code == "runtime.unreachable" and "http://127.0.0.1:9/pyodide.tgz" in said and "https_proxy" in said


def listing(*names: str) -> Answer:
    """The list of a package index, whose files have the digest of the wheel."""
    digest = {"sha256": hashlib.sha256(CODE).hexdigest()}
    files = [{"filename": name, "url": f"/files/{name}", "size": len(CODE), "hashes": digest} for name in names]
    return content(json.dumps({"files": files}).encode())


def test_a_wheel_that_is_not_known_is_taken_by_the_digest_of_the_index(
    origin: Origin, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = kept_folder()
    monkeypatch.setattr(fetching, "WHEELS", {})
    assert kept_folder() != known
    origin.answers["pydantic-core"] = listing("pydantic_core-1.0.tar.gz", WHEEL)
    said = " ".join(printed_by(capsys, "runtime").split())
    assert f"does not know pydantic-core {VERSION}: its digest is that of the package index, sha256:" in said
    assert origin.asked == ["/simple/pydantic-core", "/pyodide.tgz", f"/files/{WHEEL}"]
    assert [each["pinned"] for each in json.loads(printed_by(capsys, "runtime", "--json"))["archives"]] == [True, False]


def test_a_pydantic_without_a_wheel_is_refused_with_a_cure(origin: Origin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "WHEELS", {})
    origin.answers["pydantic-core"] = listing("pydantic_core-1.0.tar.gz")
    code, said = refused()
    assert code == "runtime.no-wheel" and WHEEL in said and "pip install --upgrade pydantic" in said
    for other in (b"<html>Log in", b"[]", b'{"files": [{}]}'):
        origin.answers["pydantic-core"] = content(other)
        code, said = refused()
        assert code == "runtime.unreachable" and "no list of wheels" in said


@pytest.mark.usefixtures("origin")
def test_no_room_no_home_and_no_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_path: Path, _content: bytes) -> NoReturn:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        assert refused()[0] == "runtime.unwritable" and "No space left on device" in refused()[1]
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert refused()[0] == "runtime.unwritable"
    monkeypatch.delenv("XDG_CACHE_HOME")

    def nobody() -> NoReturn:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    code, out, _err = run(capsys, "runtime", "--json")
    assert code == 1 and json.loads(out)["errors"][0]["code"] == "cache.no-home"


# ---------------------------------------------------------------- sites


@pytest.fixture
def contents(monkeypatch: pytest.MonkeyPatch) -> list[Contents]:
    """The contents of sites that are to be built, which are gathered only."""
    gathered: list[Contents] = []

    def gather_only(given: Contents, out: Path, *_others: Any) -> Path:
        gathered.append(given)
        return out / "index.html"

    monkeypatch.setattr("tarot_teach.sphinxext.tutorials.site.build_site", gather_only)
    monkeypatch.delenv("TAROT_TEACH_RUNTIME")
    return gathered


def test_a_site_takes_the_runtime_from_the_cache_or_has_it_fetched(
    origin: Origin, contents: list[Contents], capsys: pytest.CaptureFixture[str]
) -> None:
    assert build("early-17c") == 0
    assert "fetched once, for the page Try it: Pyodide 314.0.7, pydantic-core" in capsys.readouterr().err
    assert build("early-17c") == 0 and capsys.readouterr().err == "" and len(origin.asked) == 2
    assert [each.runtime for each in contents] == 2 * [str(kept_folder())] and not contents[0].missing


def test_a_site_of_games_without_tricks_takes_the_runtime_for_its_deals(
    origin: Origin, contents: list[Contents]
) -> None:
    assert build("casita-robada") == 0 and len(origin.asked) == 2
    assert contents[0].runtime == str(kept_folder()) and contents[0].laid == ([], [])
    assert gather(["casita-robada", "early-17c"], LIBRARY).tried == ("early-17c", "casita-robada")


def test_the_environment_names_the_runtime_and_the_option_goes_before_it(
    origin: Origin,
    contents: list[Contents],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for given in ("none", "https://example.org/pyodide"):
        monkeypatch.setenv("TAROT_TEACH_RUNTIME", given)
        assert build("early-17c") == 0 and build("early-17c", "--runtime", "https://example.org/other") == 0
        assert build("early-17c", "--runtime", "none") == 0
    addresses = [each.runtime for each in contents]
    assert addresses == [
        "",
        "https://example.org/other",
        "",
        "https://example.org/pyodide",
        "https://example.org/other",
        "",
    ]
    assert origin.asked == [] and not any(each.missing for each in contents)
    monkeypatch.setenv("TAROT_TEACH_RUNTIME", str(tmp_path / "nowhere"))
    capsys.readouterr()
    assert build("early-17c") == 1 and "TAROT_TEACH_RUNTIME: there is no folder" in capsys.readouterr().err
    monkeypatch.setenv("TAROT_TEACH_RUNTIME", "cache")
    assert build("early-17c") == 1 and "[runtime.missing]" in capsys.readouterr().err


@pytest.mark.turn(0, 2)
def test_a_site_without_its_runtime_is_built_and_says_so(
    origin: Origin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TAROT_TEACH_RUNTIME")
    origin.answers.clear()
    assert build("early-17c", "--out", str(tmp_path / "site")) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "404 Not Found" in line and line.endswith("to fetch that later: tarot-teach runtime")
    page = (tmp_path / "site" / "try.html").read_text(encoding="utf-8")
    assert "Missing here is the engine’s runtime" in words_of(page) and "tt-try" not in page
    assert 'href="try.html"' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "#try=" not in (tmp_path / "site" / "rules" / "early-17c.html").read_text(encoding="utf-8")
    assert not (tmp_path / "site" / "_static" / "tarot_teach" / "engine").exists()
