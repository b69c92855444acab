"""Files that commands write: completely or not at all, also when stopped; and one writer at a time."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tarot_teach.cli import main
from tarot_teach.errors import OutputError
from tarot_teach.files import file_lock, write_atomically
from tarot_teach.sphinxext.tutorials import work_folder
from tarot_teach.sphinxext.tutorials.work_folder import MARKER, WORK, folder_in_place
from tarot_teach.topics.simulate.results_files import load_results
from tests.helpers import HUNG

START = (sys.executable, "-c", "from tarot_teach.cli import main; main()")


def quiet(_what: str) -> None:
    """No word on how it goes."""


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main([*args])
    return int(caught.value.code or 0)


def begun(*args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*START, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def build_pages(out: Path, text: str) -> None:
    with folder_in_place(out, quiet) as work:
        (work / "new").mkdir()
        (work / "new" / "index.html").write_text(text, encoding="utf-8")


# ---------------------------------------------------------------- one at a time


def test_a_second_lock_of_a_path_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    with file_lock(path):
        with (
            pytest.raises(
                OutputError, match=r"another tarot-teach is writing this now[^$]*hint: wait until it is done"
            ),
            file_lock(path),
        ):
            pass
        with file_lock(tmp_path / "other.json"):
            pass
    with file_lock(path):
        pass
    assert not [*tmp_path.iterdir()]


def test_a_lock_ends_with_its_owner_though_a_forked_process_lives_on(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    code = f"""
import os, sys
from pathlib import Path
from tarot_teach.files import file_lock
begun, begin = os.pipe()
with file_lock(Path({str(path)!r})):
    if os.fork():
        os.read(begun, 1)
        os.kill(os.getpid(), 9)
    os.write(begin, b".")
    sys.stdin.read()
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.wait(HUNG) == -signal.SIGKILL and [*tmp_path.iterdir()]
    with file_lock(path):
        process.communicate(timeout=HUNG)  # the forked process comes to the end of the block
        assert [*tmp_path.iterdir()], "the lock of another process is not removed"
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "args",
    [
        ("simulate", "fft-4", "--deals", "20", "--players", "random", "--jobs", "1", "--out", "{}/out.json"),
        ("build", "fft-4", "--format", "markdown", "--out", "{}/out"),
        ("play", "fft-4", "--lines", "--seed", "1", "--out", "{}/out.yaml"),
        ("find", "fft-4", "--shows", "excuse_lost", "--tries", "1", "--out", "{}/out.yaml"),
    ],
    ids=lambda args: args[0],
)
def test_a_second_command_for_the_same_output_is_refused(
    args: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled = [arg.format(tmp_path) for arg in args]
    with file_lock(Path(filled[-1])):
        assert run(*filled) == 1
    assert "another tarot-teach is writing this now" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_results_are_not_rerun_while_they_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    assert run("simulate", "fft-4", "--deals", "20", "--players", "random", "--jobs", "1", "--out", str(out)) == 0
    with file_lock(out):
        assert run("simulate", "--again", str(out), "--jobs", "1") == 1
        assert "another tarot-teach is writing this now" in capsys.readouterr().err
        assert run("simulate", "--again", str(out), "--deals", "10", "--jobs", "1") == 0  # which writes nothing


# ---------------------------------------------------------------- sites


@pytest.mark.parametrize("at_one_stroke", [True, False])
def test_a_new_site_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_one_stroke: bool
) -> None:
    if not at_one_stroke:
        monkeypatch.setattr(work_folder, "_exchanged", lambda _one, _other: False)
    out = tmp_path / "site"
    for text in ("old", "new"):
        build_pages(out, text)
    assert (out / "index.html").read_text(encoding="utf-8") == "new" and (out / MARKER).exists()
    assert [*tmp_path.iterdir()] == [out]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can exchange folders")
def test_a_site_exists_at_every_moment_of_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "site"
    build_pages(out, "old")
    monkeypatch.setattr(shutil, "move", None)
    build_pages(out, "new")
    assert (out / "index.html").read_text(encoding="utf-8") == "new"


def test_leftovers_of_a_killed_build_are_removed_and_an_old_site_is_restored(tmp_path: Path) -> None:
    out, left = tmp_path / "site", tmp_path / f".tarot-teach-site-abc{WORK}"
    other = tmp_path / f".tarot-teach-other-abc{WORK}"
    other.mkdir()
    build_pages(left / "old", "old")
    with pytest.raises(ZeroDivisionError), folder_in_place(out, quiet):
        raise ZeroDivisionError
    assert (out / "index.html").read_text(encoding="utf-8") == "old"
    assert sorted(tmp_path.iterdir()) == sorted([out, other])


# ---------------------------------------------------------------- stopped

STOPPED_WHILE_WRITING = """
import os, signal
from contextlib import suppress
from tarot_teach.cli import main
from tarot_teach.sphinxext.tutorials import site

main_process, (left, right) = os.getpid(), os.pipe()
os.write(right, b"once")
os.set_blocking(left, False)

def stop(*page):
    if os.getpid() != main_process:
        with suppress(BlockingIOError):
            os.read(left, 4)
            os.kill(main_process, signal.{number})
        while signal.{number} is signal.SIGKILL:
            signal.pause()

site.cpus = lambda: 2
of_site = site.handlers
site.handlers = lambda: (*of_site(), ("html-page-context", stop, 950))
main(["build", "early-17c", "--out", {out!r}])
"""
"""A build that is stopped when a worker process writes a page. A killed build leaves this worker to wait for ever."""

STOPPED_WHILE_SAVING = """
import os, signal, sys
sys.modules["numba"] = None  # the engine plays few deals sooner than the kernel is loaded
from tarot_teach import files
from tarot_teach.cli import main
from tests.helpers import HUNG

on_disk = os.fsync

def stop(descriptor):
    on_disk(descriptor)
    signal.raise_signal(signal.{number})

files.os.fsync = stop
main({command!r})
"""
"""A command that is stopped when a file has been written, before it takes the place of the older one."""


def stopped(script: str, ctrl_c: str = "default_int_handler", **values: object) -> tuple[int, str]:
    """The exit code of a script in another process, and its errors. Waits for all processes that it has started. ``ctrl_c`` is the
    handler of SIGINT with which the process begins; programs in the background of a shell script begin with ``SIG_IGN``."""
    filled = f"import signal; signal.signal(signal.SIGINT, signal.{ctrl_c})\n" + script.format(**values)
    done = subprocess.run([sys.executable, "-c", filled], capture_output=True, text=True, check=False, timeout=HUNG)
    return done.returncode, done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_a_run_that_is_stopped_leaves_whole_results(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "run.json"
    command = [
        "simulate",
        "early-17c",
        "--players",
        "random",
        "--jobs",
        "1",
        "--out",
        str(out),
        "--seed",
        "3",
        "--deals",
    ]
    assert run(*command, "20") == 0
    code, err = stopped(STOPPED_WHILE_SAVING, number=number.name, command=[*command, "60"])
    assert load_results(out).deals in (20, 60)
    left = {path.name for path in tmp_path.iterdir()} - {out.name}
    if number is signal.SIGKILL:
        assert code == -number and left
    else:
        assert code == 128 + number and "Traceback" not in err and not left


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_deal_that_is_stopped_is_saved(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "deal.yaml"
    process = begun("play", "fft-4", "--lines", "--seed", "3", "--seat", "E", "--out", str(out))
    assert process.stdout is not None
    while "pass" not in process.stdout.readline():
        pass
    process.send_signal(number)
    _out, err = process.communicate(timeout=HUNG)
    assert out.exists() and "S pass" in out.read_text(encoding="utf-8"), err
    assert [path.name for path in tmp_path.iterdir()] == ["deal.yaml"]


def test_a_run_in_the_background_that_ignores_ctrl_c_is_ended_by_sigterm(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    command = ["simulate", "early-17c", "--players", "random", "--jobs", "1", "--deals", "20", "--out", str(out)]
    code, err = stopped(STOPPED_WHILE_SAVING, ctrl_c="SIG_IGN", number="SIGTERM", command=command)
    assert code == 128 + signal.SIGTERM and "Traceback" not in err and not list(tmp_path.iterdir())


@pytest.mark.turn(0, 3)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_a_build_that_is_stopped_leaves_the_old_pages_no_process_and_no_lock(
    tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "out"
    build_pages(out, "old")
    code, err = stopped(STOPPED_WHILE_WRITING, number=number.name, out=str(out))
    assert code == (-number if number is signal.SIGKILL else 128 + number), err
    assert (out / "index.html").read_text(encoding="utf-8") == "old" and "Traceback" not in err
    build_pages(out, "new")
    assert (out / "index.html").read_text(encoding="utf-8") == "new" and [*tmp_path.iterdir()] == [out]


def test_a_worker_of_a_killed_run_ends() -> None:
    code, err = stopped(
        "import os, time\nfrom tarot_teach.topics.simulate.workers import WorkerProcesses\n"
        "pool = WorkerProcesses(1).open()\npool.submit(os.getpid).result()\npool.submit(time.sleep, 10**6)\nos.kill(os.getpid(), 9)"
    )
    assert code == -signal.SIGKILL, err


# ---------------------------------------------------------------- full and read-only disks


def full(*_args: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"cannot be written: No space left on device[^$]*whether the disk is full"):
        write_atomically(path, b"new")
    assert path.read_text(encoding="utf-8") == "old" and [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("args", [("list",), ("list", "--json")], ids=" ".join)
def test_a_full_standard_output_is_reported(args: tuple[str, ...], unbuffered: str) -> None:
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as stream:
        done = subprocess.run([*START, *args], stdout=stream, stderr=subprocess.PIPE, text=True, check=False, env=env)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "No space left on device" in done.stderr and "Exception ignored" not in done.stderr


def test_a_read_only_folder_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = os.open

    def refuse(path: str, flags: int, *args: int, **how: int) -> int:
        if flags & os.O_CREAT and str(path).startswith(str(tmp_path)):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return real(path, flags, *args, **how)

    monkeypatch.setattr(os, "open", refuse)
    for args in (
        ("simulate", "fft-4", "--deals", "20", "--players", "random", "--jobs", "1", "--out", f"{tmp_path}/a.json"),
        ("build", "fft-4", "--format", "markdown", "--out", f"{tmp_path}/out"),
        ("schema", "--out", str(tmp_path)),
    ):
        assert run(*args) == 1
        printed = capsys.readouterr().err
        assert "Read-only file system" in printed and "hint:" in printed
    assert not [*tmp_path.iterdir()]
