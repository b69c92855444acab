"""Runs of many deals: whoever plays them, in whatever pieces, and whatever comes between, the same is found."""

from __future__ import annotations

import contextlib
import errno
import json
import multiprocessing
import os
import pickle
import signal
import socket
import sys
import threading
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tarot_teach
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, OutputError, RunError, TarotError
from tarot_teach.loading import Library
from tarot_teach.rules import Unit
from tarot_teach.topics.simulate import run
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.results_files import load_results, save_results
from tarot_teach.topics.simulate.run import play_batch, play_deals
from tarot_teach.topics.simulate.run_results import Rerun, RulesetStamp, RunResults, with_range
from tarot_teach.topics.simulate.tally import Tally
from tarot_teach.topics.simulate.task import Task, TaskRunner
from tarot_teach.topics.simulate.workers import WorkerProcesses, Workers
from tests.helpers import HUNG

TASK = Task(("fft-4", "fft-4+garde-contre-x8"), ("random",), 7)
BY_ENGINE = replace(TASK, kernel=False)
"""``TASK`` played by the engine, so that processes need not load the kernel."""
DEALS = 160


def played(task: Task = TASK, deals: int = DEALS, **how: Any) -> RunResults:
    saved = RunResults.of(task)
    assert play_deals(task, saved, deals, **how)
    return saved


@pytest.fixture(scope="module")
def straight() -> RunResults:
    return played(jobs=1)


def test_every_deal_is_counted_once_under_each_ruleset(straight: RunResults) -> None:
    assert straight.done == ((0, DEALS),)
    tally = TASK.play(0, DEALS)
    assert straight.tally == tally
    assert {rows.total() for rows in (*tally.rows, *tally.changes)} == {DEALS}


def test_two_processes_find_what_one_finds(straight: RunResults) -> None:
    assert played(jobs=2) == straight


def test_few_deals_do_not_wait_for_the_compiler(straight: RunResults, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "is_compiled", lambda: False)
    monkeypatch.setattr(run, "compile_kernel", lambda: pytest.fail("the compiler was started"))
    assert played(jobs=1) == straight
    assert played(jobs=2) == straight


def test_many_deals_are_played_by_the_kernel_once_it_is_compiled(
    straight: RunResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[bool] = []
    monkeypatch.setattr(run, "is_compiled", lambda: False)
    monkeypatch.setattr(run, "compile_kernel", lambda: compiled.append(True))
    monkeypatch.setattr(run, "FEW", 2 * DEALS - 1)
    assert played(jobs=1) == straight and compiled
    assert played(BY_ENGINE, jobs=1) == straight and len(compiled) == 1


def test_a_long_run_calls_in_other_processes(straight: RunResults, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    processes = run.WorkerProcesses

    def called(jobs: int) -> Any:
        opened.append(jobs)
        return processes(jobs)

    monkeypatch.setattr(run, "WorkerProcesses", called)
    monkeypatch.setattr(run, "cpus", lambda: 2)
    monkeypatch.setattr(run, "SINGLE_PROCESS_SECONDS", -1.0)
    assert played(BY_ENGINE) == straight
    assert opened == [2]


def test_missing_deals_are_played_in_any_order(straight: RunResults) -> None:
    saved = RunResults.of(TASK)
    for first, count in ((100, 20), (0, 30), (130, 10)):
        saved.add(first, TASK.play(first, count))
    assert saved.missing(DEALS) == ((30, 100), (120, 130), (140, DEALS))
    assert saved.missing(25) == ()
    assert play_deals(TASK, saved, DEALS, jobs=1)
    assert saved == straight


def test_ranges_join_where_they_meet() -> None:
    assert with_range(with_range(((0, 5),), 7, 9), 5, 7) == ((0, 9),)
    assert with_range(((3, 5),), 0, 2) == ((0, 2), (3, 5))


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_between_batches_and_the_same_command_goes_on(straight: RunResults, jobs: int) -> None:
    saved = RunResults.of(BY_ENGINE)

    def interrupt(deals: int) -> None:
        if deals >= 50:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    try:
        assert not play_deals(
            BY_ENGINE, saved, 5000, jobs=jobs, on_progress=lambda deals: interrupt(deals) if deals == 50 else None
        )
    finally:
        assert signal.getsignal(signal.SIGINT) is before
    assert 50 <= saved.deals < 5000
    parts = Tally.empty(2)
    for first, end in saved.done:
        parts.add(TASK.play(first, end - first))
    assert saved.tally == parts
    if saved.deals <= DEALS:
        assert play_deals(TASK, saved, DEALS, jobs=1)
        assert saved == straight


def test_a_process_that_is_killed_loses_nothing(straight: RunResults) -> None:
    killed: list[int] = []

    def kill(_deals: int) -> None:
        if not killed:
            worker = multiprocessing.active_children()[0]
            killed.append(worker.pid or 0)
            worker.kill()

    assert played(BY_ENGINE, jobs=2, on_progress=kill) == straight
    assert killed


class Broken(Executor):
    """Takes what it is given, and breaks down over it."""

    def submit(self, *_order: Any, **_options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


class Hopeless(Workers):
    def open(self) -> Executor:
        return Broken()

    def room(self) -> int:
        return 2


def test_workers_that_break_down_again_and_again_are_given_up() -> None:
    with pytest.raises(RunError, match="the workers ended 4 times"):
        run._run(TASK, RunResults.of(TASK), DEALS, Hopeless(), threading.Event(), lambda _deals: None)


@pytest.mark.parametrize(
    "fault, message",
    [
        (ConnectionResetError("reset by peer"), "cannot be reached any more: reset by peer"),
        (ModuleNotFoundError("No module named 'x'"), "could not play deal 0 and those after it: ModuleNotFoundError"),
    ],
)
def test_a_fault_in_a_worker_ends_the_run_with_its_message(
    fault: Exception, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_order: Any) -> Any:
        raise fault

    monkeypatch.setattr(run, "play_batch", fails)
    with pytest.raises(RunError, match=message):
        played(jobs=1)


def test_a_worker_with_other_rules_is_refused() -> None:
    with pytest.raises(RunError, match="another version of tarot_teach, or other files"):
        play_batch(TASK, ("x", "y"), tarot_teach.__version__, 0, 1)
    with pytest.raises(RunError):
        play_batch(TASK, RunResults.of(TASK).fingerprints, "0.0", 0, 1)


def test_errors_come_whole_from_other_processes() -> None:
    error = LoadError.of("a.code", "a message", hint="a hint")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, LoadError) and again.problems == error.problems


def _interrupts_are_blocked() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_processes_leave_interrupts_alone_while_they_start() -> None:
    """Otherwise Ctrl-C in the first second prints the tracebacks of what they were importing."""
    workers = WorkerProcesses(1)
    try:
        assert workers.open().submit(_interrupts_are_blocked).result(HUNG)
        assert not _interrupts_are_blocked()
    finally:
        workers.close()


def test_a_cluster_loses_nothing_with_a_worker_that_is_killed(straight: RunResults) -> None:
    distributed = pytest.importorskip("distributed")
    killed: list[int] = []
    options = {"threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=2, **options) as cluster:

        def kill(_deals: int) -> None:
            if not killed:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        assert played(BY_ENGINE, cluster=cluster.scheduler_address, on_progress=kill) == straight
    assert killed


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", "foo://x:1"])
def test_a_cluster_that_does_not_answer_is_not_waited_for(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("tarot_teach.topics.simulate.workers.CONNECT_TIMEOUT", 0.2)
    saved = RunResults.of(TASK)
    with pytest.raises(RunError, match="no cluster answers at"):
        play_deals(TASK, saved, DEALS, cluster=address)
    assert saved == RunResults.of(TASK)


@pytest.mark.parametrize("says", [b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(4000), b"", None])
def test_a_server_that_is_no_cluster_is_refused(says: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says something else, hangs up, or says nothing at all."""
    pytest.importorskip("distributed")
    monkeypatch.setattr("tarot_teach.topics.simulate.workers.CONNECT_TIMEOUT", 0.2)
    held: list[socket.socket] = []

    def listen() -> None:
        with contextlib.suppress(OSError):
            while True:
                held.append(other.accept()[0])
                if says is not None:
                    held[-1].sendall(says)
                    held[-1].shutdown(socket.SHUT_WR)

    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(target=listen, daemon=True).start()
        with pytest.raises(RunError, match="no cluster answers at"):
            play_deals(TASK, RunResults.of(TASK), DEALS, cluster=f"tcp://127.0.0.1:{other.getsockname()[1]}")
    for connection in held:
        connection.close()


def test_a_worker_is_not_taken_for_a_cluster() -> None:
    distributed = pytest.importorskip("distributed")
    options = {
        "threads_per_worker": 1,
        "dashboard_address": None,
        "host": "127.0.0.1",
        "silence_logs": 50,
        "worker_dashboard_address": None,
    }
    with (
        distributed.LocalCluster(n_workers=1, processes=False, protocol="tcp://", **options) as cluster,
        pytest.raises(RunError, match="a worker answers, not a scheduler"),
    ):
        play_deals(TASK, RunResults.of(TASK), DEALS, cluster=cluster.workers[0].address)


def test_a_cluster_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RunError, match=r"pip install 'tarot-teach\[cluster\]'"):
        play_deals(TASK, RunResults.of(TASK), DEALS, cluster="tcp://127.0.0.1:9")


# ---------------------------------------------------------------- files


def test_a_file_gives_back_the_run(straight: RunResults, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    save_results(straight, path)
    assert load_results(path) == straight
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["done"] == [[0, DEALS]] and data["deals"] == DEALS
    counted, fields = data["rows"][0][0]
    row = dict(zip(data["row_fields"], fields, strict=True))
    assert counted >= 1 and row["spread"].lstrip("-").replace("/", "").isdigit()
    written = path.read_bytes()
    save_results(played(jobs=1), path)
    assert path.read_bytes() == written


def test_a_game_of_each_for_himself_is_kept_too(tmp_path: Path) -> None:
    task = Task(("early-17c",), ("random",), 3)
    saved = played(task, 20, jobs=1)
    save_results(saved, tmp_path / "early.json")
    assert load_results(tmp_path / "early.json") == saved


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _data: "[]",
        lambda _data: "not JSON",
        lambda data: json.dumps({**data, "deals": data["deals"] + 1}),
        lambda data: json.dumps({**data, "done": [[0, 1]]}),
        lambda data: json.dumps({**data, "rows": data["rows"][:1]}),
        lambda data: json.dumps({**data, "rows": [[[DEALS, ["x"]]], *data["rows"][1:]]}),
        lambda data: json.dumps({**data, "simulation": 0}),
        lambda data: json.dumps({**data, "row_fields": data["row_fields"][::-1]}),
        lambda data: json.dumps({**data, "change_fields": []}),
    ],
)
def test_a_spoilt_file_of_results_is_refused(straight: RunResults, tmp_path: Path, spoil: Any) -> None:
    path = tmp_path / "results.json"
    save_results(straight, path)
    path.write_text(spoil(json.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    with pytest.raises(RunError, match="no file of simulated deals"):
        load_results(path)


def test_other_deals_are_not_mixed_with_these(straight: RunResults, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    straight.check_same(RunResults.of(TASK), path)
    others = {
        "the seed: 7 there, 8 now": replace(TASK, seed=8),
        "the players: random there, simple now": replace(TASK, players=("simple",)),
        "the contract: none there, garde now": replace(TASK, contract="garde"),
        "the rulesets: fft-4, fft-4\\+garde-contre-x8 there, fft-4 now": replace(TASK, rulesets=("fft-4",)),
    }
    for message, task in others.items():
        with pytest.raises(RunError, match=message):
            straight.check_same(RunResults.of(task), path)


def test_a_ruleset_that_was_changed_is_not_gone_on_with(tmp_path: Path) -> None:
    text = "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\nchanges:\n  score.base: {params: {amount: 30}, because: ours}\n"
    path = tmp_path / "mine.yaml"

    def begun(text: str) -> RunResults:
        path.write_text(text, encoding="utf-8")
        task = Task((str(path),), ("random",), len(text), own=(path,))
        return replace(RunResults.of(task), seed=1)

    first = begun(text)
    first.check_same(begun(text.replace("Mine", "Mine, told otherwise")), path)
    with pytest.raises(RunError, match="the rules of mine, or the advice for its players, have been changed"):
        first.check_same(begun(text.replace("30", "300")), path)


def doctored(path: Path, **entries: Any) -> None:
    """Write other entries of its first ruleset into a file of results."""
    data = json.loads(path.read_text(encoding="utf-8"))
    data["rulesets"][0] |= entries
    path.write_text(json.dumps(data), encoding="utf-8")


def test_another_unit_in_a_file_is_refused_and_its_names_are_not_trusted(straight: RunResults, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    save_results(straight, path)
    doctored(path, title="Another game")
    assert load_results(path).stamps != straight.stamps
    again = Rerun(load_results(path), straight)
    assert again.same and not again.other_unit
    doctored(path, unit={"sign": "$", "places": 2})
    assert not Rerun(load_results(path), straight).same
    with pytest.raises(RunError, match="in a different unit from the rulesets"):
        load_results(path).check_same(straight, path)


def test_the_unit_is_part_of_the_fingerprint() -> None:
    simulator = DealSimulator.of(Library(), "fft-4", ("random",))
    engine = simulator.engine
    cents = replace(engine.ruleset, unit=Unit("$", 2))
    assert (
        RulesetStamp.of(simulator).fingerprint
        != RulesetStamp.of(DealSimulator(Engine(cents), simulator.players)).fingerprint
    )


def test_a_full_disk_leaves_what_was_there(
    straight: RunResults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.json"
    save_results(straight, path)
    before = path.read_bytes()

    def full(*_args: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OutputError, match="No space left on device"):
        save_results(played(deals=20, jobs=1), path)
    assert path.read_bytes() == before and [*tmp_path.iterdir()] == [path]


def test_a_run_error_is_one_of_ours() -> None:
    assert issubclass(RunError, TarotError)


def test_a_numba_that_cannot_be_loaded_leaves_the_deals_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    simulator = DealSimulator.of(Library(), "fft-3", ("random",), None)
    by_engine = TaskRunner(simulator, kernel=False).play(1, 0, 20)
    monkeypatch.setitem(sys.modules, "tarot_teach.topics.simulate.kernel.batches", None)
    runner = TaskRunner(simulator)
    assert runner.play(1, 0, 20) == by_engine
    assert runner.misfit is not None and runner.misfit.reason.startswith("numba cannot be loaded: ")
