"""``tarot-teach simulate``: what it prints, what it writes, and what it says of what makes no sense."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli import main
from tarot_teach.cli import simulate as simulating
from tarot_teach.compiled import cache
from tarot_teach.errors import RunError
from tarot_teach.topics.simulate import kernel
from tarot_teach.topics.simulate.results_files import load_results, save_results
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.task import Task

RANDOM = ("--players", "random", "--jobs", "1")


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["simulate", *args])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(caught.value.code or 0), out, err


def test_more_deals_than_a_few_are_played_without_numba(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_installed(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(cache, "version", not_installed)
    monkeypatch.setattr(kernel, "FEW", 1)
    code, out, err = run(capsys, "fft-4", "--deals", "3", *RANDOM)
    assert code == 0 and "Played: 3 deals" in out and "the compiled kernel needs numba" in err


def test_figures_are_printed_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    files = [tmp_path / name for name in ("results.json", "figures.csv", "figures.parquet")]
    outs = [part for path in files for part in ("--out", str(path))]
    command = ("fft-4", "fft-4+king-in-ecart", "--deals", "30", *RANDOM, *outs)
    code, out, err = run(capsys, *command)
    assert code == 0 and "Played: 30 deals under each ruleset" in out and "Contract made" in out
    assert "Tricks of the taker's side" not in out
    assert [line for line in err.splitlines() if line] == [f"Written: {path}" for path in files]

    data = json.loads(files[0].read_text(encoding="utf-8"))
    with files[1].open(encoding="utf-8", newline="") as stream:
        table = [*csv.DictReader(stream)]
    import pyarrow.parquet as pq

    columns = pq.read_table(files[2]).to_pylist()
    assert len(data["figures"]) == len(table) == len(columns) > 40
    for figure, row, column in zip(data["figures"], table, columns, strict=True):
        assert (figure["ruleset"], figure["name"], figure["group"]) == (row["ruleset"], row["figure"], row["group"])
        assert figure["estimate"] == float(row["estimate"]) == column["estimate"]
        assert figure["low"] == (float(row["low"]) if row["low"] else None) == column["low"]
        assert (figure["against"] or "") == row["against"] and column["confidence"] == 0.95

    code, out, err = run(capsys, *command)
    assert code == 0 and f"{files[0]} holds these deals already, 30 in all" in err and "30 deals" in out
    code, out, _err = run(capsys, *command, "--deals", "45")
    assert "45 deals" in out and load_results(files[0]).done == ((0, 45),)
    code, _out, err = run(capsys, *command, "--seed", "2")
    assert code == 1 and "these are not the deals that are asked for (the seed: 1 there, 2 now)" in err
    assert "hint: name another file with --out" in err and load_results(files[0]).deals == 45


def test_packed_results_are_the_same_bytes_and_gone_on_with(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one, two = tmp_path / "one.json.gz", tmp_path / "two.json.gz"
    run(capsys, "fft-4", "--deals", "30", *RANDOM, "--out", str(one))
    run(capsys, "fft-4", "--deals", "20", *RANDOM, "--out", str(two))
    assert load_results(two).done == ((0, 20),)
    run(capsys, "fft-4", "--deals", "30", *RANDOM, "--out", str(two))
    assert one.read_bytes() == two.read_bytes() and load_results(two).deals == 30
    assert json.loads(gzip.decompress(one.read_bytes()))["deals"] == 30
    for broken in (one.read_bytes()[:-20], b"no gzip", one.read_bytes()[:30] + b"....." + one.read_bytes()[35:]):
        two.write_bytes(broken)
        code, _out, err = run(capsys, "fft-4", "--deals", "30", *RANDOM, "--out", str(two))
        assert code == 1 and "this is no file of simulated deals, or it has been changed" in err
        assert two.read_bytes() == broken


def results(capsys: pytest.CaptureFixture[str], path: Path, *names: str) -> bytes:
    code, _out, _err = run(capsys, *names, "--deals", "40", "--seed", "5", *RANDOM, "--out", str(path))
    assert code == 0
    return path.read_bytes()


def test_kept_results_are_played_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json.gz"]
    contents = [
        results(capsys, path, *names) for path, names in zip(files, (["fft-4"], ["blog-4", "fft-4"]), strict=True)
    ]
    code, out, err = run(capsys, "--again", *map(str, files))
    assert (code, err) == (0, "") and out.splitlines() == [f"{path}: the same in all 40 deals" for path in files]
    code, out, err = run(capsys, "--again", *map(str, files), "--deals", "15", "--jobs", "1")
    assert (code, err) == (0, "") and f"{files[1]}: the same, as far as 15 of 40 deals tell" in out
    assert [path.read_bytes() for path in files] == contents


def test_results_of_rules_changed_since_are_renewed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine, path = tmp_path / "mine.yaml", tmp_path / "results.json"
    text = "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\nchanges:\n  score.base: {params: {amount: 30}, because: ours}\n"
    mine.write_text(text, encoding="utf-8")
    before = results(capsys, path, "fft-4", "mine.yaml")
    code, _out, err = run(capsys, "--again", "results.json")
    assert code == 1 and "there is no ruleset 'mine'" in err

    mine.write_text(text.replace("30", "40"), encoding="utf-8")
    printed = "results.json: the rules of mine, or the advice for the players, have been changed since"
    code, out, err = run(capsys, "--again", "results.json", "mine.yaml", "--deals", "10")
    assert code == 1 and printed in out and "Nothing was written." in err and path.read_bytes() == before
    code, out, err = run(capsys, "--again", "results.json", "mine.yaml")
    assert code == 0 and printed in out and "Written: results.json" in err
    renewed = path.read_bytes()
    assert renewed != before
    path.unlink()
    assert results(capsys, path, "fft-4", "mine.yaml") == renewed


def test_a_program_that_counts_otherwise_is_found_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    whole = results(capsys, path, "fft-4")
    kept = load_results(path)
    rows = kept.tally.rows[0]
    row = next(iter(rows))
    other = row.replace('"prise"', '"garde"') if '"prise"' in row else row.replace('"garde', '"prise')
    rows[other] = rows.pop(row)
    save_results(kept, path)
    assert path.read_bytes() != whole
    code, out, _err = run(capsys, "--again", str(path), "--deals", "40")
    assert code == 1 and "a different result under the same rules" in out
    code, _out, _err = run(capsys, "--again", str(path))
    assert code == 0 and path.read_bytes() == whole


def test_an_unfinished_run_is_not_played_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    asked = Task(("fft-4",), ("random",), 5)
    saved = RunResults.of(asked)
    saved.add(10, asked.play(10, 5))
    save_results(saved, path)
    code, _out, err = run(capsys, "--again", str(path))
    assert code == 1 and "a run that was stopped before" in err and f"go on with it first: --out {path}" in err


@pytest.mark.parametrize(
    "args, message",
    [
        (("fft-4",), "--again takes files of results"),
        (("results.csv",), "--again takes files of results"),
        (("results.json", "--seed", "2"), "--again does not go with --seed"),
        (("results.json", "--out", "other.json"), "--again does not go with --out"),
        (("results.json", "--deals", "0"), "0 deals cannot be played"),
        (("missing.json",), "missing.json: cannot be read"),
    ],
)
def test_what_cannot_be_played_again(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "--again", *args)
    assert code in (1, 2) and out == "" and message in err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "early-17c", "--deals", "20", *RANDOM, "--confidence", "0.9", "--json")
    data = json.loads(out)
    assert code == 0 and err == ""
    assert (data["deals"], data["confidence"], data["players"]) == (20, 0.9, ["random"])
    assert {figure["name"] for figure in data["figures"]} >= {"void", "seat", "spread"}


def test_every_figure_on_demand_and_in_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    _code, out, _err = run(capsys, "fft-4", "--deals", "20", *RANDOM, "--all", "--format", "markdown")
    assert "Tricks of the taker's side" in out and out.startswith("# Simulated deals")


@pytest.mark.parametrize("name", ["report.html", "report"])
def test_the_report_is_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    code, _out, _err = run(capsys, "fft-4", "--deals", "20", *RANDOM, "--report", str(tmp_path / name))
    path = tmp_path / name if name.endswith("html") else tmp_path / name / "index.html"
    page = path.read_text(encoding="utf-8")
    assert code == 0 and page.startswith("<!doctype html>") and "<svg" in page and "Contract made" in page


def test_a_contract_is_played_without_an_auction(capsys: pytest.CaptureFixture[str]) -> None:
    _code, out, _err = run(capsys, "fft-4", "--deals", "20", *RANDOM, "--contract", "garde_sans")
    assert "without an auction: the first seat plays Garde sans le chien" in " ".join(out.split())
    assert "100.0%" in out and "Prise" not in out


def test_a_user_ruleset_is_simulated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\nchanges:\n  score.base: {params: {amount: 30}, because: ours}\n"
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, _err = run(
        capsys, "fft-4", "mine.yaml+king-in-ecart", "--deals", "20", "--players", "random", "--jobs", "2"
    )
    assert code == 0 and "Against fft-4" in out and "mine+king-in-ecart" in out


def test_ctrl_c_keeps_what_was_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.json"
    play = simulating.play_deals

    def interrupted(*args: Any, on_progress: Any, **how: Any) -> bool:
        def printed(deals: int) -> None:
            on_progress(deals)
            os.kill(os.getpid(), signal.SIGINT)

        return play(*args, on_progress=printed, **how)

    monkeypatch.setattr(simulating, "play_deals", interrupted)
    code, out, err = run(capsys, "fft-4", "--deals", "2000", *RANDOM, "--out", str(path))
    kept = load_results(path)
    assert code == 130 and kept.deals == 50 and "Played: 50 deals" in out
    assert f"50 of 2,000 deals, kept in {path}; go on with the same command." in err
    _code, _out, err = run(capsys, "fft-4", "--deals", "2000", *RANDOM)
    assert "50 of 2,000 deals, not kept: that takes --out FILE.json." in err


def test_what_was_played_is_kept_when_workers_fail(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.json"
    play = simulating.play_deals

    def failing(task: Any, saved: Any, _deals: int, **_how: Any) -> bool:
        play(task, saved, 20, jobs=1)
        raise RunError.of("simulate.workers", "they are gone")

    monkeypatch.setattr(simulating, "play_deals", failing)
    code, _out, err = run(capsys, "fft-4", "--deals", "50", *RANDOM, "--out", str(path))
    assert code == 1 and "they are gone" in err and load_results(path).deals == 20


@pytest.mark.parametrize(
    "options, code, message",
    [
        (("--deals", "0"), 2, "0 deals cannot be played"),
        (("--deals", "-3"), 2, "-3 deals cannot be played"),
        (("--jobs", "0"), 2, "0 processes cannot play"),
        (("--jobs", "2", "--cluster", "x"), 2, "a cluster has its own number of processes"),
        (("--confidence", "95"), 2, "95 is no confidence"),
        (("--out", "results.txt"), 2, "results.txt does not end in a known format"),
        (("--out", "a.json", "--out", "b.json"), 2, "results are kept in one file"),
        (("--seed", "-1"), 1, "-1 is no seed"),
        (("--players", "simpel"), 1, "there is no player 'simpel'"),
        (("--players", "simple,random"), 1, "there are 2 players named for 4 seats"),
        (("--contract", "gard"), 1, "fft-4 has no contract 'gard'"),
        (("fft-5",), 1, "fft-4 and fft-5 cannot be dealt the same hands"),
        (("fft-6",), 1, "there is no ruleset 'fft-6'"),
        (("--out", "nowhere/results.json"), 1, "there is no folder nowhere"),
        (("--report", "nowhere/report.html"), 1, "there is no folder nowhere"),
        (("--report", "nowhere/report"), 1, "there is no folder nowhere"),
        (("--out", "folder.json"), 1, "it is a folder"),
    ],
)
def test_what_makes_no_sense_is_said_before_anything_is_played(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.json").mkdir()
    monkeypatch.setattr(simulating, "play_deals", lambda *_args, **_how: pytest.fail("played"))
    found, out, err = run(capsys, "fft-4", *options)
    assert (found, out) == (code, "") and message in err and "hint" in err


def test_parquet_without_the_extra(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    code, _out, err = run(capsys, "fft-4", "--out", "figures.parquet")
    assert code == 1 and "pip install 'tarot-teach[parquet]'" in err
